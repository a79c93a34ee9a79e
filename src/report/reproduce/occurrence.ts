// Accesses of the machine as the generated program sees them: at which address, of which bits, and which executions of
// an instruction count.

import type { NarratedEvent } from '../../execution/narrated-event.js';
import type { Instruction } from '../../ir/instruction.js';
import { accessedType, isAccess } from '../../ir/instruction-class.js';
import type { Type } from '../../ir/type.js';
import type { Event } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import {
  homeOf,
  isConcrete,
  objectOf,
  offsetOf,
  signedOffset,
  toUnsigned,
  type Value,
} from '../../machine/memory/value.js';
import type { Frame } from '../../machine/state.js';

export type AccessEvent = Extract<Event, { kind: 'access' }>;

/** Of the target, for memory that lies natively where it lies there: globals and device registers. */
export function addressOf(machine: Machine, event: Pick<AccessEvent, 'object' | 'offset'>): number | undefined {
  return staticAddress(machine, event.object, event.offset);
}

export function staticAddress(machine: Machine, object: number, offset: number): number | undefined {
  if (object === 0) return offset;
  const { memory } = machine.image;
  return memory.info(object) === undefined ? undefined : memory.addressOf(object) + offset;
}

/** Where the access that is next begins; for one in pieces, where the next piece does. */
export function nextAddress(machine: Machine, frame: Frame, i: Instruction): { base?: number; next?: number } {
  if (!isAccess(i)) return {};
  const p = machine.value(frame, i.address);
  if (typeof p !== 'number') return {};
  const base = staticAddress(machine, objectOf(p), offsetOf(p));
  if (base === undefined) return {};
  const { pending } = frame;
  return { base, next: base + (pending === undefined ? 0 : pending.order[pending.done]!) };
}

/** Was it an execution of the instruction, or a piece of one, at the address? Only the first event of a step counts. */
export function isDone(
  machine: Machine,
  m: NarratedEvent,
  i: Instruction,
  address: number | undefined,
  before: NarratedEvent | undefined,
): boolean {
  const { event } = m;
  if (!('instruction' in event) || event.instruction !== i.id || event.kind === 'wait') return false;
  if (event.kind !== 'access') return true;
  if (address !== undefined) {
    const isFirst = !(before?.step === m.step && 'instruction' in before.event && before.event.instruction === i.id);
    return isFirst && addressOf(machine, event) === address;
  }
  const isContinued = before?.step === m.step && 'instruction' in before.event && before.event.instruction === i.id;
  return !isContinued && (i.op === 'call' || addressOf(machine, event) === undefined);
}

export function accessSize({ program }: Machine, i: Instruction): number {
  const { layout } = program.module;
  if (i.op === 'load') return layout.storeSize(i.result.type);
  return i.op === 'store' ? layout.storeSize(i.value.type) : 0;
}

/** Unsigned, as a C program sees it; undefined for aggregates. */
export function bitsOf(machine: Machine, type: Type, value: Value): bigint | undefined {
  if (type.kind === 'pointer') {
    const address = typeof value === 'number' ? staticAddress(machine, homeOf(value), signedOffset(value)) : undefined;
    return address === undefined ? undefined : toUnsigned(machine.program.target.pointerBytes * 8, address);
  }
  if (!isConcrete(value)) return undefined;
  if (type.kind === 'float') return undefined;
  return type.kind === 'int' ? toUnsigned(type.bits, value) : undefined;
}

/** What an access read or wrote, as a number of its width. */
export function eventBits(machine: Machine, { instruction, value, size }: AccessEvent): bigint | undefined {
  const i = machine.program.module.instructions[instruction]!;
  const type = isAccess(i) ? accessedType(i) : undefined;
  if (type?.kind === 'float' && machine.program.module.layout.storeSize(type) === size)
    return typeof value === 'number'
      ? machine.arithmetic.terms.wideValue(machine.arithmetic.term(type, value))
      : undefined;
  const isPointer = type?.kind === 'pointer' && machine.program.target.pointerBytes === size;
  return bitsOf(machine, isPointer ? type : { kind: 'int', bits: size * 8 }, value);
}
