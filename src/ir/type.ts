// LLVM types. Pointers are opaque (LLVM ≥ 15), so a type never contains itself and types are finite trees.
// Types are interned by `TypeTable`: two equal types are the same object, across all modules parsed with one table.

export type Type =
  | VoidType
  | IntType
  | FloatType
  | PointerType
  | ArrayType
  | VectorType
  | StructType
  | FunctionType
  | OtherType;

export interface VoidType {
  readonly kind: 'void';
}
export interface IntType {
  readonly kind: 'int';
  readonly bits: number;
}
export type FloatFormatName = 'half' | 'bfloat' | 'float' | 'double' | 'x86_fp80' | 'fp128' | 'ppc_fp128';
export interface FloatType {
  readonly kind: 'float';
  readonly format: FloatFormatName;
}
export interface PointerType {
  readonly kind: 'pointer';
  readonly addressSpace: number;
}
export interface ArrayType {
  readonly kind: 'array';
  readonly length: number;
  readonly element: Type;
}
export interface VectorType {
  readonly kind: 'vector';
  readonly length: number;
  readonly scalable: boolean;
  readonly element: Type;
}
export interface StructType {
  readonly kind: 'struct';
  /** `struct.uart` for `%struct.uart`; absent for literal structs. */
  readonly name?: string;
  readonly packed: boolean;
  /** Absent for an opaque struct (`type opaque`). */
  readonly fields?: readonly Type[];
}
export interface FunctionType {
  readonly kind: 'function';
  readonly returns: Type;
  readonly parameters: readonly Type[];
  readonly variadic: boolean;
}
/** Types that no firmware data has, kept so that their presence is not an error by itself. */
export interface OtherType {
  readonly kind: 'label' | 'metadata' | 'token' | 'x86_amx' | 'target';
  readonly text: string;
}
