// Hits of the search as executions that show them: the choices and the arbitrary data of their paths.

import { type Choice, scheduledName } from '../../execution/schedule.js';
import { endingWith, type Hit } from '../../findings/hit.js';
import type { SymbolicWitness } from '../../findings/schedules.js';
import type { Input } from '../../machine/memory/memory.js';
import type { ContextId, Program } from '../../model/program.js';
import type { Term } from '../../solve/term.js';

/** Choices that led to a state, the last first: executions that go apart share them. */
export type Trail = { readonly step: number; readonly before: Trail | undefined } & (
  | { readonly kind: 'start'; readonly isr: ContextId }
  | { readonly kind: 'switch'; readonly thread: number }
  | { readonly kind: 'order'; readonly descending: boolean }
);

/** A hit with the execution that the search was in. */
export interface SearchHit extends Hit {
  readonly trail: Trail | undefined;
  readonly path: readonly Term[];
  readonly inputs: Input | undefined;
}

export function witnessOf(program: Program, hit: SearchHit): SymbolicWitness {
  const inputs: Term[] = [];
  for (let input = hit.inputs; input !== undefined; input = input.previous) inputs.unshift(input.term);
  return { choices: endingWith(hit, choicesOf(program, hit.trail)), inputs, path: hit.path };
}

function choicesOf(program: Program, trail: Trail | undefined): readonly Choice[] {
  const choices: Choice[] = [];
  for (let t = trail; t !== undefined; t = t.before) {
    if (t.kind === 'start') choices.unshift({ kind: 'start', at: t.step, isr: scheduledName(program, t.isr) });
    else if (t.kind === 'switch') choices.unshift({ kind: 'switch', at: t.step, thread: t.thread });
    else if (t.descending) choices.unshift({ kind: 'descending', at: t.step });
  }
  return choices;
}
