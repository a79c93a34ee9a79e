// Integer operations against BigInt: constant folding, simplified terms, and the circuits, at widths 1 to 64 and 128.
// `PREEMPT_FULL=1` runs more than a million operations of each kind.

import { describe, expect, test, vi } from 'vitest';
import { Blaster } from '../../src/solve/blast.js';
import { Evaluator } from '../../src/solve/evaluate.js';
import { type Term, Terms } from '../../src/solve/term.js';
import { type Operation, operations } from './operations.js';
import { Random } from './random.js';
import { Simulator } from './simulate.js';

const full = process.env.PREEMPT_FULL === '1';
if (full) vi.setConfig({ testTimeout: 3_600_000 });
const allWidths = [...Array.from({ length: 64 }, (_, i) => i + 1), 128];

function expectedOf(operation: Operation, width: number, values: readonly bigint[]): bigint {
  return BigInt.asUintN(operation.result === 'bit' ? 1 : width, operation.expected(width, values));
}

function widthsOf(operation: Operation, random: Random): number[] {
  const widths = allWidths.filter((width) => operation.widths?.(width) ?? true);
  if (full) return widths;
  return [...new Set([1, 8, 32, 33, random.pick(widths), random.pick(widths)])].filter((w) => widths.includes(w));
}

/** A constant, a variable, or a variable that is extended; changes `value` to what the operand can be. */
function randomOperand(
  t: Terms,
  random: Random,
  width: number,
  value: bigint,
  values: Map<Term, bigint>,
): [operand: Term, value: bigint] {
  const form = random.below(4);
  if (form === 0) return [t.constant(width, value), value];
  const narrow = form === 1 || width === 1 ? width : 1 + random.below(width);
  const variable = t.variable(narrow);
  const cut = BigInt.asUintN(narrow, value);
  values.set(variable, cut);
  if (form === 2) return [t.zext(variable, width), cut];
  return [t.sext(variable, width), BigInt.asUintN(width, BigInt.asIntN(narrow, cut))];
}

test('terms agree with BigInt', () => {
  const random = new Random(1);
  const count = full ? 1_200_000 : 20_000;
  let t = new Terms();
  let values = new Map<Term, bigint>();
  let evaluator = new Evaluator(t, (variable) => values.get(variable)!);
  for (let i = 0; i < count; i++) {
    if (t.size > 20_000) {
      t = new Terms();
      values = new Map();
      const current = values;
      evaluator = new Evaluator(t, (variable) => current.get(variable)!);
    }
    const operation = random.pick(operations);
    const width = random.chance(16) ? 128 : 1 + random.below(64);
    if (operation.widths?.(width) === false) continue;
    const chosen: bigint[] = [];
    const operands = operation.operands.map((kind) => {
      const operandWidth = kind === 'bit' ? 1 : width;
      const [operand, value] = randomOperand(t, random, operandWidth, random.bits(operandWidth), values);
      chosen.push(value);
      return operand;
    });
    const result = operation.build(t, width, operands);
    const expected = expectedOf(operation, width, chosen);
    const actual = evaluator.bigint(result);
    if (actual !== expected) expect.fail(`${operation.name} i${width} (${chosen}) = ${actual}, expected ${expected}`);
    if (operands.every((x) => t.isConstant(x)) && !t.isConstant(result)) expect.fail(`${operation.name} not folded`);
  }
});

describe('circuits agree with BigInt', () => {
  for (const operation of operations) {
    test(operation.name, () => {
      const random = new Random(2);
      for (const width of widthsOf(operation, random)) {
        const t = new Terms();
        const operands = operation.operands.map((kind) => t.variable(kind === 'bit' ? 1 : width));
        const result = operation.build(t, width, operands);
        const blaster = new Blaster(t);
        for (const operand of operands) blaster.word(operand);
        blaster.word(result);
        const simulator = new Simulator(t, blaster);
        for (let round = 0; round < (full ? 16 : 1); round++) {
          const lanes = Array.from({ length: 32 }, () => operands.map((operand) => random.bits(t.width(operand))));
          operands.forEach((operand, i) => {
            simulator.set(
              operand,
              lanes.map((lane) => lane[i]!),
            );
          });
          simulator.run();
          for (let lane = 0; lane < 32; lane++) {
            const expected = expectedOf(operation, width, lanes[lane]!);
            const actual = simulator.get(result, lane);
            if (actual !== expected) expect.fail(`i${width} (${lanes[lane]}) = ${actual}, expected ${expected}`);
          }
        }
      }
    });
  }
});

describe('circuits on constant and extended operands agree with BigInt', () => {
  for (const operation of operations) {
    test(operation.name, () => {
      const random = new Random(3);
      for (let round = 0; round < (full ? 300 : 8); round++) {
        const width = random.chance(16) ? 128 : 1 + random.below(64);
        if (operation.widths?.(width) === false) continue;
        const t = new Terms();
        const forms = operation.operands.map((kind) => randomForm(t, random, kind === 'bit' ? 1 : width));
        const result = operation.build(
          t,
          width,
          forms.map((form) => form.operand),
        );
        const blaster = new Blaster(t);
        for (const { variable } of forms) blaster.word(variable);
        blaster.word(result);
        const simulator = new Simulator(t, blaster);
        const lanes = forms.map((form) => Array.from({ length: 32 }, () => random.bits(t.width(form.variable))));
        forms.forEach(({ variable }, i) => {
          simulator.set(variable, lanes[i]!);
        });
        simulator.run();
        for (let lane = 0; lane < 32; lane++) {
          const values = forms.map((form, i) => form.value(lanes[i]![lane]!));
          const expected = expectedOf(operation, width, values);
          if (simulator.get(result, lane) !== expected) expect.fail(`i${width} (${values}) expected ${expected}`);
        }
      }
    });
  }
});

/** An operand of the width, made from a variable, and its value for a value of that variable. */
function randomForm(
  t: Terms,
  random: Random,
  width: number,
): { readonly variable: Term; readonly operand: Term; readonly value: (of: bigint) => bigint } {
  const narrow = 1 + random.below(width);
  switch (random.below(4)) {
    case 0: {
      const constant = random.bits(width);
      return { variable: t.variable(1), operand: t.constant(width, constant), value: () => constant };
    }
    case 1: {
      const variable = t.variable(narrow);
      return { variable, operand: t.zext(variable, width), value: (x) => x };
    }
    case 2: {
      const variable = t.variable(narrow);
      const value = (x: bigint) => BigInt.asUintN(width, BigInt.asIntN(narrow, x));
      return { variable, operand: t.sext(variable, width), value };
    }
    default: {
      const variable = t.variable(width);
      return { variable, operand: variable, value: (x) => x };
    }
  }
}
