// A wait in words: who waits, for what, who would write it, and what keeps that from running.

import type { Place } from '../../base/diagnostic.js';
import type { Cause, Causes } from '../../execution/refusal.js';
import { threadName } from '../../execution/thread-name.js';
import { namedWait, waitText } from '../../execution/waiting.js';
import type { Lock } from '../../machine/attempt.js';
import type { Obstacle } from '../../machine/interrupts.js';
import type { Machine } from '../../machine/machine.js';
import type { State, ThreadId } from '../../machine/state.js';
import type { Context, Program } from '../../model/program.js';
import type { Finding, WaitingThread } from '../finding.js';
import type { BlockedThread } from './blocked-thread.js';
import type { KeptOut, Wait } from './waits.js';

/** `causes`: what happened to interrupts until then; `variable` is empty where a loop reads no memory. */
export function waitMessage(program: Program, wait: Wait, variable: string, causes: Causes): string {
  const waiter = program.contexts[wait.context]!;
  const what = variable === '' ? 'what it has read before the loop' : variable;
  const others = wait.keptOut.map((k) => keptOutText(program, waiter, k, causes));
  const nobody = variable === '' ? 'nothing in the loop changes it' : 'nothing else in the program writes it';
  const because = wait.doubt ?? (others.length === 0 ? nobody : others.join('; '));
  return `${waiter.name} goes round until ${what} changes, and ${because}`;
}

export function waitingThreads(
  program: Program,
  state: State,
  threads: readonly BlockedThread[],
  lockName: (lock: Lock) => string,
): readonly WaitingThread[] {
  const nameOf = (thread: ThreadId): string => threadName(program, state, thread);
  return threads.map(({ thread, context, wait }) => ({
    name: context === state.threads[thread]!.context ? nameOf(thread) : program.contexts[context]!.name,
    ...namedWait(wait, nameOf, lockName),
  }));
}

/** Those that could go on, and that a more urgent thread keeps from it which spins, or goes round for ever. */
export function keptOut({ threads, program }: Machine, state: State): readonly WaitingThread[] {
  const ids = state.threads.map((_, n) => n as ThreadId);
  return threads.keptOut(state).flatMap((n) => {
    const { priority } = state.threads[n]!;
    const by = ids.find((o) => o !== n && threads.isBusy(state, o) && state.threads[o]!.priority >= priority);
    return by === undefined ? [] : [{ name: threadName(program, state, n), keptOutBy: threadName(program, state, by) }];
  });
}

export function waitingText(waiting: readonly WaitingThread[]): string {
  const parts = waiting.map((w) => {
    if (w.keptOutBy !== undefined) return `${w.name} ${waitText(w, w.name)}`;
    if (w.lock === undefined && w.endOf === undefined) return `${w.name} waits for what nobody does any more`;
    const isGiven = w.endOf !== undefined || w.heldBy !== undefined;
    return `${w.name} ${waitText(w, w.name)}${isGiven ? '' : ', which nobody gives'}`;
  });
  return parts.join('; ');
}

/** What it rests on that nothing waits for ever. */
export function waitAssumptions(candidates: readonly Finding[], hasOpenWaits: boolean): readonly string[] {
  const doubts = candidates.map(({ accesses, message }) => {
    const place = accesses.find((a) => a.place !== undefined)?.place;
    return `${place === undefined ? '' : `${nameOf(place)}: `}${message}: somebody does so in time`;
  });
  const open = 'loops that wait for what an interrupt or a device may write are left in the end';
  return [...doubts, ...(hasOpenWaits ? [open] : [])];
}

function keptOutText(program: Program, waiter: Context, kept: KeptOut, causes: Causes): string {
  const { context, obstacle, thread } = kept;
  const writer = program.contexts[context]!;
  switch (thread) {
    case 'ended':
      return `${writer.name}, which would write it, has ended or goes round for ever`;
    case 'waits':
      return `${writer.name}, which would write it, waits itself`;
    case 'not begun':
      return `${writer.name}, which would write it, was not started`;
  }
  if (obstacle === undefined)
    return writer.id === waiter.id
      ? `${writer.name} itself, which writes it, does so only behind the loop`
      : `${writer.name}, which writes it, goes on only when ${waiter.name} is over`;
  const cause = causes.of(obstacle, writer, program);
  return `${writer.name}, which writes it, cannot start: ${obstacleText(writer, obstacle, cause)}`;
}

function obstacleText(isr: Context, obstacle: Obstacle, cause: Cause | undefined): string {
  switch (obstacle.kind) {
    case 'flag':
      return cause?.kind === 'initially' ? 'nothing has enabled it' : `it is disabled${since(cause)}`;
    case 'mask':
      return cause?.kind === 'initially'
        ? 'nothing has opened the global mask'
        : `interrupts are masked${since(cause)}`;
    case 'ceiling':
      return `its priority is not above the ceiling${since(cause)}`;
    case 'atomic':
      return `an atomic section runs${since(cause)}`;
    case 'pending':
      return 'nothing has pended it';
    case 'elsewhere':
    case 'arrived':
      return 'it starts only at calls that name it, and the loop has none';
    case 'active':
    case 'reentry':
      return 'it runs already';
    case 'no-nesting':
      return `${obstacle.running.name} runs, and handlers do not nest on this platform`;
    case 'priority':
      return `its priority ${shown(isr)} is not above ${shown(obstacle.running)}, that of ${obstacle.running.name}`;
    case 'arrivals':
      return 'it has arrived as often as is allowed';
  }
}

/** As the hardware's documentation counts. */
function shown({ hardwarePriority, priority }: Context): number {
  return hardwarePriority ?? priority;
}

function since(cause: Cause | undefined): string {
  switch (cause?.kind) {
    case 'entry':
      return ` since ${cause.isr.name} started`;
    case 'operation':
      return cause.place === undefined ? ` since ${cause.what}` : ` since ${nameOf(cause.place)}, ${cause.what}`;
    default:
      return '';
  }
}

function nameOf({ file, line }: Place): string {
  return `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
}
