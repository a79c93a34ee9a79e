// Atomic sections are tried once for each content of what they read, and those that cannot wait not at all.

import { expect, it, vi } from 'vitest';
import { Machine } from '../../src/machine/machine.js';
import { pointer } from '../../src/machine/memory/value.js';
import type { ThreadId } from '../../src/machine/state.js';
import { loadText } from '../model/load.js';

const MAIN = 0 as ThreadId;

/** main stands before a section with this body: is it open, with these contents of `gate`, and was it tried? */
async function tried(body: string, others: readonly number[], functions = ''): Promise<readonly (boolean | 'tried')[]> {
  const { program } = await loadText(`
    #include <preempt.h>
    int gate, other;
    static void worker(void *unused) { (void)unused; gate = 1; other = 1; }
    ${functions}
    int main(void) {
      preempt_spawn(worker, 0);
      preempt_atomic_begin();
      ${body}
      preempt_atomic_end();
      preempt_atomic_begin();
      preempt_block_until(other == 1);
      preempt_atomic_end();
      return gate;
    }`);
  const machine = new Machine(program, { unwind: 8, arrivals: 1 });
  const state = machine.initial();
  const stand = (): void => {
    while (machine.run(state).kind === 'visible' && machine.threads.attemptOf(state, MAIN) === undefined)
      machine.take(state, { kind: 'step' });
  };
  stand();
  const take = vi.spyOn(machine, 'take');
  const gate = machine.image.symbols.get('gate')!;
  const seen: (boolean | 'tried')[] = [];
  for (const value of others) {
    state.memory.storeInteger(pointer(gate, 0), 4, value);
    state.threads[MAIN]!.attempt = undefined;
    take.mockClear();
    const isOpen = machine.threads.attemptOf(state, MAIN)!.isOpen;
    if (take.mock.calls.length > 0) seen.push('tried');
    seen.push(isOpen);
  }
  return seen;
}

it('knows what a section does with contents that it had before', async () => {
  expect(await tried('preempt_block_until(gate == 1);', [0, 1, 0, 1])).toEqual([false, 'tried', true, false, true]);
});

it('does not try a section without a call that blocks', async () => {
  expect(await tried('other++;', [0, 1])).toEqual([true, true]);
});

it('tries one that calls something through a pointer', async () => {
  expect(await tried('void (*volatile f)(void) = 0; if (gate == 2) f();', [0, 1])).toContain('tried');
});

it('tries one that calls functions which call each other', async () => {
  const functions = `
    static void second(int n);
    static void first(int n) { if (n > 0) second(n - 1); preempt_block_until(gate == 1); }
    static void second(int n) { if (n > 0) first(n - 1); }`;
  const body = 'if (gate != 5) other++; else first(0); second(1);';
  expect(await tried(body, [0, 1], functions)).toEqual([false, 'tried', true]);
});
