// Numbers: integers of any width, and floating-point literals of all forms.

import type { FloatType, IntType, Type } from '../type.js';
import type { Constant } from '../value.js';
import { floatLiteral } from './float-literal.js';
import type { ParseContext } from './parse-context.js';
import { Char } from './text-scan.js';

export function parseNumber(c: ParseContext, type: Type): Constant {
  if (type.kind === 'int') return parseInteger(c, type);
  if (type.kind === 'float') return parseFloatLiteral(c, type);
  return c.lexer.fail(`a number is not a constant of this type: ${c.lexer.found()}`);
}

/** A decimal integer of the type. */
export function parseInteger(c: ParseContext, type: IntType): Constant {
  const { lexer } = c;
  const start = lexer.pos;
  const negative = lexer.accept(Char.minus);
  if (!negative) lexer.accept(Char.plus);
  const magnitude = lexer.number();
  if (magnitude <= Number.MAX_SAFE_INTEGER) return c.int(type, negative ? -magnitude : magnitude);
  if (lexer.pos - start > 10_000) lexer.fail('this number is too long');
  return { kind: 'int', type, value: BigInt.asUintN(type.bits, BigInt(lexer.text.slice(start, lexer.pos))) };
}

export function parseFloatLiteral(c: ParseContext, type: FloatType): Constant {
  const { lexer } = c;
  const { text, limit } = lexer;
  const start = lexer.pos;
  let pos = start;
  while (pos < limit && pos - start < 1000 && /[-+.0-9A-Za-z]/.test(text.charAt(pos))) pos++;
  if (text.charAt(pos) === '(') pos = Math.min(endOfParenthesis(text, pos), limit);
  const bits = floatLiteral(text.slice(start, pos), type.format);
  if (bits === undefined) return lexer.fail(`this is not a floating-point number: ${lexer.found()}`);
  lexer.pos = pos;
  return { kind: 'float', type, bits };
}

function endOfParenthesis(text: string, from: number): number {
  for (let pos = from; pos < from + 100; pos++) if (text.charAt(pos) === ')') return pos + 1;
  return from;
}

/** `u0xFF` zero-extends, `s0xFF` sign-extends from its written digits. */
export function hexInteger(type: IntType, word: string): Constant {
  const digits = word.slice(3);
  const written = BigInt(`0x${digits}`);
  const value = word.charAt(0) === 's' ? BigInt.asIntN(digits.length * 4, written) : written;
  return { kind: 'int', type, value: BigInt.asUintN(type.bits, value) };
}
