// The owner's side of a search that other threads work ahead of. It takes chunks in their order, as others have left
// them, or does them itself; while one is not ready, it works ahead, too. It never waits for long: what others do could
// always be done here, with the same result, so that a thread that is slow, or ends, costs nothing but time.

import { OwnWords, SharedWords } from '../../kernel/growing-words.js';
import type { StateSet } from '../../kernel/state-set.js';
import { CHUNK, ChunkBuffer, Status } from './chunk-buffer.js';
import { ChunkExpander } from './chunk-expander.js';
import type { Product } from './product.js';
import {
  BUFFERS,
  buffersOf,
  claimChunk,
  controlWords,
  isMoving,
  type SearchMemory,
  type SearchThreads,
  Shared,
  type SharedSearch,
} from './shared-search.js';

/** States from which on it is worth it, with so many chunks of them not expanded yet. */
const MANY_STATES = 60_000;
const WIDE = 4;
/** For a chunk that somebody else has; it takes a millisecond where the machine has nothing else to do. */
const PATIENCE_MS = 100;

/** Entries of the tables, one after the other, for whoever reads them later. */
export class TableLog {
  private words: OwnWords | SharedWords = new OwnWords(1 << 10);
  length = 0;

  readonly add = (kind: number, entry: readonly number[]): void => {
    const end = this.length + 2 + entry.length;
    while (end > this.words.array.length) this.words.grow(2 * this.words.array.length);
    const { array } = this.words;
    array[this.length] = kind;
    array[this.length + 1] = entry.length;
    array.set(entry, this.length + 2);
    this.length = end;
  };

  moveTo(words: SharedWords): void {
    const { array } = this.words;
    words.grow(array.length);
    words.array.set(array);
    this.words = words;
  }
}

export class WorkAhead {
  private readonly log = new TableLog();
  private shared: Omit<SharedSearch, 'number'> | undefined;
  private control: Int32Array = new Int32Array(0);
  private generation = 0;
  private readonly expander: ChunkExpander;
  /** Of this thread, then of the others. */
  private own: readonly ChunkBuffer[] = [];
  private others: readonly ChunkBuffer[] = [];
  /** Threads at work, those that may be asked, and what one of them threw. */
  private readonly working = new Set<number>();
  private readonly dead = new Set<number>();
  private problem: { readonly thrown: unknown } | undefined;

  constructor(
    private readonly product: Product,
    private readonly states: StateSet,
    private readonly threads: SearchThreads,
  ) {
    product.log = this.log.add;
    this.expander = new ChunkExpander(product);
  }

  /** The chunk that begins there, where somebody has expanded it; undefined: the caller does it, from now on. */
  take(next: number): ChunkBuffer | undefined {
    if (this.problem !== undefined) throw this.problem.thrown;
    if (this.shared === undefined && !this.begin(next)) return undefined;
    const { control } = this;
    if (next + CHUNK > this.states.count) return undefined;
    if (Atomics.compareExchange(control, Shared.claim, next, next + CHUNK) === next) return undefined;
    for (;;) {
      const done = Atomics.load(control, Shared.done);
      const buffer = this.bufferAt(next);
      if (buffer?.status === Status.done) {
        if (buffer.generation === this.generation && buffer.end > next) return buffer;
        buffer.status = Status.free;
        return undefined;
      }
      if (this.workAhead()) continue;
      if (Atomics.wait(control, Shared.done, done, PATIENCE_MS) === 'timed-out') return undefined;
    }
  }

  /** All before `next` is done, by whomever: the set, and the tables, are as they are now. */
  proceed(next: number): void {
    const { control, states, shared } = this;
    if (shared === undefined) return;
    for (const buffer of this.all())
      if (buffer.status === Status.done && buffer.start < next) buffer.status = Status.free;
    // A chunk at the end may have been a short one, which nobody else could claim.
    if (Atomics.load(control, Shared.claim) < next) Atomics.store(control, Shared.claim, next);
    Atomics.store(control, Shared.logLength, this.log.length);
    Atomics.store(control, Shared.count, states.count);
    Atomics.add(control, Shared.more, 1);
    Atomics.notify(control, Shared.more);
    if (states.count - next >= WIDE * CHUNK) this.start();
  }

  /** Threads may do something else. */
  close(): void {
    this.product.log = undefined;
    this.states.repacks = () => {};
    if (this.shared === undefined) return;
    Atomics.store(this.control, Shared.isOver, 1);
    Atomics.add(this.control, Shared.more, 1);
    Atomics.notify(this.control, Shared.more);
  }

  private all(): readonly ChunkBuffer[] {
    return [...this.own, ...this.others];
  }

  private bufferAt(start: number): ChunkBuffer | undefined {
    return this.all().find((b) => b.status !== Status.free && b.start === start);
  }

  /** From here on, all is in memory that others see. */
  private begin(next: number): boolean {
    const { states, threads } = this;
    const isWorthIt = states.count >= MANY_STATES && states.count - next >= WIDE * CHUNK;
    const memory = isWorthIt && states.isSettled ? threads.memory() : undefined;
    if (memory === undefined) return false;
    this.share(memory);
    const { control } = this;
    Atomics.store(control, Shared.claim, next);
    this.tellWidths();
    states.repacks = () => {
      Atomics.store(control, Shared.generation, ++this.generation);
      if (!isMoving(this.generation)) this.tellWidths();
    };
    this.proceed(next);
    return true;
  }

  private share({ words, log }: SearchMemory): void {
    const { product, states, threads } = this;
    states.moveTo(new SharedWords(words));
    this.log.moveTo(new SharedWords(log));
    const { contexts } = product;
    const buffers = (1 + threads.count) * BUFFERS;
    const chunks = new SharedArrayBuffer(4 * buffers * ChunkBuffer.size(contexts));
    const control = new SharedArrayBuffer(4 * controlWords(product.length));
    this.control = new Int32Array(control);
    this.own = buffersOf(chunks, 0, contexts);
    this.others = Array.from({ length: threads.count }, (_, n) => buffersOf(chunks, n + 1, contexts)).flat();
    const layout = { slots: product.masksAt, contexts, postpones: product.postpones };
    this.shared = { layout, control, chunks, words, log };
  }

  private tellWidths(): void {
    this.states.packing.widths.forEach((bits, n) => Atomics.store(this.control, Shared.widths + n, bits));
  }

  private start(): void {
    const { shared } = this;
    for (let number = 1; number <= this.threads.count; number++) {
      if (shared === undefined || this.working.has(number) || this.dead.has(number)) continue;
      this.working.add(number);
      this.threads.expand({ ...shared, number }).then(
        (ended) => {
          this.working.delete(number);
          if (ended === 'dead') this.dead.add(number);
        },
        (thrown: unknown) => {
          this.problem = { thrown };
        },
      );
    }
  }

  /** Expands a chunk that nobody has. False: there is none, or no room for it. */
  private workAhead(): boolean {
    const { states, control, expander } = this;
    const buffer = this.own.find((b) => b.status === Status.free);
    const start = buffer === undefined ? undefined : claimChunk(control);
    if (buffer === undefined || start === undefined) return false;
    expander.look(states.words, states.packing);
    this.product.readOnly(() => expander.expand(start, this.generation, buffer));
    return true;
  }
}
