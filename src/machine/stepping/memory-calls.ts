// memcpy, memmove and memset. On memory that others see they go in ascending pieces of the atomic width, each a step.

import type { CallInstruction } from '../../ir/instruction.js';
import type { IntType } from '../../ir/type.js';
import type { Event } from '../event.js';
import { copyBytes, fillBytes } from '../memory/bulk.js';
import { type Integer, isConcrete, objectOf, type Symbolic, toUnsigned, type Value } from '../memory/value.js';
import type { Outcome } from '../outcome.js';
import type { Frame, State } from '../state.js';
import { accessEvent, isDevice, isVisibleAddress } from './accessed.js';
import { concreteAddress } from './address.js';
import { Unmodelled } from './arithmetic.js';
import { finish } from './callee.js';
import type { Decider } from './decider.js';
import type { InstructionContext } from './instruction-context.js';

export function copyBlock(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: CallInstruction,
  decider: Decider,
  events: Event[],
): Outcome | undefined {
  const size = lengthOf(machine, frame, i);
  const result = machine.value(frame, i.arguments[0]!);
  if (size === 0) return finish(frame, i, result);
  const to = concreteAddress(machine, state, frame, i, result, size, decider);
  const from = concreteAddress(machine, state, frame, i, machine.value(frame, i.arguments[1]!), size, decider);
  const [seesFrom, seesTo] = [isVisibleAddress(state, from, size), isVisibleAddress(state, to, size)];
  if (isDevice(state, from) || isDevice(state, to)) throw new Unmodelled('a copy from or to device registers');
  if (!seesFrom && !seesTo) {
    copyBytes(state.memory, to, from, size);
    return finish(frame, i, result);
  }
  // Steps: read and write of each piece; where only one side is visible, both are one step.
  const width = machine.program.target.atomicBytes;
  const both = seesFrom && seesTo;
  const done = frame.pending?.done ?? 0;
  // memmove onto its own tail goes from the last piece down.
  const count = Math.ceil(size / width);
  const turn = both ? Math.floor(done / 2) : done;
  const isBackwards = objectOf(to) === objectOf(from) && to > from && to < from + size;
  const at = (isBackwards ? count - 1 - turn : turn) * width;
  const bytes = Math.min(width, size - at);
  const record = (operation: 'R' | 'W', p: number): void => {
    const value = bytes <= 8 && (bytes & (bytes - 1)) === 0 ? state.memory.loadInteger(p, bytes, bytes * 8) : 0;
    events.push(accessEvent(state, i.id, operation, p, bytes, value));
  };
  const isRead = both && done % 2 === 0;
  if (isRead) {
    // The bytes that were read wait in an object of their own for their write.
    const buffer = frame.pending?.read.get(0) as number | undefined;
    const held = buffer ?? machine.scratch(state, frame, width);
    record('R', from + at);
    copyBytes(state.memory, held, from + at, bytes);
    frame.pending = { order: [], done: done + 1, size, read: new Map([[0, held]]) };
    return undefined;
  }
  if (seesFrom && !both) record('R', from + at);
  copyBytes(state.memory, to + at, both ? (frame.pending!.read.get(0) as number) : from + at, bytes);
  if (seesTo) record('W', to + at);
  if (turn + 1 < count) {
    frame.pending = { order: [], done: done + 1, size, read: frame.pending?.read ?? new Map() };
    return undefined;
  }
  frame.pending = undefined;
  return finish(frame, i, result);
}

export function fillBlock(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: CallInstruction,
  decider: Decider,
  events: Event[],
): Outcome | undefined {
  const size = lengthOf(machine, frame, i);
  const result = machine.value(frame, i.arguments[0]!);
  if (size === 0) return finish(frame, i, result);
  const to = concreteAddress(machine, state, frame, i, result, size, decider);
  if (isDevice(state, to)) throw new Unmodelled('a fill of device registers');
  const byte = machine.arithmetic.cast(
    'trunc',
    i.arguments[1]!.type,
    { kind: 'int', bits: 8 },
    machine.value(frame, i.arguments[1]!),
  ) as Integer | Symbolic;
  if (!isVisibleAddress(state, to, size)) {
    fillBytes(state.memory, to, byte, size);
    return finish(frame, i, result);
  }
  const width = machine.program.target.atomicBytes;
  const at = (frame.pending?.done ?? 0) * width;
  const bytes = Math.min(width, size - at);
  fillBytes(state.memory, to + at, byte, bytes);
  const value: Value = isConcrete(byte) ? byte : 0;
  events.push(accessEvent(state, i.id, 'W', to + at, bytes, value));
  if (at + bytes < size) {
    frame.pending = { order: [], done: (frame.pending?.done ?? 0) + 1, size, read: new Map() };
    return undefined;
  }
  frame.pending = undefined;
  return finish(frame, i, result);
}

function lengthOf(machine: InstructionContext, frame: Frame, i: CallInstruction): number {
  const length = machine.value(frame, i.arguments[2]!);
  if (!isConcrete(length)) throw new Unmodelled('a copy of arbitrary length');
  return Number(toUnsigned((i.arguments[2]!.type as IntType).bits, length));
}
