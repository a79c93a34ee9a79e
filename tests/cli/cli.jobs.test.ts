// What is reported does not depend on `--jobs`, nor on threads that end too early; and nothing hangs. The built
// command line and the built library, since sources have no threads.

import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type * as Library from '../../src/check.js';
import { wideSearch } from '../engines/explore/wide-search.js';
import { share } from '../share.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'preempt-jobs-'));
const many = join(scratch, 'many.c');
const wide = join(scratch, 'wide.c');
beforeAll(() => {
  writeFileSync(many, manyFindings());
  writeFileSync(wide, wideSearch());
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** An ISR counts while `main` works on a snapshot of nine counters, for four groups of them: 36 lost updates. */
function manyFindings(): string {
  const groups = Array.from({ length: 4 }, (_, g) => Array.from({ length: 9 }, (_, n) => `count_${g}_${n}`));
  const update = (group: readonly string[], g: number): string =>
    [
      `static void update_${g}(void) {`,
      ...group.map((name, n) => `  unsigned seen_${n} = ${name};`),
      ...group.map((name, n) => `  ${name} = seen_${n} + 2;`),
      '}',
    ].join('\n');
  return [
    ...groups.flat().map((name) => `static volatile unsigned ${name};`),
    `void isr_1(void) {\n${groups
      .flat()
      .map((name) => `  ${name} = ${name} + 1;`)
      .join('\n')}\n}`,
    ...groups.map(update),
    `int main(void) {\n${groups.map((_, g) => `  update_${g}();`).join('\n')}\n  return 0;\n}\n`,
  ].join('\n');
}

/** So many ISRs, each of which leaves a shared word of arbitrary content as it was. */
function nested(isrs: number): string {
  const handler = (_: unknown, n: number): string =>
    `void isr_${n + 1}(void) { unsigned saved = word; word = word + 1; word = word + 1; word = saved; }`;
  return [
    '#include <assert.h>\n#include <preempt.h>\nvoid enable_isr(int irq);\nvoid disable_isr(int irq);',
    'static volatile unsigned word;',
    ...Array.from({ length: isrs }, handler),
    'int main(void) {\n  unsigned start = preempt_nondet_u32();\n  word = start;\n  enable_isr(-1);\n  disable_isr(-1);',
    '  assert(word == start);\n  return 0;\n}\n',
  ].join('\n');
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

function preempt(...args: readonly string[]): Promise<Ended> {
  return new Promise((done) =>
    execFile(
      process.execPath,
      [join(root, 'dist/cli/main.js'), 'check', '--arrivals', '1', '--engine', 'explore', ...args],
      { cwd: root, maxBuffer: 2 ** 28 },
      (error, output, errors) => done({ code: error === null ? 0 : Number(error.code), output, errors }),
    ),
  );
}

/** Without what measures time and memory. */
function withoutCost(output: string): string {
  return output.replace(/^\s*"(?:\w+Ms|peakRssMb)": .*$/gm, '');
}

async function expectSame(args: readonly string[]): Promise<string> {
  const [one, ...others] = await Promise.all(['1', '2', '3'].map((jobs) => preempt(...args, '--jobs', jobs)));
  for (const other of others) {
    expect(withoutCost(other.output)).toBe(withoutCost(one!.output));
    expect([other.code, other.errors]).toEqual([one!.code, one!.errors]);
  }
  return one!.output;
}

/** All of them render the same report, which the tests of threads below compare. */
const formats = share(['text', 'json', 'sarif'], 3);

describe('with 1, 2 and 3 jobs', () => {
  it('a large search is the same', async () => {
    const options = ['--arrivals', '2', '--interrupts', 'on', '--no-fix', '--format', 'json'];
    const output = await expectSame([wide, ...options]);
    expect((JSON.parse(output) as Library.Report).statistics.states).toBeGreaterThan(100_000);
  });

  it.runIf(process.env.PREEMPT_TEST_SLOW !== undefined)('both engines side by side say the same', async () => {
    const file = join(scratch, 'nest.c');
    writeFileSync(file, nested(5));
    const output = await expectSame([file, '--engine', 'auto', '--timeout', '600', '--format', 'json']);
    // Also the symbolic engine has had its turn.
    expect((JSON.parse(output) as Library.Report).statistics.symbolicSolverCalls).toBeGreaterThan(10);
  });

  it.each(formats)('many findings of one program are the same in %s', async (format) => {
    const output = await expectSame([many, '--no-fix', '--format', format]);
    expect(output).toContain('count_3_8');
  });

  it.each(formats)('reports of --each are the same in %s', async (format) => {
    const folder = join(scratch, `each-${format}`);
    mkdirSync(folder, { recursive: true });
    for (const name of ['position_fix_bad.c', 'parser_depth_bad.c', 'retargeted_print_bad.c', 'fading_lamp_ok.c'])
      cpSync(join(root, 'tests/corpus/atomicity', name), join(folder, name));
    writeFileSync(join(folder, 'helper.c'), 'int twice(int x) { return 2 * x; }\n');
    writeFileSync(join(folder, 'unfinished.c'), 'int main(void) { return 0\n');
    const output = await expectSame(['--each', folder, '--format', format]);
    expect(output).toContain('position_fix_bad.c');
  });
});

describe('threads', () => {
  const library = (): Promise<typeof Library> => import(join(root, 'dist/check.js')) as Promise<typeof Library>;
  const request = { paths: [many], arrivals: 1, engine: 'explore', explain: false } as const;

  /** All that are started from now on. */
  function started(): Worker[] {
    const threads: Worker[] = [];
    const add = (thread: Worker): void => void threads.push(thread);
    process.on('worker', add);
    onTestFinished(() => void process.off('worker', add));
    return threads;
  }

  /** What one job tells. */
  let alone: ReturnType<typeof told>;
  beforeAll(async () => {
    alone = told(await (await library()).check({ ...request, jobs: 1 }));
    expect(alone.report.findings).toHaveLength(36);
  });

  /** Of the report, without its costs, and all that was said. */
  function told(result: Awaited<ReturnType<typeof Library.check>>) {
    if (result.kind === 'failed') throw new Error(result.diagnostics[0]!.message);
    const { statistics, ...report } = result.value;
    const counts = Object.entries(statistics).filter(([name]) => !/(?:Ms|RssMb)$/.test(name));
    return { report: { ...report, counts }, codes: result.diagnostics.map((d) => d.code) };
  }

  it('are not used for one job, nor for few findings, and are gone afterwards', async () => {
    const { check } = await library();
    const threads = started();
    await check({ ...request, jobs: 1 });
    await check({
      ...request,
      paths: [join(root, 'examples/debounce/debounce_bad.c')],
      cache: join(scratch, 'c'),
      jobs: 2,
    });
    threads.length = 0;
    await check({
      ...request,
      paths: [join(root, 'examples/debounce/debounce_bad.c')],
      cache: join(scratch, 'c'),
      jobs: 2,
    });
    expect(threads).toHaveLength(0);
    await check({ ...request, jobs: 2 });
    expect(threads).toHaveLength(2);
    expect(threads.map((thread) => thread.threadId)).toEqual([-1, -1]);
  });

  it('that cannot even begin cost nothing but time', async () => {
    const { check } = await library();
    const kill = (thread: Worker): void => void thread.terminate();
    process.on('worker', kill);
    onTestFinished(() => void process.off('worker', kill));
    const { report, codes } = told(await check({ ...request, jobs: 2 }));
    expect(report).toEqual(alone.report);
    expect(codes).toEqual([...alone.codes, 'thread-ended', 'thread-ended']);
  });

  it.each([1, 2, 3])('one that ends in the middle costs nothing but time (%s)', async (afterNews) => {
    const { check } = await library();
    const threads = started();
    let news = 0;
    const onProgress = ({ phase }: { readonly phase: string }): void => {
      if (phase === 'replaying' && ++news === afterNews) void threads[0]?.terminate();
    };
    const { report, codes } = told(await check({ ...request, jobs: 2 }, { onProgress }));
    expect(report).toEqual(alone.report);
    // It may be done before it is ended.
    expect(codes.filter((code) => code !== 'thread-ended')).toEqual(alone.codes);
  });
});

describe('threads that work ahead of a large search', () => {
  const library = (): Promise<typeof Library> => import(join(root, 'dist/check.js')) as Promise<typeof Library>;
  // Other tests have filled the memory of this process.
  const request = {
    paths: [wide],
    arrivals: 2,
    engine: 'explore',
    interrupts: 'on',
    explain: false,
    jobs: 2,
    memory: 100_000,
  } as const;

  it('may end in the middle of it', async () => {
    const { check } = await library();
    const [one, two] = [await check({ ...request, jobs: 1 }), await endedWhileExploring(check)];
    if (one.kind === 'failed' || two.kind === 'failed') throw new Error('it fails');
    const { statistics: expectedCounts, ...expected } = one.value;
    const { statistics: counts, ...report } = two.value;
    expect(report).toEqual(expected);
    expect(counts.states).toBe(expectedCounts.states);
    // The search may be over before anybody has heard of it.
    expect(two.diagnostics.filter((d) => d.code !== 'thread-ended')).toEqual(one.diagnostics);
  });

  async function endedWhileExploring(check: typeof Library.check): ReturnType<typeof Library.check> {
    const end = (thread: Worker): void => void thread.once('online', () => void thread.terminate());
    process.on('worker', end);
    onTestFinished(() => void process.off('worker', end));
    return check(request);
  }

  it('end with Ctrl-C', async () => {
    const { check } = await library();
    const controller = new AbortController();
    const stop = (): void => controller.abort('it was interrupted by Ctrl-C');
    process.on('worker', stop);
    onTestFinished(() => void process.off('worker', stop));
    const result = await check(request, { signal: controller.signal });
    if (result.kind === 'failed') throw new Error(result.diagnostics[0]!.message);
    expect(result.value.wasInterrupted).toBe(true);
    expect(result.value.statistics.states).toBeLessThan(172_803);
  });
});

describe('Ctrl-C', () => {
  it('ends proofs in threads, and what was found is reported', async () => {
    const { check } = (await import(join(root, 'dist/check.js'))) as typeof Library;
    const controller = new AbortController();
    const onProgress = ({ phase }: { readonly phase: string }): void => {
      if (phase === 'replaying') controller.abort('it was interrupted by Ctrl-C');
    };
    const request = { paths: [many], arrivals: 1, engine: 'explore', explain: false, jobs: 2 } as const;
    const result = await check(request, { signal: controller.signal, onProgress });
    if (result.kind === 'failed') throw new Error(result.diagnostics[0]!.message);
    expect(result.value.wasInterrupted).toBe(true);
    // Those that were late are counted, and none is reported that was not replayed.
    const open = result.value.verdicts.find((v) => v.property === 'atomicity');
    expect(result.value.findings.length === 36 || open?.kind !== 'holds').toBe(true);
    for (const { schedule } of result.value.findings) expect(schedule).not.toBe('');
  });

  it('ends all programs of --each that are under way, and reports what they have found', async () => {
    const folder = join(scratch, 'long');
    mkdirSync(folder);
    const handlers = Array.from({ length: 7 }, (_, n) => `void isr_${n + 1}(void) { a[${n}]++; b = b * 3 + ${n}; }`);
    const main = 'int main(void) { for (int i = 0; i < 1000; i++) { a[i & 7]++; b++; } return 0; }';
    for (const name of ['one.c', 'three.c', 'two.c'])
      writeFileSync(join(folder, name), `volatile unsigned a[8], b;\n${handlers.join('\n')}\n${main}\n`);
    const output = join(folder, 'report.json');
    const options = ['--engine', 'explore', '--arrivals', 'unbounded', '--format', 'json', '--output', output];
    const child = spawn(
      process.execPath,
      [join(root, 'dist/cli/main.js'), 'check', '--each', folder, '--jobs', '2', '--progress', 'json', ...options],
      { cwd: root },
    );
    const exploring = new Set<string>();
    let [rest, wasSent] = ['', false];
    child.stderr.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop()!;
      for (const line of lines.filter((text) => text.startsWith('{'))) {
        const event = JSON.parse(line) as { event: string; phase?: string; program?: string; sightings?: number };
        if (event.phase === 'exploring' && event.sightings! > 0) exploring.add(event.program!);
        if (exploring.size < 2 || wasSent) continue;
        wasSent = child.kill('SIGINT');
      }
    });
    expect(await new Promise((done) => child.on('close', done))).toBe(130);
    const { programs } = JSON.parse(readFileSync(output, 'utf8')) as {
      programs: { name: string; findings: object[]; verdicts: { because: string | null }[] }[];
    };
    expect(programs.map(({ name }) => name)).toEqual([...exploring].sort());
    for (const { findings, verdicts } of programs) {
      expect(findings.length).toBeGreaterThan(0);
      expect(verdicts.some((v) => v.because?.includes('interrupted by Ctrl-C'))).toBe(true);
    }
  });
});
