// What a loop steps by itself, and what only looks like it.

import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/ir/instruction.js';
import { isRecurrence } from '../../src/ir/recurrence.js';
import { loadText } from '../model/load.js';

/** Of the value that main writes to `out`. */
async function isStepped(body: string): Promise<boolean> {
  const source = `
    volatile unsigned char out;
    unsigned char data[4], in;
    void isr_1(void) { data[0] = out; }
    static void run(unsigned char by) { ${body} }
    int main(void) { run(in); return 0; }`;
  const { program } = await loadText(source);
  const fn = program.module.functions.get('run')!;
  const store = fn.blocks
    .flatMap((b) => b.instructions)
    .find((i): i is Store => i.op === 'store' && i.address.kind === 'global' && i.address.name === 'out')!;
  return store.value.kind === 'register' && isRecurrence(fn, store.value);
}

describe('a value that its loop steps by itself', () => {
  it.each([
    ['a counter', 'for (unsigned char i = 0; i < 9; i++) out = i;'],
    ['one that goes down, after the step', 'unsigned char i = 9; do out = --i; while (i);'],
    ['one that begins anywhere', 'for (unsigned char i = data[1]; i < 9; i++) out = i;'],
    ['one with steps that a caller chose', 'for (unsigned char i = 0; i < 9; i += by) out = i;'],
    ['a bit that walks', 'unsigned char bit = 1; for (int i = 0; i < 8; i++) { out = bit; bit <<= 1; }'],
    ['what is made of a counter', 'for (unsigned char i = 0; i < 9; i++) out = 255 - i;'],
  ])('%s', async (_, body) => {
    expect(await isStepped(body)).toBe(true);
  });

  it.each([
    ['a sum of data', 'unsigned char s = 0; for (int i = 0; i < 4; i++) { s += data[i]; out = s; }'],
    ['a count that data decides', 'unsigned char n = 0; for (int i = 0; i < 4; i++) { if (data[i]) n++; out = n; }'],
    ['a sum of a counter', 'unsigned char s = 0; for (unsigned char i = 0; i < 4; i++) { s += i; out = s; }'],
    ['data itself', 'for (int i = 0; i < 4; i++) out = data[i];'],
    ['no loop at all', 'out = by + 1;'],
  ])('is not %s', async (_, body) => {
    expect(await isStepped(body)).toBe(false);
  });
});
