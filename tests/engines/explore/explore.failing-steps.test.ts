// A step that may fail by arbitrary data is decided once: whoever acts right before it fails must not find it deciding
// anew. Otherwise values would be asked for in another order than when the execution is replayed.

import { expect, it } from 'vitest';
import { loadText } from '../../model/load.js';
import { checkByExploring } from '../check.js';
import { usualOptions } from '../options.js';

it.each(['exhaustive', 'reduced'] as const)('a division by what was read, %s', async (reduction) => {
  const source = `#include <assert.h>
    unsigned char flag; extern volatile unsigned device;
    int set(void) { int any; flag = any ^ 2; return 0; }
    void isr_1(void) { assert(flag || device); }
    int main(void) { int unused = 4 / device; flag = set(); assert(device < 0); return unused; }`;
  const { program } = await loadText(source, { isrs: [{ function: 'isr_1', irq: 1 }], interrupts: 'on' });
  const { findings } = await checkByExploring(program, { ...usualOptions, properties: ['assertion'], reduction });
  expect(findings.map((f) => f.kind)).toEqual(['assertion', 'assertion']);
});
