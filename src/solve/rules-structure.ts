// Simplification of concat, extract, sext, ite. Concatenations are right-nested lists of maximal pieces: a value that
// is stored as bytes and loaded again becomes the term it was.

import { maskOf, signedOf } from './fold.js';
import { Op } from './operation.js';
import { isComplement } from './rules-bitwise.js';
import { FALSE, type Term, TRUE } from './store.js';
import type { TermBuilder } from './term-builder.js';

export function makeConcat(t: TermBuilder, high: Term, low: Term): Term {
  if (t.op(high) === Op.concat) return makeConcat(t, t.first(high), makeConcat(t, t.second(high), low));
  if (t.op(low) === Op.concat) {
    const merged = mergePieces(t, high, t.first(low));
    if (merged !== undefined) return makeConcat(t, merged, t.second(low));
  } else {
    const merged = mergePieces(t, high, low);
    if (merged !== undefined) return merged;
  }
  return t.intern(Op.concat, t.width(high) + t.width(low), high, low, 0);
}

/** Two adjacent pieces, neither a concatenation, as one piece. */
function mergePieces(t: TermBuilder, high: Term, low: Term): Term | undefined {
  const highWidth = t.width(high);
  const lowWidth = t.width(low);
  const width = highWidth + lowWidth;
  const opHigh = t.op(high);
  const opLow = t.op(low);
  if (opHigh === Op.constant && opLow === Op.constant) {
    if (width <= 32) return t.constant(width, (t.narrowValue(high) << lowWidth) | t.narrowValue(low));
    return t.constant(width, (t.wideValue(high) << BigInt(lowWidth)) | t.wideValue(low));
  }
  if (opHigh === Op.not && (opLow === Op.not || opLow === Op.constant)) {
    const merged = mergePieces(t, t.first(high), t.not(low));
    return merged === undefined ? undefined : t.not(merged);
  }
  if (opHigh === Op.constant && opLow === Op.not) {
    const merged = mergePieces(t, t.not(high), t.first(low));
    return merged === undefined ? undefined : t.not(merged);
  }
  if (opHigh === Op.extract) {
    const source = t.first(high);
    const from = t.lowBit(high) - lowWidth;
    if (from < 0) return undefined;
    if (opLow === Op.extract) {
      if (t.first(low) === source && t.lowBit(low) === from) return makeExtract(t, source, from, width);
      return undefined;
    }
    // The low part of a sum may have been narrowed when it was extracted: then it is what extracting it again gives.
    if (isKnown(t, source, from, low)) return makeExtract(t, source, from, width);
    if (opLow !== Op.constant && opLow !== Op.variable && t.enter()) {
      const again = makeExtract(t, source, from, lowWidth);
      t.leave(again);
      if (again === low) return makeExtract(t, source, from, width);
    }
    return undefined;
  }
  if (opLow === Op.extract && opHigh === Op.constant) {
    const source = t.first(low);
    const from = t.lowBit(low);
    if (from + width <= t.width(source) && isKnown(t, source, from + lowWidth, high)) {
      return makeExtract(t, source, from, width);
    }
  }
  if (opHigh === Op.ite && opLow === Op.ite && t.first(high) === t.first(low)) {
    if (hasConstantBranches(t, high) && hasConstantBranches(t, low)) {
      return makeIte(
        t,
        t.first(high),
        makeConcat(t, t.second(high), t.second(low)),
        makeConcat(t, t.third(high), t.third(low)),
      );
    }
  }
  return undefined;
}

/** Whether the bits of `source` from `from` on are known to be those of the constant `piece`. */
function isKnown(t: TermBuilder, source: Term, from: number, piece: Term): boolean {
  if (t.width(source) > 32 || !t.isConstant(piece)) return false;
  const mask = maskOf(t.width(piece));
  const ones = (t.knownOnes(source) >>> from) & mask;
  const zeros = (t.knownZeros(source) >>> from) & mask;
  return (ones | zeros) === (mask | 0) && ones === (t.narrowValue(piece) | 0);
}

