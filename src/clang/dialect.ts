// Rewrites what the C dialects of embedded compilers (IAR, Keil, SDCC, XC8, Cosmic, TI, Renesas …) add to the language into
// forms that clang accepts and that survive into LLVM IR as annotations (docs/dialects.md lists both sides).
// One linear pass. Every newline stays, so line numbers do; columns stay up to the first longer replacement on a line.
// Text without a dialect comes back as the same string. include/preempt/dialect.h does the same for headers, where
// macros can.

import { type DialectTokens, lexDialect, TokenKind } from './dialect-lexer.js';
import {
  annotate,
  c51Words,
  isrAttribute,
  pragmaFunction,
  registerAttribute,
  registerTypes,
  vectorAttribute,
  words,
  words8051,
} from './dialect-words.js';

/** Cheap test: a text without any of these has nothing to rewrite. */
const mayNeedRewriting =
  /\b(?:interrupt|using|sfr|sfr16|sbit|reentrant|_at_|_Pragma|xdata|idata|pdata|bdata)\b|#[ \t]*pragma|@|\b__(?:interrupt|using|at|sfr|sfr16|sfr32|sbit|bit|critical|xdata|data|idata|pdata|bdata|code|monitor|irq|fiq|swi|nested|task|ramfunc|root|no_init|persistent|arm|thumb|weak|packed|near|far|huge|tiny|eeprom|intrinsic|nounwind|noreturn|forceinline)\b/;

/** Storage words of Cosmic's C that mean nothing here. */
const cosmicWords = new Set(['far', 'near', 'tiny', 'huge', 'eeprom', 'stack', 'nostack', 'svlreg', 'nosvf', 'dir']);

/** Words that stand before an expression, not in a type. */
const notTypes = new Set(['return', 'case', 'else', 'do', 'goto', 'sizeof']);

/** The longest construct, in tokens, that a rule looks ahead for. */
const lookAhead = 64;

export function rewriteDialect(text: string): string {
  return mayNeedRewriting.test(text) ? new Rewriter(text, lexDialect(text)).run() : text;
}

/** The clang options that a file in a dialect needs besides its rewriting; none for ordinary C. */
export function dialectOptions(text: string): readonly string[] {
  if (!mayNeedRewriting.test(text) && !/\b__flash\b/.test(text)) return [];
  const tokens = lexDialect(text);
  const used = new Set<string>();
  for (let i = 0; i < tokens.count; i++) if (tokens.kind(i) === TokenKind.word) used.add(tokens.text(i));
  if (shows8051(tokens)) return ['-include', 'dialect.h', '-DPREEMPT_DIALECT_8051'];
  const found = [...words.keys(), '__flash', '__interrupt', '__packed'].some((word) => used.has(word));
  return found ? ['-include', 'dialect.h'] : [];
}

/** Whether a file uses the words of 8051 compilers, or HI-TECH's, in a way that is not C. */
function shows8051(tokens: DialectTokens): boolean {
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind(i) !== TokenKind.word) continue;
    const [before, word, after] = [tokens.text(i - 1), tokens.text(i), tokens.text(i + 1)];
    if (/^__(?:sfr|sfr16|sfr32|sbit|bit|using|xdata|idata|pdata)$/.test(word)) return true;
    if (/^(?:sfr|sfr16|sbit)$/.test(word) && tokens.isWord(i + 1) && tokens.text(i + 2) === '=') return true;
    if (word === 'interrupt' && before === ')' && isVectorEnd(tokens, i + 1)) return true;
    if (word === 'interrupt' && before === 'void' && tokens.isWord(i + 1) && tokens.text(i + 2) === '(') return true;
    if (
      /^(?:code|xdata|idata|pdata|bdata)$/.test(word) &&
      /^(?:char|int|long|short)$/.test(before) &&
      /^[\w*]/.test(after)
    )
      return true;
  }
  return false;
}

