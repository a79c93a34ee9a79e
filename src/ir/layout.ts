// Sizes, alignments and offsets, from the `target datalayout` string. Sizes are in bytes unless named bits.
// The rules and defaults are LLVM's: https://llvm.org/docs/LangRef.html#data-layout

import { assertNever } from '../base/internal-error.js';
import type { FloatFormatName, StructType, Type } from './type.js';

export interface DataLayout {
  readonly text: string;
  readonly littleEndian: boolean;
  /** Address space of functions (`P1` on AVR), globals and allocas. */
  readonly programAddressSpace: number;
  pointerSize(addressSpace: number): number;
  /** Bytes that a store of the type writes. */
  storeSize(type: Type): number;
  /** Distance between two array elements of the type: the store size rounded up to the alignment. */
  allocationSize(type: Type): number;
  alignment(type: Type): number;
  fieldOffset(type: StructType, field: number): number;
}

interface PointerLayout {
  readonly size: number;
  readonly align: number;
}
interface StructLayout {
  readonly size: number;
  readonly align: number;
  readonly offsets: readonly number[];
}

export const floatBits: Readonly<Record<FloatFormatName, number>> = {
  half: 16,
  bfloat: 16,
  float: 32,
  double: 64,
  x86_fp80: 80,
  fp128: 128,
  ppc_fp128: 128,
};

/** Parts of the string that say nothing about sizes (mangling, native widths, stack) are skipped. */
export function parseDataLayout(text: string): DataLayout {
  const layout = new TargetLayout(text);
  for (const part of text.split('-')) layout.read(part);
  return layout;
}

class TargetLayout implements DataLayout {
  readonly text: string;
  littleEndian = true;
  programAddressSpace = 0;
  readonly #pointers = new Map<number, PointerLayout>([[0, { size: 8, align: 8 }]]);
  /** Alignments in bytes by width in bits. */
  readonly #ints = new Map([
    [1, 1],
    [8, 1],
    [16, 2],
    [32, 4],
    [64, 4],
  ]);
  readonly #floats = new Map([
    [16, 2],
    [32, 4],
    [64, 8],
    [128, 16],
  ]);
  readonly #vectors = new Map([
    [64, 8],
    [128, 16],
  ]);
  #aggregate = 1;
  readonly #structs = new Map<StructType, StructLayout>();
  /** Alignments of integer widths asked for. */
  readonly #intAlignments = new Map<number, number>();

  constructor(text: string) {
    this.text = text;
  }

  read(part: string): void {
    const fields = part.split(':');
    const head = fields[0] ?? '';
    const width = Number.parseInt(head.slice(1), 10);
    const first = bitsToBytes(fields[1]);
    switch (head.charAt(0)) {
      case 'E':
        this.littleEndian = false;
        break;
      case 'P':
        if (width >= 0) this.programAddressSpace = width;
        break;
      case 'p': {
        const space = Number.parseInt(head.replace(/^p[a-z]*/, ''), 10) || 0;
        const size = first ?? 8;
        this.#pointers.set(space, { size, align: bitsToBytes(fields[2]) ?? size });
        break;
      }
      case 'i':
        if (width > 0 && first !== undefined) this.#ints.set(width, first);
        break;
      case 'f':
        if (width > 0 && first !== undefined) this.#floats.set(width, first);
        break;
      case 'v':
        if (width > 0 && first !== undefined) this.#vectors.set(width, first);
        break;
      case 'a':
        if (first !== undefined) this.#aggregate = first;
        break;
      default:
    }
  }

  pointerSize(addressSpace: number): number {
    return this.#pointer(addressSpace).size;
  }

  storeSize(type: Type): number {
    return Math.ceil(this.#bits(type) / 8);
  }

  allocationSize(type: Type): number {
    return roundUp(this.storeSize(type), this.alignment(type));
  }

  alignment(type: Type): number {
    switch (type.kind) {
      case 'int':
        return this.#intAlignment(type.bits);
      case 'pointer':
        return this.#pointer(type.addressSpace).align;
      case 'float':
        return this.#floats.get(floatBits[type.format]) ?? powerOfTwoAtLeast(this.storeSize(type));
      case 'vector':
        return this.#vectors.get(this.#bits(type)) ?? powerOfTwoAtLeast(this.storeSize(type));
      case 'array':
        return this.alignment(type.element);
      case 'struct':
        return type.packed ? 1 : Math.max(this.#aggregate, this.#struct(type).align);
      case 'x86_amx':
        return 64;
      case 'void':
      case 'function':
      case 'label':
      case 'metadata':
      case 'token':
      case 'target':
        return 1;
      default:
        return assertNever(type);
    }
  }

  fieldOffset(type: StructType, field: number): number {
    return this.#struct(type).offsets[field] ?? 0;
  }

  #bits(type: Type): number {
    switch (type.kind) {
      case 'int':
        return type.bits;
      case 'pointer':
        return this.#pointer(type.addressSpace).size * 8;
      case 'float':
        return floatBits[type.format];
      case 'vector':
        return type.length * this.#bits(type.element);
      case 'array':
        return type.length * this.allocationSize(type.element) * 8;
      case 'struct':
        return this.#struct(type).size * 8;
      case 'x86_amx':
        return 8192;
      case 'void':
      case 'function':
      case 'label':
      case 'metadata':
      case 'token':
      case 'target':
        return 0;
      default:
        return assertNever(type);
    }
  }

  #pointer(addressSpace: number): PointerLayout {
    return this.#pointers.get(addressSpace) ?? this.#pointers.get(0) ?? { size: 8, align: 8 };
  }

  /** That of the next wider integer the target names, or of the widest one. */
  #intAlignment(bits: number): number {
    const known = this.#intAlignments.get(bits);
    if (known !== undefined) return known;
    const widths = [...this.#ints.keys()].sort((a, b) => a - b);
    const width = widths.find((w) => w >= bits) ?? widths.at(-1) ?? 8;
    const align = this.#ints.get(width) ?? 1;
    this.#intAlignments.set(bits, align);
    return align;
  }

  #struct(type: StructType): StructLayout {
    const known = this.#structs.get(type);
    if (known !== undefined) return known;
    const offsets: number[] = [];
    let size = 0;
    let align = 1;
    for (const field of type.fields ?? []) {
      const fieldAlign = type.packed ? 1 : this.alignment(field);
      size = roundUp(size, fieldAlign);
      offsets.push(size);
      size += this.allocationSize(field);
      align = Math.max(align, fieldAlign);
    }
    const layout = { size: roundUp(size, align), align, offsets };
    this.#structs.set(type, layout);
    return layout;
  }
}

/** Undefined for a missing or malformed number; 0 bits mean: no alignment, one byte. */
function bitsToBytes(bits: string | undefined): number | undefined {
  const number = Number.parseInt(bits ?? '', 10);
  return number >= 0 ? Math.max(1, number >> 3) : undefined;
}

function roundUp(size: number, align: number): number {
  return Math.ceil(size / align) * align;
}

function powerOfTwoAtLeast(size: number): number {
  let power = 1;
  while (power < size) power *= 2;
  return power;
}
