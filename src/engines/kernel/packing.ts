// How a vector of small numbers lies in words of 32 bits: each number has as many bits as it has needed so far, none
// crosses a word. The code that packs, unpacks, hashes and compares is generated for a layout, so that it has no loops.
// A hash is of the words: it is another one when numbers become wider.

/** Bits that a number may have; a wider one gets the next larger. */
const WIDTHS = [1, 2, 4, 8, 16, 32];

interface PackedField {
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
}

/** Vectors that wait to be looked up together. */
export const BATCH = 256;

/** Vectors to be looked up: their words, hashes, and the vectors that they were reached from. */
export interface Candidates {
  count: number;
  words: Int32Array;
  hashes: Int32Array;
  from: Int32Array;
}

/** What the generated code works on; it changes whenever something grows. */
export interface PackedStore {
  words: Int32Array;
  /**
   * A power of two of entries, by the low bits of a hash: in as many bits the number of a vector plus 1, above them the
   * other bits of its hash; 0 where there is none.
   */
  table: Int32Array;
  /** By vector: the one that it was first reached from. */
  parents: Int32Array;
  count: number;
  readonly waiting: Candidates;
  /** Told of a vector from which one is reached that is no younger. */
  readonly closing: { push(from: number): void };
}

/** Lets a vector wait; −1 where some number is too wide. */
export type LetWait = (vector: Int32Array, from: number) => number;

export class Packing {
  readonly words: number;
  private readonly fields: readonly PackedField[];

  constructor(readonly widths: readonly number[]) {
    const fields: PackedField[] = [];
    const free: number[] = [];
    // The widest first: all widths are powers of two, so that words have gaps at their ends only.
    const order = [...widths.keys()].sort((a, b) => widths[b]! - widths[a]! || a - b);
    for (const n of order) {
      const bits = widths[n]!;
      let word = free.findIndex((left) => left >= bits);
      if (word === -1) word = free.push(32) - 1;
      fields[n] = { word, shift: 32 - free[word]!, bits };
      free[word]! -= bits;
    }
    this.words = free.length;
    this.fields = fields;
  }

  /** Wide enough for the numbers of a vector, in as few words as can be. */
  static for(vector: Int32Array): Packing {
    return roomy(
      Array.from(vector, (value) => WIDTHS.find((w) => fits(value, w))!),
      vector,
    );
  }

  /** Wide enough for the numbers of `vector` as well; undefined: it is already. `largest`: of all that were packed. */
  widened(vector: Int32Array, largest: Int32Array): Packing | undefined {
    if (this.fields.every(({ bits }, n) => fits(vector[n]!, bits))) return undefined;
    return roomy(
      this.widths.map((bits, n) => WIDTHS.find((w) => w >= bits && fits(vector[n]!, w))!),
      largest.map((value, n) => Math.max(value, vector[n]!)),
    );
  }

  /** An expression that is not 0 if some number is too wide. */
  private tooWide(): string {
    const terms = this.fields.flatMap(({ bits }, n) => (bits === 32 ? [] : [`v[${n}] >>> ${bits}`]));
    return terms.length === 0 ? '0' : terms.join(' | ');
  }

  private packed(word: number): string {
    const parts = this.fields.flatMap((f, n) =>
      f.word === word ? [f.shift === 0 ? `v[${n}]` : `v[${n}] << ${f.shift}`] : [],
    );
    return parts.join(' | ');
  }

  private names(): readonly string[] {
    return Array.from({ length: this.words }, (_, n) => `w${n}`);
  }

  /** Each word changes all bits that come behind it, so that no two changes cancel each other out by a pattern. */
  private hashOf(): string {
    const mixed = this.names().map((name, n) => `h = Math.imul(h ^ h >>> 15 ^ ${name}, ${multiplier(n)});`);
    return `
        let h = 0;
        ${mixed.join(' ')}
        h = Math.imul(h ^ h >>> 16, 0x85ebca6b); h ^= h >>> 13;`;
  }

  /** Statements that name the words of a vector. */
  private load(words: string, index: string): string {
    const names = this.names().map((name, n) => `const ${name} = ${words}[${index} * ${this.words} + ${n}];`);
    return names.join(' ');
  }

  /** Is the vector that was loaded the one at `base`? */
  private isAt(base: string): string {
    return this.names()
      .map((name, n) => `words[${base} + ${n}] === ${name}`)
      .join(' && ');
  }

  compileWait(store: Pick<PackedStore, 'waiting'>): LetWait {
    const names = this.names();
    const source = `
      return (v, from) => {
        const { waiting } = store;
        if ((${this.tooWide()}) !== 0) return -1;
        ${names.map((name, n) => `const ${name} = ${this.packed(n)};`).join('\n        ')}
        ${this.hashOf()}
        const at = waiting.count;
        waiting.count = at + 1;
        waiting.hashes[at] = h;
        waiting.from[at] = from;
        const { words } = waiting;
        const base = at * ${this.words};
        ${names.map((name, n) => `words[base + ${n}] = ${name};`).join('\n        ')}
        return at + 1;
      };`;
    return new Function('store', source)(store) as LetWait;
  }

