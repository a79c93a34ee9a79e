// What a timeline shows of the contexts: bars, solid while a context runs and pale while it is suspended, arrows
// where one interrupts another, a dot for each thing that it does; and what changes masks.

import { useContextClass } from './colours.js';
import type { ShownEntry, ShownTimeline } from './decode.js';
import type { LaneActivation, Lanes, VariableLane } from './lanes.js';
import { isStep } from './stepper.js';
import { AXIS, apart, BAR, clipped, DOTS, type Geometry } from './timeline-geometry.js';
import { LockBars, WaitMark } from './timeline-lock.js';
import { Tie, Variable } from './timeline-variable.js';
import { axisInterval, type ColumnRange } from './zoom.js';

interface DrawingProps {
  readonly timeline: ShownTimeline;
  readonly lanes: Lanes;
  readonly variables: readonly VariableLane[];
  readonly g: Geometry;
  /** Only what meets these columns is drawn. */
  readonly drawn: ColumnRange;
}

/** Least room for the number of a step. */
const STEP_NUMBER = 30;

export function Drawing({ timeline, lanes, variables, g, drawn }: DrawingProps) {
  const { entries } = timeline;
  const first = Math.max(0, drawn.from);
  const inSight = entries.slice(first, drawn.to).map((_, n) => first + n);
  const meets = ({ from, to }: ColumnRange): boolean => from < drawn.to && to >= drawn.from;
  const interval = axisInterval(g.column, STEP_NUMBER);
  const masks = lanes.masks.filter((n) => n >= drawn.from && n < drawn.to);
  return (
    <>
      {lanes.contexts.map((c) => (
        <line key={c.name} class="lane-line" x1={0} x2={g.width} y1={g.contextY(c.name)} y2={g.contextY(c.name)} />
      ))}
      {inSight.map((n) =>
        isNumbered(entries, n) && entries[n]!.step % interval === 0 ? (
          <text key={n} class="axis" x={Math.max(5, g.x(n))} y={15}>
            {entries[n]!.step}
          </text>
        ) : null,
      )}
      {lanes.activations.filter(meets).map((a) => (
        <Bar key={`${a.context} ${a.from}`} activation={a} g={g} />
      ))}
      {variables.map((lane, index) =>
        lane.accesses.map((n) => <Tie key={n} entry={entries[n]!} x={g.x(n)} y={g.variableY(index)} g={g} />),
      )}
      {inSight.map((n) =>
        entries[n]!.kind === 'gap' ? <GapMark key={n} entry={entries[n]!} x={g.x(n)} g={g} /> : null,
      )}
      {g.column >= DOTS &&
        inSight.filter((n) => isStep(entries[n]!)).map((n) => <Dot key={n} entry={entries[n]!} x={g.x(n)} g={g} />)}
      {apart(masks, g, 13, () => false).map((n, index, shown) => (
        <MaskMark
          key={n}
          entry={entries[n]!}
          x={g.x(n)}
          room={((shown[index + 1] ?? entries.length) - n) * g.column}
          g={g}
        />
      ))}
      {lanes.locks.map((lane, index) => (
        <LockBars key={lane.name} lane={lane} y={g.lockY(index)} g={g} drawn={drawn} />
      ))}
      {lanes.waits
        .filter((n) => n >= drawn.from && n < drawn.to)
        .map((n) => (
          <WaitMark key={n} entry={entries[n]!} x={g.x(n)} y={g.entryY(entries[n]!)} />
        ))}
      {variables.map((lane, index) => (
        <Variable key={lane.name} lane={lane} entries={entries} y={g.variableY(index)} g={g} drawn={drawn} />
      ))}
    </>
  );
}

/** A step that reads and writes has two columns, and its number above the first. */
function isNumbered(entries: readonly ShownEntry[], n: number): boolean {
  if (!isStep(entries[n]!)) return false;
  const before = entries[n - 1];
  return before === undefined || !isStep(before) || before.step !== entries[n]!.step;
}

