// The bytes of an object that two contexts may access, one of them writing: only accesses to those can be told apart by others.

import type { ContextId, ObjectId, Program, Region } from '../model/program.js';

/** Larger objects count as visible whole. */
const MAX_BYTES = 1 << 20;

/** Several machines may run one program. */
const known = new WeakMap<Program, Map<ObjectId, Uint8Array | undefined>>();

export function visibleBytes(program: Program, object: ObjectId): Uint8Array | undefined {
  let ofProgram = known.get(program);
  if (ofProgram === undefined) known.set(program, (ofProgram = new Map()));
  if (!ofProgram.has(object)) ofProgram.set(object, computeVisibleBytes(program, object));
  return ofProgram.get(object);
}

function computeVisibleBytes(program: Program, object: ObjectId): Uint8Array | undefined {
  const size = program.objects[object]?.size;
  if (size === undefined || size > MAX_BYTES) return undefined;
  /** Per byte: the context that accesses it + 1, or 255 for several. */
  const users = new Uint8Array(size);
  const written = new Uint8Array(size);
  for (const access of program.accesses) {
    const isMany = program.contexts[access.context]?.multiple === true;
    for (const region of access.regions) {
      if (region.object !== object) continue;
      forEachByte(region, size, (byte) => {
        users[byte] =
          users[byte] === 0 && !isMany
            ? userNumber(access.context)
            : users[byte] === userNumber(access.context) && !isMany
              ? users[byte]!
              : 255;
        if (access.operation !== 'R') written[byte] = 1;
      });
    }
  }
  return users.map((user, byte) => (user === 255 && written[byte] === 1 ? 1 : 0));
}

/** Contexts beyond 253 count as several at once. */
function userNumber(context: ContextId): number {
  return context < 253 ? context + 1 : 255;
}

/** The bytes of a region within an object of `size` bytes. */
export function forEachByte(region: Region, size: number, visit: (byte: number) => void): void {
  const last = Math.min(size, region.high - 1 + Math.min(region.size, size));
  if (region.stride === 0) {
    for (let byte = Math.max(0, region.offset); byte < Math.min(size, region.offset + region.size); byte++) visit(byte);
    return;
  }
  const first = region.low + ((((region.offset - region.low) % region.stride) + region.stride) % region.stride);
  for (let start = first; start < region.high && start < size; start += region.stride) {
    for (let byte = Math.max(0, start); byte < Math.min(last, start + region.size); byte++) visit(byte);
  }
}
