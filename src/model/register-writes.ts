// Writes to device registers that a pack maps to interrupts, as operations. A write reaches every register that lies
// under one of its bytes: the byte behind `TIMSK0` is `TIMSK1`, and byte 3 of `NVIC->ISER[0]` enables interrupts 24 to
// 31. Where an address is not known, the machine finds out what is written, and says so where the model should have.

import type { Place } from '../base/diagnostic.js';
import type { Store } from '../ir/instruction.js';
import type { IrModule } from '../ir/module.js';
import type { KnownValues, StaticBits } from './known-value.js';
import type { Effect, Platform } from './platform.js';
import type { PointsTo } from './points-to.js';
import type { Instance } from './points-to-state.js';
import type { Operation } from './program.js';
import type { AbstractPointer } from './region.js';
import { actingBits, type PlatformRegister, prioritiesMet, registerBytes } from './registers.js';
import { tableRows } from './table-rows.js';

interface Write {
  readonly symbol: string;
  /** In the space of absolute addresses, or from the start of the variable on; undefined: not known. */
  readonly at: number | undefined;
  /** The address without its variable parts. */
  readonly base?: number;
  readonly bits: StaticBits;
  readonly bytes: number;
  /** The value has gone through a function that makes priorities of their preempting parts. */
  readonly isPreempting: boolean;
}

export function* registerWrites(
  module: IrModule,
  platform: Platform,
  pointsTo: PointsTo,
  values: KnownValues,
  instance: Instance,
  store: Store,
  place: () => Place | undefined,
): Generator<Operation> {
  if (platform.registers.length === 0) return;
  for (const write of writesOf(module, pointsTo, values, instance, store)) {
    for (const register of platform.registers) {
      const isNamed = register.kind === 'symbol-flags';
      if (register.kind === 'plain' || write.symbol !== (isNamed ? register.name : '')) continue;
      const start = isNamed ? 0 : register.address;
      if (write.at === undefined) {
        // It may hit any register; only those to some element of a bank of priorities are attributed.
        const inBank = write.base === undefined ? -1 : write.base - start;
        const isInBank = register.kind === 'priority' && inBank >= 0 && inBank < registerBytes(register);
        if (!isInBank || isOfStructure(module, platform, instance)) continue;
      }
      const at = place();
      for (const { effect, irq, value, detail } of write.at === undefined
        ? [{ effect: { kind: 'set-priority', irq: 'all', value: 0 } as const, detail: '[…]' } as Acted]
        : actsOf(platform, register, write.at - start, write))
        yield {
          context: instance.context,
          function: instance.function.name,
          instruction: store,
          effect,
          ...(irq === undefined ? {} : { irq }),
          ...(value === undefined ? {} : { value }),
          text: `${register.name}${detail}`,
          ...(at === undefined ? {} : { place: at }),
        };
    }
  }
}

/** One for each place that the store may write, or for each row of the table that says where and what. */
function* writesOf(
  module: IrModule,
  pointsTo: PointsTo,
  values: KnownValues,
  instance: Instance,
  store: Store,
): Generator<Write> {
  const { function: fn, calls } = instance;
  const bytes = module.layout.storeSize(store.value.type);
  const isDevice = ({ object }: AbstractPointer): boolean => pointsTo.objects[object]!.kind === 'device';
  const pointers = pointsTo.pointers(instance, store.address).filter(isDevice);
  if (pointers.length === 0) return;
  const bits = values.registerBits(fn, calls, store.value, store.address);
  const known = values.address(fn, calls, store.address);
  const rows = known === undefined ? rowsOf(module, values, instance, store) : undefined;
  if (rows !== undefined) {
    for (const [at, value] of rows)
      yield { symbol: '', at: at! >>> 0, bits: bitsOf(value!, bytes), bytes, isPreempting: false };
    return;
  }
  for (const pointer of pointers) {
    const { symbol } = pointsTo.objects[pointer.object]!;
    const isExact = pointer.stride === 0 && pointer.span === 0;
    const at = isExact ? pointer.offset : symbol === '' ? known : undefined;
    const base = values.baseAddress(fn, store.address) ?? (isExact ? undefined : pointer.low);
    const isPreempting = values.isEncoded(fn, calls, store.value);
    yield { symbol, at, bits, bytes, isPreempting, ...(base === undefined ? {} : { base }) };
  }
}

/** `for (…) *(volatile uint32_t *)table[i].address = table[i].value;` */
function rowsOf(module: IrModule, values: KnownValues, { function: fn, calls }: Instance, store: Store) {
  const i = store.address.kind === 'register' ? values.definition(fn, store.address.index) : undefined;
  if (i?.op !== 'inttoptr' || store.value.type.kind !== 'int') return undefined;
  return tableRows(module, values, fn, calls, [i.value, store.value]);
}

function bitsOf(value: number, bytes: number): StaticBits {
  const ones = BigInt.asUintN(8 * bytes, BigInt(value));
  return { ones, zeros: BigInt.asUintN(8 * bytes, ~ones), kept: 0n };
}

type Acted = Pick<Operation, 'effect' | 'irq' | 'value'> & { readonly detail: string };