function Bar({ activation: a, g }: { readonly activation: LaneActivation; readonly g: Geometry }) {
  const contextClass = useContextClass();
  const y = g.contextY(a.lane);
  // An end that is not shown lies at the edge of its column.
  const from = a.hasStart ? g.x(a.from) : a.from * g.column;
  const to = a.hasEnd ? g.x(a.to) : (a.to + 1) * g.column;
  const runs = runsOf(
    from,
    to,
    a.suspended.map((s) => ({ from: g.x(s.from), to: s.to === a.to && !a.hasEnd ? to : g.x(s.to) })),
  );
  const over = a.over === undefined ? undefined : g.contextY(a.over);
  return (
    <g class={`activation ${contextClass(a.context)}`}>
      <rect class="suspended" x={from} y={y - BAR / 2} width={Math.max(0, to - from)} height={BAR} rx={4} />
      {runs.map((r) => (
        <rect
          key={r.from}
          class="running"
          x={r.from}
          y={y - BAR / 2}
          width={Math.max(0, r.to - r.from)}
          height={BAR}
          rx={4}
        />
      ))}
      {over !== undefined && a.hasStart && (
        <path class="connector" d={`M${from} ${over - BAR / 2}V${y + BAR / 2 + 7}`} />
      )}
      {over !== undefined && a.hasStart && <path class="head" d={`M${from - 4} ${y + BAR / 2 + 8}h8l-4 -7z`} />}
      {over !== undefined && a.hasEnd && <path class="connector" d={`M${to} ${y + BAR / 2}V${over - BAR / 2 - 7}`} />}
      {over !== undefined && a.hasEnd && <path class="head" d={`M${to - 4} ${over - BAR / 2 - 8}h8l-4 7z`} />}
    </g>
  );
}

interface Run {
  readonly from: number;
  readonly to: number;
}

function runsOf(from: number, to: number, suspended: readonly Run[]): readonly Run[] {
  const runs: Run[] = [];
  let start = from;
  for (const s of [...suspended].sort((a, b) => a.from - b.from)) {
    if (s.from > start) runs.push({ from: start, to: s.from });
    start = s.to;
  }
  if (to > start) runs.push({ from: start, to });
  return runs;
}

function GapMark({ entry, x, g }: { readonly entry: ShownEntry; readonly x: number; readonly g: Geometry }) {
  const zigzag = Array.from(
    { length: Math.ceil(g.height / 12) },
    (_, n) => `l${n % 2 === 0 ? 6 : -6} 6l${n % 2 === 0 ? -6 : 6} 6`,
  ).join('');
  return (
    <g class="gap">
      <title>{entry.text}</title>
      <path class="gap-back" d={`M${x - 3} ${AXIS}${zigzag}`} />
      <path d={`M${x - 5} ${AXIS}${zigzag}`} />
      <path d={`M${x + 1} ${AXIS}${zigzag}`} />
    </g>
  );
}

interface MaskProps {
  readonly entry: ShownEntry;
  readonly x: number;
  readonly room: number;
  readonly g: Geometry;
}

/** A padlock, shut where the entry keeps ISRs out, with what was done beside it as far as there is room. */
function MaskMark({ entry, x, room, g }: MaskProps) {
  const contextClass = useContextClass();
  const isShut = entry.effects.some((text) => /^(?:closes|disables|sets the ceiling|begins)/.test(text));
  const y = g.maskY;
  const text = entry.effects.length === 0 ? entry.text : entry.effects.join(', ');
  return (
    <g class={`mask ${isShut ? 'shut' : 'opened'} ${contextClass(entry.context)}`}>
      <title>{`${entry.text}: ${text}`}</title>
      <path class="shackle" d={`M${x - 3} ${y - 1}v-3a3 3 0 0 1 6 0${isShut ? 'v3' : ''}`} />
      <rect x={x - 5} y={y - 1} width={10} height={8} rx={2} />
      <text x={x + 9} y={y + 5}>
        {clipped(text, room - 16)}
      </text>
    </g>
  );
}

/**
 * On the bar of the context: a round one reads, a square one writes, a tilted one is a call or an operation on masks.
 */
function Dot({ entry, x, g }: { readonly entry: ShownEntry; readonly x: number; readonly g: Geometry }) {
  const y = g.entryY(entry);
  return (
    <g class="dot">
      <title>{`${entry.context}: ${entry.text}`}</title>
      {entry.operation === 'R' && <circle cx={x} cy={y} r={4} />}
      {entry.operation === 'W' && <rect x={x - 4} y={y - 4} width={8} height={8} rx={1} />}
      {entry.operation === undefined && <path d={`M${x} ${y - 4}l4 4l-4 4l-4 -4z`} />}
    </g>
  );
}
