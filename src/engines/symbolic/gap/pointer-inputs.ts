// Pointers in memory that instances start with: one of those that were seen there, chosen by a small number, which is
// data like any other. What was not seen before is noted, and the program is unrolled again. A pointer that goes on
// moving through an object gets an offset that is data, so that this comes to an end.

import {
  type Alternative,
  alternativesOf,
  chain,
  objectOfPlace,
  offsetTerm,
  placeAt,
} from '../../../machine/memory/pointer-choice.js';
import { OFFSET_BITS, type PlacedPointer, type Pointer, signedOffset } from '../../../machine/memory/value.js';
import { possibleValues } from '../../../solve/possible-values.js';
import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';

/** More alternatives than this keep instances apart instead. */
const MAX_ALTERNATIVES = 16;
/** Offsets into one object that are told apart. */
const MAX_OFFSETS = 16;
/** Rounds that new offsets into an object may turn up in before it is taken for a pointer that moves. */
const MAX_ROUNDS = 3;
const INDEX_BITS = 9;

/**
 * The pointers of a cell: an absolute address, or those into one object, with offsets that are data where there are
 * none.
 */
type Seen =
  | { readonly kind: 'absolute'; readonly address: number }
  | { readonly kind: 'object'; readonly object: number; readonly offsets: readonly number[] }
  | { readonly kind: 'moving'; readonly object: number; readonly step: number };

/** All that a cell may hold, in the order of the alternatives of a pointer. */
export type PointerForm = readonly Seen[];

interface Growth {
  seen: PointerForm;
  /** By object: the rounds in which something was new. */
  readonly rounds: Map<number, Set<number>>;
}

export class PointerInputs {
  private readonly cells = new Map<string, Growth>();
  private round = 0;
  /** Grows with everything that is noted. */
  size = 0;

  constructor(private readonly terms: Terms) {}

  /** The program is unrolled again. */
  restart(): void {
    this.round++;
  }

  /** Is it known that there are pointers in this cell? */
  has(cell: string): boolean {
    return this.cells.has(cell);
  }

  /** The pointers that were seen in a cell, this one's included; undefined if there are too many to tell. */
  note(cell: string, value: Pointer): PointerForm | undefined {
    let growth = this.cells.get(cell);
    if (growth === undefined) this.cells.set(cell, (growth = { seen: [], rounds: new Map() }));
    for (const { place } of alternativesOf(value)) {
      if (objectOfPlace(place) === 0 && typeof place !== 'number') return undefined;
      this.add(growth, place);
    }
    return growth.seen.length > MAX_ALTERNATIVES ? undefined : growth.seen;
  }

  private add(growth: Growth, place: PlacedPointer): void {
    const object = objectOfPlace(place);
    const { seen } = growth;
    if (object === 0) {
      const address = place as number;
      if (!seen.some((s) => s.kind === 'absolute' && s.address === address))
        this.replace(growth, undefined, { kind: 'absolute', address });
      return;
    }
    const known = seen.find((s) => s.kind !== 'absolute' && s.object === object);
    if (known?.kind === 'moving') {
      const step = Math.min(known.step, this.stepOf(place));
      if (step < known.step) this.replace(growth, known, { ...known, step });
      return;
    }
    const before = known?.kind === 'object' ? known.offsets : [];
    const now = this.offsetsOf(place);
    const offsets = now === undefined ? undefined : [...new Set([...before, ...now])];
    if (offsets?.length === before.length) return;
    let rounds = growth.rounds.get(object);
    if (rounds === undefined) growth.rounds.set(object, (rounds = new Set()));
    rounds.add(this.round);
    if (offsets !== undefined && offsets.length <= MAX_OFFSETS && rounds.size <= MAX_ROUNDS)
      return this.replace(growth, known, { kind: 'object', object, offsets });
    const step = Math.min(this.stepOf(place), ...before.map(stepOfNumber));
    this.replace(growth, known, { kind: 'moving', object, step });
  }

  private replace(growth: Growth, old: Seen | undefined, by: Seen): void {
    growth.seen = [...growth.seen.filter((s) => s !== old), by].sort(inOrder);
    this.size++;
  }

  /** Undefined if they cannot be told. */
  private offsetsOf(place: PlacedPointer): readonly number[] | undefined {
    if (typeof place === 'number') return [signedOffset(place)];
    return possibleValues(this.terms, place.offset)?.map((offset) => this.signed(offset));
  }

  private signed(offset: Term): number {
    return Number(BigInt.asIntN(OFFSET_BITS, this.terms.wideValue(offset)));
  }

