// Arithmetic on words of circuit literals, least significant bit first: ripple-carry sums, shift-and-add products
// (recoded when a factor is constant), restoring division, barrel shifters. Chosen for small CNF and short propagation,
// not for gate delay.

import { type Circuit, HIGH, inverted, type Literal, LOW } from './circuit.js';

export type Word = readonly Literal[];

export function invertWord(a: Word): Literal[] {
  return a.map(inverted);
}

/** a + b + carry, modulo the width. */
export function addWords(c: Circuit, a: Word, b: Word, carryIn: Literal): Literal[] {
  const sum: Literal[] = [];
  let carry = carryIn;
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!;
    const y = b[i]!;
    sum.push(c.xor(c.xor(x, y), carry));
    if (i + 1 < a.length) carry = c.majority(x, y, carry);
  }
  return sum;
}

export function subtractWords(c: Circuit, a: Word, b: Word): Literal[] {
  return addWords(c, a, invertWord(b), HIGH);
}

export function muxWords(c: Circuit, condition: Literal, whenTrue: Word, whenFalse: Word): Literal[] {
  return whenTrue.map((x, i) => c.mux(condition, x, whenFalse[i]!));
}

export function equalWords(c: Circuit, a: Word, b: Word): Literal {
  let equal: Literal = HIGH;
  for (let i = 0; i < a.length && equal !== LOW; i++) equal = c.and(equal, inverted(c.xor(a[i]!, b[i]!)));
  return equal;
}

/** a < b: the borrow of a − b. */
export function lessUnsigned(c: Circuit, a: Word, b: Word): Literal {
  let borrow: Literal = LOW;
  for (let i = 0; i < a.length; i++) borrow = c.majority(inverted(a[i]!), b[i]!, borrow);
  return borrow;
}

export function lessSigned(c: Circuit, a: Word, b: Word): Literal {
  const top = a.length - 1;
  const borrow = lessUnsigned(c, a.slice(0, top), b.slice(0, top));
  return c.majority(a[top]!, inverted(b[top]!), borrow);
}

export function multiplyWords(c: Circuit, a: Word, b: Word): Literal[] {
  if (isConstantWord(b)) return multiplyByConstant(c, a, b);
  if (isConstantWord(a)) return multiplyByConstant(c, b, a);
  const width = a.length;
  // The factor with fewer free bits selects the rows.
  const [rows, columns] = freeBits(a) < freeBits(b) ? [a, b] : [b, a];
  let sum = new Array<Literal>(width).fill(LOW);
  for (let i = 0; i < width; i++) {
    const select = rows[i]!;
    if (select === LOW) continue;
    const row = columns.slice(0, width - i).map((x) => c.and(select, x));
    sum = [...sum.slice(0, i), ...addWords(c, sum.slice(i), row, LOW)];
  }
  return sum;
}

/**
 * The constant in non-adjacent form (digits −1, 0, 1, at most half of them nonzero): one addition or subtraction per
 * digit.
 */
function multiplyByConstant(c: Circuit, a: Word, constant: Word): Literal[] {
  const width = a.length;
  let sum = new Array<Literal>(width).fill(LOW);
  let carry = 0;
  for (let i = 0; i < width; i++) {
    const bit = (constant[i] === HIGH ? 1 : 0) + carry;
    const next = i + 1 < width && constant[i + 1] === HIGH ? 1 : 0;
    carry = bit === 2 || (bit === 1 && next === 1) ? 1 : 0;
    if (bit % 2 === 0) continue;
    const row = a.slice(0, width - i);
    const upper = sum.slice(i);
    sum = [...sum.slice(0, i), ...(carry === 1 ? subtractWords(c, upper, row) : addWords(c, upper, row, LOW))];
  }
  return sum;
}

export interface Quotient {
  readonly quotient: Literal[];
  readonly remainder: Literal[];
}

/** Unsigned restoring division; a divisor of 0 gives quotient −1 and remainder a. */
export function divideWords(c: Circuit, a: Word, b: Word): Quotient {
  const width = a.length;
  let size = width;
  while (size > 1 && b[size - 1] === LOW) size--;
  const divisor = [...b.slice(0, size), LOW];
  const quotient = new Array<Literal>(width).fill(LOW);
  let remainder = new Array<Literal>(size).fill(LOW);
  for (let i = width - 1; i >= 0; i--) {
    const shifted = [a[i]!, ...remainder];
    const fits = inverted(lessUnsigned(c, shifted, divisor));
    quotient[i] = fits;
    const difference = fits === LOW ? shifted : subtractWords(c, shifted, divisor);
    remainder = muxWords(c, fits, difference, shifted).slice(0, size);
  }
  if (size === width) return { quotient, remainder };
  // The remainder register is narrower than a, which only a zero divisor notices.
  const isZero = equalWords(c, b, new Array<Literal>(width).fill(LOW));
  const extended = [...remainder, ...new Array<Literal>(width - size).fill(LOW)];
  return { quotient, remainder: muxWords(c, isZero, a, extended) };
}

export function divideSigned(c: Circuit, a: Word, b: Word): Quotient {
  const signA = a[a.length - 1]!;
  const signB = b[b.length - 1]!;
  const { quotient, remainder } = divideWords(c, negateIf(c, signA, a), negateIf(c, signB, b));
  return { quotient: negateIf(c, c.xor(signA, signB), quotient), remainder: negateIf(c, signA, remainder) };
}

function negateIf(c: Circuit, condition: Literal, a: Word): Literal[] {
  if (condition === LOW) return [...a];
  const flipped = a.map((x) => c.xor(x, condition));
  return addWords(c, flipped, new Array<Literal>(a.length).fill(LOW), condition);
}

export function shiftWordLeft(c: Circuit, a: Word, amount: Word): Literal[] {
  return [...shiftTowardsLow(c, [...a].reverse(), amount, LOW)].reverse();
}

export function shiftWordRight(c: Circuit, a: Word, amount: Word, fill: Literal): Literal[] {
  return shiftTowardsLow(c, a, amount, fill);
}

function shiftTowardsLow(c: Circuit, a: Word, amount: Word, fill: Literal): Literal[] {
  const width = a.length;
  let result = [...a];
  let tooFar: Literal = LOW;
  for (let i = 0; i < amount.length; i++) {
    const select = amount[i]!;
    if (i >= 31 || 1 << i >= width) {
      tooFar = c.or(tooFar, select);
      continue;
    }
    const distance = 1 << i;
    result = result.map((x, j) => c.mux(select, j + distance < width ? result[j + distance]! : fill, x));
  }
  return result.map((x) => c.mux(tooFar, fill, x));
}

function isConstantWord(a: Word): boolean {
  return a.every((x) => x <= HIGH);
}

function freeBits(a: Word): number {
  return a.reduce((count, x) => count + (x > HIGH ? 1 : 0), 0);
}
