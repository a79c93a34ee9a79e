// A verdict with its bounds and what it assumes: never a bare word.

import type { HtmlData } from '../data.js';

type Verdict = HtmlData['verdicts'][number];

const words = { holds: 'holds', violated: 'violated', unknown: 'unknown' } as const;
const signs = { holds: '✓', violated: '✗', unknown: '?' } as const;

export function VerdictCard({ verdict }: { readonly verdict: Verdict }) {
  const { bounds } = verdict;
  return (
    <section class={`verdict ${verdict.kind}`}>
      <h3>
        <span class="sign" aria-hidden="true">
          {signs[verdict.kind]}
        </span>
        {verdict.property} <span class="verdict-word">{words[verdict.kind]}</span>
      </h3>
      <p>{verdict.kind === 'unknown' ? verdict.because : meaning(verdict)}</p>
      {verdict.kind === 'violated' && verdict.incomplete !== undefined && (
        <p>There may be more: {verdict.incomplete}</p>
      )}
      <p class="bounds">
        {capital(boundsText(bounds))}; engine {verdict.engine}
      </p>
      {verdict.assumptions.length > 0 && (
        <details open={verdict.assumptions.length <= 5}>
          <summary>
            {verdict.assumptions.length} {verdict.assumptions.length === 1 ? 'assumption' : 'assumptions'}
          </summary>
          <ul class="lines">
            {verdict.assumptions.map((text, n) => (
              <li key={n}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function meaning({ kind }: Verdict): string {
  return kind === 'holds'
    ? 'No execution within the bounds breaks it.'
    : 'At least one execution breaks it, and replays.';
}

export function boundsText({ arrivals, unwind, contextSwitches }: Verdict['bounds']): string {
  const loops = unwind === undefined ? '' : `; loops on arbitrary data up to ${unwind} times`;
  const switches = contextSwitches === undefined ? '' : `; at most ${contextSwitches} context switches`;
  if (arrivals === 'unbounded') return `any number of arrivals${loops}${switches}`;
  return `${arrivals === 1 ? 'one arrival' : `${arrivals} arrivals`} of each ISR${loops}${switches}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
