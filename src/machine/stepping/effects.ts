// What calls and assembly do that a pack or Preempt knows: masks, flags, ceilings, pending bits, atomic sections,
// allocation, assumptions and assertions. Everything that may be undecided is asked before the first change.

import type { CallInstruction } from '../../ir/instruction.js';
import type { IntType, Type } from '../../ir/type.js';
import { assertionShape, failsWhenReached } from '../../model/known-calls.js';
import { type Effect, type EffectValue, reaches } from '../../model/platform.js';
import type { Event } from '../event.js';
import { ceilingFrom, ceilingRead, registerHandler, setFlags, setPended } from '../interrupts.js';
import { homeOf, isConcrete, objectOf, offsetOf, Symbolic, toSigned, toUnsigned, type Value } from '../memory/value.js';
import type { Outcome } from '../outcome.js';
import type { Frame, State } from '../state.js';
import { addThread } from '../threads.js';
import { allocationSize, heapObject } from './allocation.js';
import { Unmodelled } from './arithmetic.js';
import { namedIsr } from './arrival-points.js';
import { calleeName, directCall, finish } from './callee.js';
import { isNonZero } from './compare.js';
import type { Decider } from './decider.js';
import type { InstructionContext } from './instruction-context.js';

/** Effects whose result is a number. */
const numbers: ReadonlySet<Effect['kind']> = new Set([
  'write-mask',
  'read-mask',
  'read-and-close-mask',
  'set-ceiling',
  'read-ceiling',
  'at-exit',
  'spawn',
  'self',
  'in-isr',
  'exception-number',
  'by-priority',
  'read-thread-priority',
]);

/** Effects that nobody else can see. */
const invisible: ReadonlySet<Effect['kind']> = new Set([
  'allocate',
  'free',
  'assume',
  'assert',
  'fail',
  'exit',
  'at-exit',
  'nondet',
  'nothing',
  'wait-for-interrupt',
  'self',
  'in-isr',
  'exception-number',
  'by-priority',
  'thread-exit',
]);

/** Effects that only a scheduler by priority takes notice of. */
const scheduling: ReadonlySet<Effect['kind']> = new Set(['yield', 'sleep', 'unknown-thread-priority']);

export function isVisibleEffect(effect: Effect): boolean {
  return !invisible.has(effect.kind);
}

/** The same, in a program whose threads are scheduled as they are. */
export function isVisibleIn({ threads }: InstructionContext, effect: Effect): boolean {
  if (scheduling.has(effect.kind)) return threads.isByPriority;
  return effect.kind === 'thread-priority' ? threads.hasPriorities : isVisibleEffect(effect);
}

/**
 * Has the call the numbers and addresses that the effect works on, and takes it the result for what it is? Both IR and
 * C without prototypes can call anything with anything.
 */
export function hasArguments(i: CallInstruction, effect: Effect, name: string): boolean {
  const given = i.result?.type.kind;
  const gives = effect.kind === 'allocate' ? 'pointer' : numbers.has(effect.kind) ? 'int' : given;
  if (given !== undefined && given !== gives) return false;
  const kindOf = (n: number): string | undefined => i.arguments[n]?.type.kind;
  switch (effect.kind) {
    case 'assert':
      return assertionShape(name, i) !== 'unusable';
    case 'assume':
      return kindOf(0) === 'int' || kindOf(0) === 'pointer' || kindOf(0) === 'float';
    case 'allocate':
      return name === 'malloc' ? kindOf(0) === 'int' : kindOf(0) !== undefined && kindOf(1) === 'int';
    default:
      return Object.values('where' in effect && effect.where !== undefined ? effect.where : effect).every((value) => {
        if (typeof value !== 'object' || value === null || !('argument' in value)) return true;
        return kindOf(value.argument) === 'int' || kindOf(value.argument) === 'pointer';
      });
  }
}

