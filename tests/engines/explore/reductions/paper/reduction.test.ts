// The published reductions on the published programs: what each finds, with exact counts; and that whatever they report
// is real. By their definitions, naive finds all three violations, since it triggers ISRs after local statements too;
// ips finds Exa_F's, since only with delayed triggering no ISR starts at the last interruption point of a task (§4.2).

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadProgram, type Program } from '../../../../../src/check.js';
import {
  isPaperName,
  type PaperName,
  strategyOf,
} from '../../../../../src/engines/explore/reductions/paper/strategy.js';
import { replay } from '../../../../../src/execution/replay.js';
import { parseSchedule } from '../../../../../src/execution/schedule.js';
import type { Finding } from '../../../../../src/findings/finding.js';
import { Machine } from '../../../../../src/machine/machine.js';
import type { State } from '../../../../../src/machine/state.js';
import { STEP } from '../../../../../src/machine/transition.js';
import { cpuTime } from '../../../../cpu-time.js';
import { type CheckOptions, checkByExploring } from '../../../check.js';
import { usualOptions } from '../../../options.js';

const options: CheckOptions = { ...usualOptions, properties: ['atomicity'] };

async function load(file: string, interrupts?: 'on' | 'off'): Promise<Program> {
  const loaded = await loadProgram({
    paths: [file],
    ...(interrupts === undefined ? {} : { interrupts }),
  });
  if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
  return loaded.value.program;
}

