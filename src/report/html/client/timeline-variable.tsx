// The lane of a variable: its value as a logic analyser draws a bus, and the reads and writes on it.

import { useContextClass } from './colours.js';
import type { ShownEntry } from './decode.js';
import type { Pending, VariableLane } from './lanes.js';
import { CHARACTER, clipped, type Geometry, WAVE } from './timeline-geometry.js';

/** Columns after which a value is written again. */
const REPEATED = 12;

interface VariableProps {
  readonly lane: VariableLane;
  readonly entries: readonly ShownEntry[];
  readonly y: number;
  readonly g: Geometry;
}

export function Variable({ lane, entries, y, g }: VariableProps) {
  // What goes on beyond the drawing has its edge outside.
  const edge = (column: number): number => (column < 0 ? -2 : column >= entries.length ? g.width + 2 : g.x(column));
  const top = y - WAVE / 2;
  const bottom = y + WAVE / 2;
  return (
    <g class={`wave ${lane.isMain ? 'main' : ''}`}>
      {lane.waves.length === 0 && <line class="register" x1={0} x2={g.width} y1={y} y2={y} />}
      {lane.waves.map((w) => {
        const [from, to] = [edge(w.from), edge(w.to)];
        const left = w.from < 0 ? `M${from} ${top}` : `M${from + 5} ${top}`;
        const right = w.to >= entries.length ? `H${to}V${bottom}` : `H${to - 5}L${to} ${y}L${to - 5} ${bottom}`;
        const back = w.from < 0 ? `H${from}Z` : `H${from + 5}L${from} ${y}L${from + 5} ${top}`;
        return <path key={w.from} class="bus" d={`${left}${right}${back}`} />;
      })}
      {labelsOf(lane, g).map(({ text, x }) => (
        <text key={x} class="value" x={x} y={y + 4}>
          {text}
        </text>
      ))}
      {lane.pending.map((p) => (
        <PendingMark key={p.number} pending={p} x={g.x(p.column)} y={y} />
      ))}
      {lane.accesses.map((n) => (
        <AccessMark key={n} entry={entries[n]!} x={g.x(n)} y={y} />
      ))}
    </g>
  );
}

interface Label {
  readonly text: string;
  /** Its middle. */
  readonly x: number;
}

/** Values stand where no access covers them, at the beginning of their run and again where that is far away. */
function labelsOf(lane: VariableLane, g: Geometry): readonly Label[] {
  const taken = new Set([...lane.accesses, ...lane.pending.map((p) => p.column)]);
  return lane.waves.flatMap((wave) => {
    const labels: Label[] = [];
    const value = wave.value ?? '?';
    let next = Math.max(0, wave.from + 1);
    for (let n = next; n < wave.to; n++) {
      if (n < next || taken.has(n)) continue;
      let end = n;
      while (end < wave.to && end < n + 4 && !taken.has(end)) end++;
      // Where another value begins, the bus narrows half a column before.
      const room = (end - n) * g.column + (end === wave.to ? -2 : 0);
      const text = clipped(value, room);
      if (text === '') continue;
      const width = Math.min(room, Math.max(g.column, text.length * CHARACTER));
      labels.push({ text, x: n * g.column + width / 2 });
      next = n + REPEATED;
    }
    return labels;
  });
}

interface AccessProps {
  readonly entry: ShownEntry;
  readonly x: number;
  readonly y: number;
  readonly g: Geometry;
}

/** From the context to the variable, for the accesses of the finding. */
export function Tie({ entry, x, y, g }: AccessProps) {
  const contextClass = useContextClass();
  if (entry.mark === undefined) return null;
  return <line class={`tie ${contextClass(entry.context)}`} x1={x} x2={x} y1={g.contextY(entry.context)} y2={y} />;
}

/** On the lane of the variable: R or W, or the number that the finding gives it. */
function AccessMark({ entry, x, y }: Omit<AccessProps, 'g'>) {
  const contextClass = useContextClass();
  const isMarked = entry.mark !== undefined;
  return (
    <g
      class={`access ${entry.operation === 'W' ? 'write' : 'read'} ${isMarked ? 'marked' : ''} ${contextClass(entry.context)}`}
    >
      <title>{`${entry.context}: ${entry.text}`}</title>
      {isMarked ? (
        <circle class="number" cx={x} cy={y} r={11} />
      ) : (
        <rect class="letter" x={x - 8} y={y - 8} width={16} height={16} rx={entry.operation === 'W' ? 3 : 8} />
      )}
      <text class={isMarked ? 'number-text' : 'letter-text'} x={x} y={y + 4}>
        {isMarked ? entry.mark : entry.operation}
      </text>
    </g>
  );
}

/** An access that did not happen any more: its number, hollow. */
function PendingMark({ pending: p, x, y }: { readonly pending: Pending; readonly x: number; readonly y: number }) {
  const contextClass = useContextClass();
  return (
    <g class={`access pending ${contextClass(p.context)}`}>
      <title>{`${p.context} is about to ${p.operation === 'R' ? 'read' : 'write'}`}</title>
      <circle class="number" cx={x} cy={y} r={11} />
      <text class="number-text" x={x} y={y + 4}>
        {p.number}
      </text>
    </g>
  );
}
