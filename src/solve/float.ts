// IEEE 754 binary floats as bit vectors: formats, classes, signs, comparisons. The other float-*.ts files round,
// compute and convert. NaN: every operation that computes a NaN gives the canonical quiet one (positive, empty
// payload), as RISC-V does; LLVM leaves the payload open. Negation, absolute value and copying a sign are bit
// operations and keep payloads. Rounding is to nearest, ties to even.

import { InternalError } from '../base/internal-error.js';
import type { Term } from './store.js';
import type { Terms } from './term.js';

export interface FloatFormat {
  readonly exponentBits: number;
  /** Bits of the significand, the hidden one included. */
  readonly precision: number;
}

export const half: FloatFormat = { exponentBits: 5, precision: 11 };
export const single: FloatFormat = { exponentBits: 8, precision: 24 };
export const double: FloatFormat = { exponentBits: 11, precision: 53 };

export function widthOf(f: FloatFormat): number {
  return f.exponentBits + f.precision;
}
export function biasOf(f: FloatFormat): number {
  return 2 ** (f.exponentBits - 1) - 1;
}

export function signOf(t: Terms, f: FloatFormat, x: Term): Term {
  return t.bit(x, widthOf(f) - 1);
}
export function exponentField(t: Terms, f: FloatFormat, x: Term): Term {
  return t.extract(x, f.precision - 1, f.exponentBits);
}
export function fractionField(t: Terms, f: FloatFormat, x: Term): Term {
  return t.extract(x, 0, f.precision - 1);
}
/** Everything but the sign; orders floats of one sign by size. */
export function magnitude(t: Terms, f: FloatFormat, x: Term): Term {
  return t.extract(x, 0, widthOf(f) - 1);
}

export function isNaNTerm(t: Terms, f: FloatFormat, x: Term): Term {
  return t.ult(t.constant(widthOf(f) - 1, infinityBits(f)), magnitude(t, f, x));
}
export function isInfinite(t: Terms, f: FloatFormat, x: Term): Term {
  return t.eq(magnitude(t, f, x), t.constant(widthOf(f) - 1, infinityBits(f)));
}
export function isZeroFloat(t: Terms, f: FloatFormat, x: Term): Term {
  return t.eq(magnitude(t, f, x), t.zero(widthOf(f) - 1));
}

export function infinityBits(f: FloatFormat): bigint {
  return ((1n << BigInt(f.exponentBits)) - 1n) << BigInt(f.precision - 1);
}
export function canonicalNaN(t: Terms, f: FloatFormat): Term {
  return t.constant(widthOf(f), infinityBits(f) | (1n << BigInt(f.precision - 2)));
}
export function infinity(t: Terms, f: FloatFormat, sign: Term): Term {
  return t.concat(sign, t.constant(widthOf(f) - 1, infinityBits(f)));
}
export function zeroFloat(t: Terms, f: FloatFormat, sign: Term): Term {
  return t.concat(sign, t.zero(widthOf(f) - 1));
}

export function negateFloat(t: Terms, f: FloatFormat, x: Term): Term {
  return t.concat(t.not(signOf(t, f, x)), magnitude(t, f, x));
}
export function absoluteFloat(t: Terms, f: FloatFormat, x: Term): Term {
  return t.zext(magnitude(t, f, x), widthOf(f));
}
export function copySign(t: Terms, f: FloatFormat, x: Term, sign: Term): Term {
  return t.concat(signOf(t, f, sign), magnitude(t, f, x));
}

/** a = b for ordered operands: equal bits or two zeros. */
function equalOrdered(t: Terms, f: FloatFormat, a: Term, b: Term): Term {
  return t.or(t.eq(a, b), t.and(isZeroFloat(t, f, a), isZeroFloat(t, f, b)));
}

function lessOrdered(t: Terms, f: FloatFormat, a: Term, b: Term): Term {
  const signA = signOf(t, f, a);
  const signB = signOf(t, f, b);
  const sizeA = magnitude(t, f, a);
  const sizeB = magnitude(t, f, b);
  const bothZero = t.and(isZeroFloat(t, f, a), isZeroFloat(t, f, b));
  const sameSign = t.ite(signA, t.ult(sizeB, sizeA), t.ult(sizeA, sizeB));
  return t.and(t.not(bothZero), t.ite(t.xor(signA, signB), signA, sameSign));
}

/** LLVM's `fcmp` with any of its sixteen predicates. */
export function compareFloats(t: Terms, f: FloatFormat, predicate: string, a: Term, b: Term): Term {
  const unordered = t.or(isNaNTerm(t, f, a), isNaNTerm(t, f, b));
  const ordered = t.not(unordered);
  switch (predicate) {
    case 'false':
      return t.constant(1, 0);
    case 'true':
      return t.constant(1, 1);
    case 'ord':
      return ordered;
    case 'uno':
      return unordered;
    default: {
      const relation = orderedRelation(t, f, predicate.slice(1), a, b);
      if (predicate.startsWith('o')) return t.and(ordered, relation);
      if (predicate.startsWith('u')) return t.or(unordered, relation);
      throw new InternalError(`unknown fcmp predicate ${predicate}`);
    }
  }
}

function orderedRelation(t: Terms, f: FloatFormat, relation: string, a: Term, b: Term): Term {
  switch (relation) {
    case 'eq':
      return equalOrdered(t, f, a, b);
    case 'ne':
      return t.not(equalOrdered(t, f, a, b));
    case 'lt':
      return lessOrdered(t, f, a, b);
    case 'gt':
      return lessOrdered(t, f, b, a);
    case 'le':
      return t.not(lessOrdered(t, f, b, a));
    case 'ge':
      return t.not(lessOrdered(t, f, a, b));
    default:
      throw new InternalError(`unknown fcmp relation ${relation}`);
  }
}

/** `fmin`/`fmax`: a NaN operand loses; of two zeros the first is taken. */
export function minimumFloat(t: Terms, f: FloatFormat, a: Term, b: Term): Term {
  return choose(t, f, a, b, lessOrdered(t, f, b, a));
}
export function maximumFloat(t: Terms, f: FloatFormat, a: Term, b: Term): Term {
  return choose(t, f, a, b, lessOrdered(t, f, a, b));
}

function choose(t: Terms, f: FloatFormat, a: Term, b: Term, second: Term): Term {
  const nanA = isNaNTerm(t, f, a);
  const nanB = isNaNTerm(t, f, b);
  const chosen = t.ite(nanA, b, t.ite(nanB, a, t.ite(second, b, a)));
  return t.ite(t.and(nanA, nanB), canonicalNaN(t, f), chosen);
}
