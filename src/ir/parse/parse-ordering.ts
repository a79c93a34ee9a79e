// Memory orderings of atomic instructions and fences.

import type { Ordering } from '../instruction.js';
import type { BodyContext } from './body-context.js';
import { Char } from './text-scan.js';

/** `syncscope("singlethread") seq_cst`. */
export function parseMemoryOrdering(b: BodyContext): { readonly ordering: Ordering; readonly singleThread: boolean } {
  const { lexer } = b;
  let scope = '';
  if (lexer.acceptWord('syncscope')) {
    lexer.expect(Char.openParenthesis);
    scope = lexer.string();
    lexer.expect(Char.closeParenthesis);
  }
  const start = lexer.pos;
  const word = lexer.word();
  switch (word) {
    case 'unordered':
    case 'monotonic':
    case 'acquire':
    case 'release':
    case 'acq_rel':
    case 'seq_cst':
      return { ordering: word, singleThread: scope === 'singlethread' };
    default:
      lexer.pos = start;
      return lexer.fail(`expected a memory ordering before ${lexer.found()}`);
  }
}
