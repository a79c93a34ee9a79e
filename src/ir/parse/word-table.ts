// Interning of the words of a text: each different word is cut out of it once, found by a hash that the scanner makes
// while it reads, so that a known word costs no allocation.

/** Each different word is cut out of the text once. */
export class WordTable {
  #slots = new Int32Array(4096);
  readonly #words: string[] = [];
  readonly #hashes: number[] = [];

  constructor(vocabulary: Iterable<string>) {
    for (const word of vocabulary) {
      let hash = 0;
      for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
      this.intern(word, 0, word.length, hash);
    }
  }

  intern(text: string, start: number, end: number, hash: number): string {
    const mask = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry < 0) return this.#add(slot, start === 0 && end === text.length ? text : text.slice(start, end), hash);
      if (this.#hashes[entry] === hash) {
        const word = this.#words[entry] ?? '';
        if (word.length === end - start && sameText(word, text, start)) return word;
      }
    }
  }

  #add(slot: number, word: string, hash: number): string {
    this.#words.push(word);
    this.#hashes.push(hash);
    this.#slots[slot] = this.#words.length;
    if (this.#words.length * 2 > this.#slots.length) this.#grow();
    return word;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    this.#hashes.forEach((hash, entry) => {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry + 1;
    });
    this.#slots = slots;
  }
}

function sameText(word: string, text: string, start: number): boolean {
  for (let i = word.length - 1; i >= 0; i--) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
