// The timeline as swim lanes: contexts on top, who interrupts above whom it interrupts, then changes of masks, then each variable as a
// logic analyser draws a bus, with the reads and writes on it. All of it stays as it is while stepping; only the cursor moves.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HtmlModel } from '../data.js';
import { useContextClass } from './colours.js';
import type { Entry, Timeline } from './decode.js';
import type { Activation, Lanes, Pending, VariableLane } from './lanes.js';

const AXIS = 22;
const CONTEXT_LANE = 38;
const BAR = 18;
const MASK_LANE = 30;
const VARIABLE_LANE = 36;
const WAVE = 22;
const NARROWEST = 36;
const WIDEST = 72;
/** Of the font of values, 11 px. */
const CHARACTER = 6.7;
/** Lanes of variables that are drawn unasked: these, and all that the finding is about. Device registers are not among them. */
const FEW = 4;

interface Props {
  readonly timeline: Timeline;
  readonly lanes: Lanes;
  readonly model: HtmlModel;
  readonly at: number;
  readonly onGo: (to: number) => void;
}

/** Where things are, in pixels. */
interface Geometry {
  readonly column: number;
  readonly width: number;
  readonly height: number;
  /** Middle of a column. */
  readonly x: (column: number) => number;
  /** Middle of a context's lane. */
  readonly contextY: (name: string) => number;
  readonly maskY: number;
  readonly variableY: (index: number) => number;
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

function geometryOf(lanes: Lanes, variables: number, count: number, available: number): Geometry {
  const column = Math.max(NARROWEST, Math.min(WIDEST, Math.floor(available / Math.max(1, count))));
  const contextsEnd = AXIS + lanes.contexts.length * CONTEXT_LANE;
  const masksEnd = contextsEnd + (lanes.masks.length > 0 ? MASK_LANE : 0);
  return {
    column,
    width: Math.max(count * column, 1),
    height: masksEnd + variables * VARIABLE_LANE + 6,
    x: (n) => (n + 0.5) * column,
    contextY: (name) => AXIS + (lanes.contexts.findIndex((c) => c.name === name) + 0.5) * CONTEXT_LANE,
    maskY: contextsEnd + MASK_LANE / 2,
    variableY: (index) => masksEnd + (index + 0.5) * VARIABLE_LANE,
  };
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

interface DrawingProps extends Omit<LabelsProps, 'model'> {
  readonly timeline: Timeline;
}

export function Drawing({ timeline, lanes, variables, g }: DrawingProps) {
  const { entries } = timeline;
  return (
    <>
      {lanes.contexts.map((c) => (
        <line key={c.name} class="lane-line" x1={0} x2={g.width} y1={g.contextY(c.name)} y2={g.contextY(c.name)} />
      ))}
      {entries.map((e, n) =>
        n === 0 || e.step !== entries[n - 1]!.step ? (
          <text key={n} class="axis" x={g.x(n)} y={15}>
            {e.step}
          </text>
        ) : null,
      )}
      {lanes.activations.map((a) => (
        <Bar key={`${a.context} ${a.from}`} activation={a} g={g} />
      ))}
      {variables.map((lane, index) =>
        lane.accesses.map((n) => <Tie key={n} entry={entries[n]!} x={g.x(n)} y={g.variableY(index)} g={g} />),
      )}
      {entries.map((e, n) => (e.kind === 'gap' ? <GapMark key={n} entry={e} x={g.x(n)} g={g} /> : null))}
      {entries.map((e, n) =>
        e.kind === 'start' || e.kind === 'end' || e.kind === 'gap' ? null : <Dot key={n} entry={e} x={g.x(n)} g={g} />,
      )}
      {lanes.masks.map((n, index) => (
        <MaskMark
          key={n}
          entry={entries[n]!}
          x={g.x(n)}
          room={((lanes.masks[index + 1] ?? entries.length) - n) * g.column}
          g={g}
        />
      ))}
      {variables.map((lane, index) => (
        <Variable key={lane.name} lane={lane} entries={entries} y={g.variableY(index)} g={g} />
      ))}
    </>
  );
}

function Bar({ activation: a, g }: { readonly activation: Activation; readonly g: Geometry }) {
  const contextClass = useContextClass();
  const y = g.contextY(a.context);
  const from = a.hasStart ? g.x(a.from) : 0;
  const to = a.hasEnd ? g.x(a.to) : g.width;
  const runs = runsOf(
    from,
    to,
    a.suspended.map((s) => ({ from: g.x(s.from), to: s.to === a.to && !a.hasEnd ? g.width : g.x(s.to) })),
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

function GapMark({ entry, x, g }: { readonly entry: Entry; readonly x: number; readonly g: Geometry }) {
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
  readonly entry: Entry;
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

interface VariableProps {
  readonly lane: VariableLane;
  readonly entries: readonly Entry[];
  readonly y: number;
  readonly g: Geometry;
}

function Variable({ lane, entries, y, g }: VariableProps) {
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
      {lane.waves.map((w) => (
        <WaveLabel key={w.from} wave={w} lane={lane} edge={edge} y={y} g={g} />
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

interface WaveLabelProps {
  readonly wave: VariableLane['waves'][number];
  readonly lane: VariableLane;
  readonly edge: (column: number) => number;
  readonly y: number;
  readonly g: Geometry;
}

/** The value stands behind the first column of its run that no access covers, or not at all: the access shows it, too. */
function WaveLabel({ wave, lane, edge, y, g }: WaveLabelProps) {
  const value = wave.value ?? '?';
  const taken = new Set([...lane.accesses, ...lane.pending.map((p) => p.column)]);
  const first = Math.max(0, wave.from + 1);
  let free = first;
  while (free < wave.to && taken.has(free)) free++;
  let end = free;
  while (end < wave.to && !taken.has(end)) end++;
  if (free >= wave.to) return null;
  const from = free * g.column + (free === first && wave.from >= 0 ? 0 : 2);
  const to = end >= wave.to ? edge(wave.to) - 8 : end * g.column - 2;
  const text = clipped(value, to - from);
  if (text === '') return null;
  return (
    <text class="value" x={(from + Math.min(to, from + Math.max(g.column, value.length * CHARACTER))) / 2} y={y + 4}>
      {text}
    </text>
  );
}

interface AccessProps {
  readonly entry: Entry;
  readonly x: number;
  readonly y: number;
  readonly g: Geometry;
}

/** On the bar of the context: a round one reads, a square one writes, a tilted one is a call or an operation on masks. */
function Dot({ entry, x, g }: { readonly entry: Entry; readonly x: number; readonly g: Geometry }) {
  const y = g.contextY(entry.context);
  return (
    <g class="dot">
      <title>{`${entry.context}: ${entry.text}`}</title>
      {entry.operation === 'R' && <circle cx={x} cy={y} r={4} />}
      {entry.operation === 'W' && <rect x={x - 4} y={y - 4} width={8} height={8} rx={1} />}
      {entry.operation === undefined && <path d={`M${x} ${y - 4}l4 4l-4 4l-4 -4z`} />}
    </g>
  );
}

/** From the context to the variable, for the accesses of the finding. */
function Tie({ entry, x, y, g }: AccessProps) {
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

function clipped(text: string, room: number): string {
  const most = Math.floor(room / CHARACTER);
  if (text.length <= most) return text;
  return most < 3 ? '' : `${text.slice(0, most - 1)}…`;
}
