// Pointers that depend on data, in one form: a chain of alternatives, absolute addresses (null first) before objects,
// each object once, with an offset that may be a term. So joining many states gives no more alternatives than there are
// objects, and the condition of the first one is that of a comparison with null: what a test for null has excluded is
// excluded by looking.

import { FALSE, type Term, type Terms, TRUE } from '../../solve/term.js';
import {
  homeOf,
  movePointer,
  OFFSET_BITS,
  type PlacedPointer,
  type Pointer,
  PointerChoice,
  pointer,
  SymbolicPointer,
  signedOffset,
} from './value.js';

export interface Alternative {
  /** Given that none of those before it is the one. TRUE for the last. */
  readonly condition: Term;
  readonly place: PlacedPointer;
}

export function alternativesOf(p: Pointer): readonly Alternative[] {
  const found: Alternative[] = [];
  let rest = p;
  for (; rest instanceof PointerChoice; rest = rest.whenFalse)
    found.push({ condition: rest.condition, place: rest.whenTrue });
  found.push({ condition: TRUE, place: rest });
  return found;
}

/** What can't be is left out. The last condition must be TRUE. */
export function chain(alternatives: readonly Alternative[]): Pointer {
  const possible: Alternative[] = [];
  for (const alternative of alternatives) {
    if (alternative.condition === FALSE) continue;
    possible.push(alternative);
    if (alternative.condition === TRUE) break;
  }
  const last = possible.pop()!;
  return possible.reduceRight(
    (rest: Pointer, { condition, place }) => new PointerChoice(condition, place, rest),
    last.place,
  );
}

/**
 * Another place for each alternative, and another condition. All places must move together, so that their order stays.
 */
export function mapPointer(
  p: Pointer,
  onPlace: (place: PlacedPointer) => PlacedPointer,
  onCondition: (condition: Term) => Term = (condition) => condition,
): Pointer {
  if (!(p instanceof PointerChoice)) return onPlace(p);
  return chain(
    alternativesOf(p).map(({ condition, place }) => ({ condition: onCondition(condition), place: onPlace(place) })),
  );
}

/** `x` where the condition holds, else `y`. */
export function choosePointer(terms: Terms, condition: Term, x: Pointer, y: Pointer): Pointer {
  const [xs, ys] = [alternativesOf(x), alternativesOf(y)];
  const both: Alternative[] = [];
  let [n, m] = [0, 0];
  while (n < xs.length || m < ys.length) {
    const [a, b] = [xs[n], ys[m]];
    const order = a === undefined ? 1 : b === undefined ? -1 : compare(a.place, b.place);
    // Behind the last alternative of one side only the other side comes so far.
    const [whenTrue, whenFalse] = [
      order <= 0 ? a!.condition : a === undefined ? b!.condition : FALSE,
      order >= 0 ? b!.condition : b === undefined ? a!.condition : FALSE,
    ];
    const place = order < 0 ? a!.place : order > 0 ? b!.place : join(terms, condition, a!.place, b!.place);
    both.push({ condition: terms.ite(condition, whenTrue, whenFalse), place });
    if (order <= 0) n++;
    if (order >= 0) m++;
  }
  return chain(both);
}

/** The place at an offset of an object: a number if the offset is known. */
export function placeAt(terms: Terms, object: number, offset: Term): PlacedPointer {
  if (!terms.isConstant(offset)) return new SymbolicPointer(object, offset);
  return movePointer(pointer(object, 0), Number(BigInt.asIntN(OFFSET_BITS, terms.wideValue(offset))));
}

export function offsetTerm(terms: Terms, p: PlacedPointer): Term {
  return typeof p === 'number' ? terms.constant(OFFSET_BITS, BigInt(signedOffset(p))) : p.offset;
}

export function objectOfPlace(p: PlacedPointer): number {
  return typeof p === 'number' ? homeOf(p) : p.object;
}

/** 0: of one object, or equal. Absolute addresses are not one object: each stands for itself. */
function compare(p: PlacedPointer, q: PlacedPointer): number {
  const [a, b] = [objectOfPlace(p), objectOfPlace(q)];
  if (a !== b || a !== 0) return a - b;
  if (typeof p === 'number') return typeof q === 'number' ? p - q : -1;
  return typeof q === 'number' ? 1 : p.offset - q.offset;
}

function join(terms: Terms, condition: Term, p: PlacedPointer, q: PlacedPointer): PlacedPointer {
  const [a, b] = [offsetTerm(terms, p), offsetTerm(terms, q)];
  return a === b ? p : placeAt(terms, objectOfPlace(p), terms.ite(condition, a, b));
}
