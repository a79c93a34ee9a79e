// What is known of a number that came from a tracked variable: the values that it may have, and which variable told.
// The largest value of a tracked variable stands for all above it, so a number is an interval that may be open.
// Tracked variables are taken not to overflow.

import type { Binary, Cast, IntegerCompare } from '../../ir/instruction.js';
import { integerPredicates } from '../../ir/predicate.js';
import type { Operand } from '../../ir/value.js';
import type { TrackedVariable } from './description.js';

export interface KnownNumber {
  readonly low: number;
  readonly high: number;
  /** The tracked variable that it was computed from, and the value that was read; −1: constants only. */
  readonly variable: number;
  readonly read: number;
}

export type Truth = 'yes' | 'no' | 'either';

export function constantOf(operand: Operand): KnownNumber | undefined {
  if (operand.kind !== 'int') return undefined;
  const signed = Number(BigInt.asIntN(operand.type.bits, operand.value));
  // A truth value is 0 or 1.
  const value = operand.type.bits === 1 ? Math.abs(signed) : signed;
  return { low: value, high: value, variable: -1, read: 0 };
}

/** A value of a tracked variable, as it was read. */
export function valueRead(variable: TrackedVariable, index: number, value: number): KnownNumber {
  return { low: value, high: value === variable.most ? Number.POSITIVE_INFINITY : value, variable: index, read: value };
}

/** Undefined: nothing is known. */
export function computed(i: Binary, left: KnownNumber, right: KnownNumber): KnownNumber | undefined {
  const told = left.variable === -1 ? right : left;
  const made = (low: number, high: number): KnownNumber => ({ low, high, variable: told.variable, read: told.read });
  switch (i.op) {
    case 'add':
      return made(left.low + right.low, left.high + right.high);
    case 'sub':
      return made(left.low - right.high, left.high - right.low);
    case 'xor': {
      const isTruth = i.result.type.kind === 'int' && i.result.type.bits === 1;
      return isTruth && left.low === left.high && right.low === right.high
        ? made(left.low ^ right.low, left.low ^ right.low)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Numbers are small: what fits before fits after, but for a truth value that becomes a number. */
export function converted(i: Cast, value: KnownNumber): KnownNumber | undefined {
  if (i.op !== 'zext' && i.op !== 'sext' && i.op !== 'trunc') return undefined;
  const isTruth = i.value.type.kind === 'int' && i.value.type.bits === 1;
  if (i.op === 'sext' && isTruth) return { ...value, low: 0 - value.high, high: 0 - value.low };
  // A negative number becomes a large one.
  if (i.op === 'zext' && value.low < 0) return undefined;
  return value;
}

export function compared(i: IntegerCompare, left: KnownNumber, right: KnownNumber): Truth {
  const { relation, signed } = integerPredicates[i.predicate];
  if (!signed && relation !== '==' && relation !== '!=' && (left.low < 0 || right.low < 0)) return 'either';
  switch (relation) {
    case '==':
      return equal(left, right);
    case '!=':
      return negated(equal(left, right));
    case '<':
      return below(left, right);
    case '>':
      return below(right, left);
    case '<=':
      return negated(below(right, left));
    case '>=':
      return negated(below(left, right));
  }
}

function equal(a: KnownNumber, b: KnownNumber): Truth {
  if (a.low > b.high || b.low > a.high) return 'no';
  return a.low === a.high && b.low === b.high ? 'yes' : 'either';
}

function below(a: KnownNumber, b: KnownNumber): Truth {
  if (a.high < b.low) return 'yes';
  return a.low >= b.high ? 'no' : 'either';
}

function negated(truth: Truth): Truth {
  return truth === 'either' ? 'either' : truth === 'yes' ? 'no' : 'yes';
}

export function truthOf(value: KnownNumber): Truth {
  if (value.low === value.high) return value.low === 0 ? 'no' : 'yes';
  return value.low > 0 || value.high < 0 ? 'yes' : 'either';
}

export function truthNumber(truth: Truth, { variable, read }: KnownNumber): KnownNumber | undefined {
  if (truth === 'either') return undefined;
  const value = truth === 'yes' ? 1 : 0;
  return { low: value, high: value, variable, read };
}

/** The values of a tracked variable after something of this interval was written to it. */
export function valuesWritten(variable: TrackedVariable, written: KnownNumber | undefined): readonly number[] {
  const { least, most } = variable;
  // Below the range there is nothing that stands for it: then it may be anything.
  const isKnown = written !== undefined && written.low >= least;
  const low = isKnown ? Math.min(written.low, most) : least;
  const high = isKnown ? Math.min(written.high, most) : most;
  return Array.from({ length: high - low + 1 }, (_, n) => low + n);
}
