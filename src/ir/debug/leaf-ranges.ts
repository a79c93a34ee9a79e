// The scalar leaves of a source type, for attributing bytes to fields. Array elements are one leaf that repeats, so the
// list is as long as the type's declaration, whatever the array lengths.

import type { SourceType } from './debug-info.js';

export interface LeafRange {
  /** Of the first occurrence, in bytes. */
  readonly offset: number;
  readonly size: number;
  /** As `accessPath` writes it with `generic`: `.rx.buf[]`. */
  readonly path: string;
  /** One for each array around the leaf, outermost first; `count` undefined for a flexible array. */
  readonly repeats: readonly { readonly stride: number; readonly count: number | undefined }[];
  /** For bit-fields, in bits from the start of the type. */
  readonly bits?: { readonly offset: number; readonly width: number };
}

/** In declaration order; the members of a union overlap. Parts whose layout is unknown are leaves too. */
export function leafRanges(type: SourceType): readonly LeafRange[] {
  const leaves: LeafRange[] = [];
  collect(type, { offset: 0, path: '', repeats: [], depth: 0 }, leaves);
  return leaves;
}

interface Position {
  readonly offset: number;
  readonly path: string;
  readonly repeats: LeafRange['repeats'];
  /** Types around it. */
  readonly depth: number;
}

/** Deeper than C has to allow, and more than anybody declares: damaged metadata may put a type into itself. */
const DEEPEST = 128;
const MOST = 100_000;

function collect(type: SourceType, at: Position, leaves: LeafRange[]): void {
  const depth = at.depth + 1;
  if (depth > DEEPEST || leaves.length >= MOST) {
    leaves.push({ offset: at.offset, size: type.size, path: at.path, repeats: at.repeats });
  } else if (type.kind === 'array') {
    const repeats = [...at.repeats, { stride: type.element.size, count: type.length }];
    collect(type.element, { offset: at.offset, path: `${at.path}[]`, repeats, depth }, leaves);
  } else if (type.kind === 'record' && type.members().length > 0) {
    for (const { name, type: inner, offset, bits } of type.members()) {
      const path = name === '' ? at.path : `${at.path}.${name}`;
      const start = at.offset + offset;
      if (bits === undefined) collect(inner, { offset: start, path, repeats: at.repeats, depth }, leaves);
      else {
        const size = Math.ceil((bits.offset + bits.width) / 8) - Math.floor(bits.offset / 8);
        const absolute = { offset: at.offset * 8 + bits.offset, width: bits.width };
        leaves.push({ offset: start, size, path, repeats: at.repeats, bits: absolute });
      }
    }
  } else {
    leaves.push({ offset: at.offset, size: type.size, path: at.path, repeats: at.repeats });
  }
}
