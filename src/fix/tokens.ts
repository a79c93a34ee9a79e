// The tokens of a C text with their places, comments and directives left out: just enough to see where statements begin
// and end. It knows no macros: what it makes of a text with unusual ones is only a guess, which the compiler and the
// model have to confirm.

export interface Token {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /**
   * Lines before which nothing can be inserted: the line break before them is in a comment, a directive or a continued
   * line.
   */
  readonly joined: ReadonlySet<number>;
  /** `#if`, `#else`, `#endif` and the like, by line. */
  readonly conditionals: readonly { readonly line: number; readonly kind: 'if' | 'else' | 'endif' }[];
}

const pattern =
  /(?<space>[ \t\r\f\v]+|\\\r?\n)|(?<newline>\n)|(?<comment>\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$))|(?<word>[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)|(?<literal>"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\.?\d(?:[eEpP][+-]|[\w.])*)|(?<mark>[\s\S])/y;
const directive = /#(?:\\\r?\n|\/\*[\s\S]*?\*\/|[^\n])*/y;

export function tokensOf(text: string): Tokens {
  const tokens: Token[] = [];
  const joined = new Set<number>();
  const conditionals: Tokens['conditionals'][number][] = [];
  let line = 1;
  let lineStart = 0;
  let isLineEmpty = true;
  /** A piece of text that belongs together, line breaks and all. */
  const pass = (from: number, piece: string): void => {
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) {
      joined.add(++line);
      lineStart = from + at + 1;
    }
  };
  for (let at = 0; at < text.length; ) {
    if (isLineEmpty && text[at] === '#') {
      directive.lastIndex = at;
      const [piece] = directive.exec(text)!;
      const kind = /^#\s*(if|else|elif|endif)/.exec(piece)?.[1];
      if (kind !== undefined) conditionals.push({ line, kind: kind === 'if' || kind === 'endif' ? kind : 'else' });
      pass(at, piece);
      at += piece.length;
      continue;
    }
    pattern.lastIndex = at;
    const { 0: piece, groups } = pattern.exec(text)!;
    if (groups!.newline !== undefined) {
      line++;
      lineStart = at + 1;
      isLineEmpty = true;
    } else if (groups!.space !== undefined || groups!.comment !== undefined) pass(at, piece);
    else {
      tokens.push({ text: piece, line, column: at - lineStart + 1 });
      isLineEmpty = false;
      pass(at, piece);
    }
    at += piece.length;
  }
  return { tokens, joined, conditionals };
}
