// Handlers that are given to functions without a body: from that call on they may start, with the arguments that they
// were registered with.

import type { CallInstruction } from '../../ir/instruction.js';
import type { IntType } from '../../ir/type.js';
import type { Context } from '../../model/program.js';
import { cookieOf } from '../../model/registration.js';
import { homeOf, isConcrete, pointer, type Value } from '../memory/value.js';
import type { State } from '../state.js';
import { Unmodelled } from './arithmetic.js';
import type { InstructionContext } from './instruction-context.js';

interface Registered {
  readonly isr: Context;
  /** The argument of the call that it gets back. */
  readonly cookie: number | undefined;
}

/** The ISRs that a call installs. Functions that it may call otherwise are not modelled. */
export function registeredHandlers(
  machine: InstructionContext,
  state: State,
  i: CallInstruction,
  callee: string,
  values: readonly Value[],
): readonly Registered[] {
  const { module, contexts } = machine.program;
  const found: Registered[] = [];
  const objects: number[] = [];
  const called: string[] = [];
  values.forEach((value, n) => {
    if (i.arguments[n]!.type.kind !== 'pointer' || typeof value !== 'number' || homeOf(value) === 0) return;
    const code = machine.image.codeByObject.get(homeOf(value));
    if (code === undefined) return void objects.push(homeOf(value));
    if (code.blocks.length === 0) return;
    const context = contexts.find((c) => c.kind !== 'main' && c.function === code.fn.name);
    if (context?.registeredAt?.includes(i.id) === true)
      found.push({ isr: context, cookie: cookieOf(module, i, callee, n) });
    // That threads are not run is said elsewhere.
    else if (context?.kind !== 'thread') called.push(code.fn.name);
  });
  if (called.length > 0) throw new Unmodelled(`${callee}(), which may call ${called.join(', ')}`);
  const inObjects = machine.isrs.filter(
    (c) => c.registeredAt?.includes(i.id) === true && found.every((f) => f.isr !== c),
  );
  if (inObjects.length === 0) return found;
  const reachable = state.memory.reachable(objects);
  for (const isr of inObjects)
    if (reachable.has(machine.image.symbols.get(isr.function)!)) found.push({ isr, cookie: undefined });
  return found;
}

/** From now on the ISR may start, with this argument or one that it was registered with before. */
export function registerWith(
  machine: InstructionContext,
  state: State,
  isr: Context,
  argument: Value | undefined,
): void {
  state.flags[isr.id] = true;
  if (isr.given === undefined || argument === undefined) return;
  if (machine.joinsStates && state.running!.context !== machine.program.contexts[0]!.id)
    throw new Unmodelled(`that an ISR registers ${isr.name}`);
  const { memory } = state;
  const width = machine.program.target.pointerBytes;
  const home = machine.image.symbols.get(isr.given.symbol)!;
  const word: IntType = { kind: 'int', bits: 8 * width };
  const count = memory.loadInteger(pointer(home, 0), width, 8 * width);
  if (!isConcrete(count)) throw new Unmodelled(`a choice of arguments for ${isr.name}`);
  const slots = Number(count);
  for (let n = 0; n < slots; n++)
    if (typeof argument === 'number' && memory.loadPointer(pointer(home, (n + 1) * width)) === argument) return;
  if (slots >= isr.given.slots) throw new Unmodelled(`more than ${slots} different arguments for ${isr.name}`);
  machine.image.store(memory, pointer(home, (slots + 1) * width), { kind: 'pointer', addressSpace: 0 }, argument);
  machine.image.store(memory, pointer(home, 0), word, slots + 1);
}
