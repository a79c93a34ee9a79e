// CBMC as another checker of translations: what its output means; that what it finds is replayed; and, where it is
// installed, that it agrees with explore on generated programs: a referee that shares no code with us.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { check } from '../../../src/check.js';
import { findProgram } from '../../../src/clang/native.js';
import { answerIn } from '../../../src/engines/sequentialize/cbmc.js';
import { platformOf } from '../../agreement/compare.js';
import { generateProgram } from '../../agreement/generate.js';
import { printProgram } from '../../agreement/print.js';
import { share } from '../../share.js';
import { withFile } from './written.js';

const assigned = (lhs: string, binary: string): object => ({ stepType: 'assignment', lhs, value: { binary } });
const called = (displayName: string): object => ({ stepType: 'function-call', function: { displayName } });
const output = (results: readonly object[], status: string): string =>
  JSON.stringify([{ program: 'CBMC 6.6.0' }, { result: results }, { cProverStatus: status }]);
const failure = { description: 'assertion of the program', property: 'check.assertion.1', status: 'FAILURE' };
const unwound = { description: 'unwinding assertion loop 0', property: 'main.unwind.0', status: 'FAILURE' };

describe('what CBMC says', () => {
  it('is no failure', () => {
    expect(answerIn(output([{ ...failure, status: 'SUCCESS' }], 'success'), 9)).toEqual({ kind: 'no failure' });
  });

  it('is no failure as far as it looked', () => {
    const answer = answerIn(output([{ ...failure, status: 'SUCCESS' }, unwound], 'failure'), 9);
    expect(answer).toEqual({ kind: 'no failure', incomplete: 'cbmc went through loops 9 times at most' });
  });

  it('is a trace of marks and inputs, from the call of main on', () => {
    const trace = [
      assigned('preempt_trace', '0'),
      assigned('preempt_input_uint8', '0'),
      called('main'),
      assigned('preempt_trace', '101'),
      assigned('preempt_input_uint8', '11111111'),
      assigned('seen', '1'),
      { stepType: 'assignment', lhs: 'preempt_trace' },
    ];
    expect(answerIn(output([{ ...failure, trace }], 'failure'), 9)).toEqual({
      kind: 'failures',
      traces: [
        [
          { kind: 'mark', code: 5 },
          { kind: 'input', value: 255n },
        ],
      ],
      incomplete: 'cbmc tells one failure of each place',
    });
  });

  it('is nothing where it broke off, or failed for another reason', () => {
    expect(answerIn('', 9)).toBeUndefined();
    expect(answerIn('[{"program":"CBMC"}', 9)).toBeUndefined();
    expect(answerIn(JSON.stringify([{ messageType: 'ERROR', messageText: 'out of memory' }]), 9)).toBeUndefined();
    expect(answerIn(output([{ ...failure, status: 'UNKNOWN' }], 'failure'), 9)).toBeUndefined();
  });
});

const lost = `#include <assert.h>
int n;
void timer_isr(void) { n++; }
int main(void) { n = n + 1; assert(n == 1 || n == 2); int m = n; assert(m == n); return 0; }
`;
const isrs = [{ function: 'timer_isr' }];

describe('--backend cbmc', () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  it('is told to be missing where it is', async () => {
    process.env.PATH = '/nowhere';
    const checked = await withFile(lost, (file) =>
      check({ paths: [file], clang: 'embedded', isrs, engine: 'schedule', backend: 'cbmc' }),
    );
    expect(checked.kind === 'failed' && checked.diagnostics.map((d) => `${d.code}: ${d.message}`)).toEqual([
      'no-checker: --backend cbmc: there is no program cbmc on the PATH',
    ]);
  });

  it('is for translations', async () => {
    const checked = await withFile(lost, (file) => check({ paths: [file], isrs, engine: 'explore', backend: 'cbmc' }));
    expect(checked.kind === 'failed' && checked.diagnostics[0]!.message).toContain('--backend needs --engine');
  });
});

const isInstalled = findProgram('cbmc') !== undefined;

describe.runIf(isInstalled)('CBMC, installed', () => {
  it.each(['schedule', 'threads', 'kiss'] as const)(
    'finds by %s what is replayed',
    { timeout: 60_000 },
    async (engine) => {
      const checked = await withFile(lost, (file) =>
        check({ paths: [file], isrs, engine, backend: 'cbmc', arrivals: 1, properties: ['assertion'] }),
      );
      if (checked.kind === 'failed') throw new Error(JSON.stringify(checked.diagnostics));
      const [finding] = checked.value.findings;
      expect(finding?.kind).toBe('assertion');
      expect(finding?.accesses.at(-1)?.place?.line).toBe(4);
    },
  );

  it('agrees with explore', { timeout: 900_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preempt-cbmc-'));
    const all: string[] = [];
    const seeds = share(
      Array.from({ length: 200 }, (_, n) => n),
      40,
    );
    try {
      for (const seed of seeds) {
        const verdicts = await verdictsOn(seed, folder);
        if (verdicts !== undefined) all.push(`${seed}: ${verdicts.join(' ')}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    expect(all.filter((line) => !/: (\w+) \1$/.test(line))).toEqual([]);
    expect(all.length).toBeGreaterThan(process.env.PREEMPT_TEST_SLOW === undefined ? 1 : 50);
  });
});

/** By explore and by CBMC on `schedule`; undefined where one of them does not know. */
async function verdictsOn(seed: number, folder: string): Promise<readonly string[] | undefined> {
  const generated = { ...generateProgram(seed, 2), target: 'x86_64-unknown-linux-gnu' as const };
  const file = join(folder, `s${seed}.c`);
  const source = printProgram(generated);
  // Data that is undefined in C means something to us, and nothing to CBMC.
  if (!/assert/.test(source)) return undefined;
  writeFileSync(file, source);
  const found: string[] = [];
  for (const settings of [{ engine: 'explore' }, { engine: 'schedule', backend: 'cbmc' }] as const) {
    const checked = await check({
      paths: [file],
      platform: platformOf(generated),
      target: generated.target,
      isrs: generated.isrs.map(({ name, irq, priority }) => ({ function: name, irq, priority })),
      ...(generated.interrupts === 'default' ? {} : { interrupts: generated.interrupts }),
      arrivals: generated.arrivals,
      properties: ['assertion'],
      explain: false,
      timeout: 8,
      ...settings,
    });
    if (checked.kind === 'failed') throw new Error(JSON.stringify(checked.diagnostics));
    const [verdict] = checked.value.verdicts;
    if (verdict === undefined || verdict.kind === 'unknown') return undefined;
    found.push(verdict.kind);
  }
  return found;
}
