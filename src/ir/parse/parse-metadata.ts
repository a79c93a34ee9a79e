// References to metadata in instructions: `!12`, or a node written in place.

import type { ParseContext } from './parse-context.js';
import { Char, isDigit } from './text-scan.js';

/** The id of the node at the next character; nodes written in place are kept only if asked for, −1 otherwise. */
export function parseMetadataReference(c: ParseContext, keep: boolean): number {
  const { lexer } = c;
  lexer.peek();
  const start = lexer.pos;
  if (lexer.accept(Char.exclamation) && isDigit(lexer.text.charCodeAt(lexer.pos))) return lexer.number();
  lexer.pos = start;
  lexer.acceptWord('distinct');
  skipMetadata(c);
  return keep ? c.metadata.addInline(lexer.text.slice(start, lexer.pos)) : -1;
}

/** Skips one node: `!12`, `!{…}`, `!DIExpression(…)`, `!"text"` or `null`. */
function skipMetadata(c: ParseContext): void {
  const { lexer } = c;
  if (!lexer.accept(Char.exclamation)) {
    lexer.expectWord('null');
    return;
  }
  const code = lexer.peek();
  if (isDigit(code)) lexer.number();
  else if (code === Char.quote) lexer.rawString();
  else if (code === Char.openBrace) lexer.skipBalanced();
  else {
    lexer.bareName();
    if (lexer.peek() !== Char.openParenthesis) lexer.fail(`this metadata is not understood: ${lexer.found()}`);
    lexer.skipBalanced();
  }
}

/** Skips a `!DIExpression(…)`; true if it is empty: the variable is the value as it stands. */
export function parseExpressionIsEmpty(c: ParseContext): boolean {
  const { lexer } = c;
  lexer.peek();
  const start = lexer.pos;
  if (lexer.text.startsWith('!DIExpression()', start)) {
    lexer.pos = Math.min(start + 15, lexer.limit);
    return true;
  }
  const id = parseMetadataReference(c, false);
  const text = id >= 0 ? c.metadata.text(id) : lexer.text.slice(start, lexer.pos);
  return text !== undefined && /^!DIExpression\(\s*\)$/.test(text.trim());
}
