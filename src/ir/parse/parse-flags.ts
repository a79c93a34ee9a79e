// Words between an opcode and its type. Those that Preempt does not know are skipped.

import { Flag } from '../instruction.js';
import type { BodyContext } from './body-context.js';
import { atType } from './parse-type.js';
import { Char } from './text-scan.js';

/** Bits of what memory instructions may be, above those of `Flag`. */
export const MemoryFlag = { volatile: 1 << 16, atomic: 1 << 17, weak: 1 << 18 } as const;

const bits: ReadonlyMap<string, number> = new Map(Object.entries({ ...Flag, ...MemoryFlag }));

/** Everything before the type. The last word that is no flag, such as a predicate, is left in `b.lastFlag`. */
export function parseFlags(b: BodyContext): number {
  const { c, lexer } = b;
  let flags = 0;
  while (!atType(c)) {
    const word = lexer.word();
    if (word === '') lexer.fail(`expected a type before ${lexer.found()}`);
    const bit = bits.get(word);
    if (bit === undefined) b.lastFlag = word;
    else flags |= bit;
    if (lexer.peek() === Char.openParenthesis) lexer.skipBalanced();
  }
  return flags;
}
