// What the parsers of one body's instructions share: its names, and how operands, labels, results and attachments are
// read.

import type { BlockIndex, Instruction } from '../instruction.js';
import type { Type } from '../type.js';
import type { Operand, Register } from '../value.js';
import { FunctionScope } from './function-scope.js';
import { type Lexer, ParseFailure } from './lexer.js';
import { parseConstant } from './parse-constant.js';
import type { ParseContext } from './parse-context.js';
import { parseMetadataReference } from './parse-metadata.js';
import { parseType } from './parse-type.js';
import { Char } from './text-scan.js';

/** Reads on behind the opcode. Undefined for what leaves no instruction. */
export type InstructionParser = (b: BodyContext, opcode: string) => Instruction | undefined;
/** By opcode. */
export type InstructionParsers = readonly (readonly [string, InstructionParser])[];

export class BodyContext {
  readonly lexer: Lexer;
  readonly scope = new FunctionScope();
  /** Where the statement begins. */
  start = 0;
  /** See `parseFlags`. */
  lastFlag = '';
  /** The name in front of `=`, until `define` uses it. */
  #resultNamed = false;
  #resultNumber = -1;
  #resultName = '';

  constructor(readonly c: ParseContext) {
    this.lexer = c.lexer;
  }

  /** A statement begins here; what was left of the one before is forgotten. */
  begin(): void {
    this.start = this.lexer.pos;
    this.lastFlag = '';
    this.#resultNamed = false;
    this.#resultName = '';
  }

  /** `%x =`. */
  resultName(): void {
    const { lexer } = this;
    lexer.local();
    this.#resultNamed = true;
    this.#resultNumber = lexer.localNumber;
    this.#resultName = lexer.localName;
    lexer.expect(Char.equals);
  }

  /** Behind an instruction: fails if there is a name in front of `=` that it did not define. */
  expectDefined(opcode: string): void {
    if (this.#resultNamed) throw new ParseFailure('ir-syntax', `'${opcode}' has no result`, this.start);
  }

  /** `type value`. */
  typedOperand(): Operand {
    return this.operand(parseType(this.c));
  }

  operand(type: Type): Operand {
    const { lexer } = this;
    if (lexer.peek() !== Char.percent) return parseConstant(this.c, type);
    lexer.local();
    const register = this.scope.use(lexer.localNumber, lexer.localName, type);
    this.c.places?.uses.push({ register, type, position: this.start });
    return register;
  }

  /** `, type value`. */
  nextOperand(): Operand {
    this.lexer.expect(Char.comma);
    return this.typedOperand();
  }

  /** `label %x`. */
  label(): BlockIndex {
    this.lexer.expectWord('label');
    return this.blockReference();
  }

  /** `%x`, a block. */
  blockReference(): BlockIndex {
    this.lexer.local();
    return this.scope.useBlock(this.lexer.localNumber, this.lexer.localName);
  }

  /** The register that the instruction defines. Called once, after its operands are read. */
  define(type: Type): Register {
    const number = this.#resultNamed ? this.#resultNumber : this.scope.nextNumber;
    const register = this.scope.define(number, this.#resultName, type);
    this.#resultNamed = false;
    this.#resultName = '';
    if (register !== undefined) return register;
    throw new ParseFailure('ir-redefinition', 'this register is defined twice', this.start);
  }

  /** Is there a comma that does not begin an attachment? */
  hasClause(): boolean {
    const { lexer } = this;
    if (lexer.peek() !== Char.comma) return false;
    const start = lexer.pos++;
    const code = lexer.peek();
    lexer.pos = start;
    return code !== Char.exclamation;
  }

  /** `, !dbg !12, !srcloc !3`: the id of the location, or −1. */
  attachments(): number {
    const { lexer } = this;
    let debug = lexer.acceptLocation();
    while (lexer.peek() === Char.comma) {
      lexer.pos++;
      if (lexer.peek() !== Char.exclamation) lexer.fail(`this is not understood: ${lexer.found()}`);
      lexer.pos++;
      const isLocation = lexer.bareName() === 'dbg';
      const id = parseMetadataReference(this.c, isLocation);
      if (isLocation) debug = id;
    }
    return debug;
  }
}