/** Whether token `at` is a vector after which a function's declarator ends: `4 {`, `UART_VECTOR using 1`. */
function isVectorEnd(tokens: DialectTokens, at: number): boolean {
  if (tokens.kind(at) === TokenKind.number) return true;
  return tokens.isWord(at) && /^(?:[{;]|using|__using)$/.test(tokens.text(at + 1));
}

class Rewriter {
  private readonly pieces: string[] = [];
  private copied = 0;
  /** Brace depth; 0 is file scope. */
  private depth = 0;
  private readonly depthAtIf: number[] = [];
  private depthOutsideMacro = 0;
  private inMacro = false;
  /** The last token before the current one, attributes left out. */
  private before = '';
  private isStatic = false;
  /** A pragma has named the vector of the function that comes next. */
  private hasVector = false;
  /** Words that the file defines as macros itself: they are not ours. */
  private readonly own = new Set<string>();
  /** Functions that a pragma named, with the attribute that their first declaration gets. */
  private readonly named = new Map<string, string>();
  private readonly is8051: boolean;

  constructor(
    private readonly source: string,
    private readonly tokens: DialectTokens,
  ) {
    this.is8051 = shows8051(tokens);
  }

  run(): string {
    for (let i = 0; i < this.tokens.count; ) i = this.step(i);
    if (this.pieces.length === 0) return this.source;
    this.pieces.push(this.source.slice(this.copied));
    return this.pieces.join('');
  }

  /** Handles token `i` and returns the next one to look at. */
  private step(i: number): number {
    switch (this.tokens.kind(i)) {
      case TokenKind.pragma:
        this.pragma(i);
        return i + 1;
      case TokenKind.define:
        this.own.add(this.tokens.text(i));
        this.inMacro = true;
        this.depthOutsideMacro = this.depth;
        this.before = '';
        return i + 1;
      case TokenKind.endDefine:
        this.inMacro = false;
        this.depth = this.depthOutsideMacro;
        this.before = '';
        return i + 1;
      case TokenKind.openIf:
        this.depthAtIf.push(this.depth);
        return i + 1;
      case TokenKind.elseIf:
        this.depth = this.depthAtIf.at(-1) ?? this.depth;
        return i + 1;
      case TokenKind.endIf:
        this.depthAtIf.pop();
        return i + 1;
      default: {
        const next = this.tokens.isWord(i) ? this.word(i) : this.punctuation(i);
        if (next !== undefined) return next;
        this.before = this.tokens.text(i);
        return i + 1;
      }
    }
  }

  private punctuation(i: number): number | undefined {
    switch (this.tokens.text(i)) {
      case '{':
        if (this.tokens.text(i - 2) !== 'extern') this.depth++;
        this.hasVector = false;
        return undefined;
      case '}':
        this.depth = Math.max(0, this.depth - 1);
        this.isStatic = false;
        return undefined;
      case ';':
        this.isStatic = false;
        this.hasVector = false;
        return undefined;
      case '@':
        return this.placement(i);
      default:
        return undefined;
    }
  }

  private word(i: number): number | undefined {
    const word = this.tokens.text(i);
    const after = this.tokens.text(i + 1);
    if (word === 'static') this.isStatic = true;
    if (/^(?:__attribute__|__attribute|__declspec|__asm__|__asm|asm)$/.test(word) && after === '(')
      return this.close(i + 1);
    if (this.own.has(word) || this.before === '.' || (this.before === '>' && this.tokens.text(i - 2) === '-'))
      return undefined;
    if (word === '_Pragma') return this.pragmaOperator(i);
    if (word === '__interrupt') return this.underscoredInterrupt(i);
    if (word === 'interrupt') return this.plainInterrupt(i);
    if (word === '__packed') return this.packed(i);
    if (word === '__at') return this.absolute(i);
    if (word === '__critical' && this.before === ')' && /^[{;]$/.test(after))
      return this.swap(i, i, annotate('preempt.monitor'));
    if (this.is8051) {
      const next = this.word8051(i, word, after);
      if (next !== undefined) return next;
    }
    const meaning = words.get(word);
    if (meaning !== undefined && this.isInDeclaration(i)) {
      const behindDeclarator = this.before === ')' && !this.isStatic;
      return this.swap(i, this.argumentEnd(i, word), behindDeclarator ? meaning.replace('used, ', '') : meaning);
    }
    const attribute = this.depth === 0 && after === '(' ? this.named.get(word) : undefined;
    if (attribute === undefined) return undefined;
    this.named.delete(word);
    this.insertBefore(i, `${attribute} `);
    return undefined;
  }

  /** IAR and TI `__interrupt void f(void)`, SDCC `f(void) __interrupt(4)`, XC8 `void __interrupt(low_priority) f(void)`. */
  private underscoredInterrupt(i: number): number | undefined {
    const isSuffix = this.before === ')' && /^[{;]$/.test(this.tokens.text(this.suffixEnd(i)));
    const keep = !isSuffix || this.isStatic;
    if (this.tokens.text(i + 1) === '(') {
      const end = this.close(i + 1);
      const argument = this.source.slice(this.tokens.end(i + 1), this.tokens.start(end - 1)).trim();
      return this.swap(i, end - 1, isrAttribute(argument, keep));
    }
    if (isSuffix && this.suffixEnd(i) > i + 1 && isVectorEnd(this.tokens, i + 1))
      return this.swap(i, i + 1, isrAttribute(this.tokens.text(i + 1), keep));
    if (!isSuffix && !this.isInDeclaration(i)) return undefined;
    return this.swap(i, i, this.hasVector ? '' : isrAttribute('', keep));
  }

  /** The first token after `__interrupt [(N) | N] [__using [(M) | M]]`. */
  private suffixEnd(i: number): number {
    let at = i + 1;
    for (let part = 0; part < 2; part++) {
      if (this.tokens.text(at) === '(') at = this.close(at);
      else if (isVectorEnd(this.tokens, at)) at++;
      if (!/^(?:__using|using|__critical|__reentrant)$/.test(this.tokens.text(at))) break;
      at++;
    }
    return at;
  }

  /** Keil `void f(void) interrupt 4 using 1 {`, HI-TECH `void interrupt low_priority f(void)`, `interrupt void f(void)`. */
  private plainInterrupt(i: number): number | undefined {
    if (this.depth !== 0) return undefined;
    if (this.before === ')' && isVectorEnd(this.tokens, i + 1)) {
      const bank = this.tokens.text(i + 2) === 'using' && this.tokens.kind(i + 3) === TokenKind.number;
      return this.swap(i, bank ? i + 3 : i + 1, isrAttribute(this.tokens.text(i + 1), this.isStatic));
    }
    const hasPriority = /^(?:low|high)_priority$/.test(this.tokens.text(i + 1));
    const rest = hasPriority ? i + 2 : i + 1;
    const asSpecifier = this.before === 'void' && this.tokens.isWord(rest) && this.tokens.text(rest + 1) === '(';
    const asFirst =
      this.tokens.text(rest) === 'void' && this.tokens.isWord(rest + 1) && this.tokens.text(rest + 2) === '(';
    if (!asSpecifier && !asFirst) return undefined;
    return this.swap(i, rest - 1, isrAttribute(hasPriority ? this.tokens.text(i + 1) : '', true));
  }

  /** `__packed struct {` packs the struct; clang wants the attribute behind the keyword. */
  private packed(i: number): number | undefined {
    const tag = this.tokens.text(i + 1);
    if (tag !== 'struct' && tag !== 'union')
      return this.isInDeclaration(i) || this.before === 'struct'
        ? this.swap(i, i, '__attribute__((packed))')
        : undefined;
    const body = this.tokens.isWord(i + 2) ? i + 3 : i + 2;
    this.blank(i, i);
    if (this.tokens.text(body) === '{') this.insertBefore(i + 2, '__attribute__((packed)) ');
    this.before = tag;
    return i + 2;
  }

  /** `__at(0x80)`: the object is a device register. */
  private absolute(i: number): number | undefined {
    if (this.tokens.text(i + 1) === '(') {
      const end = this.close(i + 1);
      return this.swap(
        i,
        end - 1,
        registerAttribute(this.source.slice(this.tokens.end(i + 1), this.tokens.start(end - 1))),
      );
    }
    if (this.tokens.kind(i + 1) !== TokenKind.number) return undefined;
    return this.swap(i, i + 1, registerAttribute(this.tokens.text(i + 1)));
  }

  /** Cosmic `@interrupt`, `@far`; IAR and HI-TECH `char x @ 0x80;`, `void f(void) @ "FAST"`. */
  private placement(i: number): number | undefined {
    const after = this.tokens.text(i + 1);
    if (after === 'interrupt') return this.swap(i, i + 1, isrAttribute('', true));
    if (cosmicWords.has(after) && this.tokens.end(i) === this.tokens.start(i + 1)) return this.swap(i, i + 1, '');
    if (this.tokens.kind(i + 1) === TokenKind.string) return this.swap(i, i + 1, `__attribute__((section(${after})))`);
    let end = i + 1;
    while (end < i + lookAhead && end < this.tokens.count && !/^[;=,{]$/.test(this.tokens.text(end)))
      end = this.tokens.text(end) === '(' ? this.close(end) : end + 1;
    if (end === i + 1) return undefined;
    return this.swap(
      i,
      end - 1,
      registerAttribute(this.source.slice(this.tokens.start(i + 1), this.tokens.end(end - 1))),
    );
  }

  private word8051(i: number, word: string, after: string): number | undefined {
    const register = /^(?:__)?(sfr|sfr16|sfr32|sbit)$/.exec(word)?.[1];
    if (register !== undefined) return this.register(i, registerTypes[register as keyof typeof registerTypes]);
    if (word === '__using' && after === '(') return this.swap(i, this.close(i + 1) - 1, '');
    if (/^(?:__)?using$/.test(word) && this.before === ')' && isVectorEnd(this.tokens, i + 1))
      return this.swap(i, i + 1, '');
    if (word === '_at_' && this.tokens.kind(i + 1) === TokenKind.number)
      return this.swap(i, i + 1, registerAttribute(after));
    if (/^(?:__)?reentrant$/.test(word) && this.before === ')' && /^[{;]$/.test(after)) return this.swap(i, i, '');
    const meaning = words8051.get(word) ?? c51Words.get(word);
    if (meaning === undefined) return undefined;
    const isCast = meaning !== '' && this.before === '(' && after === ')';
    return this.isInDeclaration(i) || isCast ? this.swap(i, i, meaning) : undefined;
  }

  /** `sfr P0 = 0x80;`, `sbit LED = P1^3;`, `__sfr __at(0x80) P0;` become volatile externs, which are device registers. */
  private register(i: number, type: string): number | undefined {
    let at = i + 1;
    if (this.tokens.text(at) === '__at') at = this.tokens.text(at + 1) === '(' ? this.close(at + 1) : at + 2;
    if (!this.tokens.isWord(at)) return undefined;
    let end = at + 1;
    while (end < at + lookAhead && end < this.tokens.count && !/^[;,]$/.test(this.tokens.text(end))) end++;
    if (this.tokens.text(end) !== ';' || (end > at + 1 && this.tokens.text(at + 1) !== '=')) return undefined;
    this.swap(i, at - 1, `extern volatile ${type}`);
    if (end > at + 1) this.blank(at + 1, end - 1);
    return end;
  }

  private pragma(i: number): void {
    const body = this.tokens
      .text(i)
      .replace(/\\\r?\n|\/\*[\s\S]*?\*\//g, ' ')
      .replace(/\/\/.*/, '')
      .replace(/^#\s*pragma\s*/, '')
      .trim();
    const attribute = vectorAttribute(body);
    if (attribute !== undefined) {
      this.swap(i, i, attribute);
      this.hasVector ||= body.startsWith('vector');
    }
    const request = /^(?:interrupt|interruptlow|INTERRUPT)\b(.*)$/.exec(body)?.[1];
    const found = request === undefined ? undefined : pragmaFunction.exec(request);
    if (request === undefined || found?.[2] === undefined) return;
    const irq = /\bvect\s*=\s*(\w+)/.exec(request)?.[1] ?? (/^\d/.test(found[1] ?? '') ? found[1] : '');
    this.named.set(found[2], isrAttribute(body.startsWith('interruptlow') ? 'low_priority' : (irq ?? ''), true));
    this.blank(i, i);
  }

  private pragmaOperator(i: number): number | undefined {
    if (this.tokens.text(i + 1) !== '(' || this.tokens.kind(i + 2) !== TokenKind.string) return undefined;
    const attribute = vectorAttribute(
      this.tokens
        .text(i + 2)
        .slice(1, -1)
        .trim(),
    );
    if (attribute === undefined) return undefined;
    this.hasVector = true;
    return this.swap(i, i + 3, attribute);
  }

  /** A word that qualifies a declaration is followed by another word or a star, or follows a declarator or a body. */
  private isInDeclaration(i: number): boolean {
    const after = this.tokens.text(i + 1);
    if (this.tokens.isWord(i + 1)) return true;
    if (after === '*') return /^\w/.test(this.before) && !notTypes.has(this.before);
    if (after === '@') return true;
    return (this.before === ')' && /^[{;]$/.test(after)) || (this.before === '}' && /^[;[]$/.test(after));
  }

  /** `__swi(0x10)` takes its number along. */
  private argumentEnd(i: number, word: string): number {
    return word === '__swi' && this.tokens.text(i + 1) === '(' ? this.close(i + 1) - 1 : i;
  }

  /** The token after the parenthesis that closes the one at `open`. */
  private close(open: number): number {
    let level = 0;
    for (let i = open; i < this.tokens.count && i < open + 16 * lookAhead; i++) {
      const text = this.tokens.text(i);
      if (text === '(') level++;
      if (text === ')' && --level === 0) return i + 1;
    }
    return open + 1;
  }

  /** Replaces tokens first…last; returns the token after them. Newlines inside are put behind the replacement. */
  private swap(first: number, last: number, replacement: string): number {
    if (replacement === '') return this.blank(first, last);
    const start = this.tokens.start(first);
    const end = this.tokens.end(last);
    const lost = (this.source.slice(start, end).match(/\n/g)?.length ?? 0) - (replacement.match(/\n/g)?.length ?? 0);
    this.emit(start, end, replacement + (this.inMacro ? '\\\n' : '\n').repeat(Math.max(0, lost)));
    return last + 1;
  }

  /** Replaces tokens first…last by spaces, so that nothing behind them moves. */
  private blank(first: number, last: number): number {
    const start = this.tokens.start(first);
    const end = this.tokens.end(last);
    this.emit(start, end, this.source.slice(start, end).replace(/\\(?!\r?\n)|[^\r\n\\]/g, ' '));
    return last + 1;
  }

  private insertBefore(i: number, added: string): void {
    this.emit(this.tokens.start(i), this.tokens.start(i), added);
  }

  private emit(start: number, end: number, replacement: string): void {
    this.pieces.push(this.source.slice(this.copied, start), replacement);
    this.copied = end;
  }
}
