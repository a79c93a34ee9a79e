// Where each metadata node of one module stands in its text. Half of a module's text is metadata that nobody asks for,
// so the parser only records offsets, in a typed array, and a node is cut out of the text when it is read.

import { endOfMetadata } from '../parse/text-scan.js';

/** Lines `!N = …` of one module, found while parsing, read on demand. */
export interface MetadataIndex {
  /** The text after `!N = `, or undefined. */
  text(id: number): string | undefined;
  /** Operands of `!llvm.dbg.cu = !{!0}` etc.; empty when there is no such line. */
  named(name: string): readonly number[];
}

/** Ids from here on stand for nodes that are written in place, as in `!dbg !DILocation(…)`. */
const firstInlineId = 0x4000_0000;

export class MetadataTable implements MetadataIndex {
  readonly #text: string;
  /** Offset + 1 of the node's text by id; 0: none. */
  #offsets = new Uint32Array(256);
  /** Ids too large for a text of this size: a damaged or hand-made module. */
  readonly #sparse = new Map<number, number>();
  readonly #inline: string[] = [];
  readonly #named = new Map<string, readonly number[]>();
  #highest = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The node `id` begins at `offset`, after `!N = `. */
  add(id: number, offset: number): void {
    if (id > this.#highest) this.#highest = id;
    if (id >= this.#offsets.length) {
      if (id > this.#text.length / 4) {
        this.#sparse.set(id, offset);
        return;
      }
      const grown = new Uint32Array(Math.max(id + 1, this.#offsets.length * 2));
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#offsets[id] = offset + 1;
  }

  addNamed(name: string, operands: readonly number[]): void {
    this.#named.set(name, operands);
  }

  /** Gives an id to a node that is written where it is used. */
  addInline(text: string): number {
    this.#inline.push(text);
    return firstInlineId + this.#inline.length - 1;
  }

  has(id: number): boolean {
    return (id >= 0 && (this.#offsets[id] ?? 0) > 0) || this.#sparse.has(id);
  }

  /** −1 where there is no metadata. */
  get highestId(): number {
    return this.#highest;
  }

  text(id: number): string | undefined {
    if (id >= firstInlineId && id - firstInlineId < this.#inline.length) return this.#inline[id - firstInlineId];
    const known = id >= 0 && id < this.#offsets.length ? (this.#offsets[id] ?? 0) - 1 : -1;
    const offset = known >= 0 ? known : this.#sparse.get(id);
    return offset === undefined ? undefined : this.#text.slice(offset, endOfMetadata(this.#text, offset));
  }

  named(name: string): readonly number[] {
    return this.#named.get(name) ?? [];
  }
}
