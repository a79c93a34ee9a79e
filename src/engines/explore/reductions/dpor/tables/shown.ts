// What tables have seen, shown by executions of the machine, which has to see it, too: the same transitions once more,
// with the observer that watches every execution.

import { InternalError } from '../../../../../base/internal-error.js';
import { drive, type Observer, type Point, type Scheduler } from '../../../../../execution/drive.js';
import { PatternObserver, type Sighting } from '../../../../../findings/pattern-observer.js';
import type { Machine } from '../../../../../machine/machine.js';
import type { State, ThreadId } from '../../../../../machine/state.js';
import { STEP, type Transition } from '../../../../../machine/transition.js';
import type { Trail } from '../../../schedules.js';
import type { SearchOptions } from '../../../search-options.js';
import { isIsr, isrOf, type Process, runningProcess } from '../step.js';
import type { ProcessHistory } from './table-world.js';

/** Executions that are shown for one sighting. */
export const WITNESSES = 8;

interface Seen {
  /** The first ones, and a few from all over the search. */
  readonly witnesses: (ProcessHistory | undefined)[];
  count: number;
}

export class SeenByTables {
  private readonly seen = new Map<string, Seen>();

  /** Gives how often it was seen. */
  add(key: string, history: ProcessHistory | undefined): number {
    let known = this.seen.get(key);
    if (known === undefined) this.seen.set(key, (known = { witnesses: [], count: 0 }));
    const power = Math.log2(++known.count);
    if (known.witnesses.length < WITNESSES) known.witnesses.push(history);
    else if (Number.isInteger(power)) known.witnesses[WITNESSES / 2 + (power % (WITNESSES / 2))] = history;
    return known.count;
  }

  /** Executions by what they show, the first first. */
  get all(): readonly (readonly [string, readonly (ProcessHistory | undefined)[]])[] {
    return [...this.seen].map(([key, { witnesses }]) => [key, witnesses]);
  }
}

export class Executions {
  constructor(private readonly options: Omit<SearchOptions, 'lockOrder'>) {}

  /** Where the transitions lead; `shown` is told what is seen on the way. */
  of(
    history: ProcessHistory | undefined,
    shown?: (state: State, sighting: Sighting, trail: Trail | undefined) => void,
  ): { readonly state: State; readonly trail: Trail | undefined } {
    const { machine, rules, sites, objects } = this.options;
    const processes: Process[] = [];
    for (let h = history; h !== undefined; h = h.before) processes.push(h.process);
    const follower = new Follower(machine, processes.reverse());
    const report = (at: State, sighting: Sighting): void => shown?.(at, sighting, follower.trail);
    const patterns = PatternObserver.begin({ machine, rules, sites, objects }, report);
    const state = machine.initial();
    const ending = drive(machine, state, follower, shown === undefined ? [follower] : [patterns, follower]);
    if (ending.kind === 'failed') patterns.failed(state, ending.failure);
    if (!follower.isDone) throw new InternalError('the machine does not go where tables lead');
    return { state, trail: follower.trail };
  }

  /** Another thread goes on from there. */
  switched(state: State, thread: ThreadId): State {
    const copy = state.clone();
    this.options.machine.take(copy, { kind: 'switch', thread });
    return copy;
  }
}

/** One transition of DPOR after the other, then it stops. */
class Follower implements Scheduler, Observer {
  trail: Trail | undefined;
  private begin: readonly Transition[] = [];
  private next = 0;

  constructor(
    private readonly machine: Machine,
    private readonly processes: readonly Process[],
  ) {}

  get isDone(): boolean {
    return this.next === this.processes.length && this.begin.length === 0;
  }

  choose(state: State, point: Point): Transition | undefined {
    if (point.kind === 'undecided') throw new InternalError('arbitrary data where tables have none');
    if (this.begin.length === 0) {
      if (point.kind === 'visible' && (state.atomicDepth > 0 || state.isStepBegun)) return STEP;
      const process = this.processes[this.next];
      if (process === undefined) return undefined;
      this.next++;
      this.begin = this.transitionsOf(state, process);
    }
    const [first, ...rest] = this.begin;
    this.begin = rest;
    return first;
  }

  private transitionsOf(state: State, process: Process): readonly Transition[] {
    if (process === runningProcess(state)) return [STEP];
    if (isIsr(process)) return [{ kind: 'start', isr: isrOf(process) }];
    const thread = process as ThreadId;
    const isEnabled = this.machine.enabled(state).some((t) => t.kind === 'switch' && t.thread === thread);
    if (!isEnabled) throw new InternalError('a thread that the machine does not let go on');
    return state.threads[thread]!.isBegun ? [{ kind: 'switch', thread }, STEP] : [{ kind: 'switch', thread }];
  }

  taking({ steps: step }: State, transition: Transition): void {
    const before = this.trail;
    if (transition.kind === 'start') this.trail = { kind: 'start', step, isr: transition.isr, before };
    else if (transition.kind === 'switch') this.trail = { kind: 'switch', step, thread: transition.thread, before };
  }
}
