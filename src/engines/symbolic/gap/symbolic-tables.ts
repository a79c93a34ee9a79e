// The data access tables of an activation, symbolically: for each byte the histories that it may have, each with its
// condition. The histories and their rules are the explore engine's, so that both engines find the same. What an
// instance does to a byte, for those that it preempts, is a word of accesses, of which only what can matter is kept.
// Immutable; copies share what did not change.

import type { Pattern } from '../../../findings/finding.js';
import { completed, type Histories, type History, type SiteId, type WriteEffect } from '../../../findings/history.js';
import { pointer } from '../../../machine/memory/value.js';
import type { Peeked } from '../../../machine/peek.js';
import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';

/** An access of an instance, or of one that preempted it. */
export interface GuardedAccess {
  readonly site: SiteId;
  readonly operation: 'R' | 'W';
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  readonly guard: Term;
}

export interface SymbolicMatch {
  readonly pattern: Pattern;
  readonly o1: SiteId;
  readonly o2: SiteId;
  readonly condition: Term;
}

/**
 * Accesses to a byte, as a unit that is preempted sees them: with `reaching`, the reads before any write, and the last
 * write.
 */
export interface AccessWord {
  readonly reads: readonly SiteId[];
  readonly writes: readonly SiteId[];
}

/** AccessWords are few and interned. */
export class AccessWords {
  readonly empty: AccessWord;
  private readonly all = new Map<string, AccessWord>();

  constructor(private readonly effect: WriteEffect) {
    this.empty = this.intern([], []);
  }

  add({ reads, writes }: AccessWord, site: SiteId, isWrite: boolean): AccessWord {
    const isAny = this.effect === 'any';
    if (isWrite) return this.intern(reads, isAny ? union(writes, [site]) : [site]);
    return isAny || writes.length === 0 ? this.intern(union(reads, [site]), writes) : this.intern(reads, writes);
  }

  followed(first: AccessWord, second: AccessWord): AccessWord {
    const isAny = this.effect === 'any';
    const reads = isAny || first.writes.length === 0 ? union(first.reads, second.reads) : first.reads;
    const writes = isAny ? union(first.writes, second.writes) : second.writes.length > 0 ? second.writes : first.writes;
    return this.intern(reads, writes);
  }

  private intern(reads: readonly SiteId[], writes: readonly SiteId[]): AccessWord {
    const key = `${reads.join()}/${writes.join()}`;
    let word = this.all.get(key);
    if (word === undefined) this.all.set(key, (word = { reads, writes }));
    return word;
  }
}

