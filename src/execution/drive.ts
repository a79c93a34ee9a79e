// The one loop that makes steps. An execution is driven transition by transition: the machine says what is enabled, a
// scheduler chooses, observers watch. Exploration, replay, confirmation, counterexamples and the executions that harm
// is judged by are schedulers of it.

import type { Event } from '../machine/event.js';
import type { Machine, RunOptions } from '../machine/machine.js';
import type { Outcome } from '../machine/outcome.js';
import type { State } from '../machine/state.js';
import type { Transition } from '../machine/transition.js';

/** A point at which somebody has a choice. */
export type Point = Extract<Outcome, { kind: 'visible' | 'undecided' | 'blocked' }>;

export interface Scheduler {
  /** Asked before anything is computed: `stop`, or a start that is not to wait for the next point; usually nothing. */
  early?(state: State): Transition | 'stop' | undefined;
  /**
   * One of the enabled transitions, or a start that masks forbid; undefined: the execution stops here. Whoever wants
   * the list asks for it.
   */
  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined;
}

export interface Observer {
  /** Right before invisible steps are made. */
  running?(state: State): void;
  /** Invisible steps were made: calls and activations may have ended. */
  ran?(state: State, outcome: Outcome): void;
  /** The running context begins a new round of its outermost endless loop. */
  iteration?(state: State): void;
  /** A transition is about to be made. A step that asks something first is announced once. */
  taking?(state: State, transition: Transition, point: Point | undefined): void;
  took?(state: State, transition: Transition, events: readonly Event[]): void;
}

/** `stopped`: the scheduler wanted it so. */
export type Ending =
  | { readonly kind: 'stopped' }
  | Extract<Outcome, { kind: 'ended' | 'failed' | 'bounded' | 'unmodelled' | 'interrupted' }>;

const STOPPED: Ending = { kind: 'stopped' };
const NO_EVENTS: readonly Event[] = [];

/** Goes on from a state, which it changes, until the execution ends or is stopped. */
export function drive(
  machine: Machine,
  state: State,
  scheduler: Scheduler,
  observers: readonly Observer[] = [],
  how: RunOptions = {},
): Ending {
  const enabled = (): readonly Transition[] => machine.enabled(state);
  // Loops by number here: most executions are over before these are compiled.
  const { length } = observers;
  for (;;) {
    const early = scheduler.early?.(state);
    if (early === 'stop') return STOPPED;
    if (early !== undefined) take(machine, state, early, undefined, observers, how.watcher);
    for (let n = 0; n < length; n++) observers[n]!.running?.(state);
    let outcome = machine.run(state, how);
    for (let n = 0; n < length; n++) observers[n]!.ran?.(state, outcome);
    while (outcome.kind === 'visible' || outcome.kind === 'undecided' || outcome.kind === 'blocked') {
      const transition = scheduler.choose(state, outcome, enabled);
      if (transition === undefined) return STOPPED;
      outcome = take(machine, state, transition, outcome, observers, how.watcher);
      // A visible return ended the last activation.
      if (outcome.kind === 'blocked') break;
    }
    switch (outcome.kind) {
      case 'iteration':
        for (const o of observers) o.iteration?.(state);
        break;
      case 'ended':
      case 'failed':
      case 'bounded':
      case 'unmodelled':
      case 'interrupted':
        return outcome;
    }
  }
}

function take(
  machine: Machine,
  state: State,
  transition: Transition,
  point: Point | undefined,
  observers: readonly Observer[],
  watcher: RunOptions['watcher'],
): Outcome {
  // A step that has asked something is taken up again.
  const { length } = observers;
  if (transition.kind !== 'step' || !state.isStepBegun)
    for (let n = 0; n < length; n++) observers[n]!.taking?.(state, transition, point);
  const outcome = machine.take(state, transition, watcher);
  if (outcome.kind === 'stepped') {
    for (let n = 0; n < length; n++) observers[n]!.took?.(state, transition, outcome.events);
  }
  // A step that nobody else sees may begin a round.
  else if (outcome.kind === 'iteration') for (const o of observers) o.took?.(state, transition, NO_EVENTS);
  return outcome;
}
