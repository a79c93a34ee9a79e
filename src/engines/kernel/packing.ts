// How a vector of small numbers lies in words of 32 bits: each number has as many bits as it has needed so far, none
// crosses a word. The code that packs, unpacks, hashes and compares is generated for a layout, so that it has no loops.

/** Bits that a number may have; a wider one gets the next larger. */
const WIDTHS = [1, 2, 4, 8, 16, 32];

interface PackedField {
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
}

/** Vectors that wait to be looked up together. */
export const BATCH = 256;

/** What the generated code works on; it changes whenever something grows. */
export interface PackedStore {
  words: Int32Array;
  /** Number of a vector plus 1, and bits of its hash above; 0: empty. */
  table: Int32Array;
  /** By vector: the one that it was first reached from. */
  parents: Int32Array;
  count: number;
  /** Those that wait: their words, hashes, and the vectors that they were reached from. */
  readonly waiting: { count: number; words: Int32Array; readonly hashes: Int32Array; readonly from: Int32Array };
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

  /** Wide enough for the numbers of `vector` as well; undefined: it is already. */
  widened(vector: Int32Array): Packing | undefined {
    if (this.fields.every(({ bits }, n) => bits === 32 || vector[n]! >>> bits === 0)) return undefined;
    const fits = (value: number, bits: number): boolean => bits === 32 || value >>> bits === 0;
    return new Packing(this.widths.map((bits, n) => WIDTHS.find((w) => w >= bits && fits(vector[n]!, w))!));
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

  private hashOf(names: readonly string[]): string {
    const steps = names.map(
      (name, n) => `h = Math.imul(h ^ ${name}, ${MULTIPLIERS[n % MULTIPLIERS.length]}); h ^= h >>> 15;`,
    );
    return `let h = ${names.length}; ${steps.join(' ')} h = Math.imul(h, 0x2c1b3c6d); h ^= h >>> 13;`;
  }

  compileWait(store: PackedStore): LetWait {
    const names = this.names();
    const source = `
      const { waiting } = store;
      return (v, from) => {
        if ((${this.tooWide()}) !== 0) return -1;
        ${names.map((name, n) => `const ${name} = ${this.packed(n)};`).join('\n        ')}
        ${this.hashOf(names)}
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
   * Adds all that wait, in their order, and that are not there. There must be room for them. What a look-up costs is to
   * wait for memory, so all entries are touched before the first is needed: they come at the same time.
   * An entry's index has the bits that the table's size needs, the rest is a part of the hash.
   */
  compileAdd(store: PackedStore): () => number {
    const names = this.names();
    const source = `
      const { waiting, closing } = store;
      const { hashes, from } = waiting;
      return () => {
        const { words, table, parents } = store;
        const { count, words: mine } = waiting;
        const mask = table.length - 1;
        let touched = 0;
        for (let n = 0; n < count; n++) touched ^= table[${place('hashes[n]')} & mask];
        for (let n = 0; n < count; n++) {
          ${names.map((name, n) => `const ${name} = mine[n * ${this.words} + ${n}];`).join(' ')}
          const h = hashes[n];
          let at = ${place('h')} & mask;
          let index = -1;
          for (;;) {
            const entry = table[at];
            if (entry === 0) break;
            if (((entry ^ h) & ~mask) === 0) {
              const base = ((entry & mask) - 1) * ${this.words};
              if (${names.map((name, n) => `words[base + ${n}] === ${name}`).join(' && ')}) {
                index = (entry & mask) - 1;
                break;
              }
            }
            at = (at + 1) & mask;
          }
          if (index === -1) {
            index = store.count++;
            table[at] = (h & ~mask) | (index + 1);
            parents[index] = from[n];
            const base = index * ${this.words};
            ${names.map((name, n) => `words[base + ${n}] = ${name};`).join(' ')}
          } else if (index <= from[n]) closing.push(from[n]);
        }
        waiting.count = 0;
        return touched;
      };`;
    return new Function('store', source)(store) as () => number;
  }

  /** The number of a vector; −1: it is not there. */
  compileFind(store: PackedStore): (vector: Int32Array) => number {
    const names = this.names();
    const source = `
      return (v) => {
        if ((${this.tooWide()}) !== 0) return -1;
        ${names.map((name, n) => `const ${name} = ${this.packed(n)};`).join(' ')}
        ${this.hashOf(names)}
        const { words, table } = store;
        const mask = table.length - 1;
        for (let at = ${place('h')} & mask; table[at] !== 0; at = (at + 1) & mask) {
          const index = (table[at] & mask) - 1;
          const base = index * ${this.words};
          if (${names.map((name, n) => `words[base + ${n}] === ${name}`).join(' && ')}) return index;
        }
        return -1;
      };`;
    return new Function('store', source)(store) as (vector: Int32Array) => number;
  }

  /** Puts the vectors of the words into an empty table. */
  compileRehash(): (words: Int32Array, count: number, table: Int32Array) => void {
    const names = this.names();
    const source = `
      return (words, count, table) => {
        const mask = table.length - 1;
        for (let index = 0; index < count; index++) {
          ${names.map((name, n) => `const ${name} = words[index * ${this.words} + ${n}];`).join(' ')}
          ${this.hashOf(names)}
          let at = ${place('h')} & mask;
          while (table[at] !== 0) at = (at + 1) & mask;
          table[at] = (h & ~mask) | (index + 1);
        }
      };`;
    return new Function(source)() as (words: Int32Array, count: number, table: Int32Array) => void;
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

/** Where a hash is looked for first. */
function place(hash: string): string {
  return `(${hash} ^ ${hash} >>> 17)`;
}

/** Odd, of no pattern. */
const MULTIPLIERS = ['0x85ebca6b', '0xc2b2ae35', '0x27d4eb2f', '0x165667b1', '0x9e3779b1', '0x7feb352d'];
