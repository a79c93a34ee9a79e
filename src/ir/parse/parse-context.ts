// What the parsers of one module share: the scanner, the types, the attribute groups and the interned constants.

import { type CheckLimits, noLimits } from '../../base/limits.js';
import type { MetadataTable } from '../debug/metadata-index.js';
import type { DataLayout } from '../layout.js';
import type { IntType, Type } from '../type.js';
import type { TypeTable } from '../type-table.js';
import type { GlobalReference, IntConstant, NullConstant, UndefConstant, ZeroConstant } from '../value.js';
import type { Lexer, ParseFailure } from './lexer.js';
import type { WrittenPlaces } from './written-places.js';

export type Attributes = ReadonlyMap<string, string>;

/** Types and constants nested deeper than this are refused: nobody writes them, and recursion must end. */
const deepest = 200;

/** Of each width. Beyond them, as in a large table, most constants occur once. */
const mostInterned = 65536;

export class ParseContext {
  /** `#0` → its attributes, by number. */
  readonly attributeGroups = new Map<number, Attributes>();
  /** `%name` → its type, what failed while reading it, or the offset behind `= type` while nobody asked for it. */
  readonly namedTypes = new Map<string, Type | ParseFailure | number>();
  /** The attributes of the functions themselves, by name, as their headers say. */
  readonly functionAttributes = new Map<string, Attributes>();
  /** Every global that is mentioned, with the position of its first mention. */
  readonly references = new Map<string, { readonly reference: GlobalReference; readonly position: number }>();
  readonly #ints = new Map<number, Map<number, IntConstant>>();
  readonly #nulls = new Map<Type, NullConstant>();
  readonly #zeros = new Map<Type, ZeroConstant>();
  readonly #undefs = new Map<Type, UndefConstant>();
  readonly #poisons = new Map<Type, UndefConstant>();
  #depth = 0;

  constructor(
    readonly lexer: Lexer,
    readonly types: TypeTable,
    readonly layout: DataLayout,
    readonly metadata: MetadataTable,
    /** Called for each instruction and each element of a constant. */
    readonly checkLimits: CheckLimits = noLimits,
    /** To be filled, where somebody wants them. */
    readonly places?: WrittenPlaces,
  ) {}

  /** Guards a recursive parser; `leave` must follow unless the parse fails. */
  enter(): void {
    if (++this.#depth > deepest) this.lexer.fail('this is nested too deeply', 'ir-nesting');
  }

  leave(): void {
    this.#depth--;
  }

  /** A new entity is read: nesting that a failure left behind is forgotten. */
  reset(): void {
    this.#depth = 0;
  }

  /** `value` is any representative; equal small constants are one object. */
  int(type: IntType, value: number): IntConstant {
    let known = this.#ints.get(type.bits);
    if (known === undefined) {
      known = new Map();
      this.#ints.set(type.bits, known);
    }
    let constant = known.get(value);
    if (constant === undefined) {
      constant = { kind: 'int', type, value: BigInt.asUintN(type.bits, BigInt(value)) };
      if (known.size < mostInterned) known.set(value, constant);
    }
    return constant;
  }

  null(type: Type): NullConstant {
    return this.#nulls.get(type) ?? keep(this.#nulls, type, { kind: 'null', type });
  }

  zero(type: Type): ZeroConstant {
    return this.#zeros.get(type) ?? keep(this.#zeros, type, { kind: 'zero', type });
  }

  undef(type: Type): UndefConstant {
    return this.#undefs.get(type) ?? keep(this.#undefs, type, { kind: 'undef', type, poison: false });
  }

  poison(type: Type): UndefConstant {
    return this.#poisons.get(type) ?? keep(this.#poisons, type, { kind: 'undef', type, poison: true });
  }

  global(type: Type, name: string, position: number): GlobalReference {
    const known = this.references.get(name);
    if (known?.reference.type === type) return known.reference;
    const reference: GlobalReference = { kind: 'global', type, name };
    if (known === undefined) this.references.set(name, { reference, position });
    return reference;
  }
}

function keep<T>(map: Map<Type, T>, type: Type, value: T): T {
  map.set(type, value);
  return value;
}
