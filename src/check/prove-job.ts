// Batches of findings as jobs for other threads or machines. Each of them loads the program once, from what was
// answered when it was loaded here; it is told when the time is over, so there is one clock for all.

import type { Diagnostic } from '../base/diagnostic.js';
import { type JobAnswer, resultOf } from '../base/job-answer.js';
import type { SharedBytes } from '../base/shared-bytes.js';
import { type Cancellation, SharedSignal } from '../base/shared-signal.js';
import { ThreadEnded, threadEnded } from '../base/thread-ended.js';
import type { Host, Pool, Task } from '../clang/host.js';
import { finish } from '../engines/limits.js';
import type { OtherThreads } from '../engines/proving.js';
import { type ProofBatch, type ProvedBatch, proveBatch } from '../findings/proof-batch.js';
import { answerFrom, LOOK_MS, type PlainProgram, programOf } from './plain-program.js';
import { type ProveJob, readProved } from './proof-schema.js';

/** `here` does a batch whose thread has not lived to its end. */
export function proveInThreads(
  pool: Pool,
  program: () => PlainProgram,
  here: (batch: ProofBatch, limits: Parameters<OtherThreads['prove']>[1]) => ProvedBatch,
  report: (diagnostic: Diagnostic) => void,
  hasRoom: () => boolean,
): OtherThreads {
  let plain: PlainProgram | undefined;
  const taskOf = (batch: ProofBatch | undefined, judging: SharedSignal, late: SharedSignal): Task => {
    plain ??= program();
    const { request, recorded } = plain;
    const job: ProveJob = { kind: 'prove', request, batch };
    return { job, shared: [recorded], signals: [judging, late], read: readProved };
  };
  return {
    hasRoom,
    prepare() {
      // Workers elsewhere load it with the first batch.
      if (plain !== undefined || !pool.isLocal || !hasRoom()) return;
      // Each of them gets one. What goes wrong is seen when there is something to prove.
      for (let n = 0; n < pool.size; n++)
        void answerFrom(pool, taskOf(undefined, new SharedSignal(), new SharedSignal()));
    },
    async *prove(batches, limits, wait) {
      const [judging, late] = [new SharedSignal(), new SharedSignal()];
      let done = 0;
      const running = batches.map(async (batch) => {
        const answer = pool.isLocal || isPlain(batch) ? await answerFrom(pool, taskOf(batch, judging, late)) : 'here';
        done++;
        return answer;
      });
      for (const [n, batch] of batches.entries()) {
        let answer: JobAnswer | ThreadEnded | 'here' | undefined;
        const answered = running[n]!.then((a) => {
          answer = a;
        });
        for (;;) {
          await Promise.race([answered, new Promise((resume) => setTimeout(resume, LOOK_MS))]);
          if (limits.isJudgingOver()) judging.abort(undefined);
          if (limits.isLate() !== undefined) late.abort(undefined);
          if (answer !== undefined) break;
          await wait(done / batches.length);
        }
        if (answer instanceof ThreadEnded) report(threadEnded(answer));
        const isDone = !(answer === 'here' || answer instanceof ThreadEnded);
        yield isDone ? resultOf<ProvedBatch>(answer as JobAnswer) : here(batch, limits);
      }
    },
  };
}

/** Terms share their parts, which text would write again and again. */
function isPlain({ questions }: ProofBatch): boolean {
  return questions.every(({ witnesses }) => witnesses.every(([{ sighting }]) => !('meets' in sighting)));
}

export interface ProveSurroundings {
  readonly host: Host;
  readonly shared: readonly SharedBytes[];
  readonly judging: Cancellation | undefined;
  readonly late: Cancellation | undefined;
}

/** In the thread. */
export async function doProveJob(
  { request, batch }: ProveJob,
  { host, shared, judging, late }: ProveSurroundings,
): Promise<ProvedBatch | undefined> {
  const program = await programOf({ request, recorded: shared[0]! }, host);
  if (batch === undefined) return undefined;
  return finish(
    proveBatch(program, batch, {
      isJudgingOver: () => judging?.aborted === true,
      isLate: () => (late?.aborted === true ? 'it is too late' : undefined),
    }),
  );
}
