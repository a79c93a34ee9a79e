// Which numbers a term can be, as an arithmetic progression between two bounds: 12·x + 4 of a byte x is one of 4, 16,
// …, 3064. A superset, by the structure of the term; sums and products that may wrap round keep what powers of two
// tell.

import { Op } from './operation.js';
import type { Term, Terms } from './term.js';

/** All n with low ≤ n ≤ high and n ≡ residue modulo step; a step of 0 is one number. */
interface Progression {
  readonly low: bigint;
  readonly high: bigint;
  readonly step: bigint;
  readonly residue: bigint;
}

/** Deeper terms are not looked through. */
const MAX_DEPTH = 200;

/** The values of a term as signed numbers. */
export function progressionOf(terms: Terms, term: Term): Progression {
  const known = new Map<number, Progression>();
  const of = (t: Term, isSigned: boolean, depth: number): Progression => {
    const key = t * 2 + (isSigned ? 1 : 0);
    let found = known.get(key);
    if (found === undefined) {
      found = depth > MAX_DEPTH ? anything(terms.width(t), isSigned) : compute(t, isSigned, depth + 1);
      known.set(key, found);
    }
    return found;
  };
  const compute = (t: Term, isSigned: boolean, depth: number): Progression => {
    const width = terms.width(t);
    const fitted = (p: Progression): Progression => within(p, width, isSigned);
    const constant = (x: Term): bigint => (isSigned ? BigInt.asIntN(width, terms.wideValue(x)) : terms.wideValue(x));
    if (terms.isConstant(t)) return only(constant(t));
    switch (terms.op(t)) {
      case Op.concat: {
        const [high, low] = [terms.first(t), terms.second(t)];
        return fitted(sum(times(of(high, isSigned, depth), 1n << BigInt(terms.width(low))), of(low, false, depth)));
      }
      case Op.sext: {
        const from = of(terms.first(t), true, depth);
        return isSigned || from.low >= 0n ? from : anything(width, isSigned);
      }
      case Op.add:
        return fitted(sum(of(terms.first(t), isSigned, depth), of(terms.second(t), isSigned, depth)));
      case Op.sub:
        return fitted(sum(of(terms.first(t), isSigned, depth), times(of(terms.second(t), isSigned, depth), -1n)));
      case Op.mul: {
        const [a, b] = [terms.first(t), terms.second(t)];
        if (terms.isConstant(b)) return fitted(times(of(a, isSigned, depth), constant(b)));
        return byBits(t, isSigned);
      }
      case Op.shl: {
        const by = terms.second(t);
        const count = terms.isConstant(by) ? terms.wideValue(by) : undefined;
        return count === undefined || count >= BigInt(width)
          ? byBits(t, isSigned)
          : fitted(times(of(terms.first(t), isSigned, depth), 1n << count));
      }
      case Op.extract:
        return fitted(shifted(of(terms.first(t), isSigned, depth), BigInt(terms.lowBit(t))));
      case Op.ite:
        return union(of(terms.second(t), isSigned, depth), of(terms.third(t), isSigned, depth));
      default:
        return byBits(t, isSigned);
    }
  };
  const byBits = (t: Term, isSigned: boolean): Progression => {
    const width = terms.width(t);
    if (width > 32) return anything(width, isSigned);
    const [zeros, ones] = [BigInt(terms.knownZeros(t) >>> 0), BigInt(terms.knownOnes(t) >>> 0)];
    let step = 1n;
    while (step < 1n << BigInt(width) && ((zeros | ones) & step) !== 0n) step *= 2n;
    const residue = ones % step;
    const isNatural = !isSigned || (zeros & (1n << BigInt(width - 1))) !== 0n;
    if (!isNatural) return { ...anything(width, isSigned), step, residue };
    return { low: ones, high: (1n << BigInt(width)) - 1n - zeros, step, residue };
  };
  return of(term, true, 0);
}

function only(value: bigint): Progression {
  return { low: value, high: value, step: 0n, residue: value };
}

function anything(width: number, isSigned: boolean): Progression {
  const [low, high] = boundsOf(width, isSigned);
  return { low, high, step: 1n, residue: 0n };
}

function boundsOf(width: number, isSigned: boolean): readonly [bigint, bigint] {
  const all = 1n << BigInt(width);
  return isSigned ? [-all / 2n, all / 2n - 1n] : [0n, all - 1n];
}

function sum(p: Progression, q: Progression): Progression {
  return normal({
    low: p.low + q.low,
    high: p.high + q.high,
    step: gcd(p.step, q.step),
    residue: p.residue + q.residue,
  });
}

function times(p: Progression, factor: bigint): Progression {
  const [a, b] = [p.low * factor, p.high * factor];
  return normal({
    low: least(a, b),
    high: -least(-a, -b),
    step: absolute(p.step * factor),
    residue: p.residue * factor,
  });
}

/** Without the lowest bits: rounded down. */
function shifted(p: Progression, by: bigint): Progression {
  const [low, high] = [p.low >> by, p.high >> by];
  if (p.step % (1n << by) !== 0n) return { low, high, step: 1n, residue: 0n };
  return normal({ low, high, step: p.step >> by, residue: p.residue >> by });
}

function union(p: Progression, q: Progression): Progression {
  return normal({
    low: least(p.low, q.low),
    high: -least(-p.high, -q.high),
    step: gcd(gcd(p.step, q.step), p.residue - q.residue),
    residue: p.residue,
  });
}

/**
 * The result of `width` bits: what is beyond its bounds wraps round, and keeps its remainder modulo powers of two only.
 */
function within(p: Progression, width: number, isSigned: boolean): Progression {
  const [low, high] = boundsOf(width, isSigned);
  if (p.low >= low && p.high <= high) return p;
  return normal({ low, high, step: gcd(p.step, 1n << BigInt(width)), residue: p.residue });
}

function normal(p: Progression): Progression {
  if (p.step === 0n) return p;
  return { ...p, residue: ((p.residue % p.step) + p.step) % p.step };
}

function least(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

function absolute(n: bigint): bigint {
  return n < 0n ? -n : n;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [absolute(a), absolute(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
