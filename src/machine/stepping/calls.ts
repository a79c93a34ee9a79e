// Calls: functions with a body get a frame; names that the platform or Preempt knows have their effect; intrinsics
// compute; all others have no body and return arbitrary values, seen by the world with their arguments.

import type { CallInstruction, InlineAssembly } from '../../ir/instruction.js';
import type { IrFunction } from '../../ir/module.js';
import type { IntType, Type } from '../../ir/type.js';
import type { Event } from '../event.js';
import { copyBytes } from '../memory/bulk.js';
import { fromBigInt, isConcrete, objectOf, pointer, toUnsigned, type Value } from '../memory/value.js';
import type { Outcome } from '../outcome.js';
import type { Frame, State } from '../state.js';
import { threadLocalAddress } from '../threads.js';
import { isVisibleAddress } from './accessed.js';
import { Unmodelled } from './arithmetic.js';
import { blockOperation, calleeName, effectsOf, finish } from './callee.js';
import type { Code } from './code.js';
import type { Decider } from './decider.js';
import { applyEffects, isVisibleIn } from './effects.js';
import { callExternal } from './external-calls.js';
import type { InstructionContext } from './instruction-context.js';
import { numericIntrinsic } from './intrinsics.js';
import { copyBlock, fillBlock } from './memory-calls.js';
import { endingObjects } from './object-end.js';
import { startArguments, storeArguments } from './variadic.js';

export function isVisibleCall(machine: InstructionContext, state: State, frame: Frame, i: CallInstruction): boolean {
  const effects = effectsOf(machine, frame, i);
  if (effects !== undefined)
    return effects.some((e) => isVisibleIn(machine, e)) || endingObjects(machine, state, frame, i).length > 0;
  if (i.callee.kind === 'assembly') return true;
  const name = calleeName(machine, frame, i);
  if (name === undefined) return false;
  const kind = blockOperation(name, i);
  if (kind === 'unusable') return true;
  if (kind !== undefined) {
    const length = machine.value(frame, i.arguments[2]!);
    const size = isConcrete(length) ? Number(length) : 1;
    const sees = (n: number): boolean => isVisibleAddress(state, machine.value(frame, i.arguments[n]!), size);
    return sees(0) || (kind === 'copy' && sees(1));
  }
  if (name.startsWith('llvm.')) return false;
  return codeOf(machine, name) === undefined;
}

export function performCall(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: CallInstruction,
  decider: Decider,
  events: Event[],
): Outcome | undefined {
  const effects = effectsOf(machine, frame, i);
  if (effects !== undefined) return applyEffects(machine, state, frame, i, effects, decider, events);
  if (i.callee.kind === 'assembly') throw new Unmodelled(assemblyText(i.callee));
  const name = calleeName(machine, frame, i);
  if (name === undefined) return machine.failure('invalid-access', 'a call through a pointer to no function', frame, i);
  const values = (): Value[] => i.arguments.map((a) => machine.value(frame, a));
  const kind = blockOperation(name, i);
  if (kind === 'unusable') throw new Unmodelled(`${name} with such arguments`);
  if (kind === 'copy') return copyBlock(machine, state, frame, i, decider, events);
  if (kind === 'fill') return fillBlock(machine, state, frame, i, decider, events);
  if (name.startsWith('llvm.')) return intrinsic(machine, state, frame, i, name, decider);
  const code = codeOf(machine, name);
  if (code !== undefined) return enter(machine, state, i, code, values());
  return callExternal(machine, state, frame, i, name, values(), events);
}

function assemblyText({ text, unknown }: InlineAssembly): string {
  if (unknown === undefined) return `inline assembly "${text.trim().slice(0, 40)}"`;
  return `the instruction "${unknown.slice(0, 40)}" of inline assembly`;
}

function codeOf(machine: InstructionContext, name: string): Code | undefined {
  const code = machine.image.codes.get(name);
  return code !== undefined && code.blocks.length > 0 ? code : undefined;
}

const MAX_DEPTH = 5000;

function enter(
  machine: InstructionContext,
  state: State,
  i: CallInstruction,
  code: Code,
  values: readonly Value[],
): Outcome | undefined {
  if (code.fn.problems.length > 0) throw new Unmodelled(`the body of ${code.fn.sourceName}`);
  const isByModel = machine.program.module.units[state.top().code.fn.unit]?.isModel === true;
  if (!fits(i, code.fn, isByModel))
    throw new Unmodelled(`a call of ${code.fn.sourceName} with other types than it has`);
  if (state.running!.frames.length >= MAX_DEPTH) throw new Unmodelled(`recursion deeper than ${MAX_DEPTH} calls`);
  const own = values.map((value, n) => {
    const copied = code.fn.byValue?.get(n) ?? i.byValue?.get(n);
    if (copied === undefined || n >= code.fn.parameters.length) return value;
    return byValueCopy(machine, state, value, copied.type);
  });
  const callee = machine.pushFrame(state, code.fn.name, i, own);
  own.forEach((value, n) => {
    if (n < code.fn.parameters.length && value !== values[n]) callee.locals.push(objectOf(value as number));
  });
  if (code.fn.type.variadic) callee.variadic = storeArguments(machine, state, i, values, code.fn.parameters.length);
  return undefined;
}

