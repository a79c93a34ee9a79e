// `preempt check --engine kiss --all-fields STRUCT`: races on each field of a structure, one translation for each, in
// threads beside one another; and the table of the KISS paper (Table 1): fields, races, no races, unresolved.

import { readFileSync } from 'node:fs';
import { errorAt } from '../base/diagnostic.js';
import { type JobAnswer, resultOf } from '../base/job-answer.js';
import type { Result } from '../base/result.js';
import { SharedSignal } from '../base/shared-signal.js';
import { fieldNames } from '../check/sequentialized.js';
import { threadCount } from '../check/thread-count.js';
import { check, loadProgram, type Report } from '../check.js';
import type { CheckAnswer } from './check-job.js';
import type { CheckPlan } from './check-plan.js';
import { ExitCode } from './exit-code.js';
import { refuse, show, writeReport } from './output.js';
import type { WatchedRun } from './watched-run.js';

interface FieldResult {
  readonly field: string;
  readonly result: 'race' | 'no race' | 'unresolved';
  readonly because: string;
}

export async function checkAllFields(
  struct: string,
  plan: CheckPlan,
  output: string | undefined,
  run: WatchedRun,
): Promise<number> {
  const { request } = plan;
  if (request.engine !== 'kiss') return refuse([errorAt('bad-option', '--all-fields needs --engine kiss')]);
  const loaded = await loadProgram(request);
  if (loaded.kind === 'failed') return refuse(loaded.diagnostics);
  show(loaded.diagnostics);
  const fields = fieldNames(loaded.value.program, struct);
  if (fields.kind === 'failed') return refuse(fields.diagnostics);
  const size = threadCount(Math.min(request.jobs ?? run.host.cores, fields.value.length), request.memory);
  const pool =
    size === 1 ? undefined : run.host.pool({ size, memory: request.memory, isCached: request.cache !== false });
  const stop = SharedSignal.of(run.signal);
  const results: FieldResult[] = [];
  const left = fields.value.entries();
  const next = async (): Promise<void> => {
    for (const [n, field] of left) {
      if (run.signal.aborted) return;
      const one = { ...request, properties: ['race'] as const, watched: field, fix: false, explain: false };
      let checked: Result<Report> | undefined;
      if (pool !== undefined) {
        const job = { kind: 'check', request: one, stop: stop.buffer };
        const answer = resultOf<CheckAnswer>((await pool.run(job)) as JobAnswer);
        if (answer.kind === 'checked') checked = answer.checked;
      }
      results[n] = resultFor(field, checked ?? (await check(one, { host: run.host, signal: run.signal })));
    }
  };
  await Promise.all(Array.from({ length: pool === undefined ? 1 : size }, next));
  await pool?.close();
  run.reported();
  if (run.signal.aborted) return ExitCode.interrupted;
  const problems = await writeReport(tableText(request.paths, struct, results), output);
  show(problems);
  if (problems.length > 0) return ExitCode.badInput;
  return results.some((r) => r.result === 'race') ? ExitCode.findings : ExitCode.inconclusive;
}

function resultFor(field: string, checked: Result<Report>): FieldResult {
  if (checked.kind === 'failed')
    return { field, result: 'unresolved', because: checked.diagnostics.map((d) => d.message).join('; ') };
  const [finding] = checked.value.findings;
  if (finding !== undefined) {
    const [first, second] = finding.accesses;
    const at = [first, second]
      .map((a) => (a === undefined ? '' : `${a.context} line ${a.place?.line ?? 0}`))
      .join(', ');
    return { field, result: 'race', because: at };
  }
  const [verdict] = checked.value.verdicts;
  const because = verdict?.kind === 'unknown' ? verdict.because : '';
  const others = because
    .split('; ')
    .filter(
      (reason) =>
        !reason.startsWith('kiss may miss') &&
        !reason.startsWith('there is no interrupt handler') &&
        !reason.startsWith('name handlers'),
    );
  return others.length === 0
    ? { field, result: 'no race', because: '' }
    : { field, result: 'unresolved', because: others.join('; ') };
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
