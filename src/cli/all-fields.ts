// `preempt check --engine kiss --all-fields STRUCT`: races on each field of a structure, several fields at once, each
// within its own limits, and the table of the KISS paper (Table 1): fields, races, no races, unresolved.

import { readFileSync } from 'node:fs';
import { errorAt } from '../base/diagnostic.js';
import { type JobAnswer, resultOf } from '../base/job-answer.js';
import type { Result } from '../base/result.js';
import { SharedSignal } from '../base/shared-signal.js';
import { ThreadEnded, threadEnded } from '../base/thread-ended.js';
import { type FieldResult, fieldQuestions, fieldResult, unaccessed } from '../check/all-fields.js';
import { threadCount } from '../check/thread-count.js';
import { check, loadProgram, type Report } from '../check.js';
import type { CheckAnswer, CheckJob, CheckNews } from './check-job.js';
import type { CheckPlan } from './check-plan.js';
import { ExitCode } from './exit-code.js';
import { refuse, show, writeReport } from './output.js';
import type { ProgramWatch, WatchedRun } from './watched-run.js';

type FieldRequest = CheckPlan['request'];

export async function checkAllFields(
  struct: string,
  plan: CheckPlan,
  output: string | undefined,
  run: WatchedRun,
): Promise<number> {
  const { request } = plan;
  if (request.engine !== 'kiss') return refuse([errorAt('bad-option', '--all-fields needs --engine kiss')]);
  const loaded = await loadProgram(request, run);
  if (loaded.kind === 'failed') return refuse(loaded.diagnostics);
  show(loaded.diagnostics);
  const questions = fieldQuestions(loaded.value.program, struct, request);
  if (questions.kind === 'failed') return refuse(questions.diagnostics);
  const asked = questions.value.flatMap((q) =>
    q.request === undefined ? [] : [{ field: q.field, request: q.request }],
  );
  const found = new Map<string, FieldResult>();
  const size = threadCount(Math.min(request.jobs ?? run.host.cores, asked.length), request.memory);
  const threads = size === 1 ? undefined : inThreads(size, request, run);
  const left = asked.entries();
  const next = async (): Promise<void> => {
    for (const [n, { field, request: one }] of left) {
      if (run.signal.aborted) return;
      const watch = run.begin(field, n + 1, asked.length);
      const checked = (await threads?.check(one, watch)) ?? (await check(one, { ...run, ...watch }));
      found.set(field, fieldResult(field, checked));
      watch.end();
    }
  };
  await Promise.all(Array.from({ length: size }, next));
  await threads?.close();
  run.reported();
  if (run.signal.aborted) return ExitCode.interrupted;
  const results = questions.value.map((q) => found.get(q.field) ?? unaccessed(q.field));
  const problems = await writeReport(tableText(request.paths, struct, results), output);
  show(problems);
  if (problems.length > 0) return ExitCode.badInput;
  return results.some((r) => r.result === 'race') ? ExitCode.findings : ExitCode.inconclusive;
}

/** Fields beside one another. One whose thread does not live to the end, or has no memory left, is undefined. */
function inThreads(size: number, { memory, cache }: FieldRequest, run: WatchedRun) {
  const pool = run.host.pool({ size, memory, isCached: cache !== false });
  if (pool === undefined) return undefined;
  const stop = SharedSignal.of(run.signal);
  return {
    async check(request: FieldRequest, watch: ProgramWatch): Promise<Result<Report> | undefined> {
      const hear = (news: CheckNews): void => (news.kind === 'progress' ? watch.onProgress(news.progress) : undefined);
      try {
        const task = { job: { kind: 'check', request } satisfies CheckJob, signals: [stop] };
        const answer = resultOf<CheckAnswer>((await pool.run(task, (said) => hear(said as CheckNews))) as JobAnswer);
        return answer.kind === 'checked' ? answer.checked : undefined;
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error;
        show([threadEnded(error)]);
        return undefined;
      }
    },
    close: () => pool.close(),
  };
}

function tableText(paths: readonly string[], struct: string, results: readonly FieldResult[]): string {
  const lines = paths.reduce((sum, path) => sum + linesOf(path), 0);
  const of = (result: FieldResult['result']): number => results.filter((r) => r.result === result).length;
  const head = ['program', 'KLOC', 'fields', 'races', 'no races', 'unresolved'];
  const row = [
    `${paths.map((p) => p.slice(p.lastIndexOf('/') + 1)).join(', ')}: ${struct}`,
    (lines / 1000).toFixed(1),
    String(results.length),
    String(of('race')),
    String(of('no race')),
    String(of('unresolved')),
  ];
  const widths = head.map((h, n) => Math.max(h.length, row[n]!.length));
  const line = (cells: readonly string[]): string =>
    cells.map((c, n) => (n === 0 ? c.padEnd(widths[n]!) : c.padStart(widths[n]!))).join('  ');
  const width = Math.max(5, ...results.map((r) => r.field.length));
  return [
    line(head),
    line(row),
    '',
    ...results.map((r) => `${r.field.padEnd(width)}  ${r.result}${r.because === '' ? '' : `: ${r.because}`}`),
    '',
    'kiss may miss races: no race means that none was found.',
    '',
  ].join('\n');
}

function linesOf(path: string): number {
  try {
    return readFileSync(path, 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}
