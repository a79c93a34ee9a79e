// Instructions by their opcode: one small parser for each form. Calls and terminators have files of their own.
// Flags that Preempt does not know are skipped: any word between the opcode and the type.

import { Flag, type Instruction, type Ordering } from './instruction.js';
import { Char } from './lexer.js';
import { AddressWalk, indexValue, parseAddressFlags, parseIndexLiteral } from './parse-address.js';
import type { BodyParser } from './parse-body.js';
import { callParsers } from './parse-call.js';
import { binaryOps, castOps } from './parse-constant.js';
import { parseMemoryOrdering } from './parse-ordering.js';
import { terminatorParsers } from './parse-terminator.js';
import { addressSpace, atType, parseType } from './parse-type.js';
import type { Type } from './type.js';
import type { BinaryOp, CastOp, Constant, Operand } from './value.js';

/** Behind the opcode. Undefined for what leaves no instruction. */
type InstructionParser = (b: BodyParser, opcode: string) => Instruction | undefined;

const flagBits: ReadonlyMap<string, number> = new Map(Object.entries(Flag));

const exceptionPads = ['catchswitch', 'catchpad', 'catchret', 'cleanuppad', 'cleanupret'];

export const instructionParsers: ReadonlyMap<string, InstructionParser> = new Map<string, InstructionParser>([
  ...[...binaryOps].map((op): [string, InstructionParser] => [op, parseBinary]),
  ...[...castOps].map((op): [string, InstructionParser] => [op, parseCast]),
  ...exceptionPads.map((op): [string, InstructionParser] => [op, refuse]),
  ['fneg', parseUnary],
  ['freeze', parseUnary],
  ['icmp', parseCompare],
  ['fcmp', parseCompare],
  ['select', parseSelect],
  ['phi', parsePhi],
  ['alloca', parseAlloca],
  ['load', parseLoad],
  ['store', parseStore],
  ['getelementptr', parseGetElementPtr],
  ['extractvalue', parseExtractValue],
  ['insertvalue', parseInsertValue],
  ['extractelement', parseExtractElement],
  ['insertelement', parseInsertElement],
  ['shufflevector', parseShuffleVector],
  ['cmpxchg', parseCompareExchange],
  ['atomicrmw', parseAtomicRmw],
  ['fence', parseFence],
  ['va_arg', parseVaArg],
  ['landingpad', parseLandingPad],
  ...callParsers,
  ...terminatorParsers,
]);

function refuse(b: BodyParser, opcode: string): never {
  return b.lexer.fail(`'${opcode}' (Windows exception handling) is not supported`, 'ir-unsupported-instruction');
}

/** Flags before the type; unknown ones are skipped. */
function parseFlags(b: BodyParser): number {
  const { c, lexer } = b;
  let flags = 0;
  while (!atType(c)) {
    const word = lexer.word();
    if (word === '') lexer.fail(`expected a type before ${lexer.found()}`);
    flags |= flagBits.get(word) ?? 0;
    if (lexer.peek() === Char.openParenthesis) lexer.skipBalanced();
  }
  return flags;
}

function parseBinary(b: BodyParser, opcode: string): Instruction {
  const flags = parseFlags(b);
  const left = b.typedOperand();
  b.lexer.expect(Char.comma);
  const right = b.operand(left.type);
  const debug = b.attachments();
  return { op: opcode as BinaryOp, left, right, flags, debug, result: b.define(left.type) };
}

function parseUnary(b: BodyParser, opcode: string): Instruction {
  parseFlags(b);
  const value = b.typedOperand();
  const debug = b.attachments();
  return { op: opcode === 'fneg' ? 'fneg' : 'freeze', value, debug, result: b.define(value.type) };
}

function parseCast(b: BodyParser, opcode: string): Instruction {
  const flags = parseFlags(b);
  const value = b.typedOperand();
  b.lexer.expectWord('to');
  const target = parseType(b.c);
  const debug = b.attachments();
  return { op: opcode as CastOp, value, flags, debug, result: b.define(target) };
}

function parseCompare(b: BodyParser, opcode: string): Instruction {
  const { c, lexer } = b;
  let predicate = '';
  while (!atType(c)) {
    const word = lexer.word();
    if (word === '') lexer.fail(`expected a type before ${lexer.found()}`);
    predicate = word;
  }
  const left = b.typedOperand();
  lexer.expect(Char.comma);
  const right = b.operand(left.type);
  const debug = b.attachments();
  const bit = c.types.int(1);
  const type = left.type.kind === 'vector' ? c.types.vector(left.type.length, bit, left.type.scalable) : bit;
  return { op: opcode === 'icmp' ? 'icmp' : 'fcmp', predicate, left, right, debug, result: b.define(type) };
}

function parseSelect(b: BodyParser): Instruction {
  parseFlags(b);
  const condition = b.typedOperand();
  const whenTrue = b.nextOperand();
  const whenFalse = b.nextOperand();
  const debug = b.attachments();
  return { op: 'select', condition, whenTrue, whenFalse, debug, result: b.define(whenTrue.type) };
}

