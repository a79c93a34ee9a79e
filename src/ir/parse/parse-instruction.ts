// The table of instructions by their opcode, with the parsers of those that compute or choose a value.
// Those on memory and aggregates, calls and terminators have files of their own.

import { type Instruction, unnumbered } from '../instruction.js';
import { type BinaryOp, binaryOps, type CastOp, castOps } from '../opcode.js';
import { isFloatPredicate, isIntegerPredicate } from '../predicate.js';
import type { Operand } from '../value.js';
import type { BodyContext, InstructionParser } from './body-context.js';
import { aggregateParsers } from './parse-aggregate.js';
import { callParsers } from './parse-call.js';
import { parseFlags } from './parse-flags.js';
import { memoryParsers } from './parse-memory.js';
import { terminatorParsers } from './parse-terminator.js';
import { parseType } from './parse-type.js';
import { Char } from './text-scan.js';

const exceptionPads = ['catchswitch', 'catchpad', 'catchret', 'cleanuppad', 'cleanupret'];

export const instructionParsers: ReadonlyMap<string, InstructionParser> = new Map<string, InstructionParser>([
  ...[...binaryOps].map((op): [string, InstructionParser] => [op, parseBinary]),
  ...[...castOps].map((op): [string, InstructionParser] => [op, parseCast]),
  ...exceptionPads.map((op): [string, InstructionParser] => [op, refuse]),
  ['fneg', parseUnary],
  ['freeze', parseUnary],
  ['icmp', parseIntegerCompare],
  ['fcmp', parseFloatCompare],
  ['select', parseSelect],
  ['phi', parsePhi],
  ['va_arg', parseVaArg],
  ['landingpad', parseLandingPad],
  ...memoryParsers,
  ...aggregateParsers,
  ...callParsers,
  ...terminatorParsers,
]);

function refuse(b: BodyContext, opcode: string): never {
  return b.lexer.fail(`'${opcode}' (Windows exception handling) is not supported`, 'ir-unsupported-instruction');
}

function parseBinary(b: BodyContext, opcode: string): Instruction {
  const flags = parseFlags(b);
  const left = b.typedOperand();
  b.lexer.expect(Char.comma);
  const right = b.operand(left.type);
  const debug = b.attachments();
  return { op: opcode as BinaryOp, id: unnumbered, left, right, flags, debug, result: b.define(left.type) };
}

function parseUnary(b: BodyContext, opcode: string): Instruction {
  parseFlags(b);
  const value = b.typedOperand();
  const debug = b.attachments();
  return { op: opcode === 'fneg' ? 'fneg' : 'freeze', id: unnumbered, value, debug, result: b.define(value.type) };
}

function parseCast(b: BodyContext, opcode: string): Instruction {
  const flags = parseFlags(b);
  const value = b.typedOperand();
  b.lexer.expectWord('to');
  const target = parseType(b.c);
  const debug = b.attachments();
  return { op: opcode as CastOp, id: unnumbered, value, flags, debug, result: b.define(target) };
}

function parseIntegerCompare(b: BodyContext): Instruction {
  parseFlags(b);
  const predicate = b.lastFlag;
  if (!isIntegerPredicate(predicate)) return b.lexer.fail(`unknown predicate '${predicate}'`);
  const { left, right, debug, result } = parseCompared(b);
  return { op: 'icmp', id: unnumbered, predicate, left, right, debug, result };
}

function parseFloatCompare(b: BodyContext): Instruction {
  parseFlags(b);
  const predicate = b.lastFlag;
  if (!isFloatPredicate(predicate)) return b.lexer.fail(`unknown predicate '${predicate}'`);
  const { left, right, debug, result } = parseCompared(b);
  return { op: 'fcmp', id: unnumbered, predicate, left, right, debug, result };
}

function parseCompared(b: BodyContext) {
  const { types } = b.c;
  const left = b.typedOperand();
  b.lexer.expect(Char.comma);
  const right = b.operand(left.type);
  const debug = b.attachments();
  const bit = types.int(1);
  const type = left.type.kind === 'vector' ? types.vector(left.type.length, bit, left.type.scalable) : bit;
  return { left, right, debug, result: b.define(type) };
}

function parseSelect(b: BodyContext): Instruction {
  parseFlags(b);
  const condition = b.typedOperand();
  const whenTrue = b.nextOperand();
  const whenFalse = b.nextOperand();
  const debug = b.attachments();
  return { op: 'select', id: unnumbered, condition, whenTrue, whenFalse, debug, result: b.define(whenTrue.type) };
}

function parsePhi(b: BodyContext): Instruction {
  const { c, lexer } = b;
  parseFlags(b);
  const type = parseType(c);
  const incoming: { readonly value: Operand; readonly block: number }[] = [];
  do {
    const start = lexer.pos;
    if (lexer.peek() !== Char.openBracket) {
      // The comma belongs to an attachment.
      lexer.pos = start - 1;
      break;
    }
    lexer.expect(Char.openBracket);
    const value = b.operand(type);
    lexer.expect(Char.comma);
    incoming.push({ value, block: b.blockReference() });
    lexer.expect(Char.closeBracket);
  } while (lexer.accept(Char.comma));
  const debug = b.attachments();
  return { op: 'phi', id: unnumbered, incoming, debug, result: b.define(type) };
}

function parseVaArg(b: BodyContext): Instruction {
  const list = b.typedOperand();
  b.lexer.expect(Char.comma);
  const type = parseType(b.c);
  const debug = b.attachments();
  return { op: 'va_arg', id: unnumbered, list, debug, result: b.define(type) };
}

function parseLandingPad(b: BodyContext): Instruction {
  const { lexer } = b;
  const type = parseType(b.c);
  for (;;) {
    if (lexer.acceptWord('cleanup')) continue;
    if (!lexer.acceptWord('catch') && !lexer.acceptWord('filter')) break;
    b.typedOperand();
  }
  const debug = b.attachments();
  return { op: 'landingpad', id: unnumbered, debug, result: b.define(type) };
}
