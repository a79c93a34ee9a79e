// The numbers that a term can be: never one too few.

import { describe, expect, it } from 'vitest';
import { Evaluator } from '../../src/solve/evaluate.js';
import { progressionOf } from '../../src/solve/progression.js';
import { type Term, Terms } from '../../src/solve/term.js';

function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('progressions', () => {
  it('know the elements of an array of structs', () => {
    const terms = new Terms();
    const index = terms.zext(terms.variable(8, 'x'), 64);
    const offset = terms.add(terms.mul(index, terms.constant(64, 12n)), terms.constant(64, 4n));
    expect(progressionOf(terms, offset)).toEqual({ low: 4n, high: 3064n, step: 12n, residue: 4n });
  });

  it('know a field of such elements', () => {
    const terms = new Terms();
    const index = terms.zext(terms.variable(8, 'x'), 64);
    const element = terms.mul(index, terms.constant(64, 12n));
    for (let field = 0n; field < 12n; field++)
      expect(progressionOf(terms, terms.add(element, terms.constant(64, field)))).toMatchObject({ step: 12n });
  });

  it('know them for a signed index', () => {
    const terms = new Terms();
    const index = terms.sext(terms.variable(32, 'x'), 64);
    expect(progressionOf(terms, terms.mul(index, terms.constant(64, 24n)))).toMatchObject({ step: 24n, residue: 0n });
  });

  it('know only powers of two of what may wrap round', () => {
    const terms = new Terms();
    const product = terms.mul(terms.variable(64, 'x'), terms.constant(64, 24n));
    expect(progressionOf(terms, product)).toMatchObject({ step: 8n, residue: 0n });
  });

  it('leave out no value', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const terms = new Terms();
      const random = generator(seed);
      const width = 8;
      const variables = [terms.variable(4, 'x'), terms.variable(3, 'y'), terms.variable(1, 'c')];
      const made: Term[] = [
        terms.zext(variables[0]!, width),
        terms.sext(variables[1]!, width),
        terms.concat(variables[0]!, terms.constant(4, random(16))),
        terms.constant(width, random(256)),
      ];
      for (let n = 0; n < 8; n++) {
        const [a, b] = [made[random(made.length)]!, made[random(made.length)]!];
        const constant = terms.constant(width, random(256));
        const next = [
          () => terms.add(a, b),
          () => terms.sub(a, b),
          () => terms.mul(a, constant),
          () => terms.shl(a, terms.constant(width, random(9))),
          () => terms.ite(variables[2]!, a, b),
          () => terms.and(a, constant),
          () => terms.sext(terms.truncate(a, 5), width),
          () => terms.zext(terms.truncate(a, 6), width),
          () => terms.zext(terms.extract(a, 2, 5), width),
          () => terms.sext(terms.extract(a, 3, 5), width),
          () => terms.truncate(terms.mul(terms.sext(a, 12), terms.constant(12, random(4096))), width),
        ];
        made.push(next[random(next.length)]!());
      }
      for (const term of made) {
        const { low, high, step, residue } = progressionOf(terms, term);
        for (let bits = 0; bits < 256; bits++) {
          const evaluator = new Evaluator(terms, (variable) =>
            variable === variables[0]
              ? BigInt(bits & 15)
              : variable === variables[1]
                ? BigInt((bits >> 4) & 7)
                : BigInt(bits >> 7),
          );
          const value = BigInt.asIntN(width, evaluator.bigint(term));
          const isInside =
            low <= value && value <= high && (step === 0n ? value === residue : (value - residue) % step === 0n);
          if (!isInside) expect.fail(`seed ${seed}: ${value} is none of ${low}..${high}, ${residue} modulo ${step}`);
        }
      }
    }
  });
});
