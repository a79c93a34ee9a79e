// Rewrites what the C dialects of embedded compilers (IAR, Keil, SDCC, XC8, Cosmic, TI, Renesas …) add to the language
// into forms that clang accepts and that survive into LLVM IR as annotations (docs/dialects.md lists both sides). One
// linear pass; lines and columns stay as they are (rewritten-text.ts). Text without a dialect comes back as the same
// string. include/preempt/dialect.h does the same for system headers, where macros can.

import { isVectorEnd, mayBeDialect, shows8051 } from './dialect-detect.js';
import { type DialectTokens, lexDialect, TokenKind } from './dialect-lexer.js';
import {
  annotate,
  c51Words,
  isrAttribute,
  pragmaFunction,
  registerAttribute,
  registerSection,
  registerTypes,
  vectorAttribute,
  words,
  words8051,
} from './dialect-words.js';
import { interruptEdits, parametersOf } from './interrupt-attribute.js';
import { RewrittenText } from './rewritten-text.js';

/** Storage words of Cosmic's C that mean nothing here. */
const cosmicWords = new Set(['far', 'near', 'tiny', 'huge', 'eeprom', 'stack', 'nostack', 'svlreg', 'nosvf', 'dir']);

/** Words that stand before an expression, not in a type. */
const notTypes = new Set(['return', 'case', 'else', 'do', 'goto', 'sizeof']);