function parsePhi(b: BodyParser): Instruction {
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
  return { op: 'phi', incoming, debug, result: b.define(type) };
}

/** `, align 4`, or the type's own alignment. */
function parseAlign(b: BodyParser, type: Type): number {
  return b.lexer.acceptClause('align') ? b.lexer.number() : b.c.layout.alignment(type);
}

function parseAlloca(b: BodyParser): Instruction {
  const { c, lexer } = b;
  parseFlags(b);
  const allocated = parseType(c);
  let count: Operand = c.int(c.types.int(32), 1);
  let align = 0;
  let space = 0;
  for (;;) {
    if (lexer.acceptClause('align')) align = lexer.number();
    else if (lexer.peek() === Char.comma && lexer.text.startsWith(' addrspace(', lexer.pos + 1)) {
      lexer.pos++;
      space = addressSpace(c);
    } else if (!nextIsAttachment(b)) count = b.nextOperand();
    else break;
  }
  const debug = b.attachments();
  return {
    op: 'alloca',
    allocated,
    count,
    align: align > 0 ? align : c.layout.alignment(allocated),
    debug,
    result: b.define(c.types.pointer(space)),
  };
}

/** Is there no clause left but attachments? */
function nextIsAttachment(b: BodyParser): boolean {
  const { lexer } = b;
  if (lexer.peek() !== Char.comma) return true;
  const start = lexer.pos++;
  const code = lexer.peek();
  lexer.pos = start;
  return code === Char.exclamation;
}

function parseLoad(b: BodyParser): Instruction {
  const { c, lexer } = b;
  let atomic = false;
  let volatile = false;
  while (!atType(c)) {
    const word = lexer.word();
    if (word === '') lexer.fail(`expected a type before ${lexer.found()}`);
    if (word === 'atomic') atomic = true;
    else if (word === 'volatile') volatile = true;
  }
  const type = parseType(c);
  const address = b.nextOperand();
  const ordering = atomic ? parseMemoryOrdering(b).ordering : undefined;
  const align = parseAlign(b, type);
  const debug = b.attachments();
  const result = b.define(type);
  if (ordering === undefined) return { op: 'load', address, volatile, align, debug, result };
  return { op: 'load', address, volatile, ordering, align, debug, result };
}

function parseStore(b: BodyParser): Instruction {
  const { c, lexer } = b;
  let atomic = false;
  let volatile = false;
  while (!atType(c)) {
    const word = lexer.word();
    if (word === '') lexer.fail(`expected a type before ${lexer.found()}`);
    if (word === 'atomic') atomic = true;
    else if (word === 'volatile') volatile = true;
  }
  const value = b.typedOperand();
  const address = b.nextOperand();
  const ordering = atomic ? parseMemoryOrdering(b).ordering : undefined;
  const align = parseAlign(b, value.type);
  const debug = b.attachments();
  if (ordering === undefined) return { op: 'store', address, value, volatile, align, debug };
  return { op: 'store', address, value, volatile, ordering, align, debug };
}

function parseGetElementPtr(b: BodyParser): Instruction {
  const { c, lexer } = b;
  const flags = parseAddressFlags(c);
  const sourceType = parseType(c);
  const base = b.nextOperand();
  let type = base.type;
  const walk = new AddressWalk(c, sourceType);
  while (!nextIsAttachment(b)) {
    lexer.expect(Char.comma);
    lexer.acceptWord('inrange');
    const indexType = parseType(c);
    const literal = parseIndexLiteral(c, indexType);
    if (literal !== undefined) {
      walk.constant(literal);
      continue;
    }
    const index = b.operand(indexType);
    if (indexType.kind === 'vector' && type.kind !== 'vector') {
      type = c.types.vector(indexType.length, type, indexType.scalable);
    }
    const value = index.kind === 'register' ? undefined : (indexValue(index) ?? splatValue(index));
    if (value === undefined) walk.variable(index);
    else walk.constant(value);
  }
  const debug = b.attachments();
  const { offset, scaled } = walk;
  return { op: 'getelementptr', sourceType, base, offset, scaled, flags, debug, result: b.define(type) };
}

/** The one index of a vector of equal indices, as a struct field needs it. */
function splatValue(index: Constant): number | undefined {
  if (index.kind === 'zero') return 0;
  if (index.kind !== 'aggregate') return undefined;
  const [first, ...rest] = index.elements;
  if (first?.kind !== 'int' || rest.some((e) => e.kind !== 'int' || e.value !== first.value)) return undefined;
  return indexValue(first);
}

/** `, 0, 1`: the field numbers of extractvalue and insertvalue. */
function parsePath(b: BodyParser): number[] {
  const { lexer } = b;
  const path: number[] = [];
  while (!nextIsAttachment(b)) {
    lexer.expect(Char.comma);
    path.push(lexer.number());
  }
  return path;
}

