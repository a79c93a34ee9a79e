// Searches in IR text by character: ends of lines, closing brackets, ends of metadata nodes. None looks further than
// the limit it is given, and each is linear.

export const Char = {
  tab: 9,
  newline: 10,
  carriageReturn: 13,
  space: 32,
  exclamation: 33,
  quote: 34,
  hash: 35,
  dollar: 36,
  percent: 37,
  openParenthesis: 40,
  closeParenthesis: 41,
  star: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  zero: 48,
  nine: 57,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  at: 64,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  caret: 94,
  openBrace: 123,
  bar: 124,
  closeBrace: 125,
} as const;

export function isDigit(code: number): boolean {
  return code >= Char.zero && code <= Char.nine;
}

/** −1 if the character is not found between `from` and `limit`, or if `from` is −1. Looks no further than the limit. */
export function indexBefore(text: string, code: number, from: number, limit: number): number {
  if (from < 0) return -1;
  for (let pos = from; pos < limit; pos++) if (text.charCodeAt(pos) === code) return pos;
  return -1;
}

export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The offset behind the bracket that closes the one at `start`; −1 if none does. Strings and comments are skipped. */
export function balancedEnd(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let pos = start; pos < limit; pos++) {
    switch (text.charCodeAt(pos)) {
      case Char.openParenthesis:
      case Char.openBracket:
      case Char.openBrace:
        depth++;
        break;
      case Char.closeParenthesis:
      case Char.closeBracket:
      case Char.closeBrace:
        if (--depth <= 0) return pos + 1;
        break;
      case Char.quote:
        pos = text.indexOf('"', pos + 1);
        if (pos < 0) return -1;
        break;
      case Char.semicolon:
        pos = endOfLine(text, pos);
        break;
      default:
    }
  }
  return -1;
}

/**
 * The end of the metadata node that begins at `start`. LLVM writes each on one line; one that goes on over several
 * lines is followed to its closing bracket.
 */
export function endOfMetadata(text: string, start: number): number {
  const lineEnd = endOfLine(text, start);
  let last = lineEnd;
  while (last > start && text.charCodeAt(last - 1) <= Char.space) last--;
  const code = text.charCodeAt(last - 1);
  if (code === Char.closeParenthesis || code === Char.closeBrace) return last;
  const open = openingBracket(text, start, last);
  if (open === last) return last;
  const end = balancedEnd(text, open, endOfDefinition(text, lineEnd));
  return end < 0 ? last : end;
}

/** The first `(` or `{` from `start` on; `limit` if there is none. */
export function openingBracket(text: string, start: number, limit: number): number {
  for (let pos = start; pos < limit; pos++) {
    const code = text.charCodeAt(pos);
    if (code === Char.openParenthesis || code === Char.openBrace) return pos;
  }
  return limit;
}

/** Where the next line begins that cannot continue a metadata node: it is empty, or starts with `!12 =`. */
function endOfDefinition(text: string, from: number): number {
  let pos = from;
  while (pos < text.length) {
    pos++;
    const code = text.charCodeAt(pos);
    if (code === Char.newline) return pos;
    if (code === Char.exclamation) {
      const equals = indexBefore(text, Char.equals, pos, Math.min(endOfLine(text, pos), pos + 80));
      if (equals > 0 && /^![\w.$-]+ ?$/.test(text.slice(pos, equals))) return pos;
    }
    pos = endOfLine(text, pos);
  }
  return text.length;
}
