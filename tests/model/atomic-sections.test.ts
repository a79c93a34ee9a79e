// Inside of an atomic section on every way, or not certainly.

import { expect, it } from 'vitest';
import { insideSections } from '../../src/model/atomic-sections.js';
import { loadText } from '../engines/sequentialize/written.js';

it('knows what is always inside, as far as one function shows', async () => {
  const { program } = await loadText(`#include <preempt.h>
int always, sometimes, after, ended, looped;
static void ends(void) { preempt_atomic_end(); }
static void worker(void *unused) {
    (void)unused;
    if (after) preempt_atomic_begin();
    sometimes = 1;
    if (after) preempt_atomic_end();
}
int main(void) {
    preempt_spawn(worker, 0);
    preempt_atomic_begin();
    always = 1;
    for (int n = 0; n < 2; n++) looped = n;
    preempt_atomic_end();
    after = 1;
    preempt_atomic_begin();
    ends();
    ended = 1;
    preempt_exit();
}
`);
  const inside = insideSections(program);
  const written = program.accesses
    .filter((a) => a.operation === 'W' && inside.has(a.instruction))
    .flatMap((a) => a.regions.map((r) => program.objects[r.object]!.name));
  expect([...new Set(written)].sort()).toEqual(['always', 'looped']);
});
