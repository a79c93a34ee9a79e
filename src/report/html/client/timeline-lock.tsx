// The lane of a lock: a bar for whoever holds it, and below it a dashed line for whoever waits. On the lane of a
// thread, where it is seen to wait.

import { useContextClass } from './colours.js';
import type { ShownEntry } from './decode.js';
import type { LockLane } from './lock-lanes.js';
import { clipped, type Geometry } from './timeline-geometry.js';
import type { ColumnRange } from './zoom.js';

/** Height of a bar. */
const HOLD = 14;

interface LockProps {
  readonly lane: LockLane;
  readonly y: number;
  readonly g: Geometry;
  readonly drawn: ColumnRange;
}

export function LockBars({ lane, y, g, drawn }: LockProps) {
  const contextClass = useContextClass();
  const meets = ({ from, to }: ColumnRange): boolean => from < drawn.to && to >= drawn.from;
  const edge = (column: number): number => Math.min(g.width, g.x(column));
  return (
    <g class="lock-lane">
      <line class="lane-line" x1={0} x2={g.width} y1={y} y2={y} />
      {lane.holds.filter(meets).map(({ from, to, holder }) => (
        <g key={from} class={contextClass(holder)}>
          <title>{`${holder} holds ${lane.name}`}</title>
          <rect
            class="hold"
            x={g.x(from)}
            y={y - HOLD / 2}
            width={Math.max(2, edge(to) - g.x(from))}
            height={HOLD}
            rx={4}
          />
          <text class="holder" x={Math.max(g.x(from), 0) + 6} y={y + 4}>
            {clipped(holder, edge(to) - g.x(from) - 10)}
          </text>
        </g>
      ))}
      {lane.waits.filter(meets).map(({ from, to, context }) => (
        <g key={`${from} ${context}`} class={contextClass(context)}>
          <title>{`${context} waits for ${lane.name}`}</title>
          <line class="awaits" x1={g.x(from)} x2={edge(to)} y1={y + HOLD / 2 + 2} y2={y + HOLD / 2 + 2} />
        </g>
      ))}
    </g>
  );
}

interface WaitProps {
  readonly entry: ShownEntry;
  readonly x: number;
  readonly y: number;
}

/** The number that the finding gives it, else a pause. */
export function WaitMark({ entry, x, y }: WaitProps) {
  const contextClass = useContextClass();
  const isMarked = entry.mark !== undefined;
  return (
    <g class={`access waits ${isMarked ? 'marked' : ''} ${contextClass(entry.context)}`}>
      <title>{`${entry.context}: ${entry.text}, ${entry.effects.join(', ')}`}</title>
      <circle class="number" cx={x} cy={y} r={isMarked ? 11 : 8} />
      {isMarked ? (
        <text class="number-text" x={x} y={y + 4}>
          {entry.mark}
        </text>
      ) : (
        <path class="pause" d={`M${x - 2} ${y - 3}v6M${x + 2} ${y - 3}v6`} />
      )}
    </g>
  );
}
