// Floats against the host: the circuits (simulated 32 lanes at a time), the terms (evaluated), the folding of
// constants, and CaDiCaL as the evaluator of the CNF. `PREEMPT_FULL=1` runs more than a million pairs of arguments per
// suite.

import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Blaster } from '../../src/solve/blast.js';
import type { CadicalLibrary } from '../../src/solve/cadical.js';
import { Evaluator } from '../../src/solve/evaluate.js';
import { type FloatFormat, half, single, widthOf } from '../../src/solve/float.js';
import * as arithmetic from '../../src/solve/float-arithmetic.js';
import { convertFloat, integerToFloat } from '../../src/solve/float-convert.js';
import { Query } from '../../src/solve/query.js';
import { type Term, Terms } from '../../src/solve/term.js';
import { bitsOf, type FloatOperation, floatOperations, numberOf, randomFloat } from './floats.js';
import { loadCadical } from './loaded-cadical.js';
import { Random } from './random.js';
import { Simulator } from './simulate.js';

const full = process.env.PREEMPT_FULL === '1';
if (full) vi.setConfig({ testTimeout: 3_600_000 });
const operations = floatOperations();
const names = new Set([
  'f32 add',
  'f32 subtract',
  'f32 multiply',
  'f32 divide',
  'f64 add',
  'f64 subtract',
  'f64 multiply',
  'f64 divide',
]);

function randomOperands(random: Random, operation: FloatOperation): bigint[] {
  const values: bigint[] = [];
  for (const operand of operation.operands) {
    values.push(typeof operand === 'number' ? random.bits(operand) : randomFloat(random, operand, values[0]));
  }
  return values;
}

function variables(t: Terms, operation: FloatOperation): Term[] {
  return operation.operands.map((operand) => t.variable(typeof operand === 'number' ? operand : widthOf(operand)));
}

function sampleSize(operation: FloatOperation): number {
  if (operation.large) return full ? 2_000 : 32;
  if (names.has(operation.name)) return full ? 150_000 : 640;
  return full ? 10_000 : 64;
}

describe('float circuits agree with the host', () => {
  for (const operation of operations) {
    test(operation.name, () => {
      const random = new Random(7);
      const t = new Terms();
      const operands = variables(t, operation);
      const result = operation.build(t, operands);
      const blaster = new Blaster(t);
      for (const operand of operands) blaster.word(operand);
      blaster.word(result);
      const simulator = new Simulator(t, blaster);
      const count = sampleSize(operation);
      for (let done = 0; done < count; done += 32) {
        const lanes = Array.from({ length: 32 }, () => randomOperands(random, operation));
        operands.forEach((operand, i) => {
          simulator.set(
            operand,
            lanes.map((lane) => lane[i]!),
          );
        });
        simulator.run();
        for (let lane = 0; lane < 32; lane++) {
          const expected = operation.expected(lanes[lane]!);
          const actual = simulator.get(result, lane);
          if (actual !== expected) expect.fail(`${lanes[lane]!.map(hex)} → ${hex(actual)}, host ${hex(expected)}`);
        }
      }
    });
  }
});

test('float terms and folded constants agree with the host', () => {
  const random = new Random(8);
  for (const operation of operations) {
    const t = new Terms();
    const operands = variables(t, operation);
    const result = operation.large === true ? undefined : operation.build(t, operands);
    const count = full ? 400 : 8;
    for (let i = 0; i < count; i++) {
      const values = randomOperands(random, operation);
      const expected = operation.expected(values);
      if (result !== undefined) {
        const evaluator = new Evaluator(t, (variable) => values[operands.indexOf(variable)]!);
        if (evaluator.bigint(result) !== expected) expect.fail(`${operation.name} of ${values.map(hex)}`);
      }
      const constants = values.map((value, j) => t.constant(t.width(operands[j]!), value));
      const folded = operation.build(t, constants);
      expect(t.isConstant(folded)).toBe(true);
      if (t.wideValue(folded) !== expected) expect.fail(`folded ${operation.name} of ${values.map(hex)}`);
    }
  }
});

