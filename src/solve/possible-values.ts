// The few constants that a term can be: data that depends on choices only. A superset, or nothing where there may be many.

import { type BinaryOp, Op, operandCount } from './operation.js';
import type { Term, Terms } from './term.js';

const MAX_VALUES = 64;
/** Larger terms are not looked through. */
const MAX_TERMS = 200;

/** Constants, at most 64, one of which the term equals under every assignment; undefined if so many don't suffice. */
export function possibleValues(terms: Terms, term: Term): readonly Term[] | undefined {
  const known = new Map<Term, readonly Term[] | undefined>();
  const of = (t: Term): readonly Term[] | undefined => {
    if (terms.isConstant(t)) return [t];
    if (known.has(t)) return known.get(t);
    if (known.size > MAX_TERMS) return undefined;
    const found = compute(t);
    const values = found === undefined ? undefined : [...new Set(found)];
    const few = values !== undefined && values.length <= MAX_VALUES ? values : undefined;
    known.set(t, few);
    return few;
  };
  const compute = (t: Term): readonly Term[] | undefined => {
    const op = terms.op(t);
    const open = openBits(t);
    if (open !== undefined) return open;
    if (op === Op.variable) return undefined;
    if (op === Op.ite) {
      const [a, b] = [of(terms.second(t)), of(terms.third(t))];
      return a === undefined || b === undefined ? undefined : [...a, ...b];
    }
    const a = of(terms.first(t));
    if (a === undefined) return undefined;
    if (op === Op.not) return a.map((x) => terms.not(x));
    if (op === Op.extract) return a.map((x) => terms.extract(x, terms.lowBit(t), terms.width(t)));
    if (op === Op.sext) return a.map((x) => terms.sext(x, terms.width(t)));
    if (operandCount[op] !== 2) return undefined;
    const b = of(terms.second(t));
    if (b === undefined || a.length * b.length > MAX_VALUES) return undefined;
    const combine = (x: Term, y: Term): Term =>
      op === Op.concat ? terms.concat(x, y) : terms.fold(op as BinaryOp, x, y);
    return a.flatMap((x) => b.map((y) => combine(x, y)));
  };
  /** Where known bits leave little open. */
  const openBits = (t: Term): readonly Term[] | undefined => {
    const width = terms.width(t);
    if (width > 32) return undefined;
    const bits = Array.from({ length: width }, (_, n) => 2 ** n).filter(
      (bit) => ((terms.knownZeros(t) | terms.knownOnes(t)) & bit) === 0,
    );
    if (2 ** bits.length > MAX_VALUES / 4) return undefined;
    let values = [terms.knownOnes(t) >>> 0];
    for (const bit of bits) values = values.flatMap((v) => [v, v + bit]);
    return values.map((v) => terms.constant(width, v));
  };
  return of(term);
}
