// Reproducers of corpus findings: what `check --reproduce` writes compiles with gcc without a warning, shows the values
// of the finding and says so; without the interrupt it does not. Left out where there is no gcc.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readExpectation } from '../corpus/expectation.js';
import { checkInProcess } from './check-in-process.js';
import { compileAndRun, gcc } from './native.js';

const corpus = fileURLToPath(new URL('../corpus', import.meta.url));

interface Found {
  readonly kind: string;
  readonly harm: string | null;
  readonly message?: string;
  readonly accesses: readonly { readonly operation: string; readonly context: string; readonly value: string | null }[];
}

/** Harmful ones whose harm is in values: the program shows it. */
const cases: readonly { readonly name: string; readonly shows: string; readonly isValueWrong?: boolean }[] = [
  { name: 'atomicity/overload_guard', shows: 'a device register that is read with a chosen value', isValueWrong: true },
  { name: 'atomicity/job_loop', shows: 'a main loop', isValueWrong: false },
  { name: 'registers/two_pins', shows: 'a register that holds what is written', isValueWrong: true },
  { name: 'registers/compare_value', shows: 'a register that is written in pieces' },
  { name: 'atomicity/error_statistics', shows: 'one function in both contexts', isValueWrong: true },
  { name: 'atomicity/deferred_work', shows: 'an ISR in an ISR, after main', isValueWrong: true },
  { name: 'atomicity/line_buffer', shows: 'a copy in pieces', isValueWrong: true },
  { name: 'atomicity/double_buffer', shows: 'two arrivals in a row', isValueWrong: true },
  { name: 'atomicity/timer_list', shows: 'pointers in memory', isValueWrong: true },
  { name: 'atomicity/command_union', shows: 'a union' },
  { name: 'atomicity/loop_iterations', shows: 'a loop' },
  { name: 'race/nested_error_count', shows: 'an ISR in the middle of count++ of an ISR' },
  { name: 'race/bit_neighbours', shows: 'bit-fields' },
  { name: 'race/position_copy', shows: 'a structure that is copied' },
  { name: 'race/basepri_too_low', shows: 'a ceiling' },
  { name: 'race/half_atomic', shows: 'an atomic operation' },
  { name: 'race/dma_alias', shows: 'a pointer to a variable' },
  { name: 'torn-access/tick16', shows: '16 bits on an 8-bit core' },
  { name: 'torn-access/set_clock', shows: 'a write in pieces' },
  { name: 'torn-access/gain_double', shows: 'a double in pieces' },
  { name: 'torn-access/callback_pointer', shows: 'a function pointer in pieces' },
  { name: 'torn-access/unaligned_word', shows: 'an unaligned word' },
  { name: 'assertion/reopened_in_handler', shows: 'an ISR that opens the mask' },
  { name: 'assertion/ring_count', shows: 'a ring buffer' },
  { name: 'assertion/frame_checksum', shows: 'arithmetic of the target' },
  { name: 'assertion/signed_ratio', shows: 'a signed division' },
  { name: 'assertion/elapsed_wrap', shows: 'arithmetic that wraps round' },
  { name: 'assertion/credits', shows: 'arbitrary inputs' },
  { name: 'assertion/active_profile', shows: 'a pointer that is swapped' },
  { name: 'assertion/moving_average', shows: 'a sum over an array' },
];

describe.skipIf(gcc === undefined)('reproducers of corpus findings', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'preempt-reproducers-'));
  beforeAll(() => {
    vi.stubEnv('PATH', '');
    vi.stubEnv('PREEMPT_CACHE', join(scratch, 'cache'));
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(scratch, { recursive: true, force: true });
  });

  let total = 0;

  it.each(cases)('$name: $shows', async ({ name, isValueWrong }) => {
    const [folder, base] = name.split('/') as [string, string];
    const file = `${base}_bad.c`;
    const { options } = readExpectation(readFileSync(join(corpus, folder, file), 'utf8'));
    const directory = join(scratch, base);
    const { output, errors, code } = await checkInProcess(join(corpus, folder), [
      file,
      ...options,
      '--fail-on',
      'any',
      '--format',
      'json',
      '--reproduce',
      directory,
    ]);
    expect(errors).not.toContain('not-reproducible');
    expect(code).toBe(1);
    const { findings } = JSON.parse(output) as { findings: readonly Found[] };
    const programs = readdirSync(directory)
      .filter((f) => f.endsWith('.c'))
      .sort();
    expect(programs).toHaveLength(findings.length);
    programs.forEach((program, n) => {
      const { found, without } = compileAndRun(join(directory, program));
      const finding = findings[n]!;
      expect(found.output, program).toMatch(/^REPRODUCED: /m);
      expect(found.code, program).toBe(1);
      expect(linesOf(finding).filter((line) => !line.test(found.output))).toEqual([]);
      if (isValueWrong === true && finding.harm === 'harmful') expect(found.output).toContain('Neither order');
      expect(without.output).not.toContain('REPRODUCED');
      expect(without.code).toBe(0);
      total++;
    });
  });

  it('are at least twenty', () => {
    expect(total).toBeGreaterThanOrEqual(20);
  });
});

/** What the program has to say about the accesses of the finding. */
function linesOf({ kind, accesses, message }: Found): readonly RegExp[] {
  if (kind === 'assertion') return [new RegExp(escaped(message ?? 'REPRODUCED'))];
  return accesses.map(({ operation, context, value }, n) => {
    const does = operation === 'R' ? 'reads' : 'writes';
    const head = `^ *\\(${n + 1}\\) ${escaped(context)} ${does} .*`;
    return new RegExp(value === null || kind === 'torn-access' ? head : `${head} = ${escaped(value)}$`, 'm');
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
