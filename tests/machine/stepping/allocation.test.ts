// Objects of an arbitrary size: the smallest ones are tried; that there are larger ones is told, and never holds.

import { describe, expect, it } from 'vitest';
import { checkByExploring } from '../../engines/check.js';
import { usualOptions } from '../../engines/options.js';
import { loadText } from '../../model/load.js';

async function verdictOf(size: string, rest: string): Promise<string> {
  const { program } = await loadText(`#include <stdlib.h>
    #include <assert.h>
    #include <preempt.h>
    #include <pthread.h>
    static int shared;
    static void *worker(void *p) { shared = 1; return p; }
    int main(void) {
      pthread_t t;
      unsigned n = preempt_nondet_u32();
      char *p = ${size};
      pthread_create(&t, 0, worker, 0);
      ${rest}
      return shared;
    }`);
  const options = { ...usualOptions, properties: ['assertion'] as const, unwind: 4 };
  const { verdicts } = await checkByExploring(program, options);
  return verdicts.map((v) => (v.kind === 'unknown' ? v.because : v.kind)).join();
}

const more = 'the size given to malloc() is arbitrary, and has more values than --unwind 4';

describe('allocationSize', () => {
  it('finds what small sizes show', async () => {
    expect(await verdictOf('malloc(n)', 'assert(n != 3);')).toBe('violated');
    expect(await verdictOf('malloc(n)', 'assert(n != 4);')).toBe(more);
  });

  it('goes by the size of what is counted', async () => {
    expect(await verdictOf('malloc((n & 0xffff) * 24)', 'assert((n & 0xffff) != 3);')).toBe('violated');
    expect(await verdictOf('malloc((n & 0xffff) * 24)', 'assert((n & 0xffff) < 4);')).toBe(more);
  });

  it('holds where the bound covers all of them', async () => {
    expect(await verdictOf('(preempt_assume(n < 4), malloc(n * 8))', 'if (n == 3) p[23] = 1; assert(n < 4);')).toBe(
      'holds',
    );
  });

  it('knows how large each is', async () => {
    expect(await verdictOf('(preempt_assume(n < 3), malloc(n))', 'if (n == 2) { p[2] = 1; assert(0); }')).toBe('holds');
    expect(await verdictOf('(preempt_assume(n < 3), malloc(n))', 'if (n == 2) { p[1] = 1; assert(0); }')).toBe(
      'violated',
    );
  });
});
