// What compiled code and its caller tell each other: the memory, how many steps are allowed, and, when the code is left
// early, the frames that interpretation goes on with.

import type { Memory } from '../memory/memory.js';
import type { Value } from '../memory/value.js';
import type { Code } from '../stepping/code.js';

/**
 * Where and why compiled code can be left. The instruction there has not been executed, unless it is a call that was
 * left inside.
 */
export interface Exit {
  readonly code: Code;
  readonly block: number;
  readonly index: number;
  readonly reason:
    | 'interpreter'
    /** A 64-bit integer that is no safe number. */
    | 'wide'
    /** The steps are used up. */
    | 'fuel'
    /** The called function was left. */
    | 'call';
}

/** A call that was left: what its frame consists of. */
export interface Spilled {
  readonly exit: number;
  readonly previous: number;
  readonly serial: number;
  readonly registers: Value[];
  readonly locals: readonly number[];
}

export class RunContext {
  memory!: Memory;
  /** Where reached blocks are noted, see `CodeCoverage`. */
  seen!: Uint8Array;
  /** Steps that may still be made; checked at loop headers and function entries. */
  fuel = 0;
  calls = 0;
  /** Depth of calls within compiled code, by the size of their frames. */
  depth = 0;
  hasLeft = false;
  /** The block that a loop's frame came from when the loop was left. */
  previous = -1;
  /** The calls that were left, innermost first. */
  readonly spilled: Spilled[] = [];

  constructor(private readonly exits: readonly Exit[]) {}

  /** Registers of a call that is left; the caller writes the living ones. */
  leave(exit: number, previous: number, serial: number, locals: readonly number[]): Value[] {
    const registers: Value[] = new Array(this.exits[exit]!.code.fn.registerCount).fill(0);
    this.hasLeft = true;
    this.spilled.push({ exit, previous, serial, registers, locals });
    return registers;
  }
}

/** Compiled code from a loop header on, in the frame whose registers are given: where it was left. */
export type LoopCode = (context: RunContext, registers: Value[], previous: number) => number;

/** A whole function; its result, unless it was left. */
export type FunctionCode = (context: RunContext, ...values: Value[]) => Value;
