// Device registers: reads give arbitrary values, writes are visible to the world. Registers that a pack maps to the
// mask, to own flags or to pending bits are memory with an effect: they read back what was written. So do registers
// that are taken for latches, where harm is judged.

import type { IntType, Type } from '../../ir/type.js';
import { type PlatformRegister, registerName, rememberedBits } from '../../model/registers.js';
import { setFlags, setPended } from '../interrupts.js';
import { fromBigInt, isConcrete, objectOf, offsetOf, type Symbolic, toUnsigned, type Value } from '../memory/value.js';
import type { State } from '../state.js';
import type { Decider } from './decider.js';
import type { InstructionContext } from './instruction-context.js';

export class DeviceBytes {
  constructor(
    private readonly machine: InstructionContext,
    private readonly state: State,
    private readonly decider: Decider,
  ) {}

  load(address: number, type: Type): Value {
    return heldIn(this.state, address, type) ?? deviceRead(this.machine, this.state, address, type);
  }

  store(address: number, type: Type, value: Value): void {
    // It may ask: nothing is changed before.
    deviceWrite(this.machine, this.state, address, type, value, this.decider);
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
  const register = machine.registerAt(address);
  const isFlags = register?.kind === 'flags' || register?.kind === 'symbol-flags';
  const isMemory = type.kind === 'int' && (isFlags || register?.kind === 'mask');
  if (!isMemory) return machine.arbitrary(type, deviceInput(machine, state, address));
  const stored = state.registers.get(address) ?? 0;
  if (isFlags) {
    // Only the enable bits are remembered; the others belong to the device.
    const kept = rememberedBits(register);
    const { arithmetic, terms } = machine;
    const arbitrary = arithmetic.term(type, machine.arbitrary(type, `device ${register.name}`));
    const others = terms.and(arbitrary, terms.constant(type.bits, ~kept));
    return arithmetic.value(type, terms.or(others, terms.constant(type.bits, stored & kept)));
  }
  if (register.kind !== 'mask') return stored;
  const bit = 2 ** register.bit;
  const isSet = state.maskOpen === (register.openWhen === 1);
  return isSet ? stored | bit : stored & ~bit;
}

function deviceWrite(
  machine: InstructionContext,
  state: State,
  address: number,
  type: Type,
  value: Value,
  decider: Decider,
): void {
  if (type.kind !== 'int') return;
  const register = machine.registerAt(address);
  if (register === undefined || register.kind === 'plain') return;
  const number = bitsOfWrite(machine, type, value, decider, bitsThatMatter(register, type.bits));
  const { program } = machine;
  const has = (bit: number): boolean => ((number >> BigInt(bit)) & 1n) === 1n;
  switch (register.kind) {
    case 'mask':
      state.registers.set(address, Number(number));
      state.maskOpen = has(register.bit) === (register.openWhen === 1);
      return;
    case 'flags':
    case 'symbol-flags': {
      // A narrower write leaves the upper bits.
      const written = type.bits < 32 ? 2 ** type.bits - 1 : -1;
      const before = state.registers.get(address) ?? 0;
      state.registers.set(address, (before & ~written) | (Number(number & 0xffff_ffffn) & written));
      machine.ownFlags.update(state, register);
      return;
    }
    case 'pend':
      for (const [bit, irq] of Object.entries(register.bits))
        if (has(Number(bit))) setPended(program, state, irq, true);
      return;
    case 'write-one': {
      const first = Math.floor((address - register.address) / 4) * 32;
      for (let bit = 0; bit < type.bits; bit++) {
        if (!has(bit)) continue;
        if (register.action === 'enable' || register.action === 'disable')
          setFlags(program, state, first + bit, register.action === 'enable');
        else setPended(program, state, first + bit, register.action === 'pend');
      }
      return;
    }
    case 'priority':
      // Priorities are constants of the model; a change at run time is diagnosed there.
      return;
  }
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

/** Bits that no interrupt depends on are not worth a decision. */
function bitsThatMatter(register: PlatformRegister, width: number): readonly number[] {
  switch (register.kind) {
    case 'mask':
      return [register.bit];
    case 'flags':
    case 'symbol-flags':
    case 'pend':
      return Object.keys(register.bits)
        .map(Number)
        .filter((bit) => bit < width);
    case 'write-one':
      return Array.from({ length: width }, (_, bit) => bit);
    case 'priority':
    case 'plain':
      return [];
  }
}

/** What arbitrary data is called that is read there. */
export function deviceInput(machine: InstructionContext, state: State, address: number): string {
  const [object, offset] = [objectOf(address), offsetOf(address)];
  if (object === 0) return `device ${registerName(machine.program.platform, address)}`;
  const { name } = state.memory.info(object)!;
  return offset === 0 ? `device ${name}` : `device ${name} +${offset}`;
}
