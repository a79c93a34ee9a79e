// The most urgent interrupt first, once: every order in which several arrive at one place is still there, and no other
// than the machine's.

import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check.js';
import { textOf, translated, withFile } from './written.js';

const program = (order: number): string => `#include <assert.h>
int order;
void low_isr(void) { order = order * 10 + 1; }
void middle_isr(void) { order = order * 10 + 2; }
void high_isr(void) { order = order * 10 + 3; }
int main(void) { order = 0; assert(order != ${order}); return 0; }
`;
const prioritised = [1, 2, 3].map((priority) => ({
  function: ['low_isr', 'middle_isr', 'high_isr'][priority - 1]!,
  irq: priority,
  priority,
}));
const equal = prioritised.map((isr) => ({ ...isr, priority: 1 }));

async function verdictOn(order: number, isrs: typeof prioritised): Promise<string> {
  const checked = await withFile(program(order), (file) =>
    check({ paths: [file], isrs, engine: 'schedule', arrivals: 1, properties: ['assertion'], explain: false }),
  );
  if (checked.kind === 'failed') throw new Error(JSON.stringify(checked.diagnostics));
  return checked.value.verdicts[0]!.kind;
}

describe('arrivals at one place', () => {
  it.each([123, 132, 213, 231, 312, 321])('come in the order %d, by priorities', async (order) => {
    expect(await verdictOn(order, prioritised)).toBe('violated');
  });

  it.each([123, 321])('come in the order %d, of one priority', async (order) => {
    expect(await verdictOn(order, equal)).toBe('violated');
  });

  it('come once', async () => {
    expect(await verdictOn(33, prioritised)).toBe('holds');
  });
});

describe('the text', () => {
  it('has a branch for each, the most urgent first', async () => {
    const text = textOf(await translated(program(0), {}, { isrs: prioritised }));
    expect([...text.matchAll(/nondet_uint8\(\) & 1\)\) start_isr\((\d)\)/g)].map((m) => m[1])).toEqual(['2', '1', '0']);
  });

  it('has a loop for those of one priority, for several arrivals, and for one number of all', async () => {
    const loop = async (options: object, isrs: typeof prioritised): Promise<readonly string[]> =>
      textOf(await translated(program(0), options, { isrs })).match(/^ {4}(?:for|while) \(.*$/gm) ?? [];
    const any = 'may_start(0) || may_start(1) || may_start(2)';
    expect(await loop({}, equal)).toEqual([`    for (int arrival = 0; arrival < 3 && (${any}); arrival++) {`]);
    expect(await loop({ single: true }, equal)).toEqual([
      `    for (int arrival = 0; arrival < 1 && (${any}); arrival++) {`,
    ]);
    expect(await loop({ arrivals: Number.POSITIVE_INFINITY }, equal)).toEqual([`    while (${any}) {`]);
    expect(await loop({ arrivals: 2 }, prioritised)).toHaveLength(3);
  });
});
