// The data access tables of an activation, symbolically: for each byte the histories that it may have, each with its condition. The histories
// and their rules are the explore engine's, so that both engines find the same. Immutable; copies share what did not change.

import type { Peeked } from '../../machine/peek.js';
import { pointer } from '../../machine/value.js';
import { FALSE, type Term, type Terms } from '../../solve/term.js';
import { completed, type Histories, type History } from '../explore/history.js';
import type { Pattern } from '../finding.js';

/** An access of an instance, or of one that preempted it. */
export interface Performed {
  readonly site: number;
  readonly operation: 'R' | 'W';
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  readonly guard: Term;
}

export interface SymbolicMatch {
  readonly pattern: Pattern;
  readonly o1: number;
  readonly o2: number;
  /** Address of the first byte, and how many follow under the same condition. */
  readonly byte: number;
  readonly size: number;
  readonly condition: Term;
}

type Alternatives = ReadonlyMap<History, Term>;

/** Conflicting accesses to the bytes of a torn access that are done, and to the rest. */
interface Torn {
  readonly done: Term;
  readonly rest: Term;
}

const UNTORN: Torn = { done: FALSE, rest: FALSE };

export class Tables {
  private constructor(
    private readonly bytes: ReadonlyMap<number, Alternatives>,
    private readonly torn: Torn,
  ) {}

  static readonly empty = new Tables(new Map(), UNTORN);

  /** A new unit of work begins. */
  cleared(): Tables {
    return this === Tables.empty ? this : new Tables(new Map(), this.torn);
  }

  untorn(): Tables {
    return this.torn === UNTORN ? this : new Tables(this.bytes, UNTORN);
  }

  /** The unit accesses bytes; gives the patterns that are completed. */
  own(terms: Terms, histories: Histories, access: Performed): { tables: Tables; matches: readonly SymbolicMatch[] } {
    const bytes = new Map(this.bytes);
    const isWrite = access.operation === 'W';
    const found = new Map<string, SymbolicMatch>();
    const matches: SymbolicMatch[] = [];
    for (let n = 0; n < access.size; n++) {
      const byte = pointer(access.object, access.offset + n);
      const conditions = new Map<string, Omit<SymbolicMatch, 'byte' | 'size'>>();
      for (const [history, condition] of this.bytes.get(byte) ?? [])
        for (const { pattern, o1, o2 } of completed(history, isWrite)) {
          const key = `${pattern} ${o1} ${o2}`;
          const other = conditions.get(key)?.condition ?? FALSE;
          conditions.set(key, { pattern, o1, o2, condition: terms.or(other, condition) });
        }
      for (const [key, match] of conditions) {
        const run = found.get(key);
        const goesOn = run !== undefined && run.byte + run.size === byte && run.condition === match.condition;
        if (run !== undefined && !goesOn) matches.push(run);
        found.set(key, goesOn ? { ...run, size: run.size + 1 } : { ...match, byte, size: 1 });
      }
      bytes.set(byte, new Map([[histories.begin(access.site, isWrite, 0), terms.constant(1, 1)]]));
    }
    return { tables: new Tables(bytes, this.torn), matches: [...matches, ...found.values()] };
  }

  /** Contexts that preempted the unit perform accesses, in this order. */
  foreign(terms: Terms, histories: Histories, accesses: readonly Performed[]): Tables {
    let bytes: Map<number, Alternatives> | undefined;
    for (const access of accesses) {
      const { guard } = access;
      if (guard === FALSE) continue;
      for (let n = 0; n < access.size; n++) {
        const byte = pointer(access.object, access.offset + n);
        const known = (bytes ?? this.bytes).get(byte);
        if (known === undefined) continue;
        const next = new Map<History, Term>();
        const add = (history: History, condition: Term): void => {
          const both = terms.or(next.get(history) ?? FALSE, condition);
          if (both !== FALSE) next.set(history, both);
        };
        for (const [history, condition] of known) {
          add(histories.continue(history, access.site, access.operation === 'W'), terms.and(condition, guard));
          add(history, terms.and(condition, terms.not(guard)));
        }
        bytes ??= new Map(this.bytes);
        bytes.set(byte, next);
      }
    }
    return bytes === undefined ? this : new Tables(bytes, this.torn);
  }

  /** A context preempts an access that is done in part: which of its accesses make it a torn one, and when. */
  tear(
    terms: Terms,
    next: Peeked,
    accesses: readonly Performed[],
  ): { tables: Tables; hits: readonly { readonly access: Performed; readonly condition: Term }[] } {
    const { whole } = next;
    if (whole === undefined || whole.done.length === 0) return { tables: this.untorn(), hits: [] };
    let { done, rest } = this.torn;
    const hits: { access: Performed; condition: Term }[] = [];
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
    return { tables: new Tables(this.bytes, { done, rest }), hits };
  }

  static join(terms: Terms, a: Tables, b: Tables, condition: Term): Tables {
    if (a === b) return a;
    const torn =
      a.torn === b.torn
        ? a.torn
        : {
            done: terms.ite(condition, a.torn.done, b.torn.done),
            rest: terms.ite(condition, a.torn.rest, b.torn.rest),
          };
    if (a.bytes === b.bytes) return new Tables(a.bytes, torn);
    const bytes = new Map(a.bytes);
    const none: Alternatives = new Map();
    for (const byte of new Set([...a.bytes.keys(), ...b.bytes.keys()])) {
      const [x, y] = [a.bytes.get(byte) ?? none, b.bytes.get(byte) ?? none];
      if (x === y) continue;
      const joined = new Map<History, Term>();
      for (const history of new Set([...x.keys(), ...y.keys()])) {
        const when = terms.ite(condition, x.get(history) ?? FALSE, y.get(history) ?? FALSE);
        if (when !== FALSE) joined.set(history, when);
      }
      bytes.set(byte, joined);
    }
    return new Tables(bytes, torn);
  }
}
