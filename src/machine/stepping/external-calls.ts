// Calls of functions that have no body. One that is known does what its summary says; of any other, what its arguments
// lead to is arbitrary afterwards, but for what they point to as constant. Memory that other contexts see is read and
// written in the one step that the call is: each byte at most once, and what is written is arbitrary, so that who comes
// in the middle of the real function sees nothing else than who comes before or behind this one.

import type { CallInstruction } from '../../ir/instruction.js';
import type { IntType } from '../../ir/type.js';
import { externalSummary } from '../../model/known-calls.js';
import type { ExternalSummary } from '../../model/libc.js';
import type { Event } from '../event.js';
import {
  homeOf,
  isConcrete,
  objectOf,
  offsetOf,
  pointer,
  SymbolicPointer,
  toUnsigned,
  type Value,
} from '../memory/value.js';
import type { Outcome } from '../outcome.js';
import type { Frame, State } from '../state.js';
import { accessEvent, isDevice, isVisibleAddress } from './accessed.js';
import { Unmodelled } from './arithmetic.js';
import { finish } from './callee.js';
import type { InstructionContext } from './instruction-context.js';
import { registeredHandlers, registerWith } from './registration.js';

/** More of what others see than this, and the call is not modelled. */
const MOST_BYTES = 4096;

/** A pointer that the function is given, and what it does with what is there. */
interface Given {
  readonly at: number;
  readonly object: number;
  readonly bytes: number;
  /** `any`: nothing is known, it may also follow pointers that are there. `leads`: it may follow them only. */
  readonly use: 'R' | 'W' | 'any' | 'leads';
}

/** Memory that others see. */
export interface SeenByOthers {
  readonly operation: 'R' | 'W';
  readonly at: number;
  readonly bytes: number;
}

/** What the call does to it; undefined where that is not known. */
export function seenByOthers(
  machine: InstructionContext,
  state: State,
  i: CallInstruction,
  name: string,
  values: readonly Value[],
): readonly SeenByOthers[] | undefined {
  const given = givenTo(machine, state, i, name, values);
  return unknownAmong(state, given, reachedBy(state, given)) === undefined ? visibleAmong(state, given) : undefined;
}

function givenTo(
  machine: InstructionContext,
  state: State,
  i: CallInstruction,
  name: string,
  values: readonly Value[],
): readonly Given[] {
  const registered = registeredHandlers(machine, state, i, name, values);
  const summary = externalSummary(name);
  const constant = machine.program.module.functions.get(name)?.constPointees;
  const limit = summary?.limit === undefined ? undefined : values[summary.limit];
  return values.flatMap((value, n): Given[] => {
    if (registered.some((r) => r.cookie === n)) return [];
    if (i.arguments[n]!.type.kind !== 'pointer') return [];
    // Of an element that is not known, it may be all.
    const isSomewhere = value instanceof SymbolicPointer;
    const object = isSomewhere ? value.object : typeof value === 'number' ? homeOf(value) : 0;
    if (object === 0) return [];
    const at = isSomewhere ? pointer(object, 0) : (value as number);
    const rest = Math.max(0, (state.memory.info(object)?.size ?? 0) - offsetOf(at));
    if (summary === undefined) return [{ at, object, bytes: rest, use: constant?.has(n) === true ? 'leads' : 'any' }];
    const isWritten = summary.writes.includes(n);
    const most = isWritten && limit !== undefined && isConcrete(limit) ? numberOf(i, summary.limit!, limit) : rest;
    return [{ at, object, bytes: Math.min(rest, most), use: isWritten ? 'W' : 'R' }];
  });
}

function numberOf(i: CallInstruction, n: number, value: Value): number {
  const { bits } = i.arguments[n]!.type as IntType;
  return Number(toUnsigned(bits, value as number));
}

/** Objects that may be written, in ways that nobody knows. */
function reachedBy(state: State, given: readonly Given[]): ReadonlySet<number> {
  const from = (use: Given['use']): readonly number[] => given.filter((g) => g.use === use).map((g) => g.object);
  const reached = new Set(state.memory.reachable(from('any')));
  const constant = new Set(from('leads'));
  for (const object of state.memory.reachable(constant)) if (!constant.has(object)) reached.add(object);
  return reached;
}

