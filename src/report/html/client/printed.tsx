// What goes onto paper: below the finding that is open, a summary of all of them and the verdicts.

import type { Decoder } from './decode.js';
import { harmNames, kindNames } from './filters.js';
import { placeText } from './places.js';

export function PrintedReport({ decoder }: { readonly decoder: Decoder }) {
  const { data, findings } = decoder;
  return (
    <>
      <h2>Verdicts</h2>
      <ul>
        {data.verdicts.map((v) => (
          <li key={v.property}>
            {v.property}: {v.kind}
            {v.kind === 'unknown' && `, ${v.because}`}
          </li>
        ))}
      </ul>
      {findings.length > 0 && <h2>All findings</h2>}
      {findings.map((f) => (
        <section key={f.index} class="printed-finding">
          <h3>
            {f.index + 1}. {kindNames[f.kind] ?? f.kind} {f.pattern} <code>{f.example}</code>
            {f.harm !== undefined && ` (${harmNames[f.harm]!.toLowerCase()})`}
          </h3>
          <p>
            {f.interleaving}. {f.rule}.
          </p>
          <ol>
            {f.accesses.map((a, n) => (
              <li key={n}>
                {a.context} {a.does}, {placeText(a.place)} in {a.function}
              </li>
            ))}
          </ol>
          {f.harmText !== undefined && <p>{f.harmText}</p>}
          <p>
            Schedule: <code>{f.schedule}</code>
          </p>
        </section>
      ))}
      <p>
        {data.tool.name} {data.tool.version}, {data.command}
      </p>
    </>
  );
}
