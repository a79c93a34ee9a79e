// What a run tells whoever waits for it, and how it ends when it is told to: as programs see it, by --progress json.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ProgressEvent } from '../../src/cli/progress-json.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const preempt = join(root, 'dist/cli/main.js');

interface Ended {
  readonly events: readonly ProgressEvent[];
  readonly output: string;
  readonly exitCode: number | null;
}

/** `watch` is called with every event, and may send a signal. */
function run(
  args: readonly string[],
  watch: (event: ProgressEvent, kill: (signal: NodeJS.Signals) => void) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, [preempt, 'check', '--progress', 'json', ...args], { cwd: root });
  const events: ProgressEvent[] = [];
  let [output, rest] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop()!;
    for (const line of lines.filter((text) => text.startsWith('{'))) {
      const event = JSON.parse(line) as ProgressEvent;
      events.push(event);
      watch(event, (signal) => child.kill(signal));
    }
  });
  return new Promise((done) => child.on('close', (exitCode) => done({ events, output, exitCode })));
}

describe('--progress json', () => {
  it('tells phases, findings and the end', async () => {
    const { events, exitCode } = await run(['examples/debounce/debounce_bad.c', '--no-cache', '--quiet']);
    expect(exitCode).toBe(1);
    expect(events.filter((e) => e.event === 'finding')).toMatchObject([
      { schema: 1, finding: { kind: 'atomicity', variable: 'pending', accesses: [{}, {}, {}] } },
    ]);
    expect(events.find((e) => e.event === 'progress')).toMatchObject({
      phase: 'compiling',
      seconds: expect.any(Number),
    });
    expect(events.at(-1)).toMatchObject({ event: 'end', exitCode: 1 });
  });

  it('tells which of several programs is next', async () => {
    const begun = async (...options: readonly string[]): Promise<readonly unknown[]> => {
      const { events } = await run(['--each', 'tests/cli/fixtures/each', '--quiet', ...options]);
      return events.filter((e) => e.event === 'program').map((e) => [e.program, e.number, e.of]);
    };
    const numbered = (...names: readonly string[]): readonly unknown[] =>
      names.map((name, n) => [`tests/cli/fixtures/each/${name}`, n + 1, 5]);
    expect(await begun('--jobs', '1')).toEqual(
      numbered('blinker', 'counter_bad.c', 'counter_ok.c', 'helper.c', 'unfinished.c'),
    );
    // Beside others, the largest begin.
    expect(await begun('--jobs', '2')).toEqual(
      numbered('blinker', 'counter_ok.c', 'counter_bad.c', 'helper.c', 'unfinished.c'),
    );
  });
});

describe('a limit that is reached while clang runs', () => {
  it('gives a report, writes nothing else and replaces no baseline', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preempt-early-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [clang, baseline] = [join(folder, 'clang'), join(folder, 'known.json')];
    const answers = 'case "$*" in *--version*) echo "clang version 22.0.0";; *) exec sleep 60;; esac';
    writeFileSync(clang, `#!/bin/sh\n${answers}\n`, { mode: 0o755 });
    writeFileSync(baseline, 'as it was');
    const limits = ['--no-cache', '--clang', clang, '--timeout', '1'];
    const written = ['--reproduce', join(folder, 'reproducers'), '--write-baseline', baseline];
    const { exitCode, output } = await run(['examples/debounce/debounce_bad.c', ...limits, ...written]);
    expect(output).toContain('the time limit of 1 s was reached while');
    expect(exitCode).toBe(3);
    expect(readFileSync(baseline, 'utf8')).toBe('as it was');
  });
});

describe('a run that is told to end', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'preempt-signals-'));
    file = join(folder, 'long.c');
    // Found at once, and then explored for longer than anybody waits.
    const handlers = Array.from({ length: 7 }, (_, n) => `void isr_${n + 1}(void) { a[${n}]++; b = b * 3 + ${n}; }`);
    const main = 'int main(void) { for (int i = 0; i < 1000; i++) { a[i & 7]++; b++; } return 0; }';
    writeFileSync(file, `volatile unsigned a[8], b;\n${handlers.join('\n')}\n${main}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s reports what it has found', async (signal) => {
    const report = join(folder, `${signal}.json`);
    let wasSent = false;
    const options = ['--format', 'json', '--engine', 'explore', '--arrivals', 'unbounded', '--output', report];
    const { exitCode } = await run([file, ...options], (event, kill) => {
      if (wasSent || event.event !== 'progress' || event.phase !== 'exploring' || event.sightings === 0) return;
      wasSent = true;
      kill(signal);
    });
    expect(exitCode).toBe(130);
    const { findings, verdicts } = JSON.parse(readFileSync(report, 'utf8')) as {
      findings: object[];
      verdicts: { property: string; kind: string; because: string | null }[];
    };
    expect(findings.length).toBeGreaterThan(0);
    expect(verdicts.find((v) => v.kind === 'unknown')?.because).toContain(
      signal === 'SIGINT' ? 'interrupted by Ctrl-C' : 'interrupted by SIGTERM',
    );
  });
});
