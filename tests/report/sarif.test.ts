// SARIF: valid against the schema, within GitHub's limits, and with the facts of the report in the places where viewers
// look for them. The whole corpus is checked in corpus.test.ts.

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Log, Result, Run } from 'sarif';
import { describe, expect, it } from 'vitest';
import type { Report, ReportFinding } from '../../src/report/report.js';
import { checkSarif, refusalSarif } from '../../src/report/sarif.js';
import { artifactLocation } from '../../src/report/sarif-place.js';
import { hostileReport, hostileTexts, madeUpFinding, smallReport } from './made-up.js';
import { reportOf } from './report-of.js';
import { sarifProblems } from './sarif-problems.js';

async function runOf(report: Report): Promise<Run> {
  const text = await checkSarif(report);
  expect(sarifProblems(text)).toEqual([]);
  return (JSON.parse(text) as Log).runs[0]!;
}

async function resultOf(report: Report): Promise<Result> {
  return (await runOf(report)).results![0]!;
}

/** With changes to its only finding. */
async function changed(change: Partial<ReportFinding>, report: Partial<Report> = {}): Promise<Report> {
  const small = await smallReport;
  return { ...small, findings: [{ ...small.findings[0]!, ...change }], ...report };
}

describe('a result', async () => {
  const report = await smallReport;
  const result = await resultOf(report);

  it('names kind, level and place of the first access', () => {
    expect(result).toMatchObject({ ruleId: 'atomicity', level: 'error', kind: 'fail' });
    expect(result.locations![0]!.physicalLocation).toEqual({
      artifactLocation: { uri: 'small.c', uriBaseId: '%SRCROOT%' },
      region: { startLine: 6, startColumn: 8, endLine: 6, endColumn: 10 },
    });
  });

  it('says what happened, with a link to each access', () => {
    expect(result.message.text).toMatch(
      /^Atomicity violation \(RWW\) on count: a write in between is lost[^.]*\. main \[reads 0\]\(1\), isr_1 \[writes 5\]\(2\), main \[writes 1\]\(3\)\. Harm: /,
    );
    expect(result.relatedLocations!.map((l) => [l.id, l.message!.text, l.physicalLocation!.region!.startLine])).toEqual(
      [
        [1, '(1) main reads 0', 6],
        [2, '(2) isr_1 writes 5', 3],
        [3, '(3) main writes 1', 6],
      ],
    );
  });

  it('shows the merged timeline first, then each context, with depth and order', () => {
    const flows = result.codeFlows![0]!.threadFlows;
    expect(flows.map((f) => f.id)).toEqual(['all', 'context main', 'context isr_1']);
    expect(flows[0]!.locations.map((l) => [l.executionOrder, l.nestingLevel, l.location!.message!.text])).toEqual([
      [1, 0, '(1) main: R count = 0'],
      [2, 1, expect.stringMatching(/^isr_1 starts; enabled from the start on/)],
      [3, 1, '(2) isr_1: W count = 5'],
      [4, 1, 'isr_1 ends'],
      [5, 0, '(3) main: W count = 1'],
    ]);
    expect(flows[2]!.locations.map((l) => l.executionOrder)).toEqual([2, 3, 4]);
    expect(flows[0]!.initialState).toEqual({ count: { text: '0' } });
    expect(flows[0]!.locations[4]!.state).toEqual({ count: { text: '1' } });
  });

  it('can be recognised and run again', () => {
    const { fingerprint, schedule } = report.findings[0]!;
    expect(result.partialFingerprints).toEqual({ 'preempt/v1': fingerprint, primaryLocationLineHash: fingerprint });
    expect(result.properties).toMatchObject({
      harm: 'harmful',
      engine: 'explore',
      schedule,
      replay: `preempt replay small.c --schedule '${schedule}'`,
    });
  });

  it('has the level of its kind and harm', async () => {
    const level = async (change: Partial<ReportFinding>) => (await resultOf(await changed(change))).level;
    expect(await level({ harm: 'not-shown-harmful' })).toBe('note');
    const { harm, ...harmless } = report.findings[0]!;
    const kinds = ['race', 'torn-access', 'assertion'] as const;
    const results = kinds.map((kind) => resultOf({ ...report, findings: [{ ...harmless, kind }] }));
    expect((await Promise.all(results)).map((r) => r.level)).toEqual(['error', 'error', 'error']);
  });

  it('is suppressed where it is ignored or in the baseline', async () => {
    expect(result.suppressions).toBeUndefined();
    const ignored = await changed({ status: 'ignored', reason: 'the timer is off' });
    expect((await resultOf(ignored)).suppressions).toEqual([
      { kind: 'inSource', status: 'accepted', justification: 'the timer is off' },
    ]);
    const baseline = { file: 'known.json', entries: 1, gone: [], notSeen: [] };
    const known = await changed({ status: 'baseline' }, { baseline });
    expect((await resultOf(known)).suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'listed in the baseline known.json' },
    ]);
  });

  it('says whether it is new', async () => {
    expect(result.baselineState).toBeUndefined();
    expect((await resultOf(await changed({ change: 'new' }))).baselineState).toBe('new');
  });

  it('carries the suggested fix as insertions', async () => {
    const fix = {
      context: 'main',
      function: 'main',
      file: 'small.c',
      firstLine: 6,
      lastLine: 6,
      before: ['disable_isr(1);'],
      after: ['enable_isr(1);'],
      keepsOut: ['isr_1'],
      verified: 'checked for one arrival',
    };
    const { timeline } = report.findings[0]!.explanation!;
    const fixed = (await resultOf(await changed({ explanation: { timeline, fix } }))).fixes![0]!;
    const { artifactLocation: location, replacements } = fixed.artifactChanges[0]!;
    expect(location.uri).toBe('small.c');
    const lines = report.sources.get('small.c')!.split('\n');
    for (const { deletedRegion, insertedContent } of [...replacements].reverse()) {
      expect(deletedRegion).toEqual({
        ...deletedRegion,
        startColumn: 1,
        endColumn: 1,
        endLine: deletedRegion.startLine,
      });
      lines.splice(deletedRegion.startLine! - 1, 0, insertedContent!.text!.replace(/\n$/, ''));
    }
    expect(lines.slice(4, 9)).toEqual([
      'int main(void) {',
      '  disable_isr(1);',
      '  count++;',
      '  enable_isr(1);',
      '  return 0;',
    ]);
  });

  it('keeps a fix behind the last line of a file apart from it', async () => {
    const source = 'int main(void) { count++; }';
    const fix = { context: 'main', function: 'main', file: 'small.c', firstLine: 1, lastLine: 1 };
    const more = { before: ['cli();'], after: ['sei();'], keepsOut: ['isr_1'], verified: 'checked' };
    const { timeline } = report.findings[0]!.explanation!;
    const sources = new Map([['small.c', source]]);
    const at = (await resultOf(await changed({ explanation: { timeline, fix: { ...fix, ...more } } }, { sources })))
      .fixes![0]!;
    expect(at.artifactChanges[0]!.replacements[1]).toEqual({
      deletedRegion: { startLine: 1, startColumn: source.length + 1, endLine: 1, endColumn: source.length + 1 },
      insertedContent: { text: '\nsei();' },
    });
  });

  it('names handlers as the source does', async () => {
    const source =
      '#include <avr/interrupt.h>\nvolatile unsigned char n;\nISR(INT0_vect) { n = 5; }\nint main(void) { sei(); n++; }\n';
    const avr = await resultOf(await reportOf(source));
    const names = avr.codeFlows![0]!.threadFlows[0]!.locations.map((l) => l.location!.logicalLocations![0]!.name);
    expect([...new Set(names)]).toEqual(['main', 'INT0']);
    expect(avr.relatedLocations![1]!.logicalLocations![0]!.name).toBe('INT0');
  });

  it('without any place is put where its context is', async () => {
    const accesses = report.findings[0]!.accesses.map((a) => ({ ...a, place: undefined }));
    const { timeline } = report.findings[0]!.explanation!;
    const entries = timeline.entries.map((e) => ({ ...e, place: undefined }));
    const nowhere = await changed({ accesses, explanation: { timeline: { ...timeline, entries } } });
    expect((await resultOf(nowhere)).locations![0]!.physicalLocation!.artifactLocation!.uri).toBe('small.c');
    expect((await resultOf(nowhere)).codeFlows).toBeUndefined();
  });
});

