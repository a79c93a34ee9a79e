// Arrival points: calls that name an ISR, which may start right before they are made, once each time, and nowhere else.

import { isCall } from '../../ir/instruction-class.js';
import { effectsOfFunction } from '../../model/known-calls.js';
import type { Context } from '../../model/program.js';
import type { Obstacle } from '../interrupts.js';
import { objectOf, offsetOf } from '../memory/value.js';
import type { Frame, State } from '../state.js';
import { calleeName } from './callee.js';
import type { InstructionContext } from './instruction-context.js';

/** What keeps an ISR that starts only at calls from starting before the next instruction. */
export function arrivalObstacle(machine: InstructionContext, state: State, isr: Context): Obstacle | undefined {
  const frames = state.running?.frames;
  const frame = frames?.[frames.length - 1];
  if (frame === undefined || namedIsr(machine, frame) !== isr) return { kind: 'elsewhere' };
  return frame.arrived ? { kind: 'arrived' } : undefined;
}

/** The ISR that the next instruction of a frame names; undefined if it is no arrival point, or names something else. */
export function namedIsr(machine: InstructionContext, frame: Frame): Context | undefined {
  const i = frame.code.blocks[frame.block]![frame.index]!;
  if (!isCall(i) || i.callee.kind === 'assembly') return undefined;
  if (i.callee.kind === 'register' && typeof frame.registers[i.callee.index] !== 'number') return undefined;
  const name = calleeName(machine, frame, i);
  const effects = name === undefined ? undefined : effectsOfFunction(machine.program.platform, name);
  const effect = effects?.find((e) => e.kind === 'arrive');
  const operand = typeof effect?.handler === 'object' ? i.arguments[effect.handler.argument] : undefined;
  if (operand === undefined || operand.kind === 'undef') return undefined;
  const handler = machine.value(frame, operand);
  if (typeof handler !== 'number' || offsetOf(handler) !== 0) return undefined;
  const fn = machine.image.codeByObject.get(objectOf(handler))?.fn.name;
  return machine.isrs.find((isr) => isr.function === fn);
}
