// The lane of a variable: its value as a logic analyser draws a bus, and the reads and writes on it.

import { useContextClass } from './colours.js';
import type { ShownEntry } from './decode.js';
import type { Pending, VariableLane, Wave } from './lanes.js';
import { apart, CHARACTER, clipped, type Geometry, LETTERS, WAVE } from './timeline-geometry.js';
import type { ColumnRange } from './zoom.js';

/** Columns after which a value is written again. */
const REPEATED = 12;
/** Of a value that is drawn by itself, in pixels. */
const SHORTEST = 4;

interface VariableProps {
  readonly lane: VariableLane;
  readonly entries: readonly ShownEntry[];
  readonly y: number;
  readonly g: Geometry;
  readonly drawn: ColumnRange;
}

export function Variable({ lane, entries, y, g, drawn }: VariableProps) {
  const isDrawn = (n: number): boolean => n >= drawn.from && n < drawn.to;
  const isMarked = (n: number): boolean => entries[n]!.mark !== undefined;
  const accesses = apart(lane.accesses.filter(isDrawn), g, g.column < LETTERS ? 3 : 0, isMarked);
  const waves = readable(
    lane.waves.filter((w) => w.from < drawn.to && w.to >= drawn.from),
    g.column,
  );
  // What goes on beyond the drawing has its edge outside.
  const edge = (column: number): number => (column < 0 ? -2 : column >= entries.length ? g.width + 2 : g.x(column));
  const top = y - WAVE / 2;
  const bottom = y + WAVE / 2;
  return (
    <g class={`wave ${lane.isMain ? 'main' : ''}`}>
      {lane.waves.length === 0 && <line class="register" x1={0} x2={g.width} y1={y} y2={y} />}
      {waves.map((w) => {
        const [from, to] = [edge(w.from), edge(w.to)];
        const slope = Math.min(5, (to - from) / 2);
        const left = w.from < 0 ? `M${from} ${top}` : `M${from + slope} ${top}`;
        const right = w.to >= entries.length ? `H${to}V${bottom}` : `H${to - slope}L${to} ${y}L${to - slope} ${bottom}`;
        const back = w.from < 0 ? `H${from}Z` : `H${from + slope}L${from} ${y}L${from + slope} ${top}`;
        return <path key={w.from} class={w.isBusy ? 'bus busy' : 'bus'} d={`${left}${right}${back}`} />;
      })}
      {labelsOf({ ...lane, waves }, g, drawn).map(({ text, x }) => (
        <text key={x} class="value" x={x} y={y + 4}>
          {text}
        </text>
      ))}
      {lane.pending.map((p) => (
        <PendingMark key={p.number} pending={p} x={g.x(p.column)} y={y} />
      ))}
      {accesses.map((n) => (
        <AccessMark key={n} entry={entries[n]!} x={g.x(n)} y={y} g={g} />
      ))}
    </g>
  );
}

/** Changes that follow each other too fast to be seen become one: that it was busy. */
function readable(waves: readonly Wave[], column: number): readonly (Wave & { readonly isBusy?: true })[] {
  const shown: (Wave & { readonly isBusy?: true })[] = [];
  for (const wave of waves) {
    const last = shown.at(-1);
    const isShort = (wave.to - wave.from) * column < SHORTEST;
    if (isShort && last?.isBusy) shown[shown.length - 1] = { ...last, to: wave.to };
    else shown.push(isShort ? { ...wave, value: '', isBusy: true } : wave);
  }
  return shown;
}

interface Label {
  readonly text: string;
  /** Its middle. */
  readonly x: number;
}

/** Values stand where no access covers them, at the beginning of their run and again where that is far away. */
function labelsOf(lane: VariableLane, g: Geometry, drawn: ColumnRange): readonly Label[] {
  const taken = new Set([...lane.accesses, ...lane.pending.map((p) => p.column)]);
  return lane.waves.flatMap((wave) => {
    const labels: Label[] = [];
    const value = wave.value ?? '?';
    if (value === '') return labels;
    let next = Math.max(0, wave.from + 1, Math.floor(drawn.from / REPEATED) * REPEATED);
    // A wide number needs several narrow columns.
    const most = Math.max(4, Math.ceil((value.length * CHARACTER) / g.column));
    for (let n = next; n < Math.min(wave.to, drawn.to); n++) {
      if (n < next || taken.has(n)) continue;
      let end = n;
      while (end < wave.to && end < n + most && !taken.has(end)) end++;
      // Where another value begins, the bus narrows half a column before.
      const room = (end - n) * g.column + (end === wave.to ? -2 : 0);
      const text = clipped(value, room);
      if (text === '') continue;
      const width = Math.min(room, Math.max(g.column, text.length * CHARACTER));
      labels.push({ text, x: Math.max(4, n * g.column) + width / 2 });
      next = n + Math.max(REPEATED, Math.ceil((text.length * CHARACTER + 300) / g.column));
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
  return <line class={`tie ${contextClass(entry.context)}`} x1={x} x2={x} y1={g.entryY(entry)} y2={y} />;
}

/**
 * On the lane of the variable: R or W, or the number that the finding gives it; a bar where there is no room for
 * letters.
 */
function AccessMark({ entry, x, y, g }: AccessProps) {
  const contextClass = useContextClass();
  const isMarked = entry.mark !== undefined;
  const isBar = !isMarked && g.column < LETTERS;
  const width = isBar ? Math.max(2, Math.min(6, g.column - 2)) : 16;
  return (
    <g
      class={`access ${entry.operation === 'W' ? 'write' : 'read'} ${isMarked ? 'marked' : ''} ${contextClass(entry.context)}`}
    >
      <title>{`${entry.context}: ${entry.text}`}</title>
      {isMarked ? (
        <circle class="number" cx={x} cy={y} r={11} />
      ) : (
        <rect
          class={isBar ? 'letter tick' : 'letter'}
          x={x - width / 2}
          y={y - 8}
          width={width}
          height={16}
          rx={Math.min(width / 2, entry.operation === 'W' ? 3 : 8)}
        />
      )}
      {!isBar && (
        <text class={isMarked ? 'number-text' : 'letter-text'} x={x} y={y + 4}>
          {isMarked ? entry.mark : entry.operation}
        </text>
      )}
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
