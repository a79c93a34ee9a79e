// Device registers: reads give arbitrary values, writes are visible to the world. Registers that a pack maps to the
// mask, to own flags or to pending bits are memory with an effect: they read back what was written. So do registers
// that are taken for latches, where harm is judged.

import type { InstructionId } from '../../ir/instruction.js';
import type { IntType, Type } from '../../ir/type.js';
import type { Context } from '../../model/program.js';
import {
  actingBits,
  type PlatformRegister,
  prioritiesMet,
  registerBytes,
  registerName,
} from '../../model/registers.js';
import { setFlags, setPended } from '../interrupts.js';
import { fromBigInt, isConcrete, objectOf, offsetOf, type Symbolic, toUnsigned, type Value } from '../memory/value.js';
import type { State } from '../state.js';
import { Unmodelled } from './arithmetic.js';
import type { Decider } from './decider.js';
import type { InstructionContext, MetRegister } from './instruction-context.js';

export class DeviceBytes {
  constructor(
    private readonly machine: InstructionContext,
    private readonly state: State,
    private readonly decider: Decider,
    /** Who accesses them. */
    private readonly instruction: InstructionId,
  ) {}

  load(address: number, type: Type): Value {
    return heldIn(this.state, address, type) ?? deviceRead(this.machine, this.state, address, type);
  }

  store(address: number, type: Type, value: Value): void {
    // It may ask: nothing is changed before.
    deviceWrite(this.machine, this.state, address, type, value, this.decider, this.instruction);
    hold(this.state, address, type, value);
  }
}

/** What a register that is taken for a latch holds; undefined if it is not. */
function heldIn({ latches }: State, address: number, type: Type): Value | undefined {
  if (latches === undefined || type.kind !== 'int' || !latches.has(address)) return undefined;
  let held = 0n;
  for (let n = Math.ceil(type.bits / 8) - 1; n >= 0; n--) {
    const byte = latches.get(address + n);
    if (byte === undefined) return undefined;
    held = (held << 8n) | BigInt(byte);
  }
  return fromBigInt(type.bits, held);
}

function hold({ latches }: State, address: number, type: Type, value: Value): void {
  if (latches === undefined || type.kind !== 'int' || !isConcrete(value)) return;
  const bits = toUnsigned(type.bits, value);
  for (let n = 0; n * 8 < type.bits; n++)
    if (latches.has(address + n)) latches.set(address + n, Number((bits >> BigInt(n * 8)) & 0xffn));
}

function deviceRead(machine: InstructionContext, state: State, address: number, type: Type): Value {
  const arbitrary = (): Value => machine.arbitrary(type, deviceInput(machine, state, address));
  if (type.kind !== 'int') return arbitrary();
  let [known, held] = [0n, 0n];
  for (const met of machine.registersMet(address, Math.ceil(type.bits / 8))) {
    for (const { bit, isSet } of heldBits(machine, state, met, address, type.bits)) {
      known |= 1n << BigInt(bit);
      if (isSet) held |= 1n << BigInt(bit);
    }
  }
  if (known === 0n) return arbitrary();
  if (known === (1n << BigInt(type.bits)) - 1n) return fromBigInt(type.bits, held);
  // Only these are remembered; the others belong to the device.
  const { arithmetic, terms } = machine;
  const others = terms.and(arithmetic.term(type, arbitrary()), terms.not(terms.constant(type.bits, known)));
  return arithmetic.value(type, terms.or(others, terms.constant(type.bits, held)));
}

/** The bits of a read, counted in what is read, of which it is known what they are. */
function* heldBits(
  machine: InstructionContext,
  state: State,
  { register, start }: MetRegister,
  address: number,
  width: number,
): Generator<{ readonly bit: number; readonly isSet: boolean }> {
  const stored = machine.ownFlags.content(state, start, register);
  const [offset, bytes] = [address - start, Math.ceil(width / 8)];
  switch (register.kind) {
    case 'mask':
      for (let of = 0; of < 8 * registerBytes(register); of++) {
        const bit = of - 8 * offset;
        const isMask = of === register.bit;
        const isSet = isMask ? state.maskOpen === (register.openWhen === 1) : ((stored >>> of) & 1) === 1;
        if (bit >= 0 && bit < width) yield { bit, isSet };
      }
      return;
    case 'flags':
    case 'symbol-flags':
      for (const { bit, of } of actingBits(register, offset, bytes)) yield { bit, isSet: ((stored >>> of) & 1) === 1 };
      return;
    case 'priority-group':
      if (machine.program.grouping === undefined || offset !== 0) return;
      yield { bit: register.resets, isSet: false };
      for (let n = 0; n < 3; n++)
        yield { bit: register.bit + n, isSet: (((state.registers.get(start) ?? 0) >>> n) & 1) === 1 };
      return;
    case 'write-one': {
      if (register.action === 'pend' || register.action === 'unpend') return;
      if (!machine.ownFlags.areOnly(state.running!.context)) return;
      for (const { bit, irq } of actingBits(register, offset, bytes)) {
        const isr = machine.isrs.find((c) => c.irq === irq);
        if (isr !== undefined) yield { bit, isSet: state.flags[isr.id] === true };
      }
    }
  }
}

