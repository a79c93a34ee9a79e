// The timeline as swim lanes: contexts on top, who interrupts above whom it interrupts, then changes of masks, then each variable as a
// logic analyser draws a bus, with the reads and writes on it. All of it stays as it is while stepping; only the cursor moves.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HtmlModel } from '../data.js';
import { useContextClass } from './colours.js';
import type { ShownTimeline } from './decode.js';
import type { Lanes, VariableLane } from './lanes.js';
import { Drawing } from './timeline-drawing.js';
import { AXIS, type Geometry, geometryOf } from './timeline-geometry.js';

/** Lanes of variables that are drawn unasked: these, and all that the finding is about. Device registers are not among them. */
const FEW = 4;

/** Of the drawing, on paper. */
const PRINTED = 800;

interface Props {
  readonly timeline: ShownTimeline;
  readonly lanes: Lanes;
  readonly model: HtmlModel;
  readonly at: number;
  readonly onGo: (to: number) => void;
}

export function TimelineView({ timeline, lanes, model, at, onGo }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const [available, setAvailable] = useState(800);
  const [isAll, setAll] = useState(false);
  const unasked = useMemo(
    () => lanes.variables.filter((lane, n) => lane.isMain || (n < FEW && lane.waves.length > 0)),
    [lanes],
  );
  const variables = isAll ? lanes.variables : unasked;
  const count = timeline.entries.length;
  const g = useMemo(
    () => geometryOf(lanes, variables.length, count, available),
    [lanes, variables.length, count, available],
  );
  useLayoutEffect(() => {
    const element = scroller.current!;
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth));
    observer.observe(element);
    setAvailable(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = scroller.current!;
    const x = g.x(at);
    const margin = Math.min(g.column * 4, element.clientWidth / 3);
    if (x - margin < element.scrollLeft) element.scrollLeft = x - margin;
    else if (x + margin > element.scrollLeft + element.clientWidth)
      element.scrollLeft = x + margin - element.clientWidth;
  }, [at, g]);
  const drawing = useMemo(
    () => <Drawing timeline={timeline} lanes={lanes} variables={variables} g={g} />,
    [timeline, lanes, variables, g],
  );
  const hidden = lanes.variables.length - unasked.length;
  return (
    <div class="lanes">
      <Labels lanes={lanes} variables={variables} model={model} g={g} />
      <section
        ref={scroller}
        class="lane-scroller"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys step in it
        tabIndex={0}
        aria-label="Drawn timeline; the arrow keys step"
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and the buttons step, too */}
        <svg
          class="drawing"
          style={{ '--print-shift': `${Math.max(0, Math.min(g.x(at) - PRINTED / 2, g.width - PRINTED))}px` }}
          width={g.width}
          height={g.height}
          role="img"
          aria-label={`Timeline of ${count} events`}
          onClick={(event) => onGo(Math.floor(event.offsetX / g.column))}
        >
          <rect class="cursor" x={at * g.column} y={0} width={g.column} height={g.height} />
          {drawing}
          <text class="axis now" x={g.x(at)} y={15}>
            {timeline.entries[at]?.step}
          </text>
        </svg>
      </section>
      {hidden > 0 && (
        <button type="button" class="link more-lanes" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Fewer variables' : `${hidden} more ${hidden === 1 ? 'variable' : 'variables'}`}
        </button>
      )}
    </div>
  );
}

interface LabelsProps {
  readonly lanes: Lanes;
  readonly variables: readonly VariableLane[];
  readonly model: HtmlModel;
  readonly g: Geometry;
}

function Labels({ lanes, variables, model, g }: LabelsProps) {
  const contextClass = useContextClass();
  // Only where priorities say who preempts whom, and in the numbers of the hardware.
  const levels = new Map(
    model.nesting.kind === 'priority' ? model.contexts.map((c) => [c.name, c.hardwarePriority ?? c.priority]) : [],
  );
  return (
    <div class="lane-labels" style={{ height: `${g.height}px`, width: `${labelWidth(lanes, variables)}px` }}>
      <span class="lane-label axis-label" style={{ top: `${AXIS / 2}px` }}>
        step
      </span>
      {lanes.contexts.map(({ name, kind }) => (
        <span
          key={name}
          class={`lane-label ${contextClass(name)}`}
          style={{ top: `${g.contextY(name)}px` }}
          title={name}
        >
          <b>{name}</b>
          {kind !== 'main' && levels.has(name) && <small>priority {levels.get(name)}</small>}
        </span>
      ))}
      {lanes.masks.length > 0 && (
        <span class="lane-label mask-label" style={{ top: `${g.maskY}px` }}>
          <small>masks</small>
        </span>
      )}
      {variables.map(({ name, isMain }, n) => (
        <span
          key={name}
          class={`lane-label variable ${isMain ? 'main' : ''}`}
          style={{ top: `${g.variableY(n)}px` }}
          title={name}
        >
          <code>{name}</code>
        </span>
      ))}
    </div>
  );
}

function labelWidth(lanes: Lanes, variables: readonly VariableLane[]): number {
  const longest = Math.max(...[...lanes.contexts, ...variables].map(({ name }) => name.length));
  return Math.max(96, Math.min(200, 32 + longest * 8.4));
}