function isFit(machine: InstructionContext, i: CallInstruction, effects: readonly Effect[], name: string): boolean {
  const direct = directCall(machine, i);
  const isKnown = direct.effects === effects;
  if (isKnown && direct.isFit !== undefined) return direct.isFit;
  const fits = effects.every((effect) => hasArguments(i, effect, name));
  if (isKnown) direct.isFit = fits;
  return fits;
}

/** Asks everything first, then does what the effects say, and goes on behind the call. */
export function applyEffects(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: CallInstruction,
  effects: readonly Effect[],
  decider: Decider,
  events: Event[],
): Outcome | undefined {
  let result: Value | undefined;
  const name = i.callee.kind === 'assembly' ? `asm("${i.callee.text.trim()}")` : (calleeName(machine, frame, i) ?? '');
  if (!isFit(machine, i, effects, name)) throw new Unmodelled(`${name} with such arguments`);
  // Everything that may be undecided is asked before the first effect.
  const planned = effects.map((effect) => plan(machine, state, frame, i, name, effect, decider));
  for (const act of planned) {
    const outcome = act();
    if (outcome !== undefined && 'kind' in outcome) return outcome;
    if (outcome !== undefined) result = outcome.value;
  }
  if (effects.some((e) => isVisibleIn(machine, e))) {
    const isMisuse = effects.some((e) => e.kind === 'misuse');
    events.push({
      kind: isMisuse ? 'misuse' : 'mask',
      context: state.running!.context,
      text: isMisuse ? (textOf(machine, frame, i) ?? name) : name,
      ...(effects.some((e) => e.kind === 'expect-atomic-begin')
        ? { atomicBlock: textOf(machine, frame, i) ?? '' }
        : {}),
      ...effects.flatMap((e) =>
        e.kind === 'acquired' ? [{ acquires: e.isShared === true ? ('shared' as const) : ('alone' as const) }] : [],
      )[0],
      ...(effects.some((e) => e.kind === 'expect-atomic-end') ? { atomicBlock: null } : {}),
      instruction: i.id,
      function: frame.code.fn.name,
    });
  }
  if (i.result !== undefined && result === undefined) result = machine.arbitrary(i.result.type, `result of ${name}`);
  return finish(frame, i, result);
}

/** No interrupt has this number. */
const NO_IRQ = -2;

type Act = () => Outcome | { readonly value: Value } | undefined;

