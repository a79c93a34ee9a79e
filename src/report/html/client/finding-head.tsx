// The head of a finding: what it is, what happened, what harm that does, what would fix it, and within which bounds
// was looked.

import { propertyOf } from '../../../findings/finding.js';
import type { HtmlData } from '../data.js';
import { CopyButton } from './copy-button.js';
import type { ShownFinding } from './decode.js';
import { harmNames, statusNames } from './filters.js';
import { fixWindow } from './fix-view.js';
import { kindName } from './row-text.js';
import { boundsText } from './verdict-card.js';
import { WaitGraph } from './wait-graph.js';

interface Props {
  readonly finding: ShownFinding;
  readonly data: HtmlData;
}

export function FindingHead({ finding, data }: Props) {
  return (
    <header class="finding-head">
      {finding.waiting !== undefined && <WaitGraph waiting={finding.waiting} />}
      <h1>
        <span class={`kind kind-${finding.kind}`}>{kindName(finding)}</span>
        {finding.pattern !== undefined && <span class="pattern">{finding.pattern}</span>}
        {finding.example !== '' && <code class="subject-variable">{finding.example}</code>}
        {finding.harm !== undefined && (
          <span class={`tag ${finding.harm === 'harmful' ? 'harmful' : ''}`}>{harmNames[finding.harm]}</span>
        )}
        {finding.status !== 'open' && <span class="tag">{statusNames[finding.status]}</span>}
        {finding.change !== undefined && <span class={`tag ${finding.change}`}>{finding.change}</span>}
      </h1>
      <p class="headline">
        <b>{finding.interleaving}.</b> {finding.rule}.
      </p>
      {finding.harmText !== undefined && (
        <p class={`harm-text ${finding.harm}`}>
          {finding.harm === 'harmful' && <b>Harm: </b>}
          {finding.harmText}
        </p>
      )}
      {finding.status === 'ignored' && (
        <p class="note">
          {finding.reason === undefined ? 'A comment in the source says to ignore it.' : `Ignored: ${finding.reason}`}
        </p>
      )}
      {finding.fix !== undefined && <FixLine fix={finding.fix} />}
      <BoundsLine finding={finding} data={data} />
    </header>
  );
}

function FixLine({ fix }: { readonly fix: NonNullable<ShownFinding['fix']> }) {
  return (
    <p class="fix-line">
      <b>Fix:</b> keep {fix.keepsOut.join(', ')} out of {fixWindow(fix)} in <code>{fix.function}</code>:{' '}
      <code class="statement">{fix.before.join(' ')}</code> before, <code class="statement">{fix.after.join(' ')}</code>{' '}
      <span class="unbroken">
        after. <CopyButton text={[...fix.before, ...fix.after].join('\n')} what="statements" />
      </span>
    </p>
  );
}

/** A finding is one of those within these bounds; others may lie beyond. */
function BoundsLine({ finding, data }: Props) {
  const verdict = data.verdicts.find((v) => v.property === propertyOf(finding));
  if (verdict === undefined) return null;
  const { assumptions } = verdict;
  const more = verdict.kind === 'violated' ? verdict.incomplete : undefined;
  return (
    <details class="bounds-line">
      <summary>
        <b>Bounds:</b> {boundsText(verdict.bounds)}
        {more !== undefined && '; there may be more findings'}
        {assumptions.length > 0 && `; ${assumptions.length} ${assumptions.length === 1 ? 'assumption' : 'assumptions'}`}
      </summary>
      <ul class="lines">
        {more !== undefined && <li>There may be more: {more}</li>}
        {assumptions.map((text, n) => (
          <li key={n}>{text}</li>
        ))}
        <li>
          Verdict of {verdict.property}: {verdict.kind}, by the engine {verdict.engine}
        </li>
      </ul>
    </details>
  );
}
