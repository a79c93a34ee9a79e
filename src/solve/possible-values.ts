// The few constants that a term can be: data that depends on choices only. A superset, or nothing where there may be
// many. What depends on one choice twice is followed together: `x + 2·x` of a bit is 0 or 3.

import { type BinaryTermOp, Op, operandCount } from './operation.js';
import type { Term, Terms } from './term.js';

const MAX_VALUES = 64;
/** Deeper terms are not looked through. */
const MAX_DEPTH = 500;
/** What more terms decide together is not told apart. */
const MAX_GIVEN = 8;

/** A value, and what some terms that nothing more is known of must be for it. */
interface Case {
  readonly value: Term;
  readonly given: ReadonlyMap<Term, Term>;
}

const NOTHING: ReadonlyMap<Term, Term> = new Map();

const answers = new WeakMap<Terms, Map<Term, readonly Case[] | undefined>>();

/** Constants, at most 64, one of which the term equals under every assignment; undefined if so many don't suffice. */
export function possibleValues(terms: Terms, term: Term): readonly Term[] | undefined {
  let known = answers.get(terms)!;
  if (known === undefined) answers.set(terms, (known = new Map()));
  let depth = 0;
  let isTooDeep = false;
  const of = (t: Term): readonly Case[] | undefined => {
    if (terms.isConstant(t)) return [{ value: t, given: NOTHING }];
    if (known.has(t)) return known.get(t);
    if (depth === MAX_DEPTH) {
      isTooDeep = true;
      return undefined;
    }
    depth++;
    const byParts = compute(t);
    depth--;
    const byBits = byParts === undefined || byParts.length > 2 ? openBits(t) : undefined;
    const isFewer = byParts === undefined || (byBits !== undefined && byBits.length < byParts.length);
    const cases = isFewer ? byBits : byParts;
    // What was not looked at may be known another time.
    if (cases !== undefined || !isTooDeep) known.set(t, cases);
    return cases;
  };
  /** Those that are too many are told apart by nothing but their values. */
  const few = (cases: readonly Case[]): readonly Case[] | undefined => {
    if (cases.length <= MAX_VALUES && cases.every(({ given }) => given.size <= MAX_GIVEN)) return cases;
    const values = new Set(cases.map((c) => c.value));
    return values.size > MAX_VALUES ? undefined : [...values].map((value) => ({ value, given: NOTHING }));
  };
  const compute = (t: Term): readonly Case[] | undefined => {
    const op = terms.op(t);
    if (op === Op.variable) return undefined;
    if (op === Op.ite) {
      const condition = terms.first(t);
      const [a, b] = [of(terms.second(t)), of(terms.third(t))];
      if (a === undefined || b === undefined) return undefined;
      const under = (cases: readonly Case[], is: 0 | 1): readonly Case[] =>
        cases.flatMap(({ value, given }) => {
          const both = together(given, new Map([[condition, terms.constant(1, is)]]));
          return both === undefined ? [] : [{ value, given: both }];
        });
      return few([...under(a, 1), ...under(b, 0)]);
    }
    const a = of(terms.first(t));
    if (a === undefined) return undefined;
    const mapped = (change: (x: Term) => Term): readonly Case[] =>
      a.map(({ value, given }) => ({ value: change(value), given }));
    if (op === Op.not) return mapped((x) => terms.not(x));
    if (op === Op.extract) return mapped((x) => terms.extract(x, terms.lowBit(t), terms.width(t)));
    if (op === Op.sext) return mapped((x) => terms.sext(x, terms.width(t)));
    if (operandCount[op] !== 2) return undefined;
    const b = of(terms.second(t));
    if (b === undefined) return undefined;
    const combine = (x: Term, y: Term): Term =>
      op === Op.concat ? terms.concat(x, y) : terms.fold(op as BinaryTermOp, x, y);
    return few(
      a.flatMap((x) =>
        b.flatMap((y) => {
          const given = together(x.given, y.given);
          return given === undefined ? [] : [{ value: combine(x.value, y.value), given }];
        }),
      ),
    );
  };
  /** Where known bits leave little open. */
  const openBits = (t: Term): readonly Case[] | undefined => {
    const width = terms.width(t);
    if (width > 32) return undefined;
    const bits = Array.from({ length: width }, (_, n) => 2 ** n).filter(
      (bit) => ((terms.knownZeros(t) | terms.knownOnes(t)) & bit) === 0,
    );
    if (2 ** bits.length > MAX_VALUES / 4) return undefined;
    let values = [terms.knownOnes(t) >>> 0];
    for (const bit of bits) values = values.flatMap((v) => [v, v + bit]);
    return values.map((v) => {
      const value = terms.constant(width, v);
      return { value, given: new Map([[t, value]]) };
    });
  };
  const cases = of(term);
  return cases === undefined ? undefined : [...new Set(cases.map((c) => c.value))];
}

/** Undefined if they contradict each other. */
function together(a: ReadonlyMap<Term, Term>, b: ReadonlyMap<Term, Term>): ReadonlyMap<Term, Term> | undefined {
  if (a.size < b.size) return together(b, a);
  if (b.size === 0) return a;
  const both = new Map(a);
  for (const [term, value] of b) {
    if ((both.get(term) ?? value) !== value) return undefined;
    both.set(term, value);
  }
  return both;
}
