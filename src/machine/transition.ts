// What may happen next, as data. `Machine.enabled` lists it, `Machine.take` makes it happen; who chooses is no matter
// of the semantics.

import type { ContextId } from '../model/program.js';
import type { Question } from './outcome.js';
import type { ThreadId } from './state.js';

export type Transition =
  /** The running context makes its next step. */
  | { readonly kind: 'step' }
  /**
   * An ISR starts. `ignoresMask`: although it may be masked, as in executions that are only compared with one that was
   * found.
   */
  | { readonly kind: 'start'; readonly isr: ContextId; readonly ignoresMask?: true }
  /** Another thread runs. */
  | { readonly kind: 'switch'; readonly thread: ThreadId }
  /** A condition on arbitrary data holds, or does not. */
  | { readonly kind: 'answer'; readonly value: boolean }
  /** The pieces of an access are accessed from the last one down, or from the first one up. */
  | { readonly kind: 'order'; readonly descending: boolean };

export const STEP: Transition = { kind: 'step' };
/** What is usually followed first comes first. */
export const ANSWERS: readonly Transition[] = [
  { kind: 'answer', value: true },
  { kind: 'answer', value: false },
];
export const ORDERS: readonly Transition[] = [
  { kind: 'order', descending: false },
  { kind: 'order', descending: true },
];

export function answerTo({ kind }: Question, value: boolean): Transition {
  return kind === 'condition' ? ANSWERS[value ? 0 : 1]! : ORDERS[value ? 1 : 0]!;
}

const NOBODY: readonly never[] = [];

/** The threads that may go on instead. */
export function switchesIn(enabled: readonly Transition[]): readonly ThreadId[] {
  if (enabled.length === 1 && enabled[0] === STEP) return NOBODY;
  return enabled.flatMap((t) => (t.kind === 'switch' ? [t.thread] : []));
}

/** Nobody goes on by itself: at most ISRs start. */
export function isAtStandstill(enabled: readonly Transition[]): boolean {
  return enabled.every((t) => t.kind === 'start');
}

/** The ISRs that may start. Most points have only a step. */
export function startsIn(enabled: readonly Transition[]): readonly ContextId[] {
  if (enabled.length === 1 && enabled[0] === STEP) return NOBODY;
  const isrs: ContextId[] = [];
  for (const transition of enabled) if (transition.kind === 'start') isrs.push(transition.isr);
  return isrs;
}
