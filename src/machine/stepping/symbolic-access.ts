// Reads and writes at arbitrary offsets of one object: exact, by cases over all offsets.

import type { AccessInstruction } from '../../ir/instruction.js';
import type { Type } from '../../ir/type.js';
import type { Term } from '../../solve/term.js';
import { OFFSET_BITS, type SymbolicPointer } from '../memory/value.js';
import type { Outcome } from '../outcome.js';
import type { Frame, State } from '../state.js';
import { concreteAddress, inBounds, offsetsWithin } from './address.js';
import { Unmodelled } from './arithmetic.js';
import { atomicAccess } from './atomic-access.js';
import type { Decider } from './decider.js';
import type { InstructionContext } from './instruction-context.js';

/** Objects with more places are not modelled. */
const MAX_CASES = 1024;

export function symbolicAccess(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: AccessInstruction,
  address: SymbolicPointer,
  type: Type,
  size: number,
  decider: Decider,
): Outcome | undefined {
  const { terms, arithmetic } = machine;
  const isNumber = type.kind === 'int' || type.kind === 'float';
  if (i.op === 'atomicrmw' || i.op === 'cmpxchg' || !isNumber) {
    // Pointers are no terms: the offset is decided instead.
    const p = concreteAddress(machine, state, frame, i, address, size, decider);
    if (i.op === 'load') frame.registers[i.result.index] = machine.image.load(state.memory, p, type);
    else if (i.op === 'store') machine.image.store(state.memory, p, type, machine.value(frame, i.value));
    else atomicAccess(machine, state, frame, i, p, decider);
    frame.index++;
    return undefined;
  }
  const limit = inBounds(machine, state, frame, i, address, size, decider);
  const { first, step, count, few } = offsetsWithin(terms, address.offset, limit);
  if (count > MAX_CASES)
    throw new Unmodelled(
      `an arbitrary index into ${state.memory.info(address.object)!.name}, which is too large for it`,
    );
  const bits = size * 8;
  const offsets = few ?? Array.from({ length: count }, (_, n) => first + n * step);
  const isAt = (at: number): Term => terms.eq(address.offset, terms.constant(OFFSET_BITS, BigInt(at)));
  if (i.op === 'load') {
    let result = state.memory.loadTerm(address.object, offsets.at(-1)!, size);
    for (const at of offsets.slice(0, -1).reverse())
      result = terms.ite(isAt(at), state.memory.loadTerm(address.object, at, size), result);
    frame.registers[i.result.index] = arithmetic.value(
      type,
      terms.truncate(result, type.kind === 'int' ? type.bits : bits),
    );
  } else {
    const value = terms.zext(arithmetic.term(type, machine.value(frame, i.value)), bits);
    for (const at of offsets) {
      const old = state.memory.loadTerm(address.object, at, size);
      state.memory.storeTerm(address.object, at, size, terms.ite(isAt(at), value, old));
    }
  }
  frame.index++;
  return undefined;
}
