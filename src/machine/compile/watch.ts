// Finds executions that come back to a state they were in before: nobody sees such a loop, so it goes on for ever.
// States are compared with one that is remembered ever more rarely (R. Brent, "An improved Monte Carlo factorization
// algorithm", 1980). Sound: the whole state of the running context is compared, and nothing else can change it.

import { areEqualBytes, latin1Text } from '../../base/bytes.js';
import { livingIn } from '../liveness.js';
import type { Memory } from '../memory/memory.js';
import type { Page } from '../memory/page.js';
import { Symbolic, SymbolicPointer, type Value } from '../memory/value.js';
import type { Frame, State } from '../state.js';

/** Visits of loop headers before the first state is remembered: most executions end or are seen before. */
const PATIENCE = 64;

interface Remembered {
  readonly frames: readonly Frame[];
  readonly memory: Memory;
}

/** Once a cycle is known, it is walked once more to choose the state to stop in. */
interface Cycle {
  readonly start: Remembered;
  readonly startVisit: number;
  /** In visits; 0 while it is walked. */
  length: number;
  /** The least state so far: by registers, then by memory. */
  best: string;
  bestMemory: string;
  bestVisit: number;
}

export class Watch {
  private visits = 0;
  private power = PATIENCE;
  private remembered: Remembered | undefined;
  private rememberedAt = 0;
  private cycle: Cycle | undefined;

  /**
   * Called at each loop header. Is this the state in which to stop for ever? It does not depend on where the cycle was
   * found.
   */
  visit(state: State): boolean {
    this.visits++;
    if (this.cycle !== undefined) return this.settle(state, this.cycle);
    if (this.remembered !== undefined && this.isSame(this.remembered, state)) {
      const chosen = { best: this.label(state), bestMemory: contents(state.memory), bestVisit: this.visits };
      this.cycle = { start: this.remembered, startVisit: this.visits, length: 0, ...chosen };
      return false;
    }
    if (this.visits >= this.rememberedAt + this.power) {
      if (this.remembered !== undefined) this.power *= 2;
      this.remembered = { frames: state.running!.frames.map((f) => f.clone(0)), memory: state.memory.clone() };
      this.rememberedAt = this.visits;
    }
    return false;
  }

  /** A cycle is known: every visit must be seen from now on. */
  get isSettling(): boolean {
    return this.cycle !== undefined;
  }

  private settle(state: State, cycle: Cycle): boolean {
    if (cycle.length === 0) {
      if (this.isSame(cycle.start, state)) cycle.length = this.visits - cycle.startVisit;
      else this.consider(state, cycle);
    }
    return cycle.length > 0 && (this.visits - cycle.bestVisit) % cycle.length === 0;
  }

  private consider(state: State, cycle: Cycle): void {
    const label = this.label(state);
    if (label > cycle.best) return;
    const memory = contents(state.memory);
    if (label === cycle.best && memory >= cycle.bestMemory) return;
    cycle.best = label;
    cycle.bestMemory = memory;
    cycle.bestVisit = this.visits;
  }

  private label(state: State): string {
    const { frames } = state.running!;
    return frames
      .map(
        (f, n) =>
          `${position(f)}:${this.values(f, n === frames.length - 1)
            .map(String)
            .join()}`,
      )
      .join('|');
  }

  private values(frame: Frame, isTop: boolean): readonly Value[] {
    return livingIn(frame, isTop).map((register) => frame.registers[register]!);
  }

  private isSame(remembered: Remembered, state: State): boolean {
    const { frames } = state.running!;
    const last = remembered.frames.length - 1;
    if (frames.length - 1 !== last) return false;
    for (let n = last; n >= 0; n--) if (!this.isSameFrame(frames[n]!, remembered.frames[n]!, n === last)) return false;
    return isSameMemory(state.memory, remembered.memory);
  }

  private isSameFrame(a: Frame, b: Frame, isTop: boolean): boolean {
    if (a.code !== b.code || position(a) !== position(b) || choices(a) !== choices(b)) return false;
    const values = this.values(b, isTop);
    return this.values(a, isTop).every((value, n) => isSameValue(value, values[n]!));
  }
}

function position(frame: Frame): string {
  return `${frame.code.object}.${frame.block}.${frame.index}`;
}

/** They are counted, and end some day. */
function choices(frame: Frame): string {
  return frame.choices === undefined ? '' : [...frame.choices].join(' ');
}

function contents(memory: Memory): string {
  const objects = [...Array.from({ length: memory.staticCount }, (_, n) => n), ...memory.dynamicObjects()];
  return objects.map((object) => objectContents(memory, object)).join('|');
}

/** Equal pages that lie side by side as one, with their number. */
function objectContents(memory: Memory, object: number): string {
  const parts: string[] = [];
  let last: string | undefined;
  let equal = 0;
  for (const { page, count } of memory.entry(object)?.runs() ?? []) {
    const bytes = latin1Text(page.bytes);
    if (bytes !== last) {
      if (last !== undefined) parts.push(`${last}*${equal}`);
      [last, equal] = [bytes, 0];
    }
    equal += count;
  }
  if (last !== undefined) parts.push(`${last}*${equal}`);
  return parts.join('');
}

function isSameValue(a: Value, b: Value): boolean {
  if (a === b || Object.is(a, b)) return true;
  if (a instanceof Symbolic) return b instanceof Symbolic && a.term === b.term;
  if (a instanceof SymbolicPointer)
    return b instanceof SymbolicPointer && a.object === b.object && a.offset === b.offset;
  return (
    Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((x: Value, n) => isSameValue(x, b[n] as Value))
  );
}

function isSameMemory(a: Memory, b: Memory): boolean {
  const objects = [...a.dynamicObjects()];
  const others = new Set(b.dynamicObjects());
  if (objects.length !== others.size || !objects.every((o) => others.has(o))) return false;
  for (let object = 0; object < a.staticCount; object++) if (!hasSamePages(a, b, object)) return false;
  return (
    objects.every((object) => hasSamePages(a, b, object)) &&
    [...a.exposedObjects()].length === [...b.exposedObjects()].length
  );
}

function hasSamePages(a: Memory, b: Memory, object: number): boolean {
  const [x, y] = [a.entry(object)!, b.entry(object)!];
  if (x === y) return true;
  for (const [, page, other] of x.differing(y)) if (!isSamePage(page, other)) return false;
  return true;
}

function isSamePage(a: Page, b: Page): boolean {
  if (!areEqualBytes(a.bytes, b.bytes)) return false;
  for (let at = 0; at < a.bytes.length; at++) if ((a.shadow?.[at] ?? 0) !== (b.shadow?.[at] ?? 0)) return false;
  if ((a.cells?.size ?? 0) !== (b.cells?.size ?? 0)) return false;
  for (const [at, cell] of a.cells ?? []) {
    const other = b.cells?.get(at);
    if (
      other === undefined ||
      other.size !== cell.size ||
      other.isPointer !== cell.isPointer ||
      !isSameValue(cell.value, other.value)
    )
      return false;
  }
  return true;
}
