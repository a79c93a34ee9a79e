// Two states at the same place of the program as one: what differs in data becomes a choice by a condition. What is not
// data (masks, frames, objects, which object a pointer points into) must be equal, or the states stay apart; joining is
// exact, never an approximation.

import type { Type } from '../ir/type.js';
import type { Term, Terms } from '../solve/term.js';
import { livingIn } from './liveness.js';
import type { Machine } from './machine.js';
import { Leaves } from './memory/leaves.js';
import type { Memory } from './memory/memory.js';
import type { ObjectInfo } from './memory/object-info.js';
import { PAGE_BYTES, type Page, Shadow } from './memory/page.js';
import { alternativesOf, choosePointer } from './memory/pointer-choice.js';
import { type Pointer, PointerChoice, pointer, Symbolic, SymbolicPointer, type Value } from './memory/value.js';
import { registerTypes } from './register-types.js';
import type { Activation, State } from './state.js';
import type { Arithmetic } from './stepping/arithmetic.js';

/** Pointers to more objects than this keep states apart. */
const MAX_CHOICES = 16;

export class Merger {
  readonly leaves: Leaves;
  private readonly terms: Terms;
  private readonly pointerBytes: number;
  private readonly arithmetic: Arithmetic;

  constructor(machine: Machine) {
    this.terms = machine.terms;
    this.arithmetic = machine.arithmetic;
    this.leaves = new Leaves(machine.program.module.layout);
    this.pointerBytes = machine.program.target.pointerBytes;
  }

  /**
   * A state that is `a` where the condition holds and `b` elsewhere; undefined if they must stay apart. Paths and
   * inputs are the caller's.
   */
  merge(a: State, b: State, condition: Term): State | undefined {
    if (!sameThreads(a, b)) return undefined;
    if (!sameMasks(a, b) || a.activations.length !== b.activations.length || a.thread.status !== b.thread.status)
      return undefined;
    if (!a.activations.every((activation, n) => sameFrames(activation, b.activations[n]!))) return undefined;
    const merged = a.clone();
    if (!merged.memory.absorb(b.memory)) return undefined;
    if (!this.mergeFrames(merged, a, b, condition)) return undefined;
    if (!this.mergeMemory(merged.memory, a.memory, b.memory, condition)) return undefined;
    merged.steps = Math.max(a.steps, b.steps);
    merged.announced = a.announced === a.steps && b.announced === b.steps ? merged.steps : -1;
    merged.calls = Math.max(a.calls, b.calls);
    return merged;
  }

  private mergeFrames(merged: State, a: State, b: State, condition: Term): boolean {
    return a.activations.every((activation, n) =>
      activation.frames.every((frame, depth) => {
        const other = b.activations[n]!.frames[depth]!;
        if (frame === other) return true;
        const registers = frame.registers.slice();
        for (const register of livingIn(frame, depth === activation.frames.length - 1)) {
          const [x, y] = [frame.registers[register]!, other.registers[register]!];
          if (x === y) continue;
          const value = this.join(registerTypes(frame.code)[register]!, x, y, condition);
          if (value === undefined) return false;
          registers[register] = value;
        }
        const copy = frame.clone(merged.owner);
        copy.registers = registers;
        copy.serial = Math.max(frame.serial, other.serial);
        for (const [block, count] of other.choices ?? []) {
          copy.choices ??= new Map();
          copy.choices.set(block, Math.max(count, copy.choices.get(block) ?? 0));
        }
        merged.activations[n]!.frames[depth] = copy;
        return true;
      }),
    );
  }

  /** One value for two; undefined for pointers to different objects. */
  private join(type: Type, x: Value, y: Value, condition: Term): Value | undefined {
    if (x === y) return x;
    switch (type.kind) {
      case 'int':
      case 'float':
        return this.arithmetic.value(
          type,
          this.terms.ite(condition, this.arithmetic.term(type, x), this.arithmetic.term(type, y)),
        );
      case 'pointer':
        return this.joinPointers(x, y, condition);
      case 'array':
      case 'vector':
      case 'struct': {
        const [xs, ys] = [x as readonly Value[], y as readonly Value[]];
        const parts = xs.map((part, n) => {
          const of = type.kind === 'struct' ? type.fields![n]! : type.element;
          return this.join(of, part, ys[n]!, condition);
        });
        return parts.some((p) => p === undefined) ? undefined : (parts as Value[]);
      }
      default:
        return undefined;
    }
  }

  private joinPointers(x: Value, y: Value, condition: Term): Value | undefined {
    if (isEqualValue(x, y)) return x;
    if (x instanceof Symbolic && y instanceof Symbolic) return new Symbolic(this.terms.ite(condition, x.term, y.term));
    if (x instanceof Symbolic || y instanceof Symbolic) return undefined;
    const joined = choosePointer(this.terms, condition, x as Pointer, y as Pointer);
    return alternativesOf(joined).length > MAX_CHOICES ? undefined : joined;
  }

  private mergeMemory(merged: Memory, a: Memory, b: Memory, condition: Term): boolean {
    for (let object = 1; object < a.staticCount; object++)
      if (!this.mergeObject(merged, a, b, object, condition)) return false;
    for (const object of [...a.dynamicObjects()])
      if (b.entry(object) !== undefined && !this.mergeObject(merged, a, b, object, condition)) return false;
    return true;
  }

