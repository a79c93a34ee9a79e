// Instructions of a function body, one union member each, discriminated by `op`.
// Address arithmetic is already resolved to bytes (`GetElementPtr.offset` and `.scaled`), by the module's data layout.

import type { Id } from '../base/id.js';
import type { BinaryOp, CastOp, IntegerOp } from './opcode.js';
import type { FloatPredicate, IntegerPredicate } from './predicate.js';
import type { FunctionType, Type } from './type.js';
import type { Operand, Register } from './value.js';

export type Instruction =
  | Binary
  | Unary
  | Cast
  | Compare
  | Select
  | Phi
  | Alloca
  | Load
  | Store
  | GetElementPtr
  | ExtractValue
  | InsertValue
  | ExtractElement
  | InsertElement
  | ShuffleVector
  | CompareExchange
  | AtomicRmw
  | Fence
  | Call
  | VaArg
  | LandingPad
  | DebugDeclare
  | DebugValue
  | Terminator;

export type Terminator =
  | Return
  | Branch
  | ConditionalBranch
  | Switch
  | IndirectBranch
  | Invoke
  | CallBranch
  | Resume
  | Unreachable;

/** Position in `IrModule.instructions`. */
export type InstructionId = Id<'instruction'>;
/** Of instructions that `numberInstructions` has not seen yet. */
export const unnumbered = -1 as InstructionId;

export type AccessInstruction = Load | Store | CompareExchange | AtomicRmw;

export type CallInstruction = Call | Invoke | CallBranch;

interface Base {
  readonly id: InstructionId;
  /** Metadata id of the `!dbg` location in the function's unit, −1 where there is none. See `DebugInfo.location`. */
  readonly debug: number;
}
interface Defining extends Base {
  readonly result: Register;
}

/** Position of a block in `IrFunction.blocks`. */
export type BlockIndex = number;

/** Bits of `flags`. A set wrap flag means: overflow is undefined behaviour. */
export const Flag = { nuw: 1, nsw: 2, exact: 4, inbounds: 8, nneg: 16, disjoint: 32, samesign: 64 } as const;