  /**
   * Adds some of the candidates, in their order, that are not there. There must be room for them. What a look-up costs
   * is to wait for memory, so all entries, and what they stand for, are touched before the first is needed: they come
   * at the same time.
   */
  compileAdd(store: PackedStore): (candidates: Candidates, first: number, end: number) => number {
    const names = this.names();
    const source = `
      const { closing } = store;
      return (candidates, first, end) => {
        const { words, table, parents } = store;
        const { hashes, from, words: mine } = candidates;
        const mask = table.length - 1;
        let touched = 0;
        for (let n = first; n < end; n++) touched ^= table[hashes[n] & mask];
        for (let n = first; n < end; n++) {
          const h = hashes[n];
          const entry = table[h & mask];
          if (entry !== 0 && ((entry ^ h) & ~mask) === 0) touched ^= words[((entry & mask) - 1) * ${this.words}];
        }
        for (let n = first; n < end; n++) {
          ${this.load('mine', 'n')}
          const h = hashes[n];
          let at = h & mask;
          let index = -1;
          for (;;) {
            const entry = table[at];
            if (entry === 0) break;
            if (((entry ^ h) & ~mask) === 0) {
              const known = (entry & mask) - 1;
              const base = known * ${this.words};
              if (${this.isAt('base')}) {
                index = known;
                break;
              }
            }
            at = (at + 1) & mask;
          }
          if (index === -1) {
            index = store.count++;
            table[at] = h & ~mask | index + 1;
            parents[index] = from[n];
            const base = index * ${this.words};
            ${names.map((name, n) => `words[base + ${n}] = ${name};`).join(' ')}
          } else if (index <= from[n]) closing.push(from[n]);
        }
        return touched;
      };`;
    return new Function('store', source)(store) as (candidates: Candidates, first: number, end: number) => number;
  }

  /** Fills an empty table with all vectors, of which no two are equal. */
  compileEnter(): (words: Int32Array, count: number, table: Int32Array) => void {
    const source = `
      return (words, count, table) => {
        const mask = table.length - 1;
        for (let n = 0; n < count; n++) {
          ${this.load('words', 'n')}
          ${this.hashOf()}
          let at = h & mask;
          while (table[at] !== 0) at = (at + 1) & mask;
          table[at] = h & ~mask | n + 1;
        }
      };`;
    return new Function(source)() as (words: Int32Array, count: number, table: Int32Array) => void;
  }

  /** The number of a vector; −1: it is not there. */
  compileFind(store: PackedStore): (vector: Int32Array) => number {
    const names = this.names();
    const source = `
      return (v) => {
        if ((${this.tooWide()}) !== 0) return -1;
        ${names.map((name, n) => `const ${name} = ${this.packed(n)};`).join(' ')}
        ${this.hashOf()}
        const { words, table } = store;
        const mask = table.length - 1;
        for (let at = h & mask; table[at] !== 0; at = (at + 1) & mask) {
          const index = (table[at] & mask) - 1;
          const base = index * ${this.words};
          if (((table[at] ^ h) & ~mask) === 0 && ${this.isAt('base')}) return index;
        }
        return -1;
      };`;
    return new Function('store', source)(store) as (vector: Int32Array) => number;
  }

  compilePack(): (vector: Int32Array, words: Int32Array, index: number) => void {
    const lines = this.names().map((_, n) => `words[base + ${n}] = ${this.packed(n)};`);
    const source = `return (v, words, index) => { const base = index * ${this.words}; ${lines.join(' ')} };`;
    return new Function(source)() as (vector: Int32Array, words: Int32Array, index: number) => void;
  }

  compileUnpack(): (words: Int32Array, index: number, vector: Int32Array) => void {
    const lines = this.fields.map(({ word, shift, bits }, n) => {
      const whole = `words[base + ${word}]`;
      if (bits === 32) return `v[${n}] = ${whole};`;
      return `v[${n}] = (${whole} >>> ${shift}) & ${2 ** bits - 1};`;
    });
    const source = `return (words, index, v) => { const base = index * ${this.words}; ${lines.join(' ')} };`;
    return new Function(source)() as (words: Int32Array, index: number, vector: Int32Array) => void;
  }
}

/**
 * What is left of the words is for the numbers that are fullest, so that they don't become too wide next: to pack all
 * vectors anew takes long, and V8 compiles anew what works on them.
 */
function roomy(widths: readonly number[], largest: Int32Array): Packing {
  const filled = (n: number): number => largest[n]! / 2 ** widths[n]!;
  let packing = new Packing(widths);
  for (const n of [...widths.keys()].sort((a, b) => filled(b) - filled(a) || a - b)) {
    const wider = WIDTHS.find((w) => w > widths[n]!);
    if (wider === undefined) continue;
    const next = new Packing(packing.widths.map((bits, k) => (k === n ? wider : bits)));
    if (next.words === packing.words) packing = next;
  }
  return packing;
}

function fits(value: number, bits: number): boolean {
  return bits === 32 || value >>> bits === 0;
}

/** Odd, of no pattern, another for each word. */
function multiplier(place: number): number {
  const mixed = Math.imul(place + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) | 1;
}
