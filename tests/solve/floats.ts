// Every float operation twice: as the circuit that solve/ builds, and as the host's arithmetic. Operands include
// denormals, infinities, NaN, halfway cases and neighbours of powers of two.

import * as float from '../../src/solve/float.js';
import { double, type FloatFormat, single } from '../../src/solve/float.js';
import * as arithmetic from '../../src/solve/float-arithmetic.js';
import * as convert from '../../src/solve/float-convert.js';
import type { Term, Terms } from '../../src/solve/term.js';
import type { Random } from './random.js';

const view = new DataView(new ArrayBuffer(8));

export function bitsOf(f: FloatFormat, x: number): bigint {
  if (Number.isNaN(x)) return f === single ? 0x7fc00000n : 0x7ff8000000000000n;
  if (f === single) {
    view.setFloat32(0, x);
    return BigInt(view.getUint32(0));
  }
  view.setFloat64(0, x);
  return view.getBigUint64(0);
}

export function numberOf(f: FloatFormat, bits: bigint): number {
  if (f === single) {
    view.setUint32(0, Number(bits));
    return view.getFloat32(0);
  }
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

/**
 * A random float of a format. `near`: often of a similar exponent or equal up to a few bits, where rounding and
 * cancellation happen.
 */
export function randomFloat(random: Random, f: FloatFormat, near?: bigint): bigint {
  const width = f.exponentBits + f.precision;
  const p = BigInt(f.precision - 1);
  const raw = BigInt.asUintN(width, (BigInt(random.next()) << 32n) | BigInt(random.next()));
  const fraction = raw & ((1n << p) - 1n);
  const sign = (raw >> BigInt(width - 1)) << BigInt(width - 1);
  const top = (1n << BigInt(f.exponentBits)) - 1n;
  const bias = top >> 1n;
  if (near !== undefined && random.chance(3)) {
    if (random.chance(2)) return BigInt.asUintN(width, near + BigInt(random.below(9)) - 4n);
    const exponent = ((near >> p) & top) + BigInt(random.below(2 * f.precision + 6)) - BigInt(f.precision + 3);
    return sign | (clamp(exponent, 0n, top) << p) | fraction;
  }
  switch (random.below(10)) {
    case 0: {
      const specials = [
        0n,
        1n,
        top << p,
        (top << p) | 1n,
        (top << p) - 1n,
        (top << p) | (1n << (p - 1n)),
        1n << p,
        (1n << p) - 1n,
        bias << p,
      ];
      return sign | random.pick(specials);
    }
    case 1:
      return sign | (fraction >> BigInt(random.below(f.precision)));
    case 2:
      return sign | (1n << p) | fraction;
    case 3: // few bits set: exact results and ties
      return sign | ((bias + BigInt(random.below(40)) - 20n) << p) | (1n << BigInt(random.below(f.precision - 1)));
    case 4: // small integers and halves
      return bitsOf(f, (random.below(4096) - 2048) / 2);
    case 5:
      return sign | ((top - 1n - BigInt(random.below(3))) << p) | fraction;
    case 6:
      return sign | ((bias + BigInt(random.below(140)) - 70n) << p) | fraction;
    default:
      return raw;
  }
}

export interface FloatOperation {
  readonly name: string;
  readonly operands: readonly (FloatFormat | number)[];
  readonly build: (t: Terms, x: readonly Term[]) => Term;
  readonly expected: (x: readonly bigint[]) => bigint;
  /** Its circuit is so large that it gets fewer samples. */
  readonly large?: boolean;
}

function clamp(value: bigint, least: bigint, greatest: bigint): bigint {
  if (value < least) return least;
  return value > greatest ? greatest : value;
}

/** `fmin` and `fmax`: `second` says whether the second operand wins; of two zeros the first is taken. */
function choose(a: number, b: number, second: boolean): number {
  if (Number.isNaN(a)) return b;
  return second ? b : a;
}

function roundHalfAway(x: number): number {
  const truncated = Math.trunc(x);
  return Math.abs(x - truncated) >= 0.5 ? truncated + Math.sign(x) : truncated;
}
function roundHalfEven(x: number): number {
  if (!Number.isFinite(x) || Math.abs(x) >= 2 ** 52) return x;
  const below = Math.floor(x);
  const rest = x - below;
  const rounded = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
  return rounded === 0 && (x < 0 || Object.is(x, -0)) ? -0 : rounded;
}
function keepZeroSign(x: number, rounded: number): number {
  return rounded === 0 && (x < 0 || Object.is(x, -0)) ? -0 : rounded;
}

const predicates: Record<string, (a: number, b: number) => boolean> = {
  oeq: (a, b) => a === b,
  ogt: (a, b) => a > b,
  oge: (a, b) => a >= b,
  olt: (a, b) => a < b,
  ole: (a, b) => a <= b,
  one: (a, b) => a < b || a > b,
  ord: (a, b) => !Number.isNaN(a) && !Number.isNaN(b),
  uno: (a, b) => Number.isNaN(a) || Number.isNaN(b),
  ueq: (a, b) => !(a < b || a > b),
  ugt: (a, b) => !(a <= b),
  uge: (a, b) => !(a < b),
  ult: (a, b) => !(a >= b),
  ule: (a, b) => !(a > b),
  une: (a, b) => a !== b,
  true: () => true,
  false: () => false,
};

function saturate(x: number, width: number, signed: boolean): bigint {
  if (Number.isNaN(x)) return 0n;
  const greatest = (1n << BigInt(signed ? width - 1 : width)) - 1n;
  const least = signed ? -greatest - 1n : 0n;
  if (x === Number.POSITIVE_INFINITY) return greatest;
  if (x === Number.NEGATIVE_INFINITY) return least;
  const value = BigInt(Math.trunc(x));
  return clamp(value, least, greatest);
}

function fits(x: number, width: number, signed: boolean): boolean {
  if (!Number.isFinite(x)) return false;
  const value = BigInt(Math.trunc(x));
  return signed ? BigInt.asIntN(width, value) === value : BigInt.asUintN(width, value) === value;
}

/** An integer correctly rounded to a format: by the definition of rounding, in BigInt. */
function integerTo(f: FloatFormat, value: bigint): bigint {
  const sign = value < 0n ? 1n << BigInt(f.exponentBits + f.precision - 1) : 0n;
  const size = value < 0n ? -value : value;
  const length = size === 0n ? 0 : size.toString(2).length;
  const excess = BigInt(Math.max(0, length - f.precision));
  let kept = size >> excess;
  const rest = size - (kept << excess);
  const middle = excess === 0n ? 1n : 1n << (excess - 1n);
  if (rest > middle || (rest === middle && excess > 0n && kept % 2n === 1n)) kept += 1n;
  return sign | bitsOf(f, Number(kept << excess));
}

export function floatOperations(): readonly FloatOperation[] {
  const list: FloatOperation[] = [];
  for (const [label, f] of [
    ['f32', single],
    ['f64', double],
  ] as const) {
    const two = (
      name: string,
      build: (t: Terms, f: FloatFormat, a: Term, b: Term) => Term,
      expected: (a: number, b: number) => number,
      large = false,
    ) =>
      list.push({
        name: `${label} ${name}`,
        operands: [f, f],
        large,
        build: (t, x) => build(t, f, x[0]!, x[1]!),
        expected: (x) => bitsOf(f, expected(numberOf(f, x[0]!), numberOf(f, x[1]!))),
      });
    two('add', arithmetic.addFloats, (a, b) => a + b);
    two('subtract', arithmetic.subtractFloats, (a, b) => a - b);
    two('multiply', arithmetic.multiplyFloats, (a, b) => a * b);
    two('divide', arithmetic.divideFloats, (a, b) => a / b);
    two('remainder', arithmetic.remainderFloats, (a, b) => a % b, true);
    const one = (name: string, build: (t: Terms, a: Term) => Term, expected: (a: number) => number) =>
      list.push({
        name: `${label} ${name}`,
        operands: [f],
        build: (t, x) => build(t, x[0]!),
        expected: (x) => bitsOf(f, expected(numberOf(f, x[0]!))),
      });
    one('sqrt', (t, a) => arithmetic.squareRoot(t, f, a), Math.sqrt);
    one('trunc', (t, a) => convert.roundToIntegral(t, f, 'towardZero', a), Math.trunc);
    one('floor', (t, a) => convert.roundToIntegral(t, f, 'down', a), Math.floor);
    one('ceil', (t, a) => convert.roundToIntegral(t, f, 'up', a), Math.ceil);
    one('roundeven', (t, a) => convert.roundToIntegral(t, f, 'nearestEven', a), roundHalfEven);
    one(
      'round',
      (t, a) => convert.roundToIntegral(t, f, 'nearestAway', a),
      (a) => (Number.isFinite(a) && Math.abs(a) < 2 ** 52 ? keepZeroSign(a, roundHalfAway(a)) : a),
    );
    for (const [predicate, holds] of Object.entries(predicates)) {
      list.push({
        name: `${label} fcmp ${predicate}`,
        operands: [f, f],
        build: (t, x) => float.compareFloats(t, f, predicate, x[0]!, x[1]!),
        expected: (x) => (holds(numberOf(f, x[0]!), numberOf(f, x[1]!)) ? 1n : 0n),
      });
    }
    two('minimum', float.minimumFloat, (a, b) => choose(a, b, b < a));
    two('maximum', float.maximumFloat, (a, b) => choose(a, b, b > a));
    for (const width of [1, 8, 13, 16, 24, 32, 33, 53, 64, 128]) {
      for (const signed of [true, false]) {
        const kind = signed ? 'si' : 'ui';
        const read = (x: bigint) => (signed ? BigInt.asIntN(width, x) : x);
        list.push({
          name: `${label} from ${kind}${width}`,
          operands: [width],
          build: (t, x) => convert.integerToFloat(t, f, x[0]!, signed),
          expected: (x) => integerTo(f, read(x[0]!)),
        });
        list.push({
          name: `${label} to ${kind}${width}`,
          operands: [f],
          build: (t, x) => convert.floatToInteger(t, f, x[0]!, width, signed),
          expected: (x) => BigInt.asUintN(width, saturate(numberOf(f, x[0]!), width, signed)),
        });
        list.push({
          name: `${label} fits ${kind}${width}`,
          operands: [f],
          build: (t, x) => convert.fitsInteger(t, f, x[0]!, width, signed),
          expected: (x) => (fits(numberOf(f, x[0]!), width, signed) ? 1n : 0n),
        });
      }
    }
  }
  list.push({
    name: 'f32 → f64',
    operands: [single],
    build: (t, x) => convert.convertFloat(t, single, double, x[0]!),
    expected: (x) => bitsOf(double, numberOf(single, x[0]!)),
  });
  list.push({
    name: 'f64 → f32',
    operands: [double],
    build: (t, x) => convert.convertFloat(t, double, single, x[0]!),
    expected: (x) => bitsOf(single, numberOf(double, x[0]!)),
  });
  return list;
}
