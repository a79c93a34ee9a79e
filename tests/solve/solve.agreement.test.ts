// Random formulas: Preempt's simplifier, circuits and CNF with CaDiCaL against Z3 on the unsimplified text. Models are
// checked by an independent evaluation, cores by asking again. `PREEMPT_FULL=1` asks more than 5000 formulas.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CadicalLibrary } from '../../src/solve/cadical.js';
import { smtlibLines } from '../../src/solve/export-smtlib.js';
import { Query } from '../../src/solve/query.js';
import { type Term, Terms } from '../../src/solve/term.js';
import { type Expression, FormulaGenerator } from './formula.js';
import { loadCadical } from './loaded-cadical.js';
import { operations } from './operations.js';
import { Random } from './random.js';
import { Referee } from './z3.js';

const full = process.env.PREEMPT_FULL === '1';
if (full) vi.setConfig({ testTimeout: 3_600_000 });

describe('agreement with Z3', () => {
  let library: CadicalLibrary;
  let referee: Referee;
  beforeAll(async () => {
    library = await loadCadical();
    referee = await Referee.start();
  });
  afterAll(async () => {
    await referee.stop();
  });

  test('random formulas', () => {
    const random = new Random(11);
    const batches = full ? 110 : 2;
    const counts = { sat: 0, unsat: 0, bySolver: 0 };
    for (let batch = 0; batch < batches; batch++) {
      const cases = Array.from({ length: 50 }, () => {
        const generator = new FormulaGenerator(random);
        const depth = 1 + random.below(4);
        const conditions = Array.from({ length: 1 + random.below(4) }, () => generator.condition(depth));
        return { generator, conditions };
      });
      const answers = referee.check(
        cases.map(({ generator, conditions }) => {
          const asserted = conditions.map((c) => `(assert (= ${c.smtlib} #b1))`).join('');
          return `${generator.declarations()}${asserted}(check-sat)`;
        }),
      );
      const exported = referee.check(
        cases.map(({ generator, conditions }) =>
          [
            ...smtlibLines(
              generator.terms,
              conditions.map((c) => c.term),
            ),
          ].join('\n'),
        ),
      );
      cases.forEach(({ generator, conditions }, i) => {
        expect(exported[i]).toBe(answers[i]);
        const query = new Query(generator.terms, () => library.create());
        const assumptions: Expression[] = [];
        for (const condition of conditions) {
          if (random.chance(2)) query.assert(condition.term);
          else assumptions.push(condition);
        }
        const answer = query.check(assumptions.map((c) => c.term));
        const context = `${generator.declarations()} ${conditions.map((c) => c.smtlib).join(' ')}`;
        expect(answer.kind, context).toBe(answers[i]);
        if (answer.kind === 'sat') {
          const values = new Map(generator.variables.map(({ name, term }) => [name, query.model.value(term)]));
          for (const condition of conditions) expect(condition.value(values), context).toBe(1n);
          counts.sat++;
        } else {
          expect(query.check(query.core).kind, context).toBe('unsat');
          counts.unsat++;
        }
        counts.bySolver += query.statistics().solverCalls > 0 ? 1 : 0;
        query.dispose();
      });
    }
    console.log(`formulas agreed with Z3: ${counts.sat} sat, ${counts.unsat} unsat, ${counts.bySolver} by the solver`);
    expect(Math.min(counts.sat, counts.unsat, counts.bySolver)).toBeGreaterThan(batches * 4);
  });

  test('the exported text of every operation means the operation', () => {
    const random = new Random(13);
    const scripts: string[] = [];
    const named: string[] = [];
    for (const operation of operations) {
      for (const width of [1, 5, 8, 8, 8]) {
        if (operation.widths?.(width) === false) continue;
        const t = new Terms();
        const operands = operation.operands.map((kind) => t.variable(kind === 'bit' ? 1 : width));
        const values = operands.map((operand) => random.bits(t.width(operand)));
        const result = operation.build(t, width, operands);
        const expected = t.constant(t.width(result), operation.expected(width, values));
        const inputs = operands.map((operand, i) => t.eq(operand, t.constant(t.width(operand), values[i]!)));
        scripts.push([...smtlibLines(t, [...inputs, t.ne(result, expected)])].join('\n'));
        named.push(`${operation.name} i${width} (${values})`);
      }
    }
    const answers = referee.check(scripts);
    expect(named.filter((_, i) => answers[i] !== 'unsat')).toEqual([]);
  });

  test('one query asked incrementally, across restarts of the solver', () => {
    const random = new Random(12);
    const rounds = full ? 20 : 1;
    for (let round = 0; round < rounds; round++) {
      const terms = new Terms();
      const generator = new FormulaGenerator(random, terms);
      const query = new Query(terms, () => library.create());
      const asserted: Expression[] = [];
      const scripts: string[] = [];
      const answers: { kind: string; assumptions: readonly Term[] }[] = [];
      for (let step = 0; step < 40; step++) {
        const assumptions = Array.from({ length: 1 + random.below(3) }, () => generator.condition(1 + random.below(3)));
        const answer = query.check(assumptions.map((c) => c.term));
        const smtlib = [...asserted, ...assumptions].map((c) => `(assert (= ${c.smtlib} #b1))`).join('');
        scripts.push(`${generator.declarations()}${smtlib}(check-sat)`);
        answers.push({ kind: answer.kind, assumptions: assumptions.map((c) => c.term) });
        if (answer.kind === 'sat') {
          const values = new Map(generator.variables.map(({ name, term }) => [name, query.model.value(term)]));
          for (const condition of [...asserted, ...assumptions]) expect(condition.value(values)).toBe(1n);
          if (random.chance(4)) {
            query.assert(assumptions[0]!.term);
            asserted.push(assumptions[0]!);
          }
        }
      }
      const expected = referee.check(scripts);
      expect(answers.map((a) => a.kind)).toEqual(expected);
      query.dispose();
    }
  });
});
