// The replay that finds the spots of a finding is as long as its execution: it looks at the limits.

import { expect, it } from 'vitest';
import { LimitReached, noLimits } from '../../src/base/limits.js';
import { spansOf } from '../../src/fix/spots.js';
import { checkByExploring } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from '../model/load.js';

const late = `void __assert_fail(void); static volatile int count; void isr_1(void) { count = count + 1; }
  int main(void) {
    unsigned random = 1;
    for (int n = 0; n < 3000; n++) random = random * 1103515245u + (random >> 7);
    count = random != 0;
    if (count != 1) __assert_fail();
    return 0;
  }`;

it('a long execution ends with what the limits throw', async () => {
  const { program } = await loadText(late);
  const { findings } = await checkByExploring(program, { ...usualOptions, properties: ['assertion'] });
  const [finding] = findings;
  expect(spansOf(program, finding!, noLimits).length).toBeGreaterThan(0);
  let asked = 0;
  spansOf(program, finding!, () => void asked++);
  expect(asked).toBeGreaterThan(1);
  const reached = new LimitReached('the time limit of 1 s was reached');
  const over = (): void => {
    if (--asked === 0) throw reached;
  };
  expect(() => spansOf(program, finding!, over)).toThrow(expect.objectContaining({ because: reached.because }));
});
