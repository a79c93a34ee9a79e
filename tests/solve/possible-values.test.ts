// The few values of a term: never one too few; and not many too many where one choice is used twice.

import { describe, expect, it } from 'vitest';
import { possibleValues } from '../../src/solve/possible-values.js';
import { type Term, Terms } from '../../src/solve/term.js';

function valuesOf(terms: Terms, term: Term): readonly number[] | undefined {
  return possibleValues(terms, term)
    ?.map((value) => Number(terms.wideValue(value)))
    .sort((a, b) => a - b);
}

describe('the few values of a term', () => {
  it('follows a choice that is used twice', () => {
    const terms = new Terms();
    const bit = terms.zext(terms.extract(terms.variable(8, 'x'), 0, 1), 64);
    const eight = terms.shl(bit, terms.constant(64, 3n));
    const sixteen = terms.shl(bit, terms.constant(64, 4n));
    expect(valuesOf(terms, terms.add(eight, sixteen))).toEqual([0, 24]);
  });

  it('follows a condition that is used twice', () => {
    const terms = new Terms();
    const condition = terms.variable(1, 'c');
    const number = (n: number): Term => terms.constant(64, BigInt(n));
    const x = terms.add(
      terms.ite(condition, number(1), number(2)),
      terms.mul(terms.ite(condition, number(10), number(20)), terms.ite(condition, number(3), number(5))),
    );
    expect(valuesOf(terms, x)).toEqual([31, 102]);
  });

  it('gives up where there are many', () => {
    const terms = new Terms();
    expect(valuesOf(terms, terms.variable(64, 'x'))).toBeUndefined();
    const chain = Array.from({ length: 70 }, (_, n) => terms.constant(64, BigInt(n)));
    const open = chain.reduce((rest, value, n) => terms.ite(terms.variable(1, `c${n}`), value, rest));
    expect(valuesOf(terms, open)).toBeUndefined();
  });

  it('keeps all values where too many conditions decide', () => {
    const terms = new Terms();
    const zero = terms.constant(64, 0n);
    let sum = zero;
    for (let n = 0; n < 12; n++) {
      const part = terms.ite(terms.variable(1, `c${n}`), terms.constant(64, BigInt(2 ** (n % 3))), zero);
      sum = terms.ite(terms.variable(1, `d${n}`), part, sum);
    }
    expect(valuesOf(terms, sum)).toEqual([0, 1, 2, 4]);
  });
});
