// The syntax of generated programs. Every node is safe by itself: a part can be dropped, or replaced by another of the
// same type whose values lie in the same range, and the program still has no undefined or unspecified behaviour.
// Reduction relies on that.

import type { Arithmetic, Range } from './range.js';
import type { CallableType, Field, FloatType, IntegerType, PointerType, RecordType, Type } from './type.js';

export interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly storage: 'global' | 'static' | 'local';
  /** Nesting depth of the block that it lives in, 0 for what lives as long as the program. */
  readonly depth: number;
  readonly constant: boolean;
  readonly volatile: boolean;
  /** A loop counter or the like: never assigned by the program's own statements. */
  readonly fixed: boolean;
  /** Of an integer, where it is narrower than its type. */
  readonly range?: Range;
}

export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

interface Typed<T extends Type = Type> {
  readonly type: T;
  /** Of integers; of other expressions it says nothing. */
  readonly range: Range;
}

export type Expression =
  | (Typed<IntegerType> & {
      readonly kind: 'literal';
      readonly value: bigint;
      readonly style: 'decimal' | 'hex' | 'character';
    })
  | (Typed<FloatType> & { readonly kind: 'float-literal'; readonly value: number })
  | (Typed & { readonly kind: 'read'; readonly place: Place })
  | (Typed & { readonly kind: 'unary'; readonly op: '-' | '~' | '!' | '+'; readonly operand: Expression })
  | (Typed & {
      readonly kind: 'binary';
      readonly op: Arithmetic | Comparison | '&&' | '||';
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Typed & { readonly kind: 'cast'; readonly operand: Expression })
  | (Typed & {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly consequent: Expression;
      readonly alternative: Expression;
    })
  | (Typed & { readonly kind: 'call'; readonly callee: string; readonly arguments: readonly Expression[] })
  | (Typed & { readonly kind: 'indirect-call'; readonly callee: Expression; readonly arguments: readonly Expression[] })
  | (Typed<IntegerType> & {
      readonly kind: 'variadic-call';
      readonly callee: string;
      readonly codes: string;
      readonly arguments: readonly Expression[];
    })
  | (Typed<PointerType> & { readonly kind: 'address'; readonly place: Place })
  /** An array as the pointer to its first element. */
  | (Typed<PointerType> & { readonly kind: 'decay'; readonly place: Place })
  | (Typed<PointerType> & { readonly kind: 'pointer-add'; readonly pointer: Expression; readonly offset: Expression })
  /** To `uintptr_t` and back. */
  | (Typed<PointerType> & { readonly kind: 'round-trip'; readonly pointer: Expression })
  | (Typed<IntegerType> & { readonly kind: 'difference'; readonly left: Expression; readonly right: Expression })
  | (Typed<CallableType> & { readonly kind: 'function'; readonly name: string })
  /** A float to an integer, bounded before the conversion. */
  | (Typed<IntegerType> & { readonly kind: 'truncate'; readonly operand: Expression })
  | (Typed & { readonly kind: 'builtin'; readonly name: string; readonly operands: readonly Expression[] })
  | (Typed<IntegerType> & { readonly kind: 'sizeof'; readonly of: Type })
  /** `(struct s){…}` */
  | (Typed<RecordType> & { readonly kind: 'compound'; readonly items: readonly Item[] })
  /** `(place = effect, value)`: only as the whole right side of an assignment to another variable. */
  | (Typed & { readonly kind: 'comma'; readonly place: Place; readonly effect: Expression; readonly value: Expression })
  /** `x++`: as `comma`. */
  | (Typed & { readonly kind: 'step'; readonly place: Place; readonly op: '++' | '--'; readonly prefix: boolean });

export type Place =
  | { readonly kind: 'variable'; readonly type: Type; readonly variable: Variable }
  | { readonly kind: 'index'; readonly type: Type; readonly base: Place; readonly index: Expression }
  /** `p[i]`, or `*p` without an index. */
  | {
      readonly kind: 'element';
      readonly type: Type;
      readonly pointer: Expression;
      readonly index: Expression | undefined;
    }
  | { readonly kind: 'member'; readonly type: Type; readonly base: Place; readonly field: Field }
  /** `((unsigned char *)&base)[i]` */
  | { readonly kind: 'byte'; readonly type: IntegerType; readonly base: Place; readonly index: Expression }
  | { readonly kind: 'character'; readonly type: IntegerType; readonly text: string; readonly index: Expression };

export interface Item {
  /** `.field =` or `[3] =`; undefined: the next one. */
  readonly designator: string | undefined;
  readonly value: Initializer;
}

export type Initializer =
  | { readonly kind: 'value'; readonly value: Expression }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  | { readonly kind: 'text'; readonly text: string };

export interface Arm {
  /** Case labels; undefined: `default`. */
  readonly labels: readonly bigint[] | undefined;
  readonly body: readonly Statement[];
  readonly falls: boolean;
}

export interface Segment {
  readonly label: string;
  readonly body: readonly Statement[];
  /** Where to go on; only while there is fuel. */
  readonly target: number;
  readonly form: 'if' | 'switch' | 'computed';
  readonly selector: Expression;
}

export type Statement =
  | { readonly kind: 'declare'; readonly variable: Variable; readonly initializer: Initializer }
  | { readonly kind: 'assign'; readonly place: Place; readonly op: '' | Arithmetic; readonly value: Expression }
  | { readonly kind: 'chain'; readonly places: readonly Place[]; readonly value: Expression }
  | { readonly kind: 'increment'; readonly place: Place; readonly op: '++' | '--'; readonly prefix: boolean }
  | { readonly kind: 'evaluate'; readonly value: Expression }
  | { readonly kind: 'out'; readonly value: Expression }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly consequent: readonly Statement[];
      readonly alternative: readonly Statement[];
    }
  | {
      readonly kind: 'loop';
      readonly form: 'for' | 'while' | 'do';
      readonly counter: Variable;
      readonly start: bigint;
      readonly trips: bigint;
      readonly stride: bigint;
      readonly condition: Expression | undefined;
      readonly body: readonly Statement[];
    }
  /** A cursor over an array, upwards or downwards. */
  | {
      readonly kind: 'walk';
      readonly cursor: Variable;
      readonly array: Place;
      readonly down: boolean;
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'switch'; readonly value: Expression; readonly arms: readonly Arm[] }
  | { readonly kind: 'web'; readonly fuel: string; readonly limit: number; readonly segments: readonly Segment[] }
  /** `{ body } label: ;` where the body may say `goto label`. */
  | { readonly kind: 'labelled'; readonly label: string; readonly body: readonly Statement[] }
  | { readonly kind: 'goto'; readonly label: string }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'return'; readonly value: Expression | undefined }
  /** Whole objects, or `count` elements of arrays from the offsets on. */
  | {
      readonly kind: 'copy';
      readonly function: 'memcpy' | 'memmove';
      readonly target: Place;
      readonly source: Place;
      readonly elements?: { readonly count: number; readonly to: Expression; readonly from: Expression };
    }
  | { readonly kind: 'fill'; readonly target: Place; readonly byte: Expression }
  /** A block of `pointer.type.length` elements and `extra` more. */
  | {
      readonly kind: 'allocate';
      readonly from: 'malloc' | 'calloc' | 'variable-length';
      readonly pointer: Variable;
      readonly extra: Expression;
      readonly counter: Variable;
      readonly value: Expression | undefined;
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: 'list';
      readonly node: RecordType;
      readonly cursor: Variable;
      readonly counter: Variable;
      readonly count: number;
      readonly value: Expression;
      readonly reversed: boolean;
      readonly body: readonly Statement[];
    };

export interface FunctionDefinition {
  readonly kind: 'function';
  readonly name: string;
  readonly result: Type | undefined;
  readonly parameters: readonly Variable[];
  readonly body: readonly Statement[];
}

/** Reads its arguments as the letters of its first one say. */
export interface VariadicDefinition {
  readonly kind: 'variadic';
  readonly name: string;
  readonly record: RecordType | undefined;
  /** A second pass over a `va_copy`. */
  readonly copies: boolean;
  /** The list is handed to another function. */
  readonly delegates: boolean;
}

export interface Family {
  readonly type: CallableType;
  readonly members: readonly string[];
}

export interface Program {
  readonly seed: number;
  /** Of all names at file scope. */
  readonly prefix: string;
  readonly enumerations: readonly {
    readonly name: string;
    readonly constants: readonly (readonly [string, bigint])[];
  }[];
  readonly records: readonly RecordType[];
  readonly families: readonly Family[];
  readonly globals: readonly { readonly variable: Variable; readonly initializer: Initializer | undefined }[];
  readonly functions: readonly (FunctionDefinition | VariadicDefinition)[];
  readonly main: FunctionDefinition;
}