/** What a write does that begins `offset` bytes behind the register's start. */
function* actsOf(
  platform: Platform,
  register: PlatformRegister,
  offset: number,
  { bits, bytes, isPreempting }: Write,
): Generator<Acted> {
  const has = (mask: bigint, bit: number): boolean => ((mask >> BigInt(bit)) & 1n) === 1n;
  const acting = actingBits(register, offset, bytes);
  switch (register.kind) {
    case 'mask':
      for (const { bit } of acting) {
        const { openWhen } = register;
        const [open, closed] = openWhen === 1 ? [bits.ones, bits.zeros] : [bits.zeros, bits.ones];
        const detail = ` bit ${register.bit}`;
        if (has(open, bit)) yield { effect: { kind: 'open-mask' }, detail };
        else if (has(closed, bit)) yield { effect: { kind: 'close-mask' }, detail };
        else yield { effect: { kind: 'write-mask', value: 0, bit: register.bit, openWhen }, detail: ' = …' };
      }
      return;
    case 'flags':
    case 'symbol-flags':
      for (const { bit, of, irq } of acting) {
        if (has(bits.kept, bit)) continue;
        const isSet = !has(bits.zeros, bit);
        const kind = isSet ? 'enable' : 'disable';
        yield { effect: { kind, irq }, irq, detail: ` bit ${of} ${isSet ? 'set' : 'cleared'}` };
      }
      return;
    case 'pend':
    case 'write-one': {
      const kind: Effect['kind'] = register.kind === 'pend' ? 'pend' : register.action;
      for (const { bit, of, irq } of acting) {
        if (has(bits.kept, bit) || has(bits.zeros, bit)) continue;
        yield { effect: { kind, irq }, irq, detail: ` bit ${register.kind === 'pend' ? of : of % 32}` };
      }
      return;
    }
    case 'priority':
      for (const { byte, element, irq } of prioritiesMet(register, offset, bytes)) {
        const part = levelIn(bits, byte, platform);
        if (part.kind === 'kept') continue;
        const { level } = part;
        const effect: Effect = {
          kind: 'set-priority',
          irq,
          value: level ?? 0,
          ...(isPreempting ? { isPreempting } : {}),
        };
        yield { effect, irq, ...(level === undefined ? {} : { value: level }), detail: `[${element}]` };
      }
      return;
    case 'pend-number': {
      const all = (1n << BigInt(register.bits)) - 1n;
      if (offset !== 0) return;
      if (((bits.ones | bits.zeros) & all) !== all) yield { effect: { kind: 'pend', irq: 'all' }, detail: ' = …' };
      else {
        const irq = Number(bits.ones & all);
        yield { effect: { kind: 'pend', irq }, irq, detail: ` = ${irq}` };
      }
      return;
    }
    case 'priority-group': {
      const group = groupIn(register, bits);
      if (offset !== 0 || bytes !== 4 || group.kind === 'kept') return;
      const { value } = group;
      const effect: Effect = { kind: 'set-priority-group', value: value ?? 0 };
      yield { effect, ...(value === undefined ? {} : { value }), detail: ` = ${value ?? '…'}` };
      return;
    }
    case 'plain':
      return;
  }
}

/** What a write to it says of groups. */
function groupIn(
  { bit, key, resets }: Extract<PlatformRegister, { readonly kind: 'priority-group' }>,
  { ones, zeros, kept }: StaticBits,
): { readonly kind: 'kept' } | { readonly kind: 'set'; readonly value: number | undefined } {
  const part = (mask: bigint): number => Number((mask >> BigInt(bit)) & 7n);
  const upper = (mask: bigint): number => Number((mask >> 16n) & 0xffffn);
  const isKey = (upper(ones) & ~key) === 0 && (upper(zeros) & key) === 0;
  if (!isKey || part(kept) === 7 || ((ones >> BigInt(resets)) & 1n) === 1n) return { kind: 'kept' };
  return { kind: 'set', value: (part(ones) | part(zeros)) === 7 ? part(ones) : undefined };
}

/**
 * The priority in byte `n` of what is written: `kept` where the write leaves it as it was. Bits that are kept beside
 * others that are set are what they are after reset.
 */
function levelIn(
  { ones, zeros, kept }: StaticBits,
  n: number,
  { priorities }: Platform,
): { readonly kind: 'kept' } | { readonly kind: 'set'; readonly level: number | undefined } {
  const all = 2 ** priorities.bits - 1;
  const upper = (mask: bigint): number => Number((mask >> BigInt(8 * (n + 1) - priorities.bits)) & BigInt(all));
  if (upper(kept) === all) return { kind: 'kept' };
  if ((upper(ones) | upper(zeros) | upper(kept)) !== all) return { kind: 'set', level: undefined };
  return { kind: 'set', level: upper(ones) | (upper(kept) & priorities.reset) };
}

/** What a function does with a structure is known from the structure. */
function isOfStructure(module: IrModule, { structures }: Platform, { function: fn, calls }: Instance): boolean {
  return [fn.name, ...calls.map((c) => module.owners[c.id] ?? '')].some((name) => Object.hasOwn(structures, name));
}
