// The order in which threads take locks, over all executions that were seen: who took which lock while it held another.
// A cycle through different threads may be a deadlock that no execution within the bounds has come to: a candidate.
// Left out are those that cannot happen at once: under a common lock, before a thread was created or after it was
// joined, and where readers share what they wait for. What one thread does by itself is the same under every reduction.

import type { SiteId } from '../history.js';

export interface TakenLock {
  readonly lock: number;
  /** Others may hold it at the same time, in the same way. */
  readonly isShared: boolean;
  readonly site: SiteId;
}

/** A thread takes a lock while it holds another one, and would have waited for it. */
export interface LockStep {
  readonly thread: number;
  /** As reports call it. */
  readonly name: string;
  readonly held: TakenLock;
  readonly heldName: string;
  readonly taken: TakenLock;
  readonly takenName: string;
  /** Other locks that it held, those that others may share left out, ascending. */
  readonly gates: readonly number[];
  /** By thread: how far each had come when this happened after it, by creations and joins alone. */
  readonly clock: readonly number[];
}

/** Steps from one to the next that are looked at for cycles. */
const MAX_TRIED = 100_000;

export class LockOrder {
  private readonly steps = new Map<string, LockStep>();

  add(step: LockStep): void {
    const { thread, held, taken, gates, clock } = step;
    const of = (t: TakenLock): string => `${t.lock}${t.isShared ? 's' : ''}@${t.site}`;
    const key = `${thread} ${of(held)} ${of(taken)} ${gates.join()} ${clock.join()}`;
    if (!this.steps.has(key)) this.steps.set(key, step);
  }

  /** Each begins with the thread of the smallest number. */
  cycles(): readonly (readonly LockStep[])[] {
    const byHeld = new Map<number, LockStep[]>();
    for (const step of this.steps.values()) {
      const list = byHeld.get(step.held.lock);
      if (list === undefined) byHeld.set(step.held.lock, [step]);
      else list.push(step);
    }
    const found: (readonly LockStep[])[] = [];
    let tried = 0;
    const follow = (path: readonly LockStep[]): void => {
      const [first, last] = [path[0]!, path.at(-1)!];
      for (const next of byHeld.get(last.taken.lock) ?? []) {
        if (++tried > MAX_TRIED) return;
        if (next.thread <= first.thread || !waitsFor(last, next) || !path.every((p) => mayBeTogether(p, next)))
          continue;
        const longer = [...path, next];
        if (next.taken.lock === first.held.lock && waitsFor(next, first)) found.push(longer);
        else if (!longer.some((p) => p.held.lock === next.taken.lock)) follow(longer);
      }
    };
    for (const step of this.steps.values()) follow([step]);
    return found;
  }
}

/** Does the one wait for what the other holds? */
function waitsFor({ taken }: LockStep, { held }: LockStep): boolean {
  return !(taken.isShared && held.isShared);
}

function mayBeTogether(a: LockStep, b: LockStep): boolean {
  if (a.thread === b.thread || a.gates.some((gate) => b.gates.includes(gate))) return false;
  return !isBefore(a, b) && !isBefore(b, a);
}

function isBefore(a: LockStep, b: LockStep): boolean {
  return (b.clock[a.thread] ?? 0) >= (a.clock[a.thread] ?? 0);
}
