// Finds executions that come back to a state they were in before: nobody sees such a loop, so it goes on for ever. States are compared
// with one that is remembered ever more rarely (R. Brent, "An improved Monte Carlo factorization algorithm", 1980).
// Sound: the whole state of the running context is compared, and nothing else can change it.

import type { Memory } from '../memory.js';
import type { Page } from '../page.js';
import type { Frame, State } from '../state.js';
import { Symbolic, SymbolicPointer, type Value } from '../value.js';

/** Visits of loop headers before the first state is remembered: most executions end or are seen before. */
const PATIENCE = 64;

interface Remembered {
  readonly frames: readonly Frame[];
  readonly memory: Memory;
  readonly visit: number;
}

export class Watch {
  private visits = 0;
  private power = PATIENCE;
  private remembered: Remembered | undefined;
  /** Once a cycle is known: its length in visits, and the state of it to stop in. */
  private cycle: { readonly length: number; readonly start: number; best: string; bestVisit: number } | undefined;

  /** Called at each loop header. Is this the state in which to stop for ever? It does not depend on where the cycle was found. */
  visit(state: State): boolean {
    this.visits++;
    if (this.cycle !== undefined) return this.settle(state, this.cycle);
    const { remembered } = this;
    if (remembered !== undefined && isSame(remembered, state)) {
      const length = this.visits - remembered.visit;
      this.cycle = { length, start: this.visits, best: label(state), bestVisit: this.visits };
      return length === 1;
    }
    if (this.visits >= (remembered?.visit ?? 0) + this.power) {
      this.power *= remembered === undefined ? 1 : 2;
      this.remembered = {
        frames: state.running!.frames.map((f) => f.clone(0)),
        memory: state.memory.clone(),
        visit: this.visits,
      };
    }
    return false;
  }

  /** A cycle is known: every step must be seen from now on. */
  get isSettling(): boolean {
    return this.cycle !== undefined;
  }

  private settle(state: State, cycle: NonNullable<typeof this.cycle>): boolean {
    const since = this.visits - cycle.start;
    if (since <= cycle.length) {
      const text = label(state);
      if (text < cycle.best) Object.assign(cycle, { best: text, bestVisit: this.visits });
      return false;
    }
    return (this.visits - cycle.bestVisit) % cycle.length === 0;
  }
}

function label(state: State): string {
  return state
    .running!.frames.map((f) => `${f.code.object}.${f.block}.${f.index}:${f.registers.map(String).join(',')}`)
    .join('|');
}

function isSame(remembered: Remembered, state: State): boolean {
  const { frames } = state.running!;
  if (frames.length !== remembered.frames.length) return false;
  for (let n = frames.length - 1; n >= 0; n--) if (!isSameFrame(frames[n]!, remembered.frames[n]!)) return false;
  return isSameMemory(state.memory, remembered.memory);
}

function isSameFrame(a: Frame, b: Frame): boolean {
  if (
    a.code !== b.code ||
    a.block !== b.block ||
    a.index !== b.index ||
    a.choices !== undefined ||
    b.choices !== undefined
  )
    return false;
  return a.registers.every((value, n) => isSameValue(value, b.registers[n]!));
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
  const others = b.pages(object);
  return a.pages(object).every((page, n) => page === others[n] || isSamePage(page, others[n]!));
}

function isSamePage(a: Page, b: Page): boolean {
  if (Buffer.compare(a.bytes, b.bytes) !== 0) return false;
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
