// Arrays of words that grow: in memory of their own, which is copied while it is small, or in memory that other threads
// see, where they stay in place. Large ones are in buffers that could be shared even if nobody else sees them: these
// can grow, and V8 does not take them for a reason to look for garbage, of which a search by tables makes little.

/** A buffer that can become larger; in the language since 2024. */
export interface GrowableBuffer extends SharedArrayBuffer {
  grow(bytes: number): void;
}

export interface GrowingWords {
  readonly array: Int32Array;
  /** So many words, of which the first are those that were there. The array is another one from then on. */
  grow(length: number): void;
}

/** Words from which on an array is large, and address space for one. */
const LARGE = 1 << 20;
const MOST_BYTES = 2 ** 32;

/** As many words, all 0. */
export function zeros(length: number): Int32Array {
  if (length < LARGE || typeof SharedArrayBuffer === 'undefined') return new Int32Array(length);
  return new Int32Array(new SharedArrayBuffer(4 * length));
}

export class OwnWords implements GrowingWords {
  array: Int32Array;
  private buffer: GrowableBuffer | undefined;

  constructor(length: number) {
    this.array = new Int32Array(length);
  }

  grow(length: number): void {
    const larger = this.inPlace(length) ?? new Int32Array(length);
    if (larger.buffer !== this.array.buffer) larger.set(this.array);
    this.array = larger;
  }

  private inPlace(length: number): Int32Array | undefined {
    if (length < LARGE || 4 * length > MOST_BYTES) return undefined;
    this.buffer ??= growableBuffer(MOST_BYTES);
    return this.buffer && wordsOf(this.buffer, length);
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
