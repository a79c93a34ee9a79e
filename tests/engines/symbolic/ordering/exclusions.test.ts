// Lemmas about sections that may wait: made for what looks like a lock, true of locks, and not of everything that
// waits.

import { expect, it } from 'vitest';
import { unrollEvents } from '../../../../src/engines/symbolic/ordering/events.js';
import { exclusions } from '../../../../src/engines/symbolic/ordering/exclusions.js';
import { order } from '../../../../src/engines/symbolic/ordering/order.js';
import { unrolling } from '../../../../src/engines/symbolic/unroll/unroll.js';
import { Sites } from '../../../../src/findings/sites.js';
import { Machine } from '../../../../src/machine/machine.js';
import { Query } from '../../../../src/solve/query.js';
import { loadText } from '../../../model/load.js';
import { loadCadical } from '../../../solve/loaded-cadical.js';

const options = { arrivals: 1, sites: new Sites(), feasible: () => true, checkLimits: () => {} };

/** Two threads that take and give back, `free` of which there are at first: is each lemma proved? */
async function proved(free: number, rounds: number): Promise<readonly boolean[]> {
  const { program } = await loadText(`#include <preempt.h>
static int left = ${free};
static int shared;
static void take(void) {
  preempt_atomic_begin(); preempt_block_until(left > 0); left = left - 1; preempt_atomic_end();
}
static void give(void) { preempt_atomic_begin(); left = ${free === 1 ? '1' : 'left + 1'}; preempt_atomic_end(); }
static void other(void *unused) { (void)unused; take(); shared++; give(); }
int main(void) {
  preempt_spawn(other, 0);
  for (int n = 0; n < ${rounds}; n++) { take(); shared++; give(); }
  return 0;
}`);
  const machine = new Machine(program, { arrivals: Number.POSITIVE_INFINITY, unwind: 8, ...unrolling(true) });
  const { terms } = machine;
  const unrolled = unrollEvents(machine, options);
  const ordering = order(terms, unrolled.graph, 'threads');
  const lemmas = exclusions(terms, unrolled, ordering);
  const library = await loadCadical();
  const query = new Query(terms, () => library.create());
  for (const assertion of [...unrolled.assertions, ...ordering.assertions, ...ordering.closing()])
    query.assert(assertion);
  const answers = lemmas.map((lemma) => query.check([lemma]).kind === 'unsat');
  query.dispose();
  return answers;
}

it('are true of a lock: for each two takings of different threads, in either order', async () => {
  expect(await proved(1, 1)).toEqual([true, true]);
  expect(await proved(1, 3)).toEqual([true, true, true, true, true, true]);
});

it('are not true of what two may take at once', async () => {
  expect(await proved(2, 1)).toEqual([false, false]);
});
