// Operands: registers of a function, and constants.
// A register is one object shared by its definition and all its uses. Constants are plain data.

import type { BinaryOp, CastOp } from './opcode.js';
import type { Predicate } from './predicate.js';
import type { FloatType, IntType, Type } from './type.js';

export type Operand = Register | Constant;

export interface Register {
  readonly kind: 'register';
  /** Dense within the function: the parameters first, then the instruction results in textual order. */
  readonly index: number;
  readonly type: Type;
}

export type Constant =
  | IntConstant
  | FloatConstant
  | NullConstant
  | UndefConstant
  | ZeroConstant
  | BytesConstant
  | AggregateConstant
  | GlobalReference
  | BlockAddress
  | ConstantExpression
  | MetadataOperand;

/** `value` is the unsigned representative: 0 ≤ value < 2^bits. `true` is an i1 with value 1. */
export interface IntConstant {
  readonly kind: 'int';
  readonly type: IntType;
  readonly value: bigint;
}
/** `bits` is the exact IEEE (or x86_fp80, …) representation in the type's own width. */
export interface FloatConstant {
  readonly kind: 'float';
  readonly type: FloatType;
  readonly bits: bigint;
}
export interface NullConstant {
  readonly kind: 'null';
  readonly type: Type;
}
/** `undef` and `poison`; `poison` tells which. */
export interface UndefConstant {
  readonly kind: 'undef';
  readonly type: Type;
  readonly poison: boolean;
}
/** `zeroinitializer`, of any type. */
export interface ZeroConstant {
  readonly kind: 'zero';
  readonly type: Type;
}
/** `c"…"`: an array of i8. */
export interface BytesConstant {
  readonly kind: 'bytes';
  readonly type: Type;
  readonly bytes: Uint8Array;
}
/** Array, vector or struct with one constant for each element; a `splat` has been expanded. */
export interface AggregateConstant {
  readonly kind: 'aggregate';
  readonly type: Type;
  readonly elements: readonly Constant[];
}
/**
 * A global variable, function, alias or ifunc by name, without the `@`. `dso_local_equivalent` and `no_cfi` are
 * resolved to it.
 */
export interface GlobalReference {
  readonly kind: 'global';
  readonly type: Type;
  readonly name: string;
}
export interface BlockAddress {
  readonly kind: 'blockaddress';
  readonly type: Type;
  readonly function: string;
  readonly block: string;
}
export type ConstantExpression =
  | {
      readonly kind: 'expression';
      readonly type: Type;
      readonly op: 'getelementptr';
      readonly sourceType: Type;
      readonly base: Constant;
      readonly indices: readonly Constant[];
      /** Offset in bytes from `base`: constant indices always give one. */
      readonly offset: number;
    }
  | { readonly kind: 'expression'; readonly type: Type; readonly op: CastOp; readonly value: Constant }
  | {
      readonly kind: 'expression';
      readonly type: Type;
      readonly op: BinaryOp | 'icmp' | 'fcmp';
      readonly predicate?: Predicate;
      readonly left: Constant;
      readonly right: Constant;
    }
  | {
      readonly kind: 'expression';
      readonly type: Type;
      /** Anything rarer, e.g. `select`, `ptrauth`: kept as operands for the diagnostics of later layers. */
      readonly op: 'other';
      readonly name: string;
      readonly operands: readonly Constant[];
      /**
       * `getelementptr` with indices that are expressions: the base, plus this, plus each further operand times its
       * scale.
       */
      readonly address?: { readonly offset: number; readonly scales: readonly number[] };
    };

/** A `metadata` argument of a call, e.g. of `llvm.dbg.declare` or `llvm.read_register`. */
export interface MetadataOperand {
  readonly kind: 'metadata';
  readonly type: Type;
  /** The text after `metadata`, e.g. `!12` or `ptr %x`. */
  readonly text: string;
}