describe('a run', () => {
  it('describes every kind', async () => {
    expect((await runOf(await smallReport)).tool.driver.rules!.map((r) => r.id)).toEqual([
      'atomicity',
      'race',
      'torn-access',
      'missing-volatile',
      'deadlock',
      'assertion',
    ]);
  });

  it('has the verdicts, and says what is not settled', async () => {
    const bounds = { property: 'race', engine: 'explore', bounds: { arrivals: 1 }, assumptions: [] } as const;
    const unsettled = await changed(
      {},
      {
        verdicts: [
          { ...bounds, kind: 'unknown', because: 'the time was up' },
          { ...bounds, property: 'atomicity', kind: 'violated', incomplete: 'the memory was full' },
        ],
      },
    );
    const { properties, invocations } = await runOf(unsettled);
    expect(properties!.verdicts).toEqual(unsettled.verdicts);
    expect(invocations![0]!.toolExecutionNotifications!.map((n) => n.message.text)).toEqual([
      'race: unknown: the time was up',
      'atomicity: there may be more findings: the memory was full',
    ]);
  });

  it('tells tool errors as notifications, and that it was not successful', async () => {
    expect((await runOf(await smallReport)).invocations).toEqual([
      { executionSuccessful: true, toolExecutionNotifications: [] },
    ]);
    const diagnostics = [
      { code: 'odd', severity: 'error', message: 'it is odd', file: 'a b.c', line: 3, column: 1 },
    ] as const;
    expect((await runOf(await changed({}, { diagnostics }))).invocations![0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [
        {
          descriptor: { id: 'odd' },
          level: 'error',
          message: { text: 'it is odd' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20b.c' }, region: { startLine: 3 } } }],
        },
      ],
    });
    const interrupted = (await runOf(await changed({}, { wasInterrupted: true }))).invocations![0]!;
    expect(interrupted).toMatchObject({ executionSuccessful: false, exitSignalName: 'SIGINT' });
  });

  it('without a report says why there is none', () => {
    const text = refusalSarif([{ code: 'missing-file', severity: 'error', message: 'there is no a.c' }], '1.2.3', 2);
    expect(sarifProblems(text)).toEqual([]);
    expect((JSON.parse(text) as Log).runs[0]).toMatchObject({
      results: [],
      invocations: [{ executionSuccessful: false, exitCode: 2, toolExecutionNotifications: [{ level: 'error' }] }],
    });
  });
});

describe('places', () => {
  it.each([
    ['src/main.c', { uri: 'src/main.c', uriBaseId: '%SRCROOT%' }],
    ['a b/<script>.c', { uri: 'a%20b/%3Cscript%3E.c', uriBaseId: '%SRCROOT%' }],
    ['größe#1?.c', { uri: 'gr%C3%B6%C3%9Fe%231%3F.c', uriBaseId: '%SRCROOT%' }],
    ['c:d.c', { uri: 'c%3Ad.c', uriBaseId: '%SRCROOT%' }],
    ['./a/../b.c', { uri: 'b.c', uriBaseId: '%SRCROOT%' }],
    ['/opt/sdk/core 1.c', { uri: 'file:///opt/sdk/core%201.c' }],
    ['C:/sdk/core.c', { uri: 'file:///C:/sdk/core.c' }],
    ['\ud800.c', { uri: '%EF%BF%BD.c', uriBaseId: '%SRCROOT%' }],
  ])('%s', (file, expected) => {
    expect(artifactLocation(file)).toEqual(expected);
  });

  it('are in columns of UTF-16, where clang counts bytes', async () => {
    const source =
      'volatile int count;\nvoid isr_1(void) { count = 0; }\nint main(void) { /* größe 🚀 */ count++; return 0; }\n';
    const result = await resultOf(await reportOf(source));
    const { startColumn, endColumn } = result.relatedLocations![0]!.physicalLocation!.region!;
    expect(source.split('\n')[2]!.slice(startColumn! - 1, endColumn! - 1)).toBe('++');
  });
});

describe('limits', () => {
  it('hold for 2000 findings with long timelines', async () => {
    const { explanation } = madeUpFinding(0, 3000);
    const findings = Array.from({ length: 2000 }, (_, n) => ({ ...madeUpFinding(n, 0), explanation: explanation! }));
    const results = (await runOf({ ...(await smallReport), findings })).results!;
    expect(results.length).toBe(2000);
    // The accesses of the finding are the last to go.
    expect(results[7]!.codeFlows![0]!.threadFlows[0]!.locations.slice(0, 3).map((l) => l.importance)).toEqual([
      'essential',
      'essential',
      'essential',
    ]);
  });

  it('leave short timelines whole beside a long one', async () => {
    const findings = [madeUpFinding(0, 200), madeUpFinding(1, 30_000)];
    const flows = (await runOf({ ...(await smallReport), findings })).results!.map(
      (r) => r.codeFlows![0]!.threadFlows[0]!,
    );
    expect(flows.map((f) => f.locations.length)).toEqual([200, 500]);
    expect(flows.map((f) => f.message!.text)).toEqual([
      'all contexts, in the order of execution',
      'all contexts; 29500 steps are left out',
    ]);
  });

  const limits = { results: 25_000, bytes: 10_000_000, steps: 50_000 };
  const left = (text: string): readonly [number, unknown] => {
    expect(sarifProblems(text)).toEqual([]);
    const { results, invocations } = (JSON.parse(text) as Log).runs[0]!;
    return [results!.length, invocations![0]!.toolExecutionNotifications!.map((n) => n.message.text)];
  };

  it('leave out what is beyond them, and say so', async () => {
    const findings = Array.from({ length: 13 }, (_, n) => madeUpFinding(n, 0));
    const report = { ...(await smallReport), findings };
    expect(left(await checkSarif(report))).toEqual([13, []]);
    expect(left(await checkSarif(report, { ...limits, results: 10 }))).toEqual([
      10,
      [expect.stringMatching(/^3 findings are left out/)],
    ]);
  });

  it('hold for text that cannot be compressed: first the flows go, then findings', async () => {
    const findings = Array.from({ length: 64 }, (_, n) => madeUpFinding(n, 20, hashes(n, 3)));
    const report = { ...(await smallReport), findings };
    const flows = (text: string) => (JSON.parse(text) as Log).runs[0]!.results!.filter((r) => r.codeFlows).length;
    const whole = await checkSarif(report);
    const size = gzipSync(whole).length;
    const withoutFlows = await checkSarif(report, { ...limits, bytes: size - 1, steps: 2 });
    expect([flows(whole), flows(withoutFlows)]).toEqual([64, 0]);
    const small = gzipSync(withoutFlows).length - 1;
    const fewer = await checkSarif(report, { ...limits, bytes: small });
    expect(gzipSync(fewer).length).toBeLessThanOrEqual(small);
    expect(left(fewer)).toEqual([32, [expect.stringMatching(/^32 findings are left out/)]]);
  });
});

/** Text that looks like chance, and is the same each time. */
function hashes(seed: number, count: number): string {
  return Array.from({ length: count }, (_, n) => createHash('sha256').update(`${seed} ${n}`).digest('base64url')).join(
    '',
  );
}

describe('hostile input', () => {
  it.each(hostileTexts)('is only text: %s', async (_, text) => {
    const report = await hostileReport(text);
    const sarif = await checkSarif(report);
    expect(sarifProblems(sarif)).toEqual([]);
    // In the log of a CI run, a line that starts with `::` and `##[` anywhere are commands; terminals obey control
    // characters.
    expect(sarif.trim().split('\n').length).toBe(1);
    expect(sarif).not.toMatch(/^\s*::|##\[|[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2066\u2028]/);
    for (const { message } of (JSON.parse(sarif) as Log).runs[0]!.results!)
      expect(message.text).not.toMatch(/[\x00-\x1f\x9b]/);
  });
});

describe('the check of SARIF finds', () => {
  const broken = async (spoil: (run: Run & Record<string, unknown>) => void): Promise<string[]> => {
    const log = JSON.parse(await checkSarif(await smallReport)) as Log;
    spoil(log.runs[0] as Run & Record<string, unknown>);
    return sarifProblems(JSON.stringify(log));
  };

  it.each<[string, (run: Run & Record<string, unknown>) => void, RegExp]>([
    [
      'a field that the schema does not have',
      (run) => Object.assign(run, { finding: 1 }),
      /schema:.*additional properties/,
    ],
    ['a region without a line', (run) => (run.results![0]!.locations![0]!.physicalLocation!.region = {}), /schema:/],
    ['a level that is none', (run) => Object.assign(run.results![0]!, { level: 'fatal' }), /schema:/],
    [
      'a name that is no URI',
      (run) => (run.results![0]!.locations![0]!.physicalLocation!.artifactLocation!.uri = 'a b'),
      /URI/i,
    ],
    ['a dead link', (run) => (run.results![0]!.message.text += ' [x](9)'), /a link leads to 9/],
    ['equal fingerprints', (run) => run.results!.push(run.results![0]!), /fingerprints/],
    ['flows that differ', (run) => run.results![0]!.codeFlows![0]!.threadFlows.pop(), /flows of the contexts/],
    ['a long message', (run) => (run.results![0]!.message.text = 'x'.repeat(1001)), /too long/],
  ])('%s', async (_, spoil, expected) => {
    expect(await broken(spoil)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
  });
});
