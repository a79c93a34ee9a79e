// Who holds a lock, and who waits for it, in columns of the timeline. Pure.

import type { ShownEntry } from './decode.js';

/** From the middle of one column to that of another. */
interface Columns {
  readonly from: number;
  readonly to: number;
}

export interface LockLane {
  readonly name: string;
  readonly holds: readonly LockHold[];
  readonly waits: readonly LockWait[];
}

interface LockHold extends Columns {
  readonly holder: string;
}

interface LockWait extends Columns {
  readonly context: string;
}

export function lockLanes(entries: readonly ShownEntry[]): readonly LockLane[] {
  const names = new Set(entries.flatMap((e) => [...e.locks.keys(), ...(e.awaited === undefined ? [] : [e.awaited])]));
  return [...names].map((name) => {
    const holds: LockHold[] = [];
    let taken: { readonly from: number; readonly holder: string } | undefined;
    const waits = entries.flatMap((e, from) => {
      if (e.awaited !== name) return [];
      const next = entries.findIndex((other, n) => n > from && other.context === e.context && other.depth === e.depth);
      return [{ from, to: next < 0 ? entries.length : next, context: e.context }];
    });
    entries.forEach((e, n) => {
      const holder = e.locks.get(name);
      if (holder === undefined) return;
      if (taken !== undefined) holds.push({ ...taken, to: n });
      taken = holder === '' ? undefined : { from: n, holder };
    });
    if (taken !== undefined) holds.push({ ...(taken as Omit<LockHold, 'to'>), to: entries.length });
    return { name, holds, waits };
  });
}
