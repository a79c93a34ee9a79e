// What the text of a call needs of the body that it is part of: its operands, its lines, and what it keeps in
// variables.

import type { SourceType } from '../../ir/debug/debug-info.js';
import type { Instruction } from '../../ir/instruction.js';
import type { Type } from '../../ir/type.js';
import type { Operand, Register } from '../../ir/value.js';
import type { CExpression, CType } from './c-expression.js';
import type { Hooks, SharedAccess, WrittenFunction } from './hooks.js';
import type { ModuleText } from './module-text.js';
import type { MemoryPlace, TypedPlace } from './place.js';

export interface WrittenBody extends WrittenFunction {
  readonly out: ModuleText;
  readonly hooks: Hooks;
  readonly original: (i: Instruction) => Instruction;
  line(text: string): void;
  add(texts: readonly string[]): void;
  value(operand: Operand): CExpression;
  text(operand: Operand): string;
  placeOf(operand: Operand): MemoryPlace;
  lvalue(place: MemoryPlace, type: Type, isVolatile: boolean): { readonly text: string; readonly source?: TypedPlace };
  shared(
    instruction: Instruction,
    operation: SharedAccess['operation'],
    place: MemoryPlace,
    source: TypedPlace | undefined,
  ): SharedAccess;
  define(result: Register, make: () => CExpression): void;
  settleMemory(): void;
  forgetValues(): void;
  unread(result: Register): void;
  both(result: Register, value: string, is: string): void;
  structure(operand: Operand, type: SourceType): string;
  zero(result: Register | undefined): void;
  variable(type: CType): string;
  isUsed(result: Register | undefined): result is Register;
  result(result: Register, type: CType): string;
  typeOf(type: Type): CType;
  bitsOf(type: Type): number;
  nondetType(type: Type): string;
}
