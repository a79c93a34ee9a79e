// Limits that are reached at any moment: the time is over at the n-th question, for each n. Every stage ends, there is
// a report each time, and it claims nothing that the whole run does not.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyNth, LimitReached, limitCheck } from '../../src/base/limits.js';
import { load } from '../../src/check/load.js';
import { loadProgram } from '../../src/check.js';
import { thisMachine } from '../../src/clang/node-host.js';
import { type Engine, settle } from '../../src/engines/engine.js';
import { exploreEngine } from '../../src/engines/explore/explore.js';
import { portfolio } from '../../src/engines/portfolio.js';
import { symbolicEngine } from '../../src/engines/symbolic/symbolic.js';
import { suggestFixes } from '../../src/fix/suggest.js';
import { buildReport } from '../../src/report/build-report.js';
import { formats, render } from '../../src/report/formats.js';
import type { Report } from '../../src/report/report.js';
import { reportWithoutProgram } from '../../src/report/report-without-program.js';
import { plainStyle } from '../../src/report/text-style.js';
import { usualOptions } from '../engines/options.js';
import { builtAssets } from '../report/html-page.js';
import { sharedCadical } from '../solve/loaded-cadical.js';

const source = `
extern unsigned __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
volatile unsigned count, total, table[4];
static unsigned sum(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += i; return s; }
__attribute__((interrupt)) void tick_isr(void) { count = count + 1; table[count % 4]++; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100) count = count + sum(500);
  total = count;
  table[0]++;
  if (total != count) __assert_fail("total == count", "a.c", 11, "main");
  return 0;
}
`;

const BECAUSE = 'the time limit of 1 s was reached';
const options = { ...usualOptions, arrivals: 1 };

const solvers = await sharedCadical();
const host = thisMachine();
const noPause = async (): Promise<void> => {};

const engines: Readonly<Record<string, () => Engine>> = {
  explore: () => exploreEngine({ reduction: 'reduced', solvers }),
  gap: () => symbolicEngine({ encoding: 'gap', solvers }),
  po: () => symbolicEngine({ encoding: 'po', solvers }),
  auto: () =>
    portfolio(exploreEngine({ reduction: 'reduced', solvers }), symbolicEngine({ encoding: 'gap', solvers }), {
      seconds: 60,
      memoryUsed: () => 0,
    }),
};

let folder: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'preempt-limits-'));
  const c = join(folder, 'a.c');
  writeFileSync(c, source);
  const unit = { kind: 'c', file: c, directory: folder, arguments: [] } as const;
  const compiled = await host.open({ paths: [c] }).compile([unit], {
    clang: 'embedded',
    includeDirectories: [],
    extraArguments: [],
    cacheDirectory: false,
  });
  if (compiled.kind === 'failed') throw new Error(JSON.stringify(compiled.diagnostics));
  file = join(folder, 'a.ll');
  writeFileSync(file, compiled.value[0]!.ir);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Says that it is over from the n-th question on; and that it is too late as many questions after that. */
class Clock {
  asked = 0;

  constructor(
    private readonly n: number,
    private readonly grace: number,
  ) {}

  readonly isOver = (): string | undefined => (++this.asked >= this.n ? BECAUSE : undefined);
  readonly isLate = (): string | undefined => (++this.asked >= this.n + this.grace ? BECAUSE : undefined);
}

/** As `preempt check` does it. */
async function run(engine: Engine, clock: Clock): Promise<Report> {
  const common = { statistics: {}, version: '0', command: '', base: folder };
  try {
    const loaded = await load({ paths: [file] }, host, { pause: noPause, isOver: clock.isOver });
    if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
    const { program } = loaded.value;
    const limits = { isOver: clock.isOver, isLate: clock.isLate, isPauseDue: () => true };
    const checked = await settle(engine, program, options, limits);
    const { findings, verdicts } = checked;
    const { diagnostics } = loaded;
    const fixes = await suggestFixes({
      program,
      findings,
      verdicts,
      diagnostics,
      steps: 1000,
      options: { ...options, ...limits, solvers },
      readSource: () => source,
      // The same program again takes as long as another one.
      revise: async () => {
        limitCheck(clock.isOver)();
        return { kind: 'failed', diagnostics: [] };
      },
    });
    const isLate = clock.isLate;
    const readSource = (): string => source;
    return await buildReport({
      ...common,
      wasInterrupted: () => false,
      program,
      verdicts,
      findings,
      candidates: [],
      diagnostics,
      fixes,
      readSource,
      isExplained: true,
      isLate,
    });
  } catch (thrown) {
    if (!(thrown instanceof LimitReached)) throw thrown;
    const { properties, arrivals } = options;
    return reportWithoutProgram({
      ...common,
      wasInterrupted: false,
      properties,
      arrivals,
      because: thrown.because,
      diagnostics: [],
    });
  }
}

