// What reproducers keep of a program: the target's arithmetic and layout, the place of the interrupt, inputs; what they
// refuse; and that nothing of a hostile program gets out of comments and strings.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Request } from '../../src/check.js';
import { type Reproducers, reproducersOf } from '../../src/report/reproduce/reproducer.js';
import { checkByExploring } from '../engines/check.js';
import { loadText } from '../model/load.js';
import { checkInProcess } from './check-in-process.js';
import { compileAndRun, gcc, make, runMake } from './native.js';

const scratch = mkdtempSync(join(tmpdir(), 'preempt-reproducer-text-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function reproducersFor(
  source: string | Readonly<Record<string, string>>,
  property: 'assertion' | 'race' | 'atomicity',
  request: Omit<Request, 'paths'> = {},
  isLate: () => string | undefined = () => undefined,
): Promise<Reproducers> {
  const files = typeof source === 'string' ? { 'test.c': source } : source;
  const { program } = await loadText(files, request);
  const { findings } = await checkByExploring(program, {
    properties: [property],
    reduction: 'reduced',
    arrivals: 1,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
  });
  expect(findings.length).toBeGreaterThan(0);
  const readSource = (file: string): string | undefined => files[file.slice(file.lastIndexOf('/') + 1)];
  return reproducersOf({ program, findings, command: Object.keys(files).join(' '), base: '/', readSource, isLate });
}

/** The first of them, compiled and run. */
function runFirst({ files, refused }: Reproducers) {
  expect(refused).toEqual([]);
  const folder = mkdtempSync(join(scratch, 'run-'));
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  return compileAndRun(join(folder, files[0]!.name));
}

/** Everything is computed before the interrupt can do harm: only what C means on the target makes it 77 in the end. */
const arithmetic = `
#include <assert.h>
#include <stdint.h>
#include <avr/interrupt.h>
#include <avr/io.h>
static volatile uint8_t flag;
static uint16_t table[4] = {40000, 50000, 60000, 65535};
struct pair { int16_t low; int8_t high; };
static struct pair swap(struct pair p) { struct pair q = {p.high, (int8_t)p.low}; return q; }
static int16_t twice(int16_t x) { return (int16_t)(2 * x); }
static int16_t (*chosen)(int16_t) = twice;
static uint16_t factorial(uint8_t n) { return n < 2 ? 1 : (uint16_t)(n * factorial((uint8_t)(n - 1))); }
ISR(TIMER0_OVF_vect) { flag = 1; }
static uint8_t computed(void) {
    uint8_t points = 0;
    unsigned int sum = table[0] + table[1];
    if (sum == 24464u) points += 1;
    if ((int)0x8000 / 3 == -10922) points += 2;
    if (factorial(9) == 35200u) points += 4;
    struct pair q = swap((struct pair){-300, -7});
    if (q.low == -7 && q.high == -44) points += 8;
    if (chosen(20000) == -25536) points += 16;
    if (sizeof(int) == 2 && sizeof(void *) == 2) points += 1;
    float f = 0.1f;
    if (f * 3.0f == 0.3f) points += 1;
    switch (table[3] >> 12) { case 15: points += 44; break; default: break; }
    return points;
}
int main(void) {
    TIMSK0 = _BV(TOIE0);
    sei();
    uint8_t result = computed();
    assert(result + flag == 77);
    return 0;
}`;

describe.skipIf(gcc === undefined)('generated programs', () => {
  it('compute as the target does', async () => {
    const { found, without } = runFirst(await reproducersFor(arithmetic, 'assertion'));
    expect(found).toMatchObject({
      code: 1,
      output: expect.stringContaining('REPRODUCED: assertion result + flag == 77'),
    });
    expect(without).toMatchObject({ code: 0, output: expect.stringContaining('without the interrupt: main returns') });
  });

  it('let the interrupt come at one time of many', async () => {
    const { found, without } = runFirst(
      await reproducersFor(
        `void __assert_fail(void); static volatile int at = -1; static volatile int round;
         void isr_1(void) { at = round; }
         int main(void) { for (round = 0; round < 80; round++) {} if (at == 57) __assert_fail(); return 0; }`,
        'assertion',
      ),
    );
    expect(found.code).toBe(1);
    expect(without.code).toBe(0);
  });

  it('fix what is arbitrary: functions without a body, device registers, choices', async () => {
    const { found, without } = runFirst(
      await reproducersFor(
        `void __assert_fail(void); int measure(int); unsigned char __VERIFIER_nondet_uchar(void); extern int unknown[2];
         static volatile int got; void isr_1(void) { got = 1; }
         int main(void) {
           int a = measure(3), b = __VERIFIER_nondet_uchar(); int c = *(volatile unsigned *)0x40001000;
           if (a == 1234567 && b == 200 && c == 0x55aa55 && unknown[1] == 77 && got) __assert_fail();
           return 0; }`,
        'assertion',
      ),
    );
    expect(found.code).toBe(1);
    expect(without.code).toBe(0);
  });

  it('give handlers their arguments, and use what is only assigned', async () => {
    const { found, without } = runFirst(
      await reproducersFor(
        `#include <signal.h>
         void __assert_fail(void); static volatile int got; static void on_signal(int number) { got = number; }
         int main(void) { signal(SIGINT, on_signal); int size = 3; int values[size]; values[0] = 1; if (got == 42) __assert_fail(); return 0; }`,
        'assertion',
      ),
    );
    expect(found.code).toBe(1);
    expect(without.code).toBe(0);
  });

  it('handle memory of their own: heap, locals that an ISR sees, copies', async () => {
    const { found, without } = runFirst(
      await reproducersFor(
        `#include <stdlib.h>
         #include <string.h>
         void __assert_fail(void); struct item { int values[6]; struct item *next; };
         static struct item *volatile list; static volatile int *volatile seen;
         void isr_1(void) { if (seen) *seen += 5; }
         int main(void) {
           struct item *first = malloc(sizeof *first); if (!first) return 1;
           memset(first, 0, sizeof *first); first->values[3] = 4;
           struct item copy = *first; copy.next = first; list = &copy;
           int local = 1; seen = &local; int before = local; int after = local;
           if (list->next->values[3] == 4 && after - before == 5) __assert_fail();
           return 0; }`,
        'assertion',
      ),
    );
    expect(found.code).toBe(1);
    expect(without.code).toBe(0);
  });

  it('say so when the interrupt of a wrong place does not reproduce anything', async () => {
    const { files } = await reproducersFor(
      `static int count; void isr_1(void) { count++; } int main(void) { count++; count++; return count; }`,
      'race',
    );
    const folder = mkdtempSync(join(scratch, 'moved-'));
    const { name, text } = files[0]!;
    const moved = text.replace(/if \(due\(0, count\)\) interrupt/, 'if (0 && due(0, count)) interrupt');
    expect(moved).not.toBe(text);
    writeFileSync(join(folder, name), moved);
    expect(compileAndRun(join(folder, name)).found).toMatchObject({
      code: 0,
      output: expect.stringContaining('not reproduced: '),
    });
  });

  it('are not left by hostile names and text', async () => {
    const made = await reproducersFor(
      {
        'a "b" $(touch pwned) \'c.c': [
          'static int count asm("x\\" */ #error"); static const char *text = "*/ #error %s%n ??/";',
          'void isr_1(void) { count++; } // */ #error escaped /* \\ x',
          'int main(void) { count++; /* ??/ \u202e */ return text[0] + count; }',
          '',
        ].join('\n'),
      },
      'race',
    );
    expect(made.files.every(({ name }) => /^(?:\d\d-[A-Za-z0-9-]+\.c|Makefile)$/.test(name))).toBe(true);
    expect(made.files.at(-1)!.text).not.toContain('touch');
    expect(runFirst(made).found.code).toBe(1);
  });

  it.skipIf(make === undefined)('are built and run by the Makefile', async () => {
    const { files } = await reproducersFor(
      `static int count; void isr_1(void) { count++; } int main(void) { count++; return 0; }`,
      'race',
    );
    const folder = mkdtempSync(join(scratch, 'make-'));
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
    const programs = files.slice(0, -1).map(({ name }) => name.replace('.c', ''));
    expect(runMake(folder, 'check').trim().split('\n')).toEqual(programs.map((name) => `${name}: reproduced`));
    runMake(folder, 'clean');
    expect(readdirSync(folder).sort()).toEqual(files.map(({ name }) => name).sort());
  });
});

describe('what cannot be reproduced', () => {
  it.each([
    ['a variable number of arguments', 'int sum(int n, ...) { return n; }', 'sum(1, 2)'],
    ['the instruction indirectbr', '', '({ void *to = &&here; goto *to; here: 1; })'],
    ['no portable C type', 'static __int128 wide;', '(int)(wide * 3)'],
  ])('is said: %s', async (reason, declarations, expression) => {
    const { files, refused } = await reproducersFor(
      `${declarations} static int count; void isr_1(void) { count++; } int main(void) { count++; return ${expression}; }`,
      'race',
    );
    expect(files).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.because).toContain(reason);
  });
});

