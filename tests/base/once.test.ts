import { expect, it } from 'vitest';
import { once } from '../../src/base/once.js';

it('a value is made when it is asked for first, also where that is undefined', () => {
  let made = 0;
  const ask = once(() => {
    made++;
    return undefined;
  });
  expect(made).toBe(0);
  expect([ask(), ask(), made]).toEqual([undefined, undefined, 1]);
});
