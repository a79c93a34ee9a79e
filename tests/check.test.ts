// The pipeline as a library: what comes back, what is told on the way, and that two calls know nothing of each other.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { check, emit, loadProgram, render, renderInspection, renderReplay, replay, withFix } from '../src/check.js';
import { thisMachine } from '../src/clang/node-host.js';
import type { Report } from '../src/report/report.js';

const faulty = 'examples/debounce/debounce_bad.c';
const right = 'examples/debounce/debounce_ok.c';
const request = { paths: [faulty] } as const;

function valueIn<T>(result: { kind: 'ok'; value: T } | { kind: 'failed'; diagnostics: readonly object[] }): T {
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
  return result.value;
}

const kindsOf = ({ verdicts }: Report) => verdicts.map((v) => `${v.property} ${v.kind}`);
const withoutCost = ({ statistics, ...report }: Report) => ({ ...report, statistics: Object.keys(statistics) });

describe('check', () => {
  it('gives a report, and tells findings and progress on the way', async () => {
    const found: string[] = [];
    const phases = new Set<string>();
    const report = valueIn(
      await check(request, {
        onFinding: ({ variable, status }) => found.push(`${status} ${variable}`),
        onProgress: ({ phase }) => phases.add(phase),
      }),
    );
    expect(kindsOf(report)).toEqual(['atomicity violated', 'race holds', 'assertion holds', 'deadlock holds']);
    expect(found).toEqual(['open pending']);
    expect([...phases]).toEqual(expect.arrayContaining(['compiling', 'modelling']));
    expect(report.findings[0]!.explanation!.timeline.entries.length).toBeGreaterThan(3);
    expect(report.command).toBe(faulty);
  });

  it('leaves out what was not asked for', async () => {
    const report = valueIn(await check({ ...request, explain: false, properties: ['atomicity'] }));
    expect(kindsOf(report)).toEqual(['atomicity violated']);
    expect(report.findings[0]!.explanation).toBeUndefined();
    expect(report.reproducers).toBeUndefined();
  });

  it('finds a fix that can be put into the source, and writes reproducers', async () => {
    const report = valueIn(await check({ ...request, fix: true, reproduce: true }));
    const { fix } = report.findings[0]!.explanation!;
    const changed = withFix(readFileSync(faulty, 'utf8'), fix!);
    expect(changed.split('\n').length).toBe(
      readFileSync(faulty, 'utf8').split('\n').length + fix!.before.length + fix!.after.length,
    );
    expect(report.reproducers!.files.map((f) => f.name)).toEqual([expect.stringMatching(/\.c$/), 'Makefile']);
  });

  it('tries levels of arrivals unless it is told a number, and tells each finding once', async () => {
    const ticks = { paths: ['tests/corpus/arrivals/consumed_ticks_bad.c'], cache: false } as const;
    const one = valueIn(await check({ ...ticks, arrivals: 1 }));
    expect(one.verdicts[0]).toMatchObject({ kind: 'holds', bounds: { arrivals: 1 } });
    const found: string[] = [];
    const all = valueIn(await check(ticks, { onFinding: (f) => found.push(f.id) }));
    expect(all.verdicts[0]).toMatchObject({ kind: 'violated', bounds: { arrivals: 'unbounded' } });
    expect(all.findings[0]!.schedule.match(/SysTick_Handler/g)).toHaveLength(2);
    expect(found.toSorted()).toEqual(all.findings.map((f) => f.id).toSorted());
  });

  it('refuses what is wrong with the request and with the input, and never throws', async () => {
    expect(await check({ ...request, arrivals: 0, engine: 'magic' as 'auto' })).toMatchObject({
      kind: 'failed',
      diagnostics: [
        { message: expect.stringContaining('magic') },
        { message: expect.stringContaining('--arrivals 0') },
      ],
    });
    expect(await check({ paths: ['nowhere.c'] })).toMatchObject({
      kind: 'failed',
      diagnostics: [{ code: 'missing-file' }],
    });
  });

  it('runs twice at once as it does alone', async () => {
    const alone = [valueIn(await check(request)), valueIn(await check({ ...request, paths: [right] }))];
    const both = await Promise.all([check(request), check({ ...request, paths: [right] })]);
    expect(both.map(valueIn).map(withoutCost)).toEqual(alone.map(withoutCost));
  });

  it('one that is cancelled says so, and does not disturb another', async () => {
    const controller = new AbortController();
    const cancelled = check(request, { signal: controller.signal, onProgress: () => controller.abort('enough') });
    const [first, second] = await Promise.all([cancelled, check(request)]);
    expect(kindsOf(valueIn(second))).toEqual(['atomicity violated', 'race holds', 'assertion holds', 'deadlock holds']);
    const { verdicts, wasInterrupted } = valueIn(first);
    expect(wasInterrupted).toBe(true);
    expect(verdicts.map((v) => v.kind === 'unknown' && v.because)).toEqual(
      verdicts.map(() => 'enough while compiling'),
    );
  });

  it('asks nothing but its host', async () => {
    const host = thisMachine();
    const read: string[] = [];
    const clock = { now: 0 };
    const report = valueIn(
      await check(request, {
        host: {
          ...host,
          now: () => clock.now++,
          memoryUsed: () => undefined,
          memoryPeak: () => undefined,
          open(sources) {
            const workspace = host.open(sources);
            const readShown = (path: string) => {
              read.push(path);
              return workspace.readShown(path);
            };
            return { ...workspace, readShown };
          },
        },
      }),
    );
    expect(read.some((path) => path.endsWith('debounce_bad.c'))).toBe(true);
    expect(report.statistics.peakRssMb).toBeUndefined();
    expect(report.statistics.wallMs).toBeLessThan(clock.now);
  });
});

describe('the other functions', () => {
  it('load a program and show it', async () => {
    const loaded = await loadProgram(request);
    const value = valueIn(loaded);
    expect(value.program.contexts.map((c) => c.name)).toEqual(['main', 'isr_1', 'isr_2']);
    expect(renderInspection(value, [], 'text')).toContain('Shared variables');
    expect(JSON.parse(renderInspection(value, [], 'json'))).toMatchObject({ schema: 1 });
  });

  it('replay a schedule, and refuse what is none', async () => {
    const replayed = valueIn(await replay(request, '6:isr_1 10:isr_2 15. / 253 0'));
    expect(replayed.ending).toEqual({ kind: 'complete', how: 'stop' });
    expect(renderReplay(replayed, [], 'text')).toContain('isr_2 starts');
    expect(await replay(request, 'now!')).toMatchObject({ kind: 'failed', diagnostics: [{ severity: 'error' }] });
  });

  it('render a report in every format', async () => {
    const report = valueIn(await check(request));
    expect(await render(report, 'text')).toContain('atomicity violation (RWW) on pending');
    expect(JSON.parse(await render(report, 'json'))).toMatchObject({ schema: 1, findings: [{ variable: 'pending' }] });
    expect(JSON.parse(await render(report, 'sarif'))).toMatchObject({ version: '2.1.0' });
    expect(await render(report, 'junit')).toMatch(/^<\?xml/);
    expect(await render(report, 'html')).toMatch(/^<!DOCTYPE html>/);
  });

  it('show a stage of the pipeline', async () => {
    const lines = valueIn(await emit({ ...request, engine: 'symbolic' }, 'dimacs'));
    expect([...lines].some((line) => line.startsWith('p cnf '))).toBe(true);
  });
});
