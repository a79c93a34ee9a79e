// A job as a thread of the pool does it: plain data in, plain data out.

import { answerOf, type JobAnswer } from '../base/job-answer.js';
import { doProveJob, type ProveJob } from '../check/prove-job.js';
import { thisMachine } from '../clang/node-host.js';
import { type CheckJob, doCheckJob } from './check-job.js';

export type Job = CheckJob | ProveJob;

const host = thisMachine();

/** `tell` is for what is said on the way. Never throws: that would end the thread. */
export function doJob(job: Job, tell: (said: unknown) => void): Promise<JobAnswer> {
  return answerOf(() => (job.kind === 'check' ? doCheckJob(job, host, tell) : doProveJob(job, host)));
}
