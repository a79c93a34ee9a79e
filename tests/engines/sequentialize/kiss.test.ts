// KISS and its guarantees (PLDI 2004): the drivers of its figures; on generated programs of two threads nothing that
// needs at most two context switches is missed, and nothing is reported that cannot happen; what no stack can make is
// missed, and the verdict says that it may be.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CheckRequest, check, loadProgram, type Program, type Report } from '../../../src/check.js';
import { Machine } from '../../../src/machine/machine.js';
import type { State } from '../../../src/machine/state.js';
import { share } from '../../share.js';
import { Random } from '../../solve/random.js';

const drivers = fileURLToPath(new URL('../../../examples/drivers', import.meta.url));

async function checked(file: string, request: Omit<CheckRequest, 'paths'>): Promise<Report> {
  const result = await check({ paths: [file], cache: false, explain: false, timeout: 300, ...request });
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
  return result.value;
}

const kiss = (file: string, max: number, property: 'assertion' | 'race', watched?: string): Promise<Report> =>
  checked(join(drivers, file), {
    engine: 'kiss',
    max,
    properties: [property],
    ...(watched === undefined ? {} : { watched }),
  });

const lines = (report: Report): readonly string[] =>
  report.findings.map((f) => f.accesses.map((a) => `${a.operation}${a.place?.line}`).join(' '));

describe('the Bluetooth driver of Fig. 2', () => {
  it('has a race on stoppingFlag, with MAX = 0', async () => {
    const report = await kiss('bluetooth_bad.c', 0, 'race', 'device_extension.stoppingFlag');
    expect(lines(report)).toEqual(['R20 W40']);
    expect(report.findings[0]!.engine).toBe('kiss');
  });

  it('fails its assertion with MAX = 1, not with 0', async () => {
    expect((await kiss('bluetooth_bad.c', 0, 'assertion')).findings).toEqual([]);
    expect((await kiss('bluetooth_bad.c', 1, 'assertion')).findings.map((f) => f.kind)).toEqual(['assertion']);
  });

  it('has no failure after the fix, which is no proof', async () => {
    const { findings, verdicts } = await kiss('bluetooth_ok.c', 1, 'assertion');
    expect(findings).toEqual([]);
    expect(verdicts[0]).toMatchObject({ kind: 'unknown' });
    expect(JSON.stringify(verdicts[0])).toContain('kiss may miss errors');
  });
});

describe('a driver like that of Fig. 6', () => {
  it('has a race of an unprotected read with a protected write', async () => {
    expect(lines(await kiss('toaster_bad.c', 0, 'race', 'device_extension.devicePnPState'))).toEqual(['R52 W37']);
    expect((await kiss('toaster_ok.c', 0, 'race', 'device_extension.devicePnPState')).findings).toEqual([]);
  });
});

/** Two threads of a few statements on two variables, and an assertion about what one has read. */
function twoThreads(seed: number): string {
  const random = new Random(seed + 77);
  const statement = (own: string): string =>
    random.pick([
      () => `${random.pick(['x', 'y'])} = ${random.below(3)};`,
      () => `${own} = ${random.pick(['x', 'y'])};`,
      () => `${random.pick(['x', 'y'])}++;`,
      () => `if (${random.pick(['x', 'y'])} == ${random.below(2)}) ${own} = ${own} * 2 + 1;`,
    ])();
  const body = (own: string): string =>
    Array.from({ length: 2 + random.below(2) }, () => `    ${statement(own)}`).join('\n');
  return `#include <assert.h>
#include <preempt.h>
static int x, y;
static void worker(void *unused) {
    int b = 0;
    (void)unused;
${body('b')}
    assert(b != ${1 + random.below(2)});
}
int main(void) {
    int a = 0;
    preempt_spawn(worker, 0);
${body('a')}
    assert(a != ${1 + random.below(3)} || y != ${random.below(3)});
    preempt_exit();
}
`;
}

/** Does an assertion fail in an execution with at most so many switches? By nothing but enabled and take. */
function failsWithin(program: Program, switches: number): boolean {
  const machine = new Machine(program, { arrivals: 1, unwind: 8 });
  let fails = false;
  const go = (state: State, left: number, hasSwitched: boolean): void => {
    if (fails) return;
    const outcome = machine.run(state);
    if (outcome.kind === 'failed') fails = true;
    if (outcome.kind !== 'visible' && outcome.kind !== 'blocked') return;
    for (const t of machine.enabled(state)) {
      // Where the one that runs has ended, another one goes on: that is no preemption, and yet a switch.
      const rest = t.kind === 'switch' ? left - 1 : left;
      if (rest < 0 || (t.kind === 'switch' && hasSwitched)) continue;
      const copy = state.clone();
      const next = machine.take(copy, t);
      if (next.kind === 'failed') fails = true;
      else if (next.kind === 'stepped' || next.kind === 'iteration' || next.kind === 'blocked')
        go(copy, rest, t.kind === 'switch');
    }
  };
  go(machine.initial(), switches, false);
  return fails;
}

describe('generated programs of two threads', () => {
  it('miss nothing within two switches, and report nothing that cannot happen', { timeout: 600_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preempt-kiss-'));
    const counts = { within: 0, beyond: 0, never: 0 };
    try {
      for (const seed of share(
        Array.from({ length: 60 }, (_, n) => n),
        8,
      )) {
        const file = join(folder, `s${seed}.c`);
        const text = twoThreads(seed);
        writeFileSync(file, text);
        const loaded = await loadProgram({ paths: [file], cache: false });
        if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
        const { findings, verdicts } = await checked(file, { engine: 'kiss', max: 1, properties: ['assertion'] });
        const isWithin = failsWithin(loaded.value.program, 2);
        const isPossible = failsWithin(loaded.value.program, 100);
        counts[isWithin ? 'within' : isPossible ? 'beyond' : 'never']++;
        if (isWithin) expect(findings.length, text).toBeGreaterThan(0);
        if (!isPossible) expect(findings, text).toEqual([]);
        expect(verdicts[0]!.kind, text).not.toBe('holds');
      }
      expect(counts.within).toBeGreaterThan(0);
      expect(counts.never).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('an error that no stack makes', () => {
  it('is missed, and said to be possible', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preempt-kiss-'));
    try {
      const file = join(folder, 'unbalanced.c');
      writeFileSync(
        file,
        `#include <assert.h>
#include <preempt.h>
static int x, y;
static void worker(void *unused) {
    (void)unused;
    int before = x;
    int after = y;
    assert(!(before == 0 && after == 1));
}
int main(void) {
    preempt_spawn(worker, 0);
    x = 1;
    y = 1;
    preempt_exit();
}
`,
      );
      const missed = await checked(file, { engine: 'kiss', max: 1, properties: ['assertion'] });
      const found = await checked(file, { engine: 'explore', properties: ['assertion'] });
      expect(missed.findings).toEqual([]);
      expect(JSON.stringify(missed.verdicts)).toContain('kiss may miss errors');
      expect(found.findings.length).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
