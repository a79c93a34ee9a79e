// The simplifier on nested random expressions, its normal forms, and terms too deep for recursion.

import { describe, expect, test, vi } from 'vitest';
import { Blaster } from '../../src/solve/blast.js';
import { Evaluator } from '../../src/solve/evaluate.js';
import { dimacsLines } from '../../src/solve/export-dimacs.js';
import { smtlibLines } from '../../src/solve/export-smtlib.js';
import { FALSE, Terms, TRUE } from '../../src/solve/term.js';
import { FormulaGenerator } from './formula.js';
import { Random } from './random.js';

const full = process.env.PREEMPT_FULL === '1';
if (full) vi.setConfig({ testTimeout: 3_600_000 });

test('nested expressions keep their value, and known bits are right', () => {
  const random = new Random(31);
  for (let round = 0; round < (full ? 40_000 : 1_000); round++) {
    const generator = new FormulaGenerator(random);
    const t = generator.terms;
    const roots = Array.from({ length: 4 }, () => generator.expression(1 + random.below(40), 5));
    for (let trial = 0; trial < 4; trial++) {
      const values = new Map(generator.variables.map(({ name, term }) => [name, random.bits(t.width(term))]));
      const evaluator = new Evaluator(t, (variable) => values.get(t.variableName(variable))!);
      for (const root of roots) {
        if (evaluator.bigint(root.term) !== root.value(values)) expect.fail(root.smtlib);
        if (root.width > 32) continue;
        const value = evaluator.number(root.term);
        expect(value & t.knownZeros(root.term)).toBe(0);
        expect(~value & t.knownOnes(root.term)).toBe(0);
      }
    }
  }
});

