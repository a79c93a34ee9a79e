// What DPOR takes for one transition: a thread's visible step, with all of an atomic section that it begins; the start
// of an ISR; a step of an ISR. Its footprint says what it depends on.

import type { InstructionId } from '../../../../ir/instruction.js';
import { isAccess, isCall } from '../../../../ir/instruction-class.js';
import type { Event } from '../../../../machine/event.js';
import type { Machine } from '../../../../machine/machine.js';
import { objectOf, SymbolicPointer } from '../../../../machine/memory/value.js';
import type { State, ThreadId } from '../../../../machine/state.js';
import type { ContextId, Program } from '../../../../model/program.js';

/**
 * Who makes transitions that are ordered among themselves: a thread, by its number, or an ISR; one that was entered
 * again while it runs is another one.
 */
export type Process = number;

export const FIRST_ISR = 1 << 16;
const MAX_RUNS = 8;

export function isrProcess(isr: ContextId, runs: number): Process {
  return FIRST_ISR + isr * MAX_RUNS + runs;
}

export function isrOf(process: Process): ContextId {
  return Math.floor((process - FIRST_ISR) / MAX_RUNS) as ContextId;
}

export function isIsr(process: Process): boolean {
  return process >= FIRST_ISR;
}

/** Whose step is next if nobody else is let in. */
export function runningProcess(state: State): Process {
  const { activations, thread, current } = state;
  const top = activations.at(-1);
  if (top === undefined || (activations.length === 1 && top.context === thread.context)) return current;
  return isrProcess(top.context, activations.filter((a) => a.context === top.context).length - 1);
}

export interface Touched {
  readonly object: number;
  readonly from: number;
  readonly to: number;
  readonly isWrite: boolean;
  /** Of the program itself, not of a model. */
  readonly instruction?: InstructionId;
}

/** Some object, it is not known which. */
export const ANY_OBJECT = -2;

/** Numbers of words of memory. */
export interface FootprintWords {
  readonly touched: readonly number[];
  readonly written: readonly number[];
  readonly onlyRead: readonly number[];
}

/** What a transition depends on, and what depends on it. */
export class StepFootprint {
  /** Sets of words of memory as bits, several to one bit: what is touched, and what is written. */
  private readonly all: number;
  private readonly writes: number;
  /** As a path knows them; undefined where they are too many. */
  words: { readonly by: object; readonly numbers: FootprintWords | undefined } | undefined;
  /** The program itself accesses something, not only a model. */
  readonly isOfProgram: boolean;
  /** Accesses to whole words, all of them. */
  private readonly isOfWords: boolean;
  /** The same for equal footprints. */
  number: { readonly by: object; readonly value: number } | undefined;
  /** Which of the first steps that are known to be made behind states depend on it, as bits. */
  dependents: { readonly by: object; readonly version: number; count: number; steps: Int32Array } | undefined;

  constructor(
    readonly touched: readonly Touched[],
    /** It changes who may run: masks, flags, ceilings; or the execution ends with it. Everything depends on that. */
    readonly isGlobal: boolean,
  ) {
    let [all, writes] = [0, 0];
    for (const access of touched) {
      const bits = bitsOf(access);
      all |= bits;
      if (access.isWrite) writes |= bits;
    }
    this.isOfProgram = touched.some((t) => t.instruction !== undefined);
    this.isOfWords = all !== -1 && touched.every((t) => ((t.from | t.to) & 3) === 0);
    this.all = all;
    this.writes = writes;
  }

  /** Everything depends on it, or so many bytes that they are not told apart. */
  get isWide(): boolean {
    return this.isGlobal || this.all === -1;
  }

  /** Of two that touch the same word, which one of them writes: the same bytes of it? */
  dependsInWord(other: StepFootprint): boolean {
    return (this.isOfWords && other.isOfWords) || this.dependsOn(other);
  }

