// A job that came from a queue: it is looked at as a whole before a thread gets it.

import { NotValid } from '../base/validated.js';
import { type LibraryJob, readLibraryJob } from '../check/library-schema.js';
import { readProveJob } from '../check/proof-schema.js';
import { readCheckJob } from '../check/report-schema.js';
import type { PlainJob } from '../clang/host.js';
import type { CheckJob } from './check-job.js';

export interface RemoteJob {
  readonly work: PlainJob;
  /** Megabytes that it may need, where it says so. */
  readonly memory: number;
}

/** Of a state of a model, with what finds it again: they take twenty to forty. */
const STATE_BYTES = 48;

/** Throws `NotValid`. `free`: jobs that could be done beside others now, this one included. */
export function readJob(job: unknown, free: number): RemoteJob {
  switch ((job as { readonly kind?: unknown } | null)?.kind) {
    case 'check': {
      const work = readCheckJob(job) as CheckJob;
      return { work: work.isOnly === true ? { ...work, threads: free } : work, memory: work.request.memory };
    }
    case 'library':
      return libraryJob(readLibraryJob(job));
    case 'prove':
      return { work: readProveJob(job), memory: 0 };
    default:
      throw new NotValid('a job: it is of no kind that is known');
  }
}

function libraryJob(work: LibraryJob): RemoteJob {
  return { work, memory: Math.ceil((work.mostStates * STATE_BYTES) / 2 ** 20) };
}
