// One finding: what it is and what would fix it, the timeline, the code of whoever is interrupted beside that of
// whoever interrupts, and the details. One number, the entry that is looked at, moves them all.

import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Decoder, ShownFinding, ShownTimeline } from './decode.js';
import { Details } from './details.js';
import { FindingHead } from './finding-head.js';
import { isPlainKey } from './keyboard.js';
import { lanesOf } from './lanes.js';
import { panesAt } from './panes.js';
import { kindName } from './row-text.js';
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
      if (!isPlainKey(event)) return;
      const to =
        { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key] ?? markedColumn(timeline, event.key);
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  const panes = panesAt(finding, timeline, at);
  return (
    <article class="finding" aria-label={`${kindName(finding)} ${finding.example}`}>
      <FindingHead finding={finding} data={decoder.data} />
      {timeline !== undefined && lanes !== undefined && timeline.entries[at] !== undefined ? (
        <TimelineView timeline={timeline} lanes={lanes} model={decoder.data.model} at={at} onGo={go} />
      ) : (
        <p class="note">The report holds no replayed execution of this finding.</p>
      )}
      <div class={`panes ${panes.length === 1 ? 'single' : ''}`}>
        {panes.map((pane) => (
          <SourcePane key={pane.side} data={decoder.data} finding={finding} pane={pane} />
        ))}
      </div>
      <Details decoder={decoder} finding={finding} timeline={timeline} lanes={lanes} at={at} onGo={go} />
    </article>
  );
}

/** The access with the number of a key. */
function markedColumn(timeline: ShownTimeline | undefined, key: string): number | undefined {
  const column = /^[1-9]$/.test(key) ? (timeline?.entries.findIndex((e) => e.mark === Number(key)) ?? -1) : -1;
  return column < 0 ? undefined : column;
}

function firstOfInterest(timeline: ShownTimeline | undefined): number {
  if (timeline === undefined) return 0;
  const marked = timeline.entries.findIndex((e) => e.mark !== undefined);
  return marked === -1 ? Math.max(0, timeline.entries.length - 1) : marked;
}
