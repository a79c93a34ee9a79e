// GNU's interrupt attributes, which clang knows for some targets and in some forms only: elsewhere it refuses them or,
// worse, drops them with a warning. Where the target can't express one it becomes an annotation, so that the handler is
// still known to be one. So does `naked`: clang refuses C in such a function, which gcc takes.

import { type DialectTokens, TokenKind } from './dialect-lexer.js';
import { isrAnnotation } from './dialect-words.js';

export interface AttributeEdit {
  readonly first: number;
  readonly last: number;
  readonly replacement: string;
}

/**
 * What has to be changed in the attribute list between token `open`, the first of its double brackets, and token `end`,
 * behind the last. `parameters` is the text of the parameter list that it belongs to, undefined where there is none in
 * sight.
 */
export function interruptEdits(
  tokens: DialectTokens,
  open: number,
  end: number,
  target: string,
  parameters: string | undefined,
): readonly AttributeEdit[] {
  const scoped = tokens.text(open) === '[';
  const elements = elementsOf(tokens, open + 2, end - 2);
  const vector = elements.find((element) => /^(?:__)?vector(?:__)?$/.test(element.name))?.argument;
  return elements.flatMap((element) => {
    if (scoped && element.scope !== 'gnu') return [];
    if (/^(?:__)?naked(?:__)?$/.test(element.name)) {
      const replacement = `${scoped ? 'clang::' : ''}annotate("preempt.naked")`;
      return [{ first: element.first, last: element.last, replacement }];
    }
    if (!isInterrupt.test(element.name)) return [];
    if (isKnown(element, target, parameters)) return [];
    const annotation = isrAnnotation(vector ?? vectorOf(element.argument), priorityOf(element.argument));
    const parts = scoped ? annotation.map((part) => `clang::${part}`) : annotation;
    return [{ first: element.first, last: element.last, replacement: parts.join(', ') }];
  });
}

const isInterrupt = /^(?:__)?(?:interrupt|signal|interrupt_handler|isr)(?:__)?$/;

interface Element {
  readonly scope: string;
  readonly name: string;
  /** Undefined without parentheses. */
  readonly argument: string | undefined;
  readonly first: number;
  readonly last: number;
}

/** The attributes that tokens `from`…`to`−1 list. */
function elementsOf(tokens: DialectTokens, from: number, to: number): readonly Element[] {
  const elements: Element[] = [];
  let first = from;
  let level = 0;
  for (let i = from; i <= to; i++) {
    const text = i === to ? ',' : tokens.text(i);
    if (text === '(') level++;
    if (text === ')') level--;
    if (text !== ',' || (level > 0 && i < to)) continue;
    if (i > first) elements.push(elementOf(tokens, first, i - 1));
    first = i + 1;
  }
  return elements;
}

function elementOf(tokens: DialectTokens, first: number, last: number): Element {
  const scoped = tokens.text(first + 1) === ':' && tokens.text(first + 2) === ':';
  const name = scoped ? first + 3 : first;
  const argument = tokens.text(name + 1) === '(' ? tokens.between(name + 2, last - 1) : undefined;
  return { scope: scoped ? tokens.text(first) : '', name: tokens.text(name), argument, first, last };
}

/** Whether clang keeps this attribute for this target. */
function isKnown({ name, argument = '' }: Element, target: string, parameters: string | undefined): boolean {
  const plain = name.replaceAll('__', '');
  // A macro may make a string of its parameter: it is then as good as none.
  const string = argument.startsWith('#') ? '' : /^"([^"]*)"$/.exec(argument)?.[1];
  if (/^avr/.test(target)) return plain !== 'interrupt_handler' && plain !== 'isr' && argument === '';
  if (plain !== 'interrupt') return false;
  if (/^(?:arm|thumb)/.test(target)) return argument === '' || /^(?:IRQ|FIQ|SWI|ABORT|UNDEF)?$/.test(string ?? '-');
  if (/^riscv/.test(target)) return argument === '' || /^(?:machine|supervisor)$/.test(string ?? '');
  if (/^mips/.test(target)) return argument === '' || /^(?:eic|vector=\w+)?$/.test(string ?? '-');
  if (/^(?:msp430|m68k)/.test(target)) return argument !== '' && string === undefined;
  // x86 handlers take a frame; in a macro nobody can see what follows.
  if (/^(?:x86_64|i[3-6]86)/.test(target)) return parameters !== undefined && !/^(?:void)?$/.test(parameters);
  return false;
}

/** A number or an expression; strings and the priorities of MIPS (`IPL2SOFT`) name no vector. */
function vectorOf(argument: string | undefined): string {
  return argument === undefined || /^["#]|^ipl/i.test(argument) ? '' : argument;
}

function priorityOf(argument: string | undefined): number | undefined {
  const level = /^"?ipl(\d)/i.exec(argument ?? '')?.[1];
  if (level !== undefined) return Math.max(1, Number(level));
  return argument === '"FIQ"' ? 2 : undefined;
}

/**
 * The parameter list that an attribute in tokens `start`…`end`−1 belongs to: behind its function's name, or just before
 * it.
 */
export function parametersOf(tokens: DialectTokens, start: number, end: number): string | undefined {
  if (tokens.text(start - 1) === ')') {
    let level = 0;
    for (let i = start - 1; i >= 0; i--) {
      if (tokens.text(i) === ')') level++;
      if (tokens.text(i) === '(' && --level === 0) return tokens.between(i + 1, start - 2);
    }
    return undefined;
  }
  for (let i = end; i < Math.min(tokens.count, end + 64); i++) {
    if (tokens.kind(i) !== TokenKind.word && tokens.kind(i) !== TokenKind.punctuation) return undefined;
    if (/^[;={}]$/.test(tokens.text(i))) return undefined;
    if (tokens.text(i) !== '(') continue;
    const close = closing(tokens, i);
    if (!/^__(?:attribute|declspec)/.test(tokens.text(i - 1))) return tokens.between(i + 1, close - 1);
    i = close;
  }
  return undefined;
}

function closing(tokens: DialectTokens, open: number): number {
  let level = 0;
  for (let i = open; i < tokens.count; i++) {
    if (tokens.text(i) === '(') level++;
    if (tokens.text(i) === ')' && --level === 0) return i;
  }
  return tokens.count;
}
