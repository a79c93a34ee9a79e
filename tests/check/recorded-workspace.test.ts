// A program that is loaded again from what was answered the first time is the same, and nobody else is asked.

import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { load } from '../../src/check/load.js';
import { answering, recording } from '../../src/check/recorded-workspace.js';
import type { Host } from '../../src/clang/host.js';
import { thisMachine } from '../../src/clang/node-host.js';
import type { Program } from '../../src/model/program.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const limits = { pause: async () => {}, isOver: () => undefined };

async function loaded(paths: readonly string[], host: Host): Promise<Program> {
  const result = await load({ paths }, host, limits);
  if (result.kind === 'failed') throw new Error(result.diagnostics[0]!.message);
  return result.value.program;
}

/** Everything in it has a number. */
function numbered({ module, contexts }: Program): unknown {
  return { instructions: module.instructions, owners: module.owners, contexts };
}

it.each(['examples/debounce/debounce_bad.c', 'tests/corpus/threads/accounts_bad.c'])('%s', async (path) => {
  const { host, recorded, stop } = recording(thisMachine());
  const program = await loaded([`${root}/${path}`], host);
  stop();
  const nobody = {
    ...thisMachine(),
    open: () => {
      throw new Error('the machine is asked');
    },
  };
  const again = await loaded([`${root}/${path}`], answering(nobody, JSON.parse(JSON.stringify(recorded))));
  expect(numbered(again)).toEqual(numbered(program));
});
