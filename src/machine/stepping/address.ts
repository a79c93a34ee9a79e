// Which bytes an access touches: valid ones of a living object, or the execution fails. An arbitrary offset is kept
// inside of its object, and decided where others see which bytes are accessed.

import type { Instruction } from '../../ir/instruction.js';
import { possibleValues } from '../../solve/possible-values.js';
import { progressionOf } from '../../solve/progression.js';
import type { Term, Terms } from '../../solve/term.js';
import { OFFSET_BITS, pointer, Symbolic, SymbolicPointer, type Value } from '../memory/value.js';
import type { Frame, State } from '../state.js';
import { Unmodelled } from './arithmetic.js';
import type { Decider } from './decider.js';
import { type InstructionContext, Stop } from './instruction-context.js';

export function validAddress(
  machine: InstructionContext,
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
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: Instruction,
  address: Value,
  size: number,
  decider: Decider,
): number {
  if (!(address instanceof SymbolicPointer)) return validAddress(machine, state, frame, i, address, size);
  const { terms } = machine;
  if (address.object === 0)
    return validAddress(machine, state, frame, i, absoluteAddress(machine, address, decider), size);
  const limit = inBounds(machine, state, frame, i, address, size, decider);
  const offsets = offsetsWithin(terms, address.offset, limit);
  if (offsets.few !== undefined) {
    const { few } = offsets;
    const chosen = few.findIndex(
      (at, n) =>
        n === few.length - 1 || decider.decide(terms.eq(address.offset, terms.constant(OFFSET_BITS, BigInt(at)))),
    );
    return pointer(address.object, few[chosen]!);
  }
  const { first, step, count } = offsets;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const at = terms.constant(OFFSET_BITS, BigInt(first + middle * step));
    if (decider.decide(terms.ule(address.offset, at))) high = middle;
    else low = middle + 1;
  }
  return pointer(address.object, first + low * step);
}

/** Device registers lie anywhere: one of the few that the address can be, if they are few. */
function absoluteAddress(machine: InstructionContext, { offset }: SymbolicPointer, decider: Decider): number {
  return pointer(0, Number(machine.concrete(new Symbolic(offset), ARBITRARY_REGISTER, decider)));
}

const ARBITRARY_REGISTER = 'an access to device registers at an arbitrary address';

/** The largest valid start of an access; the offset is within it from here on. */
export function inBounds(
  machine: InstructionContext,
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
  if (address.object === 0) throw new Unmodelled(ARBITRARY_REGISTER);
  const limit = info.size - size;
  const inside = limit >= 0 && decider.decide(terms.ule(address.offset, terms.constant(OFFSET_BITS, limit)));
  if (!inside)
    throw new Stop(
      machine.failure('invalid-access', `an index outside of ${info.name}, which has ${info.size} bytes`, frame, i),
    );
  return limit;
}

/** Offsets at equal distances; or, where they are few by what they depend on, just these. */
export interface Offsets {
  readonly first: number;
  readonly step: number;
  readonly count: number;
  readonly few?: readonly number[];
}

/** All that an offset can be, given that it is between 0 and the limit. */
export function offsetsWithin(terms: Terms, offset: Term, limit: number): Offsets {
  const few = possibleValues(terms, offset)
    ?.map((value) => terms.wideValue(value))
    .filter((value) => value <= BigInt(limit))
    .map(Number);
  if (few !== undefined && few.length > 0) return { first: few[0]!, step: 1, count: few.length, few };
  const { low, high, step, residue } = progressionOf(terms, offset);
  const distance = step === 0n ? 1 : Number(step);
  const from = low > 0n ? low : 0n;
  const first = Number(step === 0n ? residue : from + ((((residue - from) % step) + step) % step));
  const last = high < BigInt(limit) ? Number(high) : limit;
  const count = Math.floor((last - first) / distance) + 1;
  // Without any the execution does not get here, and it does not matter.
  return first >= 0 && count > 0 ? { first, step: distance, count } : { first: 0, step: 1, count: 1 };
}
