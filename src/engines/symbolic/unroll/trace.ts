// How a symbolic state was reached, by every path at once: what a model of the formula is turned into a schedule with.

import type { Input } from '../../../machine/memory/memory.js';
import type { Term } from '../../../solve/term.js';

/** The last first. `Start` is what starting another instance means to the encoding. */
export type GuardedTrace<Start> =
  | {
      readonly kind: 'step';
      /** The encoding's name for it, if it gives it one. */
      id?: number;
      /** It is none to the machine that schedules are for. */
      isHidden?: boolean;
      readonly before: GuardedTrace<Start> | undefined;
    }
  | { readonly kind: 'input'; readonly input: Input; readonly before: GuardedTrace<Start> | undefined }
  | { readonly kind: 'descending'; readonly before: GuardedTrace<Start> | undefined }
  | { readonly kind: 'start'; readonly start: Start; readonly before: GuardedTrace<Start> | undefined }
  | {
      readonly kind: 'join';
      readonly condition: Term;
      readonly whenTrue: GuardedTrace<Start> | undefined;
      readonly whenFalse: GuardedTrace<Start> | undefined;
    };

export type TraceEntry<Start> = Exclude<GuardedTrace<Start>, { kind: 'join' }>;

/** What happened on the path that the model takes, in order. */
export function selectPath<Start>(
  trace: GuardedTrace<Start> | undefined,
  model: { isTrue(condition: Term): boolean },
): readonly TraceEntry<Start>[] {
  const found: TraceEntry<Start>[] = [];
  for (let at = trace; at !== undefined; ) {
    if (at.kind === 'join') at = model.isTrue(at.condition) ? at.whenTrue : at.whenFalse;
    else {
      found.push(at);
      at = at.before;
    }
  }
  return found.reverse();
}