/** An object that others see and of which it is not known what the function does to it. */
function unknownAmong(state: State, given: readonly Given[], reached: ReadonlySet<number>): number | undefined {
  const isSeen = (object: number): boolean => {
    const info = state.memory.info(object);
    return info?.visible === true && !info.constant;
  };
  const isTooMuch = ({ at, object, bytes }: Given): boolean =>
    isSeen(object) && (isDevice(state, at) || (bytes > MOST_BYTES && isVisibleAddress(state, at, bytes)));
  return [...reached].find(isSeen) ?? given.find(isTooMuch)?.object;
}

function visibleAmong(state: State, given: readonly Given[]): readonly SeenByOthers[] {
  return given.flatMap(({ at, object, bytes, use }): SeenByOthers[] => {
    if (use === 'any' || bytes === 0 || state.memory.info(object)!.constant) return [];
    if (!isVisibleAddress(state, at, bytes)) return [];
    return [{ operation: use === 'W' ? 'W' : 'R', at, bytes }];
  });
}

/** It may have written what its arguments reach, and returns anything. */
export function callExternal(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: CallInstruction,
  name: string,
  values: readonly Value[],
  events: Event[],
): Outcome | undefined {
  if (/^_?_?(?:sig)?(?:set|long)jmp$/.test(name)) throw new Unmodelled(`${name}()`);
  const registered = registeredHandlers(machine, state, i, name, values);
  const summary = externalSummary(name);
  if (summary !== undefined && !hasPointers(i, summary)) throw new Unmodelled(`${name} with such arguments`);
  const given = givenTo(machine, state, i, name, values);
  const reached = reachedBy(state, given);
  const unknown = unknownAmong(state, given, reached);
  if (unknown !== undefined) throw new Unmodelled(`what ${name}() does to ${state.memory.info(unknown)!.name}`);
  const seen = visibleAmong(state, given);
  const isSeen = new Set(seen.filter((s) => s.operation === 'W').map((s) => objectOf(s.at)));
  const written = given.filter((g) => g.use === 'W' && !isSeen.has(g.object)).map((g) => g.object);
  for (const object of [...reached, ...written]) {
    const info = state.memory.info(object);
    if (info !== undefined && !info.constant && info.kind !== 'function') state.memory.scramble(object);
  }
  for (const s of seen) access(machine, state, i, s, events);
  const text = summary?.text === undefined ? undefined : values[summary.text];
  const end = given.find((g) => g.at === text);
  if (typeof text === 'number') endText(state, homeOf(text), end?.use === 'W' ? end : undefined);
  events.push({
    kind: 'call',
    context: state.running!.context,
    callee: name,
    arguments: values,
    instruction: i.id,
    function: frame.code.fn.name,
  });
  for (const { isr, cookie } of registered)
    registerWith(machine, state, isr, cookie === undefined ? undefined : values[cookie]);
  if (i.noReturn) return { kind: 'ended', because: 'exit' };
  if (summary === undefined || summary.mayWait === true) machine.threads.sleeps(state);
  if (i.result === undefined) return finish(frame, i, undefined);
  const isGiven = text !== undefined && summary?.returns === summary?.text && i.result.type.kind === 'pointer';
  return finish(frame, i, isGiven ? text : machine.arbitrary(i.result.type, `result of ${name}`));
}

/** In pieces of the atomic width, as events; all in one step. */
function access(
  machine: InstructionContext,
  state: State,
  i: CallInstruction,
  { operation, at, bytes }: SeenByOthers,
  events: Event[],
): void {
  const byte: IntType = { kind: 'int', bits: 8 };
  const { name } = state.memory.info(objectOf(at))!;
  const isRead = operation === 'R';
  for (let done = 0; done < bytes; done++) {
    const p = at + done;
    const value = isRead ? state.memory.loadInteger(p, 1, 8) : machine.arbitrary(byte, name);
    if (!isRead) machine.image.store(state.memory, p, byte, value);
    if (isVisibleAddress(state, p, 1)) events.push(accessEvent(state, i.id, operation, p, 1, value));
  }
}

/** Whatever a text says, it ends within what the function was given. */
function endText({ memory }: State, object: number, given: Given | undefined): void {
  const info = memory.info(object);
  if (info === undefined || info.constant || info.kind === 'function' || info.size === 0 || given?.bytes === 0) return;
  const end = given === undefined ? pointer(object, info.size - 1) : given.at + given.bytes - 1;
  memory.storeInteger(end, 1, 0);
}

/** Are the arguments that the function is known to work on pointers? */
function hasPointers(i: CallInstruction, { reads, writes }: ExternalSummary): boolean {
  const needed = [...(reads === 'all' ? [] : reads), ...writes];
  return needed.every((n) => i.arguments[n]?.type.kind === 'pointer');
}
