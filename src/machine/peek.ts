// What the next visible step will do, without doing it: which bytes it accesses, or that it is an operation on masks.

import type { AccessInstruction, CallInstruction, Instruction } from '../ir/instruction.js';
import { accessedType, isAccess, isCall, operationOf } from '../ir/instruction-class.js';
import type { Term } from '../solve/term.js';
import type { Machine } from './machine.js';
import { isConcrete, objectOf, offsetOf, pointer, SymbolicPointer, type Value } from './memory/value.js';
import type { Frame, State } from './state.js';
import { isDevice, piecesAt } from './stepping/accessed.js';
import { blockOperation, calleeName } from './stepping/callee.js';
import { isVisibleCall } from './stepping/calls.js';
import { seenByOthers } from './stepping/external-calls.js';

export interface PeekedAccess {
  readonly operation: 'R' | 'W' | 'RW';
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  /**
   * Where the offset is arbitrary: what it is, and how many bytes from there; `offset` and `size` are then the whole
   * object.
   */
  readonly arbitrary?: { readonly offset: Term; readonly size: number };
}

export interface Peeked {
  readonly instruction: Instruction;
  readonly function: string;
  /** What this step accesses; empty for calls and mask operations. */
  readonly accesses: readonly PeekedAccess[];
  /**
   * The whole access, where this step is one of its pieces; offsets and size of those that are done and that are to
   * come.
   */
  readonly whole?: {
    readonly access: PeekedAccess;
    readonly done: readonly number[];
    readonly coming: readonly number[];
    readonly bytes: number;
  };
  /**
   * `access`: to what several contexts use, memory or a register. `device`: to another register. `statement`: nobody
   * sees it, but it begins one, and the machine stops there.
   */
  readonly kind: 'access' | 'device' | 'mask' | 'call' | 'statement';
  /** Of an update in place: the store that it ends with. */
  readonly store?: Instruction;
  /** The execution may end with this step: what others could do before it can't be done after it. */
  readonly mayEnd: boolean;
  /**
   * Where the machine stops at statements: the step begins one; is another step of one; or goes on with an access in
   * pieces.
   */
  readonly place?: 'statement' | 'within' | 'piece';
}

export function peek(machine: Machine, state: State): Peeked {
  const frames = state.running!.frames;
  const frame = frames[frames.length - 1]!;
  const { stops } = frame.code;
  if (stops === undefined) return peekVisible(machine, state);
  const instruction = frame.code.blocks[frame.block]![frame.index]!;
  const place = frame.pending !== undefined ? 'piece' : stops.has(instruction) ? 'statement' : 'within';
  if (!machine.isLocalStep(state)) return { ...peekVisible(machine, state), place };
  return { instruction, function: frame.code.fn.name, kind: 'statement', accesses: [], mayEnd: false, place };
}

function peekVisible(machine: Machine, state: State): Peeked {
  const frames = state.running!.frames;
  const frame = frames[frames.length - 1]!;
  const instruction = frame.code.blocks[frame.block]![frame.index]!;
  if (isAccess(instruction)) return peekAccess(machine, state, frame, instruction);
  if (isCall(instruction)) return peekCall(machine, state, frame, instruction);
  return { instruction, function: frame.code.fn.name, kind: 'call', accesses: [], mayEnd: true };
}

