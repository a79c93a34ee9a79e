// One function body: statements, labels and debug records. Text that is not understood becomes a problem of the
// function and reading goes on at the next line; the result is well-formed in any case: every block ends in a
// terminator, every block index is in range and the registers are numbered without gaps.

import { isTerminator } from '../control-flow.js';
import { type Instruction, unnumbered } from '../instruction.js';
import type { Block } from '../module.js';
import type { Register } from '../value.js';
import { BodyContext } from './body-context.js';
import { type Lexer, ParseFailure } from './lexer.js';
import type { ParseContext } from './parse-context.js';
import { parseDebugRecord } from './parse-debug-record.js';
import type { FunctionHeader } from './parse-header.js';
import { instructionParsers } from './parse-instruction.js';
import { Char } from './text-scan.js';

/** Problems beyond these say nothing new about a body. */
const mostProblems = 20;

export interface ParsedBody {
  readonly parameters: readonly Register[];
  readonly registerCount: number;
  readonly blocks: readonly Block[];
  readonly failures: readonly ParseFailure[];
}

/** For a declaration, only the parameters. */
export function parseBody(c: ParseContext, header: FunctionHeader): ParsedBody {
  return new BodyParser(c, header).read();
}

class BodyParser {
  readonly #lexer: Lexer;
  readonly #context: BodyContext;
  readonly #header: FunctionHeader;
  readonly #parameters: Register[] = [];
  readonly #blocks: Block[] = [];
  readonly #failures: ParseFailure[] = [];
  /** Of the block that is being read, if `#open`. */
  #instructions: Instruction[] = [];
  #blockName = '';
  #open = false;

  constructor(c: ParseContext, header: FunctionHeader) {
    this.#lexer = c.lexer;
    this.#context = new BodyContext(c);
    this.#header = header;
  }

  read(): ParsedBody {
    const lexer = this.#lexer;
    for (const { number, name, type } of this.#header.parameters) {
      const register = this.#context.scope.define(
        number >= 0 || name !== '' ? number : this.#context.scope.nextNumber,
        name,
        type,
      );
      if (register === undefined)
        this.#note(new ParseFailure('ir-redefinition', `two parameters are named %${name}`, this.#header.position));
      else this.#parameters.push(register);
    }
    if (this.#header.bodyAt >= 0) {
      lexer.pos = this.#header.bodyAt;
      lexer.limit = this.#header.limit;
      while (this.#failures.length < mostProblems && this.#step());
      this.#close();
    }
    return {
      parameters: this.#parameters,
      registerCount: this.#context.scope.registerCount,
      blocks: this.#blocks,
      failures: this.#failures,
    };
  }

