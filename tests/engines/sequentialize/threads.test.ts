// Interrupts as threads (TECS 2017, §4): the verdict on a translation, by our own engine, is that of explore on the
// program itself; checkers of POSIX threads get a thread for each arrival.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sequentialized } from '../../../src/check/sequentialized.js';
import { type CheckRequest, check, loadProgram } from '../../../src/check.js';
import { platformOf } from '../../agreement/compare.js';
import { generateProgram } from '../../agreement/generate.js';
import { printProgram } from '../../agreement/print.js';
import { share } from '../../share.js';

async function verdictOf(request: CheckRequest): Promise<{ readonly kind: string; readonly because: string }> {
  const result = await check({ ...request, properties: ['assertion'], cache: false, explain: false, timeout: 300 });
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
  const [verdict] = result.value.verdicts;
  return { kind: verdict!.kind, because: verdict!.kind === 'unknown' ? verdict!.because : '' };
}

describe('generated programs', () => {
  it('have the verdict that explore gives', { timeout: 600_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preempt-threads-'));
    const kinds = new Map<string, number>();
    try {
      for (const seed of share(
        Array.from({ length: 400 }, (_, n) => n),
        12,
      )) {
        const generated = { ...generateProgram(seed, 2), target: 'x86_64-unknown-linux-gnu' as const };
        const source = printProgram(generated);
        if (
          !source.includes('assert(') ||
          generated.nesting !== 'priority' ||
          /for \(;;\)|long long|memcpy/.test(source)
        )
          continue;
        const file = join(folder, `s${seed}.c`);
        writeFileSync(file, source);
        const request: CheckRequest = {
          paths: [file],
          platform: platformOf(generated),
          target: generated.target,
          arrivals: 1,
          isrs: generated.isrs.map(({ name, irq, priority }) => ({ function: name, irq, priority })),
          ...(generated.interrupts === 'default' ? {} : { interrupts: generated.interrupts }),
        };
        const expected = await verdictOf({ ...request, engine: 'explore' });
        const found = await verdictOf({ ...request, engine: 'threads' });
        const scheduled = await verdictOf({ ...request, engine: 'schedule' });
        // What it has no form for, or cannot tell, it says.
        if (expected.kind === 'unknown') continue;
        for (const verdict of [found, scheduled]) {
          if (verdict.kind !== 'unknown') expect(verdict.kind, source).toBe(expected.kind);
          kinds.set(verdict.kind, (kinds.get(verdict.kind) ?? 0) + 1);
        }
      }
      expect(kinds.get('violated') ?? 0).toBeGreaterThan(0);
      expect(kinds.get('holds') ?? 0).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('Blink', () => {
  it('is violated, and its twin holds, by both translations', { timeout: 300_000 }, async () => {
    for (const engine of ['schedule', 'threads'] as const) {
      expect((await verdictOf({ paths: ['bench/programs/blink_bad.c'], engine, arrivals: 1 })).kind).toBe('violated');
      expect((await verdictOf({ paths: ['bench/programs/logger_ok.c'], engine, arrivals: 1 })).kind).toBe('holds');
    }
  });
});

describe('for checkers of POSIX threads', () => {
  it('makes a thread of each arrival', async () => {
    const loaded = await loadProgram({ paths: ['bench/programs/logger_bad.c'], cache: false });
    if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
    const usual = { single: false, max: 1, reduced: true, atomic: 'access', lines: true, traced: false } as const;
    const translated = sequentialized(
      loaded.value,
      { ...usual, method: 'threads', dialect: 'svcomp', arrivals: 2 },
      process.cwd(),
    );
    const text = translated.kind === 'ok' ? translated.value.text : '';
    expect(text.match(/pthread_create\(&thread, 0, arrival_\d, 0\);/g)).toHaveLength(4);
    expect(text).toContain('__VERIFIER_atomic_begin(); assume(innermost == (thread))');
  });
});
