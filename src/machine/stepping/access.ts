// Loads, stores and atomics. Accesses that are too wide for one bus cycle, or unaligned, happen in pieces, in either
// order; the order is a decision, and every piece is a step of its own when others can see the object.

import type { AccessInstruction } from '../../ir/instruction.js';
import { accessedType } from '../../ir/instruction-class.js';
import type { IntType, Type } from '../../ir/type.js';
import { possibleValues } from '../../solve/possible-values.js';
import type { Event } from '../event.js';
import {
  type Integer,
  isConcrete,
  type Pointer,
  Symbolic,
  SymbolicPointer,
  toUnsigned,
  type Value,
} from '../memory/value.js';
import type { Outcome } from '../outcome.js';
import type { Frame, State } from '../state.js';
import { accessEvent, isDevice, isOnePiece, isVisibleAddress, piecesAt } from './accessed.js';
import { concreteAddress, validAddress } from './address.js';
import { Unmodelled } from './arithmetic.js';
import { atomicAccess } from './atomic-access.js';
import type { Decider } from './decider.js';
import { DeviceBytes } from './device.js';
import type { InstructionContext } from './instruction-context.js';
import { symbolicAccess } from './symbolic-access.js';

export function isVisibleAccess(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: AccessInstruction,
): boolean {
  // Each look at it would give another address.
  if (i.address.kind === 'undef') throw new Unmodelled('an access through an undefined pointer');
  return isVisibleAddress(
    state,
    machine.value(frame, i.address),
    machine.program.module.layout.storeSize(accessedType(i)),
  );
}

/** An access to memory that no other context uses: done whole. */
export function localAccess(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: AccessInstruction,
  decider: Decider,
): Outcome | undefined {
  const address = machine.value(frame, i.address);
  const type = accessedType(i);
  const size = machine.program.module.layout.storeSize(type);
  if (address instanceof SymbolicPointer) return symbolicAccess(machine, state, frame, i, address, type, size, decider);
  return accessAt(machine, state, frame, i, validAddress(machine, state, frame, i, address, size), type, decider);
}

function accessAt(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: AccessInstruction,
  p: number,
  type: Type,
  decider: Decider,
): undefined {
  if (i.op === 'load') frame.registers[i.result.index] = machine.image.load(state.memory, p, type);
  else if (i.op === 'store') machine.image.store(state.memory, p, type, machine.value(frame, i.value));
  else atomicAccess(machine, state, frame, i, p, decider);
  frame.index++;
  return undefined;
}