test('half precision, through single: a single result rounded again is the half result', () => {
  const random = new Random(9);
  const t = new Terms();
  const toHalf = (x: number) =>
    t.wideValue(convertFloat(t, single, half, t.constant(32, bitsOf(single, Math.fround(x)))));
  const fromHalf = (x: bigint) => numberOf(single, t.wideValue(convertFloat(t, half, single, t.constant(16, x))));
  const cases: [(t: Terms, f: FloatFormat, a: Term, b: Term) => Term, (a: number, b: number) => number][] = [
    [arithmetic.addFloats, (a, b) => a + b],
    [arithmetic.subtractFloats, (a, b) => a - b],
    [arithmetic.multiplyFloats, (a, b) => a * b],
    [arithmetic.divideFloats, (a, b) => a / b],
    [arithmetic.remainderFloats, (a, b) => a % b],
  ];
  // The conversions themselves, against their definition.
  for (let bits = 0; bits < 0x10000; bits += full ? 1 : 37) {
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
    const value = exponent === 31 ? (fraction === 0 ? Number.POSITIVE_INFINITY : Number.NaN) : size;
    const signed = bits >= 0x8000 ? -value : value;
    expect(Object.is(fromHalf(BigInt(bits)), signed)).toBe(true);
    if (!Number.isNaN(signed)) expect(toHalf(signed)).toBe(BigInt(bits));
  }
  for (let i = 0; i < (full ? 20_000 : 400); i++) {
    const a = randomFloat(random, half);
    const b = randomFloat(random, half, a);
    const [build, host] = random.pick(cases);
    const actual = t.wideValue(build(t, half, t.constant(16, a), t.constant(16, b)));
    expect(actual).toBe(toHalf(host(fromHalf(a), fromHalf(b))));
  }
});

describe('float CNF', () => {
  let library: CadicalLibrary;
  beforeAll(async () => {
    library = await loadCadical();
  });

  test('CaDiCaL finds the host’s result and no other', () => {
    const random = new Random(10);
    for (const operation of operations.filter((o) => names.has(o.name) || /sqrt|→|si32/.test(o.name))) {
      const t = new Terms();
      const operands = variables(t, operation);
      const result = operation.build(t, operands);
      const query = new Query(t, () => library.create());
      for (let i = 0; i < (full ? 100 : 2); i++) {
        const values = randomOperands(random, operation);
        const expected = t.constant(t.width(result), operation.expected(values));
        const inputs = operands.map((operand, j) => t.eq(operand, t.constant(t.width(operand), values[j]!)));
        expect(query.check([...inputs, t.eq(result, expected)]).kind, operation.name).toBe('sat');
        expect(query.check([...inputs, t.ne(result, expected)]).kind, operation.name).toBe('unsat');
      }
      query.dispose();
    }
  });

  test('inverts a scaling: which ADC reading gives 1.65 V', () => {
    const t = new Terms();
    const reading = t.variable(16, 'reading');
    const query = new Query(t, () => library.create());
    const constant = (x: number) => t.constant(32, bitsOf(single, x));
    const wide = t.zext(reading, 32);
    const scaled = arithmetic.divideFloats(t, single, integer(t, wide), constant(4095));
    const volts = arithmetic.multiplyFloats(t, single, scaled, constant(Math.fround(3.3)));
    query.assert(t.ule(reading, t.constant(16, 4095)));
    const wanted = Math.fround(Math.fround(2048 / 4095) * Math.fround(3.3));
    expect(query.check([t.eq(volts, constant(wanted))]).kind).toBe('sat');
    expect(query.model.number(reading)).toBe(2048);
    expect(query.check([t.eq(volts, constant(wanted)), t.ne(reading, t.constant(16, 2048))]).kind).toBe('unsat');
    query.dispose();
  });
});

function integer(t: Terms, x: Term): Term {
  return integerToFloat(t, single, x, true);
}

function hex(x: bigint): string {
  return `0x${x.toString(16)}`;
}
