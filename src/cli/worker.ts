// What a thread of the pool runs: the command line's bundle, as src/cli/main.ts loads it, for one job after the other.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { cacheDirectory } from '../clang/cache-directory.js';
import type { NumberedJob, Said } from '../clang/thread-pool.js';
import { loadBundle } from './code-cache.js';
import type { Job } from './job.js';

const file = fileURLToPath(new URL('preempt.cjs', import.meta.url));
const isCacheWanted = !process.argv.includes('--no-cache');
const bundle = loadBundle(file, isCacheWanted ? join(cacheDirectory(), 'code') : undefined);
const { startJob } = (bundle?.exports ?? (await import('./command-line.js'))) as typeof import('./command-line.js');

export default ({ number, job }: NumberedJob): Promise<unknown> =>
  startJob(job as Job, (said) => parentPort?.postMessage({ number, said } satisfies Said));