function union(a: readonly SiteId[], b: readonly SiteId[]): readonly SiteId[] {
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

/** Alternatives exclude each other; a byte that is missing has none, or the empty word. */
type Alternatives<T> = ReadonlyMap<T, Term>;
export type AccessSummary = ReadonlyMap<number, Alternatives<AccessWord>>;

/** Conflicting accesses to the bytes of a torn access that are done, and to the rest. */
interface Torn {
  readonly done: Term;
  readonly rest: Term;
}

const UNTORN: Torn = { done: FALSE, rest: FALSE };

/** What all tables of an analysis share. */
export interface TableContext {
  readonly terms: Terms;
  readonly histories: Histories;
  readonly words: AccessWords;
}

export class SymbolicTables {
  private constructor(
    private readonly bytes: ReadonlyMap<number, Alternatives<History>>,
    /** All that the activation, and what preempted it, did. */
    readonly summary: AccessSummary,
    private readonly torn: Torn,
  ) {}

  static readonly empty = new SymbolicTables(new Map(), new Map(), UNTORN);

  /** A new unit of work begins. */
  cleared(): SymbolicTables {
    return this.bytes.size === 0 ? this : new SymbolicTables(new Map(), this.summary, this.torn);
  }

  untorn(): SymbolicTables {
    return this.torn === UNTORN ? this : new SymbolicTables(this.bytes, this.summary, UNTORN);
  }

  /** The unit accesses bytes; gives the patterns that are completed. */
  own(
    { terms, histories, words }: TableContext,
    access: GuardedAccess,
  ): { tables: SymbolicTables; matches: readonly SymbolicMatch[] } {
    const bytes = new Map(this.bytes);
    const summary = new Map(this.summary);
    const isWrite = access.operation === 'W';
    const matches = new Map<string, SymbolicMatch>();
    for (let n = 0; n < access.size; n++) {
      const byte = pointer(access.object, access.offset + n);
      for (const [history, condition] of this.bytes.get(byte) ?? [])
        for (const { pattern, o1, o2 } of completed(history, isWrite)) {
          const key = `${pattern} ${o1} ${o2}`;
          const other = matches.get(key)?.condition ?? FALSE;
          matches.set(key, { pattern, o1, o2, condition: terms.or(other, condition) });
        }
      bytes.set(byte, new Map([[histories.begin(access.site, isWrite, 0), TRUE]]));
      const known = summary.get(byte) ?? new Map([[words.empty, TRUE]]);
      const longer = new MutableAlternatives<AccessWord>(terms);
      for (const [word, condition] of known) longer.add(words.add(word, access.site, isWrite), condition);
      summary.set(byte, longer.all);
    }
    return { tables: new SymbolicTables(bytes, summary, this.torn), matches: [...matches.values()] };
  }

  /** An instance has preempted the unit and done this; `here` gives its conditions as they are in this gap. */
  foreign(
    { terms, histories, words }: TableContext,
    done: AccessSummary,
    here: (condition: Term) => Term,
  ): SymbolicTables {
    if (done.size === 0) return this;
    const bytes = new Map(this.bytes);
    const summary = new Map(this.summary);
    for (const [byte, alternatives] of done) {
      const happened = [...alternatives].map(([word, condition]) => [word, here(condition)] as const);
      const known = this.bytes.get(byte);
      if (known !== undefined) {
        const next = new MutableAlternatives<History>(terms);
        for (const [history, condition] of known)
          for (const [word, when] of happened) next.add(after(histories, history, word), terms.and(condition, when));
        bytes.set(byte, next.all);
      }
      const longer = new MutableAlternatives<AccessWord>(terms);
      for (const [word, condition] of this.summary.get(byte) ?? [[words.empty, TRUE] as const])
        for (const [more, when] of happened) longer.add(words.followed(word, more), terms.and(condition, when));
      summary.set(byte, longer.all);
    }
    return new SymbolicTables(bytes, summary, this.torn);
  }

  /** A context preempts an access that is done in part: which of its accesses make it a torn one, and when. */
  tear<A extends GuardedAccess>(
    terms: Terms,
    whole: NonNullable<Peeked['whole']>,
    accesses: Iterable<A>,
  ): { tables: SymbolicTables; hits: readonly { readonly access: A; readonly condition: Term }[] } {
    let { done, rest } = this.torn;
    const hits: { access: A; condition: Term }[] = [];
    for (const access of accesses) {
      const meets = (at: number, size: number): boolean =>
        at < access.offset + access.size && access.offset < at + size;
      const isConflict = access.operation === 'W' || whole.access.operation !== 'R';
      if (access.object !== whole.access.object || !isConflict || !meets(whole.access.offset, whole.access.size))
        continue;
      const { guard } = access;
      if (whole.done.some((at) => meets(at, whole.bytes))) done = terms.or(done, guard);
      if (whole.coming.some((at) => meets(at, whole.bytes))) rest = terms.or(rest, guard);
      const condition = terms.all([guard, done, rest]);
      if (condition !== FALSE) hits.push({ access, condition });
    }
    return { tables: new SymbolicTables(this.bytes, this.summary, { done, rest }), hits };
  }

  static join({ terms, words }: TableContext, a: SymbolicTables, b: SymbolicTables, condition: Term): SymbolicTables {
    if (a === b) return a;
    const torn =
      a.torn === b.torn
        ? a.torn
        : {
            done: terms.ite(condition, a.torn.done, b.torn.done),
            rest: terms.ite(condition, a.torn.rest, b.torn.rest),
          };
    const bytes = joinMaps(terms, a.bytes, b.bytes, condition, new Map());
    const summary = joinMaps(terms, a.summary, b.summary, condition, new Map([[words.empty, TRUE]]));
    return new SymbolicTables(bytes, summary, torn);
  }
}

function after(histories: Histories, history: History, { reads, writes }: AccessWord): History {
  let next = history;
  for (const read of reads) next = histories.continue(next, read, false);
  for (const write of writes) next = histories.continue(next, write, true);
  return next;
}

class MutableAlternatives<T> {
  readonly all = new Map<T, Term>();

  constructor(private readonly terms: Terms) {}

  add(alternative: T, condition: Term): void {
    const both = this.terms.or(this.all.get(alternative) ?? FALSE, condition);
    if (both !== FALSE) this.all.set(alternative, both);
  }
}

function joinMaps<T>(
  terms: Terms,
  a: ReadonlyMap<number, Alternatives<T>>,
  b: ReadonlyMap<number, Alternatives<T>>,
  condition: Term,
  absent: Alternatives<T>,
): ReadonlyMap<number, Alternatives<T>> {
  if (a === b) return a;
  const joined = new Map(a);
  for (const byte of new Set([...a.keys(), ...b.keys()])) {
    const [x, y] = [a.get(byte) ?? absent, b.get(byte) ?? absent];
    if (x === y) continue;
    const both = new Map<T, Term>();
    for (const alternative of new Set([...x.keys(), ...y.keys()])) {
      const when = terms.ite(condition, x.get(alternative) ?? FALSE, y.get(alternative) ?? FALSE);
      if (when !== FALSE) both.set(alternative, when);
    }
    joined.set(byte, both);
  }
  return joined;
}
