// LLVM's intrinsics on numbers: bit tricks, overflow arithmetic, minima and maxima, simple floats. All through terms,
// which fold constants.

import type { FloatType, IntType, Type } from '../../ir/type.js';
import * as derived from '../../solve/derived.js';
import { absoluteFloat, copySign, type FloatFormat, maximumFloat, minimumFloat } from '../../solve/float.js';
import { addFloats, multiplyFloats, squareRoot } from '../../solve/float-arithmetic.js';
import { floatToInteger, type IntegralRounding, roundToIntegral } from '../../solve/float-convert.js';
import { Op } from '../../solve/operation.js';
import type { Term, Terms } from '../../solve/term.js';
import { isConcrete, type Value } from '../memory/value.js';
import { type Arithmetic, elements, formatOf } from './arithmetic.js';

/** The result, or undefined when the name is none of these. */
export function numericIntrinsic(
  arithmetic: Arithmetic,
  name: string,
  type: Type,
  types: readonly Type[],
  values: readonly Value[],
): Value | undefined {
  const { terms } = arithmetic;
  const base = /^llvm\.([a-z.]+?)(?:\.(?:v\d+)?[if]\d+)*$/.exec(name)?.[1];
  if (base === undefined) return undefined;
  if (type.kind === 'vector') {
    const parts = elements(values[0]!).map((_, n) => {
      const scalars = values.map((v, k) => (types[k]!.kind === 'vector' ? elements(v)[n]! : v));
      return numericIntrinsic(
        arithmetic,
        name,
        type.element,
        types.map((t) => (t.kind === 'vector' ? t.element : t)),
        scalars,
      );
    });
    return parts.some((p) => p === undefined) ? undefined : (parts as Value[]);
  }
  const arg = (n: number): Term => arithmetic.term(types[n]!, values[n]!);
  const [first] = types;
  if (base === 'vector.reduce' || base.startsWith('vector.reduce.')) {
    if (first?.kind !== 'vector' || first.element.kind !== 'int') return undefined;
    const parts = elements(values[0]!).map((part) => arithmetic.term(first.element, part));
    const joined = reduced(terms, base.slice('vector.reduce.'.length), parts);
    return joined === undefined ? undefined : arithmetic.value(type, joined);
  }
  if (base === 'is.fpclass') {
    const [, kinds] = values;
    if (first?.kind !== 'float' || !isConcrete(kinds!)) return undefined;
    return arithmetic.value(type, classTerm(terms, formatOf(first), arg(0), Number(kinds)));
  }
  const overflowing = /^([us])(add|sub|mul)\.with\.overflow$/.exec(base);
  if (overflowing !== null) {
    const op = { add: Op.add, sub: Op.sub, mul: Op.mul }[overflowing[2] as 'add'];
    const [a, b] = [arg(0), arg(1)];
    const result = op === Op.add ? terms.add(a, b) : op === Op.sub ? terms.sub(a, b) : terms.mul(a, b);
    const wrapped =
      overflowing[1] === 'u' ? derived.unsignedOverflow(terms, op, a, b) : derived.signedOverflow(terms, op, a, b);
    return [arithmetic.value(types[0]!, result), arithmetic.truth(wrapped)];
  }
  const term = integerTerm(terms, base, arg) ?? floatTerm(terms, base, type, types, arg);
  return term === undefined ? undefined : arithmetic.value(type, term);
}

function integerTerm(terms: Terms, base: string, arg: (n: number) => Term): Term | undefined {
  switch (base) {
    case 'ctpop':
      return derived.popcount(terms, arg(0));
    case 'ctlz':
      return derived.countLeadingZeros(terms, arg(0));
    case 'cttz':
      return derived.countTrailingZeros(terms, arg(0));
    case 'bswap':
      return derived.reverseBytes(terms, arg(0));
    case 'bitreverse':
      return derived.reverseBits(terms, arg(0));
    case 'fshl':
      return derived.funnelShiftLeft(terms, arg(0), arg(1), arg(2));
    case 'fshr':
      return derived.funnelShiftRight(terms, arg(0), arg(1), arg(2));
    case 'abs':
      return derived.absolute(terms, arg(0));
    case 'umin':
      return derived.umin(terms, arg(0), arg(1));
    case 'umax':
      return derived.umax(terms, arg(0), arg(1));
    case 'smin':
      return derived.smin(terms, arg(0), arg(1));
    case 'smax':
      return derived.smax(terms, arg(0), arg(1));
    case 'uadd.sat':
      return derived.unsignedSaturating(terms, Op.add, arg(0), arg(1));
    case 'usub.sat':
      return derived.unsignedSaturating(terms, Op.sub, arg(0), arg(1));
    case 'sadd.sat':
      return derived.signedSaturating(terms, Op.add, arg(0), arg(1));
    case 'ssub.sat':
      return derived.signedSaturating(terms, Op.sub, arg(0), arg(1));
    case 'expect':
    case 'expect.with.probability':
      return arg(0);
    default:
      return undefined;
  }
}

