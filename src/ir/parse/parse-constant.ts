// Constants in the text: literals, aggregates, references to globals, and constant expressions.

import { type BinaryOp, binaryOps, type CastOp, castOps } from '../opcode.js';
import { isFloatPredicate, isIntegerPredicate } from '../predicate.js';
import type { Type } from '../type.js';
import type { Constant } from '../value.js';
import { unescapeBytes } from './escape.js';
import { AddressWalk, indexValue, parseAddressFlags } from './parse-address.js';
import type { ParseContext } from './parse-context.js';
import { hexInteger, parseFloatLiteral, parseInteger, parseNumber } from './parse-literal.js';
import { parseType } from './parse-type.js';
import { Char, isDigit } from './text-scan.js';

const rareExpressions: ReadonlySet<string> = new Set([
  'select',
  'extractelement',
  'insertelement',
  'shufflevector',
  'extractvalue',
  'insertvalue',
  'fneg',
  'ptrauth',
]);

const valueWords: ReadonlySet<string> = new Set([
  ...binaryOps,
  ...castOps,
  ...rareExpressions,
  'null',
  'true',
  'false',
  'undef',
  'poison',
  'zeroinitializer',
  'none',
  'splat',
  'c',
  'asm',
  'blockaddress',
  'dso_local_equivalent',
  'no_cfi',
  'getelementptr',
  'icmp',
  'fcmp',
  'inf',
  'nan',
  'qnan',
  'snan',
]);

/** Does this word begin a value? Any other word before a value is an attribute. */
export function isValueWord(word: string): boolean {
  return valueWords.has(word) || (word.charCodeAt(1) === Char.zero && /^[fus]0x[0-9A-Fa-f]+$/.test(word));
}

export function parseTypedConstant(c: ParseContext): Constant {
  return parseConstant(c, parseType(c));
}

export function parseConstant(c: ParseContext, type: Type): Constant {
  const { lexer } = c;
  if (type.kind === 'metadata') return parseMetadataOperand(c, type);
  const code = lexer.peek();
  if (isDigit(code) || code === Char.minus || code === Char.plus) return parseNumber(c, type);
  if (code === Char.at) {
    const position = lexer.pos;
    return c.global(type, lexer.nameAfter(Char.at), position);
  }
  c.enter();
  const constant = parseNested(c, type, code);
  c.leave();
  return constant;
}

/** What may contain other constants, or looks as if it might. */
function parseNested(c: ParseContext, type: Type, code: number): Constant {
  const { lexer } = c;
  switch (code) {
    case Char.openBracket:
      return { kind: 'aggregate', type, elements: parseElements(c, Char.openBracket, Char.closeBracket) };
    case Char.openBrace:
      return { kind: 'aggregate', type, elements: parseElements(c, Char.openBrace, Char.closeBrace) };
    case Char.less:
      return parseVectorOrPacked(c, type);
    case Char.percent:
      return lexer.fail(`a constant is expected, but ${lexer.found()} is a register`);
    default:
      return parseWordConstant(c, type);
  }
}

function parseVectorOrPacked(c: ParseContext, type: Type): Constant {
  const { lexer } = c;
  const start = lexer.pos;
  lexer.expect(Char.less);
  if (lexer.peek() !== Char.openBrace) {
    lexer.pos = start;
    return { kind: 'aggregate', type, elements: parseElements(c, Char.less, Char.greater) };
  }
  const elements = parseElements(c, Char.openBrace, Char.closeBrace);
  lexer.expect(Char.greater);
  return { kind: 'aggregate', type, elements };
}

function parseElements(c: ParseContext, open: number, close: number): Constant[] {
  const { lexer } = c;
  lexer.expect(open);
  const elements: Constant[] = [];
  if (lexer.accept(close)) return elements;
  do {
    c.checkLimits();
    elements.push(parseTypedConstant(c));
  } while (lexer.accept(Char.comma));
  lexer.expect(close);
  return elements;
}

function parseWordConstant(c: ParseContext, type: Type): Constant {
  const { lexer } = c;
  const start = lexer.pos;
  const word = lexer.word();
  switch (word) {
    case 'null':
      return c.null(type);
    case 'true':
    case 'false':
      if (type !== c.types.int(1)) {
        lexer.pos = start;
        return lexer.fail(`${word} is an i1`);
      }
      return c.int(type, word === 'true' ? 1 : 0);
    case 'undef':
      return c.undef(type);
    case 'poison':
      return c.poison(type);
    case 'zeroinitializer':
    case 'none':
      return c.zero(type);
    case 'c':
      return { kind: 'bytes', type, bytes: unescapeBytes(lexer.rawString()) };
    case 'splat':
      return parseSplat(c, type);
    case 'blockaddress':
      return parseBlockAddress(c, type);
    case 'dso_local_equivalent':
    case 'no_cfi':
      return parseConstant(c, type);
    default:
  }
  if (type.kind === 'float' && /^(f0x[0-9A-Fa-f]+|[qs]?nan|inf)$/.test(word)) {
    lexer.pos = start;
    return parseFloatLiteral(c, type);
  }
  if (type.kind === 'int' && /^[us]0x[0-9A-Fa-f]+$/.test(word)) return hexInteger(type, word);
  return parseExpression(c, type, word, start);
}

