// The trees of generated programs: small enough to be read, plain enough to be cut to pieces by the shrinker.
// Everything is an int or converts to one; nothing but an early end of the execution is undefined behaviour.

/** Something in memory that can be read and written: `g0`, `a1[index & 1]`, `s2.x`, `*p`. */
export interface PlaceExpression {
  readonly kind: 'place';
  readonly before: string;
  readonly index?: Expression;
  readonly after: string;
}

export type Expression =
  | PlaceExpression
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'local'; readonly name: string }
  /** An arbitrary value, `rand()` or a device register; or what a helper gives. */
  | { readonly kind: 'input'; readonly text: string }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly consequent: Expression;
      readonly alternative: Expression;
    };

export type Statement =
  | { readonly kind: 'assign'; readonly to: PlaceExpression; readonly operator: string; readonly value: Expression }
  | { readonly kind: 'step'; readonly to: PlaceExpression; readonly operator: '++' | '--' }
  | { readonly kind: 'local'; readonly name: string; readonly value: Expression }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: 'switch'; readonly value: Expression; readonly arms: readonly (readonly Statement[])[] }
  /** Goes round `count` times, or until the condition holds. */
  | {
      readonly kind: 'loop';
      readonly variable: string;
      readonly count: number;
      readonly until?: Expression;
      readonly body: readonly Statement[];
    }
  /** `for (;;)` of which only the first rounds do anything. */
  | {
      readonly kind: 'forever';
      readonly variable: string;
      readonly rounds: number;
      readonly body: readonly Statement[];
    }
  /** `h0(…);` or a call through a pointer. */
  | {
      readonly kind: 'call';
      readonly callee: string;
      readonly arguments: readonly Expression[];
      readonly fixed: string;
    }
  /** Masks, flags, copies, pointers that are set anew: as text. */
  | { readonly kind: 'plain'; readonly text: string }
  /** Statements between two operations on masks. */
  | { readonly kind: 'section'; readonly open: string; readonly body: readonly Statement[]; readonly close: string }
  | { readonly kind: 'assert'; readonly condition: Expression }
  | { readonly kind: 'assume'; readonly condition: Expression }
  | { readonly kind: 'return'; readonly value?: Expression };

export interface Global {
  readonly name: string;
  /** The whole declaration, with its type where it is a record. */
  readonly text: string;
}

export interface Helper {
  readonly name: string;
  /** `int *p`, `int n`, or nothing. */
  readonly parameter: string;
  /** What it returns; nothing for `void`. */
  readonly result?: Expression;
  readonly body: readonly Statement[];
}

export interface Isr {
  readonly name: string;
  readonly irq: number;
  readonly priority: number;
  readonly body: readonly Statement[];
}

export interface GeneratedProgram {
  readonly seed: number;
  readonly target: string;
  readonly interrupts: 'on' | 'off' | 'default';
  /** By priority, or by a global mask that entry closes; what exit does to it. */
  readonly nesting: 'priority' | 'masked-open' | 'masked-restore';
  readonly arrivals: number;
  readonly unit: 'task' | 'function';
  readonly effect: 'reaching' | 'any';
  readonly globals: readonly Global[];
  readonly helpers: readonly Helper[];
  readonly isrs: readonly Isr[];
  readonly main: readonly Statement[];
}
