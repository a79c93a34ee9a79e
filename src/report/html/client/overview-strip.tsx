// The whole execution in one strip, with the window that is drawn below it: drag the window, drag its edges, click
// beside it; the arrow keys move it, + and - change its width. Thousands of events are a few hundred pixels, so only
// runs and marks are drawn.

import { useRef } from 'preact/hooks';
import { useContextClass } from './colours.js';
import type { ShownTimeline } from './decode.js';
import type { Lanes } from './lanes.js';
import { type ColumnRange, clamp } from './zoom.js';

const HEIGHT = 34;
/** Room above the lanes for the numbers of the accesses. */
const MARKS = 13;
/** Width of the number of an access. */
const NUMBER = 11;
/** How near an edge of the window is taken for the edge. */
const GRAB = 6;

interface Props {
  readonly timeline: ShownTimeline;
  readonly lanes: Lanes;
  readonly at: number;
  /** In sight, in columns. */
  readonly view: ColumnRange;
  readonly width: number;
  readonly onView: (view: ColumnRange) => void;
}

export function OverviewStrip({ timeline, lanes, at, view, width, onView }: Props) {
  const count = timeline.entries.length;
  const scale = width / Math.max(1, count);
  const strip = useRef<HTMLDivElement>(null);
  const [from, to] = [clamp(view.from, 0, count), clamp(view.to, 0, count)];
  const move = (begin: number): void => {
    const length = to - from;
    const left = clamp(begin, 0, count - length);
    onView({ from: left, to: left + length });
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const element = strip.current!;
    element.focus();
    element.setPointerCapture(event.pointerId);
    const columnAt = (e: PointerEvent): number => (e.clientX - element.getBoundingClientRect().left) / scale;
    const pressed = columnAt(event);
    const edge = to - from > 0.98 * count ? undefined : edgeAt((pressed - from) * scale, (to - from) * scale);
    const isInside = pressed >= from && pressed <= to;
    const offset = isInside ? pressed - from : (to - from) / 2;
    if (edge === undefined && !isInside) move(pressed - offset);
    const drag = (e: PointerEvent): void => {
      const column = columnAt(e);
      if (edge === 'from') onView({ from: clamp(column, 0, to - 1), to });
      else if (edge === 'to') onView({ from, to: clamp(column, from + 1, count) });
      else move(column - offset);
    };
    const drop = (): void => {
      element.removeEventListener('pointermove', drag);
      element.removeEventListener('pointerup', drop);
      element.removeEventListener('pointercancel', drop);
    };
    element.addEventListener('pointermove', drag);
    element.addEventListener('pointerup', drop);
    element.addEventListener('pointercancel', drop);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const length = to - from;
    const target = {
      ArrowLeft: from - length / 8,
      ArrowRight: from + length / 8,
      PageUp: from - length,
      PageDown: from + length,
      Home: 0,
      End: count,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(target);
  };
  return (
    <div
      ref={strip}
      class="overview"
      role="slider"
      tabIndex={0}
      aria-label="Overview: the part of the execution that is drawn"
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={Math.round(from) + 1}
      aria-valuetext={`events ${Math.floor(from) + 1} to ${Math.min(count, Math.ceil(to))} of ${count}`}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    >
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <Runs timeline={timeline} lanes={lanes} scale={scale} />
        <rect class="outside" x={0} y={0} width={from * scale} height={HEIGHT} />
        <rect class="outside" x={to * scale} y={0} width={Math.max(0, width - to * scale)} height={HEIGHT} />
        <line class="overview-cursor" x1={(at + 0.5) * scale} x2={(at + 0.5) * scale} y1={0} y2={HEIGHT} />
        <rect
          class="window"
          x={from * scale + 0.75}
          y={0.75}
          width={Math.max(4, (to - from) * scale - 1.5)}
          height={HEIGHT - 1.5}
          rx={3}
        />
        {to - from <= 0.98 * count &&
          [from, to].map((edge, n) => (
            <rect
              key={n}
              class="handle"
              x={clamp(edge * scale - 2.5, 0, width - 5)}
              y={HEIGHT / 2 - 7}
              width={5}
              height={14}
              rx={2.5}
            />
          ))}
      </svg>
    </div>
  );
}

/** Which edge of the window a press takes hold of, in pixels from its left one. A narrow window can still be moved. */
function edgeAt(x: number, width: number): 'from' | 'to' | undefined {
  const inside = Math.min(GRAB, width / 4);
  if (x > -GRAB && x < inside) return 'from';
  return x > width - inside && x < width + GRAB ? 'to' : undefined;
}

function Runs({ timeline, lanes, scale }: Pick<Props, 'timeline' | 'lanes'> & { readonly scale: number }) {
  const contextClass = useContextClass();
  const lane = (HEIGHT - MARKS - 3) / lanes.contexts.length;
  const y = (name: string): number => MARKS + lanes.contexts.findIndex((c) => c.name === name) * lane;
  const height = Math.max(1.5, lane - 1);
  const marks = [
    ...timeline.entries.flatMap((e, n) => (e.mark === undefined ? [] : [{ n, number: e.mark, context: e.context }])),
    ...lanes.variables.flatMap((v) => v.pending.map((p) => ({ n: p.column, number: p.number, context: p.context }))),
  ];
  // Where two would touch, the left one is told.
  const hasRoom = (n: number): boolean => !marks.some((m) => m.n < n && (n - m.n) * scale < NUMBER);
  return (
    <>
      {lanes.activations.map((a) => (
        <g key={`${a.context} ${a.from}`} class={contextClass(a.context)}>
          <rect
            class="overview-run"
            x={a.from * scale}
            y={y(a.lane)}
            width={Math.max(1, (a.to + 1 - a.from) * scale)}
            height={height}
          />
          {a.suspended.map((s) => (
            <rect
              key={s.from}
              class="overview-suspended"
              x={s.from * scale}
              y={y(a.lane)}
              width={Math.max(0.5, (s.to + 1 - s.from) * scale)}
              height={height}
            />
          ))}
        </g>
      ))}
      {timeline.entries.map((e, n) =>
        e.kind === 'gap' ? (
          <rect key={n} class="overview-gap" x={n * scale} y={MARKS} width={Math.max(2, scale)} height={HEIGHT} />
        ) : null,
      )}
      {marks.map(({ n, number, context }) => (
        <g key={`${n} ${number}`} class={contextClass(context)}>
          <line class="overview-tick" x1={(n + 0.5) * scale} x2={(n + 0.5) * scale} y1={2} y2={HEIGHT - 2} />
          {hasRoom(n) && (
            <text class="overview-number" x={(n + 0.5) * scale + 3} y={10}>
              {number}
            </text>
          )}
        </g>
      ))}
    </>
  );
}
