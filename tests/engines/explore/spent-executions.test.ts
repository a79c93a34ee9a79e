// Executions that go round end where they would have ended, and all others after them, with far fewer steps.

import { expect, it } from 'vitest';
import { SpentExecutions } from '../../../src/engines/explore/spent-executions.js';
import { Machine } from '../../../src/machine/machine.js';
import type { State } from '../../../src/machine/state.js';
import { STEP } from '../../../src/machine/transition.js';
import { loadText } from '../../model/load.js';

/** Twelve executions: the last ones get no more steps. */
async function followed(text: string, isLeaping: boolean) {
  const { program } = await loadText(text);
  const machine = new Machine(program, { arrivals: 1, unwind: 8 });
  const spent = new SpentExecutions();
  const ends: string[] = [];
  let made = 0;
  for (let n = 0; n < 12; n++) {
    const node = { state: machine.initial() as State, turns: 0, remembered: undefined };
    for (;;) {
      node.turns++;
      const { kind } = machine.run(node.state);
      if (kind === 'iteration') continue;
      if (kind !== 'visible' || !spent.mayGoOn(node.turns, 0)) {
        ends.push(`${kind} ${node.turns} ${kind === 'visible' ? node.state.top().instruction.id : ''}`);
        break;
      }
      if (isLeaping) spent.leap(node, 0);
      machine.take(node.state, STEP);
      made++;
    }
  }
  return { ends, made };
}

const shared = 'volatile unsigned char a, b, c; void isr_1(void) { a = b = c = 1; }\n';

it.each([
  ['a loop', 'int main(void) { for (;;) { a = 1; b = 2; c = 3; } }'],
  ['one that begins later', 'int main(void) { for (int i = 0; i < 50; i++) a = i; for (;;) { b = 2; c = b; } }'],
  ['one with a long round', 'int main(void) { for (unsigned char i = 0;; i += 4) if (i % 8) a = i; else b = 0; }'],
])('%s', async (_, text) => {
  const leaping = await followed(shared + text, true);
  const walking = await followed(shared + text, false);
  expect(leaping.ends).toEqual(walking.ends);
  expect(leaping.made).toBeLessThan(walking.made);
});

it('walks where nothing comes back', async () => {
  const text = `${shared}int main(void) { for (unsigned i = 0;; i++) a = i >> 4; }`;
  expect(await followed(text, true)).toEqual(await followed(text, false));
});