function deviceWrite(
  machine: InstructionContext,
  state: State,
  address: number,
  type: Type,
  value: Value,
  decider: Decider,
  by: InstructionId,
): void {
  const bytes = machine.program.module.layout.storeSize(type);
  const met = machine.registersMet(address, bytes).filter(({ register }) => register.kind !== 'plain');
  if (met.length === 0) return;
  if (type.kind !== 'int') throw new Unmodelled(`a ${type.kind} that is written to ${met[0]!.register.name}`);
  const { program } = machine;
  const acting = met.map(({ register, start }) => {
    const all = actingBits(register, address - start, bytes);
    // What is read back matters, whoever it is for.
    const isForgotten = register.kind === 'write-one' || register.kind === 'pend';
    return { register, start, bits: isForgotten ? all.filter(({ irq }) => machine.ownFlags.isOfSomebody(irq)) : all };
  });
  const named = met.find(({ register }) => register.kind === 'pend-number');
  const pended = named === undefined ? undefined : numberIn(machine, named.register, type, value, decider);
  const matter = acting.flatMap(({ bits, register }) =>
    register.kind === 'priority-group' && program.grouping !== undefined && bytes === 4
      ? [register.resets, ...[0, 1, 2].map((n) => register.bit + n), ...Array.from({ length: 16 }, (_, n) => 16 + n)]
      : bits.map(({ bit }) => bit),
  );
  // It may ask: nothing is changed before.
  const number = bitsOfWrite(machine, type, value, decider, matter);
  const has = (bit: number): boolean => ((number >> BigInt(bit)) & 1n) === 1n;
  for (const { register, start, bits } of acting) {
    const write = { state, by, address, register };
    const before = { maskOpen: state.maskOpen, flags: state.flags.slice(), pended: state.pended.slice() };
    switch (register.kind) {
      case 'mask':
        remember(machine, state, { register, start }, address, type, number);
        for (const { bit } of bits) state.maskOpen = has(bit) === (register.openWhen === 1);
        break;
      case 'flags':
      case 'symbol-flags':
        remember(machine, state, { register, start }, address, type, number);
        machine.ownFlags.update(state, register);
        break;
      case 'pend':
        for (const { bit, irq } of bits) if (has(bit)) setPended(program, state, irq, true);
        break;
      case 'priority-group':
        if (address === start && bytes === 4) setGroup(machine, state, register, number);
        break;
      case 'pend-number':
        if (address === start) setPended(program, state, pended!, true);
        break;
      case 'write-one':
        for (const { bit, irq } of bits) {
          if (!has(bit)) continue;
          const { action } = register;
          if (action === 'enable' || action === 'disable') setFlags(program, state, irq, action === 'enable');
          else setPended(program, state, irq, action === 'pend');
        }
        break;
      case 'priority':
        // Priorities are constants of the model: what it has not seen must not be another.
        for (const { byte, irq } of prioritiesMet(register, address - start, bytes)) {
          const level = isConcrete(value) ? Number((number >> BigInt(8 * byte)) & 0xffn) : undefined;
          machine.attributedWrites.checkPriority(write, irq, level);
        }
    }
    machine.attributedWrites.checkMasks(write, before);
  }
}

function setGroup(
  { attributedWrites }: InstructionContext,
  state: State,
  { bit, key, resets }: Extract<PlatformRegister, { readonly kind: 'priority-group' }>,
  number: bigint,
): void {
  const isReset = ((number >> BigInt(resets)) & 1n) === 1n;
  if (number >> 16n === BigInt(key) && !isReset) attributedWrites.setGroup(state, Number((number >> BigInt(bit)) & 7n));
}

/** The interrupt that is named, if a handler has it. */
function numberIn(
  { isrs, terms, arithmetic }: InstructionContext,
  register: PlatformRegister,
  type: IntType,
  value: Value,
  decider: Decider,
): number {
  const width = register.kind === 'pend-number' ? Math.min(register.bits, type.bits) : type.bits;
  if (isConcrete(value)) return Number(BigInt.asUintN(width, toUnsigned(type.bits, value)));
  const number = terms.truncate(arithmetic.term(type, value), width);
  const isThis = ({ irq }: Context): boolean =>
    irq !== undefined && irq >= 0 && decider.decide(terms.eq(number, terms.constant(width, irq)));
  return isrs.find(isThis)?.irq ?? -1 - 2 ** 16;
}

/** A narrower write leaves the other bits. */
function remember(
  { ownFlags }: InstructionContext,
  state: State,
  { register, start }: MetRegister,
  address: number,
  { bits }: IntType,
  number: bigint,
): void {
  const [from, offset] = [BigInt(ownFlags.content(state, start, register)), BigInt(8 * (address - start))];
  const shifted = (by: bigint): bigint => (offset >= 0n ? by << offset : by >> -offset);
  const written = shifted((1n << BigInt(bits)) - 1n);
  state.registers.set(start, Number(BigInt.asIntN(32, (from & ~written) | (shifted(number) & written))));
}

/** Bits that interrupts depend on must be known: arbitrary ones are decided, one by one. */
function bitsOfWrite(
  machine: InstructionContext,
  type: IntType,
  value: Value,
  decider: Decider,
  bits: readonly number[],
): bigint {
  if (isConcrete(value)) return toUnsigned(type.bits, value);
  const { terms } = machine;
  const term = (value as Symbolic).term;
  let number = 0n;
  for (const bit of bits) if (decider.decide(terms.bit(term, bit))) number |= 1n << BigInt(bit);
  return number;
}

/** What arbitrary data is called that is read there. */
export function deviceInput(machine: InstructionContext, state: State, address: number): string {
  const [object, offset] = [objectOf(address), offsetOf(address)];
  if (object === 0) return `device ${registerName(machine.program.platform, address)}`;
  const { name } = state.memory.info(object)!;
  return offset === 0 ? `device ${name}` : `device ${name} +${offset}`;
}
