// The solver port and the query above it: limits, memory, cores, models, restarts, and what never reaches the solver.

import { beforeAll, describe, expect, test } from 'vitest';
import type { CadicalLibrary } from '../../src/solve/cadical.js';
import { dimacsLines } from '../../src/solve/export-dimacs.js';
import { smtlibLines } from '../../src/solve/export-smtlib.js';
import { Query } from '../../src/solve/query.js';
import type { Solver } from '../../src/solve/solver.js';
import { FALSE, type Term, Terms, TRUE } from '../../src/solve/term.js';
import { FormulaGenerator } from './formula.js';
import { loadCadical } from './loaded-cadical.js';
import { Random } from './random.js';

let library: CadicalLibrary;
beforeAll(async () => {
  library = await loadCadical();
});

/** p · q = the product of two primes, 1 < p ≤ q: hard enough to hit any limit. */
function factoring(t: Terms): { p: Term; q: Term; condition: Term } {
  const p = t.variable(40, 'p');
  const q = t.variable(40, 'q');
  const product = t.mul(t.zext(p, 80), t.zext(q, 80));
  const one = t.constant(40, 1);
  const condition = t.all([
    t.eq(product, t.constant(80, 1_000_000_007n * 998_244_353n)),
    t.ult(one, p),
    t.ule(p, q),
    t.ult(q, t.constant(40, 2n ** 39n)),
  ]);
  return { p, q, condition };
}

/** n + 1 pigeons in n holes. */
function pigeons(solver: Solver, n: number): void {
  const at = (pigeon: number, hole: number) => pigeon * n + hole + 1;
  for (let p = 0; p <= n; p++) solver.addClause(Array.from({ length: n }, (_, hole) => at(p, hole)));
  for (let hole = 0; hole < n; hole++) {
    for (let p = 0; p <= n; p++) for (let q = 0; q < p; q++) solver.addClause([-at(p, hole), -at(q, hole)]);
  }
}

describe('solver port', () => {
  test('models, assumptions and failed assumptions', () => {
    const solver = library.create();
    solver.addClause([1, 2]);
    solver.addClause([-1, 3]);
    solver.assume(1);
    expect(solver.solve()).toEqual({ kind: 'sat' });
    expect([solver.value(1), solver.value(3), solver.value(-3)]).toEqual([true, true, false]);
    solver.assume(-2);
    solver.assume(-3);
    solver.assume(4);
    expect(solver.solve()).toEqual({ kind: 'unsat' });
    expect([solver.failed(-2), solver.failed(-3), solver.failed(4)]).toEqual([true, true, false]);
    expect(solver.solve()).toEqual({ kind: 'sat' });
    expect(solver.statistics()).toMatchObject({ variables: 4, clauses: 2, solves: 3 });
    solver.dispose();
  });

  test('limits give unknown, and the solver can go on', () => {
    const solver = library.create();
    pigeons(solver, 11);
    expect(solver.solve({ conflicts: 10 })).toEqual({ kind: 'unknown', reason: 'work' });
    expect(solver.solve({ milliseconds: 30 })).toEqual({ kind: 'unknown', reason: 'time' });
    solver.dispose();
    const small = library.create();
    pigeons(small, 5);
    expect(small.solve({ conflicts: 1 })).toEqual({ kind: 'unknown', reason: 'work' });
    expect(small.solve()).toEqual({ kind: 'unsat' });
    small.dispose();
  });

  test('too little memory gives unknown, and the next solver gets a fresh heap', async () => {
    const limited = await loadCadical({ memoryMegabytes: 24 });
    const solver = limited.create();
    for (let i = 1; i < 400_000; i++) solver.addClause([i, -(i + 1), i + 2]);
    expect(solver.solve()).toEqual({ kind: 'unknown', reason: 'memory' });
    solver.dispose();
    const next = limited.create();
    next.addClause([1]);
    expect(next.solve()).toEqual({ kind: 'sat' });
    next.dispose();
  });
});

