// The explore engine: the paper's programs, and the promise that `reduced` loses nothing against `exhaustive`.

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadProgram, type Program } from '../../../src/check.js';
import type { Limits } from '../../../src/engines/limits.js';
import type { Finding } from '../../../src/findings/finding.js';
import { cpuTime } from '../../cpu-time.js';
import { checkByExploring } from '../check.js';
import { usualOptions as options } from '../options.js';

async function load(file: string, interrupts?: 'on' | 'off'): Promise<Program> {
  const loaded = await loadProgram({
    paths: [file],
    ...(interrupts === undefined ? {} : { interrupts }),
  });
  if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
  return loaded.value.program;
}

function triple(finding: Finding): string {
  return `${finding.pattern} ${finding.variable} ${finding.accesses.map((a) => `${a.operation}${a.place?.line}`).join(' ')}`;
}

describe("the paper's programs, interrupts on", () => {
  it.each([
    ['exa.c', 'RWR y R5 W17 R7'],
    ['exa_i.c', 'RWR y R4 W13 R5'],
    ['exa_f.c', 'RWW z R12 W9 W14'],
  ])('%s: the violation of its figure is found', async (file, expected) => {
    const program = await load(`tests/language/papers/${file}`, 'on');
    const { findings } = await checkByExploring(program, options);
    expect(findings.filter((f) => f.kind === 'atomicity').map(triple)).toContain(expected);
  });
});

/** Small programs with ISRs on the generic platform; those that take long say so by their limit. */
const programs = readdirSync('tests/machine/litmus').filter((file) => file.endsWith('.c'));

describe('reduced and exhaustive give the same findings', () => {
  it.each(programs)('%s', async (file) => {
    const loaded = await loadProgram({ paths: [`tests/machine/litmus/${file}`] });
    if (loaded.kind === 'failed') return;
    const { program } = loaded.value;
    const until = cpuTime() + 20_000;
    const isOver = () => (cpuTime() > until ? 'too large for this comparison' : undefined);
    const exhaustive = await checkByExploring(program, { ...options, reduction: 'exhaustive', isOver });
    const isComplete = !exhaustive.verdicts.some((v) => v.kind === 'unknown' && v.because.includes('too large'));
    const reduced = await checkByExploring(program, options);
    const ids = (findings: readonly Finding[]) => findings.map((f) => f.id).sort();
    if (isComplete) expect(ids(reduced.findings)).toEqual(ids(exhaustive.findings));
    else for (const id of ids(exhaustive.findings)) expect(ids(reduced.findings)).toContain(id);
    // DPOR counts every state that it comes to, the other search those that it compares.
    if (program.contexts.some((c) => c.kind === 'thread')) return;
    expect(reduced.statistics.states).toBeLessThanOrEqual(exhaustive.statistics.states!);
  });
});

describe('the clock', () => {
  it('what is found does not depend on pauses', async () => {
    // Rounds without an end: executions take turns.
    const program = await load('tests/corpus/atomicity/transmit_enable_bad.c');
    const asked = { ...options, properties: ['atomicity'], arrivals: 2 } as const;
    const schedules = async (limits: Partial<Limits>): Promise<readonly string[]> =>
      (await checkByExploring(program, { ...asked, ...limits })).findings.map((f) => f.schedule);
    expect(await schedules({ isPauseDue: () => true })).toEqual(await schedules({ isPauseDue: () => false }));
  });
});
