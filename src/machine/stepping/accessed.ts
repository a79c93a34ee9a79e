// What an access is about: whether others can see its bytes, the pieces that it is made in, and what others see of it.

import type { InstructionId, Load, Store } from '../../ir/instruction.js';
import type { Event } from '../event.js';
import { objectOf, offsetOf, SymbolicPointer, type Value } from '../memory/value.js';
import type { State } from '../state.js';
import type { InstructionContext } from './instruction-context.js';

/** May another context see an access to these bytes? */
export function isVisibleAddress(state: State, address: Value, size: number): boolean {
  if (typeof address === 'number') {
    if (address === 0) return false;
    const object = objectOf(address);
    if (object === 0) return true;
    const info = state.memory.info(object);
    if (info?.visible !== true) return false;
    if (info.visibleBytes === undefined) return true;
    const offset = offsetOf(address);
    return info.visibleBytes.some(offset, offset + size);
  }
  return address instanceof SymbolicPointer && state.memory.info(address.object)?.visible === true;
}

/** Is an access of memory indivisible? */
export function isOnePiece(
  { program }: Pick<InstructionContext, 'program'>,
  { ordering, align }: Load | Store,
  size: number,
): boolean {
  return ordering !== undefined || (size <= program.target.atomicBytes && size <= align && (size & (size - 1)) === 0);
}

/** Offsets of the indivisible pieces, ascending: one for an aligned access up to the atomic width. */
export function pieceOffsets(
  { program }: Pick<InstructionContext, 'program'>,
  i: Load | Store,
  size: number,
): readonly number[] {
  if (isOnePiece({ program }, i, size)) return [0];
  const width = program.target.atomicBytes;
  let piece = Math.min(width, powerOfTwoUpTo(size), i.align);
  if (piece >= size) return [0];
  if (size % piece !== 0) piece = 1;
  return Array.from({ length: size / piece }, (_, n) => n * piece);
}

/** Is it a device register, at an absolute address or as a variable that nothing defines? */
export function isDevice(state: State, p: number): boolean {
  return objectOf(p) === 0 || state.memory.info(objectOf(p))?.kind === 'device';
}

/** Of an access at a known address. Registers that nobody shares, or that interrupts depend on, are accessed whole. */
export function piecesAt(
  machine: InstructionContext,
  state: State,
  i: Load | Store,
  p: number,
  size: number,
): readonly number[] {
  if (!isDevice(state, p)) return pieceOffsets(machine, i, size);
  const [object, offset] = [objectOf(p), offsetOf(p)];
  const isPlain = machine.registersMet(p, size).every(({ register }) => register.kind === 'plain');
  return isPlain && machine.sharedRegisters.has(object, offset, size) ? pieceOffsets(machine, i, size) : [0];
}

function powerOfTwoUpTo(n: number): number {
  let p = 1;
  while (p * 2 <= n) p *= 2;
  return p;
}

/** What others see of an access by the running context: so many bytes from an address on. */
export function accessEvent(
  state: State,
  instruction: InstructionId,
  operation: 'R' | 'W',
  p: number,
  size: number,
  value: Value,
): Event {
  const { context, frames } = state.running!;
  const object = objectOf(p);
  const { name } = frames[frames.length - 1]!.code.fn;
  return {
    kind: 'access',
    context,
    operation,
    object,
    offset: offsetOf(p),
    size,
    value,
    instruction,
    function: name,
  };
}
