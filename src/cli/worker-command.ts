// `preempt worker`: does the jobs of other runs until it is stopped. 0: it was; 2: bad usage, or there is no queue. The
// first Ctrl-C or SIGTERM lets it finish what it does, the second ends it: then others do that again.

import type { Command } from 'commander';
import { errorAt } from '../base/diagnostic.js';
import { NotValid } from '../base/validated.js';
import { inert } from '../report/inert.js';
import { ExitCode } from './exit-code.js';
import { interruptible } from './interruption.js';
import { refuse } from './output.js';

interface WorkerFlags {
  readonly queue?: string;
  readonly jobs?: string;
  readonly memory?: string;
  readonly lease?: string;
}

export function addWorker(program: Command, done: (code: number) => void): void {
  program
    .command('worker')
    .description('Does the jobs of preempt check --queue and preempt library --queue, until it is stopped.')
    .option('--queue <URL>', 'redis://HOST, rediss://HOST, unix:PATH, or env (default: what PREEMPT_QUEUE names)')
    .option('--jobs <N>', 'jobs at once (default: one for each core)')
    .option('--memory <MB>', 'that a job may need; one that asks for more is refused (default: 2048)')
    .option('--lease <SECONDS>', 'without a sign of a worker for so long, others do its jobs again (default: 15)')
    .action(async (options: WorkerFlags) => {
      done(await work(options));
    });
}

async function work({ queue, jobs, memory: megabytes, lease: seconds }: WorkerFlags): Promise<number> {
  const { thisMachine } = await import('../clang/node-host.js');
  const host = thisMachine();
  const wanted = [
    ['--jobs', jobs, host.cores],
    ['--memory', megabytes, 2048],
    ['--lease', seconds, 15],
  ] as const;
  const numbers = wanted.map(([, text, usual]) => (text === undefined ? usual : Number(text)));
  const wrong = wanted.find((_, n) => !(Number.isInteger(numbers[n]) && numbers[n]! > 0 && numbers[n]! <= 1_000_000));
  if (wrong !== undefined)
    return refuse([errorAt('bad-option', `${wrong[0]} ${wrong[1]}: a whole number from 1 on is needed`)]);
  const [size, memory, lease] = numbers as [number, number, number];
  const { queueAddress } = await import('../clang/queue/address.js');
  const address = queueAddress(queue, process.env);
  if (typeof address === 'string') return refuse([errorAt('bad-option', address)]);
  const { NoQueue } = await import('../clang/queue/connection.js');
  const { QueueWorker } = await import('../clang/queue/queue-worker.js');
  const { readJob } = await import('./remote-job.js');
  const pool = host.pool({ size, memory, isCached: true });
  if (pool === undefined) return refuse([errorAt('no-queue', 'only a built Preempt has threads that do jobs')]);
  const say = (message: string): unknown => process.stderr.write(`preempt worker: ${inert(message)}\n`);
  const interruption = interruptible(() => {});
  try {
    const worker = await QueueWorker.open(address, {
      pool,
      lease,
      // Read, they are several times as large.
      mostShared: (memory / 4) * 2 ** 20,
      say,
      read(job, free) {
        const { work: read, memory: needed } = readJob(job, free);
        if (needed <= memory) return read;
        throw new NotValid(`it may need ${needed} MB, and this worker gives ${memory} MB (--memory)`);
      },
    });
    say(`ready at ${address.shown}, ${size} job${size === 1 ? '' : 's'} at once`);
    await new Promise((stop) => interruption.signal.addEventListener('abort', stop, { once: true }));
    say('stopping when what is under way is done; once more to end at once');
    await worker.close();
    return ExitCode.ok;
  } catch (error) {
    if (!(error instanceof NoQueue)) throw error;
    return refuse([errorAt('no-queue', error.message)]);
  } finally {
    await pool.close();
    interruption.over();
  }
}
