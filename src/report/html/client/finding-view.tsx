// One finding: its headline, the timeline, and below it the source beside the accesses. One number, the entry that is
// looked at, moves them all.

import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { useContextClass } from './colours.js';
import type { Decoder, ShownEntry, ShownFinding, ShownTimeline } from './decode.js';
import { Details } from './details.js';
import { harmNames, kindNames, statusNames } from './filters.js';
import { isTyping } from './keyboard.js';
import { lanesOf } from './lanes.js';
import { SourcePane } from './source-pane.js';
import { TimelineView } from './timeline-view.js';

interface Props {
  readonly decoder: Decoder;
  readonly finding: ShownFinding;
}

export function FindingView({ decoder, finding }: Props) {
  const timeline = decoder.timeline(finding);
  const lanes = useMemo(
    () => timeline && lanesOf(timeline, decoder.data.model.contexts, finding),
    [timeline, decoder, finding],
  );
  const [at, setAt] = useState(() => firstOfInterest(timeline));
  const last = (timeline?.entries.length ?? 0) - 1;
  const go = (to: number): void => setAt(Math.max(0, Math.min(last, to)));
  // At once: a key that is held down must not see the step before.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  const entry = timeline?.entries[at];
  const place = timeline === undefined ? finding.accesses[0]?.place : placeAt(timeline, at);
  return (
    <article class="finding" aria-label={`${kindNames[finding.kind] ?? finding.kind} ${finding.example}`}>
      <FindingHead finding={finding} />
      {timeline !== undefined && lanes !== undefined && entry !== undefined ? (
        <section class="timeline" aria-label="Timeline">
          <Stepper timeline={timeline} at={at} entry={entry} onGo={go} />
          <TimelineView timeline={timeline} lanes={lanes} model={decoder.data.model} at={at} onGo={go} />
        </section>
      ) : (
        <p class="note">The report holds no replayed execution of this finding.</p>
      )}
      <div class="lower">
        <SourcePane
          data={decoder.data}
          finding={finding}
          place={place}
          context={entry?.context}
          functionName={entry?.function}
        />
        <Details decoder={decoder} finding={finding} timeline={timeline} lanes={lanes} at={at} onGo={go} />
      </div>
    </article>
  );
}

function FindingHead({ finding }: { readonly finding: ShownFinding }) {
  return (
    <header class="finding-head">
      <h1>
        <span class={`kind kind-${finding.kind}`}>{kindNames[finding.kind] ?? finding.kind}</span>
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
    </header>
  );
}

interface StepperProps {
  readonly timeline: ShownTimeline;
  readonly at: number;
  readonly entry: ShownEntry;
  readonly onGo: (to: number) => void;
}

function Stepper({ timeline: { entries, length }, at, entry, onGo }: StepperProps) {
  const contextClass = useContextClass();
  const last = entries.length - 1;
  const left = length - entries.filter((e) => e.kind !== 'gap').length;
  return (
    <div class="stepper">
      <fieldset class="step-buttons" aria-label="Steps">
        <button
          type="button"
          aria-label="First step"
          title="First step (Home)"
          disabled={at === 0}
          onClick={() => onGo(0)}
        >
          <Arrow d="M5 4v12M15 4 8 10l7 6" />
        </button>
        <button
          type="button"
          aria-label="Step back"
          title="Step back (←)"
          disabled={at === 0}
          onClick={() => onGo(at - 1)}
        >
          <Arrow d="M13 4 6 10l7 6" />
        </button>
        <button
          type="button"
          aria-label="Step forward"
          title="Step forward (→)"
          disabled={at === last}
          onClick={() => onGo(at + 1)}
        >
          <Arrow d="m7 4 7 6-7 6" />
        </button>
        <button
          type="button"
          aria-label="Last step"
          title="Last step (End)"
          disabled={at === last}
          onClick={() => onGo(last)}
        >
          <Arrow d="m5 4 7 6-7 6M15 4v12" />
        </button>
      </fieldset>
      <p class="now" role="status" aria-live="polite">
        <span class="now-step">
          {at + 1}/{entries.length}
        </span>
        <span class={`context-name ${contextClass(entry.context)}`}>{entry.context}</span>
        {entry.mark !== undefined && <span class={`mark ${contextClass(entry.context)}`}>{entry.mark}</span>}
        <code class="now-text">{entry.text}</code>
        {entry.effects.length > 0 && <span class="now-effects">{entry.effects.join(', ')}</span>}
      </p>
      <p class="keys" aria-hidden="true">
        <kbd>←</kbd> <kbd>→</kbd> step <kbd>j</kbd> <kbd>k</kbd> finding
      </p>
      {left > 0 && (
        <span
          class="note cut"
          title="Only what matters for the finding is drawn; values and nesting are right everywhere."
        >
          {left.toLocaleString('en')} of {length.toLocaleString('en')} events left out
        </span>
      )}
    </div>
  );
}

function Arrow({ d }: { readonly d: string }) {
  return (
    <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

function firstOfInterest(timeline: ShownTimeline | undefined): number {
  if (timeline === undefined) return 0;
  const marked = timeline.entries.findIndex((e) => e.mark !== undefined);
  return marked === -1 ? Math.max(0, timeline.entries.length - 1) : marked;
}

/** Where the program is at an entry that has no place of its own: where it was last. */
function placeAt({ entries }: ShownTimeline, at: number): ShownEntry['place'] {
  for (let n = at; n >= 0; n--) if (entries[n]?.place !== undefined) return entries[n]!.place;
  return entries.find((e) => e.place !== undefined)?.place;
}
