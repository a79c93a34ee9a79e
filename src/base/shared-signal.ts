// Tells threads that somebody does not want to wait any more. Work that runs without a break hears no message, so the
// word is left where it looks: in memory that all of them share.

/** As much of an AbortSignal as work in small steps asks for. */
export interface Cancellation {
  readonly aborted: boolean;
  readonly reason?: unknown;
}

/** Of a reason, in bytes; what is longer is cut. */
const MAX_REASON = 1000;
const IS_ABORTED = 0;
const LENGTH = 1;
const WORDS = 2;

export class SharedSignal implements Cancellation {
  private readonly words: Int32Array;

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(4 * WORDS + MAX_REASON)) {
    this.words = new Int32Array(buffer, 0, WORDS);
  }

  /** One that says what another says, from its first moment. */
  static of(signal: AbortSignal | undefined): SharedSignal {
    const shared = new SharedSignal();
    const abort = (): void => shared.abort(typeof signal?.reason === 'string' ? signal.reason : undefined);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return shared;
  }

  get aborted(): boolean {
    return Atomics.load(this.words, IS_ABORTED) === 1;
  }

  /** Undefined where none was given. */
  get reason(): string | undefined {
    const length = Atomics.load(this.words, LENGTH);
    // Decoders refuse memory that others may write.
    const bytes = new Uint8Array(this.buffer, 4 * WORDS, length).slice();
    return length === 0 ? undefined : new TextDecoder().decode(bytes);
  }

  abort(reason: string | undefined): void {
    const bytes = new TextEncoder().encode(reason ?? '').subarray(0, MAX_REASON);
    new Uint8Array(this.buffer, 4 * WORDS).set(bytes);
    Atomics.store(this.words, LENGTH, bytes.length);
    Atomics.store(this.words, IS_ABORTED, 1);
  }
}
