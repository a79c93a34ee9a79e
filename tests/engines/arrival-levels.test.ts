// `--arrivals auto`: which level a verdict names, what it says of the others, and that nothing is told twice.

import { describe, expect, it } from 'vitest';
import { type ArrivalLevel, arrivalLevels, byArrivals } from '../../src/engines/arrival-levels.js';
import { type Checked, type Engine, type News, settle } from '../../src/engines/engine.js';
import { exploreEngine } from '../../src/engines/explore/explore.js';
import type { Limits } from '../../src/engines/limits.js';
import type { Finding } from '../../src/findings/finding.js';
import { loadText } from '../model/load.js';
import { sharedCadical } from '../solve/loaded-cadical.js';
import { usualOptions } from './options.js';

const unlimited = Number.POSITIVE_INFINITY;
const levels = (...transitions: readonly number[]): readonly ArrivalLevel[] =>
  transitions.map((most, n) => ({ arrivals: [1, 2, unlimited][n]!, transitions: most }));

const plenty = levels(100_000, 100_000, 100_000);

async function checked(source: string, budgets = plenty, limits: Partial<Limits> = {}) {
  const { program } = await loadText(source, { platform: 'generic', interrupts: 'on' });
  const explore = exploreEngine({ reduction: 'reduced', solvers: await sharedCadical() });
  const asked: number[] = [];
  const engine = byArrivals(async ({ arrivals }) => {
    asked.push(arrivals);
    return explore;
  }, budgets);
  const told: Finding[] = [];
  const options = { ...usualOptions, races: 'default' as const };
  const result = await settle(engine, program, options, { isOver: () => undefined, ...limits }, (f) => told.push(f));
  const verdict = result.verdicts.find((v) => v.property === 'atomicity')!;
  return { result, verdict, told, asked };
}

const counted = 'volatile unsigned char n;\nvoid isr_1(void) { n++; }\nint main(void) {\n for (;;)\n  if (n) n--;\n}\n';
const endless =
  'volatile unsigned n, m;\nvoid isr_1(void) { m++; }\nint main(void) {\n for (;;) {\n  n = m;\n  if (n == 50000) n = 0;\n }\n}\n';
const oneShot =
  'void disable_isr(int);\nvolatile int n;\nvoid isr_1(void) {\n disable_isr(1);\n n = 1;\n}\nint main(void) {\n for (;;)\n  if (n) n = 2;\n}\n';