describe('limits', () => {
  const because = 'the time limit of 1 s was reached';
  const long = `static int count; void isr_1(void) { count++; }
    int main(void) {
      unsigned random = 1;
      for (int n = 0; n < 3000; n++) random = random * 1103515245u + (random >> 7);
      count += random != 0;
      return 0;
    }`;

  it('end a reproducer at any moment, and no other is begun', async () => {
    let asked = 0;
    const whole = await reproducersFor(long, 'race', {}, () => void asked++);
    expect(whole.refused).toEqual([]);
    const findings = whole.files.length - 1;
    // Before each one and each of its functions, and while it is replayed.
    expect(asked).toBeGreaterThan(3 * findings);
    for (const last of [0, 1, asked - 1]) {
      let left = last;
      const { files, refused } = await reproducersFor(long, 'race', {}, () => (left-- > 0 ? undefined : because));
      expect(refused.length).toBeGreaterThan(0);
      expect(new Set(refused.map((r) => r.because))).toEqual(new Set([because]));
      expect(files.length).toBe(refused.length === findings ? 0 : findings - refused.length + 1);
    }
  });
});

describe('check --reproduce', () => {
  const source = 'static int count; void isr_1(void) { count++; } int main(void) { count++; return 0; }';

  async function check(folder: string, ...words: string[]) {
    vi.stubEnv('PATH', '');
    vi.stubEnv('PREEMPT_CACHE', join(scratch, 'cache'));
    try {
      return await checkInProcess(folder, ['test.c', '--property', 'race', ...words]);
    } finally {
      vi.unstubAllEnvs();
    }
  }

  it('overwrites what it wrote, and nothing else', async () => {
    const folder = mkdtempSync(join(scratch, 'cli-'));
    writeFileSync(join(folder, 'test.c'), source);
    expect((await check(folder, '--fail-on', 'any', '--reproduce', 'out')).code).toBe(1);
    const files = readdirSync(join(folder, 'out'));
    expect(files).toContain('Makefile');
    expect(files).toContain('01-missing-volatile-count.c');
    expect((await check(folder, '--fail-on', 'any', '--reproduce', 'out')).code).toBe(1);

    const own = join(folder, 'own');
    mkdirSync(own);
    writeFileSync(join(own, 'Makefile'), 'all: mine\n');
    const refused = await check(folder, '--reproduce', 'own');
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain('Makefile is there already and was not written by Preempt [bad-output]');
    expect(readFileSync(join(own, 'Makefile'), 'utf8')).toBe('all: mine\n');
    expect(readdirSync(own)).toEqual(['Makefile']);
  });

  it('needs a folder', async () => {
    const folder = mkdtempSync(join(scratch, 'cli-'));
    writeFileSync(join(folder, 'test.c'), source);
    const refused = await check(folder, '--reproduce', 'test.c');
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain('[bad-output]');
    expect(existsSync(join(folder, 'Makefile'))).toBe(false);
  });
});