/** All of them where there are few; else the first, the last and some in between, which are others for each engine. */
function moments(asked: number): readonly number[] {
  const step = Math.max(1, Math.floor(asked / 25));
  const ends = [1, 2, 3, asked - 2, asked - 1, asked].filter((n) => n > 0);
  return [...new Set([...ends, ...Array.from({ length: Math.ceil(asked / step) }, (_, n) => 1 + n * step)])];
}

describe.each(Object.keys(engines))('over at the n-th question: %s', (name) => {
  let whole: Report;
  let asked: number;

  beforeAll(async () => {
    const clock = new Clock(Number.POSITIVE_INFINITY, 0);
    whole = await run(engines[name]!(), clock);
    asked = clock.asked;
  });

  it('is asked at every stage, and settles everything when it is never over', () => {
    expect(asked).toBeGreaterThan(20);
    expect(whole.verdicts.map((v) => v.kind)).toEqual(['violated', 'violated', 'violated']);
    expect(whole.findings.every((f) => f.explanation !== undefined)).toBe(true);
  });

  it.each([
    ['and too late at once', 0],
    ['and too late some questions later', 25],
    ['and never too late', Number.POSITIVE_INFINITY],
  ])('%s', async (_, grace) => {
    const known = new Set(whole.findings.map((f) => f.id));
    const kinds = new Set<string>();
    for (const n of moments(asked)) {
      const report = await run(engines[name]!(), new Clock(n, grace));
      expect(report.verdicts.map((v) => v.property)).toEqual(options.properties);
      for (const [k, verdict] of report.verdicts.entries()) {
        kinds.add(verdict.kind);
        if (verdict.kind === 'violated') expect(whole.verdicts[k]!.kind).toBe('violated');
        if (verdict.kind === 'holds') throw new Error(`holds, though it was over at ${n}`);
        if (verdict.kind === 'unknown') expect(verdict.because).not.toBe('');
      }
      for (const finding of report.findings) expect(known).toContain(finding.id);
      // Whatever is missing has its reason.
      const isCut = report.findings.length < whole.findings.length;
      if (isCut) expect(report.verdicts.some((v) => v.kind === 'unknown' || 'incomplete' in v)).toBe(true);
      const plain = report.findings.filter((f) => f.explanation === undefined);
      if (plain.length > 0) expect(report.diagnostics.map((d) => d.code)).toContain('not-explained');
    }
    expect(kinds).toContain('unknown');
  });
});

it('what was seen and could not be replayed is counted, not reported', async () => {
  const never = (): undefined => undefined;
  const loaded = await loadProgram({ paths: [file] });
  if (loaded.kind === 'failed') throw new Error('not loaded');
  const limits = { isOver: never, isLate: () => BECAUSE };
  const { findings, verdicts, isComplete } = await settle(engines.explore!(), loaded.value.program, options, limits);
  expect(findings).toEqual([]);
  expect(isComplete).toBe(false);
  for (const verdict of verdicts)
    expect(verdict).toMatchObject({
      kind: 'unknown',
      because: expect.stringMatching(/^\d+ findings were seen and could not be replayed in time$/),
    });
});

it.each(formats)('a report without a program, as %s', async (format) => {
  const report = await run(engines.explore!(), new Clock(1, 0));
  const text = await render(report, format, { ...plainStyle, width: 200 }, async () => builtAssets());
  expect(text).toContain(BECAUSE);
});

describe('checkLimits', () => {
  it('throws the reason', () => {
    expect(limitCheck(() => undefined)).not.toThrow();
    try {
      limitCheck(() => BECAUSE)();
      expect.unreachable();
    } catch (thrown) {
      expect(thrown).toEqual(new LimitReached(BECAUSE));
    }
  });

  it('is asked at every n-th call', () => {
    let asked = 0;
    const check = everyNth(4, () => void asked++);
    for (let n = 0; n < 11; n++) check();
    expect(asked).toBe(2);
  });
});
