// Where the numbers and pointers of an object begin and end: contents that differ between two states are compared and
// joined in these units.

import type { DataLayout } from '../../ir/layout.js';
import type { Type } from '../../ir/type.js';
import type { ObjectInfo } from './object-info.js';

export interface Leaf {
  readonly start: number;
  readonly size: number;
}

/** Larger objects, and those without a type, are looked at in aligned words. */
const MAX_BYTES = 1 << 16;
const WORD = 4;

export class Leaves {
  private readonly known = new WeakMap<Type, Int32Array>();

  constructor(private readonly layout: DataLayout) {}

  /** The unit that a byte belongs to. Never larger than 8 bytes, never across a page of memory. */
  at(info: ObjectInfo, offset: number): Leaf {
    const { type, size } = info;
    if (type === undefined || size > MAX_BYTES) return word(offset, size);
    let starts = this.known.get(type);
    if (starts === undefined) this.known.set(type, (starts = this.startsOf(type, size)));
    const start = starts[offset] ?? offset;
    let end = offset + 1;
    while (end < size && starts[end] === start) end++;
    return { start, size: end - start };
  }

  /** By byte, the start of its unit; padding is a unit by itself. */
  private startsOf(type: Type, size: number): Int32Array {
    const starts = Int32Array.from({ length: size }, (_, n) => n);
    const mark = (part: Type, at: number): void => {
      switch (part.kind) {
        case 'struct':
          for (const [n, field] of (part.fields ?? []).entries()) mark(field, at + this.layout.fieldOffset(part, n));
          return;
        case 'array':
        case 'vector': {
          const step = this.layout.allocationSize(part.element);
          for (let n = 0; n < part.length && at + n * step < size; n++) mark(part.element, at + n * step);
          return;
        }
        default: {
          const bytes = this.layout.storeSize(part);
          if (bytes <= 8) for (let n = at; n < Math.min(size, at + bytes); n++) starts[n] = at;
        }
      }
    };
    mark(type, 0);
    return starts;
  }
}

function word(offset: number, size: number): Leaf {
  const start = offset - (offset % WORD);
  return { start, size: Math.min(WORD, size - start) };
}
