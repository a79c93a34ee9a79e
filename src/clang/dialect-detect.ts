// Whether a text is in a dialect at all: cheap tests before the rewriting, and the options that clang needs besides it.

import { type DialectTokens, lexDialect, TokenKind } from './dialect-lexer.js';
import { words } from './dialect-words.js';

/**
 * A text without any of these has nothing to rewrite. `@brief`, `#pragma once` and calls of signal() are everywhere, so
 * the patterns are as narrow as a search without understanding comments can be.
 */
const mayNeedRewriting = new RegExp(
  [
    /\b(?:sfr|sfr16|sbit|_at_|xdata|idata|pdata|bdata)\b/,
    // Keil and HI-TECH; a comment may stand before the word.
    /(?:[)/]|\bvoid)\s*interrupt\b|\binterrupt\s+(?:void\b|low_|high_|\d)|\binterrupt\s*\(\s*\w+\s*\)\s*\w+\s*\(|[)/]\s*(?:using\s+\w|reentrant\b)/,
    /\b__(?:interrupt|using|at|sfr|sfr16|sfr32|sbit|bit|critical|xdata|data|idata|pdata|bdata|code|monitor|irq|fiq|swi|nested|task)\b/,
    /\b__(?:ramfunc|root|no_init|persistent|arm|thumb|weak|packed|near|far|huge|tiny|eeprom|flash|intrinsic|nounwind)\b/,
    /\b__(?:noreturn|forceinline|interrupt__|signal__|io|interwork|\w+flash|\w+func|raw|save_reg20|regvar|ext_io|nosavereg)\b/,
    /[(,:]\s*(?:interrupt|interrupt_handler|signal|isr|__isr__)\s*[(,)\]]|[(,:]\s*(?:naked|__naked__)\s*[,)\]]/,
    /(?:#[ \t]*pragma\s+|_Pragma\s*\(\s*")(?:vector|type_attribute|interrupt|interruptlow|INTERRUPT)\b/,
    /@(?:interrupt|far|near|tiny|huge|eeprom|stack|nostack|svlreg|nosvf|dir)\b|[\w\])]\s*@\s*["(&\dA-Z_]|@[ \t]+\w/,
  ]
    .map((part) => part.source)
    .join('|'),
);

/** Without any of these a text does not show that it is for an 8051. */
const mayShow8051 =
  /\b__(?:sfr|sfr16|sfr32|sbit|bit|using|xdata|idata|pdata)\b|\b(?:sfr|sfr16|sbit)\s|(?:[)/]|\bvoid)\s*interrupt\b|\b(?:char|int|long|short)\s+(?:code|xdata|idata|pdata|bdata)\b\s*[A-Za-z_*]/;

/** The words of C51 that are common names elsewhere. */
const mayNeedRewritingInC51 = /\b(?:bit|data|code)\b/;

export function mayBeDialect(text: string, c51: boolean): boolean {
  return mayNeedRewriting.test(text) || ((c51 || includes8051.test(text)) && mayNeedRewritingInC51.test(text));
}

/**
 * The clang options that a file in a dialect needs besides its rewriting: `header` is dialect.h. None for ordinary C.
 */
export function dialectOptions(text: string, header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  if (!mayNeedRewriting.test(text) && !includes8051.test(text)) return [];
  const tokens = lexDialect(text);
  if (shows8051(text, tokens)) return ['-include', header, '-DPREEMPT_DIALECT_8051'];
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.isWord(i) && isDialectWord(tokens.text(i))) return ['-include', header];
  }
  return [];
}

function isDialectWord(word: string): boolean {
  return words.has(word) || word === '__flash' || word === '__interrupt' || word === '__packed';
}

/** Headers that only 8051 compilers have. */
const includes8051 =
  /^[ \t]*#[ \t]*include[ \t]*[<"](?:mcs51\/\w+|regx?(?:5\d|[34]20|669)\w*|805[12]|at89\w+|stc\d\w*|c8051f\w*|intrins)\.h[>"]/im;

/** Whether a file is written for an 8051 compiler, whose words then count in it and in what it includes. */
export function isC51(text: string): boolean {
  return includes8051.test(text) || (mayShow8051.test(text) && shows8051(text, lexDialect(text)));
}

/** Whether a file uses the words of 8051 compilers, or HI-TECH's, in a way that is not C. */
export function shows8051(text: string, tokens: DialectTokens): boolean {
  if (includes8051.test(text)) return true;
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind(i) !== TokenKind.word) continue;
    const [before, word, after] = [tokens.text(i - 1), tokens.text(i), tokens.text(i + 1)];
    if (/^__(?:sfr|sfr16|sfr32|sbit)$/.test(word)) return true;
    // glibc has parameters of these names.
    if (/^__(?:bit|xdata|idata|pdata)$/.test(word) && (tokens.isWord(i + 1) || (after === '*' && tokens.isWord(i - 1))))
      return true;
    if (word === '__using' && (before === ')' || isVectorEnd(tokens, i - 1))) return true;
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
export function isVectorEnd(tokens: DialectTokens, at: number): boolean {
  if (tokens.kind(at) === TokenKind.number) return true;
  return tokens.isWord(at) && /^(?:[{;]|using|__using)$/.test(tokens.text(at + 1));
}
