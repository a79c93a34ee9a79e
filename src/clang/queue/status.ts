// What there is at a queue: workers and runs of each build of Preempt, and jobs of this one.

import type { QueueAddress } from './address.js';
import { buildName, connectQueue, PREFIX } from './connection.js';
import { type Presence, presentAt } from './presence.js';

export interface QueueStatus {
  readonly queue: string;
  readonly build: string;
  /** Of this build. */
  readonly jobs: { readonly waiting: number; readonly active: number; readonly done: number; readonly failed: number };
  readonly workers: readonly AtQueue[];
  readonly runs: readonly AtQueue[];
  readonly memoryMb: number | null;
}

interface AtQueue {
  readonly build: string;
  readonly jobs: number;
  readonly busy: number;
  readonly seconds: number;
}

/** Throws `NoQueue`. */
export async function queueStatus(address: QueueAddress): Promise<QueueStatus> {
  const connection = await connectQueue(address);
  const { redis, bullmq } = connection;
  const queue = new bullmq.Queue(connection.queue, { connection: redis, prefix: PREFIX, skipMetasUpdate: true });
  queue.on('error', () => {});
  try {
    const counts = await queue.getJobCounts('wait', 'prioritized', 'delayed', 'active', 'completed', 'failed');
    const present = await presentAt(redis);
    const of = (kind: Presence['kind']): readonly AtQueue[] =>
      present
        .filter((each) => each.kind === kind)
        .map(({ build, jobs, busy, since, seen }) => ({
          build,
          jobs,
          busy,
          seconds: Math.round((seen - since) / 1000),
        }))
        .sort((a, b) => b.seconds - a.seconds);
    const memory = /^used_memory:(\d+)/m.exec(await redis.info('memory').catch(() => ''));
    const number = (name: string): number => counts[name] ?? 0;
    return {
      queue: address.shown,
      build: buildName(),
      jobs: {
        waiting: number('wait') + number('prioritized') + number('delayed'),
        active: number('active'),
        done: number('completed'),
        failed: number('failed'),
      },
      workers: of('worker'),
      runs: of('run'),
      memoryMb: memory === null ? null : Math.round(Number(memory[1]) / 2 ** 20),
    };
  } finally {
    await queue.close().catch(() => {});
    connection.close();
  }
}

export function statusText({ queue, build, jobs, workers, runs, memoryMb }: QueueStatus): string {
  const who = (one: AtQueue, does: string): string => {
    const isOther = one.build === build ? '' : ', which is another: neither does the other’s jobs';
    return `  preempt ${one.build}${isOther}: ${does}, for ${one.seconds} s`;
  };
  return [
    `${queue}, seen by preempt ${build}`,
    `jobs: ${jobs.waiting} waiting, ${jobs.active} active, ${jobs.done} done and kept, ${jobs.failed} failed`,
    `workers: ${workers.length}`,
    ...workers.map((each) => who(each, `${each.busy} of ${each.jobs} jobs at once`)),
    `runs: ${runs.length}`,
    ...runs.map((each) => who(each, `waits for ${each.jobs} jobs`)),
    ...(memoryMb === null ? [] : [`memory of Redis: ${memoryMb} MB`]),
    '',
  ].join('\n');
}