  private stepOf(place: PlacedPointer): number {
    if (typeof place === 'number') return stepOfNumber(signedOffset(place));
    const zeros = this.terms.knownZeros(this.terms.truncate(place.offset, 32));
    let step = 1;
    while (step < MAX_STEP && (zeros & step) !== 0) step *= 2;
    return step;
  }

  /**
   * Variables for a pointer, and the pointer that they are: which alternative it is, and its offset where that is data.
   */
  open(form: PointerForm, name: string): { readonly variables: readonly Term[]; readonly pointer: Pointer } {
    const { terms } = this;
    const index = terms.variable(INDEX_BITS, name);
    const variables = [index];
    let number = 0;
    const isNext = (): Term => terms.eq(index, terms.constant(INDEX_BITS, number++));
    const alternatives = form.map((seen): Alternative => {
      if (seen.kind === 'absolute') return { condition: isNext(), place: seen.address };
      if (seen.kind === 'moving') {
        const low = Math.log2(seen.step);
        const variable = terms.variable(OFFSET_BITS - low, `${name} offset`);
        variables.push(variable);
        const offset = low === 0 ? variable : terms.concat(variable, terms.zero(low));
        return { condition: isNext(), place: placeAt(terms, seen.object, offset) };
      }
      const are = seen.offsets.map(isNext);
      const constants = seen.offsets.map((offset) => terms.constant(OFFSET_BITS, BigInt(offset)));
      const offset = constants.reduceRight((rest, constant, n) => terms.ite(are[n]!, constant, rest));
      return { condition: terms.any(are), place: placeAt(terms, seen.object, offset) };
    });
    return { variables, pointer: chain([...alternatives.slice(0, -1), { ...alternatives.at(-1)!, condition: TRUE }]) };
  }

  /**
   * What these variables are for a pointer that the form knows. Of what it does not know: something; the program is
   * unrolled again.
   */
  contents(form: PointerForm, value: Pointer): readonly Term[] {
    const { terms } = this;
    const alternatives = alternativesOf(value);
    const offsets: Term[] = [];
    const cases: { readonly condition: Term; readonly index: number }[] = [];
    let number = 0;
    for (const seen of form) {
      const object = seen.kind === 'absolute' ? 0 : seen.object;
      const mine = ({ place }: Alternative): boolean =>
        objectOfPlace(place) === object && (seen.kind !== 'absolute' || place === seen.address);
      const at = alternatives.findIndex(mine);
      const place = alternatives[at]?.place;
      const condition = at < 0 ? FALSE : this.isAlternative(alternatives, at);
      if (seen.kind === 'absolute') cases.push({ condition, index: number++ });
      else if (seen.kind === 'moving') {
        const low = Math.log2(seen.step);
        const offset = place === undefined ? terms.zero(OFFSET_BITS) : offsetTerm(terms, place);
        offsets.push(terms.extract(offset, low, OFFSET_BITS - low));
        cases.push({ condition, index: number++ });
      } else
        for (const offset of seen.offsets) {
          const is =
            place === undefined
              ? FALSE
              : terms.eq(offsetTerm(terms, place), terms.constant(OFFSET_BITS, BigInt(offset)));
          cases.push({ condition: terms.and(condition, is), index: number++ });
        }
    }
    const index = cases.reduceRight(
      (rest, { condition, index: n }) => terms.ite(condition, terms.constant(INDEX_BITS, n), rest),
      terms.constant(INDEX_BITS, -1),
    );
    return [index, ...offsets];
  }

  private isAlternative(alternatives: readonly Alternative[], at: number): Term {
    const { terms } = this;
    const before = alternatives.slice(0, at).map(({ condition }) => terms.not(condition));
    return terms.all([...before, alternatives[at]!.condition]);
  }
}

/** Offsets are looked at for multiples of powers of two up to this. */
const MAX_STEP = 16;

function stepOfNumber(offset: number): number {
  let step = 1;
  while (step < MAX_STEP && offset % (step * 2) === 0) step *= 2;
  return step;
}

function inOrder(a: Seen, b: Seen): number {
  if (a.kind === 'absolute') return b.kind === 'absolute' ? a.address - b.address : -1;
  return b.kind === 'absolute' ? 1 : a.object - b.object;
}

/** One pointer only: no data. */
export function isFixed([first, ...others]: PointerForm): boolean {
  return (
    others.length === 0 && (first!.kind === 'absolute' || (first!.kind === 'object' && first!.offsets.length === 1))
  );
}