/**
 * Does the function get what it expects? In C without prototypes arguments may be missing, and a result that is wanted
 * of a function without one; so may the result of a function that was given to a library, as threads often are. All are
 * arbitrary then.
 */
function fits(
  { callee, arguments: given, result }: CallInstruction,
  { type, parameters }: IrFunction,
  isByModel: boolean,
): boolean {
  const isLenient = callee.kind === 'global';
  const mayLackResult = (isLenient || isByModel) && type.returns.kind === 'void';
  const isResultFit = result === undefined || isAlike(result.type, type.returns) || mayLackResult;
  return (
    isResultFit && parameters.every((p, n) => (given[n] === undefined ? isLenient : isAlike(given[n].type, p.type)))
  );
}

function isAlike(a: Type, b: Type): boolean {
  if (a.kind === 'int') return b.kind === 'int' && a.bits === b.bits;
  return a === b || (a.kind === 'pointer' && b.kind === 'pointer');
}

/** The callee gets a copy of the object. */
function byValueCopy(machine: InstructionContext, state: State, value: Value, type: Type): Value {
  if (typeof value !== 'number') throw new Unmodelled('an arbitrary pointer to an argument');
  const size = machine.program.module.layout.allocationSize(type);
  const object = state.memory.allocate(
    { kind: 'local', name: 'an argument', size, visible: false, constant: false },
    false,
  );
  if (state.memory.invalid(value, size) === undefined) copyBytes(state.memory, pointer(object, 0), value, size);
  return pointer(object, 0);
}

/** Whose result depends on how well the library computes it. */
const inaccurate = /^llvm\.(?:a?(?:sin|cos|tan)h?|atan2|sincos|pow|powi|exp|exp2|exp10|log|log2|log10|ldexp|fma)\./;

function intrinsic(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: CallInstruction,
  name: string,
  decider: Decider,
): Outcome | undefined {
  const types = i.arguments.map((a) => a.type);
  if (
    /^llvm\.(?:lifetime|dbg|experimental\.noalias|prefetch|donothing|sideeffect|var\.annotation|invariant|stackrestore|va_end|assume)/.test(
      name,
    )
  ) {
    return finish(frame, i, i.result === undefined ? undefined : 0);
  }
  const values = i.arguments.map((a) => (a.kind === 'metadata' ? 0 : machine.value(frame, a)));
  if (name.startsWith('llvm.threadlocal.address'))
    return finish(frame, i, threadLocalAddress(machine, state, values[0]!));
  if (/^llvm\.(?:ptr\.annotation|launder|strip\.invariant|annotation)/.test(name)) return finish(frame, i, values[0]);
  if (name.startsWith('llvm.ptrmask')) {
    const bits = machine.program.target.pointerBytes * 8;
    if (typeof values[0] !== 'number' || !isConcrete(values[1]!))
      throw new Unmodelled('the alignment of an arbitrary pointer');
    const address = state.memory.toInteger(values[0]);
    if (!isConcrete(address)) throw new Unmodelled('the alignment of an arbitrary pointer');
    return finish(frame, i, state.memory.resolve(toUnsigned(bits, address) & toUnsigned(bits, values[1]!)));
  }
  if (name.startsWith('llvm.stacksave')) return finish(frame, i, 0);
  if (name.startsWith('llvm.is.constant')) return finish(frame, i, 0);
  if (name.startsWith('llvm.objectsize'))
    return finish(frame, i, values[1] === 0 ? fromBigInt((i.result!.type as IntType).bits, -1n) : 0);
  if (/^llvm\.(?:trap|debugtrap|ubsantrap)/.test(name))
    return machine.failure('assertion', 'a trap instruction', frame, i);
  if (name.startsWith('llvm.va_start')) {
    startArguments(machine, state, frame, values[0]!);
    return finish(frame, i, undefined);
  }
  if (name.startsWith('llvm.va_copy')) {
    const [to, from] = values;
    if (typeof to !== 'number' || typeof from !== 'number') throw new Unmodelled('an arbitrary argument list');
    copyBytes(
      state.memory,
      to,
      from,
      machine.program.target.pointerBytes === 8 ? 24 : machine.program.target.pointerBytes,
    );
    return finish(frame, i, undefined);
  }
  if (i.result !== undefined) {
    const result = numericIntrinsic(machine.arithmetic, name, i.result.type, types, values);
    if (result !== undefined) return finish(frame, i, result);
  }
  void decider;
  if (i.result?.type.kind === 'float' && inaccurate.test(name))
    return finish(frame, i, machine.arbitrary(i.result.type, `result of ${name}`));
  throw new Unmodelled(`the intrinsic ${name}`);
}
