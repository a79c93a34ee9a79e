import { describe, expect, it } from 'vitest';
import { Feasibility, type Satisfiability } from '../../../src/engines/explore/feasibility.js';
import { type Term, Terms } from '../../../src/solve/term.js';

function asked(answer: Satisfiability) {
  const terms = new Terms();
  const questions: (readonly Term[])[] = [];
  const feasibility = new Feasibility(terms, (conditions) => {
    questions.push(conditions);
    return answer;
  });
  const below = (v: Term, limit: number): Term => terms.ult(v, terms.constant(8, limit));
  return { terms, questions, feasibility, below };
}

describe('whether a decision can be made', () => {
  it('is asked with what shares variables with it, directly or through others', () => {
    const { terms, questions, feasibility, below } = asked('yes');
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => terms.variable(8, name)) as [Term, Term, Term, Term];
    const path = [below(d, 9), terms.ult(b, c), terms.ult(a, b)];
    feasibility.after(path, [below(a, 5)]);
    expect(questions).toEqual([[path[1], path[2], below(a, 5)]]);
  });

  it('is asked once for all variables', () => {
    const { terms, questions, feasibility, below } = asked('no');
    const [a, b] = [terms.variable(8, 'a'), terms.variable(8, 'b')];
    const answers = [a, b].map((v) => feasibility.after([below(v, 3)], [terms.not(below(v, 7))]));
    expect([answers, questions.length]).toEqual([['no', 'no'], 1]);
    feasibility.after([below(b, 3)], [terms.not(below(a, 7))]);
    expect(questions.length).toBe(2);
  });

  it('is asked again where nobody could say', () => {
    const { terms, questions, feasibility, below } = asked('unknown');
    const a = terms.variable(8, 'a');
    feasibility.after([], [below(a, 7)]);
    feasibility.after([], [below(a, 7)]);
    expect(questions.length).toBe(2);
  });
});
