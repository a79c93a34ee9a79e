// What may have been just as well where an access is torn: its parts in the other order; its variable at another value,
// as far as the bits allow that all writes to it together leave the same; objects at other addresses. A few are tried,
// at which a small step changes several parts at once, also near those at which a comparison turns out otherwise.

import { accessedType, isAccess } from '../../ir/instruction-class.js';
import { constantBits, NOTHING_KNOWN } from '../../ir/known-bits.js';
import type { Memory } from '../../machine/memory/memory.js';
import { fromBigInt, isConcrete, objectOf, pointer, toUnsigned } from '../../machine/memory/value.js';
import type { Region } from '../../model/program.js';
import type { Confirmer } from '../confirm.js';
import type { Assumption } from './assumption.js';
import { latchContents } from './latch-contents.js';
import { valuesToTry, writtenBits } from './variable-values.js';
import { stepName, type Witness } from './witness.js';

/** Wider accesses are judged as they were. */
const MAX_BYTES = 8;

/** Values of the variable at which something is decided otherwise, of one that is read so from a memory. */
export type TurningValues = (valueIn: (memory: Memory) => bigint | undefined) => readonly bigint[];

export function* assumptions(confirmer: Confirmer, witness: Witness, turning: TurningValues): Iterable<Assumption> {
  yield { witness };
  yield { witness: otherOrder(witness) };
  if (confirmer.objects.isDevice(witness.state, objectOf(witness.triple.byte)))
    for (const { witness: changed, text } of latchContents(confirmer, witness)) {
      yield { witness: changed, text };
      yield { witness: otherOrder(changed), text };
    }
  else yield* assumedValues(confirmer, witness, turning);
}

/** Neighbours differ in each of the last two bytes of their addresses. */
const APART = 0x0110;
const MAX_OBJECTS = 80;

/** Which part comes first is the machine's choice. */
function otherOrder(witness: Witness): Witness {
  const { unit, firstStep, descending } = witness;
  const name = stepName(unit, firstStep);
  const others = [...descending].filter((n) => n !== name);
  return { ...witness, descending: new Set(descending.has(name) ? others : [...others, name]) };
}

/** Torn behind so many of its parts, counted from the first byte, in both orders. */
function* tornBehind(parts: number, count: number, witness: Witness): Iterable<Witness> {
  const { starts, together, preemption, firstStep } = witness;
  if (together.length !== 1 || parts >= count) {
    yield witness;
    return yield otherOrder(witness);
  }
  const isDescending = witness.descending.has(stepName(witness.unit, firstStep));
  const behind = (done: number): Witness => {
    const moved = { ...preemption, at: firstStep + done };
    const replaced = (list: typeof starts): typeof starts => list.map((s) => (s === preemption ? moved : s));
    return { ...witness, preemption: moved, starts: replaced(starts), together: replaced(together) };
  };
  yield behind(isDescending ? count - parts : parts);
  yield otherOrder(behind(isDescending ? parts : count - parts));
}

function* assumedValues(
  { machine, objects, describer }: Confirmer,
  witness: Witness,
  turning: TurningValues,
): Iterable<Assumption> {
  const { state, torn } = witness;
  const whole = torn?.whole;
  if (torn === undefined || whole === undefined) return;
  if (whole.access.arbitrary !== undefined || whole.access.size > MAX_BYTES) return;
  if (isAccess(torn.instruction) && accessedType(torn.instruction).kind === 'pointer') {
    // There must be room for all.
    if (whole.access.size === 2 && [...state.memory.exposedObjects()].length > MAX_OBJECTS) return;
    const changed = state.clone();
    changed.memory.relocate(APART);
    const text = 'with objects at addresses that differ in all bytes';
    yield { witness: { ...witness, state: changed }, text };
    return yield { witness: otherOrder({ ...witness, state: changed }), text };
  }
  const { object, offset, size } = whole.access;
  const at = pointer(object, offset);
  const bits = size * 8;
  const numberIn = (memory: Memory): bigint | undefined => {
    const value = memory.loadInteger(at, size, bits);
    return isConcrete(value) ? BigInt(toUnsigned(bits, value)) : undefined;
  };
  const current = numberIn(state.memory);
  const [id] = objects.of(state, object);
  if (current === undefined || id === undefined || object >= state.memory.staticCount) return;
  const initially = numberIn(machine.image.memory);
  const region: Region = { object: id, offset, stride: 0, low: offset, high: offset + 1, size };
  const initial = initially === undefined ? NOTHING_KNOWN : constantBits(bits, initially);
  const known = writtenBits(machine.program, region, initial);
  for (const { value, border } of valuesToTry(bits, whole.bytes * 8, known, current, turning(numberIn))) {
    const changed = state.clone();
    changed.memory.storeInteger(at, size, fromBigInt(bits, value));
    const { what, value: text } = describer.scalar(changed.memory, object, offset);
    const parts = border === undefined ? Number.POSITIVE_INFINITY : border / 8 / whole.bytes;
    for (const torn of tornBehind(parts, size / whole.bytes, { ...witness, state: changed }))
      yield { witness: torn, text: `with ${what} at ${text}` };
  }
}
