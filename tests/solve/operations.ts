// Every integer operation twice: as the term that solve/ builds, and as independent BigInt arithmetic.

import * as derived from '../../src/solve/derived.js';
import { Op } from '../../src/solve/operation.js';
import type { Term, Terms } from '../../src/solve/term.js';

export interface Operation {
  readonly name: string;
  /** Operand widths as multiples of the operation's width, or a fixed width. */
  readonly operands: readonly ('same' | 'bit')[];
  readonly result: 'same' | 'bit';
  /** Which widths it is defined at. */
  readonly widths?: (width: number) => boolean;
  readonly build: (t: Terms, width: number, x: readonly Term[]) => Term;
  readonly expected: (width: number, x: readonly bigint[]) => bigint;
}

const u = (width: number, x: bigint) => BigInt.asUintN(width, x);
const s = (width: number, x: bigint) => BigInt.asIntN(width, x);
const truth = (b: boolean) => (b ? 1n : 0n);

function binary(
  name: string,
  build: (t: Terms, a: Term, b: Term) => Term,
  expected: (w: number, a: bigint, b: bigint) => bigint,
  result: 'same' | 'bit' = 'same',
): Operation {
  return {
    name,
    operands: ['same', 'same'],
    result,
    build: (t, _w, x) => build(t, x[0]!, x[1]!),
    expected: (w, x) => expected(w, x[0]!, x[1]!),
  };
}

function unary(
  name: string,
  build: (t: Terms, a: Term) => Term,
  expected: (w: number, a: bigint) => bigint,
  widths?: (width: number) => boolean,
): Operation {
  return {
    name,
    operands: ['same'],
    result: 'same',
    ...(widths === undefined ? {} : { widths }),
    build: (t, _w, x) => build(t, x[0]!),
    expected: (w, x) => expected(w, x[0]!),
  };
}

const bits = (w: number, x: bigint) => x.toString(2).padStart(w, '0');
const fitsSigned = (w: number, x: bigint) => s(w, x) === x;
const fitsUnsigned = (w: number, x: bigint) => u(w, x) === x;
const clamp = (x: bigint, low: bigint, high: bigint) => (x < low ? low : x > high ? high : x);
const greatest = (w: number) => (1n << BigInt(w - 1)) - 1n;

