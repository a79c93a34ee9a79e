// The timeline as swim lanes: contexts on top, who interrupts above whom it interrupts, then changes of masks, then
// who holds which lock, then each variable as a logic analyser draws a bus, with the reads and writes on it. All of it
// stays as it is while stepping; only the cursor moves. Of long executions only what is in sight is drawn.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HtmlModel } from '../data.js';
import { useContextClass } from './colours.js';
import type { ShownTimeline } from './decode.js';
import { isPlainKey } from './keyboard.js';
import type { Lanes, VariableLane } from './lanes.js';
import { OverviewStrip } from './overview-strip.js';
import { isStep, Stepper } from './stepper.js';
import { Drawing } from './timeline-drawing.js';
import { AXIS, type Geometry, geometryOf } from './timeline-geometry.js';
import { useZoom } from './use-zoom.js';
import { rangeOfInterest, ZOOM_STEP } from './zoom.js';
import { ZoomButtons } from './zoom-buttons.js';

/**
 * Lanes of variables that are drawn unasked: these, and all that the finding is about. Device registers are not among
 * them.
 */
const FEW = 3;

/** Of the drawing, on paper. */
const PRINTED = 800;
/** A press that moves farther than this drags. */
const DRAG = 4;

interface Props {
  readonly timeline: ShownTimeline;
  readonly lanes: Lanes;
  readonly model: HtmlModel;
  readonly at: number;
  readonly onGo: (to: number) => void;
}

export function TimelineView({ timeline, lanes, model, at, onGo }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const isDrag = useRef(false);
  const [isAll, setAll] = useState(false);
  const unasked = useMemo(
    () => lanes.variables.filter((lane, n) => lane.isMain || (n < FEW && lane.waves.length > 0)),
    [lanes],
  );
  const variables = isAll ? lanes.variables : unasked;
  const { entries } = timeline;
  const count = entries.length;
  const interest = useMemo(() => rangeOfInterest(timeline, lanes), [timeline, lanes]);
  const { zoom, available, column, view, setZoom, scale, pan, show } = useZoom(scroller, count, interest, at);
  const g = useMemo(() => geometryOf(lanes, variables.length, count, column), [lanes, variables.length, count, column]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isPlainKey(event)) return;
      const act = keys[event.key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    const keys: Readonly<Record<string, () => void>> = {
      w: () => scale(ZOOM_STEP),
      '+': () => scale(ZOOM_STEP),
      '=': () => scale(ZOOM_STEP),
      s: () => scale(1 / ZOOM_STEP),
      '-': () => scale(1 / ZOOM_STEP),
      a: () => pan(-available / 4),
      d: () => pan(available / 4),
      f: () => setZoom({ kind: 'fit' }),
      '0': () => setZoom({ kind: 'whole' }),
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  // A window's width on both sides is drawn, too, so that scrolling a little draws nothing anew.
  const screen = Math.max(1, Math.ceil(available / column));
  const first = (Math.floor(view.from / screen) - 1) * screen;
  const drawing = useMemo(
    () => (
      <Drawing
        timeline={timeline}
        lanes={lanes}
        variables={variables}
        g={g}
        drawn={{ from: first, to: first + 4 * screen }}
      />
    ),
    [timeline, lanes, variables, g, first, screen],
  );
  const hidden = lanes.variables.length - unasked.length;
  return (
    <section class="timeline" aria-label="Timeline">
      <div class="timeline-head">
        <Stepper timeline={timeline} at={at} onGo={onGo} />
        <ZoomButtons zoom={zoom} onZoom={setZoom} onScale={scale} />
      </div>
      <div class="lanes">
        <span class="lane-label overview-label">
          <small>overview</small>
        </span>
        <OverviewStrip
          timeline={timeline}
          lanes={lanes}
          at={at}
          view={view}
          width={Math.min(available, g.width)}
          onView={show}
        />
        <Labels lanes={lanes} variables={variables} model={model} g={g} />
        <section
          ref={scroller}
          class="lane-scroller"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys step in it
          tabIndex={0}
          aria-label="Drawn timeline; the arrow keys step, W and S zoom, A and D move, F fits"
        >
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and the buttons step, too */}
          <svg
            class="drawing"
            style={{ '--print-shift': `${Math.max(0, Math.min(g.x(at) - PRINTED / 2, g.width - PRINTED))}px` }}
            width={g.width}
            height={g.height}
            role="img"
            aria-label={`Timeline of ${count} events`}
            onPointerDown={(event) => startDrag(event, scroller.current!, isDrag)}
            onClick={(event) => {
              if (!isDrag.current)
                onGo(Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left) / g.column));
            }}
          >
            <rect class="cursor" x={at * g.column} y={0} width={Math.max(2, g.column)} height={g.height} />
            {drawing}
            {entries[at] !== undefined && isStep(entries[at]) && (
              <text class="axis now" x={g.x(at)} y={15}>
                {entries[at].step}
              </text>
            )}
          </svg>
        </section>
        <p class="lane-foot">
          {hidden > 0 && (
            <button type="button" class="link more-lanes" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
              {isAll ? 'Fewer variables' : `${hidden} more ${hidden === 1 ? 'variable' : 'variables'}`}
            </button>
          )}
          <span class="keys" aria-hidden="true">
            <kbd>←</kbd> <kbd>→</kbd> step <kbd>W</kbd> <kbd>S</kbd> zoom <kbd>A</kbd> <kbd>D</kbd> move <kbd>F</kbd>{' '}
            fit <kbd>1</kbd>…<kbd>3</kbd> access <kbd>J</kbd> <kbd>K</kbd> finding
          </span>
        </p>
      </div>
    </section>
  );
}

/** The drawing follows the mouse; fingers scroll by themselves. `isDrag` tells the click that ends it. */
function startDrag(event: PointerEvent, box: HTMLElement, isDrag: { current: boolean }): void {
  isDrag.current = false;
  if (event.button !== 0 || event.pointerType === 'touch') return;
  const begin = { x: event.clientX, scrolled: box.scrollLeft };
  const move = (e: PointerEvent): void => {
    const by = e.clientX - begin.x;
    if (Math.abs(by) > DRAG) isDrag.current = true;
    if (isDrag.current) box.scrollLeft = begin.scrolled - by;
  };
  const drop = (): void => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', drop);
    window.removeEventListener('pointercancel', drop);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', drop);
  window.addEventListener('pointercancel', drop);
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
      {lanes.contexts.map(({ name, context, kind }) => (
        <span
          key={name}
          class={`lane-label ${contextClass(context)}`}
          style={{ top: `${g.contextY(name)}px` }}
          title={name === context ? name : `${context}, entered again while it runs`}
        >
          <b>{name}</b>
          {kind === 'isr' && levels.has(name) && <small>priority {levels.get(name)}</small>}
        </span>
      ))}
      {lanes.masks.length > 0 && (
        <span class="lane-label mask-label" style={{ top: `${g.maskY}px` }}>
          <small>masks</small>
        </span>
      )}
      {lanes.locks.map(({ name }, n) => (
        <span key={name} class="lane-label lock" style={{ top: `${g.lockY(n)}px` }} title={`the lock ${name}`}>
          <code>{name}</code>
        </span>
      ))}
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
  const longest = Math.max(...[...lanes.contexts, ...lanes.locks, ...variables].map(({ name }) => name.length));
  return Math.max(96, Math.min(200, 32 + longest * 8.4));
}