describe('normal forms', () => {
  const t = new Terms();
  const x = t.variable(32, 'x');
  const y = t.variable(32, 'y');
  const b = t.variable(8, 'b');
  const c = t.variable(1, 'c');
  const d = t.variable(1, 'd');
  const k = (value: number, width = 32) => t.constant(width, value);

  test('equal terms are the same number', () => {
    expect(t.add(x, y)).toBe(t.add(y, x));
    expect(t.add(t.add(x, k(1)), k(2))).toBe(t.add(x, k(3)));
    expect(t.sub(t.add(x, y), y)).toBe(x);
    expect(t.xor(t.xor(x, y), y)).toBe(x);
    expect(t.not(t.not(x))).toBe(x);
    expect(t.or(t.and(c, d), c)).toBe(c);
    expect(t.and(c, t.not(c))).toBe(FALSE);
    expect(t.mul(x, k(8))).toBe(t.shl(x, k(3)));
    expect(t.constant(64, -1)).toBe(t.constant(64, 2n ** 64n - 1n));
    expect(t.constant(64, 5)).toBe(t.constant(64, 5n));
  });

  test('comparisons of promoted bytes are comparisons of bytes', () => {
    expect(t.ult(t.zext(b, 32), k(256))).toBe(TRUE);
    expect(t.slt(t.zext(b, 32), k(0))).toBe(FALSE);
    expect(t.eq(t.zext(b, 32), k(300))).toBe(FALSE);
    expect(t.slt(t.zext(b, 32), k(10))).toBe(t.ult(b, k(10, 8)));
    expect(t.slt(t.sext(b, 32), k(-128))).toBe(FALSE);
    expect(t.truncate(t.add(t.zext(b, 32), k(1)), 8)).toBe(t.add(b, k(1, 8)));
    expect(t.srem(t.zext(b, 32), k(10))).toBe(t.zext(t.urem(b, k(10, 8)), 32));
  });

  test('multiples and sums that do not overflow are compared without them', () => {
    const offset = t.add(t.mul(t.zext(b, 32), k(12)), k(4));
    expect(t.ult(k(27), offset)).toBe(t.ult(k(1, 8), b));
    expect(t.ult(k(28), offset)).toBe(t.ult(k(2, 8), b));
    expect(t.ult(k(3), offset)).toBe(TRUE);
    expect(t.ult(offset, k(28))).toBe(t.ult(b, k(2, 8)));
    expect(t.ult(offset, k(29))).toBe(t.ult(b, k(3, 8)));
    expect(t.ult(offset, k(4))).toBe(FALSE);
    expect(t.eq(offset, k(40))).toBe(t.eq(b, k(3, 8)));
    expect(t.eq(offset, k(41))).toBe(FALSE);
  });

  test('comparisons of multiples and sums keep their value, also where they overflow', () => {
    for (const factor of [1, 3, 6, 17, 255])
      for (const summand of [0, 1, 9, 250]) {
        const small = new Terms();
        const n = small.variable(4, 'n');
        const linear = small.add(small.mul(small.zext(n, 8), small.constant(8, factor)), small.constant(8, summand));
        for (let bound = 0; bound < 256; bound++) {
          const limit = small.constant(8, bound);
          const asked = [small.ult(limit, linear), small.ult(linear, limit), small.eq(linear, limit)];
          for (let value = 0; value < 16; value++) {
            const evaluator = new Evaluator(small, () => value);
            const result = (value * factor + summand) % 256;
            const expected = [bound < result, result < bound, result === bound];
            expect(asked.map((condition) => evaluator.isTrue(condition))).toEqual(expected);
          }
        }
      }
  });

  test('flags set, cleared and tested are single bits', () => {
    const set = t.or(x, k(0x80));
    expect(t.ne(t.and(set, k(0x80)), k(0))).toBe(TRUE);
    expect(t.and(set, k(0x01))).toBe(t.and(x, k(0x01)));
    expect(t.and(t.and(set, k(~0x80)), k(0x80))).toBe(k(0));
    expect(t.ne(t.and(x, k(0x40)), k(0))).toBe(t.bit(x, 6));
    expect(t.ne(t.zext(c, 32), k(0))).toBe(c);
    expect(t.eq(t.ite(c, k(3), k(4)), k(3))).toBe(c);
    expect(t.eq(t.ite(c, k(3), t.ite(d, k(4), k(5))), k(4))).toBe(t.and(t.not(c), d));
  });

  test('bytes put together again are the word', () => {
    const bytes = [0, 8, 16, 24].map((low) => t.extract(x, low, 8));
    const joined = bytes.reduceRight((high, low) => t.concat(high, low));
    expect(joined).toBe(x);
    const shifted = bytes.map((byte, i) => t.shl(t.zext(byte, 32), k(8 * i)));
    expect(shifted.reduce((a, byte) => t.or(a, byte))).toBe(x);
    expect(shifted.reduce((a, byte) => t.add(a, byte))).toBe(x);
  });
});

test('deeply nested operations are evaluated, blasted and exported without recursion', () => {
  const t = new Terms();
  const x = t.variable(4, 'x');
  let sum = x;
  let condition = t.eq(x, t.constant(4, 0));
  const depth = full ? 1_000_000 : 50_000;
  for (let i = 0; i < depth; i++) {
    sum = i % 2 === 0 ? t.xor(sum, t.lshr(sum, x)) : t.add(sum, x);
    if (i % 16 === 0) condition = t.and(condition, t.ne(sum, t.constant(4, i % 16)));
  }
  expect(t.size).toBeGreaterThan(depth);
  expect(new Evaluator(t, () => 0n).isTrue(t.eq(sum, t.constant(4, 0)))).toBe(true);
  const blaster = new Blaster(t);
  blaster.literal(condition);
  expect(blaster.circuit.size).toBeGreaterThan(depth);
  let lines = 0;
  for (const line of smtlibLines(t, [condition])) {
    lines++;
    if (line.length > 200) expect.fail(line);
  }
  expect(lines).toBeGreaterThan(depth);
  for (const _ of dimacsLines(t, [condition])) lines++;
  expect(lines).toBeGreaterThan(2 * depth);
});
