// What a thread of the pool runs: the command line's bundle, as src/cli/main.ts loads it, for one job after the other.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from '../clang/cache-directory.js';
import type { ThreadTask } from '../clang/thread-pool.js';
import { loadBundle } from './code-cache.js';

const file = fileURLToPath(new URL('preempt.cjs', import.meta.url));
const isCacheWanted = !process.argv.includes('--no-cache');
const bundle = loadBundle(file, isCacheWanted ? join(cacheDirectory(), 'code') : undefined);
const { startJob } = (bundle?.exports ?? (await import('./command-line.js'))) as typeof import('./command-line.js');

export default (task: ThreadTask): Promise<unknown> => startJob(task);
