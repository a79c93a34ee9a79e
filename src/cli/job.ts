// A job as a thread of the pool does it: plain data in, plain data out.

import { assertNever } from '../base/internal-error.js';
import { answerOf, type JobAnswer } from '../base/job-answer.js';
import { SharedSignal } from '../base/shared-signal.js';
import { type AskJob, doAskJob } from '../check/ask-job.js';
import { doLibraryJob } from '../check/library-job.js';
import type { LibraryJob } from '../check/library-schema.js';
import type { ProveJob } from '../check/proof-schema.js';
import { doProveJob } from '../check/prove-job.js';
import { doExpandJob, type ExpandJob } from '../check/search-threads.js';
import { thisMachine } from '../clang/node-host.js';
import type { ThreadTask } from '../clang/thread-pool.js';
import { type CheckJob, doCheckJob } from './check-job.js';
import { JobLine } from './job-line.js';

type Job = AskJob | CheckJob | ExpandJob | LibraryJob | ProveJob;

const host = thisMachine();

/** Never throws: that would end the thread. */
export async function doJob({ job, shared, signals, line: port }: ThreadTask): Promise<JobAnswer> {
  const line = new JobLine(port);
  const words = signals.map((buffer) => new SharedSignal(buffer));
  const work = job as Job;
  const answer = await answerOf(async () => {
    switch (work.kind) {
      case 'ask':
        return doAskJob(work, { host, shared, over: words[0], late: words[1] });
      case 'check':
        return doCheckJob(work, { host, shared, stop: words[0], ...line });
      case 'expand':
        return doExpandJob(work);
      case 'library':
        return doLibraryJob(work, shared, host);
      case 'prove':
        return doProveJob(work, { host, shared, judging: words[0], late: words[1] });
      default:
        return assertNever(work);
    }
  });
  line.close();
  return answer;
}
