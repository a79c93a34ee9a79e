// How often a loop goes round before one of its conditions changes, where both sides of the condition grow by the same
// amount each time. Numbers wrap round at their width, as the machine's do; the answers are exact for equalities and
// never too large for the rest.

import { type IntegerPredicate, integerPredicates } from '../../ir/predicate.js';

/** A number of so many bits that is `start` now and grows by a constant each time. */
export interface Progression {
  readonly start: bigint;
  /** By loop, the outermost first; an absent one is 0. */
  readonly steps: readonly bigint[];
}

/** What must stay as it is for the loop to take the same way again. */
export type Requirement =
  | {
      readonly kind: 'comparison';
      readonly predicate: IntegerPredicate;
      readonly bits: number;
      readonly left: Progression;
      readonly right: Progression;
    }
  /** The number, signed or not, does not wrap round. */
  | { readonly kind: 'range'; readonly isSigned: boolean; readonly bits: number; readonly value: Progression };

/** Loops that the requirement depends on. */
export function dependsOn(requirement: Requirement): readonly number[] {
  if (requirement.kind === 'range') return growing(requirement.value);
  const { left, right, bits, predicate } = requirement;
  if (predicate !== 'eq' && predicate !== 'ne') return [...new Set([...growing(left), ...growing(right)])];
  const count = Math.max(left.steps.length, right.steps.length);
  return Array.from({ length: count }, (_, loop) => loop).filter(
    (loop) => BigInt.asUintN(bits, stepOf(left, loop) - stepOf(right, loop)) !== 0n,
  );
}

function growing({ steps }: Progression): readonly number[] {
  return steps.flatMap((step, loop) => (step === 0n ? [] : [loop]));
}

export function stepOf({ steps }: Progression, loop: number): bigint {
  return steps[loop] ?? 0n;
}

/**
 * Rounds of a loop after which the requirement is first not sure to hold, if it depends on that loop alone; undefined:
 * never.
 */
export function roundsUntil(requirement: Requirement, loop: number): bigint | undefined {
  const { bits } = requirement;
  if (requirement.kind === 'range')
    return untilWrap(requirement.value.start, stepOf(requirement.value, loop), bits, requirement.isSigned);
  const { predicate, left, right } = requirement;
  const [x, y] = [stepOf(left, loop), stepOf(right, loop)];
  if (predicate === 'eq' || predicate === 'ne') return untilEqualityChanges(left.start - right.start, x - y, bits);
  const { relation, signed: isSigned } = integerPredicates[predicate];
  const exact = isSigned ? BigInt.asIntN : BigInt.asUintN;
  const [a, b] = [BigInt.asIntN(bits, x), BigInt.asIntN(bits, y)];
  // `≤` is `<` for integers that are one less.
  const isStrict = relation === '<' || relation === '>=';
  const difference = exact(bits, left.start) - exact(bits, right.start) - (isStrict ? 0n : 1n);
  return least(
    untilSignChanges(difference, a - b),
    least(untilWrap(left.start, x, bits, isSigned), untilWrap(right.start, y, bits, isSigned)),
  );
}

/** Of two numbers of rounds. */
export function least(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || (b !== undefined && b < a) ? b : a;
}

function untilWrap(start: bigint, step: bigint, bits: number, isSigned: boolean): bigint | undefined {
  const by = BigInt.asIntN(bits, step);
  if (by === 0n) return undefined;
  const low = isSigned ? -(1n << BigInt(bits - 1)) : 0n;
  const high = low + (1n << BigInt(bits)) - 1n;
  const at = isSigned ? BigInt.asIntN(bits, start) : BigInt.asUintN(bits, start);
  return (by > 0n ? (high - at) / by : (at - low) / -by) + 1n;
}

/** When `difference + n·step < 0` becomes another truth. */
function untilSignChanges(difference: bigint, step: bigint): bigint | undefined {
  if (difference < 0n) return step <= 0n ? undefined : (-difference + step - 1n) / step;
  return step >= 0n ? undefined : difference / -step + 1n;
}

/** When `difference + n·step = 0`, modulo 2^bits, becomes another truth. */
function untilEqualityChanges(difference: bigint, step: bigint, bits: number): bigint | undefined {
  const [d, s] = [BigInt.asUintN(bits, difference), BigInt.asUintN(bits, step)];
  if (s === 0n) return undefined;
  if (d === 0n) return 1n;
  // s = odd · 2^shift: solvable only if 2^shift divides d as well, and then once in 2^(bits − shift) rounds.
  let shift = 0;
  while (((s >> BigInt(shift)) & 1n) === 0n) shift++;
  if (BigInt.asUintN(shift, d) !== 0n) return undefined;
  const width = bits - shift;
  return BigInt.asUintN(width, -(d >> BigInt(shift)) * inverse(s >> BigInt(shift), width));
}

/** Of an odd number, modulo 2^bits: Newton's iteration doubles the bits that are right. */
function inverse(odd: bigint, bits: number): bigint {
  let x = odd;
  for (let right = 3; right < bits; right *= 2) x = BigInt.asUintN(bits, x * (2n - odd * x));
  return BigInt.asUintN(bits, x);
}
