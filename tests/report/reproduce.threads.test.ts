// Reproducers of programs with threads: what `check --reproduce` writes for the corpus compiles with gcc without a
// warning, starts real threads, and makes the finding happen; with a switch left out it does not. Left out where there
// is no gcc.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readExpectation } from '../corpus/expectation.js';
import { share } from '../share.js';
import { checkInProcess } from './check-in-process.js';
import { compiled, gcc, make, runMake } from './native.js';

const corpus = fileURLToPath(new URL('../corpus/threads', import.meta.url));

interface Found {
  readonly kind: string;
  readonly message?: string | null;
  readonly waiting?: readonly { readonly name: string }[];
}

const cases: readonly { readonly name: string; readonly shows: string }[] = [
  { name: 'philosophers_3', shows: 'three threads of one function that wait for each other' },
  { name: 'accounts', shows: 'locks in structures' },
  { name: 'bounded_buffer', shows: 'a wake-up that is lost' },
  { name: 'barrier_count', shows: 'a barrier that nobody opens' },
  { name: 'flag_set_without_lock', shows: 'a thread that ends before the other waits' },
  { name: 'idle', shows: 'main alone, which waits' },
  { name: 'lock_order_through_isr', shows: 'an ISR that waits for what it has preempted' },
  { name: 'unlocked_counter', shows: 'a race of two threads of one function' },
  { name: 'flag', shows: 'a race with main' },
  { name: 'argument_of_loop', shows: 'races on a local variable of main and on an array' },
  { name: 'double_checked_order', shows: 'an assertion that fails by a switch' },
  { name: 'mutex_against_isr', shows: 'an ISR in a thread' },
  { name: 'thread_specific', shows: 'memory that each thread has for itself' },
  { name: 'thread_local', shows: 'a variable of which each thread has its own, told to another' },
  { name: 'semaphore_handover', shows: 'semaphores, which set errno' },
  { name: 'spurious_wakeup', shows: 'a choice of the model' },
  { name: 'c11_counter', shows: 'threads of C11' },
  { name: 'isr_waits', shows: 'two wrong uses in an ISR' },
  { name: 'lock_left_held', shows: 'wrong use at the end of a thread' },
];

describe.skipIf(gcc === undefined)('reproducers of programs with threads', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'preempt-thread-reproducers-'));
  beforeAll(() => {
    vi.stubEnv('PATH', '');
    vi.stubEnv('PREEMPT_CACHE', join(scratch, 'cache'));
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(scratch, { recursive: true, force: true });
  });

  async function reproduced(name: string) {
    const file = `${name}_bad.c`;
    const { options } = readExpectation(readFileSync(join(corpus, file), 'utf8'));
    const directory = join(scratch, name);
    const words = [file, ...options, '--format', 'json', '--reproduce', directory];
    const { output, errors } = await checkInProcess(corpus, words);
    expect(errors).not.toContain('not-reproducible');
    const { findings } = JSON.parse(output) as { findings: readonly Found[] };
    const programs = readdirSync(directory).filter((f) => f.endsWith('.c'));
    return { directory, findings, programs: programs.sort().map((program) => join(directory, program)) };
  }

  it.each(share(cases, 2))('$name: $shows', async ({ name }) => {
    const { findings, programs } = await reproduced(name);
    expect(programs).toHaveLength(findings.length);
    programs.forEach((program, n) => {
      const isThreaded = /\b(?:pthread|thrd)_create\(/.test(readFileSync(join(corpus, `${name}_bad.c`), 'utf8'));
      if (isThreaded) expect(readFileSync(program, 'utf8')).toContain('pthread_create(&native');
      const { output, code } = compiled(program)();
      const { kind, waiting = [], message } = findings[n]!;
      expect(output, program).toMatch(/^REPRODUCED: /m);
      expect(code, program).toBe(1);
      if (kind === 'race') expect(output).toMatch(/^\(1\) .* = .*\n.* goes on\n\(2\) /m);
      if (kind === 'deadlock') {
        expect(output).toContain('nobody goes on:');
        if (waiting.length > 1) for (const { name: who } of waiting) expect(output).toContain(`    ${who} waits\n`);
      }
      if (kind === 'assertion') expect(output).toContain(message);
    });
  });

  it('say so when a switch is missing', async () => {
    const { programs } = await reproduced('philosophers_2');
    const text = readFileSync(programs[0]!, 'utf8');
    // The second philosopher never gets his turn before the first one has both forks.
    const changed = text.replace(/^.*switch_to\(0\);.*$/m, '');
    expect(changed).not.toBe(text);
    writeFileSync(programs[0]!, changed);
    const { output, code } = compiled(programs[0]!)();
    expect(output).not.toContain('REPRODUCED');
    expect(code).not.toBe(1);
  });

  it('take no option: there is no order without the switches', async () => {
    const { programs } = await reproduced('unlocked_counter');
    expect(compiled(programs[0]!)('--without').code).toBe(2);
  });

  it.skipIf(make === undefined)('are built and run by the Makefile', async () => {
    const { directory } = await reproduced('accounts');
    expect(runMake(directory, 'check')).toMatch(/^01-deadlock-\S+: reproduced$/m);
  });
});
