// `--queue` of commands that give jobs out: the workers of a queue, as part of the machine that a run sees.

import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import type { Host } from '../clang/host.js';
import { inert } from '../report/inert.js';
import { ERASE } from './progress-line.js';

export interface QueueFlags {
  readonly queue?: string;
  readonly queueWait?: string;
}

export const QUEUE_HELP =
  'give the jobs to the workers of a queue (preempt worker): redis://HOST, rediss://HOST, unix:PATH, or env for the ' +
  'one that PREEMPT_QUEUE names (docs/scale.md)';
export const QUEUE_WAIT_HELP = 'with --queue: seconds to wait while nobody works there or answers (default: 60)';

/** What a run on a queue sees: the machine, and the workers. To be closed when it is over. */
export interface QueueRun {
  readonly host: Pick<Host, 'farm'>;
  /** For the progress line. */
  readonly state: (() => string) | undefined;
  close(): Promise<void>;
}

const noQueue: QueueRun = { host: {}, state: undefined, close: async () => {} };

/** Nothing where no queue was named. */
export async function openQueue({ queue, queueWait }: QueueFlags, signal: AbortSignal): Promise<Result<QueueRun>> {
  if (queue === undefined)
    return queueWait === undefined ? ok(noQueue) : failed(errorAt('bad-option', '--queue-wait needs --queue'));
  const wait = queueWait === undefined ? 60 : Number(queueWait);
  if (!(Number.isInteger(wait) && wait > 0 && wait <= 1_000_000))
    return failed(errorAt('bad-option', `--queue-wait ${queueWait}: a whole number of seconds is needed`));
  const { queueAddress } = await import('../clang/queue/address.js');
  const address = queueAddress(queue, process.env);
  if (typeof address === 'string') return failed(errorAt('bad-option', address));
  const { NoQueue } = await import('../clang/queue/connection.js');
  const { Farm } = await import('../clang/queue/farm.js');
  try {
    const farm = await Farm.open(address, { wait, signal, say: sayAboutQueue });
    return ok({ host: { farm }, state: () => farm.state, close: () => farm.close() });
  } catch (error) {
    if (!(error instanceof NoQueue)) throw error;
    return failed(errorAt('no-queue', error.message));
  }
}

/** Not in the report, which is the same wherever it was worked out. */
function sayAboutQueue(message: string): void {
  process.stderr.write(`${process.stderr.isTTY ? ERASE : ''}preempt: ${inert(message)}\n`);
}
