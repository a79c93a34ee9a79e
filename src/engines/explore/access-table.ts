// The data access table of the ESEC/FSE 2023 paper (§4.3, Algorithm 1), on bytes: for each unit of work that runs or is suspended, its last
// access to each byte and what preempting contexts did to the byte since. Complete for the patterns under the effect that is asked for:
//   reaching   o2's write is the last before o3; in (W,R,W) o2 reads the very value that o1 wrote
//   any        the paper's: any access of a preempting context in between

import type { Pattern } from '../finding.js';

/** Number of an access site in a context; see `Sites`. */
export type SiteId = number;

export interface Match {
  readonly pattern: Pattern;
  readonly o1: SiteId;
  readonly o2: SiteId;
  readonly o3: SiteId;
  /** Address of the common byte. */
  readonly byte: number;
}

interface Entry {
  readonly o1: SiteId;
  readonly isWrite: boolean;
  /** The call of a function that performed it, for units that are functions. */
  readonly activation: number;
  /** The last write since, −1 if there is none. */
  readonly write: SiteId;
  /** Reads since that saw o1's value, and with `any` every access since. Ascending. */
  readonly reads: readonly SiteId[];
  readonly writes: readonly SiteId[];
}

export type Effect = 'reaching' | 'any';

const NONE: readonly SiteId[] = [];

/** The table of one unit. Copies share entries. */
export class AccessTable {
  private entries = new Map<number, Entry>();
  private shared = false;

  clone(): AccessTable {
    const copy = new AccessTable();
    copy.entries = this.entries;
    copy.shared = true;
    this.shared = true;
    return copy;
  }

  /** A new unit begins. */
  clear(): void {
    if (this.entries.size === 0) return;
    this.entries = new Map();
    this.shared = false;
  }

  /** The unit itself accesses a byte: o3 of what came before, o1 of what comes next. `activation` −1: the whole unit is one. */
  own(byte: number, site: SiteId, isWrite: boolean, activation: number, effect: Effect, matches: Match[]): void {
    const entry = this.entries.get(byte);
    if (entry !== undefined && entry.activation === activation) match(entry, byte, site, isWrite, effect, matches);
    if (
      entry?.o1 === site &&
      entry.isWrite === isWrite &&
      entry.write === -1 &&
      entry.reads.length === 0 &&
      entry.activation === activation
    )
      return;
    this.set(byte, { o1: site, isWrite, activation, write: -1, reads: NONE, writes: NONE });
  }

  /** A context that preempted the unit accesses a byte. */
  foreign(byte: number, site: SiteId, isWrite: boolean, effect: Effect): void {
    const entry = this.entries.get(byte);
    if (entry === undefined) return;
    if (isWrite) {
      const writes = effect === 'any' ? insert(entry.writes, site) : entry.writes;
      if (entry.write !== site || writes !== entry.writes) this.set(byte, { ...entry, write: site, writes });
    } else if (entry.isWrite && (effect === 'any' || entry.write === -1)) {
      const reads = insert(entry.reads, site);
      if (reads !== entry.reads) this.set(byte, { ...entry, reads });
    }
  }

  /** Everything that a later match depends on. */
  key(): string {
    const parts: string[] = [];
    for (const [byte, e] of this.entries) {
      parts.push(
        `${byte}${e.isWrite ? 'w' : 'r'}${e.o1}.${e.activation}<${e.write}/${e.reads.join(',')}/${e.writes.join(',')}`,
      );
    }
    return parts.sort().join(' ');
  }

  private set(byte: number, entry: Entry): void {
    if (this.shared) {
      this.entries = new Map(this.entries);
      this.shared = false;
    }
    this.entries.set(byte, entry);
  }
}

function match(entry: Entry, byte: number, o3: SiteId, isWrite: boolean, effect: Effect, matches: Match[]): void {
  const writes = effect === 'any' ? entry.writes : entry.write === -1 ? NONE : [entry.write];
  for (const o2 of writes) {
    if (!isWrite) matches.push({ pattern: entry.isWrite ? 'WWR' : 'RWR', o1: entry.o1, o2, o3, byte });
    else if (!entry.isWrite) matches.push({ pattern: 'RWW', o1: entry.o1, o2, o3, byte });
  }
  if (isWrite && entry.isWrite)
    for (const o2 of entry.reads) matches.push({ pattern: 'WRW', o1: entry.o1, o2, o3, byte });
}

function insert(list: readonly SiteId[], site: SiteId): readonly SiteId[] {
  return list.includes(site) ? list : [...list, site].sort((a, b) => a - b);
}
