// Pointers in memory that instances start with: one of those that were seen there, chosen by a small number, which is data like any other.
// What was not seen before is noted, and the program is unrolled again.

import { movePointer, type Pointer, PointerChoice, pointer, Symbolic, SymbolicPointer } from '../../machine/value.js';
import { possibleValues } from '../../solve/possible-values.js';
import type { Term, Terms } from '../../solve/term.js';

/** More places than this keep instances apart instead. */
const MAX_PLACES = 16;
const INDEX_BITS = 8;

export class PointerInputs {
  private readonly seen = new Map<string, number[]>();
  /** Grows with everything that is noted. */
  size = 0;

  constructor(private readonly terms: Terms) {}

  /** Is it known that there are pointers in this cell? */
  has(cell: string): boolean {
    return this.seen.has(cell);
  }

  /** The pointers that were seen in a cell, this one's included; undefined if there are too many to tell. */
  note(cell: string, value: Pointer | Symbolic): readonly number[] | undefined {
    const places = this.placesOf(value);
    if (places === undefined) return undefined;
    let known = this.seen.get(cell);
    if (known === undefined) this.seen.set(cell, (known = []));
    for (const place of places) {
      if (known.includes(place)) continue;
      known.push(place);
      this.size++;
    }
    return known.length > MAX_PLACES ? undefined : known;
  }

  variable(name: string): Term {
    return this.terms.variable(INDEX_BITS, name);
  }

  /** The pointer that the index chooses. */
  chosen(index: Term, places: readonly number[]): Pointer {
    const { terms } = this;
    return places
      .slice(0, -1)
      .reduceRight(
        (rest: Pointer, place, n) => new PointerChoice(terms.eq(index, terms.constant(INDEX_BITS, n)), place, rest),
        places[places.length - 1]!,
      );
  }

  /** The index that chooses a pointer. */
  indexOf(value: Pointer | Symbolic, places: readonly number[]): Term {
    const { terms } = this;
    const index = (place: number): Term => terms.constant(INDEX_BITS, places.indexOf(place));
    if (typeof value === 'number') return index(value);
    if (value instanceof PointerChoice)
      return terms.ite(value.condition, this.indexOf(value.whenTrue, places), this.indexOf(value.whenFalse, places));
    if (value instanceof Symbolic) return terms.constant(INDEX_BITS, -1);
    const offsets = possibleValues(terms, value.offset)!;
    return offsets.reduce(
      (rest, offset) => terms.ite(terms.eq(value.offset, offset), index(at(terms, value, offset)), rest),
      terms.constant(INDEX_BITS, -1),
    );
  }

  private placesOf(value: Pointer | Symbolic): readonly number[] | undefined {
    if (typeof value === 'number') return [value];
    if (value instanceof Symbolic) return undefined;
    if (value instanceof SymbolicPointer) {
      const offsets = possibleValues(this.terms, value.offset);
      return offsets?.map((offset) => at(this.terms, value, offset));
    }
    const [a, b] = [this.placesOf(value.whenTrue), this.placesOf(value.whenFalse)];
    return a === undefined || b === undefined ? undefined : [...a, ...b];
  }
}

function at(terms: Terms, { object }: SymbolicPointer, offset: Term): number {
  return movePointer(pointer(object, 0), Number(BigInt.asIntN(64, terms.wideValue(offset))));
}
