// Where an address leads, as far as the code alone tells: constant offsets are followed back to a global or a local.

import type { Instruction } from '../../ir/instruction.js';
import type { Operand, Register } from '../../ir/value.js';
import type { ObjectInfo } from '../memory/object-info.js';
import { objectOf, offsetOf } from '../memory/value.js';
import { constantValue } from './constant-text.js';
import type { FunctionInfo } from './function-info.js';

export type AddressPlace =
  /** A constant place in a private object. */
  | { readonly kind: 'global'; readonly object: number; readonly size: number; readonly offset: number }
  /** The same in a local of constant size that lives as long as its frame. */
  | { readonly kind: 'local'; readonly register: Register; readonly size: number; readonly offset: number }
  | { readonly kind: 'pointer'; readonly base: Register; readonly offset: number }
  /** Visible to others, a device register, or not known. */
  | { readonly kind: 'unknown' };

/** The place of an access to so many bytes. */
export function placeOf(info: FunctionInfo, operand: Operand, bytes: number): AddressPlace {
  const { machine } = info;
  let base = operand;
  let offset = 0;
  for (;;) {
    if (base.kind !== 'register') {
      const value = constantValue(machine, base);
      if (typeof value !== 'number') return { kind: 'unknown' };
      const p = value + offset;
      const about = machine.image.memory.info(objectOf(p));
      if (about?.kind !== 'global' || isSeen(about, offsetOf(p), bytes)) return { kind: 'unknown' };
      return { kind: 'global', object: objectOf(p), size: about.size, offset: offsetOf(p) };
    }
    const definition: { readonly block: number; readonly instruction: Instruction } | undefined = info.definitions.get(
      base.index,
    );
    const instruction: Instruction | undefined = definition?.instruction;
    if (
      instruction?.op === 'getelementptr' &&
      instruction.scaled.length === 0 &&
      instruction.result.type.kind === 'pointer'
    ) {
      offset += instruction.offset;
      base = instruction.base;
      continue;
    }
    if (instruction?.op === 'alloca' && definition?.block === 0) {
      if (machine.visibleSites.has(instruction)) return { kind: 'unknown' };
      const size = info.localSize(instruction);
      if (size !== undefined) return { kind: 'local', register: base, size, offset };
    }
    return { kind: 'pointer', base, offset };
  }
}

/** May others see one of the bytes? */
function isSeen(about: ObjectInfo, offset: number, bytes: number): boolean {
  if (!about.visible) return false;
  const { visibleBytes } = about;
  return visibleBytes === undefined || visibleBytes.some(offset, offset + bytes);
}

/** Names the object that a constant place belongs to, and tells whether all bytes are in it. */
export function objectKey(place: AddressPlace, bytes: number): string | undefined {
  if (place.kind !== 'global' && place.kind !== 'local') return undefined;
  if (place.offset < 0 || place.offset + bytes > place.size) return undefined;
  return place.kind === 'global' ? `@${place.object}` : `%${place.register.index}`;
}
