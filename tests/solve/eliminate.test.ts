import { describe, expect, it } from 'vitest';
import { Supports } from '../../src/machine/term-names.js';
import { Elimination } from '../../src/solve/eliminate.js';
import { Evaluator } from '../../src/solve/evaluate.js';
import { type Term, Terms, TRUE } from '../../src/solve/term.js';

const terms = new Terms();
const supports = new Supports(terms);
const elimination = new Elimination(terms, (term) => supports.of(term));
const variables = [1, 1, 1, 1, 2, 2].map((width, n) => terms.variable(width, `v${n}`));

/** Numbers from 0 to n − 1, the same in every run. */
function generator(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % n;
  };
}

function someBit(random: (n: number) => number): Term {
  const v = variables[random(variables.length)]!;
  const bit = terms.extract(v, random(terms.width(v)), 1);
  return random(2) === 0 ? bit : terms.not(bit);
}

function someCondition(random: (n: number) => number): Term {
  if (random(5) === 0) return terms.ult(variables[4]!, random(2) === 0 ? variables[5]! : terms.constant(2, 2));
  const all = terms.all(Array.from({ length: 1 + random(4) }, () => someBit(random)));
  return random(4) === 0 ? all : terms.not(all);
}

/** Values of the first variables for which the others have values that satisfy all conditions. */
function solutions(conditions: readonly Term[], live: number): readonly string[] {
  const found = new Set<string>();
  const counts = variables.map((v) => 2 ** terms.width(v));
  const total = counts.reduce((a, b) => a * b, 1);
  for (let n = 0; n < total; n++) {
    let rest = n;
    const values = counts.map((count) => {
      const value = rest % count;
      rest = (rest - value) / count;
      return value;
    });
    const evaluator = new Evaluator(terms, (v) => values[variables.indexOf(v)]!);
    if (conditions.every((c) => evaluator.isTrue(c))) found.add(values.slice(0, live).join());
  }
  return [...found].sort();
}

describe('variables that nothing depends on any more', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('leave the solutions in the others as they are, from seed %i', (seed) => {
    const random = generator(seed);
    for (let n = 0; n < 60; n++) {
      const conditions = Array.from({ length: 1 + random(6) }, () => someCondition(random));
      const live = 1 + random(5);
      const matters = new Set(variables.slice(0, live));
      if (solutions(conditions, live).length === 0) continue;
      const left = elimination.run(conditions, (v) => matters.has(v));
      expect(solutions(left, live)).toEqual(solutions(conditions, live));
    }
  });

  it('go with what was said of them', () => {
    const [a, b, c] = variables as [Term, Term, Term];
    const said = [terms.not(terms.and(a, b)), terms.not(terms.and(terms.not(a), terms.and(b, c)))];
    const left = elimination.run(said, (v) => v === b || v === c);
    expect(left).toEqual([terms.not(terms.and(b, c))]);
  });

  it('stay where each of their values says something else', () => {
    const [a, b, c] = variables as [Term, Term, Term];
    const said = [terms.not(terms.and(a, b)), terms.not(terms.and(terms.not(a), c))];
    expect(elimination.run(said, (v) => v !== a)).toEqual(said);
  });

  it('do not matter where nothing else is said', () => {
    const [a, b] = variables as [Term, Term];
    expect(elimination.run([a, TRUE], (v) => v === b)).toEqual([a, TRUE]);
  });
});
