// Updates of device registers that are one instruction of the machine: a load and a store that only the computation in
// between connects, where the platform says that one instruction changes such a register in place (AVR's `sbi` and
// `cbi`). It is an assumption about the compiler, for optimised code: files compiled with `-O0` have none. Where it is
// not certain that the compiler will see it, there is none either.

import { isTerminator } from '../ir/control-flow.js';
import type { Instruction, Load, Store } from '../ir/instruction.js';
import { isBinary, isCast } from '../ir/instruction-class.js';
import { instructionPlace } from '../ir/instruction-place.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import { forEachOperand, resultOf } from '../ir/operand.js';
import type { Operand } from '../ir/value.js';
import { forEachList } from './accesses.js';
import type { KnownValues } from './known-value.js';
import type { Platform } from './platform.js';
import type { Access, MemoryObject, SharedVariable } from './program.js';
import { overlap } from './region.js';

type Rule = Platform['inPlace'][number];
type Change = Rule['change'] | 'direct';

/** What one instruction of an architecture does to any register, whatever the platform. */
const architectures: readonly { readonly triple: RegExp; readonly rule: Rule }[] = [
  { triple: /^msp430/, rule: { from: 0, to: 0x10000, change: 'any' } },
];

/** Where registers lie that the 8051 names by their addresses: `ORL P1, A`, `INC P1`, `CPL P1.3`. */
const DIRECT = 'preempt.sfr';

/** By their loads, the stores that belong to them; only those of shared registers. */
export function updatesInPlace(
  module: IrModule,
  platform: Platform,
  objects: readonly MemoryObject[],
  accesses: readonly Access[],
  shared: readonly SharedVariable[],
  values: KnownValues,
): ReadonlyMap<Instruction, Instruction> {
  const everywhere = architectures.find((a) => a.triple.test(module.triple))?.rule;
  const rules = everywhere === undefined ? platform.inPlace : [...platform.inPlace, everywhere];
  const found = new Map<Instruction, Instruction>();
  const registers = shared.filter((v) => objects[v.object]!.kind === 'device');
  const changeAt = (operand: Operand): Change | undefined => {
    if (operand.kind === 'global') {
      if (module.globals.get(operand.name)?.section === DIRECT) return 'direct';
      // The linker knows where it is.
      return registers.some((v) => objects[v.object]!.symbol === operand.name) ? everywhere?.change : undefined;
    }
    const address = constantAddress(operand);
    return address === undefined ? undefined : rules.find((r) => address >= r.from && address < r.to)?.change;
  };
  const areShared = forEachList((regions) => regions.some((r) => registers.some((v) => overlap(v.region, r))));
  for (const { function: name, instruction: load, regions } of accesses) {
    const fn = module.functions.get(name);
    if (load.op !== 'load' || !load.volatile || load.isAssembly === true || found.has(load) || fn === undefined)
      continue;
    if (!areShared(regions)) continue;
    if (module.units[fn.unit]?.isUnoptimised === true) continue;
    const change = changeAt(load.address);
    const store = change === undefined ? undefined : storeOf(fn, load);
    if (store !== undefined && isOneInstruction(fn, change!, load, store, values)) found.set(load, store);
  }
  return found;
}

/** What every verdict must state of them. */
export function inPlaceAssumptions(
  module: IrModule,
  updates: ReadonlyMap<Instruction, Instruction>,
  nameOf: (address: number) => string,
): readonly string[] {
  const places = new Map<string, Set<string>>();
  for (const load of updates.keys()) {
    const { address } = load as Load;
    const at = constantAddress(address);
    const register = at === undefined ? (address as { readonly name: string }).name : nameOf(at);
    const place = instructionPlace(module, load.id);
    const where = place === undefined ? '' : `${place.file.slice(place.file.lastIndexOf('/') + 1)}:${place.line}`;
    places.set(register, (places.get(register) ?? new Set()).add(where));
  }
  return [...places].map(
    ([register, where]) => `one instruction changes ${register}, as in optimised code (${[...where].join(', ')})`,
  );
}

function constantAddress(operand: Operand): number | undefined {
  if (operand.kind !== 'expression' || operand.op !== 'inttoptr' || operand.value.kind !== 'int') return undefined;
  return Number(operand.value.value);
}

/** The store to the same address in the same block, with nothing but computation in between. */
function storeOf(fn: IrFunction, load: Load): Store | undefined {
  const block = fn.blocks.find((b) => b.instructions.includes(load))!.instructions;
  for (const i of block.slice(block.indexOf(load) + 1)) {
    if (i.op === 'store') return i.volatile && isSameAddress(i.address, load.address) ? i : undefined;
    if (!isComputation(i) || isTerminator(i)) return undefined;
  }
  return undefined;
}

function isSameAddress(a: Operand, b: Operand): boolean {
  if (a.kind === 'global' || b.kind === 'global')
    return a.kind === b.kind && 'name' in a && 'name' in b && a.name === b.name;
  return constantAddress(a) === constantAddress(b);
}

function isComputation(i: Instruction): boolean {
  return isBinary(i) || isCast(i) || i.op === 'freeze' || i.op === 'debug-value';
}

function isOneInstruction(fn: IrFunction, change: Change, load: Load, store: Store, values: KnownValues): boolean {
  const between = partsOf(fn, load, store);
  if (between === undefined || load.result.type.kind !== 'int' || store.value.type.kind !== 'int') return false;
  const { bits } = load.result.type;
  if (store.value.type.bits !== bits) return false;
  if (change !== 'bit') {
    const [operation, ...more] = between.filter(isBinary);
    if (operation === undefined || more.length > 0) return false;
    const isSum = operation.op === 'add' || operation.op === 'sub';
    const isLogic = ['and', 'or', 'xor'].includes(operation.op);
    if (change === 'any') return bits <= 16 && (isLogic || isSum);
    const one = values.constant(fn, [], operation.right);
    return bits === 8 && (isLogic || (isSum && (one === 1 || one === -1)));
  }
  const all = (1n << BigInt(bits)) - 1n;
  const { kept, ones, zeros } = values.registerBits(fn, [], store.value, store.address);
  const changed = all & ~kept;
  const isOneBit = changed !== 0n && (changed & (changed - 1n)) === 0n;
  return bits === 8 && isOneBit && ((ones | zeros) & changed) !== 0n;
}

/**
 * What computes the new value from the old one, where nobody else uses any of it; undefined where somebody does, or
 * where the new value is not made of the old one.
 */
function partsOf(fn: IrFunction, load: Load, store: Store): readonly Instruction[] | undefined {
  const made = new Set([load.result.index]);
  const block = fn.blocks.find((b) => b.instructions.includes(load))!.instructions;
  const parts: Instruction[] = [];
  for (const i of block.slice(block.indexOf(load) + 1, block.indexOf(store))) {
    if (i.op === 'debug-value' || !usesAny(i, made)) continue;
    parts.push(i);
    made.add(resultOf(i)!.index);
  }
  if (store.value.kind !== 'register' || !made.has(store.value.index)) return undefined;
  const isForeign = (i: Instruction): boolean =>
    i !== store && i.op !== 'debug-value' && !parts.includes(i) && usesAny(i, made);
  return fn.blocks.some((b) => b.instructions.some(isForeign)) ? undefined : parts;
}

function usesAny(i: Instruction, registers: ReadonlySet<number>): boolean {
  let isUsed = false;
  forEachOperand(i, (operand) => {
    if (operand.kind === 'register' && registers.has(operand.index)) isUsed = true;
  });
  return isUsed;
}
