// A program as DPOR sees it: states, who may go on in them, and what one transition of one process does and depends on.
// The search knows nothing else of states, so that the machine and tables that the machine fills can both be searched.

import type { Ending } from '../../../../execution/drive.js';
import type { ThreadId } from '../../../../machine/state.js';
import type { Transition } from '../../../../machine/transition.js';
import type { ContextId } from '../../../../model/program.js';
import type { ObjectRoles } from './object-roles.js';
import type { Process, StepFootprint, Touched } from './step.js';

/** Who may go on in a state, in the order in which they are tried. */
export interface ProcessOptions {
  readonly processes: readonly Process[];
  /** Those of them that would start an ISR. */
  readonly starts: readonly Process[];
}

export const NO_OPTIONS: ProcessOptions = { processes: [], starts: [] };

/** What came of one transition, or of a part of it. */
export interface Made<At> {
  readonly at: At;
  readonly ending: Ending;
  /** Something has to be answered before it is done: the ways to do so. */
  readonly answers: readonly Transition[] | undefined;
}

/** `reads`: what the section has read when it was tried, of objects that have the same number in all states. */
export interface TriedBefore {
  readonly could: 'yes' | 'no' | 'unsure';
  readonly reads: readonly Touched[];
}

export const UNSURE: TriedBefore = { could: 'unsure', reads: [] };
export const ALWAYS: TriedBefore = { could: 'yes', reads: [] };

/** A transition, and the state before it. */
export interface UndoneTransition<At> {
  readonly footprint: StepFootprint;
  readonly before: At;
}

/** `At`: an execution, where it stands. None is changed by what is made of it. */
export interface World<At> {
  /** By priority: who may go on depends on more than on who can. */
  readonly areTurnsGiven: boolean;
  /** Objects with smaller numbers have them in every execution. */
  readonly fixedObjects: number;

  /** Main comes to its first visible step. */
  begin(): Made<At>;
  options(at: At): ProcessOptions;
  /** One transition of a process, which is one of the options, or runs. */
  make(at: At, process: Process): Made<At>;
  answer(at: At, answer: Transition): Made<At>;
  /** Of the transition that led from one to the other. */
  footprint(before: At, process: Process, made: Made<At>): StepFootprint;
  /** Conditions on arbitrary data make transitions cost more. */
  weight(at: At): number;

  /** Whose step is next if nobody else is let in. */
  running(at: At): Process;
  current(at: At): ThreadId;
  threadCount(at: At): number;
  contextOf(at: At, thread: ThreadId): ContextId;
  /** Of ISRs that run in the current thread. */
  activeIsrs(at: At): number;
  /** Is the thread's next transition only to come to its first visible step, with nobody kept out by that? */
  beginsUnseen(at: At, process: Process): boolean;
  /** Does a thread that goes on keep all others out, since interrupts are? Until it waits, ends or lets them in. */
  keepsOut(at: At, process: Process): boolean;
  isMaskOpen(at: At): boolean;

  /** The ISR that a process starts, and whether it runs in the thread that it preempts. */
  startOf(process: Process): { readonly isr: ContextId; readonly isInside: boolean };
  isLastArrival(at: At, isr: ContextId): boolean;
  /** Could some ISR be entered once more, but for the bound? */
  isReentryCut(at: At): boolean;
  /** Do flags, masks or ceilings keep the ISR from starting? */
  isClosedTo(at: At, isr: ContextId): boolean;
  /** May an ISR that starts do something that depends on a transition? */
  mayDepend(isr: ContextId, at: At, footprint: StepFootprint): boolean;

  /** Where the code of a thread stands, before a section that others could make wait; undefined if it does not. */
  sectionPlace(at: At, process: Process): number | undefined;
  /** Threads that do, with what they read. */
  waiting(at: At): readonly { readonly thread: ThreadId; readonly footprint: StepFootprint }[];
  /** Could a thread's section be gone through, if these transitions, the last first, had not been made? */
  tryBefore(at: At, thread: ThreadId, undone: readonly UndoneTransition<At>[]): TriedBefore;

  /** Equal only for states that nothing later tells apart. */
  key(at: At): string | number;
  /** Of the state whose key was made last. */
  roles(at: At): ObjectRoles;

  /** What is to be noted of states and endings, besides what is seen on the way. */
  ended(at: At, ending: Ending): void;
  stands(at: At): void;
  comesThrough(at: At): void;
  goesIdle(at: At): boolean;
  goesRound(at: At, thread?: ThreadId): void;
  goesRoundFor(states: readonly At[]): void;
  readonly judgesRounds: boolean;
}
