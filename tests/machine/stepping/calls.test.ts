// IR can call anything with anything and allocate any size: what has no meaning is unknown, with its reason, and never
// holds.

import { describe, expect, it } from 'vitest';
import { checkByExploring } from '../../engines/check.js';
import { usualOptions } from '../../engines/options.js';
import { loadText } from '../../model/load.js';

async function verdictOf(main: string): Promise<string> {
  const { program } = await loadText({
    'test.ll': `target triple = "x86_64-unknown-linux-gnu"
@g = global i32 0, align 4
@fp = global ptr @f, align 8
declare void @__VERIFIER_assert()
declare void @enable_isr()
declare void @memcpy()
define i32 @f(i32 %a, i32 %b) {
  ret i32 %a
}
define void @isr_1() {
  store volatile i32 1, ptr @g, align 4
  ret void
}
define i32 @main() {
  ${main}
  ret i32 0
}`,
  });
  const { verdicts } = await checkByExploring(program, { ...usualOptions, properties: ['assertion'] });
  return verdicts.map((v) => (v.kind === 'unknown' ? v.because : v.kind)).join();
}

describe('what IR allows and has no meaning', () => {
  it.each([
    ['call i32 @f(i32 1)', 'the body of main is not modelled (main)'],
    ['call i32 @f(i32 1, double 2.0)', 'the body of main is not modelled (main)'],
    ['call ptr @f(i32 1, i32 2)', 'the body of main is not modelled (main)'],
    ['call void @memcpy()', 'the body of main is not modelled (main)'],
    ['%p = load ptr, ptr @fp\n  call i32 %p(i32 1)', 'a call of f with other types than it has is not modelled (main)'],
    ['call void @__VERIFIER_assert()', '__VERIFIER_assert with such arguments is not modelled (main)'],
    ['call void @enable_isr()', 'enable_isr with such arguments is not modelled (main)'],
    ['%p = alloca i64, i64 99999999999', 'a local variable of such a size is not modelled (main)'],
    ['%p = alloca i64, i32 -1', 'a local variable of such a size is not modelled (main)'],
    [
      '%i = load volatile i32, ptr @g\n  %j = or i32 %i, 4\n  %e = extractelement <2 x i32> zeroinitializer, i32 %j',
      'an element that a vector does not have is not modelled (main)',
    ],
  ])('%s', async (main, because) => {
    expect(await verdictOf(main)).toBe(because);
  });

  it('leaves what is right as it is', async () => {
    expect(await verdictOf('%p = load ptr, ptr @fp\n  call i32 %p(i32 1, i32 2)')).toBe('holds');
  });
});
