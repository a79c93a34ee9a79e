// A state on the path that DPOR follows, with what is still to be tried from it, and the transition that led to it.

import type { Transition } from '../../../../machine/transition.js';
import type { Clock } from './clock.js';
import { ProcessMap, ProcessSet } from './process-map.js';
import type { Process, StepFootprint } from './step.js';
import type { StepSet } from './step-set.js';
import type { Visit } from './visited.js';
import { NO_OPTIONS, type ProcessOptions } from './world.js';

/** A transition of the execution. */
export interface Taken {
  readonly process: Process;
  /** Of the process, in clocks. */
  readonly slot: number;
  /** Which of its process's it is, from 1. */
  readonly number: number;
  /** Index on the path of the node that it was taken from: there may be questions in between. */
  readonly from: number;
  readonly footprint: StepFootprint;
  /** A thread has only come to its first visible step. */
  readonly isUnseen: boolean;
  /** The thread keeps all others out, since interrupts are. */
  readonly keepsOut: boolean;
  /** All that happens before it, itself included. */
  readonly clock: Clock;
  /** Indices on the path of the starts of the ISRs that it is part of, the outermost first. */
  readonly within: readonly number[];
}

/** What happens before the next transition of a process, and how many it has made. */
export interface ProcessPast {
  readonly clock: Clock;
  readonly number: number;
}

export interface PathNode<At> {
  readonly at: At;
  /** Undefined at the beginning. */
  taken: Taken | undefined;
  options: ProcessOptions;
  /** Processes that are to be followed. */
  readonly backtrack: ProcessSet;
  /** Those that were, with all that their next transitions did. */
  readonly done: ProcessMap<StepFootprint>;
  /** Another execution has all that begins with these. */
  sleep: ProcessMap<StepFootprint>;
  readonly clocks: ProcessMap<ProcessPast>;
  /** Indices of the starts of the ISRs that are active. */
  readonly active: number[];
  /** The transition that is under way where something has to be answered first. */
  readonly progress: UnfinishedStep<At>;
  /** Ways to answer that are still to be followed. */
  answers: Transition[] | undefined;
  visit: Visit | undefined;
  /** Steps behind seen states that need not be compared with the path up to here again. */
  settled: StepSet | undefined;
  /** The last one on the path up to here. */
  lastVisit: Visit | undefined;
}

/** Would the process start an ISR? */
export function isStart<At>({ options }: PathNode<At>, process: Process): boolean {
  return options.starts.includes(process);
}

/** Where an execution has come to by a transition from a node, or by an answer; undefined: where main begins. */
export function nodeAt<At>(at: At, from: PathNode<At> | undefined, progress: UnfinishedStep<At>): PathNode<At> {
  return {
    at,
    taken: undefined,
    options: NO_OPTIONS,
    backtrack: new ProcessSet(),
    done: new ProcessMap(),
    sleep: new ProcessMap(),
    clocks: new ProcessMap(from?.clocks),
    active: from === undefined ? [] : from.active.slice(),
    progress,
    answers: undefined,
    visit: undefined,
    settled: undefined,
    lastVisit: from?.lastVisit,
  };
}

export interface UnfinishedStep<At> {
  readonly process: Process;
  /** The state that it was begun in, and the index of its node on the path. */
  readonly before: At | undefined;
  readonly from: number;
}
