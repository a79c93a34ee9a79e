// Whom a call calls, what is known of that, and where the caller goes on.

import type { CallInstruction } from '../../ir/instruction.js';
import { directCallee, effectsOfAssembly, effectsOfFunction } from '../../model/known-calls.js';
import type { Effect } from '../../model/platform.js';
import { objectOf, offsetOf, type Value } from '../memory/value.js';
import type { Frame } from '../state.js';
import { Unmodelled } from './arithmetic.js';
import type { DirectCall, InstructionContext } from './instruction-context.js';

export function directCall({ program, directCalls }: InstructionContext, i: CallInstruction): DirectCall {
  const { module, platform } = program;
  let call = directCalls.get(i);
  if (call === undefined) {
    const name = directCallee(module, i.callee);
    const effects =
      i.callee.kind === 'assembly'
        ? effectsOfAssembly(platform, i.callee)
        : name === undefined
          ? undefined
          : effectsOfFunction(platform, name);
    directCalls.set(i, (call = { name, effects, isFit: undefined }));
  }
  return call;
}

export function directName(machine: InstructionContext, i: CallInstruction): string | undefined {
  return directCall(machine, i).name;
}

export function calleeName(machine: InstructionContext, frame: Frame, i: CallInstruction): string | undefined {
  if (i.callee.kind === 'assembly') return undefined;
  const direct = directName(machine, i);
  if (direct !== undefined) return direct;
  const target = machine.value(frame, i.callee);
  if (typeof target !== 'number') throw new Unmodelled('a call through an arbitrary pointer');
  return offsetOf(target) === 0 ? machine.image.codeByObject.get(objectOf(target))?.fn.name : undefined;
}

/** The effects that a pack or Preempt knows of a call. */
export function effectsOf(
  machine: InstructionContext,
  frame: Frame,
  i: CallInstruction,
): readonly Effect[] | undefined {
  const direct = directCall(machine, i);
  if (direct.name !== undefined || i.callee.kind === 'assembly') return direct.effects;
  const name = calleeName(machine, frame, i);
  return name === undefined ? undefined : effectsOfFunction(machine.program.platform, name);
}

/** `unusable`: the name of one, declared as something else and called so. */
export function blockOperation(
  name: string,
  { arguments: given, result }: Pick<CallInstruction, 'arguments' | 'result'>,
): 'copy' | 'fill' | 'unusable' | undefined {
  const kind = /^(?:llvm\.)?mem(?:cpy|move)\b/.test(name)
    ? 'copy'
    : /^(?:llvm\.)?memset\b/.test(name)
      ? 'fill'
      : undefined;
  if (kind === undefined) return undefined;
  const [to, second, size] = given.map((a) => a.type.kind);
  const isResultFit = result === undefined || result.type.kind === 'pointer';
  const isFit = to === 'pointer' && second === (kind === 'copy' ? 'pointer' : 'int') && size === 'int';
  return isFit && isResultFit ? kind : 'unusable';
}

/** Of an intrinsic: does it leave everything as it is? */
export function isWithoutEffect(name: string): boolean {
  return /^llvm\.(?:lifetime|dbg|donothing|sideeffect|assume)/.test(name);
}

/** Writes the result and goes on behind the call. */
export function finish(frame: Frame, i: CallInstruction, result: Value | undefined): undefined {
  if (i.result !== undefined && result !== undefined) frame.registers[i.result.index] = result;
  if (i.op === 'invoke') frame.jump(i.normal);
  else if (i.op === 'callbr') frame.jump(i.fallThrough);
  else frame.index++;
  return undefined;
}
