// `preempt queue status`: who is at a queue, and what lies there. 0: told; 2: bad usage, or there is no queue.

import type { Command } from 'commander';
import { errorAt, hasErrors } from '../base/diagnostic.js';
import { ExitCode } from './exit-code.js';
import { print, refuse, show } from './output.js';

interface QueueStatusFlags {
  readonly queue?: string;
  readonly format?: string;
}

export function addQueue(program: Command, done: (code: number) => void): void {
  program
    .command('queue')
    .description('Says who is at a queue, and what lies there.')
    .argument('<what>', 'status')
    .option('--queue <URL>', 'redis://HOST, rediss://HOST, unix:PATH, or env (default: what PREEMPT_QUEUE names)')
    .option('--format <FORMAT>', 'text or json (default: text)')
    .action(async (what: string, options: QueueStatusFlags) => {
      done(await status(what, options));
    });
}

async function status(what: string, { queue, format = 'text' }: QueueStatusFlags): Promise<number> {
  if (what !== 'status') return refuse([errorAt('bad-option', `queue ${what}: status is needed`)]);
  if (format !== 'text' && format !== 'json')
    return refuse([errorAt('bad-option', `--format ${format}: text or json is needed`)]);
  const { queueAddress } = await import('../clang/queue/address.js');
  const address = queueAddress(queue, process.env);
  if (typeof address === 'string') return refuse([errorAt('bad-option', address)]);
  const { NoQueue } = await import('../clang/queue/connection.js');
  const { queueStatus, statusText } = await import('../clang/queue/status.js');
  try {
    const found = await queueStatus(address);
    const text = format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : statusText(found);
    const problems = await print(text);
    show(problems);
    return hasErrors(problems) ? ExitCode.badInput : ExitCode.ok;
  } catch (error) {
    if (!(error instanceof NoQueue)) throw error;
    return refuse([errorAt('no-queue', error.message)]);
  }
}