  private mergeObject(merged: Memory, a: Memory, b: Memory, object: number, condition: Term): boolean {
    const [x, y] = [a.entry(object)!, b.entry(object)!];
    if (x === y) return true;
    for (const [n, p, q] of x.differing(y)) {
      const differ = this.differences(x.info, p, q, n * PAGE_BYTES);
      for (const { start, size } of differ)
        if (!this.mergeLeaf(merged, a, b, object, start, size, condition)) return false;
    }
    return true;
  }

  /** Units in which two pages of an object differ, as ranges of the object. */
  *differences(info: ObjectInfo, p: Page, q: Page, base: number): Generator<{ start: number; size: number }> {
    for (let at = 0; at < p.bytes.length; ) {
      if (isEqualByte(p, q, at)) {
        at++;
        continue;
      }
      const leaf = this.leaves.at(info, base + at);
      let start = Math.max(0, leaf.start - base);
      let end = Math.min(p.bytes.length, leaf.start + leaf.size - base);
      // Cells that stick out belong to it.
      for (const page of [p, q]) {
        const first = page.cellAt(start);
        if (first !== undefined && first.start < start) start = first.start;
        const last = page.cellAt(end - 1);
        if (last !== undefined) end = Math.max(end, last.start + last.cell.size);
      }
      yield { start: base + start, size: end - start };
      at = end;
    }
  }

  private mergeLeaf(
    merged: Memory,
    a: Memory,
    b: Memory,
    object: number,
    start: number,
    size: number,
    condition: Term,
  ): boolean {
    const at = start % PAGE_BYTES;
    const index = (start - at) / PAGE_BYTES;
    const [p, q] = [a.entry(object)!.page(index)!, b.entry(object)!.page(index)!];
    const [c, d] = [p.cells?.get(at), q.cells?.get(at)];
    if (holdsPointer(p, at, size) || holdsPointer(q, at, size)) {
      const isWhole = [c, d].every((cell) => cell === undefined || (cell.isPointer && cell.size === size));
      if (!isWhole || size !== this.pointerBytes) return false;
      const value = this.joinPointers(
        a.loadPointer(pointer(object, start)),
        b.loadPointer(pointer(object, start)),
        condition,
      );
      if (value === undefined || value instanceof Symbolic) return false;
      merged.storePointer(pointer(object, start), value as Pointer);
      return true;
    }
    const [x, y] = [a.loadTerm(object, start, size), b.loadTerm(object, start, size)];
    if (x !== y) merged.storeTerm(object, start, size, this.terms.ite(condition, x, y));
    else merged.storeTerm(object, start, size, x);
    return true;
  }
}

/** Does any byte belong to a pointer? */
export function holdsPointer(page: Page, at: number, size: number): boolean {
  if (page.cells === null) return false;
  for (let n = at; n < at + size; n++) if (page.cellAt(n)?.cell.isPointer === true) return true;
  return false;
}

function isEqualByte(p: Page, q: Page, at: number): boolean {
  const [k, l] = [p.shadow?.[at] ?? Shadow.concrete, q.shadow?.[at] ?? Shadow.concrete];
  if (k !== l) return false;
  if (k === Shadow.concrete) return p.bytes[at] === q.bytes[at];
  if (k === Shadow.uninitialised) return true;
  const [c, d] = [p.cellAt(at)!, q.cellAt(at)!];
  return c.start === d.start && c.cell.size === d.cell.size && isEqualValue(c.cell.value, d.cell.value);
}

function isEqualValue(x: Value, y: Value): boolean {
  if (x === y) return true;
  if (x instanceof Symbolic && y instanceof Symbolic) return x.term === y.term;
  if (x instanceof SymbolicPointer && y instanceof SymbolicPointer)
    return x.object === y.object && x.offset === y.offset;
  if (x instanceof PointerChoice && y instanceof PointerChoice)
    return (
      x.condition === y.condition && isEqualValue(x.whenTrue, y.whenTrue) && isEqualValue(x.whenFalse, y.whenFalse)
    );
  return false;
}

/** The same one runs, and of the others nothing is left but their numbers. */
function sameThreads(a: State, b: State): boolean {
  if (a.threads.length !== b.threads.length || a.current !== b.current) return false;
  return a.threads.every(({ context, activations }, n) => {
    const other = b.threads[n]!;
    return n === a.current || (context === other.context && activations.length + other.activations.length === 0);
  });
}

function sameMasks(a: State, b: State): boolean {
  return (
    a.maskOpen === b.maskOpen &&
    a.ceiling === b.ceiling &&
    a.atomicDepth === b.atomicDepth &&
    a.flags.every((flag, n) => flag === b.flags[n]) &&
    a.arrivals.every((count, n) => count === b.arrivals[n]) &&
    a.pended.every((flag, n) => flag === b.pended[n]) &&
    a.registers.size === b.registers.size &&
    [...a.registers].every(([address, value]) => b.registers.get(address) === value)
  );
}

function sameFrames(a: Activation, b: Activation): boolean {
  if (a.context !== b.context || a.maskWasOpen !== b.maskWasOpen || a.frames.length !== b.frames.length) return false;
  return a.frames.every((frame, n) => {
    const other = b.frames[n]!;
    return (
      frame === other ||
      (frame.code === other.code &&
        frame.site === other.site &&
        frame.block === other.block &&
        frame.index === other.index &&
        (frame.previous === other.previous || frame.code.blocks[frame.block]![frame.index]!.op !== 'phi') &&
        frame.variadic === other.variadic &&
        frame.pending === other.pending &&
        frame.arrived === other.arrived &&
        frame.locals.length === other.locals.length &&
        frame.locals.every((object, k) => object === other.locals[k]))
    );
  });
}