  /** Nearly always they are not, and the bits tell. */
  dependsOn(other: StepFootprint): boolean {
    if (this.isGlobal || other.isGlobal) return true;
    if (((this.all & other.writes) | (this.writes & other.all)) === 0) return false;
    for (const x of this.touched) for (const y of other.touched) if (conflict(x, y)) return true;
    return false;
  }
}

/** Two accesses with a common byte have a common bit. */
function bitsOf({ object, from, to }: Touched): number {
  if (object === ANY_OBJECT || to - from > 32 || to <= from) return -1;
  let bits = 0;
  for (let word = from >>> 2; word <= (to - 1) >>> 2; word++) bits |= 1 << ((object * 5 + word) & 31);
  return bits;
}

export const NOTHING = new StepFootprint([], false);

export function conflict(a: Touched, b: Touched): boolean {
  if (a.object === ANY_OBJECT || b.object === ANY_OBJECT) return a.isWrite || b.isWrite;
  return a.object === b.object && a.from < b.to && b.from < a.to && (a.isWrite || b.isWrite);
}

export function touchedBy({ module }: Program, events: readonly Event[]): readonly Touched[] {
  return events.flatMap((e) => {
    if (e.kind === 'free') return e.objects.map(({ object }) => ({ object, from: 0, to: Infinity, isWrite: true }));
    if (e.kind !== 'access') return [];
    const isModel = module.units[module.functions.get(e.function)?.unit ?? -1]?.isModel === true;
    const bytes = { object: e.object, from: e.offset, to: e.offset + e.size, isWrite: e.operation === 'W' };
    return [isModel ? bytes : { ...bytes, instruction: e.instruction }];
  });
}

/**
 * What the instruction that an execution failed at would have accessed: in another order, before the object ended, it
 * may well do so.
 */
export function attemptedBy(machine: Machine, state: State): readonly Touched[] {
  const frame = state.running?.frames.at(-1);
  const i = frame?.code.blocks[frame.block]?.[frame.index];
  if (i === undefined) return [];
  const addresses = isCall(i) ? i.arguments : isAccess(i) ? [i.address] : [];
  return addresses.flatMap((operand) => {
    const p = operand.type.kind === 'pointer' ? machine.value(frame!, operand) : undefined;
    const object = typeof p === 'number' ? objectOf(p) : p instanceof SymbolicPointer ? p.object : 0;
    return object > 0 ? [{ object, from: 0, to: Infinity, isWrite: true }] : [];
  });
}

/** Has a step changed who may start, or that others may run? */
export function changesMasks(before: State, after: State): boolean {
  const differ = (a: readonly boolean[], b: readonly boolean[]): boolean => a.some((flag, n) => flag !== b[n]);
  // Where each core has its own, they keep nobody out.
  const isShared = before.thread.masks === undefined;
  return (
    (isShared && (before.maskOpen !== after.maskOpen || before.ceiling !== after.ceiling)) ||
    before.registers.size !== after.registers.size ||
    differ(before.flags, after.flags) ||
    differ(before.pended, after.pended)
  );
}

/** A closed mask keeps other threads out as well, unless each core has its own. */
export function isClosedToOthers({ maskOpen, thread }: State): boolean {
  return !maskOpen && thread.masks === undefined;
}

/** Does a thread that goes on keep all others out, since interrupts are? Until it waits, ends or lets them in. */
export function keepsOut(isClosed: boolean, current: ThreadId, process: Process): boolean {
  return isClosed && process === current;
}

/** Does a thread go on where others could, and keeps them out from here on? */
export function closesOut(isClosed: boolean, current: ThreadId, process: Process): boolean {
  return isClosed && !isIsr(process) && process !== current;
}

/** Is a thread's next transition only to come to its first visible step, with nobody kept out by that? */
export function beginsUnseen(state: State, process: Process): boolean {
  return !isClosedToOthers(state) && state.threads[process]?.isBegun === false;
}
