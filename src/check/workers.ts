// Who does the jobs of a run: workers elsewhere, where their queue was named; else threads of this process, where it
// may have several; else nobody.

import type { Host, Pool } from '../clang/host.js';
import { threadCount } from './thread-count.js';

export interface Workers {
  readonly pool: Pool | undefined;
  /** Jobs that are given out at once. */
  readonly size: number;
  close(): Promise<void>;
}

export interface WorkersWanted {
  readonly jobs?: number;
  readonly memory: number;
  readonly cache?: string | false;
}

/** For so many jobs. */
export function workersOf(host: Host, { jobs = host.cores, memory, cache }: WorkersWanted, count: number): Workers {
  const { farm } = host;
  // It was opened for the whole run.
  if (farm !== undefined) return { pool: farm, size: Math.min(farm.size, Math.max(1, count)), close: async () => {} };
  const size = threadCount(Math.min(jobs, count), memory);
  const pool = size === 1 ? undefined : host.pool({ size, memory, isCached: cache !== false });
  return { pool, size, close: async () => pool?.close() };
}