function peekAccess(machine: Machine, state: State, frame: Frame, instruction: AccessInstruction): Peeked {
  const fn = frame.code.fn.name;
  const size = machine.program.module.layout.storeSize(accessedType(instruction));
  const store = machine.program.inPlace.get(instruction);
  const operation = store === undefined ? operationOf(instruction) : 'RW';
  const address = machine.value(frame, instruction.address);
  const whole = located(state, address, size, operation);
  const mayEnd = typeof address !== 'number' || state.memory.invalid(address, size) !== undefined;
  if (whole === undefined || isOnlyDevice(machine, state, whole))
    return { instruction, function: fn, kind: 'device', accesses: whole === undefined ? [] : [whole], mayEnd };
  const isPlain = instruction.op === 'load' || instruction.op === 'store';
  const at = pointer(whole.object, whole.offset);
  const pieces = isPlain ? piecesAt(machine, state, instruction, at, size) : [0];
  if (pieces.length === 1) {
    const next = { instruction, function: fn, kind: 'access' as const, accesses: [whole], mayEnd };
    return store === undefined ? next : { ...next, store };
  }
  const bytes = size / pieces.length;
  const { pending } = frame;
  // Either end may come first.
  const starts = pending === undefined ? [0, size - bytes] : [pending.order[pending.done]!];
  const accesses = starts.map((at) => ({ ...whole, offset: whole.offset + at, size: bytes }));
  const order = pending?.order ?? pieces;
  const count = pending?.done ?? 0;
  const absolute = (at: number): number => whole.offset + at;
  const [done, coming] = [order.slice(0, count).map(absolute), order.slice(count).map(absolute)];
  const progress = { access: whole, done, coming, bytes };
  return { instruction, function: fn, kind: 'access', accesses, mayEnd, whole: progress };
}

/** A register that no other context uses in a way that matters. */
function isOnlyDevice(machine: Machine, state: State, { object, offset, size }: PeekedAccess): boolean {
  return isDevice(state, pointer(object, offset)) && !machine.sharedRegisters.has(object, offset, size);
}

function peekCall(machine: Machine, state: State, frame: Frame, i: CallInstruction): Peeked {
  const common = { instruction: i, function: frame.code.fn.name };
  const name = calleeName(machine, frame, i);
  const kind = name === undefined ? undefined : blockOperation(name, i);
  if (kind === undefined || kind === 'unusable')
    return name !== undefined && machine.isExternal(name)
      ? { ...common, ...peekExternal(machine, state, frame, i, name), mayEnd: i.noReturn }
      : // What is not visible by itself is a step because the execution ends with it.
        { ...common, kind: 'mask', accesses: [], mayEnd: !isVisibleCall(machine, state, frame, i) };
  const length = machine.value(frame, i.arguments[2]!);
  const size = isConcrete(length) ? Number(length) : 1;
  const ends = (kind === 'copy' ? [0, 1] : [0]).map((n) => machine.value(frame, i.arguments[n]!));
  const accesses = ends
    .map((address, n) => located(state, address, size, n === 0 ? 'W' : 'R'))
    .filter((access) => access !== undefined);
  const mayEnd =
    !isConcrete(length) || ends.some((p) => typeof p !== 'number' || state.memory.invalid(p, size) !== undefined);
  return { ...common, kind: 'access', accesses, mayEnd };
}

/** What others see of it. What is not known is an end of the execution, which depends on nobody. */
function peekExternal(
  machine: Machine,
  state: State,
  frame: Frame,
  i: CallInstruction,
  name: string,
): Pick<Peeked, 'kind' | 'accesses'> {
  const values = i.arguments.map((a) => machine.value(frame, a));
  const seen = seenByOthers(machine, state, i, name, values) ?? [];
  const accesses = seen.map(({ operation, at, bytes }) => ({
    operation,
    object: objectOf(at),
    offset: offsetOf(at),
    size: bytes,
  }));
  return { kind: accesses.length === 0 ? 'call' : 'access', accesses };
}

/** An arbitrary offset may be anywhere in the object. */
function located(
  state: State,
  address: Value,
  size: number,
  operation: PeekedAccess['operation'],
): PeekedAccess | undefined {
  if (typeof address === 'number') return { operation, object: objectOf(address), offset: offsetOf(address), size };
  if (!(address instanceof SymbolicPointer)) return undefined;
  const whole = address.object === 0 ? 2 ** 32 : (state.memory.info(address.object)?.size ?? size);
  const arbitrary = { offset: address.offset, size };
  return { operation, object: address.object, offset: 0, size: whole, arbitrary };
}
