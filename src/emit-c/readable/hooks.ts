// What a translation puts into the C of a program, and into which places. The writer knows no schedules and no
// findings: who may come in between, what masks and threads are, is said by whoever implements this.

import type { Call, Instruction } from '../../ir/instruction.js';
import type { Effect } from '../../model/platform.js';

/** An access that others may see. Instructions are those of the analysed program. */
export interface SharedAccess {
  readonly instruction: Instruction;
  readonly operation: 'R' | 'W' | 'RW';
  /** A pointer to it, as an expression. */
  readonly at: string;
  /** The member that it accesses, where the types tell. */
  readonly member: { readonly record: string; readonly name: string } | undefined;
  /** The object, where it has a name. */
  readonly object: string | undefined;
}

/** The function that is written. */
export interface WrittenFunction {
  /** In the module. */
  readonly symbol: string;
  /** Leaves it at once, with any value. */
  readonly leave: string;
}

/** What a known call does: statements, and its result where it has one. */
export interface KnownCall {
  readonly statements: readonly string[];
  readonly result?: string | undefined;
}

export interface Hooks {
  /** A statement that every loop has, so that one without end does not keep others out. */
  readonly idle?: string;
  /** May others come before this access? Then `beforeAccess` stands in front of it. */
  isShared(access: Instruction): boolean;
  beforeAccess(access: SharedAccess, fn: WrittenFunction): readonly string[];
  /** Behind it. */
  afterAccess?(): readonly string[];
  /** The number by which each piece of an access in pieces is told of, where executions are told. */
  toldPiece?(access: Instruction): string | undefined;
  /** In front of a step that is no access: an operation on masks, an assertion, the end of a program. */
  beforeStep(instruction: Instruction, fn: WrittenFunction): readonly string[];
  /** Behind a call of a function with a body. */
  afterCall(instruction: Instruction, fn: WrittenFunction): readonly string[];
  /** Where a function returns, and its locals are still there. */
  beforeReturn?(fn: WrittenFunction): readonly string[];
  /** Of effects on interrupts, threads and sections; undefined: it means nothing here. */
  known(call: Call, effect: Effect, argument: (n: number) => string, fn: WrittenFunction): KnownCall | undefined;
  /** Statements for what a store to a device register does to interrupts; undefined: it is not understood. */
  deviceWrite(store: Instruction, value: string): readonly string[] | undefined;
  /** What a read of a device register gives where it is not arbitrary. */
  deviceRead(load: Instruction): string | undefined;
  /** An arbitrary number: `nondet_uint8()`. */
  nondet(type: string): string;
  /** The condition does not hold: nobody looks at this execution any more. */
  assume(condition: string): string;
  /** An assertion of the program. */
  assert(instruction: Instruction, condition: string | undefined): readonly string[];
}
