// What stands before the type of a global or a function: linkage, and words that change nothing for an analysis.

import type { Linkage } from '../module.js';
import type { ParseContext } from './parse-context.js';
import { Char } from './text-scan.js';

const linkages: ReadonlySet<string> = new Set<Linkage>([
  'external',
  'internal',
  'private',
  'weak',
  'weak_odr',
  'linkonce',
  'linkonce_odr',
  'common',
  'extern_weak',
  'available_externally',
  'appending',
]);

export function asLinkage(word: string): Linkage | undefined {
  return linkages.has(word) ? (word as Linkage) : undefined;
}

/** `"name"`, behind `section`. */
export function parseSection(c: ParseContext): string {
  return c.lexer.string();
}

/** Behind `comdat`: the parenthesis it may have. */
export function skipComdat(c: ParseContext): void {
  if (c.lexer.peekOnLine() === Char.openParenthesis) c.lexer.skipBalanced();
}
