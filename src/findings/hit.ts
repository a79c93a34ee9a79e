// A sighting with an execution that shows it, as engines that search among executions find it.

import type { ModelObjects } from '../execution/model-objects.js';
import type { Choice } from '../execution/schedule.js';
import { scheduledName } from '../execution/schedule.js';
import type { Input } from '../machine/memory/memory.js';
import type { State } from '../machine/state.js';
import type { ContextId, Program } from '../model/program.js';
import type { Term } from '../solve/term.js';
import type { Sighting } from './pattern-observer.js';

/** Choices that led to a state, the last first: what a schedule is made of. */
export type Trail = { readonly step: number; readonly before: Trail | undefined } & (
  | { readonly kind: 'start'; readonly isr: ContextId }
  | { readonly kind: 'order'; readonly descending: boolean }
);

export interface Hit {
  readonly sighting: Sighting;
  readonly trail: Trail | undefined;
  readonly steps: number;
  readonly path: readonly Term[];
  readonly inputs: Input | undefined;
  /** The common bytes: `ring[]`, and as the execution had them: `ring[3]`. */
  readonly variable: string;
  readonly example: string;
}

/** The names of what a sighting is about, in the state right behind it. */
export function namesOf(state: State, sighting: Sighting, objects: ModelObjects): Pick<Hit, 'variable' | 'example'> {
  if (sighting.kind === 'failure') return { variable: '', example: '' };
  const { byte, size } = sighting;
  return { variable: objects.genericName(state, byte, size), example: objects.exampleName(state, byte, size) };
}

/** The choices of a schedule that shows it. */
export function choicesOf(program: Program, { sighting, trail, steps }: Hit): readonly Choice[] {
  const choices = [...stopAfter(sighting, steps)];
  for (let t = trail; t !== undefined; t = t.before) {
    if (t.kind === 'start') choices.unshift({ kind: 'start', at: t.step, isr: scheduledName(program, t.isr) });
    else if (t.descending) choices.unshift({ kind: 'descending', at: t.step });
  }
  return choices;
}

/** A failure ends the execution by itself. */
export function stopAfter(sighting: Sighting, steps: number): readonly Choice[] {
  return sighting.kind === 'failure' ? [] : [{ kind: 'stop', at: steps }];
}
