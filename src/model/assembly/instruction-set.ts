// What the interpreter of an instruction set is: how its text is read, which registers operands are in, and what each
// instruction does, told to an `AssemblyEmitter`. The frame (./lower.ts) does the rest: labels, branches, what lives
// where.

import type { Operand } from '../../ir/value.js';
import type { AssemblyEmitter } from './emitter.js';
import type { AssemblyLine, AssemblyOperand, Syntax } from './template.js';

export interface InstructionSet {
  readonly syntax: Syntax;
  /** Bits of a register. */
  readonly wordBits: number;
  /** A memory operand with a constant address is written as that address. */
  readonly namesMemory?: true;
  /** Of a cell. */
  bits(cell: string): number;
  /** What the hardware does in another order than the text says. */
  arrange(lines: readonly AssemblyLine[]): readonly AssemblyLine[];
  /** Puts what goes in where the template finds it; what a tied operand is given goes where the other one is. */
  bind(e: AssemblyEmitter, n: number, operand: AssemblyOperand, value: Operand): void;
  /** What stands for an operand in the text. */
  print(operand: PrintedOperand, modifier: string): string;
  /** The value of an output at the end, of the type that is wanted. */
  result(e: AssemblyEmitter, n: number, operand: AssemblyOperand, bits: number): Operand;
  /** Does what the line says; throws `UnknownInstruction`. */
  execute(e: AssemblyEmitter, line: AssemblyLine): void;
  /** The name by which the emitter knows a register, undefined if the text is none. */
  readRegister(e: AssemblyEmitter, text: string): Operand | undefined;
  writeRegister(e: AssemblyEmitter, text: string, value: Operand): void;
  isRegister(text: string): boolean;
  /**
   * Parameters of a function without a prologue, in the registers of the calling convention; false if it cannot tell.
   */
  enter(e: AssemblyEmitter, parameters: readonly Operand[]): boolean;
  /** What such a function gives back; undefined if it cannot tell. */
  leave(e: AssemblyEmitter, bits: number): Operand | undefined;
  /** What a cell holds that the statement reads before it has written it; undefined: anything. */
  initially(cell: string): bigint | undefined;
  /**
   * A loop of these lines that only counts down to zero, the last one its branch: what does all of it at once.
   * Undefined if it is none.
   */
  delay(body: readonly AssemblyLine[]): ((e: AssemblyEmitter) => void) | undefined;
}

export interface PrintedOperand {
  readonly number: number;
  readonly operand: AssemblyOperand;
  /** Of the value that goes in or comes out. */
  readonly bits: number;
  /** Its constant, where it is one and the constraint allows it. */
  readonly immediate?: string;
}