  /** Reads one label, record or instruction; false at the end of the body. */
  #step(): boolean {
    const lexer = this.#lexer;
    const code = lexer.peek();
    if (code === Char.closeBrace) {
      lexer.pos++;
      if (lexer.peek() >= 0) this.#note(new ParseFailure('ir-syntax', 'there is text behind the body', lexer.pos));
      return false;
    }
    this.#context.c.checkLimits();
    this.#context.begin();
    try {
      if (code < 0) lexer.fail('the body of the function is not closed', 'ir-truncated');
      this.#statement(code);
      return true;
    } catch (failure) {
      if (!(failure instanceof ParseFailure)) throw failure;
      const position = this.#endOfText(failure.position);
      this.#note(new ParseFailure(failure.code, failure.message, position));
      return this.#recover(position);
    }
  }

  #statement(code: number): void {
    const lexer = this.#lexer;
    if (code === Char.percent) {
      this.#context.resultName();
      this.#instruction(lexer.word());
    } else if (code === Char.hash) {
      this.#push(parseDebugRecord(this.#context));
    } else if (code === Char.quote) {
      const name = lexer.string();
      lexer.expect(Char.colon);
      this.#begin(-1, name);
    } else {
      const number = lexer.wholeNumber();
      const word = number >= 0 ? '' : lexer.bareName();
      if ((number >= 0 || word !== '') && lexer.pos < lexer.limit && lexer.text.charCodeAt(lexer.pos) === Char.colon) {
        lexer.pos++;
        this.#begin(number, word);
      } else {
        this.#instruction(word);
      }
    }
  }

  #instruction(word: string): void {
    if (word === 'uselistorder' || word === 'uselistorder_bb') {
      this.#lexer.skipLine();
      return;
    }
    const parse = instructionParsers.get(word) ?? this.#unknown(word);
    if (!this.#open) this.#begin(this.#context.scope.nextNumber, '');
    const instruction = parse(this.#context, word);
    this.#context.expectDefined(word);
    this.#push(instruction);
    if (instruction !== undefined && isTerminator(instruction)) this.#end();
  }

  #unknown(word: string): never {
    const lexer = this.#lexer;
    lexer.pos = this.#context.start;
    if (word === '') return lexer.fail(`this is not understood: ${lexer.found()}`);
    return lexer.fail(`unknown instruction '${word}'`, 'ir-unknown-instruction');
  }

  #push(instruction: Instruction | undefined): void {
    if (instruction === undefined) return;
    if (!this.#open) this.#begin(this.#context.scope.nextNumber, '');
    this.#instructions.push(instruction);
    this.#context.c.places?.instructions.set(instruction, this.#context.start);
  }

  #begin(number: number, name: string): void {
    if (this.#open) {
      if (this.#failures.length === 0) {
        this.#note(new ParseFailure('ir-syntax', `block %${this.#blockName} has no terminator`, this.#context.start));
      }
      this.#abandon();
    }
    this.#blockName = number >= 0 ? String(number) : name;
    if (!this.#context.scope.defineBlock(number, name, this.#blocks.length)) {
      // Its instructions are kept apart from those of the block that has the name.
      this.#note(
        new ParseFailure('ir-redefinition', `block %${this.#blockName} is defined twice`, this.#context.start),
      );
    }
    this.#open = true;
  }

  /** Closes a block that the text leaves open. */
  #abandon(): void {
    this.#instructions.push({ op: 'unreachable', id: unnumbered, debug: -1 });
    this.#end();
  }

  #end(): void {
    // The exact length: arrays that were grown have room to spare.
    this.#blocks.push({ name: this.#blockName, instructions: this.#instructions.slice() });
    this.#instructions.length = 0;
    this.#open = false;
  }

  #close(): void {
    const position = this.#header.position;
    const complete = this.#failures.length === 0;
    if (complete && this.#open) this.#note(new ParseFailure('ir-syntax', 'the last block has no terminator', position));
    if (complete && this.#blocks.length === 0) this.#note(new ParseFailure('ir-syntax', 'the body is empty', position));
    if (this.#open || this.#blocks.length === 0) this.#abandon();
    for (const name of this.#context.scope.closeBlocks(this.#blocks.length)) {
      if (complete) this.#note(new ParseFailure('ir-undefined-value', `block %${name} is not defined`, position));
      this.#blocks.push({ name, instructions: [{ op: 'unreachable', id: unnumbered, debug: -1 }] });
    }
    for (const name of this.#context.scope.closeRegisters()) {
      if (complete) this.#note(new ParseFailure('ir-undefined-value', `register %${name} is not defined`, position));
    }
    this.#context.scope.relocate(this.#blocks);
  }

  #note(failure: ParseFailure): void {
    if (this.#failures.length < mostProblems) this.#failures.push(failure);
  }

  /** What is missing is missing at the end of the statement, not where the next one begins. */
  #endOfText(position: number): number {
    const { text } = this.#lexer;
    let end = position;
    while (end > this.#context.start && text.charCodeAt(end - 1) <= Char.space) end--;
    return text.slice(end, position).includes('\n') ? end : position;
  }

  /** Goes to the next line that may begin a statement: the rest of a broken one of several lines says nothing. */
  #recover(position: number): boolean {
    const lexer = this.#lexer;
    this.#context.c.reset();
    lexer.limit = this.#header.limit;
    lexer.pos = position > this.#context.start && position < lexer.limit ? position : this.#context.start;
    for (;;) {
      lexer.skipLine();
      const code = lexer.peek();
      if (code < 0) return false;
      if (code === Char.percent || code === Char.hash || code === Char.closeBrace) return true;
      const start = lexer.pos;
      const word = lexer.bareName();
      const isLabel = lexer.text.charCodeAt(lexer.pos) === Char.colon;
      lexer.pos = start;
      if (isLabel || instructionParsers.has(word)) return true;
    }
  }
}
