// Is the running context where it was before, with the same data? Then, left alone, it does again what it did since.
// Frames, living registers and the whole memory are compared; masks and arrivals are not.

import { areEqualBytes } from '../base/bytes.js';
import { livingIn } from './liveness.js';
import type { Memory } from './memory/memory.js';
import type { Page } from './memory/page.js';
import { PointerChoice, Symbolic, SymbolicPointer, type Value } from './memory/value.js';
import type { Frame, State } from './state.js';

export interface RememberedRun {
  readonly frames: readonly Frame[];
  readonly memory: Memory;
}

export function rememberRun(state: State): RememberedRun {
  return { frames: state.running!.frames.map((f) => f.clone(0)), memory: state.memory.clone() };
}

/** `known`: any two values that depend on arbitrary data count as the same. */
export function isSameRun(remembered: RememberedRun, state: State, what: 'all' | 'known' = 'all'): boolean {
  const isSame = what === 'all' ? isSameValue : isSameIfKnown;
  const { frames } = state.running!;
  const last = remembered.frames.length - 1;
  if (frames.length - 1 !== last) return false;
  for (let n = last; n >= 0; n--) if (!isSameFrame(frames[n]!, remembered.frames[n]!, n === last, isSame)) return false;
  return isSameMemory(state.memory, remembered.memory, isSame);
}

type Comparison = (a: Value, b: Value) => boolean;

export function positionOf(frame: Frame): string {
  return `${frame.code.object}.${frame.block}.${frame.index}`;
}

export function livingValues(frame: Frame, isTop: boolean): readonly Value[] {
  return livingIn(frame, isTop).map((register) => frame.registers[register]!);
}

function isSameFrame(a: Frame, b: Frame, isTop: boolean, isSame: Comparison): boolean {
  if (a.code !== b.code || a.block !== b.block || a.index !== b.index || choices(a) !== choices(b)) return false;
  const values = livingValues(b, isTop);
  return livingValues(a, isTop).every((value, n) => isSame(value, values[n]!));
}

/** They are counted, and end some day. */
function choices(frame: Frame): string {
  return frame.choices === undefined ? '' : [...frame.choices].join(' ');
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

function isSameIfKnown(a: Value, b: Value): boolean {
  if (a instanceof Symbolic || a instanceof PointerChoice) return b instanceof Symbolic || b instanceof PointerChoice;
  if (a instanceof SymbolicPointer) return b instanceof SymbolicPointer && a.object === b.object;
  return isSameValue(a, b);
}

function isSameMemory(a: Memory, b: Memory, isSame: Comparison): boolean {
  const objects = [...a.dynamicObjects()];
  const others = new Set(b.dynamicObjects());
  if (objects.length !== others.size || !objects.every((o) => others.has(o))) return false;
  for (let object = 0; object < a.staticCount; object++) if (!hasSamePages(a, b, object, isSame)) return false;
  return (
    objects.every((object) => hasSamePages(a, b, object, isSame)) &&
    [...a.exposedObjects()].length === [...b.exposedObjects()].length
  );
}

function hasSamePages(a: Memory, b: Memory, object: number, isSame: Comparison): boolean {
  const [x, y] = [a.entry(object)!, b.entry(object)!];
  if (x === y) return true;
  for (const [, page, other] of x.differing(y)) if (!isSamePage(page, other, isSame)) return false;
  return true;
}

function isSamePage(a: Page, b: Page, isSame: Comparison): boolean {
  if (!areEqualBytes(a.bytes, b.bytes)) return false;
  for (let at = 0; at < a.bytes.length; at++) if ((a.shadow?.[at] ?? 0) !== (b.shadow?.[at] ?? 0)) return false;
  if ((a.cells?.size ?? 0) !== (b.cells?.size ?? 0)) return false;
  for (const [at, cell] of a.cells ?? []) {
    const other = b.cells?.get(at);
    if (
      other === undefined ||
      other.size !== cell.size ||
      other.isPointer !== cell.isPointer ||
      !isSame(cell.value, other.value)
    )
      return false;
  }
  return true;
}