/** A visible access, or one piece of it. */
export function performAccess(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: AccessInstruction,
  decider: Decider,
  events: Event[],
): Outcome | undefined {
  const type = accessedType(i);
  const size = machine.program.module.layout.storeSize(type);
  const asked = machine.value(frame, i.address);
  const address = concreteAddress(machine, state, frame, i, asked, size, decider);
  if (typeof asked !== 'number' && !isVisibleAddress(state, address, size))
    return accessAt(machine, state, frame, i, address, type, decider);
  const device = isDevice(state, address) ? new DeviceBytes(machine, state, decider, i.id) : undefined;
  // Most accesses, without what the others need.
  if (device === undefined && (i.op === 'load' || i.op === 'store') && isOnePiece(machine, i, size)) {
    const isLoad = i.op === 'load';
    const value = isLoad ? machine.image.load(state.memory, address, type) : machine.value(frame, i.value);
    if (isLoad) frame.registers[i.result.index] = value;
    else machine.image.store(state.memory, address, type, value);
    events.push(accessEvent(state, i.id, isLoad ? 'R' : 'W', address, size, value));
    frame.index++;
    return undefined;
  }
  const record = (operation: 'R' | 'W', p: number, bytes: number, value: Value): void => {
    events.push(accessEvent(state, i.id, operation, p, bytes, value));
  };
  if (i.op === 'atomicrmw' || i.op === 'cmpxchg') {
    if (device !== undefined) throw new Unmodelled('an atomic operation on a device register');
    const old = machine.image.load(state.memory, address, type);
    record('R', address, size, old);
    const written = atomicAccess(machine, state, frame, i, address, decider);
    if (written !== undefined) record('W', address, size, written);
    frame.index++;
    return undefined;
  }
  const bytesAt = device ?? new MemoryBytes(machine, state);
  const pieces = piecesAt(machine, state, i, address, size);
  if (pieces.length === 1) {
    if (i.op === 'load') {
      const value = bytesAt.load(address, type);
      frame.registers[i.result.index] = value;
      record('R', address, size, value);
    } else {
      const value = machine.value(frame, i.value);
      bytesAt.store(address, type, value);
      record('W', address, size, value);
    }
    frame.index++;
    return undefined;
  }
  const order = frame.pending?.order ?? (decider.descending() ? [...pieces].reverse() : pieces);
  const done = frame.pending?.done ?? 0;
  const bytes = size / pieces.length;
  const piece: IntType = { kind: 'int', bits: bytes * 8 };
  const at = order[done]!;
  const read = new Map(frame.pending?.read);
  if (i.op === 'load') {
    const value = bytesAt.load(address + at, piece);
    read.set(at, value);
    record('R', address + at, bytes, value);
  } else {
    const value = pieceOf(machine, state, type, machine.value(frame, i.value), at, bytes, size);
    bytesAt.store(address + at, piece, value);
    record('W', address + at, bytes, value);
  }
  if (done + 1 < order.length) {
    frame.pending = { order, done: done + 1, size: bytes, read };
    return undefined;
  }
  // It may ask: nothing is changed before.
  if (i.op === 'load') frame.registers[i.result.index] = assemble(machine, state, type, read, bytes, size, decider);
  frame.pending = undefined;
  frame.index++;
  return undefined;
}

/** Bytes of memory, as `DeviceBytes` are those of device registers. */
class MemoryBytes {
  constructor(
    private readonly machine: InstructionContext,
    private readonly state: State,
  ) {}

  load(p: number, type: Type): Value {
    return this.machine.image.load(this.state.memory, p, type);
  }

  store(p: number, type: Type, value: Value): void {
    this.machine.image.store(this.state.memory, p, type, value);
  }
}

/** Bytes [at, at + bytes) of a number or pointer. */
function pieceOf(
  machine: InstructionContext,
  state: State,
  type: Type,
  value: Value,
  at: number,
  bytes: number,
  size: number,
): Integer | Symbolic {
  const { terms, arithmetic } = machine;
  if (type.kind === 'pointer') {
    const number = value instanceof Symbolic ? value : state.memory.toInteger(value as Pointer);
    return pieceOf(machine, state, { kind: 'int', bits: size * 8 }, number, at, bytes, size);
  }
  if (type.kind !== 'int' && type.kind !== 'float') throw new Unmodelled(`a shared ${type.kind} accessed as a whole`);
  const whole = terms.zext(arithmetic.term(type, value), size * 8);
  return state.memory.integerValue(bytes * 8, terms.extract(whole, at * 8, bytes * 8)) as Integer | Symbolic;
}

function assemble(
  machine: InstructionContext,
  state: State,
  type: Type,
  read: ReadonlyMap<number, Value>,
  bytes: number,
  size: number,
  decider: Decider,
): Value {
  const { terms, arithmetic } = machine;
  const piece: IntType = { kind: 'int', bits: bytes * 8 };
  let whole = arithmetic.term(piece, read.get(0)!);
  for (let at = bytes; at < size; at += bytes) whole = terms.concat(arithmetic.term(piece, read.get(at)!), whole);
  if (type.kind === 'pointer') {
    const isFew = possibleValues(terms, whole) !== undefined;
    const term = state.memory.integerValue(size * 8, whole);
    const number = isFew ? machine.concrete(term, 'an arbitrary pointer', decider) : term;
    return isConcrete(number) ? state.memory.resolve(toUnsigned(size * 8, number)) : number;
  }
  if (type.kind !== 'int' && type.kind !== 'float') throw new Unmodelled(`a shared ${type.kind} accessed as a whole`);
  const bits = type.kind === 'int' ? type.bits : size * 8;
  return arithmetic.value(type, terms.truncate(whole, bits));
}
