// What a unit of work did last to a byte, and what contexts that preempted it did to the byte since: all that a later
// access of the unit can form a pattern with. Histories are few and interned, so that they compare by identity and each
// change of one is worked out once.
//   reaching   o2's write is the last before o3; in (W,R,W) o2 reads the very value that o1 wrote
//   any        the paper's: any access of a preempting context in between

import type { Id } from '../base/id.js';
import type { Pattern } from './finding.js';

/** Number of an access site in a context; see `Sites`. */
export type SiteId = Id<'site'>;
export type WriteEffect = 'reaching' | 'any';

export interface History {
  /** From 1 on. */
  readonly id: number;
  readonly o1: SiteId;
  readonly isWrite: boolean;
  /** Position on the unit's stack of the call that performed o1, for units that are functions; else 0. */
  readonly depth: number;
  /** The writes since that may be o2, ascending: with `reaching`, only the last. */
  readonly writes: readonly SiteId[];
  /** The reads since that may be o2, ascending. */
  readonly reads: readonly SiteId[];
  /** Histories that follow by an access of a preempting context, by site. */
  readonly next: Map<SiteId, History>;
}

/** A pattern that an access of the unit completes. */
export interface Completed {
  readonly pattern: Pattern;
  readonly o1: SiteId;
  readonly o2: SiteId;
}

const NONE: readonly SiteId[] = [];

export class Histories {
  private readonly all = new Map<string, History>();
  private readonly fresh: History[] = [];

  constructor(private readonly effect: WriteEffect) {}

  /** The unit has just accessed the byte. */
  begin(o1: SiteId, isWrite: boolean, depth: number): History {
    const at = depth === 0 ? o1 : -1;
    return (at >= 0 ? this.fresh[at] : undefined) ?? this.remember(o1, isWrite, depth, at);
  }

  private remember(o1: SiteId, isWrite: boolean, depth: number, at: number): History {
    const history = this.intern({ o1, isWrite, depth, writes: NONE, reads: NONE });
    if (at >= 0) this.fresh[at] = history;
    return history;
  }

  /** A context that preempted the unit has accessed the byte. */
  continue(history: History, site: SiteId, isWrite: boolean): History {
    let next = history.next.get(site);
    if (next === undefined) history.next.set(site, (next = this.follow(history, site, isWrite)));
    return next;
  }

  private follow(history: History, site: SiteId, isWrite: boolean): History {
    const { o1, depth, reads, writes } = history;
    const isAny = this.effect === 'any';
    if (isWrite) {
      const kept = isAny ? insert(writes, site) : [site];
      return this.intern({ o1, isWrite: history.isWrite, depth, reads, writes: kept });
    }
    const matters = history.isWrite && (isAny || writes.length === 0);
    return matters ? this.intern({ o1, isWrite: history.isWrite, depth, reads: insert(reads, site), writes }) : history;
  }

  private intern(history: Omit<History, 'id' | 'next'>): History {
    const { o1, isWrite, depth, writes, reads } = history;
    const key = `${o1}${isWrite ? 'w' : 'r'}${depth}/${writes.join(',')}/${reads.join(',')}`;
    let known = this.all.get(key);
    if (known === undefined) this.all.set(key, (known = { ...history, id: this.all.size + 1, next: new Map() }));
    return known;
  }
}

/** Has somebody accessed the byte since in a way that may matter? */
export function isInterrupted(history: History): boolean {
  return history.writes.length > 0 || history.reads.length > 0;
}

/** Algorithm 1 of the paper: the patterns that the unit's next access to the byte completes. */
export function* completed({ o1, isWrite, writes, reads }: History, o3IsWrite: boolean): Iterable<Completed> {
  for (const o2 of writes) {
    if (!o3IsWrite) yield { pattern: isWrite ? 'WWR' : 'RWR', o1, o2 };
    else if (!isWrite) yield { pattern: 'RWW', o1, o2 };
  }
  if (isWrite && o3IsWrite) for (const o2 of reads) yield { pattern: 'WRW', o1, o2 };
}

function insert(list: readonly SiteId[], site: SiteId): readonly SiteId[] {
  return list.includes(site) ? list : [...list, site].sort((a, b) => a - b);
}
