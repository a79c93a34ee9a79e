// A first description from names and code: for the small kernel, what decides who may access what is among it.

import { parse } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { proposeDescription } from '../../src/check/library-init.js';
import { thisMachine } from '../../src/clang/node-host.js';
import { contradictions, type Description, descriptionSchema } from '../../src/engines/library/description.js';

it('proposes functions, masks and tracked variables', async () => {
  const proposed = await proposeDescription({ paths: ['examples/library/kernel.c'] }, thisMachine());
  if (proposed.kind === 'failed') throw new Error(proposed.diagnostics[0]!.message);
  const description: Description = descriptionSchema().parse(parse(proposed.value));
  expect(contradictions(description)).toEqual([]);
  expect(description).toMatchObject({
    tick: 'tick_handler',
    masks: { enter: ['irq_lock'], exit: ['irq_unlock'] },
    suspension: 'scheduler_suspended',
    tracked: {
      scheduler_suspended: { initially: 0, range: [0, 2] },
      'queue.rx_lock': { initially: -1, range: [-1, 2] },
      'queue.tx_lock': { initially: -1, range: [-1, 2] },
    },
  });
});
