// An access of a type to a place, as C: by the source's own member where one fits, else through a type that may alias.

import type { SourceType } from '../../ir/debug/debug-info.js';
import type { Instruction } from '../../ir/instruction.js';
import type { Type } from '../../ir/type.js';
import { NoCForm } from '../no-c-form.js';
import { type CExpression, constantExpression, grouped, intTypeName, Level } from './c-expression.js';
import type { SharedAccess } from './hooks.js';
import { type ModuleText, valueType } from './module-text.js';
import { type MemoryPlace, type TypedPlace, typedPlace } from './place.js';
import { isSignedScalar } from './source-types.js';

/** The lvalue of an access of a type, and its source type if it has one. */
export function lvalue(
  out: ModuleText,
  place: MemoryPlace,
  type: Type,
  isVolatile: boolean,
): { readonly text: string; readonly source?: TypedPlace } {
  const size = out.sizeOf(type);
  const fits = (t: SourceType): boolean => {
    if (t.size !== size) return false;
    if (t.kind === 'pointer') return type.kind === 'pointer';
    if (t.kind !== 'scalar') return false;
    return t.encoding === 'float' ? type.kind === 'float' : type.kind === 'int';
  };
  const typed = typedPlace(place, fits);
  if (typed !== undefined) return { text: typed.text, source: typed };
  return {
    text: `*(${isVolatile ? 'volatile ' : ''}${out.aliasType(type)} *)${grouped(out.byteAddress(place), Level.unary)}`,
  };
}

/** What a read of it gives. */
export function loaded(text: string, type: Type, source: TypedPlace | undefined): CExpression {
  const from = source?.type;
  const level = text.startsWith('*') ? Level.unary : Level.primary;
  if (from?.kind === 'pointer') {
    const to = from.target();
    return {
      text,
      level,
      type: { kind: 'pointer', to, ...(to.kind === 'function' ? { isFunction: true } : {}) },
      isExact: true,
    };
  }
  if (type.kind !== 'int') return { text, level, type: valueType(type), isExact: true };
  if (from?.kind === 'scalar') {
    if (from.name === 'char')
      return {
        text: `(int8_t)${text}`,
        level: Level.unary,
        type: { kind: 'int', bits: 8, signed: true },
        isExact: true,
      };
    const isBoolean = from.encoding === 'boolean';
    return {
      text,
      level,
      type: { kind: 'int', bits: type.bits, signed: isSignedScalar(from) },
      isExact: true,
      ...(isBoolean ? { isNatural: true, isBoolean } : {}),
    };
  }
  return { text, level, type: { kind: 'int', bits: type.bits, signed: false }, isExact: true };
}

/** As an assignment takes it without a warning. */
export function converted(out: ModuleText, value: CExpression, target: TypedPlace | undefined): string {
  const type = target?.type;
  if (value.constant !== undefined && value.type.kind === 'int' && type?.kind === 'scalar')
    return constantExpression(value.constant, value.type.bits, isSignedScalar(type)).text;
  if (value.type.kind !== 'pointer' || type?.kind !== 'pointer' || value.constant !== undefined) return value.text;
  return out.asPointer(value, type.target());
}

export function sharedAccess(
  out: ModuleText,
  instruction: Instruction,
  operation: SharedAccess['operation'],
  place: MemoryPlace,
  source: TypedPlace | undefined,
): SharedAccess {
  return {
    instruction,
    operation,
    at: out.addressText(place).text,
    member: source?.member,
    object: place.isPointer ? undefined : place.base,
  };
}

/** What arbitrary values of a type are asked for by. */
export function nondetType(out: ModuleText, type: Type): string {
  if (type.kind === 'float') return type.format === 'float' ? 'float' : 'double';
  if (type.kind === 'pointer') return 'pointer';
  return intTypeName(bitsOf(out, type), false).replace('_t', '');
}

export function bitsOf(out: ModuleText, type: Type): number {
  if (type.kind === 'int') return type.bits;
  if (type.kind === 'pointer') return out.pointerBits;
  if (type.kind === 'float') return type.format === 'float' ? 32 : 64;
  throw new NoCForm('a vector');
}