describe('query', () => {
  test('constants and contradictions never reach the solver', () => {
    const t = new Terms();
    const c = t.variable(1, 'c');
    const refuse = () => {
      throw new Error('the solver was used');
    };
    const query = new Query(t, () => ({
      addClause: refuse,
      assume: refuse,
      solve: refuse,
      value: refuse,
      failed: refuse,
      statistics: () => ({ variables: 0, clauses: 0, solves: 0, solveMilliseconds: 0 }),
      dispose: () => {},
    }));
    expect(query.check([c, FALSE]).kind).toBe('unsat');
    expect(query.core).toEqual([FALSE]);
    expect(query.check([c, t.not(c)]).kind).toBe('unsat');
    expect(query.core).toEqual([c, t.not(c)]);
    query.assert(FALSE);
    expect(query.check([TRUE]).kind).toBe('unsat');
    expect(query.core).toEqual([]);
    expect(query.statistics()).toMatchObject({ checks: 3, trivial: 3, solverCalls: 0 });
  });

  test('models and cores', () => {
    const t = new Terms();
    const x = t.variable(16, 'x');
    const y = t.variable(64, 'y');
    const query = new Query(t, () => library.create());
    query.assert(t.eq(t.mul(t.zext(x, 64), y), t.constant(64, 391n)));
    const big = t.ult(t.constant(16, 20), x);
    const small = t.ult(x, t.constant(16, 400));
    const odd = t.eq(t.urem(y, t.constant(64, 3)), t.constant(64, 2));
    const bounded = t.ult(y, t.constant(64, 400));
    expect(query.check([big, small, odd, bounded]).kind).toBe('sat');
    expect(query.model.value(x) * query.model.value(y)).toBe(391n);
    expect([query.model.number(x), query.model.value(y)]).toEqual([23, 17n]);
    expect(query.model.value(t.add(y, y))).toBe(34n);
    const none = t.eq(y, t.constant(64, 390));
    expect(query.check([big, small, none, odd, bounded]).kind).toBe('unsat');
    expect(query.core).toContain(none);
    expect(query.core).not.toContain(big);
    expect(query.check([big, small, odd, bounded]).kind).toBe('sat');
    expect(query.statistics().reusedModels).toBe(1);
    query.dispose();
  });

  test('limits', () => {
    const t = new Terms();
    const { p, q, condition } = factoring(t);
    const query = new Query(t, () => library.create());
    expect(query.check([condition], { milliseconds: 50 })).toEqual({ kind: 'unknown', reason: 'time' });
    expect(query.check([condition], { conflicts: 100 })).toEqual({ kind: 'unknown', reason: 'work' });
    const hint = t.eq(p, t.constant(40, 998_244_353n));
    expect(query.check([condition, hint])).toEqual({ kind: 'sat' });
    expect(query.model.value(q)).toBe(1_000_000_007n);
    query.dispose();
  });

  test('memory: a query answers unknown and goes on with the next solver', async () => {
    const limited = await loadCadical({ memoryMegabytes: 20 });
    const t = new Terms();
    const x = t.variable(128, 'x');
    const query = new Query(t, () => limited.create());
    const huge = t.eq(t.mul(t.mul(t.mul(x, x), x), x), t.constant(128, 77n));
    expect(query.check([huge])).toEqual({ kind: 'unknown', reason: 'memory' });
    expect(query.check([t.eq(x, t.constant(128, 3))]).kind).toBe('sat');
    query.dispose();
  });

  test('a solver full of old formulas is replaced, with the same answers', () => {
    const random = new Random(41);
    const terms = new Terms();
    const generator = new FormulaGenerator(random, terms);
    const fresh = () => library.create();
    const steady = new Query(terms, fresh, { restartAbove: Number.POSITIVE_INFINITY, modelsKept: 0 });
    const restless = new Query(terms, fresh, { restartAbove: 50, modelsKept: 0 });
    const fixed = t8(terms);
    steady.assert(fixed);
    restless.assert(fixed);
    for (let i = 0; i < 150; i++) {
      const assumptions = [generator.condition(2), generator.condition(2)].map((c) => c.term);
      expect(restless.check(assumptions).kind).toBe(steady.check(assumptions).kind);
    }
    expect(steady.statistics().restarts).toBe(0);
    expect(restless.statistics().restarts).toBeGreaterThan(3);
    steady.dispose();
    restless.dispose();
  });
});

function t8(terms: Terms): Term {
  const x = terms.variable(8, 'fixed');
  return terms.ult(terms.mul(x, x), terms.constant(8, 9));
}

describe('export', () => {
  test('DIMACS has the same answer, and its comments give the model back', () => {
    const random = new Random(51);
    for (let round = 0; round < 60; round++) {
      const generator = new FormulaGenerator(random);
      const conditions = [generator.condition(3), generator.condition(2)];
      const terms = conditions.map((c) => c.term);
      const query = new Query(generator.terms, () => library.create());
      const answer = query.check(terms).kind;
      const solver = library.create();
      const bits = new Map<string, [bit: number, index: number][]>();
      let header = '';
      let clauses = 0;
      for (const line of dimacsLines(generator.terms, terms)) {
        const [first, ...rest] = line.split(' ');
        if (first === 'c') {
          bits.set(
            rest[0]!,
            rest.slice(1).map((pair) => pair.split(':').map(Number) as [number, number]),
          );
        } else if (first === 'p') {
          header = line;
        } else {
          const literals = line.split(' ').map(Number);
          expect(literals.pop()).toBe(0);
          solver.addClause(literals);
          clauses++;
        }
      }
      expect(header).toMatch(new RegExp(`^p cnf \\d+ ${clauses}$`));
      expect(solver.solve().kind).toBe(answer);
      if (answer === 'sat') {
        const values = new Map<string, bigint>();
        for (const [name, pairs] of bits) {
          let value = 0n;
          for (const [bit, index] of pairs) if (solver.value(index)) value |= 1n << BigInt(bit);
          values.set(name, value);
        }
        for (const condition of conditions) expect(condition.value(values)).toBe(1n);
      }
      solver.dispose();
      query.dispose();
    }
  });

  test('SMT-LIB text', () => {
    const t = new Terms();
    const x = t.variable(8, 'adc');
    const condition = t.slt(t.sext(t.udiv(x, t.constant(8, 3)), 12), t.constant(12, 5));
    expect([...smtlibLines(t, [condition])]).toMatchInlineSnapshot(`
      [
        "(set-logic QF_BV)",
        "; adc",
        "(declare-const v0 (_ BitVec 8))",
        "(define-fun t4 () (_ BitVec 8) (bvudiv v0 #x03))",
        "(define-fun t13 () (_ BitVec 1) (ite (bvult t4 #x05) #b1 #b0))",
        "(assert (= t13 #b1))",
        "(check-sat)",
      ]
    `);
  });
});
