// What a call of a name like assert() means, by its shape; and whether calls of known names stay known in any shape.

import { describe, expect, it } from 'vitest';
import { isCall } from '../../src/ir/instruction-class.js';
import { assertionShape, failsWhenReached } from '../../src/model/known-calls.js';
import { checkByExploring } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from './load.js';

async function shapesOf(declarations: string, call: string) {
  const { program } = await loadText(`${declarations} int main(void) { ${call}; return 0; }`);
  const site = program.module.functions.get('main')!.blocks.flatMap((b) => b.instructions.filter(isCall))[0]!;
  const name = (site.callee as { readonly name: string }).name;
  return { shape: assertionShape(name, site), fails: failsWhenReached({ kind: 'assert' }, name, site) };
}

describe('assertionShape', () => {
  it.each([
    ['', 'assert(3 > 2)'],
    ['extern void assert(int);', 'assert(0)'],
    ['int *p;', 'assert(p)'],
    ['float f;', 'assert(f)'],
    ['int *p;', 'assert(p, "p is set")'],
    ['void __CPROVER_assert(_Bool, const char *);', '__CPROVER_assert(0, "never")'],
    ['void assert(_Bool c, const char *file, int line);', 'assert(0, __FILE__, __LINE__)'],
    ['void _assert(int c);', '_assert(1)'],
  ])('%s %s checks a condition', async (declarations, call) => {
    expect(await shapesOf(declarations, call)).toEqual({ shape: 'condition', fails: false });
  });

  it.each([
    ['void __assert(const char *, const char *, int);', '__assert("x", __FILE__, 1)'],
    ['void __assert(const char *, int, const char *);', '__assert(__FILE__, 1, "x")'],
    ['void __assert(const char *, const char *);', '__assert("x", __FILE__)'],
    ['void _assert(const char *);', '_assert("x")'],
    ['void _assert(void);', '_assert()'],
    ['_Noreturn void assert(int line);', 'assert(12)'],
    ['void assert(const char *, int);', 'assert(__FILE__, 12)'],
  ])('%s %s has failed', async (declarations, call) => {
    expect(await shapesOf(declarations, call)).toEqual({ shape: 'failure', fails: true });
  });

  it('is unusable for what has no truth', async () => {
    const { shape } = await shapesOf('struct s { long a[9]; } s; __attribute__((vector_size(16))) int v;', 'assert(v)');
    expect(shape).toBe('unusable');
  });
});

describe('a known name in another shape', () => {
  const options = { ...usualOptions, properties: ['assertion'] } as const;

  it.each([
    ['void memcpy();', 'memcpy(a)', /memcpy with such arguments is not modelled/],
    ['int memset(void *, int, int);', 'r = memset(a, 0, 4)', /memset with such arguments/],
    ['int strcpy(int, int);', 'strcpy(1, 2)', /strcpy with such arguments/],
    ['void __VERIFIER_assume();', '__VERIFIER_assume()', /__VERIFIER_assume with such arguments/],
    ['int malloc(int);', 'r = malloc(4)', /malloc with such arguments/],
    ['void enable_isr();', 'enable_isr()', /enable_isr with such arguments/],
  ])('%s %s makes the verdict unknown', async (declarations, call, because) => {
    const source = `${declarations} int a[2], r; void isr_1(void) { a[0] = 1; } int main(void) { ${call}; return 0; }`;
    const { program } = await loadText(source);
    const { verdicts } = await checkByExploring(program, options);
    expect(verdicts).toMatchObject([{ kind: 'unknown', because: expect.stringMatching(because) }]);
    expect([...program.callGraph.external.keys()]).toEqual([]);
  });

  it('gives nothing where nothing is wanted', async () => {
    const { program } = await loadText(
      'void rand(void); int x; void isr_1(void) { x = 1; } int main(void) { rand(); return 0; }',
    );
    expect((await checkByExploring(program, options)).verdicts).toMatchObject([{ kind: 'holds' }]);
  });
});
