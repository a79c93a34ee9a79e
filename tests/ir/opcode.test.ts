import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isTerminator } from '../../src/ir/control-flow.js';
import type { Instruction } from '../../src/ir/instruction.js';
import {
  isAccess,
  isBinary,
  isCall,
  isCast,
  isComputation,
  isDivision,
  mayTrap,
} from '../../src/ir/instruction-class.js';
import { binaryOps, castOps, factsOf, isSigned, opcodes } from '../../src/ir/opcode.js';
import { forEachOperand, mapOperands } from '../../src/ir/operand.js';
import { parseModule } from '../../src/ir/parse/parse.js';
import type { Operand } from '../../src/ir/value.js';
import { instruction } from './parse-text.js';

const folder = new URL('fixtures/', import.meta.url);
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.ll'))
  .flatMap((file) => {
    const module = parseModule(readFileSync(new URL(file, folder), 'utf8'), file);
    return module.kind === 'failed' ? [] : [...module.value.functions.values()];
  })
  .flatMap((fn) => fn.blocks.flatMap((block) => block.instructions));

const operandKinds = new Set<unknown>([
  ...['register', 'int', 'float', 'null', 'undef', 'zero', 'bytes', 'aggregate', 'global', 'blockaddress'],
  ...['expression', 'metadata'],
]);

/** Every operand in the fields of an instruction and in their lists, in no particular order. */
function found(i: Instruction): Set<unknown> {
  const isOperand = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'type' in value && 'kind' in value && operandKinds.has(value.kind);
  const values = Object.entries(i).flatMap(([field, value]): unknown[] => {
    if (field === 'result') return [];
    if (!Array.isArray(value)) return [value];
    return value.flatMap((item: unknown) =>
      isOperand(item) || typeof item !== 'object' || item === null ? [item] : Object.values(item),
    );
  });
  return new Set(values.filter(isOperand));
}

describe('the table of opcodes', () => {
  it('names the operands of every instruction of the fixtures', () => {
    expect(new Set(all.map((i) => i.op)).size).toBeGreaterThan(40);
    for (const i of all) {
      const visited = new Set<Operand>();
      forEachOperand(i, (operand) => visited.add(operand));
      expect(visited, i.op).toEqual(found(i));
    }
  });

  it('keeps what is not replaced, and the order of fields', () => {
    const other: Operand = { kind: 'undef', type: { kind: 'int', bits: 32 }, poison: false };
    for (const i of all) {
      expect(mapOperands(i, (operand) => operand)).toBe(i);
      const replaced = mapOperands(i, () => other);
      expect(Object.keys(replaced)).toEqual(Object.keys(i));
      forEachOperand(replaced, (operand) => expect(operand).toBe(other));
    }
  });

  it('classifies', () => {
    const ops = (is: (i: Instruction) => boolean): string[] =>
      Object.keys(opcodes).filter((op) => is({ op } as Instruction));
    expect(ops(isBinary)).toEqual([...binaryOps]);
    expect(binaryOps.size).toBe(18);
    expect(ops(isCast)).toEqual([...castOps]);
    expect(castOps.size).toBe(14);
    expect(ops(isDivision)).toEqual(['udiv', 'sdiv', 'urem', 'srem']);
    expect(ops(isAccess)).toEqual(['load', 'store', 'cmpxchg', 'atomicrmw']);
    expect(ops(isCall)).toEqual(['call', 'invoke', 'callbr']);
    const branches = ['ret', 'br', 'condbr', 'switch', 'indirectbr', 'resume', 'unreachable'];
    expect(ops(isTerminator)).toEqual(['invoke', 'callbr', ...branches]);
    const effects = ['alloca', 'fence', 'va_arg', 'landingpad', 'debug-declare', 'debug-value'];
    const computes = (op: string): boolean => isComputation({ op } as Instruction);
    expect(Object.keys(opcodes).filter((op) => !computes(op))).toEqual([
      ...ops(isAccess),
      ...effects,
      ...ops(isCall),
      ...branches,
    ]);
    expect(ops((i) => isSigned(i.op))).toEqual(['sdiv', 'srem', 'ashr', 'sext', 'fptosi', 'sitofp']);
    expect(ops((i) => factsOf(i.op).operation !== undefined)).toEqual(ops(isAccess));
  });

  it.each([
    ['%r = udiv i32 %a, %b', true],
    ['%r = srem i32 %a, 0', true],
    ['%r = srem i32 %a, 3', false],
    ['%r = add i32 %a, %b', false],
    ['%r = fdiv float 1.0, 0.0', false],
  ])('%s may trap: %s', (text, expected) => {
    expect(mayTrap(instruction(text))).toBe(expected);
  });
});