export interface Binary extends Defining {
  readonly op: BinaryOp;
  readonly left: Operand;
  readonly right: Operand;
  readonly flags: number;
}
export type IntegerBinary = Binary & { readonly op: IntegerOp };
export interface Unary extends Defining {
  readonly op: 'fneg' | 'freeze';
  readonly value: Operand;
}
export interface Cast extends Defining {
  readonly op: CastOp;
  readonly value: Operand;
  readonly flags: number;
}
interface Comparison extends Defining {
  readonly left: Operand;
  readonly right: Operand;
}
export interface IntegerCompare extends Comparison {
  readonly op: 'icmp';
  readonly predicate: IntegerPredicate;
}
export interface FloatCompare extends Comparison {
  readonly op: 'fcmp';
  readonly predicate: FloatPredicate;
}
export type Compare = IntegerCompare | FloatCompare;
export interface Select extends Defining {
  readonly op: 'select';
  readonly condition: Operand;
  readonly whenTrue: Operand;
  readonly whenFalse: Operand;
}
export interface Phi extends Defining {
  readonly op: 'phi';
  readonly incoming: readonly { readonly value: Operand; readonly block: BlockIndex }[];
}
export interface Alloca extends Defining {
  readonly op: 'alloca';
  readonly allocated: Type;
  readonly count: Operand;
  readonly align: number;
}
export type Ordering = 'unordered' | 'monotonic' | 'acquire' | 'release' | 'acq_rel' | 'seq_cst';
export interface Load extends Defining {
  readonly op: 'load';
  /** From inline assembly: an instruction of its own, whatever an optimising compiler would make of it. */
  readonly isAssembly?: true;
  readonly address: Operand;
  readonly volatile: boolean;
  /** Absent for a plain access. */
  readonly ordering?: Ordering;
  readonly align: number;
}
export interface Store extends Base {
  readonly op: 'store';
  readonly address: Operand;
  readonly value: Operand;
  readonly volatile: boolean;
  readonly ordering?: Ordering;
  readonly align: number;
}
/** `result = base + offset + Σ index·scale`, in bytes. */
export interface GetElementPtr extends Defining {
  readonly op: 'getelementptr';
  readonly sourceType: Type;
  readonly base: Operand;
  readonly offset: number;
  readonly scaled: readonly { readonly index: Operand; readonly scale: number }[];
  readonly flags: number;
}
export interface ExtractValue extends Defining {
  readonly op: 'extractvalue';
  readonly aggregate: Operand;
  readonly path: readonly number[];
}
export interface InsertValue extends Defining {
  readonly op: 'insertvalue';
  readonly aggregate: Operand;
  readonly value: Operand;
  readonly path: readonly number[];
}
export interface ExtractElement extends Defining {
  readonly op: 'extractelement';
  readonly vector: Operand;
  readonly index: Operand;
}
export interface InsertElement extends Defining {
  readonly op: 'insertelement';
  readonly vector: Operand;
  readonly value: Operand;
  readonly index: Operand;
}
export interface ShuffleVector extends Defining {
  readonly op: 'shufflevector';
  readonly left: Operand;
  readonly right: Operand;
  /** −1: undefined element. */
  readonly mask: readonly number[];
}
/** Gives `{ old value, i1 success }`. */
export interface CompareExchange extends Defining {
  readonly op: 'cmpxchg';
  readonly address: Operand;
  readonly expected: Operand;
  readonly replacement: Operand;
  readonly volatile: boolean;
  readonly weak: boolean;
  readonly success: Ordering;
  readonly failure: Ordering;
  readonly align: number;
}
export interface AtomicRmw extends Defining {
  readonly op: 'atomicrmw';
  /** `xchg`, `add`, `sub`, `and`, `nand`, `or`, `xor`, `max`, `min`, `umax`, `umin`, `fadd`, … */
  readonly operation: string;
  readonly address: Operand;
  readonly value: Operand;
  readonly volatile: boolean;
  readonly ordering: Ordering;
  readonly align: number;
}
export interface Fence extends Base {
  readonly op: 'fence';
  readonly ordering: Ordering;
  /** `syncscope("singlethread")`: a compiler barrier. */
  readonly singleThread: boolean;
}
export interface InlineAssembly {
  readonly kind: 'assembly';
  readonly text: string;
  readonly constraints: string;
  readonly sideEffect: boolean;
  /** The instruction of it that nobody knows, once it was looked for. */
  readonly unknown?: string;
}
export interface CallSite extends Base {
  /** Absent for calls that return void. */
  readonly result?: Register;
  readonly callee: Operand | InlineAssembly;
  readonly arguments: readonly Operand[];
  readonly functionType: FunctionType;
  /** `byval(T)` arguments by argument position: the callee gets a copy. */
  readonly byValue?: ReadonlyMap<number, ByValue>;
  readonly noReturn: boolean;
}
/** An object that is passed by value. Its alignment as an argument may be above that of its type. */
export interface ByValue {
  readonly type: Type;
  readonly align: number;
}
export interface Call extends CallSite {
  readonly op: 'call';
}
export interface VaArg extends Defining {
  readonly op: 'va_arg';
  readonly list: Operand;
}
export interface LandingPad extends Defining {
  readonly op: 'landingpad';
}
/** `llvm.dbg.declare` / `#dbg_declare`: `address` holds the source variable `variable` (a metadata id). */
export interface DebugDeclare extends Base {
  readonly op: 'debug-declare';
  readonly address: Operand;
  readonly variable: number;
}
/** `llvm.dbg.value` / `#dbg_value`, and what promotion leaves where it removed a store: `variable` now has `value`. */
export interface DebugValue extends Base {
  readonly op: 'debug-value';
  readonly value: Operand;
  readonly variable: number;
}
export interface Return extends Base {
  readonly op: 'ret';
  readonly value?: Operand;
}
interface Branch extends Base {
  readonly op: 'br';
  readonly target: BlockIndex;
}
export interface ConditionalBranch extends Base {
  readonly op: 'condbr';
  readonly condition: Operand;
  readonly whenTrue: BlockIndex;
  readonly whenFalse: BlockIndex;
}
export interface Switch extends Base {
  readonly op: 'switch';
  readonly value: Operand;
  readonly cases: readonly { readonly value: bigint; readonly target: BlockIndex }[];
  readonly otherwise: BlockIndex;
}
export interface IndirectBranch extends Base {
  readonly op: 'indirectbr';
  readonly address: Operand;
  readonly targets: readonly BlockIndex[];
}
export interface Invoke extends CallSite {
  readonly op: 'invoke';
  readonly normal: BlockIndex;
  readonly unwind: BlockIndex;
}
export interface CallBranch extends CallSite {
  readonly op: 'callbr';
  readonly fallThrough: BlockIndex;
  readonly targets: readonly BlockIndex[];
}
export interface Resume extends Base {
  readonly op: 'resume';
  readonly value: Operand;
}
export interface Unreachable extends Base {
  readonly op: 'unreachable';
}
