// Threads that work ahead of a long search: chunks of states are expanded there, by tables, in memory that all of them
// see. What a thread does is done here as well where it does not come in time, so one that ends costs nothing but time.

import type { Diagnostic } from '../base/diagnostic.js';
import { type JobAnswer, resultOf } from '../base/job-answer.js';
import { ThreadEnded, threadEnded } from '../base/thread-ended.js';
import type { Pool } from '../clang/host.js';
import { expandChunks } from '../engines/explore/tabulated/expand-chunks.js';
import type { SearchMemory, SearchThreads, SharedSearch } from '../engines/explore/tabulated/shared-search.js';
import { growableBuffer } from '../engines/kernel/growing-words.js';

export interface ExpandJob {
  readonly kind: 'expand';
  readonly search: SharedSearch;
}

/** Of address space: what may be used of memory is less. */
const LEAST_MB = 4096;

export function searchThreads(
  pool: Pool,
  memory: number,
  report: (diagnostic: Diagnostic) => void,
  hasRoom: () => boolean,
  /** Threads that nobody else uses at the moment. */
  free = (): number => pool.size - 1,
): SearchThreads {
  // It is never given back before the check ends, so all searches of a check use the same.
  let states: SearchMemory | undefined;
  return {
    count: pool.size - 1,
    memory() {
      if (hasRoom()) states ??= searchMemory(Math.max(LEAST_MB, memory) * 2 ** 20);
      return states;
    },
    async expand(search) {
      if (search.number > free()) return 'idle';
      try {
        const job: ExpandJob = { kind: 'expand', search };
        resultOf((await pool.run({ job })) as JobAnswer);
        return 'idle';
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error;
        report(threadEnded(error));
        return 'dead';
      }
    },
  };
}

function searchMemory(bytes: number): SearchMemory | undefined {
  const [words, log] = [growableBuffer(bytes), growableBuffer(bytes)];
  return words && log && { words, log };
}

/** In the thread. */
export function doExpandJob({ search }: ExpandJob): void {
  expandChunks(search);
}
