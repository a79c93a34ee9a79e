// Objects that end with an instruction: locals with the call that they belong to, a thread's own variables with the
// thread, heap objects where they are freed. Where others may access one, its end is a step that they can come before.

import type { Instruction } from '../../ir/instruction.js';
import { freedArgument } from '../../model/object-ends.js';
import { objectOf, offsetOf } from '../memory/value.js';
import type { Frame, State } from '../state.js';
import { effectsOf } from './callee.js';
import type { InstructionContext } from './instruction-context.js';

const NONE: readonly number[] = [];

/** Those that others may access. */
export function endingObjects(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: Instruction,
): readonly number[] {
  if (!machine.hasPassingObjects) return NONE;
  if (i.op === 'ret') return isLast(state) ? NONE : visible(state, frame.locals);
  if (i.op !== 'call') return NONE;
  for (const effect of effectsOf(machine, frame, i) ?? []) {
    if (effect.kind === 'thread-exit') return visible(state, localsOfThread(state));
    const operand = i.arguments[freedArgument(effect) ?? -1];
    const p = operand?.type.kind === 'pointer' ? machine.value(frame, operand) : undefined;
    if (typeof p === 'number' && state.memory.info(objectOf(p))?.kind === 'heap' && offsetOf(p) === 0)
      return visible(state, [objectOf(p)]);
  }
  return NONE;
}

/** All that end with the thread that runs. */
function localsOfThread({ current, running }: State): readonly number[] {
  return running!.frames.slice(current === 0 ? 1 : 0).flatMap((frame) => frame.locals);
}

/** What main has stays when it returns. */
function isLast({ current, activations }: State): boolean {
  return current === 0 && activations.length === 1 && activations[0]!.frames.length === 1;
}

function visible({ memory }: State, objects: readonly number[]): readonly number[] {
  const isVisible = (object: number): boolean => memory.info(object)?.visible === true;
  return objects.some(isVisible) ? objects.filter(isVisible) : NONE;
}
