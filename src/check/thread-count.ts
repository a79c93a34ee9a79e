// How many threads a process may have beside its main one: each needs memory before it has done anything, and what the
// process may use is limited.

/** Megabytes for a thread with a small program. */
const THREAD_MB = 256;

/** Of the memory that the process may use, 0 to 1: where more is used already, there is no room for threads. */
export const ROOM = 0.4;

/** At most `jobs`; 1 is none beside the main one. */
export function threadCount(jobs: number, memory: number): number {
  return Math.max(1, Math.min(jobs, Math.floor(memory / THREAD_MB)));
}
