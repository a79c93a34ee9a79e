// The trees of the small part of C that the oracle for threads reads: integers, arrays of them, locks and calls.

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | Named
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  /** `=`, `+=` and the like. */
  | {
      readonly kind: 'assign';
      readonly operator: string;
      readonly to: Named;
      readonly value: Expression;
      readonly line: number;
    }
  /** `++` and `--` behind their operand. */
  | { readonly kind: 'step'; readonly to: Named; readonly by: number; readonly line: number }
  | {
      readonly kind: 'call';
      readonly callee: string;
      readonly arguments: readonly Expression[];
      readonly line: number;
    };

/** `x`, `a[i]`. */
export interface Named {
  readonly kind: 'name';
  readonly name: string;
  readonly index?: Expression;
  readonly line: number;
}

export type Statement =
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'expression'; readonly value: Expression }
  | { readonly kind: 'local'; readonly name: string; readonly size?: number; readonly value?: Expression }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly then: Statement;
      readonly otherwise?: Statement;
    }
  | {
      readonly kind: 'loop';
      readonly condition?: Expression;
      readonly step?: Expression;
      readonly body: Statement;
    }
  | { readonly kind: 'leave'; readonly how: 'break' | 'continue' }
  | { readonly kind: 'return'; readonly value?: Expression };

export interface GlobalObject {
  readonly name: string;
  /** Elements; undefined: it is no array. */
  readonly size?: number;
  readonly values: readonly number[];
  readonly isVolatile: boolean;
  readonly isAtomic: boolean;
}

export interface CFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: Statement;
}

export interface SourceFile {
  readonly globals: readonly GlobalObject[];
  readonly functions: ReadonlyMap<string, CFunction>;
}