function hasConstantBranches(t: TermBuilder, ite: Term): boolean {
  return t.isConstant(t.second(ite)) && t.isConstant(t.third(ite));
}

export function makeExtract(t: TermBuilder, from: Term, fromLow: number, width: number): Term {
  let x = from;
  let low = fromLow;
  for (;;) {
    if (width === t.width(x)) return x;
    switch (t.op(x)) {
      case Op.constant:
        if (t.width(x) <= 32) return t.constant(width, t.narrowValue(x) >>> low);
        return t.constant(width, t.wideValue(x) >> BigInt(low));
      case Op.extract:
        low += t.lowBit(x);
        x = t.first(x);
        continue;
      case Op.concat: {
        const boundary = t.width(t.second(x));
        if (low >= boundary) {
          low -= boundary;
          x = t.first(x);
          continue;
        }
        if (low + width <= boundary) {
          x = t.second(x);
          continue;
        }
        const lower = makeExtract(t, t.second(x), low, boundary - low);
        return makeConcat(t, makeExtract(t, t.first(x), 0, low + width - boundary), lower);
      }
      case Op.sext: {
        const source = t.first(x);
        const narrow = t.width(source);
        if (low + width <= narrow) {
          x = source;
          continue;
        }
        if (low >= narrow) {
          low = narrow - 1;
          return makeSext(t, makeExtract(t, source, low, 1), width);
        }
        return makeSext(t, makeExtract(t, source, low, narrow - low), width);
      }
      default:
        return extractFromOperation(t, x, low, width);
    }
  }
}

function extractFromOperation(t: TermBuilder, x: Term, low: number, width: number): Term {
  const a = t.first(x);
  const b = t.second(x);
  switch (t.op(x)) {
    case Op.not:
      return t.not(makeExtract(t, a, low, width));
    case Op.and:
    case Op.xor:
      if (t.isConstant(b)) {
        const piece = makeExtract(t, b, low, width);
        if (t.isZero(piece)) return t.op(x) === Op.and ? piece : makeExtract(t, a, low, width);
        if (t.op(x) === Op.and && t.isOnes(piece)) return makeExtract(t, a, low, width);
      }
      break;
    case Op.add:
    case Op.sub:
    case Op.mul:
      if (low === 0 && isExtended(t, a, width, 3) && isExtended(t, b, width, 3) && t.enter()) {
        const left = makeExtract(t, a, 0, width);
        const right = makeExtract(t, b, 0, width);
        if (t.op(x) === Op.add) return t.leave(t.add(left, right));
        return t.leave(t.op(x) === Op.sub ? t.sub(left, right) : t.mul(left, right));
      }
      break;
    case Op.ite:
      if (hasConstantBranches(t, x)) {
        return makeIte(t, a, makeExtract(t, b, low, width), makeExtract(t, t.third(x), low, width));
      }
      break;
    default:
      break;
  }
  return t.intern(Op.extract, width, x, low, 0);
}

/** Whether cutting x to `width` bits removes only an extension, and so costs nothing. */
function isExtended(t: TermBuilder, x: Term, width: number, depth: number): boolean {
  switch (t.op(x)) {
    case Op.constant:
      return true;
    case Op.sext:
      return t.width(t.first(x)) <= width;
    case Op.concat: {
      if (!t.isZero(t.first(x))) return false;
      return t.width(t.second(x)) <= width;
    }
    case Op.add:
    case Op.sub:
    case Op.mul:
      return depth > 0 && isExtended(t, t.first(x), width, depth - 1) && isExtended(t, t.second(x), width, depth - 1);
    default:
      return false;
  }
}

export function makeSext(t: TermBuilder, from: Term, width: number): Term {
  let x = from;
  if (t.op(x) === Op.sext) x = t.first(x);
  const narrow = t.width(x);
  if (width === narrow) return x;
  if (t.isConstant(x)) {
    if (narrow <= 32 && width <= 32) return t.constant(width, signedOf(t.narrowValue(x), narrow));
    return t.constant(width, BigInt.asIntN(narrow, t.wideValue(x)));
  }
  if (t.isNonNegative(x)) return t.zext(x, width);
  if (t.op(x) === Op.ite && hasConstantBranches(t, x)) {
    return makeIte(t, t.first(x), makeSext(t, t.second(x), width), makeSext(t, t.third(x), width));
  }
  return t.intern(Op.sext, width, x, 0, 0);
}

