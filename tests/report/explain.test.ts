// Timelines: what they say of an execution, and that long executions cost little and lose nothing that matters.

import { describe, expect, it } from 'vitest';
import type { ReportFinding, Timeline, TimelineEntry } from '../../src/report/report.js';
import { reportOf } from './report-of.js';

function findingOn(findings: readonly ReportFinding[], variable: string, kind = 'atomicity'): ReportFinding {
  const found = findings.find((f) => f.kind === kind && f.variable === variable);
  expect(found, `${kind} on ${variable}`).toBeDefined();
  return found!;
}

const steps = ({ entries }: Timeline): readonly TimelineEntry[] =>
  entries.filter((e) => e.kind !== 'start' && e.kind !== 'end');

/** All values after the entry with a mark. */
function valuesAt({ initial, entries }: Timeline, mark: number): Record<string, string> {
  const at = entries.findIndex((e) => e.mark === mark);
  return Object.assign({}, initial, ...entries.slice(0, at + 1).map((e) => e.changed));
}

describe('a short execution', () => {
  it('is told whole: values, nesting, marks, and why an ISR could start', async () => {
    const { findings } = await reportOf(`
      void enable_isr(int);
      static volatile int count = 3;
      void isr_1(void) { count = 7; }
      int main(void) { enable_isr(1); count = count + 1; return 0; }
    `);
    const { timeline } = findingOn(findings, 'count').explanation!;
    expect(timeline.initial).toEqual({ count: '3' });
    expect(timeline.entries.map((e) => [e.kind, e.step, e.depth, e.text, e.mark, e.changed])).toEqual([
      ['mask', 0, 0, 'enable_isr(1)', undefined, {}],
      ['access', 1, 0, 'R count = 3', 1, {}],
      ['start', 2, 1, 'isr_1 starts', undefined, {}],
      ['access', 2, 1, 'W count = 7', 2, { count: '7' }],
      ['end', 3, 1, 'isr_1 ends', undefined, {}],
      ['access', 3, 0, 'W count = 4', 3, { count: '4' }],
    ]);
    expect(timeline.entries[2]!.because).toBe('enabled since test.c:5:24, enable_isr(1)');
    expect(timeline.entries.some((e) => e.leftOut !== undefined)).toBe(false);
  });
});

describe('a long execution', () => {
  // Nothing can come before the loop has ended.
  const long = reportOf(`
    void enable_isr(int);
    static volatile unsigned rounds, total, count = 2, early;
    void isr_1(void) { total = rounds; count = rounds; early = rounds; }
    int main(void) {
      unsigned kept = early;
      for (unsigned i = 0; i < 600; i++) { rounds = i; total = total + rounds; }
      enable_isr(1);
      count = count + 1;
      early = kept;
      return 0;
    }
  `);

  it('keeps the values of what it leaves out', async () => {
    const { findings } = await long;
    const { timeline } = findingOn(findings, 'count').explanation!;
    const first = timeline.entries[0]!;
    expect(first.step).toBeGreaterThan(1000);
    expect(first.leftOut).toBe(first.step);
    // Triangular: all rounds were made.
    expect(valuesAt(timeline, 1)).toMatchObject({ rounds: '599', total: String((599 * 600) / 2), count: '2' });
    expect(valuesAt(timeline, 2)).toMatchObject({ rounds: '599', total: '599', count: '599' });
  });

  it('goes back as far as the first numbered access', async () => {
    const { findings } = await long;
    const { timeline } = findingOn(findings, 'early').explanation!;
    const marks = timeline.entries.flatMap((e) => (e.mark === undefined ? [] : [[e.mark, e.text]]));
    expect(marks).toEqual([
      [1, 'R early = 0'],
      [2, 'W early = 599'],
      [3, 'W early = 0'],
    ]);
  });

  it('keeps a bounded number of entries, and says how many steps have none', async () => {
    const { findings } = await long;
    const { timeline } = findingOn(findings, 'early').explanation!;
    expect(timeline.entries.length).toBeLessThan(2100);
    // Each visible step is an entry, or counted.
    const all = steps(timeline);
    const counted = all.length + timeline.entries.reduce((sum, e) => sum + (e.leftOut ?? 0), 0);
    expect(counted).toBe(all.at(-1)!.step + 1);
    const gap = timeline.entries.find((e, n) => n > 0 && e.leftOut !== undefined)!;
    expect(Object.keys(gap.changed)).toEqual(expect.arrayContaining(['rounds', 'total']));
  });

  it('knows what opened the way for an ISR long before', async () => {
    const { findings } = await reportOf(`
      void enable_isr(int);
      #define OUT (*(volatile unsigned *)0x40)
      static volatile int count = 3;
      void isr_1(void) { count = 7; }
      int main(void) {
        enable_isr(1);
        for (unsigned i = 0; i < 400; i++) OUT = i;
        count = count + 1;
        return 0;
      }
    `);
    const { timeline } = findingOn(findings, 'count').explanation!;
    expect(timeline.entries[0]!.step).toBeGreaterThan(100);
    expect(timeline.entries.findLast((e) => e.kind === 'start')!.because).toBe(
      'enabled since test.c:7:9, enable_isr(1)',
    );
  });
});
