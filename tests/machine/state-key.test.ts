// Names of states agree, whoever gives them: pages remember their number.

import { expect, it } from 'vitest';
import { Machine } from '../../src/machine/machine.js';
import { StateKeys } from '../../src/machine/state-key.js';
import { STEP } from '../../src/machine/transition.js';
import { loadText } from '../model/load.js';

it('tells states apart that another name-giver has named before', async () => {
  const source =
    'volatile char a, b;\nvoid isr_1(void) { a = b; b = a; }\nint main(void) { a = 1; b = 2; return 0; }\n';
  const { program } = await loadText(source, { clang: 'auto', platform: 'generic', interrupts: 'on' });
  const machine = new Machine(program, { arrivals: 1, unwind: 1 });
  const [first, second] = [new StateKeys(machine.terms), new StateKeys(machine.terms)];
  const begin = machine.initial();
  machine.run(begin);
  const other = begin.clone();
  machine.take(other, STEP);
  // At the same place, with other contents.
  const frame = other.top();
  const there = begin.top();
  frame.block = there.block;
  frame.index = there.index;
  first.key(begin);
  second.key(other);
  expect(second.key(begin)).not.toBe(second.key(other));
});
