// Values that an execution asks for beyond those that are known: where the same ones follow, reading on is no news, so
// that a poll of what nobody changes is seen to wait for ever.

import { expect, it } from 'vitest';
import { InputLog, InputReader } from '../../../src/findings/harm/inputs.js';
import { MAIN } from '../../../src/model/program.js';

it('knows when the values that follow are the same', () => {
  const log = new InputLog();
  for (const value of [1n, 2n]) log.add(MAIN, 'device TA0CCTL0', value);
  const reader = new InputReader(log, new Map());
  const keys: string[] = [];
  const values: bigint[] = [];
  for (let n = 0; n < 11; n++) {
    keys.push(reader.key());
    values.push(reader.next(MAIN, 'device TA0CCTL0'));
  }
  for (let a = 0; a < 7; a++)
    for (let b = a + 1; b < 7; b++) {
      const follow = (from: number): string => values.slice(from, from + 4).join();
      if (a > 0 && keys[a] === keys[b]) expect(follow(a)).toBe(follow(b));
    }
  // 1 and 2 are known, 2 is repeated three times, then ~2 and 2 take turns.
  expect(keys[7]).toBe(keys[5]);
  expect(keys[8]).toBe(keys[6]);
  expect(new Set(keys.slice(0, 7)).size).toBe(7);
});