/** `vect = 27`, `vect = _VECT(TICK), enable`. */
const vectorArgument = /\bvect\s*=((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+)/;

/** The longest construct, in tokens, that a rule looks ahead for. */
const lookAhead = 64;

/** Changes whenever some text is rewritten in another way: compiled code is kept by it. */
export const dialectVersion = 3;

export interface DialectSettings {
  /** Target triple: what clang knows of it itself is left to it. Absent: nothing is. */
  readonly target?: string;
  /** The words of 8051 compilers count, also where the text does not show that it is theirs. */
  readonly c51?: boolean;
}

/** `text` has one character for each byte of the file. */
export function rewriteDialect(text: string, settings: DialectSettings = {}): string {
  return mayBeDialect(text, settings.c51 === true) ? new Rewriter(text, lexDialect(text), settings).run() : text;
}

class Rewriter {
  private readonly output: RewrittenText;
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
    source: string,
    private readonly tokens: DialectTokens,
    private readonly settings: DialectSettings,
  ) {
    this.output = new RewrittenText(source);
    this.is8051 = settings.c51 === true || shows8051(source, tokens);
  }

  run(): string {
    for (let i = 0; i < this.tokens.count; ) i = this.step(i);
    return this.output.finish();
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
      case '[':
        return this.tokens.text(i + 1) === '[' ? this.attributes(i, i, this.closeBrackets(i)) : undefined;
      default:
        return undefined;
    }
  }

  private word(i: number): number | undefined {
    const word = this.tokens.text(i);
    const after = this.tokens.text(i + 1);
    if (word === 'static') this.isStatic = true;
    if (/^(?:__attribute__|__attribute)$/.test(word) && after === '(')
      return this.attributes(i, i + 1, this.close(i + 1));
    if (/^(?:__declspec|__asm__|__asm|asm)$/.test(word) && after === '(') return this.close(i + 1);
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
    const meaning = word === '__flash' && this.lacksFlash() ? '' : words.get(word);
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

  /** GNU's list of attributes in tokens `start`…`end`−1; its brackets open at `open`. */
  private attributes(start: number, open: number, end: number): number {
    const { target } = this.settings;
    if (target === undefined) return end;
    const parameters = this.inMacro ? undefined : parametersOf(this.tokens, start, end);
    for (const edit of interruptEdits(this.tokens, open, end, target, parameters))
      this.swap(edit.first, edit.last, edit.replacement);
    return end;
  }

  /**
   * IAR and TI `__interrupt void f(void)`, SDCC `f(void) __interrupt(4)`, XC8 `void __interrupt(low_priority) f(void)`.
   */
  private underscoredInterrupt(i: number): number | undefined {
    const isSuffix = this.before === ')' && /^[{;]$/.test(this.tokens.text(this.suffixEnd(i)));
    const keep = !isSuffix || this.isStatic;
    if (this.tokens.text(i + 1) === '(') {
      const end = this.close(i + 1);
      const argument = this.tokens.between(i + 2, end - 2);
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

  /**
   * Keil `void f(void) interrupt 4 using 1 {`, also as a macro for it, HI-TECH `void interrupt low_priority f(void)`,
   * `interrupt void f(void)`.
   */
  private plainInterrupt(i: number): number | undefined {
    if (this.depth !== 0) return undefined;
    const isWholeMacro = this.inMacro && this.before === '' && this.tokens.kind(i + 1) === TokenKind.number;
    if (isWholeMacro || (this.before === ')' && isVectorEnd(this.tokens, i + 1))) {
      const bank = this.tokens.text(i + 2) === 'using' && this.tokens.kind(i + 3) === TokenKind.number;
      return this.swap(i, bank ? i + 3 : i + 1, isrAttribute(this.tokens.text(i + 1), this.isStatic));
    }
    if (this.tokens.text(i + 1) === '(') return this.mspgccInterrupt(i);
    const hasPriority = /^(?:low|high)_priority$/.test(this.tokens.text(i + 1));
    const rest = hasPriority ? i + 2 : i + 1;
    const asSpecifier = this.before === 'void' && this.tokens.isWord(rest) && this.tokens.text(rest + 1) === '(';
    const asFirst =
      this.tokens.text(rest) === 'void' && this.tokens.isWord(rest + 1) && this.tokens.text(rest + 2) === '(';
    if (!asSpecifier && !asFirst) return undefined;
    return this.swap(i, rest - 1, isrAttribute(hasPriority ? this.tokens.text(i + 1) : '', true));
  }

  /** mspgcc `interrupt (PORT2_VECTOR) f(void)`: a macro of its signal.h, with the type in it. */
  private mspgccInterrupt(i: number): number | undefined {
    const isHandler = this.tokens.text(i + 3) === ')' && this.tokens.isWord(i + 4) && this.tokens.text(i + 5) === '(';
    if (this.inMacro || !isHandler) return undefined;
    return this.swap(i, i + 3, `void ${isrAttribute(this.tokens.text(i + 2), true)}`);
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
      return this.swap(i, end - 1, registerAttribute(this.tokens.between(i + 2, end - 2)));
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
    while (
      end < i + lookAhead &&
      end < this.tokens.count &&
      !/^(?:[;=,{})]|__attribute__)$/.test(this.tokens.text(end))
    )
      end = this.tokens.text(end) === '(' ? this.close(end) : end + 1;
    if (end === i + 1) return undefined;
    return this.swap(i, end - 1, registerAttribute(this.tokens.between(i + 1, end - 1)));
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

  /**
   * `sfr P0 = 0x80;`, `sbit LED = P1^3;`, `__sfr __at(0x80) P0;` become volatile externs, which are device registers.
   */
  private register(i: number, type: string): number | undefined {
    let at = i + 1;
    if (this.tokens.text(at) === '__at') at = this.tokens.text(at + 1) === '(' ? this.close(at + 1) : at + 2;
    if (!this.tokens.isWord(at)) return undefined;
    let end = at + 1;
    while (end < at + lookAhead && end < this.tokens.count && !/^[;,]$/.test(this.tokens.text(end))) end++;
    if (this.tokens.text(end) !== ';' || (end > at + 1 && this.tokens.text(at + 1) !== '=')) return undefined;
    this.swap(i, at - 1, `extern volatile ${type} ${registerSection}`);
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
    const irq = vectorArgument.exec(request)?.[1]?.trim() ?? (/^\d/.test(found[1] ?? '') ? found[1] : '');
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
    if (after === '*') {
      // `void (__far *f)(void)`
      const isDeclarator =
        this.before === '(' &&
        this.tokens.isWord(i + 2) &&
        /^\)[([]$/.test(this.tokens.text(i + 3) + this.tokens.text(i + 4));
      return (
        (isDeclarator && this.tokens.text(i).startsWith('__')) ||
        (/^\w/.test(this.before) && !notTypes.has(this.before))
      );
    }
    if (after === '@') return true;
    return (this.before === ')' && /^[{;]$/.test(after)) || (this.before === '}' && /^[;[]$/.test(after));
  }

  /** clang has `__flash` for AVR. */
  private lacksFlash(): boolean {
    return this.settings.target !== undefined && !this.settings.target.startsWith('avr');
  }

  /** `__swi(0x10)` takes its number along. */
  private argumentEnd(i: number, word: string): number {
    return word === '__swi' && this.tokens.text(i + 1) === '(' ? this.close(i + 1) - 1 : i;
  }

  /** The token behind `]]`. */
  private closeBrackets(open: number): number {
    for (let i = open + 2; i < this.tokens.count && i < open + lookAhead; i++)
      if (this.tokens.text(i) === ']' && this.tokens.text(i + 1) === ']') return i + 2;
    return open + 1;
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

  /** Replaces tokens first…last; returns the token after them. */
  private swap(first: number, last: number, replacement: string): number {
    if (replacement === '') return this.blank(first, last);
    this.output.replace(this.tokens.start(first), this.tokens.end(last), replacement, this.inMacro);
    return last + 1;
  }

  private blank(first: number, last: number): number {
    this.output.blank(this.tokens.start(first), this.tokens.end(last), this.inMacro);
    return last + 1;
  }

  private insertBefore(i: number, added: string): void {
    this.output.replace(this.tokens.start(i), this.tokens.start(i), added, this.inMacro);
  }
}
