// Sizes, alignments and offsets, from the `target datalayout` string. Sizes are in bytes unless named bits.

import type { StructType, Type } from './type.js';

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
