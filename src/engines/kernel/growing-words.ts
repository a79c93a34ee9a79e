// Arrays of words that grow: in memory of their own, which is copied, or in memory that other threads see, where they
// stay in place.

/** A buffer that can become larger; in the language since 2024. */
export interface GrowableBuffer extends SharedArrayBuffer {
  grow(bytes: number): void;
}

export interface GrowingWords {
  readonly array: Int32Array;
  /** So many words, of which the first are those that were there. The array is another one from then on. */
  grow(length: number): void;
}

export class OwnWords implements GrowingWords {
  array: Int32Array;

  constructor(length: number) {
    this.array = new Int32Array(length);
  }

  grow(length: number): void {
    const larger = new Int32Array(length);
    larger.set(this.array);
    this.array = larger;
  }
}

export class SharedWords implements GrowingWords {
  array: Int32Array;

  constructor(readonly buffer: GrowableBuffer) {
    this.array = new Int32Array(buffer, 0, 0);
  }

  grow(length: number): void {
    this.array = wordsOf(this.buffer, length);
  }
}

/** The first words of a buffer. A length makes it an array like any other; without one it would be slow. */
export function wordsOf(buffer: GrowableBuffer, length = buffer.byteLength / 4): Int32Array {
  if (4 * length > buffer.byteLength) buffer.grow(4 * length);
  return new Int32Array(buffer, 0, length);
}

/** Address space only, until it grows. Undefined where there is none, or where memory cannot be shared. */
export function growableBuffer(mostBytes: number): GrowableBuffer | undefined {
  if (typeof SharedArrayBuffer === 'undefined' || !('grow' in SharedArrayBuffer.prototype)) return undefined;
  const Growable = SharedArrayBuffer as unknown as new (
    bytes: number,
    options: { readonly maxByteLength: number },
  ) => GrowableBuffer;
  try {
    return new Growable(0, { maxByteLength: mostBytes });
  } catch {
    return undefined;
  }
}
