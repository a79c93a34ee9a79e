// Arrays of bytes with symbolic indices: the contents of memory objects. Values are immutable; reads give terms, so the
// solver never sees an array. Exact for indices below the size (the caller checks bounds); a read beyond it gives some
// byte, a write none. Small arrays are all bytes at once. Larger ones remember writes with symbolic indices and look
// through them when read (read-over-write); arbitrary contents are invented where they are read, equal for equal
// indices (nested-ite elimination, not sampling).

import { InternalError } from '../base/internal-error.js';
import { resize } from './derived.js';
import { FALSE, type Term, TRUE } from './store.js';
import type { Terms } from './term.js';

/** Up to this size every byte is a term and symbolic writes touch all of them. */
const smallSize = 64;
/** Up to this size a symbolic read selects among all bytes, above it only among those that were written. */
const selectSize = 1024;
const chunkSize = 32;

export type ByteArray = Plain | Written | Stored | Chosen;

interface Common {
  readonly size: number;
  /** Answers of earlier reads, by index term. */
  readonly reads: Map<Term, Term>;
}
/** The bottom of a large array: one byte everywhere, or arbitrary bytes, named for their variables. */
interface Plain extends Common {
  readonly kind: 'plain';
  readonly fill: Term | string;
  /** Invented bytes: at constant indices by position, at symbolic ones in the order in which they were read. */
  readonly constants: Map<number, Term>;
  readonly symbolic: { readonly index: Term; readonly value: Term }[];
}
/** Bytes at constant indices, in chunks that versions share; what is missing is read below. */
interface Written extends Common {
  readonly kind: 'written';
  readonly chunks: readonly (readonly (Term | undefined)[] | undefined)[];
  readonly below: ByteArray | undefined;
}
interface Stored extends Common {
  readonly kind: 'stored';
  readonly condition: Term;
  readonly index: Term;
  readonly value: Term;
  readonly below: ByteArray;
}
interface Chosen extends Common {
  readonly kind: 'chosen';
  readonly condition: Term;
  readonly whenTrue: ByteArray;
  readonly whenFalse: ByteArray;
}

function plain(size: number, fill: Term | string): Plain {
  return { kind: 'plain', size, fill, constants: new Map(), symbolic: [], reads: new Map() };
}

/** Whether a symbolic read selects among all bytes: nothing symbolic is below that would be looked through for each. */
function selectsAll(array: Written): boolean {
  return array.below?.kind === 'plain' && array.size <= selectSize;
}

export class Arrays {
  readonly #terms: Terms;

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  fromBytes(bytes: readonly Term[]): ByteArray {
    const chunks: Term[][] = [];
    for (let i = 0; i < bytes.length; i += chunkSize) chunks.push(bytes.slice(i, i + chunkSize));
    return { kind: 'written', size: bytes.length, chunks, below: undefined, reads: new Map() };
  }

  /** Every byte is `byte`. */
  filled(size: number, byte: Term): ByteArray {
    if (size <= smallSize) return this.fromBytes(new Array<Term>(size).fill(byte));
    return plain(size, byte);
  }

  /** Unknown but fixed contents. */
  arbitrary(size: number, name: string): ByteArray {
    if (size > selectSize) return plain(size, name);
    return this.fromBytes(Array.from({ length: size }, (_, i) => this.#terms.variable(8, `${name}[${i}]`)));
  }

  read(array: ByteArray, index: Term): Term {
    const cached = array.reads.get(index);
    return cached ?? this.#resolve(array, index);
  }

  /** The array after `array[index] = value`, if `condition` holds. */
  write(array: ByteArray, index: Term, value: Term, condition: Term = TRUE): ByteArray {
    const t = this.#terms;
    if (condition === FALSE) return array;
    if (t.isConstant(index)) {
      const position = this.#position(index);
      if (position >= array.size) return array;
      return this.#writeAt(array, position, t.ite(condition, value, this.read(array, index)));
    }
    if (array.size > smallSize) {
      return { kind: 'stored', size: array.size, condition, index, value, below: array, reads: new Map() };
    }
    const width = t.width(index);
    return this.fromBytes(
      this.#bytes(array).map((byte, i) => {
        if (width < 32 && i >= 2 ** width) return byte;
        return t.ite(t.and(condition, t.eq(index, t.constant(width, i))), value, byte);
      }),
    );
  }

  /** The one array or the other. */
  choose(condition: Term, whenTrue: ByteArray, whenFalse: ByteArray): ByteArray {
    if (whenTrue.size !== whenFalse.size) throw new InternalError('arrays of different sizes');
    if (condition === TRUE || whenTrue === whenFalse) return whenTrue;
    if (condition === FALSE) return whenFalse;
    const { size } = whenTrue;
    if (size > smallSize) return { kind: 'chosen', size, condition, whenTrue, whenFalse, reads: new Map() };
    const other = this.#bytes(whenFalse);
    return this.fromBytes(this.#bytes(whenTrue).map((byte, i) => this.#terms.ite(condition, byte, other[i]!)));
  }

  /** `count` bytes from `index` on as one word. */
  readWord(array: ByteArray, index: Term, count: number, bigEndian = false): Term {
    const t = this.#terms;
    let word: Term | undefined;
    for (let i = 0; i < count; i++) {
      const offset = bigEndian ? count - 1 - i : i;
      const byte = this.read(array, t.add(index, t.constant(t.width(index), offset)));
      word = word === undefined ? byte : t.concat(byte, word);
    }
    return word!;
  }

  writeWord(array: ByteArray, index: Term, word: Term, bigEndian = false, condition: Term = TRUE): ByteArray {
    const t = this.#terms;
    const count = t.width(word) / 8;
    let result = array;
    for (let i = 0; i < count; i++) {
      const offset = bigEndian ? count - 1 - i : i;
      const position = t.add(index, t.constant(t.width(index), offset));
      result = this.write(result, position, t.extract(word, 8 * i, 8), condition);
    }
    return result;
  }

  #position(index: Term): number {
    const t = this.#terms;
    return t.width(index) <= 32 ? t.narrowValue(index) : Number(t.wideValue(index));
  }

