// C text as tokens, for rewriteDialect: comments, strings and preprocessor lines are understood, nothing is expanded.
// Tokens are positions in typed arrays, so that a file of several megabytes costs a few times its size.

export const TokenKind = {
  word: 0,
  number: 1,
  string: 2,
  punctuation: 3,
  /** A whole `#pragma` line. */
  pragma: 4,
  /** The name in `#define NAME`; the tokens of the body follow, then endDefine. */
  define: 5,
  endDefine: 6,
  openIf: 7,
  elseIf: 8,
  endIf: 9,
} as const;

type Kind = (typeof TokenKind)[keyof typeof TokenKind];

export class DialectTokens {
  count = 0;
  private kinds = new Uint8Array(1024);
  private starts = new Int32Array(1024);
  private ends = new Int32Array(1024);

  constructor(private readonly source: string) {}

  add(kind: Kind, start: number, end: number): void {
    if (this.count === this.kinds.length) this.grow();
    this.kinds[this.count] = kind;
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count++;
  }

  kind(i: number): Kind | undefined {
    return i >= 0 && i < this.count ? (this.kinds[i] as Kind) : undefined;
  }

  start(i: number): number {
    return this.starts[i] ?? this.source.length;
  }

  end(i: number): number {
    return this.ends[i] ?? this.source.length;
  }

  /** The token's text; empty outside the token list. */
  text(i: number): string {
    return i >= 0 && i < this.count ? this.source.slice(this.starts[i], this.ends[i]) : '';
  }

  /** The source from token `first` to the end of token `last`; empty when there is none between. */
  between(first: number, last: number): string {
    return first > last ? '' : this.source.slice(this.start(first), this.end(last));
  }

  isWord(i: number): boolean {
    return this.kind(i) === TokenKind.word;
  }

  private grow(): void {
    const wider = <T extends Uint8Array | Int32Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    const size = this.kinds.length * 2;
    this.kinds = wider(new Uint8Array(size), this.kinds);
    this.starts = wider(new Int32Array(size), this.starts);
    this.ends = wider(new Int32Array(size), this.ends);
  }
}

const newline = 10;
const backslash = 92;

const wordPattern = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y;
const numberPattern = /\.?\d(?:[eEpP][+-]|'\w|[\w.])*/y;
const directivePattern = /#[ \t]*([a-z_]*)[ \t]*/y;

export function lexDialect(source: string): DialectTokens {
  const tokens = new DialectTokens(source);
  let at = 0;
  let atLineStart = true;
  let inDefine = false;

  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source) ?? undefined;
  };
  const take = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.test(source) ? pattern.lastIndex : at;
  };

  const directive = (): void => {
    const start = at;
    const found = match(directivePattern);
    const name = found?.[1] ?? '';
    at += found?.[0].length ?? 1;
    if (name === 'define') {
      const end = take(wordPattern);
      tokens.add(TokenKind.define, at, end);
      at = end;
      inDefine = true;
      return;
    }
    const kind = directiveKinds.get(name);
    while (at < source.length && source.charCodeAt(at) !== newline) at = Math.max(skipGap(source, at), at + 1);
    if (kind !== undefined) tokens.add(kind, start, at);
  };

  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (code === newline) {
      if (inDefine) tokens.add(TokenKind.endDefine, at, at);
      inDefine = false;
      atLineStart = true;
      at++;
      continue;
    }
    const gap = skipGap(source, at);
    if (gap > at) {
      at = gap;
      continue;
    }
    if (code === 35 && atLineStart) {
      directive();
      continue;
    }
    atLineStart = false;
    let kind: Kind = TokenKind.punctuation;
    let end = at + 1;
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36 || code >= 128) {
      kind = TokenKind.word;
      end = take(wordPattern);
    } else if (code === 34 || code === 39) {
      kind = TokenKind.string;
      end = skipString(source, at);
    } else if ((code >= 48 && code <= 57) || code === 46) {
      const number = take(numberPattern);
      if (number > at) {
        kind = TokenKind.number;
        end = number;
      }
    }
    tokens.add(kind, at, end);
    at = end;
  }
  if (inDefine) tokens.add(TokenKind.endDefine, at, at);
  return tokens;
}

const directiveKinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['pragma', TokenKind.pragma],
  ['if', TokenKind.openIf],
  ['ifdef', TokenKind.openIf],
  ['ifndef', TokenKind.openIf],
  ['elif', TokenKind.elseIf],
  ['elifdef', TokenKind.elseIf],
  ['elifndef', TokenKind.elseIf],
  ['else', TokenKind.elseIf],
  ['endif', TokenKind.endIf],
]);

/** Past blanks, comments and continued lines, as far as the next newline or token. */
function skipGap(source: string, from: number): number {
  let at = from;
  for (;;) {
    const code = source.charCodeAt(at);
    if (code === 32 || (code >= 9 && code <= 13 && code !== newline)) at++;
    else if (code === backslash && endOfContinuation(source, at) > at) at = endOfContinuation(source, at);
    else if (code === 47 && source[at + 1] === '*') {
      const end = source.indexOf('*/', at + 2);
      at = end < 0 ? source.length : end + 2;
    } else if (code === 47 && source[at + 1] === '/') at = endOfLine(source, at);
    else return at;
  }
}

/** The newline that ends the line of `from`, continued lines included. */
function endOfLine(source: string, from: number): number {
  for (let at = from; ; ) {
    const end = source.indexOf('\n', at);
    if (end < 0) return source.length;
    const last = source[end - 1] === '\r' ? end - 2 : end - 1;
    if (source.charCodeAt(last) !== backslash) return end;
    at = end + 1;
  }
}

/** Past a backslash and its newline; `at` itself when there is no newline behind it. */
function endOfContinuation(source: string, at: number): number {
  const next = source[at + 1] === '\r' ? at + 2 : at + 1;
  return source.charCodeAt(next) === newline ? next + 1 : at;
}

/** Past a string or character literal; one that is not closed ends with its line. */
function skipString(source: string, from: number): number {
  const quote = source.charCodeAt(from);
  for (let at = from + 1; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === newline) return at;
    if (code === backslash) at = Math.max(at + 1, endOfContinuation(source, at) - 1);
  }
  return source.length;
}
