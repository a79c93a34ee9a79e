// Arguments that come out of constant tables: `set_priority(table[i].irq, table[i].level)` is one call for each row,
// and `init(&uart_config)` that passes on `config->irq` one for that structure. Addresses are followed through
// arithmetic and parameters of the calling instance. What chooses the row must be the variable of a loop; each row
// counts, whether the loop comes to it or not.

import type { Instruction } from '../ir/instruction.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import type { Constant, Operand } from '../ir/value.js';
import type { KnownValues } from './known-value.js';

/** An integer of `bits` at `offset` in a constant variable, of the row that `index` says. */
interface Entry {
  readonly table: string;
  readonly offset: number;
  readonly bits: number;
  readonly isSigned: boolean;
  readonly index?: { readonly of: IrFunction; readonly register: number; readonly scale: number };
}

/** By operand. */
type Row = readonly number[];

const MAX_STEPS = 32;
const MAX_ROWS = 256;

/** What the operands are, by row; undefined where they do not all come out of the same rows or are constant. */
export function tableRows(
  module: IrModule,
  values: KnownValues,
  fn: IrFunction,
  calls: readonly Instruction[],
  operands: readonly Operand[],
): readonly Row[] | undefined {
  const sources = operands.map((o) => values.constant(fn, calls, o) ?? entryOf(values, fn, calls, o));
  const entries = sources.filter((s): s is Entry => typeof s === 'object');
  const [first] = entries;
  if (first === undefined || !entries.every((e) => isSameRow(e, first))) return undefined;
  const table = module.globals.get(first.table);
  if (table?.constant !== true || table.initializer === undefined) return undefined;
  const { initializer } = table;
  const rowOf = (n: number): (number | undefined)[] =>
    sources.map((s) => (typeof s === 'object' ? integerAt(module, initializer, s, n * (s.index?.scale ?? 0)) : s));
  const scale = first.index?.scale;
  const count = scale === undefined ? 1 : Math.floor(module.layout.allocationSize(table.type) / scale);
  if (!(count > 0 && count <= MAX_ROWS)) return undefined;
  const rows = Array.from({ length: count }, (_, n) => rowOf(n));
  return rows.every((row): row is number[] => row.every((v) => v !== undefined)) ? rows : undefined;
}

function isSameRow(a: Entry, b: Entry): boolean {
  return (
    a.table === b.table &&
    a.index?.of === b.index?.of &&
    a.index?.register === b.index?.register &&
    a.index?.scale === b.index?.scale
  );
}

function entryOf(
  values: KnownValues,
  fn: IrFunction,
  calls: readonly Instruction[],
  operand: Operand,
): Entry | undefined {
  const { value, isSigned } = withoutCasts(values, fn, operand);
  const load = value.kind === 'register' ? values.definition(fn, value.index) : undefined;
  if (load === undefined && value.kind === 'register') {
    const passed = values.argumentOf(fn, calls, value.index);
    return passed === undefined ? undefined : entryOf(values, passed.caller, calls.slice(0, -1), passed.argument);
  }
  if (load?.op !== 'load' || load.result.type.kind !== 'int') return undefined;
  const { bits } = load.result.type;
  let [place, at, way, offset] = [load.address, fn, calls, 0];
  let index: Entry['index'];
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (place.kind === 'global') return { table: place.name, offset, bits, isSigned, ...(index ? { index } : {}) };
    if (place.kind === 'expression' && place.op === 'getelementptr') {
      offset += place.offset;
      place = place.base;
      continue;
    }
    if (place.kind !== 'register') return undefined;
    const i = values.definition(at, place.index);
    if (i === undefined) {
      const passed = values.argumentOf(at, way, place.index);
      if (passed === undefined) return undefined;
      [place, at, way] = [passed.argument, passed.caller, way.slice(0, -1)];
      continue;
    }
    if (i.op !== 'getelementptr') return undefined;
    for (const { index: by, scale } of i.scaled) {
      const known = values.constant(at, way, by);
      const root = withoutCasts(values, at, by).value;
      if (known !== undefined) offset += known * scale;
      else if (index !== undefined || root.kind !== 'register' || values.definition(at, root.index)?.op !== 'phi')
        return undefined;
      else index = { of: at, register: root.index, scale };
    }
    offset += i.offset;
    place = i.base;
  }
  return undefined;
}

function withoutCasts(values: KnownValues, fn: IrFunction, operand: Operand): { value: Operand; isSigned: boolean } {
  let value = operand;
  let isSigned = true;
  for (let steps = 0; steps < MAX_STEPS && value.kind === 'register'; steps++) {
    const i = values.definition(fn, value.index);
    if (i?.op !== 'zext' && i?.op !== 'sext' && i?.op !== 'trunc') break;
    isSigned = i.op !== 'zext';
    value = i.value;
  }
  return { value, isSigned };
}

function integerAt(module: IrModule, whole: Constant, { offset, bits, isSigned }: Entry, row: number) {
  let [constant, at] = [whole, offset + row];
  const { layout } = module;
  while (constant.kind === 'aggregate') {
    const { type, elements } = constant;
    const startOf = (n: number): number =>
      type.kind === 'struct'
        ? layout.fieldOffset(type, n)
        : type.kind === 'array'
          ? n * layout.allocationSize(type.element)
          : 0;
    const n = elements.findLastIndex((_, k) => startOf(k) <= at);
    const element = elements[n];
    if (element === undefined) return undefined;
    at -= startOf(n);
    constant = element;
  }
  if (constant.kind === 'zero') return 0;
  if (constant.kind !== 'int' || constant.type.bits !== bits || at !== 0) return undefined;
  return Number(isSigned ? BigInt.asIntN(bits, constant.value) : BigInt.asUintN(bits, constant.value));
}