function plan(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: CallInstruction,
  name: string,
  effect: Effect,
  decider: Decider,
): Act {
  const { program } = machine;
  const operand = (v: EffectValue): Value =>
    typeof v === 'number' ? v : machine.value(frame, i.arguments[v.argument]!);
  const bitsOf = (v: EffectValue): number =>
    typeof v === 'number' ? 32 : ((i.arguments[v.argument]!.type as IntType).bits ?? 32);
  const number = (v: EffectValue): number => {
    const value = machine.concrete(operand(v), `an arbitrary argument of ${name}`, decider);
    return Number(typeof v === 'number' ? value : toSigned(bitsOf(v), value));
  };
  /** Whatever it is, it matters only which of the program's interrupts it names. */
  const irqNumber = (irq: EffectValue): number => {
    const value = operand(irq);
    if (!(value instanceof Symbolic)) return number(irq);
    const { terms } = machine;
    const named = [-1, ...new Set(program.contexts.flatMap((c) => (c.irq === undefined ? [] : [c.irq])))];
    return named.find((n) => decider.decide(terms.eq(value.term, terms.constant(bitsOf(irq), n)))) ?? NO_IRQ;
  };
  const irqOf = (irq: EffectValue | 'all'): number | 'all' => {
    if (irq === 'all') return irq;
    const n = irqNumber(irq);
    return n === -1 && (name === 'enable_isr' || name === 'disable_isr' || name.startsWith('preempt_')) ? 'all' : n;
  };
  /** The condition of an assertion or assumption. */
  const isGiven = (): boolean => {
    const [condition] = i.arguments;
    return machine.decide(isNonZero(machine, state, condition!.type, machine.value(frame, condition!)), decider);
  };
  const isSet = (v: EffectValue, bit: number): boolean => {
    const value = operand(v);
    return isConcrete(value)
      ? ((toUnsigned(64, value) >> BigInt(bit)) & 1n) === 1n
      : decider.decide(machine.terms.bit((value as Symbolic).term, bit));
  };
  const maskValue = (open: boolean, bit: number, openWhen: 0 | 1): Value => (open === (openWhen === 1) ? 2 ** bit : 0);
  switch (effect.kind) {
    case 'close-mask':
    case 'open-mask': {
      if (effect.where !== undefined && !isSet(effect.where.value, effect.where.bit)) return () => undefined;
      return () => void (state.maskOpen = effect.kind === 'open-mask');
    }
    case 'write-mask': {
      const bit = isSet(effect.value, effect.bit) ? 1 : 0;
      const before = state.maskOpen;
      return () => {
        state.maskOpen = bit === effect.openWhen;
        return i.result === undefined ? undefined : { value: maskValue(before, effect.bit, effect.openWhen) };
      };
    }
    case 'read-mask':
      return () => ({ value: maskValue(state.maskOpen, effect.bit, effect.openWhen) });
    case 'read-and-close-mask':
      return () => {
        const before = state.maskOpen;
        state.maskOpen = false;
        return { value: before ? 0 : 1 };
      };
    case 'set-ceiling': {
      const value = number(effect.value);
      const before = state.ceiling;
      return () => {
        state.ceiling = name.startsWith('preempt_') ? value : ceilingFrom(program, value);
        return i.result === undefined ? undefined : { value: before };
      };
    }
    case 'raise-ceiling': {
      const raised = ceilingFrom(program, number(effect.value));
      return () => void (state.ceiling = Math.max(state.ceiling, raised));
    }
    case 'read-ceiling':
      return () => ({ value: name.startsWith('preempt_') ? state.ceiling : ceilingRead(program, state.ceiling) });
    case 'enable':
    case 'disable': {
      const irq = irqOf(effect.irq);
      if (!reaches(effect, irq)) return () => undefined;
      return () => void setFlags(program, state, irq, effect.kind === 'enable');
    }
    case 'pend':
    case 'unpend': {
      const irq = irqOf(effect.irq);
      if (!reaches(effect, irq)) return () => undefined;
      return () => void setPended(program, state, irq, effect.kind === 'pend');
    }
    case 'set-priority':
      return () => undefined;
    case 'set-priority-group': {
      const value = (number(effect.value) >> (effect.lowest ?? 0)) & 7;
      return () => void machine.attributedWrites.setGroup(state, value);
    }
    case 'register-isr': {
      const handler = operand(effect.handler);
      const code = typeof handler === 'number' ? machine.image.codeByObject.get(homeOf(handler)) : undefined;
      return () => {
        if (code !== undefined) registerHandler(program, state, code.fn.name);
        return i.result === undefined
          ? undefined
          : { value: i.result.type.kind === 'pointer' ? 0 : machine.arbitrary(i.result.type, `result of ${name}`) };
      };
    }
    case 'arrive':
      if (namedIsr(machine, frame) === undefined) throw new Unmodelled(`${name}() of what is not known to be an ISR`);
      return () => void (frame.arrived = false);
    case 'atomic-begin':
      return () => {
        if (state.atomicDepth++ === 0) state.awaited = undefined;
      };
    case 'atomic-end':
      return () => void (state.atomicDepth = Math.max(0, state.atomicDepth - 1));
    case 'block':
      if (machine.joinsStates && !machine.unrollsThreads) throw new Unmodelled(`${name}()`);
      if (state.atomicDepth === 0) throw new Unmodelled(`${name}() outside of an atomic section`);
      return () => ({ kind: 'ended', because: 'waits', ...(effect.spins === true ? { spins: true } : {}) });
    case 'spawn': {
      if (machine.joinsStates && !machine.unrollsThreads) throw new Unmodelled(`${name}()`);
      const [entry, parameter] = [operand(effect.entry), effect.parameter && operand(effect.parameter)];
      const given = parameter === undefined ? [] : [parameter];
      const thread = machine.program.contexts.find(
        (c) => c.kind === 'thread' && c.function === functionAt(machine, entry),
      );
      const begins = effect.runner === undefined ? thread?.function : functionAt(machine, operand(effect.runner));
      if (thread === undefined || begins === undefined)
        throw new Unmodelled(`${name}() of a function that is not known to be a thread`);
      const parameters = effect.runner === undefined ? given : [entry, ...given];
      return () => ({ value: machine.threads.numberOf(addThread(machine, state, thread, begins, parameters)) });
    }
    case 'thread-exit':
      if (runsInterrupt(machine, state)) throw new Unmodelled(`${name}() in an ISR`);
      return () => {
        const { frames } = state.running!;
        while (frames.length > 1) machine.popFrame(state, undefined);
        return machine.popFrame(state, undefined);
      };
    case 'thread-priority': {
      if (!machine.threads.hasPriorities) return () => undefined;
      const [thread, priority] = [number(effect.thread), number(effect.value)];
      return () => void machine.threads.setPriority(state, thread, priority);
    }
    case 'read-thread-priority': {
      const thread = number(effect.thread);
      return () => ({ value: machine.threads.priorityOf(state, thread) });
    }
    case 'by-priority':
      return () => ({ value: machine.threads.isByPriority ? 1 : 0 });
    case 'unknown-thread-priority':
      if (!machine.threads.isByPriority) return () => undefined;
      throw new Unmodelled(textOf(machine, frame, i) ?? name);
    case 'yield':
      return () => void machine.threads.yields(state);
    case 'sleep':
      return () => void machine.threads.sleeps(state);
    case 'self':
      // Which thread an instance of an ISR preempts is not part of its state.
      if (machine.unrollsThreads && runsInterrupt(machine, state)) throw new Unmodelled(`${name}() in an ISR`);
      return () => ({ value: machine.threads.numberOf(state.current) });
    case 'in-isr':
      return () => ({ value: runsInterrupt(machine, state) && !program.threading.interruptsAsThreads ? 1 : 0 });
    case 'exception-number': {
      const { kind, irq } = program.contexts[state.running!.context]!;
      if (kind !== 'isr') return () => ({ value: 0 });
      return () => ({
        value: irq === undefined ? machine.arbitrary(i.result!.type, `result of ${name}`) : irq + effect.base,
      });
    }
    case 'acquired':
    case 'released': {
      const lock = operand(effect.lock);
      if (machine.unrollsThreads) return () => undefined;
      if (typeof lock !== 'number') throw new Unmodelled(`${name}() of an arbitrary lock`);
      return () => {
        const { held } = state.thread;
        const at = held.lastIndexOf(lock);
        if (effect.kind === 'acquired') state.thread.held = [...held, lock];
        else if (at >= 0) state.thread.held = held.filter((_, n) => n !== at);
        return undefined;
      };
    }
    case 'waits-for': {
      const address = operand(effect.lock);
      const size = number(effect.size);
      return () => void (state.awaited = typeof address === 'number' ? { address, size } : undefined);
    }
    case 'unmodelled':
      throw new Unmodelled(textOf(machine, frame, i) ?? name);
    case 'misuse':
      if (!machine.joinsStates || machine.unrollsThreads) return () => undefined;
      return () => machine.failure('assertion', textOf(machine, frame, i) ?? name, frame, i);
    case 'assume': {
      const holds = isGiven();
      return () => (holds ? undefined : { kind: 'ended', because: 'assumption' });
    }
    case 'assert':
    case 'fail': {
      if (failsWhenReached(effect, name, i))
        return () => machine.failure('assertion', failureText(machine, frame, i, name), frame, i);
      const holds = isGiven();
      return () => (holds ? undefined : machine.failure('assertion', unmetText(machine, frame, i), frame, i));
    }
    case 'exit':
      return () => ({ kind: 'ended', because: 'exit' });
    case 'nondet':
      return () => (i.result === undefined ? undefined : { value: nondet(machine, i.result.type, name) });
    case 'at-exit':
      return () => (i.result === undefined ? undefined : { value: 0 });
    case 'wait-for-interrupt': {
      const sleeps = effect.where === undefined || isSet(effect.where.value, effect.where.bit);
      return () => {
        const { running } = state;
        if (sleeps && running !== undefined) running.sleeps++;
      };
    }
    case 'nothing':
    case 'expect-atomic-begin':
    case 'expect-atomic-end':
      return () => undefined;
    case 'allocate': {
      const size = allocationSize(machine, frame, i, name, decider);
      return () => ({ value: heapObject(machine, state, frame, i, name, size) });
    }
    case 'free': {
      const p = operand(effect.pointer);
      if (typeof p !== 'number') throw new Unmodelled('free of an arbitrary pointer');
      if (p === 0) return () => undefined;
      const info = state.memory.info(objectOf(p));
      if (info?.kind !== 'heap' || offsetOf(p) !== 0) {
        const why =
          info === undefined ? 'free of what is freed already' : `free of ${info.name}, which malloc did not give`;
        return () => machine.failure('invalid-access', why, frame, i);
      }
      return () => void state.memory.free(objectOf(p));
    }
    default:
      throw new Unmodelled(`${name}()`);
  }
}

