// What a translation's executions say of the program: every assertion that fails in some execution is shown on the
// program itself, at its own place, also where an access is only now and then to what others have.

import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/check.js';
import { checkText } from './written.js';

const engines = ['schedule', 'threads', 'kiss'] as const;

const linesOf = ({ findings }: Report): readonly number[] =>
  [...new Set(findings.map((f) => f.accesses.at(-1)!.place!.line))].sort((a, b) => a - b);

/** Of each, the lines that fail, by explore first. */
async function failing(text: string, engine: 'explore' | 'schedule' | 'threads' | 'kiss'): Promise<readonly number[]> {
  const report = await checkText(text, { engine, properties: ['assertion'], arrivals: 1, max: 1 });
  expect(report.verdicts[0]!.kind).toBe('violated');
  return linesOf(report);
}

describe.each(engines)('%s', (engine) => {
  it('tells every assertion that fails', async () => {
    const text = `#include <assert.h>
static volatile int event;
static int left;
static int run(void) {
    int found = 0;
    if (event) found = 1;
    if (event) found += 2;
    return found;
}
void isr_1(void) { event = 1; }
int main(void) {
    left = run();
    assert(left != 2);
    assert(left != 3);
    assert(left != 1);
    return 0;
}
`;
    const expected = await failing(text, 'explore');
    expect(expected).toEqual([13, 14]);
    expect(await failing(text, engine)).toEqual(expected);
  });

  it('knows which round of a loop it is, where others have some elements of an array alone', async () => {
    const text = `#include <assert.h>
static volatile unsigned char grid[3][3];
static int find(unsigned char what, int *row) {
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            if (grid[r][c] == what) { *row = r; return 1; }
            if (grid[r][c] == 0xff) break;
        }
    return 0;
}
void isr_1(void) { grid[1][1] = 0xff; grid[2][0] = 9; }
int main(void) {
    int r = -1;
    grid[1][2] = 9;
    assert(find(9, &r));
    assert(r == 1);
    return 0;
}
`;
    const expected = await failing(text, 'explore');
    expect(expected).toEqual([16]);
    expect(await failing(text, engine)).toEqual(expected);
  });
});

it('shows which object of several a thread has changed', async () => {
  const text = `#include <assert.h>
#include <preempt.h>
struct tree { struct tree *l, *r; int v; };
static struct tree one = { 0, 0, 1 }, two = { 0, 0, 2 }, root = { &one, &two, 4 };
static int sum(struct tree *t) { return t == 0 ? 0 : sum(t->l) + t->v + sum(t->r); }
static void change(void *p) { ((struct tree *)p)->r = 0; two.v = 100; }
int main(void) {
    preempt_spawn(change, &root);
    int total = sum(&root);
    assert(total == 7 || total == 5);
    return 0;
}
`;
  expect(await failing(text, 'kiss')).toEqual(await failing(text, 'explore'));
});
