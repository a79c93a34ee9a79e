// What the oracle executes: a list of operations for each function that a context begins with, calls of the program's
// own functions unfolded. Operations with a line are steps that others can come in between; the rest is not seen.

export type Operand =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'local'; readonly at: number }
  /** Used once: it is 0 afterwards. */
  | { readonly kind: 'temporary'; readonly at: number };

/** A cell of a global object. */
export interface Cell {
  readonly object: number;
  readonly index: Operand;
}

export type Operation =
  | {
      readonly op: 'compute';
      readonly operator: string;
      readonly to: number;
      readonly left: Operand;
      readonly right: Operand;
    }
  /** An element of a local array is read, or written. */
  | { readonly op: 'pick'; readonly to: number; readonly base: number; readonly index: Operand }
  | { readonly op: 'put'; readonly base: number; readonly index: Operand; readonly value: Operand }
  | { readonly op: 'jump'; readonly target: number }
  /** Goes there if it is 0. */
  | { readonly op: 'unless'; readonly condition: Operand; readonly target: number }
  | { readonly op: 'load'; readonly to: number; readonly cell: Cell; readonly line: number }
  | { readonly op: 'store'; readonly cell: Cell; readonly value: Operand; readonly line: number }
  /** An atomic read-modify-write; it gives the value before. */
  | {
      readonly op: 'update';
      readonly operator: string;
      readonly cell: Cell;
      readonly value: Operand;
      readonly to: number;
      readonly line: number;
    }
  /** 0 or 1. */
  | { readonly op: 'choose'; readonly to: number; readonly line: number }
  | { readonly op: 'fail'; readonly line: number }
  | {
      readonly op: 'call';
      readonly name: string;
      readonly cells: readonly Cell[];
      readonly values: readonly Operand[];
      readonly to: number;
      readonly line: number;
      /** Whose thread it creates. */
      readonly entry?: string;
    }
  | { readonly op: 'return'; readonly line: number };

export interface CellObject {
  readonly name: string;
  readonly first: number;
  readonly isVolatile: boolean;
  readonly isAtomic: boolean;
}

export interface Code {
  readonly functions: ReadonlyMap<string, readonly Operation[]>;
  readonly registers: number;
  readonly objects: readonly CellObject[];
  /** At the beginning. */
  readonly cells: readonly number[];
}
