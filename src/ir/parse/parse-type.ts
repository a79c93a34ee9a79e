// Types in the text. Named types are read when first used, since their definitions may stand in any order.

import type { OtherType, Type } from '../type.js';
import { ParseFailure } from './lexer.js';
import type { ParseContext } from './parse-context.js';
import { Char, isDigit } from './text-scan.js';

const otherTypes: ReadonlySet<string> = new Set(['label', 'metadata', 'token', 'x86_amx']);
const floatTypes: ReadonlySet<string> = new Set([
  'half',
  'bfloat',
  'float',
  'double',
  'x86_fp80',
  'fp128',
  'ppc_fp128',
]);
const widestInt = 1 << 23;
const longestVector = 1 << 16;

/** A type, with a parameter list behind it if it is a function's. */
export function parseType(c: ParseContext): Type {
  const { lexer } = c;
  let type = parseSimpleType(c);
  for (;;) {
    const { text, pos, limit } = lexer;
    if (pos >= limit) return type;
    let code = text.charCodeAt(pos);
    if (code === Char.space) {
      code = text.charCodeAt(pos + 1);
      if (code !== Char.openParenthesis && code !== Char.star) return type;
    }
    if (code === Char.star) refuseTypedPointer(c);
    if (code !== Char.openParenthesis) return type;
    type = parseFunctionType(c, type);
  }
}

function refuseTypedPointer(c: ParseContext): never {
  return c.lexer.fail(
    'typed pointer: IR of an unsupported LLVM version; Preempt reads LLVM 16 or newer',
    'ir-unsupported-version',
  );
}

/** Can the next character begin a type? A word is only asked about by its spelling. */
export function atType(c: ParseContext): boolean {
  const code = c.lexer.peek();
  switch (code) {
    case Char.percent:
    case Char.openBrace:
    case Char.openBracket:
    case Char.less:
      return true;
    default: {
      if (code < 97 || code > 122) return false;
      const { text, pos } = c.lexer;
      if (code === 105) return isDigit(text.charCodeAt(pos + 1));
      if (code === 112 && atPtr(c)) return true;
      const word = c.lexer.lookWord();
      return word === 'void' || floatTypes.has(word) || otherTypes.has(word) || isTarget(c, word);
    }
  }
}

/** Is the next word `ptr`? */
function atPtr(c: ParseContext): boolean {
  const { text, pos } = c.lexer;
  if (text.charCodeAt(pos) !== 112 || text.charCodeAt(pos + 1) !== 116 || text.charCodeAt(pos + 2) !== 114)
    return false;
  const next = text.charCodeAt(pos + 3);
  return next === Char.space || next === Char.comma || next === Char.closeParenthesis || c.lexer.lookWord() === 'ptr';
}

function isTarget(c: ParseContext, word: string): boolean {
  return word === 'target' && c.lexer.text.charCodeAt(c.lexer.pos + word.length) === Char.openParenthesis;
}

function parseSimpleType(c: ParseContext): Type {
  const { lexer, types } = c;
  switch (lexer.peek()) {
    case 105: // i
      return parseIntType(c);
    case Char.percent: {
      const name = lexer.nameAfter(Char.percent);
      // Before looking into it: with typed pointers, types contain themselves.
      if (lexer.text.charCodeAt(lexer.pos) === Char.star) refuseTypedPointer(c);
      return namedType(c, name);
    }
    case Char.openBracket:
      return parseArrayType(c);
    case Char.openBrace:
      return types.struct(parseFields(c), false);
    case Char.less:
      return parseVectorOrPackedType(c);
    default:
      return parseWordType(c);
  }
}

function parseIntType(c: ParseContext): Type {
  const { lexer } = c;
  const start = lexer.pos++;
  if (!isDigit(lexer.text.charCodeAt(lexer.pos))) {
    lexer.pos = start;
    lexer.fail(`expected a type before ${lexer.found()}`);
  }
  const bits = lexer.number();
  if (bits >= 1 && bits <= widestInt) return c.types.int(bits);
  lexer.pos = start;
  return lexer.fail(`there is no integer type of ${bits} bits`);
}

function parseWordType(c: ParseContext): Type {
  const { lexer, types } = c;
  const start = lexer.pos;
  if (atPtr(c)) {
    lexer.pos += 3;
    const { text, pos } = lexer;
    if (text.charCodeAt(pos + 1) === 97 && text.startsWith(' addrspace(', pos)) return types.pointer(addressSpace(c));
    return types.pointer(0);
  }
  const word = lexer.word();
  if (word === 'void') return types.void;
  switch (word) {
    case 'half':
    case 'bfloat':
    case 'float':
    case 'double':
    case 'x86_fp80':
    case 'fp128':
    case 'ppc_fp128':
      return types.float(word);
    case 'label':
    case 'metadata':
    case 'token':
    case 'x86_amx':
      return types.other(word, word);
    case 'x86_mmx':
      return types.vector(1, types.int(64), false);
    case 'target':
      return parseTargetType(c, start);
    default:
      lexer.pos = start;
      return lexer.fail(`expected a type before ${lexer.found()}`);
  }
}

