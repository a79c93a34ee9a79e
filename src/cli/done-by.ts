// A check that somebody else does: a thread of this process, or a worker of a queue, to whom the program is sent. One
// program alone goes to one worker as a whole, with all the threads that it has for it (decision 0087).

import { type JobAnswer, resultOf } from '../base/job-answer.js';
import { QueueLost } from '../base/queue-lost.js';
import type { Result } from '../base/result.js';
import { SharedSignal } from '../base/shared-signal.js';
import { ThreadEnded, threadEnded } from '../base/thread-ended.js';
import { withDecisions } from '../check/decisions.js';
import { readCheckAnswer, readCheckNews } from '../check/report-schema.js';
import type { CheckOptions, Report } from '../check.js';
import type { Host, Pool, Task } from '../clang/host.js';
import type { CheckAnswer, CheckJob, CheckNews } from './check-job.js';
import type { CheckPlan } from './check-plan.js';
import { show } from './output.js';
import type { WatchedRun } from './watched-run.js';

export type LeftUndone = { readonly kind: 'undone'; readonly because: QueueLost };

type Watch = Pick<CheckOptions, 'onProgress' | 'onFinding'>;

/** A worker that needs so many times as long as it may, and a minute, is stopped. */
const LONGER = 3;

/** Where the thread does not live to the end, its program is left for this one. */
export function doneBy(
  pool: Pool,
  host: Host,
  request: CheckPlan['request'],
  stop: SharedSignal,
  watch: Watch,
): Promise<CheckAnswer | LeftUndone> {
  return answerOf(pool, stop, watch, async () =>
    pool.isLocal ? { job: { kind: 'check', request } satisfies CheckJob } : sentTask(request, host),
  );
}

/** The only program of a run, by one of the workers. Undefined: it is to be checked here. */
export async function checkedElsewhere(
  request: CheckPlan['request'],
  { host, signal, ...watch }: Pick<WatchedRun, 'host' | 'signal'> & Watch,
): Promise<Result<Report> | LeftUndone | undefined> {
  const { farm } = host;
  if (farm === undefined || signal.aborted) return undefined;
  const answer = await answerOf(farm, SharedSignal.of(signal), watch, () => sentTask(request, host, { isOnly: true }));
  if (answer.kind === 'crowded') return undefined;
  if (answer.kind === 'undone') return answer;
  const { checked } = answer;
  return checked.kind === 'ok' ? { ...checked, value: withDecisions(checked.value, request) } : checked;
}

async function answerOf(
  pool: Pool,
  stop: SharedSignal,
  watch: Watch,
  taskOf: () => Promise<Task | undefined>,
): Promise<CheckAnswer | LeftUndone> {
  const hear = (said: unknown): void => {
    const news = (pool.isLocal ? said : readCheckNews(said)) as CheckNews;
    if (news.kind === 'progress') watch.onProgress?.(news.progress);
    else watch.onFinding?.(news.finding);
  };
  try {
    const task = await taskOf();
    if (task === undefined) return { kind: 'crowded' };
    return resultOf<CheckAnswer>((await pool.run({ ...task, signals: [stop] }, hear)) as JobAnswer);
  } catch (error) {
    if (error instanceof QueueLost) return { kind: 'undone', because: error };
    if (!(error instanceof ThreadEnded)) throw error;
    show([threadEnded(error)]);
    return { kind: 'crowded' };
  }
}

/**
 * For a worker elsewhere: with the program. Undefined where there is none, which is said when it is checked here; and
 * where it can only be checked here: workers run no other checker, and write no programs.
 */
async function sentTask(
  request: CheckPlan['request'],
  host: Host,
  how: Pick<CheckJob, 'isOnly'> = {},
): Promise<Task | undefined> {
  if (request.backend !== undefined || request.reproduce === true) return undefined;
  const { sentProgram } = await import('../check/recorded-program.js');
  const sent = await sentProgram(request, host);
  if (sent === undefined) return undefined;
  const job: CheckJob = { kind: 'check', request: sent.request as CheckPlan['request'], ...how };
  return {
    job,
    shared: [sent.recorded],
    seconds: LONGER * request.timeout + 60,
    read: readCheckAnswer,
    answer: sent.compile,
  };
}
