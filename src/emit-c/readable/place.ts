// A place in memory as C writes it: `device->queue[i].length`. It is what the source type of the base has at the offset
// of the access; where the type has nothing there that fits, undefined, and whoever asks writes a cast.

import type { SourceType } from '../../ir/debug/debug-info.js';
import { memberName } from './source-types.js';

/** An index times a number of bytes, which are added to an address. */
export interface ScaledIndex {
  /** Binds tighter than any operator. */
  readonly text: string;
  readonly scale: number;
}

/** Bytes of an object or behind a pointer. */
export interface MemoryPlace {
  /** The name of an object, or a pointer as an expression that binds tighter than any operator. */
  readonly base: string;
  readonly isPointer: boolean;
  /** Of the object, or of what the pointer points to. */
  readonly type: SourceType | undefined;
  readonly offset: number;
  readonly scaled: readonly ScaledIndex[];
}

export interface TypedPlace {
  readonly text: string;
  readonly type: SourceType;
  /** The innermost member that was named on the way, with its record. */
  readonly member?: { readonly record: string; readonly name: string };
}

type Fits = (type: SourceType) => boolean;

/** The part that fits; undefined where there is none. */
export function typedPlace(place: MemoryPlace, fits: Fits): TypedPlace | undefined {
  const { type } = place;
  if (type === undefined || type.kind === 'unknown' || type.kind === 'function') return undefined;
  if (!place.isPointer) return descend({ text: place.base, type, offset: place.offset, scaled: place.scaled }, fits);
  if (type.size === 0) return undefined;
  const own = place.scaled.filter((s) => s.scale % type.size === 0);
  const inner = place.scaled.filter((s) => s.scale % type.size !== 0);
  const index = Math.floor(place.offset / type.size);
  const offset = place.offset - index * type.size;
  const at = indexText(index, own, type.size);
  if (at !== '0') return descend({ text: `${place.base}[${at}]`, type, offset, scaled: inner }, fits);
  return descend({ text: `*${place.base}`, through: place.base, type, offset, scaled: inner }, fits);
}

interface Reached {
  readonly text: string;
  /** The pointer that `text` is the target of: members are reached by an arrow. */
  readonly through?: string;
  readonly type: SourceType;
  readonly offset: number;
  readonly scaled: readonly ScaledIndex[];
  readonly member?: TypedPlace['member'];
}

function descend(reached: Reached, fits: Fits): TypedPlace | undefined {
  const { text, through, type, offset, scaled, member } = reached;
  if (offset === 0 && scaled.length === 0 && fits(type))
    return { text, type, ...(member === undefined ? {} : { member }) };
  switch (type.kind) {
    case 'array': {
      const { size } = type.element;
      if (size === 0 || scaled.some((s) => s.scale > size && s.scale % size !== 0)) return undefined;
      const own = scaled.filter((s) => s.scale % size === 0);
      const inner = scaled.filter((s) => s.scale % size !== 0);
      const index = Math.floor(offset / size);
      const whole = through === undefined ? text : `(${text})`;
      return descend(
        {
          text: `${whole}[${indexText(index, own, size)}]`,
          type: type.element,
          offset: offset - index * size,
          scaled: inner,
          ...(member === undefined ? {} : { member }),
        },
        fits,
      );
    }
    case 'record':
      for (const m of type.members()) {
        if (m.bits !== undefined || offset < m.offset) continue;
        const isOpenEnded = m.type.kind === 'array' && m.type.size === 0;
        if (offset >= m.offset + m.type.size && !isOpenEnded) continue;
        const name = memberName(m);
        const found = descend(
          {
            text: through === undefined ? `${text}.${name}` : `${through}->${name}`,
            type: m.type,
            offset: offset - m.offset,
            scaled,
            member: { record: type.name, name: m.name },
          },
          fits,
        );
        if (found !== undefined) return found;
      }
      return undefined;
    default:
      return undefined;
  }
}

function indexText(constant: number, scaled: readonly ScaledIndex[], size: number): string {
  const terms = scaled.map(({ text, scale }) => (scale === size ? text : `${text} * ${scale / size}`));
  if (constant > 0 || terms.length === 0) terms.push(String(constant));
  const sum = terms.join(' + ');
  return constant < 0 && scaled.length > 0 ? `${sum} - ${-constant}` : sum;
}
