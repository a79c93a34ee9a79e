// Pointers that depend on data: a choice of two is the one or the other, whatever they are made of; and objects are
// alternatives once.

import { describe, expect, it } from 'vitest';
import { alternativesOf, choosePointer, mapPointer } from '../../../src/machine/memory/pointer-choice.js';
import {
  movePointer,
  type Pointer,
  PointerChoice,
  pointer,
  SymbolicPointer,
} from '../../../src/machine/memory/value.js';
import { Evaluator } from '../../../src/solve/evaluate.js';
import { type Term, Terms } from '../../../src/solve/term.js';

const conditions = 4;

/** The pointer under an assignment of the conditions. */
function addressOf(terms: Terms, variables: readonly Term[], p: Pointer, bits: number): number {
  const evaluator = new Evaluator(terms, (variable) => BigInt((bits >> variables.indexOf(variable)) & 1));
  let at = p;
  while (at instanceof PointerChoice) at = evaluator.bigint(at.condition) === 1n ? at.whenTrue : at.whenFalse;
  if (at instanceof SymbolicPointer)
    return movePointer(pointer(at.object, 0), Number(BigInt.asIntN(64, evaluator.bigint(at.offset))));
  return at;
}

function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('choices of pointers', () => {
  it('are what they choose', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const terms = new Terms();
      const variables = Array.from({ length: conditions }, (_, n) => terms.variable(1, `c${n}`));
      const random = generator(seed);
      const objects = [0, 0, 3, 4, 5];
      let made: { readonly pointer: Pointer; readonly is: (bits: number) => number }[] = [];
      for (let n = 0; n < 4; n++) {
        const address = pointer(objects[random(objects.length)]!, 8 * random(3));
        made.push({ pointer: address, is: () => address });
      }
      for (let n = 0; n < 12; n++) {
        const [a, b, c] = [made[random(made.length)]!, made[random(made.length)]!, random(conditions)];
        const chosen = choosePointer(terms, variables[c]!, a.pointer, b.pointer);
        const is = (bits: number): number => (((bits >> c) & 1) === 1 ? a.is(bits) : b.is(bits));
        made = [...made, { pointer: chosen, is }];
        const homes = alternativesOf(chosen).map(({ place }) => (typeof place === 'number' ? place : place.object));
        expect(new Set(homes).size).toBe(homes.length);
      }
      for (const { pointer: p, is } of made)
        for (let bits = 0; bits < 2 ** conditions; bits++) expect(addressOf(terms, variables, p, bits)).toBe(is(bits));
    }
  });

  it('begin with null, so that a test for null excludes it', () => {
    const terms = new Terms();
    const [c, d] = [terms.variable(1, 'c'), terms.variable(1, 'd')];
    const some = choosePointer(terms, c, pointer(3, 0), pointer(4, 0));
    const open = choosePointer(terms, d, some, 0) as PointerChoice;
    expect([open.whenTrue, open.condition]).toEqual([0, terms.not(d)]);
  });

  it('move together', () => {
    const terms = new Terms();
    const both = choosePointer(terms, terms.variable(1, 'c'), pointer(3, 0), pointer(4, 8));
    const moved = mapPointer(both, (place) => movePointer(place as number, 4));
    expect(alternativesOf(moved).map(({ place }) => place)).toEqual([pointer(3, 4), pointer(4, 12)]);
  });
});
