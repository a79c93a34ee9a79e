// Leaps over rounds of loops: numbers of rounds against counting, and programs that leap against programs that go step
// by step.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { IrModule } from '../../src/ir/module.js';
import { type Requirement, roundsUntil } from '../../src/machine/compile/rounds.js';
import { Machine } from '../../src/machine/machine.js';
import { STEP } from '../../src/machine/transition.js';
import { lockstep } from './lockstep.js';
import { compileUnit, programOf } from './sequential.js';

/** A loop that nothing but a leap ever ends within a test. */
const isLong = (name: string): boolean => name.startsWith('all_numbers');
/** No loops to leap over, and loops where leaps are so short that they are tried more and more rarely. */
const unfit = new Set(['multiplies', 'squares', 'follows']);
const short = new Set(['narrow', 'triangle', 'diagonal']);

const text = readFileSync(fileURLToPath(new URL('leap-programs.c', import.meta.url)), 'utf8');
const names = [...text.matchAll(/^void (\w+)\(void\) \{/gm)].map((match) => match[1]!);

let module: IrModule;
beforeAll(async () => {
  module = await compileUnit(text);
});

describe('a program that leaps does what it does step by step', () => {
  it.each(names.filter((name) => !isLong(name)))('%s', (name) => {
    const result = lockstep(programOf(module, name), { heat: Number.POSITIVE_INFINITY, patience: 1000 });
    expect(result.ending).toBe('blocked');
    const atLeast = short.has(name) ? 0 : result.steps / 2;
    if (!unfit.has(name)) expect(result.compiledSteps).toBeGreaterThan(atLeast);
  });
});

describe('a loop of more rounds than anybody can wait for', () => {
  it.each([
    ['all_numbers', [5n, 0n]],
    ['all_numbers_nested', [999999n]],
  ] as const)('%s', (name, expected) => {
    const heat = Number.POSITIVE_INFINITY;
    const machine = new Machine(programOf(module, name), { arrivals: 0, unwind: 1, heat });
    const state = machine.initial();
    const outputs: bigint[] = [];
    while (machine.run(state).kind === 'visible') {
      const outcome = machine.take(state, STEP);
      if (outcome.kind !== 'stepped') throw new Error(outcome.kind);
      for (const e of outcome.events) if (e.kind === 'call') outputs.push(BigInt(e.arguments[0] as number));
    }
    expect(outputs).toEqual(expected);
    expect(machine.interpretedSteps).toBeLessThan(10_000);
  });
});

describe('rounds until something changes', () => {
  const predicates = ['eq', 'ne', 'ult', 'ule', 'ugt', 'uge', 'slt', 'sle', 'sgt', 'sge'] as const;
  const byte = fc.bigInt({ min: 0n, max: 255n });
  const holds = (predicate: string, a: bigint, b: bigint): boolean => {
    const [x, y] = predicate.startsWith('s') ? [BigInt.asIntN(8, a), BigInt.asIntN(8, b)] : [a, b];
    switch (predicate.slice(-2)) {
      case 'eq':
        return x === y;
      case 'ne':
        return x !== y;
      case 'lt':
        return x < y;
      case 'le':
        return x <= y;
      case 'gt':
        return x > y;
      default:
        return x >= y;
    }
  };

  it.each(predicates)('%s', (predicate) => {
    fc.assert(
      fc.property(byte, byte, byte, byte, (a, b, x, y) => {
        const left = { start: a, steps: [x] };
        const right = { start: b, steps: [y] };
        const requirement: Requirement = { kind: 'comparison', predicate, bits: 8, left, right };
        const rounds = roundsUntil(requirement, 0);
        const at = (n: bigint): boolean => holds(predicate, BigInt.asUintN(8, a + n * x), BigInt.asUintN(8, b + n * y));
        // All of them repeat after 256 rounds.
        let first: bigint | undefined;
        for (let n = 1n; n <= 256n && first === undefined; n++) if (at(n) !== at(0n)) first = n;
        if (predicate === 'eq' || predicate === 'ne') expect(rounds).toBe(first);
        else if (first !== undefined) {
          expect(rounds).toBeGreaterThan(0n);
          expect(rounds).toBeLessThanOrEqual(first);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('a number that must not wrap round', () => {
    fc.assert(
      fc.property(byte, byte, fc.boolean(), (start, step, isSigned) => {
        const rounds = roundsUntil({ kind: 'range', isSigned, bits: 8, value: { start, steps: [step] } }, 0);
        const exact = isSigned ? BigInt.asIntN : BigInt.asUintN;
        const by = BigInt.asIntN(8, step);
        let n = 0n;
        while (by !== 0n && exact(8, start) + n * by === exact(8, start + n * by)) n++;
        expect(rounds).toBe(by === 0n ? undefined : n);
      }),
    );
  });
});
