// Arbitrary data, remembered by who asked for it. Moving a preemption changes the order in which contexts ask, so a
// value belongs to the activation, to the source that it reads, and to how often it read that source before.

import type { ActivationLabel } from './activation-label.js';

/** Reads of one source by one activation. */
type Key = string;

const FIRST_REPEATS = 3;

export class InputLog {
  /** `unread`: what a source gives that was never read in the execution. */
  constructor(
    private readonly known = new Map<Key, bigint[]>(),
    private readonly unread = 0n,
  ) {}

  /** What an asker was given, in order. Many inputs of one source mostly follow each other. */
  addAll(asker: ActivationLabel, given: readonly { readonly what: string; readonly value: bigint }[]): void {
    let source: string | undefined;
    let values: bigint[] = [];
    for (const { what, value } of given) {
      if (what !== source) {
        values = this.valuesOf(asker, what);
        source = what;
      }
      values.push(value);
    }
  }

  add(asker: ActivationLabel, what: string, value: bigint): void {
    this.valuesOf(asker, what).push(value);
  }

  private valuesOf(asker: ActivationLabel, what: string): bigint[] {
    const key = keyOf(asker, what);
    let values = this.known.get(key);
    if (values === undefined) this.known.set(key, (values = []));
    return values;
  }

  /** The same where something is known, and the opposite where nothing is. */
  otherwise(): InputLog {
    return new InputLog(this.known, ~this.unread);
  }

  isKnown(key: Key): boolean {
    return this.known.has(key);
  }

  /** How often each source was read so far. */
  counts(): ReadonlyMap<Key, number> {
    return new Map([...this.known].map(([key, values]) => [key, values.length]));
  }

  /** What the asker is given next, after so many values. */
  next(asker: ActivationLabel, what: string, counts: ReadonlyMap<Key, number>): bigint {
    const key = keyOf(asker, what);
    return this.value(key, counts.get(key) ?? 0);
  }

  /**
   * The n-th value. Beyond what is known the last one stays, as registers do; after a few more reads every other one is
   * its complement, so that no poll waits for ever.
   */
  value(key: Key, n: number): bigint {
    const values = this.known.get(key) ?? [];
    if (n < values.length) return values[n]!;
    const last = values.at(-1) ?? this.unread;
    const beyond = n - values.length;
    return beyond >= FIRST_REPEATS && (beyond - FIRST_REPEATS) % 2 === 0 ? ~last : last;
  }

  /** Equal numbers of reads, or numbers after which the same values follow. */
  phase(key: Key, n: number): number {
    const settled = (this.known.get(key)?.length ?? 0) + FIRST_REPEATS;
    return n < settled ? n : settled + ((n - settled) % 2);
  }
}

/** One execution reads the log from some point on. */
export class InputReader {
  private readonly counts: Map<Key, number>;
  /** Some were for sources that the execution at hand never read. */
  hasGuessed = false;

  constructor(
    private readonly log: InputLog,
    from: ReadonlyMap<Key, number>,
  ) {
    this.counts = new Map(from);
  }

  /** How often each source was read so far. */
  get given(): ReadonlyMap<Key, number> {
    return new Map(this.counts);
  }

  /** Equal where all that is read later is the same. */
  key(): string {
    return [...this.counts]
      .map(([key, n]) => `${key}:${this.log.phase(key, n)}`)
      .sort()
      .join();
  }

  next(asker: ActivationLabel, what: string): bigint {
    const key = keyOf(asker, what);
    const n = this.counts.get(key) ?? 0;
    this.counts.set(key, n + 1);
    if (!this.log.isKnown(key)) this.hasGuessed = true;
    return this.log.value(key, n);
  }
}

/** What memory held before the first step does not depend on who looks first. */
function keyOf(asker: ActivationLabel, what: string): Key {
  return what.startsWith('uninitialised ') ? what : `${asker} ${what}`;
}
