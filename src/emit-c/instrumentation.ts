// What generated C does besides the program itself. It is given from outside: reproducers call ISRs at the points of a
// schedule, report accesses and fix what is arbitrary; a sequential program would call its scheduler before each shared
// access. All texts are C; lists are statements, a line each, and empty where nothing is to be added.

import type { Call, Instruction, Load, Store } from '../ir/instruction.js';
import type { Effect } from '../model/platform.js';

/** An access that the code has just made. */
export interface EmittedAccess {
  readonly instruction: Instruction;
  readonly operation: 'R' | 'W';
  readonly at: string;
  /** The bits that it read or wrote. A result that is asked for is kept, even if the program does not use it. */
  readonly value: () => string;
  /** One of several pieces of a load or store. Pieces of a copy are accesses of their own. */
  readonly isPiece: boolean;
  /** It did happen: false behind a compare-exchange, which may or may not have written. */
  readonly isMade: boolean;
  /** The instruction is done with it: false inside of a compare-exchange and for pieces of a copy. */
  readonly isOver: boolean;
}

/** How a copy or fill is made: at once; in the target's pieces; in pieces whose read and write can be told apart. */
export type BlockSteps = 'one' | 'pieces' | 'reads-and-writes';

export interface OwnEffect {
  readonly statements: readonly string[];
  readonly result?: string;
}

export interface Instrumentation {
  /** In front of an instruction, or of each piece of an access; `at` is the address, if it accesses one. */
  before(i: Instruction, at: string | undefined): readonly string[];
  after(access: EmittedAccess): readonly string[];
  /** Offsets of the pieces that it is made in, in their order; undefined: it is made at once. */
  pieces(i: Load | Store): readonly number[] | undefined;
  blockSteps(i: Call): BlockSteps;
  /** Behind a copy or fill that is not made at once. */
  afterBlock(i: Call): readonly string[];
  /** What a load gives that does not read memory, as a uint64_t; undefined for all others. */
  deviceRead(i: Load, at: string, size: number): string | undefined;
  /** What a call gives that nothing of the program computes, as a uint64_t. */
  result(i: Call): string;
  /**
   * What it does itself for an effect of a call: statements, and what the call gives, as a uint64_t; undefined for all
   * others. `operand` gives the call's arguments.
   */
  ownEffect(i: Call, effect: Effect, operand: (n: number) => string): OwnEffect | undefined;
  /** For what the platform knows of a call, such as masks; `called` shows it. */
  platformCall(effects: readonly Effect[], called: string): readonly string[];
  /** For a call of a function without a body. */
  unknownCall(name: string): readonly string[];
  /** Where an endless loop of main begins anew. */
  readonly mainLoop: readonly string[];
  readonly jumpBack: readonly string[];
}