const roundings: Readonly<Record<string, IntegralRounding>> = {
  trunc: 'towardZero',
  floor: 'down',
  ceil: 'up',
  rint: 'nearestEven',
  nearbyint: 'nearestEven',
  roundeven: 'nearestEven',
  round: 'nearestAway',
};

function floatTerm(
  terms: Terms,
  base: string,
  type: Type,
  types: readonly Type[],
  arg: (n: number) => Term,
): Term | undefined {
  const source = types[0];
  if (source?.kind !== 'float') return undefined;
  const f = formatOf(source as FloatType);
  const rounding = Object.hasOwn(roundings, base) ? roundings[base] : undefined;
  if (rounding !== undefined) return roundToIntegral(terms, f, rounding, arg(0));
  switch (base) {
    case 'fabs':
      return absoluteFloat(terms, f, arg(0));
    case 'sqrt':
      return squareRoot(terms, f, arg(0));
    case 'fmuladd':
      // Fused or not is the compiler's choice; targets without the instruction round twice.
      return addFloats(terms, f, multiplyFloats(terms, f, arg(0), arg(1)), arg(2));
    case 'copysign':
      return copySign(terms, f, arg(0), arg(1));
    case 'minnum':
      return minimumFloat(terms, f, arg(0), arg(1));
    case 'maxnum':
      return maximumFloat(terms, f, arg(0), arg(1));
    case 'lround':
    case 'llround':
      return floatToInteger(terms, f, roundToIntegral(terms, f, 'nearestAway', arg(0)), (type as IntType).bits, true);
    case 'lrint':
    case 'llrint':
      return floatToInteger(terms, f, roundToIntegral(terms, f, 'nearestEven', arg(0)), (type as IntType).bits, true);
    case 'fptosi.sat':
    case 'fptoui.sat':
      return floatToInteger(terms, f, arg(0), (type as IntType).bits, base === 'fptosi.sat');
    default:
      return undefined;
  }
}

/** `llvm.is.fpclass`: is it of one of these kinds? The mask's bits are LLVM's. */
function classTerm(terms: Terms, { exponentBits, precision }: FloatFormat, x: Term, mask: number): Term {
  const stored = precision - 1;
  const [fraction, exponent] = [terms.extract(x, 0, stored), terms.extract(x, stored, exponentBits)];
  const isNegative = terms.eq(terms.bit(x, stored + exponentBits), terms.constant(1, 1));
  const isWhole = terms.eq(fraction, terms.zero(stored));
  const isLeast = terms.eq(exponent, terms.zero(exponentBits));
  const isMost = terms.eq(exponent, terms.ones(exponentBits));
  const isQuiet = terms.eq(terms.bit(fraction, stored - 1), terms.constant(1, 1));
  const isNan = terms.all([isMost, terms.not(isWhole)]);
  const magnitudes = [
    terms.all([isMost, isWhole]),
    terms.all([terms.not(isLeast), terms.not(isMost)]),
    terms.all([isLeast, terms.not(isWhole)]),
    terms.all([isLeast, isWhole]),
  ];
  const kinds = [
    terms.all([isNan, terms.not(isQuiet)]),
    terms.all([isNan, isQuiet]),
    ...magnitudes.map((m) => terms.all([m, isNegative])),
    ...magnitudes.toReversed().map((m) => terms.all([m, terms.not(isNegative)])),
  ];
  return terms.any(kinds.filter((_, bit) => ((mask >> bit) & 1) === 1));
}

/** `llvm.vector.reduce.add` and its kin, of integers. */
function reduced(terms: Terms, how: string, parts: readonly Term[]): Term | undefined {
  const by: Readonly<Record<string, (a: Term, b: Term) => Term>> = {
    add: (a, b) => terms.add(a, b),
    mul: (a, b) => terms.mul(a, b),
    and: (a, b) => terms.and(a, b),
    or: (a, b) => terms.or(a, b),
    xor: (a, b) => terms.xor(a, b),
    smax: (a, b) => derived.smax(terms, a, b),
    smin: (a, b) => derived.smin(terms, a, b),
    umax: (a, b) => derived.umax(terms, a, b),
    umin: (a, b) => derived.umin(terms, a, b),
  };
  const join = Object.hasOwn(by, how) ? by[how] : undefined;
  return join === undefined ? undefined : parts.reduce(join);
}
