// Debug metadata of one translation unit, read on demand: positions, and the source names and types of memory.

import type { Place } from '../../base/diagnostic.js';

/** Metadata nodes are parsed when first asked for; most of a module's text is metadata that nobody asks for. */
export interface DebugInfo {
  /** The DILocation `id`; undefined for −1 and for compiler-generated code (line 0). */
  location(id: number): Location | undefined;
  /** The DISubprogram `id`. */
  subprogram(id: number): Subprogram | undefined;
  /** The DIGlobalVariableExpression `id`. */
  globalVariable(id: number): Variable | undefined;
  /** The DILocalVariable `id`. */
  localVariable(id: number): Variable | undefined;
  /** The value of an enumeration constant of the unit, by name. */
  enumerator(name: string): number | undefined;
  /** The number that a macro of the unit stands for, where the compiler kept macros. */
  macro(name: string): number | undefined;
}

export interface Location {
  readonly place: Place;
  /** Name of the source function that contains the position. */
  readonly function: string;
  /** Where that function was inlined, innermost first. */
  readonly inlinedAt?: Location;
}

export interface Subprogram {
  readonly name: string;
  readonly place: Place;
  /** Of no size and unknown for `void`. */
  returns(): SourceType;
}

export interface Variable {
  readonly name: string;
  readonly place: Place;
  /** Name of the function for a local or a function-static variable. */
  readonly function?: string;
  readonly type: SourceType;
}

/** A C type as debug information describes it, typedefs and qualifiers removed where they say nothing about layout. */
export type SourceType =
  | {
      readonly kind: 'scalar';
      readonly name: string;
      readonly size: number;
      readonly encoding: 'signed' | 'unsigned' | 'float' | 'boolean' | 'character' | 'other';
      readonly volatile: boolean;
    }
  | { readonly kind: 'pointer'; readonly size: number; readonly volatile: boolean; target(): SourceType }
  | {
      readonly kind: 'array';
      readonly size: number;
      readonly element: SourceType;
      /** Elements of this dimension; undefined for a flexible array member. */
      readonly length: number | undefined;
    }
  | {
      readonly kind: 'record';
      readonly name: string;
      readonly union: boolean;
      readonly size: number;
      members(): readonly Member[];
      readonly volatile: boolean;
    }
  | {
      readonly kind: 'function';
      readonly size: 0;
      /** Parameters that point to what is constant, from 0. */
      constPointees(): ReadonlySet<number>;
    }
  | { readonly kind: 'unknown'; readonly size: number };

export interface Member {
  /** '' for an anonymous struct or union. */
  readonly name: string;
  readonly type: SourceType;
  readonly offset: number;
  /** For bit-fields: position and width in bits from the start of the record. */
  readonly bits?: { readonly offset: number; readonly width: number };
}
