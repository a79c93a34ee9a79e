// Reads and writes at arbitrary offsets of one object: exact, by cases over all offsets.

import type { Type } from '../ir/type.js';
import type { AccessInstruction } from './access.js';
import { alignmentOf, concreteAddress, inBounds } from './address.js';
import { Unmodelled } from './arithmetic.js';
import { atomicAccess } from './atomic-access.js';
import type { Decider } from './decider.js';
import type { Outcome } from './event.js';
import type { Machine } from './machine.js';
import type { Frame, State } from './state.js';
import { OFFSET_BITS, type SymbolicPointer } from './value.js';

/** Objects with more places are not modelled. */
const MAX_CASES = 1024;

export function symbolicAccess(
  machine: Machine,
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
  const step = alignmentOf(machine, address);
  if (limit / step > MAX_CASES)
    throw new Unmodelled(
      `an arbitrary index into ${state.memory.info(address.object)!.name}, which is too large for it`,
    );
  const bits = size * 8;
  if (i.op === 'load') {
    let result = state.memory.loadTerm(address.object, limit - (limit % step), size);
    for (let at = limit - (limit % step) - step; at >= 0; at -= step) {
      result = terms.ite(
        terms.eq(address.offset, terms.constant(OFFSET_BITS, at)),
        state.memory.loadTerm(address.object, at, size),
        result,
      );
    }
    frame.registers[i.result.index] = arithmetic.value(
      type,
      terms.truncate(result, type.kind === 'int' ? type.bits : bits),
    );
  } else {
    const value = terms.zext(arithmetic.term(type, machine.value(frame, i.value)), bits);
    for (let at = 0; at <= limit; at += step) {
      const old = state.memory.loadTerm(address.object, at, size);
      state.memory.storeTerm(
        address.object,
        at,
        size,
        terms.ite(terms.eq(address.offset, terms.constant(OFFSET_BITS, at)), value, old),
      );
    }
  }
  frame.index++;
  return undefined;
}