function parseExtractValue(b: BodyParser): Instruction {
  const aggregate = b.typedOperand();
  const path = parsePath(b);
  let type = aggregate.type;
  for (const field of path) type = memberType(b, type, field);
  const debug = b.attachments();
  return { op: 'extractvalue', aggregate, path, debug, result: b.define(type) };
}

function memberType(b: BodyParser, type: Type, field: number): Type {
  if (type.kind === 'array' && field < type.length) return type.element;
  const member = type.kind === 'struct' ? type.fields?.[field] : undefined;
  return member ?? b.lexer.fail(`the value has no member ${field}`);
}

function parseInsertValue(b: BodyParser): Instruction {
  const aggregate = b.typedOperand();
  const value = b.nextOperand();
  const path = parsePath(b);
  const debug = b.attachments();
  return { op: 'insertvalue', aggregate, value, path, debug, result: b.define(aggregate.type) };
}

function parseExtractElement(b: BodyParser): Instruction {
  const vector = b.typedOperand();
  const index = b.nextOperand();
  const debug = b.attachments();
  if (vector.type.kind !== 'vector') return b.lexer.fail('extractelement needs a vector');
  return { op: 'extractelement', vector, index, debug, result: b.define(vector.type.element) };
}

function parseInsertElement(b: BodyParser): Instruction {
  const vector = b.typedOperand();
  const value = b.nextOperand();
  const index = b.nextOperand();
  const debug = b.attachments();
  return { op: 'insertelement', vector, value, index, debug, result: b.define(vector.type) };
}

function parseShuffleVector(b: BodyParser): Instruction {
  const { c, lexer } = b;
  const left = b.typedOperand();
  const right = b.nextOperand();
  const mask = b.nextOperand();
  const debug = b.attachments();
  if (left.type.kind !== 'vector' || mask.type.kind !== 'vector') return lexer.fail('shufflevector needs vectors');
  const type = c.types.vector(mask.type.length, left.type.element, mask.type.scalable);
  return { op: 'shufflevector', left, right, mask: maskLanes(b, mask, type.length), debug, result: b.define(type) };
}

function maskLanes(b: BodyParser, mask: Operand, length: number): number[] {
  if (mask.kind === 'zero') return new Array<number>(length).fill(0);
  if (mask.kind === 'undef') return new Array<number>(length).fill(-1);
  if (mask.kind !== 'aggregate') return b.lexer.fail('the mask of shufflevector is not a constant');
  return mask.elements.map((lane) => (lane.kind === 'int' ? Number(lane.value) : -1));
}

function parseCompareExchange(b: BodyParser): Instruction {
  const { c, lexer } = b;
  let weak = false;
  let volatile = false;
  while (!atType(c)) {
    const word = lexer.word();
    if (word === '') lexer.fail(`expected a type before ${lexer.found()}`);
    if (word === 'weak') weak = true;
    else if (word === 'volatile') volatile = true;
  }
  const address = b.typedOperand();
  const expected = b.nextOperand();
  const replacement = b.nextOperand();
  const success = parseMemoryOrdering(b).ordering;
  const failure: Ordering = parseMemoryOrdering(b).ordering;
  const align = parseAlign(b, expected.type);
  const debug = b.attachments();
  const result = b.define(c.types.struct([expected.type, c.types.int(1)], false));
  return { op: 'cmpxchg', address, expected, replacement, volatile, weak, success, failure, align, debug, result };
}

function parseAtomicRmw(b: BodyParser): Instruction {
  const { c, lexer } = b;
  let operation = '';
  let volatile = false;
  while (!atType(c)) {
    const word = lexer.word();
    if (word === '') lexer.fail(`expected a type before ${lexer.found()}`);
    if (word === 'volatile') volatile = true;
    else operation = word;
  }
  const address = b.typedOperand();
  const value = b.nextOperand();
  const { ordering } = parseMemoryOrdering(b);
  const align = parseAlign(b, value.type);
  const debug = b.attachments();
  return { op: 'atomicrmw', operation, address, value, volatile, ordering, align, debug, result: b.define(value.type) };
}

function parseFence(b: BodyParser): Instruction {
  const { ordering, singleThread } = parseMemoryOrdering(b);
  return { op: 'fence', ordering, singleThread, debug: b.attachments() };
}

function parseVaArg(b: BodyParser): Instruction {
  const list = b.typedOperand();
  b.lexer.expect(Char.comma);
  const type = parseType(b.c);
  const debug = b.attachments();
  return { op: 'va_arg', list, debug, result: b.define(type) };
}

function parseLandingPad(b: BodyParser): Instruction {
  const { lexer } = b;
  const type = parseType(b.c);
  for (;;) {
    if (lexer.acceptWord('cleanup')) continue;
    if (!lexer.acceptWord('catch') && !lexer.acceptWord('filter')) break;
    b.typedOperand();
  }
  const debug = b.attachments();
  return { op: 'landingpad', debug, result: b.define(type) };
}
