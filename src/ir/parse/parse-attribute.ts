// Attributes of functions, parameters and calls. Those that Preempt does not know are skipped by their grammar:
// a word, a word with a balanced parenthesis, a string, or a string with a value.

import type { ByValue } from '../instruction.js';
import type { Type } from '../type.js';
import { isValueWord } from './parse-constant.js';
import type { Attributes, ParseContext } from './parse-context.js';
import { parseType } from './parse-type.js';
import { Char, isDigit } from './text-scan.js';

export const noAttributes: Attributes = new Map();

/** `#0 = { … }`, behind the word `attributes`. */
export function parseAttributeGroup(c: ParseContext): void {
  const { lexer } = c;
  lexer.expect(Char.hash);
  const id = lexer.number();
  lexer.expect(Char.equals);
  lexer.expect(Char.openBrace);
  const attributes = new Map<string, string>();
  while (!lexer.accept(Char.closeBrace)) parseAttribute(c, attributes);
  c.attributeGroups.set(id, attributes);
}

/** One attribute, such as `nounwind`, `memory(none)`, `align=4` or `"target-cpu"="x86-64"`, into the map. */
export function parseAttribute(c: ParseContext, into: Map<string, string>): void {
  const { lexer } = c;
  if (lexer.peek() === Char.quote) {
    const key = lexer.string();
    into.set(key, lexer.accept(Char.equals) ? lexer.string() : '');
    return;
  }
  const word = lexer.word();
  if (word === '') lexer.fail(`expected an attribute before ${lexer.found()}`);
  into.set(word, parseAttributeValue(c));
}

function parseAttributeValue(c: ParseContext): string {
  const { lexer } = c;
  const code = lexer.peekOnLine();
  if (code === Char.openParenthesis) {
    const start = lexer.pos;
    lexer.skipBalanced();
    return lexer.text.slice(start + 1, lexer.pos - 1);
  }
  if (code !== Char.equals) return '';
  lexer.pos++;
  return String(lexer.number());
}

/** The attributes of group `#0` at the next character. */
export function parseGroupReference(c: ParseContext): Attributes {
  const { lexer } = c;
  const start = lexer.pos;
  lexer.expect(Char.hash);
  const id = lexer.number();
  const group = c.attributeGroups.get(id);
  if (group !== undefined) return group;
  lexer.pos = start;
  return lexer.fail(`attribute group #${id} is not defined`, 'ir-undefined-attributes');
}

/**
 * Skips the attributes of a parameter or argument: everything before its value, comma or parenthesis.
 * Gives what `byval(T)` and `align` say of an object that is passed by value.
 */
export function parseParameterAttributes(c: ParseContext): ByValue | undefined {
  const { lexer } = c;
  let type: Type | undefined;
  let align: number | undefined;
  const byValue = (): ByValue | undefined =>
    type === undefined ? undefined : { type, align: align ?? c.layout.alignment(type) };
  for (;;) {
    const code = lexer.peek();
    if (code === Char.quote) {
      lexer.rawString();
      if (lexer.accept(Char.equals)) lexer.rawString();
      continue;
    }
    if (code < 65 || code > 122 || code === Char.openBracket) return byValue();
    const start = lexer.pos;
    const word = lexer.word();
    if (word === '' || isValueWord(word)) {
      lexer.pos = start;
      return byValue();
    }
    if (word === 'byval' && lexer.accept(Char.openParenthesis)) {
      type = parseType(c);
      lexer.expect(Char.closeParenthesis);
    } else if (word === 'align' && isDigit(lexer.peekOnLine())) {
      align = lexer.number();
    } else {
      skipAttributeArgument(c, word);
    }
  }
}

/** Behind an attribute's word: its parenthesis, or the bare number that only `align` has. */
export function skipAttributeArgument(c: ParseContext, word: string): void {
  const { lexer } = c;
  const code = lexer.peekOnLine();
  if (code === Char.openParenthesis) lexer.skipBalanced();
  else if (isDigit(code) && (word === 'align' || word === 'alignstack')) lexer.number();
}