async function loadText(text: string): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-paper-'));
  try {
    const file = join(folder, 'program.c');
    writeFileSync(file, text);
    return await load(file, 'on');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function triple(finding: Finding): string {
  return `${finding.pattern} ${finding.variable} ${finding.accesses.map((a) => `${a.operation}${a.place?.line}`).join(' ')}`;
}

interface Case {
  readonly file: string;
  readonly violation: string;
  /** States and ISRs started; whether the violation is found. */
  readonly counts: Readonly<Record<string, readonly [number, number, 'found' | 'lost']>>;
}

const cases: readonly Case[] = [
  {
    file: 'exa.c',
    violation: 'RWR y R5 W17 R7',
    counts: {
      'paper:naive': [106, 20, 'found'],
      'paper:ips': [41, 6, 'found'],
      'paper:ips+dit': [21, 2, 'found'],
      'paper:naive+initial': [147, 27, 'found'],
      'paper:ips+initial': [107, 19, 'found'],
      'paper:ips+dit+initial': [67, 10, 'found'],
      'paper:naive+final': [106, 20, 'found'],
      'paper:ips+final': [41, 6, 'found'],
      'paper:ips+dit+final': [26, 3, 'found'],
      'paper:naive+initial+final': [147, 27, 'found'],
      'paper:ips+initial+final': [107, 19, 'found'],
      'paper:ips+dit+initial+final': [77, 12, 'found'],
    },
  },
  {
    file: 'exa_i.c',
    violation: 'RWR y R4 W13 R5',
    counts: {
      'paper:naive': [80, 19, 'found'],
      'paper:ips': [27, 6, 'lost'],
      'paper:ips+dit': [4, 0, 'lost'],
      'paper:naive+initial': [86, 22, 'found'],
      'paper:ips+initial': [61, 15, 'found'],
      'paper:ips+dit+initial': [36, 7, 'found'],
      'paper:naive+final': [80, 19, 'found'],
      'paper:ips+final': [27, 6, 'lost'],
      'paper:ips+dit+final': [13, 2, 'lost'],
      'paper:naive+initial+final': [86, 22, 'found'],
      'paper:ips+initial+final': [61, 15, 'found'],
      'paper:ips+dit+initial+final': [47, 11, 'found'],
    },
  },
  {
    file: 'exa_f.c',
    violation: 'RWW z R12 W9 W14',
    counts: {
      'paper:naive': [92, 24, 'found'],
      'paper:ips': [60, 14, 'found'],
      'paper:ips+dit': [14, 2, 'lost'],
      'paper:naive+initial': [104, 28, 'found'],
      'paper:ips+initial': [85, 22, 'found'],
      'paper:ips+dit+initial': [43, 12, 'lost'],
      'paper:naive+final': [92, 24, 'found'],
      'paper:ips+final': [60, 14, 'found'],
      'paper:ips+dit+final': [35, 6, 'found'],
      'paper:naive+initial+final': [104, 28, 'found'],
      'paper:ips+initial+final': [85, 22, 'found'],
      'paper:ips+dit+initial+final': [70, 17, 'found'],
    },
  },
];

const names = Object.keys(cases[0]!.counts) as PaperName[];

describe("the paper's programs, interrupts on", () => {
  it.each(cases)('$file', async ({ file, violation, counts }) => {
    const program = await load(`tests/language/papers/${file}`, 'on');
    for (const reduction of names) {
      const { findings, verdicts, statistics } = await checkByExploring(program, { ...options, reduction });
      const triples = findings.map(triple);
      expect([
        reduction,
        statistics.states,
        statistics.triggerings,
        triples.includes(violation) ? 'found' : 'lost',
      ]).toEqual([reduction, ...counts[reduction]!]);
      const because = `${reduction} may lose findings`;
      expect(verdicts).toMatchObject([findings.length > 0 ? { kind: 'violated' } : { kind: 'unknown', because }]);
    }
    const { findings } = await checkByExploring(program, options);
    expect(findings.map(triple)).toContain(violation);
  });

  it('Exa.c has the seven interruption points of Figure 4', async () => {
    const program = await load('tests/language/papers/exa.c', 'on');
    const locations = new Set(program.interruptionPoints.flatMap((p) => p.locations.map((l) => `${p.context} ${l}`)));
    expect(locations.size).toBe(7);
  });
});

describe('rules by themselves', () => {
  const started = async (reduction: PaperName, text: string) =>
    (await checkByExploring(await loadText(text), { ...options, reduction })).statistics.triggerings;

  it('naive starts an ISR after every statement, ips only where it shares a variable', async () => {
    const text = 'int v; void isr_1(void) { v = 1; } int main(void) { int a = 1; a = 2; a = v; a = 3; return 0; }';
    // After a = 1, a = 2, a = v and a = 3, which is the exit.
    expect(await started('paper:naive', text)).toBe(4);
    expect(await started('paper:ips', text)).toBe(1);
  });

  it('1-D: after a read, an ISR waits for a variable that it writes', async () => {
    const text = (isr: string) =>
      `int v, w; void isr_1(void) { ${isr} } void isr_2(void) { v = 1; } int main(void) { int a = v; a = v; return a; }`;
    expect(await started('paper:ips+dit', text('w = v;'))).toBe(1);
    expect(await started('paper:ips+dit', text('v = 2;'))).toBe(2);
  });

  it('2-D: after a write, an ISR waits for any of its variables', async () => {
    const text = 'int v, w; void isr_1(void) { w = v; } int main(void) { v = 1; int a = 2; a = 3; v = a; return 0; }';
    expect(await started('paper:ips+dit', text)).toBe(1);
    expect(await started('paper:ips', text)).toBe(2);
  });

  it('1-D and 2-I: an ISR is triggered before it is disabled', async () => {
    const main = 'int main(void) { int a = v; disable_isr(1); return a; }';
    const text = `void disable_isr(int); int v; void isr_1(void) { v = 1; } ${main}`;
    expect(await started('paper:ips+dit', text)).toBe(1);
    const early = text.replace('int a = v; disable_isr(1);', 'disable_isr(1); int a = v;');
    expect(await started('paper:ips+dit', early)).toBe(0);
    expect(await started('paper:ips+dit+initial', early)).toBe(1);
  });

  it('3-D: enabling counts only if a variable of the ISR was accessed since it was disabled', async () => {
    const text = (between: string) =>
      `void disable_isr(int); void enable_isr(int); int v; void isr_1(void) { v = 1; }
       int main(void) { disable_isr(1); ${between} enable_isr(1); int b = v; return b; }`;
    expect(await started('paper:ips+dit', text(''))).toBe(0);
    expect(await started('paper:ips+dit', text('int a = v;'))).toBe(1);
    expect(await started('paper:ips', text(''))).toBe(2);
    // Triggered before it is disabled, and not again.
    const early = text('').replace('disable_isr(1); ', 'int a = v; disable_isr(1);');
    expect(await started('paper:ips+dit', early)).toBe(1);
  });

  it('final: ISRs of the highest priority are not triggered at an exit', async () => {
    const text = 'int v; void isr_1(void) { v = 1; } void isr_2(void) { v = 2; } int main(void) { v = 3; return 0; }';
    // isr_1 at main's exit; in it, isr_2 has no triggering state.
    expect(await started('paper:ips+dit+final', text)).toBe(1);
    expect(await started('paper:ips+dit', text)).toBe(0);
  });

  it('a statement with two accesses is two operations', async () => {
    const program = await loadText('int v; void isr_1(void) { v = 5; } int main(void) { v = v + 1; return 0; }');
    const { findings } = await checkByExploring(program, { ...options, reduction: 'paper:ips+dit' });
    expect(findings.map((f) => f.pattern)).toEqual(['RWW']);
  });
});

describe('what they report is real', () => {
  /** Together they start ISRs in all ways there are. */
  const some: readonly PaperName[] = ['paper:naive', 'paper:ips+dit+initial+final'];
  const programs = readdirSync('tests/machine/litmus').filter((file) => file.endsWith('.c'));

  it.each(programs)('%s', async (file) => {
    const program = await load(`tests/machine/litmus/${file}`);
    const until = cpuTime() + 20_000;
    const isOver = () => (cpuTime() > until ? 'too large for this comparison' : undefined);
    const properties = ['atomicity', 'assertion'] as const;
    const all = await checkByExploring(program, { ...options, properties, isOver });
    const isComplete = !all.verdicts.some((v) => v.kind === 'unknown' && v.because.includes('too large'));
    const ids = new Set(all.findings.map((f) => f.id));
    for (const reduction of some) {
      const { findings, verdicts } = await checkByExploring(program, { ...options, properties, reduction, isOver });
      expect(verdicts.map((v) => v.kind)).not.toContain('holds');
      for (const f of findings) {
        if (isComplete) expect(ids).toContain(f.id);
        const parsed = parseSchedule(f.schedule);
        expect(parsed.kind === 'schedule' && replay(program, parsed.schedule).ending.kind).toMatch(/complete|failed/);
      }
    }
  });
});

describe('a machine that stops at statements', () => {
  const toTheEnd = (machine: Machine): { readonly state: State; readonly stops: number } => {
    const state = machine.initial();
    let stops = 0;
    for (let outcome = machine.run(state); outcome.kind !== 'blocked'; outcome = machine.run(state)) {
      if (outcome.kind === 'visible') {
        stops++;
        outcome = machine.take(state, STEP);
      }
      if (outcome.kind !== 'stepped' && outcome.kind !== 'iteration') throw new Error(outcome.kind);
    }
    return { state, stops };
  };

  it('counts the same steps and ends in the same state', async () => {
    const program = await loadText(`
      int shared, other; void isr_1(void) { shared = other; }
      static int twice(int x) { int y = x; return y + y; }
      int main(void) { int sum = 0; for (int i = 0; i < 3; i++) { sum += twice(i) + shared; shared = sum; } return sum; }`);
    const limits = { arrivals: 1, unwind: 1 };
    const plain = toTheEnd(new Machine(program, limits));
    const stopping = toTheEnd(new Machine(program, { ...limits, steps: 'statements' }));
    expect(plain.stops).toBe(plain.state.steps);
    expect(stopping.state.steps).toBe(plain.state.steps);
    expect(stopping.stops).toBeGreaterThan(plain.stops);
  });
});

describe('names', () => {
  it('are the twelve combinations', () => {
    expect(names.every(isPaperName)).toBe(true);
    expect(strategyOf('paper:ips+dit+final')).toEqual({ points: 'ips', delayed: true, initial: false, final: true });
    for (const name of ['paper:', 'paper:dit', 'paper:naive+dit', 'paper:ips+final+initial', 'paper:ips+ips', 'ips'])
      expect(isPaperName(name)).toBe(false);
  });
});
