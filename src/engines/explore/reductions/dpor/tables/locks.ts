// Which locks are held, by whom, as tables go on: what the observer of executions would know of them. Where nobody is
// created or joined, that depends on nothing but what was known before and on the step, and is found out once.

import { Describer } from '../../../../../execution/describe.js';
import { HeldLocks } from '../../../../../findings/lock-order/held-locks.js';
import type { Lock } from '../../../../../machine/attempt.js';
import { objectOf } from '../../../../../machine/memory/value.js';
import type { State } from '../../../../../machine/state.js';
import type { SearchOptions } from '../../../search-options.js';
import { Numbered } from '../../../tabulated/control.js';
import { MOST_THREADS } from './owner-states.js';
import type { OwnerStep } from './owner-steps.js';
import type { ThreadTables, Vector } from './thread-tables.js';

/** What a step makes of them, where the same was awaited. */
interface Behind {
  readonly awaited: Lock | undefined;
  readonly locks: HeldLocks;
  readonly number: number;
}

export class LocksByTables {
  private readonly known = new WeakMap<HeldLocks, Map<OwnerStep, Behind>>();
  private readonly keys = new Numbered<string>();
  private readonly threadTable: number | undefined;

  constructor(
    { machine }: SearchOptions,
    private readonly tables: ThreadTables,
  ) {
    this.threadTable = machine.image.symbols.get('preempt_threads');
    this.keys.of('', () => '');
  }

  /** Nothing is held; undefined where nobody asks. */
  static none({ machine, sites, lockOrder: order }: SearchOptions): HeldLocks | undefined {
    return order && new HeldLocks({ machine, sites, order, describer: new Describer(machine) });
  }

  /** The vector is that behind the step, and tells which they are from here on. */
  behind(
    locks: HeldLocks,
    vector: Vector,
    threads: number,
    step: OwnerStep,
    owner: number,
    awaited: Lock | undefined,
  ): HeldLocks {
    const isJoining = awaited !== undefined && objectOf(awaited.address) === this.threadTable;
    if (!step.changesHeld && step.spawns === -1 && !isJoining) return locks;
    const isOfStep = step.spawns === -1 && !isJoining;
    let known = isOfStep ? this.knownOf(locks).get(step) : undefined;
    if (known === undefined || known.awaited !== awaited) {
      const next = locks.clone();
      next.took(this.state(vector, threads, step, owner, awaited), step.events);
      const { key } = next;
      known = { awaited, locks: next, number: this.keys.of(key, () => key) };
      if (isOfStep) this.knownOf(locks).set(step, known);
    }
    vector[this.tables.locksAt] = known.number;
    return known.locks;
  }

  private knownOf(locks: HeldLocks): Map<OwnerStep, Behind> {
    let known = this.known.get(locks);
    if (known === undefined) this.known.set(locks, (known = new Map()));
    return known;
  }

  /** The state right behind a step, with what locks are judged by. */
  private state(vector: Vector, threads: number, step: OwnerStep, owner: number, awaited: Lock | undefined): State {
    const { tables } = this;
    const state = step.after.clone();
    const { current } = tables.control.stack(vector[tables.stackAt]!);
    const own = state.threads[owner >= MOST_THREADS ? 0 : owner]!;
    const preempted = tables.locals.get(tables.localIn(vector, current)).state.threads[current]!;
    const mine = owner >= MOST_THREADS ? { ...own, held: preempted.held } : own;
    tables.locals.leaveAlone(state, threads);
    for (let n = 0; n < threads; n++) {
      const unit = tables.unitIn(vector, n);
      const isOver = unit >= 0 && tables.locals.get(tables.units.get(unit).local).kind === 'over';
      if (n !== current) state.threads[n] = { ...state.threads[n]!, status: isOver ? 'ended' : 'runnable' };
    }
    state.threads[current] = mine;
    state.current = current;
    state.awaited = awaited;
    return state;
  }
}
