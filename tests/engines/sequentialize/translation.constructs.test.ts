// Constructs of C that are easily got wrong: what they become compiles without a warning with gcc and clang, and with
// all choices "no" it does what the program does that it was made of.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { sequentialized } from '../../../src/check/sequentialized.js';
import { loadProgram } from '../../../src/check.js';
import { share } from '../../share.js';
import { installedCompilers } from './compilers.js';
import { textOf, usual } from './written.js';

const constructs = fileURLToPath(new URL('constructs', import.meta.url));
const compilers = installedCompilers();
const names = readdirSync(constructs)
  .filter((file) => file.endsWith('.c'))
  .map((file) => basename(file, '.c'))
  .sort();

/** Shows what was seen when the program ends. Interrupts: nobody comes. */
const driver = `#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
extern long seen[64];
extern int seen_count;
static void show(void) { for (int n = 0; n < seen_count; n++) printf("%ld ", seen[n & 63]); }
__attribute__((constructor)) static void begin(void) { atexit(show); }
uint8_t nondet_uint8(void) { return 0; }
void assume(int condition) { if (!condition) { puts("not assumed"); exit(99); } }
void fail(void) { puts("failed"); }
__attribute__((weak)) void enable_isr(int irq) { (void)irq; }
__attribute__((weak)) void disable_isr(int irq) { (void)irq; }
`;

/** Its `t` is written through a pointer, by a call that may end with the thread. */
const joined = `#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *work(void *arg) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(n == 2);
    return 0;
}
`;

const folder = mkdtempSync(join(tmpdir(), 'preempt-constructs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program shows, and its exit code. */
function behaviour(compiler: string, file: string, flags: readonly string[]): string {
  const [binary, main] = [join(folder, 'run'), join(folder, 'driver.c')];
  writeFileSync(main, driver);
  execFileSync(compiler, [...flags, '-O0', '-o', binary, file, main], { stdio: 'pipe' });
  const { status, signal, stdout } = spawnSync(binary, { timeout: 60_000, encoding: 'utf8' });
  return `${stdout}exit ${signal ?? status}`;
}

it.each(compilers)('threads compile without warnings where %s optimises', async (compiler) => {
  const file = join(folder, 'joined.c');
  writeFileSync(file, joined);
  const loaded = await loadProgram({ paths: [file], cache: false, target: 'x86_64-unknown-linux-gnu' });
  if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
  const written = join(folder, 'joined.kiss.c');
  writeFileSync(written, textOf(sequentialized(loaded.value, { ...usual, method: 'kiss' }, '/')));
  for (const level of ['-O1', '-O2'])
    execFileSync(compiler, ['-Wall', '-Wextra', '-Werror', level, '-c', '-o', join(folder, 'joined.o'), written], {
      stdio: 'pipe',
    });
});

describe.runIf(compilers.length > 0)('with all choices "no"', () => {
  it.each(share(names, 2))('%s', async (name) => {
    const file = join(constructs, `${name}.c`);
    // The order of effects that C leaves open is clang's, where it is installed.
    const expected = behaviour(compilers.at(-1)!, file, ['-w']);
    expect(expected).toMatch(/^-?\d+ .*exit \d+$/);
    const loaded = await loadProgram({ paths: [file], cache: false, target: 'x86_64-unknown-linux-gnu' });
    if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
    for (const method of ['schedule', 'kiss'] as const) {
      const text = textOf(sequentialized(loaded.value, { ...usual, method, dialect: 'plain' }, '/'));
      const written = join(folder, `${method}.c`);
      writeFileSync(written, text);
      for (const compiler of compilers)
        expect(behaviour(compiler, written, ['-Wall', '-Wextra', '-Werror']), `${compiler}, ${method}`).toBe(expected);
    }
    // Threads come in any order: it is only compiled. Where it has no form, it says for which line.
    const threads = sequentialized(loaded.value, { ...usual, method: 'threads' }, '/');
    if (threads.kind === 'failed') return expect(threads.diagnostics[0]!.place?.line).toBeGreaterThan(0);
    const written = join(folder, 'threads.c');
    writeFileSync(written, textOf(threads));
    for (const compiler of compilers)
      execFileSync(compiler, ['-Wall', '-Wextra', '-Werror', '-c', '-o', join(folder, 'threads.o'), written], {
        stdio: 'pipe',
      });
  });
});