describe('levels of arrivals', () => {
  it('are one, two and any number, as the documentation says, each within so many transitions', () => {
    expect(arrivalLevels.map(({ arrivals, transitions }) => [arrivals, transitions])).toEqual([
      [1, 10_000_000],
      [2, 500_000],
      [unlimited, 2_000_000],
    ]);
  });

  it('find what needs two arrivals, at the second level and with two starts', async () => {
    const { result, told } = await checked(counted);
    const found = result.findings.find((f) => f.pattern === 'RWW')!;
    expect(found).toMatchObject({ harm: 'harmful', variable: 'n' });
    expect(found.schedule.match(/isr_1/g)).toHaveLength(2);
    expect(result.arrivals).toBe(2);
    const ids = told.map((f) => f.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('hold for any number where the search without a bound comes to an end', async () => {
    const { verdict, asked } = await checked(oneShot.replace('if (n) n = 2', 'n = 2'));
    expect(verdict).toMatchObject({ kind: 'holds', bounds: { arrivals: 'unbounded' } });
    expect(verdict.bounds.cut).toBeUndefined();
    // The ISR starts once, so two arrivals cover all.
    expect(asked).toEqual([1, 2]);
  });

  it('hold for the deepest level that was completed, and say why the next was not', async () => {
    const { verdict } = await checked(endless, levels(10_000, 10_000, 3000));
    expect(verdict).toMatchObject({
      kind: 'holds',
      bounds: {
        arrivals: 2,
        cut: [{ arrivals: 'unbounded', because: 'the search was cut at 3 000 transitions' }],
      },
    });
  });

  it('name every level that was cut behind the one that was completed', async () => {
    const { verdict } = await checked(endless, levels(10_000, 1, 3000));
    expect(verdict.bounds).toMatchObject({ arrivals: 1, cut: [{ arrivals: 2 }, { arrivals: 'unbounded' }] });
  });

  it('forget a level that was cut where a deeper one was completed', async () => {
    const { verdict, result } = await checked(counted, levels(10_000, 1, 1_000_000));
    expect(verdict).toMatchObject({ kind: 'violated', bounds: { arrivals: 'unbounded' } });
    expect(verdict.bounds.cut).toBeUndefined();
    expect(result.arrivals).toBe(unlimited);
  });

  it('know nothing when the first level is cut, and go no deeper', async () => {
    const { verdict, asked } = await checked(endless, levels(1, 10_000, 10_000));
    expect(verdict).toMatchObject({ kind: 'unknown', because: 'the search was cut at 1 transitions' });
    expect(asked).toEqual([1]);
  });

  it('hold for what was completed when the time is over, and name the limit for the next', async () => {
    let isLate = false;
    const { program } = await loadText(endless, { platform: 'generic', interrupts: 'on' });
    const explore = exploreEngine({ reduction: 'reduced', solvers: await sharedCadical() });
    const engine = byArrivals(async ({ arrivals }) => {
      isLate = arrivals === 2;
      return explore;
    }, plenty);
    const limits = { isOver: () => (isLate ? 'the time limit of 60 s was reached' : undefined) };
    const { verdicts } = await settle(engine, program, usualOptions, limits);
    expect(verdicts.find((v) => v.property === 'assertion')).toMatchObject({
      kind: 'holds',
      bounds: { arrivals: 1, cut: [{ arrivals: 2, because: 'the time limit of 60 s was reached' }] },
    });
  });

  it('leave half of the time that the first level has left', async () => {
    let seconds = 60;
    const { verdict } = await checked(endless, levels(10_000, 10_000, 1_000_000), {
      secondsLeft: () => seconds,
      isPauseDue: () => {
        seconds -= 0.01;
        return false;
      },
    });
    expect(verdict.bounds.cut).toEqual([{ arrivals: 'unbounded', because: 'half of the time was over' }]);
    expect(seconds).toBeGreaterThan(20);
  });

  it('keep the schedule of the first level, unless a deeper one shows harm', async () => {
    const finding = (schedule: string, harm: NonNullable<Finding['harm']>): Finding => ({
      id: 'a',
      kind: 'atomicity',
      variable: 'n',
      example: 'n',
      harm,
      engine: 'explore',
      schedule,
      accesses: [],
    });
    const engine = (found: Finding): Engine => ({
      name: 'explore',
      async *check(): AsyncGenerator<News, Checked> {
        yield { kind: 'finding', finding: found };
        const common = { property: 'atomicity', engine: 'explore', assumptions: [] } as const;
        const verdict = { ...common, kind: 'violated', bounds: { arrivals: 1 } } as const;
        return { verdicts: [verdict], findings: [found], statistics: {}, isComplete: true };
      },
    });
    const { program } = await loadText(counted, { platform: 'generic' });
    const first = async (...harms: readonly NonNullable<Finding['harm']>[]) => {
      const next = [...harms];
      let level = 0;
      const all = byArrivals(async () => engine(finding(`${++level}.`, next.shift()!)), plenty.slice(0, 2));
      const questions = { ...usualOptions, properties: ['atomicity'] as const };
      return (await settle(all, program, questions, { isOver: () => undefined })).findings[0]!.schedule;
    };
    expect(await first('harmful', 'harmful')).toBe('1.');
    expect(await first('not-shown-harmful', 'harmful')).toBe('2.');
  });
});

describe('what a search may cost', () => {
  it('weighs transitions by the conditions on arbitrary data', async () => {
    const source =
      'int rand(void);\nvolatile int n, m;\nvoid isr_1(void) { if (rand() & 1) m++; }\nint main(void) {\n for (;;) {\n  n = m;\n  if (n == 50000) n = 0;\n }\n}\n';
    const { verdict } = await checked(source, levels(10_000, 10_000, 5000));
    const because = 'the search was cut at 5 000 transitions, weighed by conditions on arbitrary data';
    expect(verdict.bounds.cut).toEqual([{ arrivals: 'unbounded', because }]);
  });
});
