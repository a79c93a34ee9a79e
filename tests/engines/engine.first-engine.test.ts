// The engine of docs/first-engine.md, as it stands there: it compiles, keeps the contract, finds what explore finds,
// and proves nothing.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProgram, type Program } from '../../src/check.js';
import { type Engine, type News, settle } from '../../src/engines/engine.js';
import { replay } from '../../src/execution/replay.js';
import { parseSchedule } from '../../src/execution/schedule.js';
import type { Finding } from '../../src/findings/finding.js';
import { marksOf } from '../../src/findings/marks.js';
import { checkByExploring } from './check.js';
import { usualOptions } from './options.js';

type RandomEngine = (settings: { readonly walks: number; readonly seed: number }) => Engine;

const questions = { ...usualOptions, races: 'default' } as const;
const root = fileURLToPath(new URL('../..', import.meta.url));
const blocks = [...readFileSync(join(root, 'docs/first-engine.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)];

// Inside the repository, so that the types of Node are found; git ignores it.
mkdirSync(join(root, 'tmp'), { recursive: true });
const folder = mkdtempSync(join(root, 'tmp', 'first-engine-'));
const file = join(folder, 'random.ts');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Imports as if the file were in src/engines/random/. */
function moved(text: string): string {
  return text.replace(/from '(\.[^']*)'/g, (_, name) => `from '../../${posix.join('src/engines/random', name)}'`);
}

async function load(name: string): Promise<Program> {
  const loaded = await loadProgram({ paths: [`tests/corpus/atomicity/${name}.c`] });
  if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
  return loaded.value.program;
}

function replayed(program: Program, { schedule: text }: Finding) {
  const parsed = parseSchedule(text);
  if (parsed.kind === 'problem') throw new Error(`${text}: ${parsed.problem.message}`);
  return replay(program, parsed.schedule);
}

describe('the engine of docs/first-engine.md', () => {
  let randomEngine: RandomEngine;
  beforeAll(async () => {
    writeFileSync(file, moved(blocks[0]![1]!));
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: { noEmit: true },
      include: ['*.ts'],
      exclude: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    ({ randomEngine } = await import(/* @vite-ignore */ file));
  });

  it('is the only code there, and has the right types', () => {
    expect(blocks).toHaveLength(1);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });

  it('finds what explore finds, with a schedule and a value that replay', async () => {
    const program = await load('pwm_duty_bad');
    const news: Finding[] = [];
    const engine = randomEngine({ walks: 100, seed: 1 });
    const walked = await settle(engine, program, questions, questions, (finding) => news.push(finding));
    const explored = await checkByExploring(program, questions);
    expect(explored.findings).toHaveLength(1);
    expect(walked.findings.map((f) => f.id)).toEqual(explored.findings.map((f) => f.id));
    expect(walked.verdicts.map((v) => v.kind)).toEqual(['violated', 'unknown', 'unknown']);
    expect(news).toEqual(walked.findings);
    for (const finding of walked.findings) {
      const { ending, events } = replayed(program, finding);
      expect(ending).toEqual({ kind: 'complete', how: 'stop' });
      expect([...marksOf(finding, events).values()]).toEqual([3, 2, 1]);
    }
    const again = await settle(engine, program, questions, questions);
    expect(again).toEqual(walked);
  });

  it('proves nothing, not even where nothing is to be found', async () => {
    const engine = randomEngine({ walks: 100, seed: 1 });
    const walked = await settle(engine, await load('pwm_duty_ok'), questions, questions);
    expect(walked.findings).toEqual([]);
    expect(walked.isComplete).toBe(false);
    expect(walked.verdicts.map((v) => [v.property, v.kind])).toEqual(questions.properties.map((p) => [p, 'unknown']));
  });

  it('takes its pauses, and ends when it is told to, with what it has found', async () => {
    const program = await load('pwm_duty_bad');
    const news: News[] = [];
    const isOver = () => (news.some((n) => n.kind === 'finding') ? 'enough' : undefined);
    const run = randomEngine({ walks: 1e9, seed: 1 }).check(program, questions, { isOver, isPauseDue: () => true });
    let next = await run.next();
    for (; next.done !== true; next = await run.next()) news.push(next.value);
    expect(news.filter((n) => n.kind === 'pause').length).toBeGreaterThan(1);
    expect(next.value.findings.length).toBeGreaterThan(0);
    for (const verdict of next.value.verdicts)
      expect(
        verdict.kind === 'violated' ? verdict.incomplete : verdict.kind === 'unknown' && verdict.because,
      ).toContain('enough');
  });
});
