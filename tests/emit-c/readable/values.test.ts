// What is used once is folded into who uses it; what changes before it is used is kept.

import { expect, it } from 'vitest';
import { bodyOf } from './written-c.js';

it('folds what is used once', async () => {
  const body = await bodyOf('program_main', 'int seen;\nint main(void) { int a = seen; return (a + 1) * (a - 1); }');
  expect(body).toEqual(['int a;', 'a = seen; return (a + 1) * (a - 1);']);
});

it('keeps what was read before it is written', async () => {
  const body = await bodyOf('program_main', 'int seen;\nint main(void) { return seen++ + seen; }');
  expect(body.at(-1)).toMatch(/^t1 = seen; .*seen = t1 \+ 1; return t1 \+ seen;$/);
});

it('keeps the results of calls in their order', async () => {
  const source = 'int seen;\nstatic int next(void) { return ++seen; }\nint main(void) { return next() * 10 + next(); }';
  const body = await bodyOf('program_main', source);
  expect(body.at(-1)).toBe('t1 = next(); t2 = next(); return t1 * 10 + t2;');
});
