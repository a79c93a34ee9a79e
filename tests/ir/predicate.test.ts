import { describe, expect, it } from 'vitest';
import {
  type FloatPredicate,
  floatPredicates,
  floatRelationText,
  holds,
  isFloatPredicate,
  isIntegerPredicate,
} from '../../src/ir/predicate.js';

const numbers = [Number.NaN, -1, 0, 2];
const pairs = numbers.flatMap((a) => numbers.map((b): [number, number] => [a, b]));

/** As the language reference of LLVM has it: `o…` is ordered and, `u…` unordered or. */
function expected(predicate: FloatPredicate, a: number, b: number): boolean {
  const unordered = Number.isNaN(a) || Number.isNaN(b);
  const relations: Readonly<Record<string, boolean>> = {
    eq: a === b,
    ne: a !== b,
    lt: a < b,
    le: a <= b,
    gt: a > b,
    ge: a >= b,
  };
  switch (predicate) {
    case 'true':
    case 'false':
      return predicate === 'true';
    case 'ord':
    case 'uno':
      return unordered === (predicate === 'uno');
    default: {
      const relation = relations[predicate.slice(1)] as boolean;
      return predicate.startsWith('u') ? unordered || relation : !unordered && relation;
    }
  }
}

describe('predicates of floats', () => {
  it.each(Object.keys(floatPredicates) as FloatPredicate[])('%s', (predicate) => {
    const { relation, onNaN } = floatPredicates[predicate];
    for (const [a, b] of pairs) {
      const isUnordered = Number.isNaN(a) || Number.isNaN(b);
      expect(isUnordered ? onNaN : holds(relation, a, b), `${a} ${b}`).toBe(expected(predicate, a, b));
      if (relation === 'always' || relation === 'never') continue;
      const condition = new Function('a', 'b', `return ${floatRelationText(relation, onNaN, 'a', 'b')};`);
      expect(condition(a, b), `${a} ${b}`).toBe(expected(predicate, a, b));
    }
  });
});

it('tells predicates of integers from those of floats', () => {
  const words = ['eq', 'slt', 'ult', 'olt', 'toString', ''];
  expect(words.filter(isIntegerPredicate)).toEqual(['eq', 'slt', 'ult']);
  expect(words.filter(isFloatPredicate)).toEqual(['ult', 'olt']);
});