export function makeIte(t: TermBuilder, onCondition: Term, thenTerm: Term, elseTerm: Term): Term {
  let c = onCondition;
  let a = thenTerm;
  let b = elseTerm;
  if (c === TRUE || a === b) return a;
  if (c === FALSE) return b;
  if (t.op(c) === Op.not) {
    c = t.first(c);
    a = elseTerm;
    b = thenTerm;
  }
  const width = t.width(a);
  if (width === 1) {
    if (a === TRUE) return t.or(c, b);
    if (a === FALSE) return t.and(t.not(c), b);
    if (b === TRUE) return t.or(t.not(c), a);
    if (b === FALSE) return t.and(c, a);
    if (a === c) return t.or(c, b);
    if (b === c) return t.and(c, a);
    if (isComplement(t, a, b)) return t.not(t.xor(c, a));
  } else if (t.isConstant(a) && t.isConstant(b)) {
    const one = t.constant(width, 1);
    if (a === one && t.isZero(b)) return t.zext(c, width);
    if (b === one && t.isZero(a)) return t.zext(t.not(c), width);
    if (t.isOnes(a) && t.isZero(b)) return t.intern(Op.sext, width, c, 0, 0);
    if (t.isOnes(b) && t.isZero(a)) return t.intern(Op.sext, width, t.not(c), 0, 0);
  }
  if (t.op(c) === Op.eq) {
    const x = t.first(c);
    const y = t.second(c);
    if ((a === x && b === y) || (a === y && b === x)) return b;
  }
  const nested = nestedIte(t, c, a, b);
  if (nested !== undefined) return nested;
  const pieces = itePieces(t, c, a, b);
  if (pieces !== undefined) return pieces;
  return t.intern(Op.ite, width, c, a, b);
}

function nestedIte(t: TermBuilder, c: Term, a: Term, b: Term): Term | undefined {
  if (t.op(a) === Op.ite) {
    const d = t.first(a);
    if (d === c) return makeIte(t, c, t.second(a), b);
    if (t.third(a) === b && t.enter()) return t.leave(makeIte(t, t.and(c, d), t.second(a), b));
    if (t.second(a) === b && t.enter()) return t.leave(makeIte(t, t.and(c, t.not(d)), t.third(a), b));
  }
  if (t.op(b) === Op.ite) {
    const d = t.first(b);
    if (d === c) return makeIte(t, c, a, t.third(b));
    if (t.second(b) === a && t.enter()) return t.leave(makeIte(t, t.or(c, d), a, t.third(b)));
    if (t.third(b) === a && t.enter()) return t.leave(makeIte(t, t.or(c, t.not(d)), a, t.second(b)));
  }
  return undefined;
}

/** Branches that agree in their leading or trailing pieces share them. */
function itePieces(t: TermBuilder, c: Term, a: Term, b: Term): Term | undefined {
  const whole = t.op(a) === Op.concat ? a : b;
  const other = whole === a ? b : a;
  if (t.op(whole) !== Op.concat || (t.op(other) !== Op.concat && !t.isConstant(other))) return undefined;
  const low = t.width(t.second(whole));
  const high = t.width(whole) - low;
  if (!t.enter()) return undefined;
  const otherHigh = makeExtract(t, other, low, high);
  const otherLow = makeExtract(t, other, 0, low);
  if (otherHigh !== t.first(whole) && otherLow !== t.second(whole)) {
    t.leave(c);
    return undefined;
  }
  const [aHigh, aLow, bHigh, bLow] =
    whole === a ? [t.first(a), t.second(a), otherHigh, otherLow] : [otherHigh, otherLow, t.first(b), t.second(b)];
  return t.leave(makeConcat(t, makeIte(t, c, aHigh, bHigh), makeIte(t, c, aLow, bLow)));
}
