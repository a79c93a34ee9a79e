// Every program of tests/language runs compiled as it runs interpreted, alone and with its interrupts.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { loadProgram } from '../../src/check.js';
import { Unmodelled } from '../../src/machine/stepping/arithmetic.js';
import { lockstep } from './lockstep.js';

const folder = fileURLToPath(new URL('../language/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.c'));

/** They need options of their own, or have no main. */
const notAlone: ReadonlySet<string> = new Set(['c23-features.c', 'int-sizes-avr.c', 'no-main.c']);

describe('programs that show the language', () => {
  let ran = 0;
  it.each(files.filter((file) => !notAlone.has(file)))('%s', async (file) => {
    const loaded = await loadProgram({ paths: [join(folder, file)], isrs: [] });
    if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
    const { program } = loaded.value;
    try {
      for (const arrivals of [0, 2]) lockstep(program, { maxSteps: 200, seed: arrivals + 1, arrivals });
      ran++;
    } catch (thrown) {
      // Constants of some types cannot even be laid out in memory.
      if (!(thrown instanceof Unmodelled)) throw thrown;
    }
  });

  afterAll(() => {
    expect(ran).toBeGreaterThan(files.length - 10);
  });
});