export const operations: readonly Operation[] = [
  binary(
    'add',
    (t, a, b) => t.add(a, b),
    (_w, a, b) => a + b,
  ),
  binary(
    'sub',
    (t, a, b) => t.sub(a, b),
    (_w, a, b) => a - b,
  ),
  binary(
    'mul',
    (t, a, b) => t.mul(a, b),
    (_w, a, b) => a * b,
  ),
  binary(
    'udiv',
    (t, a, b) => t.udiv(a, b),
    (_w, a, b) => (b === 0n ? -1n : a / b),
  ),
  binary(
    'urem',
    (t, a, b) => t.urem(a, b),
    (_w, a, b) => (b === 0n ? a : a % b),
  ),
  binary(
    'sdiv',
    (t, a, b) => t.sdiv(a, b),
    (w, a, b) => (b === 0n ? (s(w, a) < 0n ? 1n : -1n) : s(w, a) / s(w, b)),
  ),
  binary(
    'srem',
    (t, a, b) => t.srem(a, b),
    (w, a, b) => (b === 0n ? a : s(w, a) % s(w, b)),
  ),
  binary(
    'shl',
    (t, a, b) => t.shl(a, b),
    (w, a, b) => (b >= BigInt(w) ? 0n : a << b),
  ),
  binary(
    'lshr',
    (t, a, b) => t.lshr(a, b),
    (w, a, b) => (b >= BigInt(w) ? 0n : a >> b),
  ),
  binary(
    'ashr',
    (t, a, b) => t.ashr(a, b),
    (w, a, b) => s(w, a) >> (b >= BigInt(w) ? BigInt(w) : b),
  ),
  binary(
    'and',
    (t, a, b) => t.and(a, b),
    (_w, a, b) => a & b,
  ),
  binary(
    'or',
    (t, a, b) => t.or(a, b),
    (_w, a, b) => a | b,
  ),
  binary(
    'xor',
    (t, a, b) => t.xor(a, b),
    (_w, a, b) => a ^ b,
  ),
  unary(
    'not',
    (t, a) => t.not(a),
    (_w, a) => ~a,
  ),
  unary(
    'neg',
    (t, a) => t.neg(a),
    (_w, a) => -a,
  ),
  binary(
    'eq',
    (t, a, b) => t.eq(a, b),
    (_w, a, b) => truth(a === b),
    'bit',
  ),
  binary(
    'ne',
    (t, a, b) => t.ne(a, b),
    (_w, a, b) => truth(a !== b),
    'bit',
  ),
  binary(
    'ult',
    (t, a, b) => t.ult(a, b),
    (_w, a, b) => truth(a < b),
    'bit',
  ),
  binary(
    'ule',
    (t, a, b) => t.ule(a, b),
    (_w, a, b) => truth(a <= b),
    'bit',
  ),
  binary(
    'slt',
    (t, a, b) => t.slt(a, b),
    (w, a, b) => truth(s(w, a) < s(w, b)),
    'bit',
  ),
  binary(
    'sle',
    (t, a, b) => t.sle(a, b),
    (w, a, b) => truth(s(w, a) <= s(w, b)),
    'bit',
  ),
  {
    name: 'ite',
    operands: ['bit', 'same', 'same'],
    result: 'same',
    build: (t, _w, x) => t.ite(x[0]!, x[1]!, x[2]!),
    expected: (_w, x) => (x[0] === 1n ? x[1]! : x[2]!),
  },
  // Changes of width are checked by going there and back again with a computation at the other width.
  binary(
    'zext-add',
    (t, a, b) => t.extract(t.add(t.zext(a, t.width(a) + 5), t.zext(b, t.width(b) + 5)), 3, t.width(a)),
    (w, a, b) => u(w, (a + b) >> 3n),
  ),
  binary(
    'sext-mul',
    (t, a, b) => t.extract(t.mul(t.sext(a, 2 * t.width(a)), t.sext(b, 2 * t.width(b))), t.width(a), t.width(a)),
    (w, a, b) => (s(w, a) * s(w, b)) >> BigInt(w),
  ),
  binary(
    'concat-sub',
    (t, a, b) => t.extract(t.sub(t.concat(a, b), t.concat(b, a)), t.width(a) >> 1, t.width(a)),
    (w, a, b) => u(w, u(2 * w, (a << BigInt(w)) + b - ((b << BigInt(w)) + a)) >> BigInt(w >> 1)),
  ),
  binary(
    'truncate',
    (t, a, b) => t.zext(t.truncate(t.xor(a, b), (t.width(a) + 1) >> 1), t.width(a)),
    (w, a, b) => u((w + 1) >> 1, a ^ b),
  ),
  unary('popcount', derived.popcount, (w, a) => BigInt(bits(w, a).replaceAll('0', '').length)),
  unary('ctlz', derived.countLeadingZeros, (w, a) => BigInt(a === 0n ? w : bits(w, a).indexOf('1'))),
  unary('cttz', derived.countTrailingZeros, (w, a) => BigInt(a === 0n ? w : w - 1 - bits(w, a).lastIndexOf('1'))),
  unary('bitreverse', derived.reverseBits, (w, a) => BigInt(`0b${[...bits(w, a)].reverse().join('')}`)),
  unary(
    'bswap',
    derived.reverseBytes,
    (w, a) => BigInt(`0b${bits(w, a).match(/.{8}/g)!.reverse().join('')}`),
    (w) => w % 8 === 0,
  ),
  {
    name: 'fshl',
    operands: ['same', 'same', 'same'],
    result: 'same',
    build: (t, _w, x) => derived.funnelShiftLeft(t, x[0]!, x[1]!, x[2]!),
    expected: (w, x) => (((x[0]! << BigInt(w)) | x[1]!) << (x[2]! % BigInt(w))) >> BigInt(w),
  },
  {
    name: 'fshr',
    operands: ['same', 'same', 'same'],
    result: 'same',
    build: (t, _w, x) => derived.funnelShiftRight(t, x[0]!, x[1]!, x[2]!),
    expected: (w, x) => ((x[0]! << BigInt(w)) | x[1]!) >> (x[2]! % BigInt(w)),
  },
  binary('umin', derived.umin, (_w, a, b) => (a - b < 0n ? a : b)),
  binary('umax', derived.umax, (_w, a, b) => (a - b > 0n ? a : b)),
  binary('smin', derived.smin, (w, a, b) => (s(w, a) < s(w, b) ? a : b)),
  binary('smax', derived.smax, (w, a, b) => (s(w, a) > s(w, b) ? a : b)),
  unary('abs', derived.absolute, (w, a) => (s(w, a) < 0n ? -a : a)),
  binary(
    'uaddo',
    (t, a, b) => derived.unsignedOverflow(t, Op.add, a, b),
    (w, a, b) => truth(!fitsUnsigned(w, a + b)),
    'bit',
  ),
  binary(
    'usubo',
    (t, a, b) => derived.unsignedOverflow(t, Op.sub, a, b),
    (w, a, b) => truth(!fitsUnsigned(w, a - b)),
    'bit',
  ),
  binary(
    'umulo',
    (t, a, b) => derived.unsignedOverflow(t, Op.mul, a, b),
    (w, a, b) => truth(!fitsUnsigned(w, a * b)),
    'bit',
  ),
  binary(
    'saddo',
    (t, a, b) => derived.signedOverflow(t, Op.add, a, b),
    (w, a, b) => truth(!fitsSigned(w, s(w, a) + s(w, b))),
    'bit',
  ),
  binary(
    'ssubo',
    (t, a, b) => derived.signedOverflow(t, Op.sub, a, b),
    (w, a, b) => truth(!fitsSigned(w, s(w, a) - s(w, b))),
    'bit',
  ),
  binary(
    'smulo',
    (t, a, b) => derived.signedOverflow(t, Op.mul, a, b),
    (w, a, b) => truth(!fitsSigned(w, s(w, a) * s(w, b))),
    'bit',
  ),
  binary(
    'uadd.sat',
    (t, a, b) => derived.unsignedSaturating(t, Op.add, a, b),
    (w, a, b) => clamp(a + b, 0n, (1n << BigInt(w)) - 1n),
  ),
  binary(
    'usub.sat',
    (t, a, b) => derived.unsignedSaturating(t, Op.sub, a, b),
    (_w, a, b) => clamp(a - b, 0n, a),
  ),
  binary(
    'sadd.sat',
    (t, a, b) => derived.signedSaturating(t, Op.add, a, b),
    (w, a, b) => clamp(s(w, a) + s(w, b), -greatest(w) - 1n, greatest(w)),
  ),
  binary(
    'ssub.sat',
    (t, a, b) => derived.signedSaturating(t, Op.sub, a, b),
    (w, a, b) => clamp(s(w, a) - s(w, b), -greatest(w) - 1n, greatest(w)),
  ),
];
