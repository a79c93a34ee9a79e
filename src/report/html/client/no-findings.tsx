// A report without findings says what that means: which properties hold, within which bounds, and which are not
// settled.

import type { HtmlData } from '../data.js';
import { VerdictCard } from './verdict-card.js';

export function NoFindings({ data }: { readonly data: HtmlData }) {
  const isSettled = data.verdicts.every((v) => v.kind === 'holds');
  return (
    <div class="page empty">
      <svg viewBox="0 0 64 64" width="72" height="72" aria-hidden="true" class={isSettled ? 'all-clear' : 'unsettled'}>
        <circle cx="32" cy="32" r="28" />
        <path d={isSettled ? 'm20 33 8 8 16-18' : 'M24 26a8 8 0 1 1 11 7c-2 1-3 2-3 5m0 6v1'} />
      </svg>
      <h1>{isSettled ? 'No findings' : 'No findings, but not everything is settled'}</h1>
      <p class="headline">
        {isSettled
          ? 'Every property that was asked for holds, within these bounds and under these assumptions.'
          : 'Where a verdict is unknown, there may be findings that were not reached.'}
      </p>
      <div class="verdicts">
        {data.verdicts.map((verdict) => (
          <VerdictCard key={verdict.property} verdict={verdict} />
        ))}
      </div>
    </div>
  );
}
