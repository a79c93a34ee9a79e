// The scheduling function of the TECS paper: a translation has exactly the executions of the original. On generated
// programs, every choice of the sequential program is made natively, by gcc and by clang, and its outcomes are those
// that the machine gives.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SequentializeOptions, sequentialized } from '../../../src/check/sequentialized.js';
import { loadProgram } from '../../../src/check.js';
import { platformOf } from '../../agreement/compare.js';
import { generateProgram } from '../../agreement/generate.js';
import { printProgram } from '../../agreement/print.js';
import { share } from '../../share.js';
import { installedCompilers } from './compilers.js';
import {
  type NativeProgram,
  NotComparable,
  outcomesByMachine,
  outcomesNatively,
  seenVariables,
  TooManyExecutions,
} from './native.js';

const compilers = installedCompilers();

const usual: SequentializeOptions = {
  method: 'schedule',
  dialect: 'plain',
  arrivals: 1,
  single: false,
  max: 1,
  reduced: true,
  atomic: 'access',
  lines: true,
  traced: false,
};

/** What has arbitrary data, or never ends, has no end of outcomes. */
const arbitrary = /nondet|extern volatile|DEVICE|rand\(|0x[0-9a-f]{4}|u0|for \(;;\)|assume/;

interface Compared {
  readonly seed: number;
  readonly native: NativeProgram;
  readonly expected: ReadonlySet<string>;
  readonly source: string;
}

/** Undefined: it has none that can be compared. */
async function prepare(seed: number, size: number, folder: string): Promise<Compared | string | undefined> {
  const generated = { ...generateProgram(seed, size), target: 'x86_64-unknown-linux-gnu' as const };
  const source = printProgram(generated);
  if (arbitrary.test(source)) return undefined;
  const file = join(folder, `s${seed}.c`);
  writeFileSync(file, source);
  const loaded = await loadProgram({
    paths: [file],
    cache: false,
    clang: 'auto',
    platform: platformOf(generated),
    target: generated.target,
    isrs: generated.isrs.map(({ name, irq, priority }) => ({ function: name, irq, priority })),
    ...(generated.interrupts === 'default' ? {} : { interrupts: generated.interrupts }),
  });
  if (loaded.kind === 'failed') return undefined;
  const { program } = loaded.value;
  const { arrivals } = generated;
  const reduced = seed % 2 === 0;
  const translated = sequentialized(loaded.value, { ...usual, arrivals, reduced }, folder);
  if (translated.kind === 'failed') return translated.diagnostics.map((d) => d.message).join('; ');
  const { text } = translated.value;
  const variables = seenVariables(program, text);
  try {
    const expected = outcomesByMachine(program, variables, arrivals, 2000);
    return { seed, source, expected, native: { text, variables, values: generated.isrs.length + 1 } };
  } catch (thrown) {
    if (thrown instanceof TooManyExecutions || thrown instanceof NotComparable) return undefined;
    throw thrown;
  }
}

describe.runIf(compilers.length > 0)('generated programs', () => {
  it('have the outcomes of the machine, natively', { timeout: 600_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preempt-schedule-'));
    const refused: string[] = [];
    const all: Compared[] = [];
    try {
      for (const seed of share(
        Array.from({ length: 1800 }, (_, n) => n),
        20,
      )) {
        const prepared = await prepare(seed, seed % 3 === 0 ? 3 : 2, folder);
        if (typeof prepared === 'string') refused.push(`seed ${seed}: ${prepared}`);
        else if (prepared !== undefined) all.push(prepared);
      }
      // Structures that are passed as one value, and the like, are refused; nothing else is.
      expect(refused).toEqual([]);
      expect(all.length).toBeGreaterThan(process.env.PREEMPT_TEST_SLOW === undefined ? 6 : 200);
      const found = outcomesNatively(
        all.map((c) => c.native),
        compilers,
      );
      for (const [k, outcomes] of found.entries())
        for (const [n, { seed, expected, source }] of all.entries())
          if (!outcomes[n]!.has('endless'))
            expect(
              [...outcomes[n]!].sort(),
              `${compilers[k]}, seed ${seed}\n${source}\n${all[n]!.native.text}`,
            ).toEqual([...expected].sort());
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
