// Where the program itself stands while a model of its environment runs: what happens inside of a model is shown at the
// call that the program made.

import type { IrModule } from '../ir/module.js';
import type { Failure } from '../machine/outcome.js';
import type { Frame, State } from '../machine/state.js';
import type { Program } from '../model/program.js';

export function isOfModel({ units }: IrModule, { unit }: { readonly unit: number }): boolean {
  return units[unit]?.isModel === true;
}

/** Index of the innermost frame that is not one of a model; -1 where all are: behind and before a thread's function. */
export function ownFrame(module: IrModule, frames: readonly Frame[]): number {
  return frames.findLastIndex((f) => !isOfModel(module, f.code.fn));
}

/**
 * What fails inside of a model is a wrong call of it: `pthread_mutex_unlock: the caller does not hold the mutex`. Where
 * the program has made no call, at the end of a thread, it is at the end of the thread's function.
 */
export function failureAtCall(program: Program, state: State, failure: Failure): Failure {
  const { module } = program;
  const frames = state.running?.frames ?? [];
  const top = frames.at(-1);
  if (top === undefined || !isOfModel(module, top.code.fn)) return failure;
  const own = frames[ownFrame(module, frames)];
  if (own !== undefined) {
    const called = frames[frames.indexOf(own) + 1]!.code.fn.sourceName;
    const message = `${called}: ${failure.message}`;
    return { ...failure, message, instruction: own.instruction.id, function: own.code.fn.name, isMisuse: true };
  }
  const fn = module.functions.get(program.contexts[state.running!.context]!.function)!;
  const end = fn.blocks.flatMap((b) => b.instructions).findLast((i) => i.op === 'ret');
  return end === undefined ? failure : { ...failure, instruction: end.id, function: fn.name, isMisuse: true };
}
