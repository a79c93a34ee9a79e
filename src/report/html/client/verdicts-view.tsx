// The verdicts, what compiling and modelling had to say, and what became of earlier findings.

import type { HtmlData } from '../data.js';
import { Table } from './model-view.js';
import { VerdictCard } from './verdict-card.js';

export function VerdictsView({ data }: { readonly data: HtmlData }) {
  const { verdicts, candidates, diagnostics, baseline, diff } = data;
  return (
    <div class="page">
      <section>
        <h2>Verdicts</h2>
        <div class="verdicts">
          {verdicts.map((verdict) => (
            <VerdictCard key={verdict.property} verdict={verdict} />
          ))}
        </div>
      </section>
      {candidates.length > 0 && (
        <Table
          title="Candidates, not believed without more"
          heads={['Suspected', 'Because', 'Where']}
          rows={candidates.map((c) => [
            c.title,
            c.message,
            <ul>
              {c.accesses.map(({ does, file, line }) => (
                <li key={`${does} ${line}`}>
                  {does} {file !== undefined && <span class="place">{`${file}:${line}`}</span>}
                </li>
              ))}
            </ul>,
          ])}
        />
      )}
      {diff !== undefined && <Earlier title={`Fixed since ${diff.against}`} earlier={diff.fixed} />}
      {diff !== undefined && diff.notSeen.length > 0 && (
        <Earlier title={`Not seen again, not settled either (${diff.against})`} earlier={diff.notSeen} />
      )}
      {baseline !== undefined && (
        <Earlier title={`In the baseline ${baseline.file}, but gone`} earlier={baseline.gone} />
      )}
      {baseline !== undefined && baseline.notSeen.length > 0 && (
        <Earlier title={`In the baseline ${baseline.file}, not seen, not settled either`} earlier={baseline.notSeen} />
      )}
      <Table
        title="Diagnostics"
        empty="None: everything was understood."
        heads={['Severity', 'Message', 'Code', 'Place']}
        rows={diagnostics.map((d) => [
          <span class={`severity ${d.severity}`}>{d.severity}</span>,
          d.message,
          <code>{d.code}</code>,
          d.file === undefined ? '' : <span class="place">{`${d.file}:${d.line ?? ''}`}</span>,
        ])}
      />
    </div>
  );
}

type EarlierFindings = NonNullable<HtmlData['diff']>['fixed'];

function Earlier({ title, earlier }: { readonly title: string; readonly earlier: EarlierFindings }) {
  return (
    <Table
      title={title}
      heads={['Kind', 'Variable', 'Place']}
      rows={earlier.map((f) => [
        `${f.kind} ${f.pattern ?? ''}`,
        <code>{f.variable}</code>,
        f.place === undefined ? '' : <span class="place">{`${f.place.file}:${f.place.line}`}</span>,
      ])}
    />
  );
}
