// What a register may have held that is taken for a latch: its content is arbitrary, so that a few are tried, at which
// bits that are set and bits that are cleared show, but none that cannot have been set yet. From there on it holds what
// is written to it.

import { accessedType, isAccess } from '../../ir/instruction-class.js';
import { objectOf, offsetOf, pointer } from '../../machine/memory/value.js';
import type { State } from '../../machine/state.js';
import { deviceInput } from '../../machine/stepping/device.js';
import { rememberedBits } from '../../model/registers.js';
import type { Confirmer } from '../confirm.js';
import type { Assumption } from './assumption.js';
import { notYetSet } from './not-yet-set.js';
import type { Witness } from './witness.js';

/**
 * A byte of each content that is tried, besides what the unit and those that preempt it have read next in the execution
 * that was found: o2 may depend on that.
 */
const BYTES = [0x00, 0xff, 0x55, 0xaa];

function repeated(byte: number, times: number): bigint {
  return BigInt(`0x${byte.toString(16).padStart(2, '0').repeat(times)}`);
}

function byteOf(content: bigint, n: number): number {
  return Number((content >> BigInt(8 * n)) & 0xffn);
}

/** Nothing where the finding is about memory, or about a register that is no latch. */
export function* latchContents(confirmer: Confirmer, witness: Witness): Iterable<Assumption> {
  const { machine, objects, describer } = confirmer;
  const { state, triple } = witness;
  const bytes = registerBytes(confirmer, witness);
  if (bytes.length === 0 || !objects.isLatch(state, placeOf(bytes))) return;
  const { object, offset, size } = placeOf(bytes);
  const asked = deviceInput(machine, state, bytes[0]!);
  const read = [witness.unit, ...witness.together.map((start) => start.label)].map((label) =>
    witness.inputs.next(label, asked, witness.inputsRead),
  );
  const off = notYetSet(machine.program, triple, { objects: objects.of(state, object), offset, size });
  const tried = [read[0]!, ...BYTES.map((byte) => repeated(byte, size)), ...read.slice(1)];
  const contents = tried.map((c) => BigInt.asUintN(size * 8, c) & ~off);
  for (const content of new Set(contents)) {
    const latches = new Map(bytes.map((at, n) => [at, withFlags(confirmer, state, at, byteOf(content, n))]));
    const changed = state.clone();
    changed.latches = latches;
    const held = [...latches.values()].toReversed().map((b) => b.toString(16).padStart(2, '0'));
    const text = `with ${describer.bytes(machine.image.memory, object, offset, size)} at 0x${held.join('')}`;
    yield { witness: { ...witness, triple, state: changed }, text };
  }
}

/** The whole register that the finding is about: as wide as what accesses it, where its address is not known before. */
function registerBytes({ machine, objects }: Confirmer, { state, triple }: Witness): readonly number[] {
  const [object, offset] = [objectOf(triple.byte), offsetOf(triple.byte)];
  if (!objects.isDevice(state, object)) return [];
  const ids = objects.of(state, object);
  const { shared, module } = machine.program;
  const whole = shared.find(
    ({ region: r }) =>
      ids.includes(r.object) && r.stride === 0 && r.offset <= offset && offset < r.offset + r.size && r.size <= 8,
  );
  const sizes = [triple.o1, triple.o2, triple.o3].map(({ instruction }) => {
    const i = module.instructions[instruction]!;
    return isAccess(i) ? module.layout.storeSize(accessedType(i)) : 1;
  });
  const width = Math.max(...sizes);
  const { offset: first, size } = whole?.region ?? { offset: offset - (offset % width), size: width };
  return Array.from({ length: size }, (_, n) => pointer(object, first + n));
}

function placeOf(bytes: readonly number[]): { object: number; offset: number; size: number } {
  return { object: objectOf(bytes[0]!), offset: offsetOf(bytes[0]!), size: bytes.length };
}

/** The bits that interrupts depend on are known. */
function withFlags({ machine }: Confirmer, state: State, address: number, byte: number): number {
  const [met] = machine.registersMet(address, 1);
  if (met === undefined) return byte;
  const shift = 8 * (address - met.start);
  const kept = (rememberedBits(met.register) >>> shift) & 0xff;
  return (byte & ~kept) | ((machine.ownFlags.content(state, met.start, met.register) >>> shift) & kept);
}
