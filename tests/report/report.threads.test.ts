// Programs with threads in every form of report: races without levels, deadlocks with who waits for whom, wrong use,
// flows of SARIF by thread; and what is refused for them.

import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import { checkJson } from '../../src/report/check-json.js';
import { checkText } from '../../src/report/check-text.js';
import { checkSarif } from '../../src/report/sarif.js';
import { plainStyle } from '../../src/report/text-style.js';
import { crossed, misused } from '../execution/thread-programs.js';
import { reportOf } from './report-of.js';
import { sarifProblems } from './sarif-problems.js';

describe('two threads that take two locks', async () => {
  const report = await reportOf(crossed, {}, ['race', 'deadlock']);
  const text = checkText(report, plainStyle);

  it('are one race, without levels, and one deadlock', () => {
    expect(report.findings.map((f) => f.kind).sort()).toEqual(['deadlock', 'race']);
    expect(text).toMatch(/(main|worker) was about to write when (?!\1)(main|worker) wrote \d/);
    expect(text).not.toContain('level');
    expect(text).not.toMatch(/pthread-locks\.c|mutex\.h|goes round/);
    expect(text).toMatch(/error: main and worker wait for ever/);
    expect(text.replace(/\s+/g, ' ')).toContain(
      'All who have not ended wait for each other: main waits for a, which worker holds; worker waits for b, which main holds.',
    );
  });

  it('have their values without those that only models know', () => {
    const { timeline } = report.findings.find((f) => f.kind === 'race')!.explanation!;
    const names = new Set([timeline.initial, ...timeline.entries.map((e) => e.changed)].flatMap(Object.keys));
    expect([...names].sort()).toEqual(['counter', 'plain']);
    expect(timeline.entries.flatMap((e) => e.leftOut ?? [])).toEqual([]);
  });

  it('are told by JSON', () => {
    const { findings } = JSON.parse(checkJson(report));
    const of = (kind: string) => findings.find((f: { kind: string }) => f.kind === kind);
    expect(
      of('race')
        .accesses.map((a: { thread: string }) => a.thread)
        .sort(),
    ).toEqual(['main', 'worker']);
    expect(of('deadlock').waiting).toEqual([
      { name: 'main', lock: 'a', heldBy: 'worker' },
      { name: 'worker', lock: 'b', heldBy: 'main' },
    ]);
  });

  it('have a flow for each thread in SARIF', async () => {
    const sarif = await checkSarif(report);
    expect(sarifProblems(sarif)).toEqual([]);
    const result = (JSON.parse(sarif) as Log).runs[0]!.results!.find((r) => r.ruleId === 'deadlock')!;
    expect(result.message.text).toMatch(/^Main and worker wait for ever: /);
    const flows = result.codeFlows![0]!.threadFlows;
    expect(flows.map((f) => f.id)).toEqual(['all', 'context main', 'context worker']);
    const essential = flows[0]!.locations.filter((l) => l.importance === 'essential');
    expect(essential.map((l) => l.location!.message!.text).sort()).toEqual([
      '(1) main: pthread_mutex_lock(&a); waits for a, which worker holds',
      '(2) worker: pthread_mutex_lock(&b); waits for b, which main holds',
    ]);
  });
});

it('calls wrong use by its name', async () => {
  const text = checkText(await reportOf(misused, {}, ['race', 'assertion']), plainStyle);
  expect(text).toMatch(/test\.c:6:3: error: wrong use: pthread_mutex_unlock: the caller does not hold the mutex/);
  expect(text.replace(/\s+/g, ' ')).toMatch(/worker#(1|2) was about to write when worker#(?!\1)[12] wrote 1/);
});