  #bytes(array: ByteArray): Term[] {
    return Array.from({ length: array.size }, (_, i) => this.read(array, this.#terms.constant(32, i)));
  }

  #writeAt(array: ByteArray, position: number, value: Term): ByteArray {
    const written: Written =
      array.kind === 'written'
        ? array
        : { kind: 'written', size: array.size, chunks: [], below: array, reads: new Map() };
    const chunks = [...written.chunks];
    const number = Math.floor(position / chunkSize);
    const chunk = [...(chunks[number] ?? [])];
    chunk[position % chunkSize] = value;
    chunks[number] = chunk;
    return { kind: 'written', size: array.size, chunks, below: written.below, reads: new Map() };
  }

  /** Reads through all layers without recursion: an array is answered once those below it are. */
  #resolve(array: ByteArray, index: Term): Term {
    const stack: ByteArray[] = [array];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (!top.reads.has(index)) {
        const needed = this.#needed(top, index).filter((below) => !below.reads.has(index));
        if (needed.length > 0) {
          stack.push(...needed);
          continue;
        }
        top.reads.set(index, this.#answer(top, index));
      }
      stack.pop();
    }
    return array.reads.get(index)!;
  }

  /** The arrays whose answer for this index is part of the array's answer. */
  #needed(array: ByteArray, index: Term): readonly ByteArray[] {
    switch (array.kind) {
      case 'plain':
        return [];
      case 'written': {
        const t = this.#terms;
        if (array.below === undefined) return [];
        if (!t.isConstant(index) && selectsAll(array)) return [];
        if (t.isConstant(index)) {
          return this.#writtenByte(array, this.#position(index)) === undefined ? [array.below] : [];
        }
        return [array.below];
      }
      case 'stored':
        return [array.below];
      case 'chosen':
        return [array.whenTrue, array.whenFalse];
    }
  }

  #answer(array: ByteArray, index: Term): Term {
    const t = this.#terms;
    switch (array.kind) {
      case 'plain':
        return this.#readPlain(array, index);
      case 'written':
        return this.#readWritten(array, index);
      case 'stored': {
        const hit = t.and(array.condition, this.#sameIndex(array.index, index));
        return t.ite(hit, array.value, array.below.reads.get(index)!);
      }
      case 'chosen':
        return t.ite(array.condition, array.whenTrue.reads.get(index)!, array.whenFalse.reads.get(index)!);
    }
  }

  #readPlain(array: Plain, index: Term): Term {
    const t = this.#terms;
    if (typeof array.fill !== 'string') return array.fill;
    // A new value, except where the index equals one that was read before.
    if (t.isConstant(index)) {
      const position = this.#position(index);
      const known = array.constants.get(position);
      if (known !== undefined) return known;
      const value = this.#unlessRead(array, index, t.variable(8, `${array.fill}[${position}]`));
      array.constants.set(position, value);
      return value;
    }
    let value = this.#unlessRead(array, index, t.variable(8, `${array.fill}[#${array.symbolic.length}]`));
    const width = t.width(index);
    for (const [position, known] of array.constants) {
      if (width >= 32 || position < 2 ** width) value = t.ite(t.eq(index, t.constant(width, position)), known, value);
    }
    array.symbolic.push({ index, value });
    return value;
  }

  #unlessRead(array: Plain, index: Term, fresh: Term): Term {
    let value = fresh;
    for (const read of array.symbolic) value = this.#terms.ite(this.#sameIndex(read.index, index), read.value, value);
    return value;
  }

  #readWritten(array: Written, index: Term): Term {
    const t = this.#terms;
    if (t.isConstant(index)) {
      const byte = this.#writtenByte(array, this.#position(index));
      return byte ?? array.below?.reads.get(index) ?? t.zero(8);
    }
    if (array.below === undefined || selectsAll(array)) {
      return this.#select(index, array.size, (position) => this.read(array, t.constant(32, position)));
    }
    let value = array.below.reads.get(index)!;
    const width = t.width(index);
    array.chunks.forEach((chunk, number) => {
      chunk?.forEach((byte, i) => {
        const position = number * chunkSize + i;
        if (byte === undefined || (width < 32 && position >= 2 ** width)) return;
        value = t.ite(t.eq(index, t.constant(width, position)), byte, value);
      });
    });
    return value;
  }

  #writtenByte(array: Written, position: number): Term | undefined {
    return array.chunks[Math.floor(position / chunkSize)]?.[position % chunkSize];
  }

  /** A tree of choices over the bits of the index. */
  #select(index: Term, size: number, byteAt: (position: number) => Term): Term {
    const t = this.#terms;
    const bits = Math.max(1, Math.ceil(Math.log2(size)));
    const selector = resize(t, index, bits);
    const choose = (bit: number, from: number): Term => {
      if (bit < 0) return byteAt(from);
      const middle = from + 2 ** bit;
      const selected = t.bit(selector, bit);
      if (selected === FALSE || middle >= size) return choose(bit - 1, from);
      if (selected === TRUE) return choose(bit - 1, middle);
      return t.ite(selected, choose(bit - 1, middle), choose(bit - 1, from));
    };
    return choose(bits - 1, 0);
  }

  /** Equality of indices that may have different widths. */
  #sameIndex(a: Term, b: Term): Term {
    const t = this.#terms;
    const width = Math.max(t.width(a), t.width(b));
    return t.eq(t.zext(a, width), t.zext(b, width));
  }
}