function parseSplat(c: ParseContext, type: Type): Constant {
  const { lexer } = c;
  lexer.expect(Char.openParenthesis);
  const element = parseTypedConstant(c);
  lexer.expect(Char.closeParenthesis);
  if (type.kind !== 'vector' || type.scalable) {
    return { kind: 'expression', type, op: 'other', name: 'splat', operands: [element] };
  }
  return { kind: 'aggregate', type, elements: new Array<Constant>(type.length).fill(element) };
}

function parseBlockAddress(c: ParseContext, type: Type): Constant {
  const { lexer } = c;
  lexer.expect(Char.openParenthesis);
  const name = lexer.nameAfter(Char.at);
  lexer.expect(Char.comma);
  const block = lexer.nameAfter(Char.percent);
  lexer.expect(Char.closeParenthesis);
  return { kind: 'blockaddress', type, function: name, block };
}

function parseExpression(c: ParseContext, type: Type, word: string, start: number): Constant {
  const { lexer } = c;
  if (word === 'getelementptr') return parseConstantAddress(c, type);
  if (castOps.has(word)) {
    skipFlags(c);
    lexer.expect(Char.openParenthesis);
    const value = parseTypedConstant(c);
    lexer.expectWord('to');
    const target = parseType(c);
    if (target !== type) lexer.fail('the expression has another type than its place');
    lexer.expect(Char.closeParenthesis);
    return { kind: 'expression', type: target, op: word as CastOp, value };
  }
  if (binaryOps.has(word)) {
    const [left, right] = parsePair(c);
    return { kind: 'expression', type, op: word as BinaryOp, left, right };
  }
  if (word === 'icmp' || word === 'fcmp') {
    const predicate = skipFlags(c);
    const isKnown = word === 'icmp' ? isIntegerPredicate : isFloatPredicate;
    if (!isKnown(predicate)) return lexer.fail(`unknown predicate '${predicate}'`);
    const [left, right] = parsePair(c);
    return { kind: 'expression', type, op: word, predicate, left, right };
  }
  if (rareExpressions.has(word)) return parseRareExpression(c, type, word);
  lexer.pos = start;
  return lexer.fail(`expected a value before ${lexer.found()}`);
}

/** Behind `getelementptr` of a constant expression. */
function parseConstantAddress(c: ParseContext, type: Type): Constant {
  const { lexer } = c;
  parseAddressFlags(c);
  lexer.expect(Char.openParenthesis);
  const sourceType = parseType(c);
  lexer.expect(Char.comma);
  const base = parseTypedConstant(c);
  const indices: Constant[] = [];
  while (lexer.accept(Char.comma)) {
    lexer.acceptWord('inrange');
    indices.push(parseTypedConstant(c));
  }
  lexer.expect(Char.closeParenthesis);
  const walk = new AddressWalk(c, sourceType);
  const computed: Constant[] = [];
  for (const index of indices) {
    const value = indexValue(index);
    if (value !== undefined) {
      walk.constant(value);
      continue;
    }
    if (index.kind !== 'expression' || index.type.kind !== 'int')
      return { kind: 'expression', type, op: 'other', name: 'getelementptr', operands: [base, ...indices] };
    walk.variable(index);
    computed.push(index);
  }
  const { offset } = walk;
  if (computed.length === 0)
    return { kind: 'expression', type, op: 'getelementptr', sourceType, base, indices, offset };
  const address = { offset, scales: walk.scaled.map(({ scale }) => scale) };
  return { kind: 'expression', type, op: 'other', name: 'getelementptr', operands: [base, ...computed], address };
}

/** Skips words before `(`; the last of them. */
function skipFlags(c: ParseContext): string {
  let last = '';
  for (let word = c.lexer.word(); word !== ''; word = c.lexer.word()) last = word;
  return last;
}

function parsePair(c: ParseContext): [Constant, Constant] {
  const { lexer } = c;
  skipFlags(c);
  lexer.expect(Char.openParenthesis);
  const left = parseTypedConstant(c);
  lexer.expect(Char.comma);
  const right = parseTypedConstant(c);
  lexer.expect(Char.closeParenthesis);
  return [left, right];
}

function parseRareExpression(c: ParseContext, type: Type, name: string): Constant {
  const { lexer } = c;
  skipFlags(c);
  lexer.expect(Char.openParenthesis);
  const operands: Constant[] = [];
  do {
    // The path of extractvalue and insertvalue: bare numbers.
    if (isDigit(lexer.peek())) operands.push(parseInteger(c, c.types.int(32)));
    else operands.push(parseTypedConstant(c));
  } while (lexer.accept(Char.comma));
  lexer.expect(Char.closeParenthesis);
  return { kind: 'expression', type, op: 'other', name, operands };
}

/** What follows `metadata` in an argument list, up to its comma or parenthesis. */
function parseMetadataOperand(c: ParseContext, type: Type): Constant {
  const { lexer } = c;
  const { text, limit } = lexer;
  lexer.peek();
  const start = lexer.pos;
  while (lexer.pos < limit) {
    const code = text.charCodeAt(lexer.pos);
    if (code === Char.comma || code === Char.closeParenthesis) break;
    if (code === Char.quote) lexer.rawString();
    else if (code === Char.openParenthesis || code === Char.openBrace || code === Char.openBracket)
      lexer.skipBalanced();
    else lexer.pos++;
  }
  return { kind: 'metadata', type, text: text.slice(start, lexer.pos).trim() };
}
