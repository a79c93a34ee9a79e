// Which bytes an access touches: valid ones of a living object, or the execution fails. An arbitrary offset is kept inside of its object, and
// decided where others see which bytes are accessed.

import type { Instruction } from '../ir/instruction.js';
import { possibleValues } from '../solve/possible-values.js';
import { Unmodelled } from './arithmetic.js';
import type { Decider } from './decider.js';
import type { Machine } from './machine.js';
import { Stop } from './machine.js';
import type { Frame, State } from './state.js';
import { OFFSET_BITS, pointer, SymbolicPointer, type Value } from './value.js';

export function validAddress(
  machine: Machine,
  state: State,
  frame: Frame,
  i: Instruction,
  address: Value,
  size: number,
): number {
  if (typeof address !== 'number') throw new Unmodelled('an access through an arbitrary pointer');
  const why = state.memory.invalid(address, size);
  if (why !== undefined) throw new Stop(machine.failure('invalid-access', why, frame, i));
  return address;
}

/** Others see which bytes are accessed, so an arbitrary offset is decided: by halving, until one is left. */
export function concreteAddress(
  machine: Machine,
  state: State,
  frame: Frame,
  i: Instruction,
  address: Value,
  size: number,
  decider: Decider,
): number {
  if (!(address instanceof SymbolicPointer)) return validAddress(machine, state, frame, i, address, size);
  const { terms } = machine;
  const limit = inBounds(machine, state, frame, i, address, size, decider);
  const values = possibleValues(terms, address.offset);
  if (values !== undefined) {
    const inside = values.filter((v) => terms.wideValue(v) <= BigInt(limit));
    const chosen = inside.find((v, n) => n === inside.length - 1 || decider.decide(terms.eq(address.offset, v)));
    if (chosen !== undefined) return pointer(address.object, Number(terms.wideValue(chosen)));
  }
  const step = alignmentOf(machine, address);
  let [low, high] = [0, Math.floor(limit / step)];
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (decider.decide(terms.ule(address.offset, terms.constant(OFFSET_BITS, middle * step)))) high = middle;
    else low = middle + 1;
  }
  return pointer(address.object, low * step);
}

/** The largest valid start of an access; the offset is within it from here on. */
export function inBounds(
  machine: Machine,
  state: State,
  frame: Frame,
  i: Instruction,
  address: SymbolicPointer,
  size: number,
  decider: Decider,
): number {
  const { terms } = machine;
  const info = state.memory.info(address.object);
  if (info === undefined) throw new Stop(machine.failure('invalid-access', 'object no longer exists', frame, i));
  const limit = info.size - size;
  const inside = limit >= 0 && decider.decide(terms.ule(address.offset, terms.constant(OFFSET_BITS, limit)));
  if (!inside)
    throw new Stop(
      machine.failure('invalid-access', `an index outside of ${info.name}, which has ${info.size} bytes`, frame, i),
    );
  return limit;
}

/** What every value of the offset is a multiple of. */
export function alignmentOf(machine: Machine, address: SymbolicPointer): number {
  const zeros = machine.terms.knownZeros(machine.terms.truncate(address.offset, 32));
  let step = 1;
  while (step < 16 && (zeros & step) !== 0) step *= 2;
  return step;
}
