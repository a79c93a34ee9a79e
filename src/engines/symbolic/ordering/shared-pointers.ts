// Pointers in shared memory. For the machine a pointer is no term, so a read of one is a state of its own for each
// value that anybody ever stores there: the program is unrolled until no new values appear. In events the addresses of
// their objects stand for them, the same in all instances.

import type { Memory } from '../../../machine/memory/memory.js';
import { PAGE_BYTES } from '../../../machine/memory/page.js';
import {
  homeOf,
  isConcrete,
  OFFSET_BITS,
  type Pointer,
  pointer,
  SymbolicPointer,
  toUnsigned,
} from '../../../machine/memory/value.js';
import { possibleValues } from '../../../solve/possible-values.js';
import type { Term } from '../../../solve/term.js';
import { Inexpressible } from './locations.js';

/** More values of one pointer than this are too many states. */
const MAX_VALUES = 16;

export class SharedPointers {
  /** By address. Absolute addresses, null among them, are values too. */
  private readonly values = new Map<number, Set<number>>();
  /** Objects whose addresses are numbers. */
  private readonly exposed = new Set<number>();
  private hasChanged = false;

  /** Was something learned since the last call? Then what was unrolled before did not know all. */
  takeChanged(): boolean {
    const { hasChanged } = this;
    this.hasChanged = false;
    return hasChanged;
  }

  /** Gives objects their addresses, before any instance does in an order of its own. */
  expose(memory: Memory): void {
    for (const object of this.exposed) memory.addressOf(object);
  }

  /** What an instance has exposed in the end. */
  learnExposed(memory: Memory): void {
    for (const object of memory.exposedObjects()) if (object < memory.staticCount) this.addressed(object);
  }

  /** All that a place may hold; undefined if it is no pointer. */
  valuesAt(object: number, start: number): ReadonlySet<number> | undefined {
    return this.values.get(pointer(object, start));
  }

  /** The place is read as a pointer, or holds one. */
  isPointer(object: number, start: number): void {
    const place = pointer(object, start);
    if (this.values.has(place)) return;
    this.values.set(place, new Set());
    this.hasChanged = true;
  }

  /** What a write, or the beginning of the execution, leaves in a place. */
  learn(memory: Memory, object: number, start: number, size: number): void {
    const held = pointerAt(memory, object, start, size);
    if (held !== undefined) this.isPointer(object, start);
    const values = this.values.get(pointer(object, start));
    if (values === undefined) return;
    const { name } = memory.info(object)!;
    if (held === 'part') throw new Inexpressible(`the pointer ${name}, which is accessed in parts`);
    const found = held === undefined ? numbersAt(memory, object, start, size) : pointed(memory, held);
    if (found === undefined) throw new Inexpressible(`the pointer ${name}, which may be anything`);
    for (const value of found) {
      if (values.has(value)) continue;
      if (homeOf(value) >= memory.staticCount)
        throw new Inexpressible(`the pointer ${name}, which points to what is no global variable`);
      if (values.size === MAX_VALUES) throw new Inexpressible(`the pointer ${name}, which has too many values`);
      values.add(value);
      this.addressed(homeOf(value));
      this.hasChanged = true;
    }
  }

  private addressed(object: number): void {
    if (object === 0 || this.exposed.has(object)) return;
    this.exposed.add(object);
    this.hasChanged = true;
  }
}

/** The pointer that fills the bytes; or that there is a part of one. */
function pointerAt(memory: Memory, object: number, start: number, size: number): Pointer | 'part' | undefined {
  const at = start % PAGE_BYTES;
  const page = memory.entry(object)!.page((start - at) / PAGE_BYTES)!;
  for (let n = at; n < Math.min(at + size, page.bytes.length); n++) {
    const found = page.cellAt(n);
    if (found?.cell.isPointer === true)
      return found.start === at && found.cell.size === size ? (found.cell.value as Pointer) : 'part';
  }
  return undefined;
}

/** All that it may be; undefined if they cannot be told. */
function pointed(memory: Memory, p: Pointer): readonly number[] | undefined {
  if (typeof p === 'number') return [p];
  if (p instanceof SymbolicPointer)
    return possibleValues(memory.terms, p.offset)?.map((offset) => {
      const signed = BigInt.asIntN(OFFSET_BITS, memory.terms.wideValue(offset));
      return pointer(p.object, 0) + Number(signed);
    });
  const [a, b] = [pointed(memory, p.whenTrue), pointed(memory, p.whenFalse)];
  return a === undefined || b === undefined ? undefined : [...a, ...b];
}

function numbersAt(memory: Memory, object: number, start: number, size: number): readonly number[] | undefined {
  const term = memory.loadTerm(object, start, size);
  const values = memory.terms.isConstant(term) ? [term] : possibleValues(memory.terms, term);
  return values?.map((value) => memory.resolve(memory.terms.wideValue(value)));
}

/** The number that stands for a pointer in events. */
export function addressTerm(memory: Memory, value: number, bits: number): Term {
  const address = homeOf(value) === 0 ? value : memory.toInteger(value);
  if (!isConcrete(address)) throw new Inexpressible('a pointer without an address');
  return memory.terms.constant(bits, toUnsigned(bits, address));
}
