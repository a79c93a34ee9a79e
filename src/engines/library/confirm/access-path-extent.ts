// The bytes of a member of a structure, by the names that lead to it.

import type { SourceType } from '../../../ir/debug/debug-info.js';

/** Undefined: there is no such member. */
export function accessPathExtent(
  type: SourceType,
  path: readonly string[],
): { readonly from: number; readonly to: number } | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return { from: 0, to: type.size };
  if (type.kind !== 'record') return undefined;
  for (const member of type.members()) {
    const inner =
      member.name === name
        ? accessPathExtent(member.type, rest)
        : member.name === ''
          ? accessPathExtent(member.type, path)
          : undefined;
    if (inner !== undefined) return { from: member.offset + inner.from, to: member.offset + inner.to };
  }
  return undefined;
}