function parseTargetType(c: ParseContext, start: number): OtherType {
  const { lexer } = c;
  if (lexer.peek() !== Char.openParenthesis) lexer.fail(`expected a type before ${lexer.found()}`);
  lexer.skipBalanced();
  return c.types.other('target', lexer.text.slice(start, lexer.pos));
}

/** `addrspace(1)` → 1. */
export function addressSpace(c: ParseContext): number {
  const { lexer } = c;
  lexer.expectWord('addrspace');
  lexer.expect(Char.openParenthesis);
  if (lexer.peek() === Char.quote) lexer.fail('a symbolic address space is not supported');
  const space = lexer.number();
  lexer.expect(Char.closeParenthesis);
  return space;
}

function parseArrayType(c: ParseContext): Type {
  const { lexer } = c;
  lexer.expect(Char.openBracket);
  const length = lexer.number();
  lexer.expectWord('x');
  c.enter();
  const element = parseType(c);
  c.leave();
  lexer.expect(Char.closeBracket);
  return c.types.array(length, element);
}

function parseVectorOrPackedType(c: ParseContext): Type {
  const { lexer } = c;
  lexer.expect(Char.less);
  if (lexer.peek() === Char.openBrace) {
    const fields = parseFields(c);
    lexer.expect(Char.greater);
    return c.types.struct(fields, true);
  }
  const scalable = lexer.acceptWord('vscale');
  if (scalable) lexer.expectWord('x');
  const length = lexer.number();
  if (length > longestVector) lexer.fail('this vector is too long');
  lexer.expectWord('x');
  c.enter();
  const element = parseType(c);
  c.leave();
  lexer.expect(Char.greater);
  return c.types.vector(length, element, scalable);
}

function parseFields(c: ParseContext): Type[] {
  const { lexer } = c;
  lexer.expect(Char.openBrace);
  const fields: Type[] = [];
  if (lexer.accept(Char.closeBrace)) return fields;
  c.enter();
  do fields.push(parseType(c));
  while (lexer.accept(Char.comma));
  c.leave();
  lexer.expect(Char.closeBrace);
  return fields;
}

function parseFunctionType(c: ParseContext, returns: Type): Type {
  const { lexer } = c;
  lexer.expect(Char.openParenthesis);
  const parameters: Type[] = [];
  let variadic = false;
  if (lexer.accept(Char.closeParenthesis)) return c.types.function(returns, parameters, false);
  c.enter();
  do {
    variadic = acceptDots(c);
    if (variadic) break;
    parameters.push(parseType(c));
    // Old texts have attributes in a call's function type.
    while (lexer.peek() !== Char.comma && lexer.word() !== '')
      if (lexer.peek() === Char.openParenthesis) lexer.skipBalanced();
  } while (lexer.accept(Char.comma));
  c.leave();
  lexer.expect(Char.closeParenthesis);
  return c.types.function(returns, parameters, variadic);
}

/** `...` */
export function acceptDots(c: ParseContext): boolean {
  const { lexer } = c;
  if (lexer.peek() !== Char.dot) return false;
  if (!lexer.text.startsWith('...', lexer.pos)) lexer.fail(`expected '...' before ${lexer.found()}`);
  lexer.pos += 3;
  return true;
}

/** `%name`, read now if nobody has asked for it before. */
export function namedType(c: ParseContext, name: string): Type {
  const known = c.namedTypes.get(name);
  if (known instanceof ParseFailure) throw known;
  if (typeof known === 'object') return known;
  const { lexer } = c;
  if (known === undefined) return lexer.fail(`type %${name} is not defined`, 'ir-undefined-type');
  const { pos, limit } = lexer;
  lexer.pos = known;
  lexer.limit = lexer.text.length;
  // Found again below itself, the type is infinite.
  c.namedTypes.set(name, new ParseFailure('ir-syntax', `type %${name} contains itself`, known));
  try {
    c.enter();
    const type = parseTypeBody(c, name);
    c.leave();
    c.namedTypes.set(name, type);
    lexer.pos = pos;
    return type;
  } catch (failure) {
    if (failure instanceof ParseFailure) c.namedTypes.set(name, failure);
    throw failure;
  } finally {
    lexer.limit = limit;
  }
}

function parseTypeBody(c: ParseContext, name: string): Type {
  const { lexer, types } = c;
  if (lexer.acceptWord('opaque')) return types.namedStruct(name, undefined, false);
  if (lexer.peek() === Char.openBrace) return types.namedStruct(name, parseFields(c), false);
  const start = lexer.pos;
  if (lexer.accept(Char.less) && lexer.peek() === Char.openBrace) {
    const fields = parseFields(c);
    lexer.expect(Char.greater);
    return types.namedStruct(name, fields, true);
  }
  lexer.pos = start;
  return parseType(c);
}
