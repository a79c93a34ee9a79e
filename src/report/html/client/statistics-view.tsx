// What the check cost, and what was found by kind, context and file.

import { primaryAccess } from '../../../findings/finding.js';
import type { HtmlData } from '../data.js';
import type { ShownFinding } from './decode.js';
import { counts, harmNames, harmOf, kindNames } from './filters.js';

/** Bars of one chart. */
const MOST = 12;

const names: Readonly<Record<string, readonly [string, string]>> = {
  wallMs: ['Time', 'ms'],
  clangMs: ['Compiling', 'ms'],
  irBytes: ['LLVM IR', 'bytes'],
  states: ['States', ''],
  transitions: ['Transitions', ''],
  paths: ['Paths', ''],
  triggerings: ['Starts of ISRs', ''],
  interruptionPoints: ['Interruption points', ''],
  solverCalls: ['Questions to the solver', ''],
  variables: ['Boolean variables', ''],
  clauses: ['Clauses', ''],
  undefinedBehaviour: ['Paths that end in undefined behaviour', ''],
  peakRssMb: ['Peak memory', 'MB'],
};

export function StatisticsView({
  data,
  findings,
}: {
  readonly data: HtmlData;
  readonly findings: readonly ShownFinding[];
}) {
  return (
    <div class="page">
      <section>
        <h2>Cost</h2>
        <dl class="figures">
          {Object.entries(data.statistics).map(([name, value]) => {
            const [title, unit] = names[name] ?? [name, ''];
            return (
              <div key={name} title={name}>
                <dt>{title}</dt>
                <dd>
                  {value.toLocaleString('en')} {unit !== '' && <small>{unit}</small>}
                </dd>
              </div>
            );
          })}
        </dl>
      </section>
      {findings.length > 0 && (
        <section>
          <h2>Findings</h2>
          <div class="charts">
            <Chart title="By kind" found={counts(findings.map((f) => kindNames[f.kind] ?? f.kind))} />
            <Chart title="By harm" found={counts(findings.map((f) => harmNames[harmOf(f)]!))} />
            <Chart
              title="By context"
              found={counts(findings.flatMap((f) => [...new Set(f.accesses.map((a) => a.context))]))}
            />
            <Chart title="By variable" found={counts(findings.map((f) => f.variable))} />
            <Chart title="By file" found={counts(findings.flatMap((f) => primaryAccess(f)?.place?.file ?? []))} />
          </div>
        </section>
      )}
      <p class="note">
        {data.tool.name} {data.tool.version}
      </p>
    </div>
  );
}

function Chart({ title, found }: { readonly title: string; readonly found: ReadonlyMap<string, number> }) {
  const sorted = [...found].sort((a, b) => b[1] - a[1]);
  const most = sorted[0]?.[1] ?? 1;
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <table>
        <tbody>
          {sorted.slice(0, MOST).map(([name, count]) => (
            <tr key={name}>
              <th scope="row" title={name}>
                {name}
              </th>
              <td>
                <span class="chart-bar" style={{ width: `${Math.max(2, (count / most) * 100)}%` }} />
              </td>
              <td class="chart-count">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > MOST && <p class="note">and {sorted.length - MOST} more</p>}
    </figure>
  );
}