function functionAt({ image }: InstructionContext, address: Value): string | undefined {
  return typeof address === 'number' ? image.codeByObject.get(homeOf(address))?.fn.name : undefined;
}

function runsInterrupt({ program }: InstructionContext, state: State): boolean {
  return program.contexts[state.running!.context]!.kind === 'isr';
}

/** The first argument, where it is a text that is known. */
function textOf(machine: InstructionContext, frame: Frame, i: CallInstruction): string | undefined {
  const words = machine.value(frame, i.arguments[0]!);
  return typeof words === 'number' ? machine.image.text(words) : undefined;
}

function nondet(machine: InstructionContext, type: Type, name: string): Value {
  const value = machine.arbitrary(type, `result of ${name}`);
  // Booleans are 0 or 1 in a wider type; rand() is not negative.
  if (!name.endsWith('_bool') && name !== 'rand') return value;
  const { arithmetic, terms } = machine;
  const term = arithmetic.term(type, value);
  const { bits } = type as IntType;
  const kept = name === 'rand' ? bits - 1 : 1;
  return arithmetic.value(type, kept >= bits ? term : terms.zext(terms.truncate(term, kept), bits));
}

/** __CPROVER_assert and others are given words for their condition. */
function unmetText(machine: InstructionContext, frame: Frame, i: CallInstruction): string {
  const words = i.arguments[1]?.type.kind === 'pointer' ? machine.value(frame, i.arguments[1]) : undefined;
  const text = typeof words === 'number' ? machine.image.text(words) : undefined;
  return text === undefined || text === '' ? 'the assertion does not hold' : `assertion ${text}`;
}

/** The text of assert(): C libraries pass it first, or last, besides the names of the file and the function. */
function failureText(machine: InstructionContext, frame: Frame, i: CallInstruction, name: string): string {
  const isFile = /\.(?:c|h|cc|hh|cpp|hpp|cxx|hxx|ino|S)$/i;
  for (const argument of i.arguments) {
    if (argument.type.kind !== 'pointer') continue;
    const value = machine.value(frame, argument);
    const text = typeof value === 'number' ? machine.image.text(value) : undefined;
    if (text === undefined || text === '' || isFile.test(text) || text === frame.code.fn.sourceName) continue;
    return `assertion ${text}`;
  }
  return `${name}()`;
}
