// Every dialect is C that a compiler takes without a warning, and says what is arbitrary, assumed and wrong in the
// words of its checkers.

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../../src/engines/sequentialize/dialect.js';
import { textOf, translated, withFile } from './written.js';

const words = {
  svcomp: ['__VERIFIER_nondet_uchar', '__VERIFIER_assume', 'reach_error()'],
  cbmc: ['extern uint8_t nondet_uint8(void);', '__CPROVER_assume', '__CPROVER_assert(0'],
  esbmc: ['nondet_uchar', '__ESBMC_assume', '__ESBMC_assert(0'],
  klee: ['klee_make_symbolic', 'klee_assume', 'klee_abort()'],
  plain: ['extern uint8_t nondet_uint8(void);', 'extern void assume(int condition);', 'extern void fail(void);'],
} as const;

const program = `#include <assert.h>
volatile int x;
int seen;
void timer_isr(void) { x++; }
int main(void) { seen = x; assert(seen == x); return 0; }
`;

const compiler = ['gcc', 'clang-16', 'clang'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
});

describe('dialects', () => {
  for (const dialect of dialects)
    it(dialect, async () => {
      const text = textOf(await translated(program, { dialect }, { isrs: [{ function: 'timer_isr' }] }));
      for (const word of words[dialect]) expect(text).toContain(word);
      if (compiler === undefined) return;
      await withFile(text, async (file) => {
        execFileSync(compiler, ['-Wall', '-Wextra', '-Werror', '-fsyntax-only', file], { stdio: 'pipe' });
      });
    });
});
