// What may have been just as well where an access is torn: its parts in the other order; its variable at another value,
// as far as the bits allow that all writes to it together leave the same; objects at other addresses. A few are tried,
// at which a small step changes several parts at once.

import { accessedType, isAccess } from '../../ir/instruction-class.js';
import { constantBits, NOTHING_KNOWN } from '../../ir/known-bits.js';
import { fromBigInt, isConcrete, objectOf, pointer, toUnsigned } from '../../machine/memory/value.js';
import type { Region } from '../../model/program.js';
import type { Confirmer } from '../confirm.js';
import type { Assumption } from './assumption.js';
import { latchContents } from './latch-contents.js';
import { valuesToTry, writtenBits } from './variable-values.js';
import { stepName, type Witness } from './witness.js';

/** Wider accesses are judged as they were. */
const MAX_BYTES = 8;

export function* assumptions(confirmer: Confirmer, witness: Witness): Iterable<Assumption> {
  yield { witness };
  yield { witness: otherOrder(witness) };
  const isDevice = confirmer.objects.isDevice(witness.state, objectOf(witness.triple.byte));
  const assumed = isDevice ? latchContents(confirmer, witness) : assumedValues(confirmer, witness);
  for (const { witness: changed, text } of assumed) {
    yield { witness: changed, text };
    yield { witness: otherOrder(changed), text };
  }
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

function* assumedValues({ machine, objects, describer }: Confirmer, witness: Witness): Iterable<Assumption> {
  const { state, torn } = witness;
  const whole = torn?.whole;
  if (torn === undefined || whole === undefined) return;
  if (whole.access.arbitrary !== undefined || whole.access.size > MAX_BYTES) return;
  if (isAccess(torn.instruction) && accessedType(torn.instruction).kind === 'pointer') {
    // There must be room for all.
    if (whole.access.size === 2 && [...state.memory.exposedObjects()].length > MAX_OBJECTS) return;
    const changed = state.clone();
    changed.memory.relocate(APART);
    yield { witness: { ...witness, state: changed }, text: 'with objects at addresses that differ in all bytes' };
    return;
  }
  const { object, offset, size } = whole.access;
  const at = pointer(object, offset);
  const bits = size * 8;
  const numberIn = (memory: typeof state.memory): bigint | undefined => {
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
  for (const value of valuesToTry(bits, whole.bytes * 8, known, current)) {
    const changed = state.clone();
    changed.memory.storeInteger(at, size, fromBigInt(bits, value));
    const { what, value: text } = describer.scalar(changed.memory, object, offset);
    yield { witness: { ...witness, state: changed }, text: `with ${what} at ${text}` };
  }
}
