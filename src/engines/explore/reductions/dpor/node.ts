// A state on the path that DPOR follows, with what is still to be tried from it, and the transition that led to it.

import type { PatternObserver } from '../../../../findings/pattern-observer.js';
import type { State } from '../../../../machine/state.js';
import type { Transition } from '../../../../machine/transition.js';
import type { Trail } from '../../schedules.js';
import type { Clock } from './clock.js';
import { type ObjectRoles, renamed } from './object-roles.js';
import type { Process, StepFootprint, Touched } from './step.js';

/** A transition of the execution. */
export interface Taken {
  readonly process: Process;
  /** Which of its process's it is, from 1. */
  readonly number: number;
  /** Index on the path of the node that it was taken from: there may be questions in between. */
  readonly from: number;
  readonly footprint: StepFootprint;
  /** All that happens before it, itself included. */
  readonly clock: Clock;
  /** Indices on the path of the starts of the ISRs that it is part of, the outermost first. */
  readonly within: readonly number[];
}

export interface PathNode {
  readonly state: State;
  readonly patterns: PatternObserver;
  trail: Trail | undefined;
  /** Undefined at the beginning. */
  taken: Taken | undefined;
  /** How each process that may go on does so. */
  options: ReadonlyMap<Process, readonly Transition[]>;
  /** Processes that are to be followed. */
  readonly backtrack: Set<Process>;
  /** Those that were, with all that their next transitions did. */
  readonly done: Map<Process, StepFootprint>;
  /** Another execution has all that begins with these. */
  sleep: Map<Process, StepFootprint>;
  /** Of each process: what happens before its next transition, and how many it has made. */
  readonly clocks: Map<Process, { readonly clock: Clock; readonly number: number }>;
  /** Indices of the starts of the ISRs that are active. */
  readonly active: number[];
  /** The transition that is under way where something has to be answered first. */
  readonly progress: UnfinishedStep;
  /** Ways to answer that are still to be followed. */
  answers: Transition[] | undefined;
  visit: Visit | undefined;
}

/** Would the process start an ISR? */
export function isStart({ options }: PathNode, process: Process): boolean {
  return options.get(process)?.[0]?.kind === 'start';
}

/** Where main begins. */
export function firstNode(state: State, patterns: PatternObserver): PathNode {
  return {
    state,
    patterns,
    trail: undefined,
    taken: undefined,
    options: new Map(),
    backtrack: new Set(),
    done: new Map(),
    sleep: new Map(),
    clocks: new Map(),
    active: [],
    progress: { process: 0, touched: [], before: undefined, from: -1 },
    answers: undefined,
    visit: undefined,
  };
}

/** The same state, to go on from; nothing has been tried there. */
export function copyOf(node: PathNode): PathNode {
  return {
    ...firstNode(node.state.clone(), node.patterns.clone()),
    trail: node.trail,
    clocks: new Map(node.clocks),
    active: [...node.active],
    progress: node.progress,
  };
}

export interface UnfinishedStep {
  readonly process: Process;
  readonly touched: Touched[];
  /** The state that it was begun in, and the index of its node on the path. */
  readonly before: State | undefined;
  readonly from: number;
}

/** A transition that was made somewhere behind a state. */
export interface LaterStep {
  readonly process: Process;
  readonly footprint: StepFootprint;
  /** ISRs that it is part of, the outermost first. */
  readonly within: readonly Process[];
  /** It stands before a section that others could make wait, or does wait there. */
  readonly mayWait: boolean;
}

/** A state that was seen: with what sleep set, and what happens behind it, in the roles of its objects. */
export class Visited {
  /** It is on the path. */
  isOpen = true;
  readonly later = new Map<string, LaterStep>();
  /** States that were on the path when an execution came back to them from here. */
  readonly cycles = new Set<Visited>();

  constructor(
    public sleep: ReadonlySet<Process>,
    /** While it is on the path: where. */
    public at = 0,
  ) {}

  add(step: LaterStep): void {
    const { process, footprint, within, mayWait } = step;
    const touched = footprint.touched.map((t) => `${t.object}+${t.from}-${t.to}${t.isWrite ? 'w' : ''}`);
    const key = [process, footprint.isGlobal, mayWait, within, ...[...new Set(touched)].sort()].join(' ');
    this.later.set(key, step);
  }

  /** With all that it comes back to. */
  withCycles(): ReadonlySet<Visited> {
    const states = new Set<Visited>([this]);
    for (const state of states) for (const next of state.cycles) states.add(next);
    return states;
  }
}

/** A visited state as the execution at hand goes through it, with its own numbers for objects. */
export class Visit {
  constructor(
    readonly to: Visited,
    private readonly roles: ObjectRoles,
  ) {}

  add(step: LaterStep): void {
    this.to.add(this.roles.rolesIn(step));
  }

  /** What happens behind a later visit of the execution happens behind this one, too. */
  include({ to, roles }: Visit): void {
    if (to === this.to) return;
    const objectOf = roles.objectOf();
    for (const [key, step] of to.later) {
      const mine = this.roles.rolesIn(renamed(step, objectOf));
      if (mine === step) this.to.later.set(key, step);
      else this.to.add(mine);
    }
    for (const state of to.cycles) if (state !== this.to) this.to.cycles.add(state);
  }

  /** All that is known to happen behind it. Who has which role in another state of a cycle is not known. */
  behind(): readonly LaterStep[] {
    const objectOf = this.roles.objectOf();
    return [...this.to.withCycles()].flatMap((state) =>
      [...state.later.values()].map((step) => renamed(step, state === this.to ? objectOf : this.roles.anyOf)),
    );
  }
}
