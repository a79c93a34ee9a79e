// Operands that IR leaves undefined: each look at one may give another value, so nothing may look twice.

import { describe, expect, it } from 'vitest';
import { checkByExploring } from '../engines/check.js';
import { loadText } from '../model/load.js';

const module = (body: string): string => `target triple = "x86_64-unknown-linux-gnu"
@x = global i8 0
define void @isr_1() {
  %1 = load volatile i8, ptr @x
  %2 = add i8 %1, 1
  store volatile i8 %2, ptr @x
  ret void
}
define i32 @main() {
  ${body}
  ret i32 0
}
declare void @__CPROVER_assert(i1, ptr)
`;

async function ask(body: string) {
  const { program } = await loadText({ 'test.ll': module(body) });
  return checkByExploring(program, {
    properties: ['assertion'],
    reduction: 'reduced',
    arrivals: 1,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
  });
}

describe('undefined values', () => {
  it('make an assertion fail in a way that replays', async () => {
    const { findings } = await ask('call void @__CPROVER_assert(i1 poison, ptr @x)');
    expect(findings.map((f) => f.kind)).toEqual(['assertion']);
  });

  it('are no addresses', async () => {
    const { verdicts } = await ask('%1 = load i8, ptr poison\n  store volatile i8 %1, ptr @x');
    expect(verdicts.map((v) => (v.kind === 'unknown' ? v.because : v.kind))).toEqual([
      expect.stringContaining('an access through an undefined pointer is not modelled'),
    ]);
  });
});
