// A job as a thread of the pool does it: plain data in, plain data out.

import { assertNever } from '../base/internal-error.js';
import { answerOf, type JobAnswer } from '../base/job-answer.js';
import { type AskJob, doAskJob } from '../check/ask-job.js';
import { doLibraryJob, type LibraryJob } from '../check/library-job.js';
import { doProveJob, type ProveJob } from '../check/prove-job.js';
import { doExpandJob, type ExpandJob } from '../check/search-threads.js';
import { thisMachine } from '../clang/node-host.js';
import { type CheckJob, doCheckJob } from './check-job.js';

export type Job = AskJob | CheckJob | ExpandJob | LibraryJob | ProveJob;

const host = thisMachine();

/** `tell` is for what is said on the way. Never throws: that would end the thread. */
export function doJob(job: Job, tell: (said: unknown) => void): Promise<JobAnswer> {
  return answerOf(async () => {
    switch (job.kind) {
      case 'ask':
        return doAskJob(job, host);
      case 'check':
        return doCheckJob(job, host, tell);
      case 'expand':
        return doExpandJob(job);
      case 'library':
        return doLibraryJob(job);
      case 'prove':
        return doProveJob(job, host);
      default:
        return assertNever(job);
    }
  });
}
