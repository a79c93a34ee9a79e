// What a type can be used for, and which types are modelled. Every answer is remembered by type, so that all of them
// together are linear in the size of the module.

import type { DataLayout } from '../layout.js';
import type { IntType, Type } from '../type.js';

/** Wider integers are legal; nothing computes with them in reasonable time. */
const widestInteger = 1024;
/** A pointer is an object and an offset of 32 bits. */
const largestObject = 2 ** 31 - 1;
/** Of a value in a register, which is kept whole. */
const mostParts = 1 << 16;

/** Interned types are the same object; scalars that were made elsewhere compare by value. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind === 'int') return b.kind === 'int' && a.bits === b.bits;
  if (a.kind === 'pointer') return b.kind === 'pointer' && a.addressSpace === b.addressSpace;
  if (a.kind === 'float') return b.kind === 'float' && a.format === b.format;
  return false;
}

/** Of a vector, the type of its elements; else the type itself. */
export function scalarOf(type: Type): Type {
  return type.kind === 'vector' ? type.element : type;
}

/** Both are scalars, or vectors of one length. */
export function sameLanes(a: Type, b: Type): boolean {
  if (a.kind !== 'vector' || b.kind !== 'vector') return a.kind !== 'vector' && b.kind !== 'vector';
  return a.length === b.length && a.scalable === b.scalable;
}

export function isBit(type: Type): type is IntType {
  return type.kind === 'int' && type.bits === 1;
}

/** A value in a register can have it. */
export function isFirstClass(type: Type): boolean {
  switch (type.kind) {
    case 'void':
    case 'function':
    case 'label':
    case 'metadata':
      return false;
    case 'struct':
      return type.fields !== undefined;
    default:
      return true;
  }
}

export class TypeFacts {
  private readonly sizes = new Map<Type, boolean>();
  private readonly badParts = new Map<Type, string | undefined>();
  private readonly limits = new Map<Type, string | undefined>();
  private readonly parts = new Map<Type, number>();

  constructor(private readonly layout: DataLayout) {}

  /** Memory can hold it. */
  isSized(type: Type): boolean {
    return this.once(this.sizes, type, () => {
      switch (type.kind) {
        case 'void':
        case 'function':
        case 'label':
        case 'metadata':
        case 'token':
          return false;
        case 'array':
          return this.isSized(type.element);
        case 'struct':
          return type.fields?.every((field) => this.isSized(field)) ?? false;
        default:
          return true;
      }
    });
  }

  /** Why there is no such type. */
  malformed(type: Type): string | undefined {
    return this.once(this.badParts, type, () => {
      switch (type.kind) {
        case 'vector':
          if (type.length === 0) return 'a vector has at least one element';
          return ['int', 'float', 'pointer'].includes(type.element.kind)
            ? undefined
            : `there is no vector of ${type.element.kind}`;
        case 'array':
          return isPart(type.element) ? this.malformed(type.element) : `there is no array of ${type.element.kind}`;
        case 'struct': {
          const wrong = type.fields?.find((field) => !isPart(field));
          if (wrong !== undefined) return `there is no field of type ${wrong.kind}`;
          return first(type.fields ?? [], (field) => this.malformed(field));
        }
        case 'function': {
          const { returns, parameters } = type;
          if (returns.kind !== 'void' && !isFirstClass(returns)) return `no function gives a ${returns.kind}`;
          const wrong = parameters.find((parameter) => parameter.kind !== 'metadata' && !isFirstClass(parameter));
          if (wrong !== undefined) return `there is no parameter of type ${wrong.kind}`;
          return first([returns, ...parameters], (part) => this.malformed(part));
        }
        default:
          return undefined;
      }
    });
  }

  /** Why memory cannot hold an object of this type here, though it is legal. */
  unmodelled(type: Type): string | undefined {
    return this.once(this.limits, type, () => {
      switch (type.kind) {
        case 'int':
          return type.bits <= widestInteger ? undefined : `integers of more than ${widestInteger} bits`;
        case 'vector':
          if (type.scalable) return 'vectors of unknown length';
          return this.unmodelled(type.element) ?? this.tooLarge(type);
        case 'array':
          return this.unmodelled(type.element) ?? this.tooLarge(type);
        case 'struct':
          return first(type.fields ?? [], (field) => this.unmodelled(field)) ?? this.tooLarge(type);
        case 'token':
        case 'x86_amx':
        case 'target':
          return `values of type ${type.text}`;
        default:
          return undefined;
      }
    });
  }

  /** The same of a value in a register. */
  unmodelledValue(type: Type): string | undefined {
    if (type.kind === 'metadata') return undefined;
    return (
      this.unmodelled(type) ?? (this.partsOf(type) > mostParts ? `values of more than ${mostParts} parts` : undefined)
    );
  }

  private tooLarge(type: Type): string | undefined {
    return this.layout.allocationSize(type) <= largestObject ? undefined : 'objects of more than 2 GB';
  }

  private partsOf(type: Type): number {
    return this.once(this.parts, type, () => {
      switch (type.kind) {
        case 'vector':
        case 'array':
          return type.length * this.partsOf(type.element);
        case 'struct':
          return (type.fields ?? []).reduce((sum, field) => sum + this.partsOf(field), 0);
        default:
          return 1;
      }
    });
  }

  private once<T>(memo: Map<Type, T>, type: Type, compute: () => T): T {
    const known = memo.get(type);
    if (known !== undefined || memo.has(type)) return known as T;
    const value = compute();
    memo.set(type, value);
    return value;
  }
}

function isPart(type: Type): boolean {
  return !['void', 'function', 'label', 'metadata', 'token'].includes(type.kind);
}

function first<T>(list: readonly T[], ask: (item: T) => string | undefined): string | undefined {
  for (const item of list) {
    const answer = ask(item);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
