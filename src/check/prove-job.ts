// Batches of findings as jobs for other threads. Each of them loads the program once, from what was answered when it
// was loaded here; it is told by flags in shared memory when the time is over, so there is one clock for all.

import type { Diagnostic } from '../base/diagnostic.js';
import { type JobAnswer, resultOf } from '../base/job-answer.js';
import { SharedSignal } from '../base/shared-signal.js';
import { ThreadEnded, threadEnded } from '../base/thread-ended.js';
import type { Host, Pool } from '../clang/host.js';
import { finish } from '../engines/limits.js';
import type { OtherThreads } from '../engines/proving.js';
import { type ProofBatch, type ProvedBatch, proveBatch } from '../findings/proof-batch.js';
import { answerFrom, LOOK_MS, type PlainProgram, programOf } from './plain-program.js';

export interface ProveJob {
  readonly kind: 'prove';
  readonly program: PlainProgram;
  /** Undefined: the program is to be loaded, for later. */
  readonly batch: ProofBatch | undefined;
  /** Of `SharedSignal`s: harm is not judged any more; it is too late for everything. */
  readonly judging: SharedArrayBuffer;
  readonly late: SharedArrayBuffer;
}

/** `here` does a batch whose thread has not lived to its end. */
export function proveInThreads(
  pool: Pool,
  program: () => PlainProgram,
  here: (batch: ProofBatch, limits: Parameters<OtherThreads['prove']>[1]) => ProvedBatch,
  report: (diagnostic: Diagnostic) => void,
  hasRoom: () => boolean,
): OtherThreads {
  let isPrepared = false;
  const jobOf = (batch: ProofBatch | undefined, judging: SharedSignal, late: SharedSignal): ProveJob => {
    isPrepared = true;
    return { kind: 'prove', program: program(), batch, judging: judging.buffer, late: late.buffer };
  };
  return {
    hasRoom,
    prepare() {
      if (isPrepared || !hasRoom()) return;
      // Each of them gets one. What goes wrong is seen when there is something to prove.
      for (let n = 0; n < pool.size; n++)
        void answerFrom(pool, jobOf(undefined, new SharedSignal(), new SharedSignal()));
    },
    async *prove(batches, limits, wait) {
      const [judging, late] = [new SharedSignal(), new SharedSignal()];
      let done = 0;
      const running = batches.map(async (batch) => {
        const answer = await answerFrom(pool, jobOf(batch, judging, late));
        done++;
        return answer;
      });
      for (const [n, batch] of batches.entries()) {
        let answer: JobAnswer | ThreadEnded | undefined;
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
        yield answer instanceof ThreadEnded ? here(batch, limits) : resultOf<ProvedBatch>(answer);
      }
    },
  };
}

/** In the thread. */
export async function doProveJob(
  { program, batch, judging, late }: ProveJob,
  host: Host,
): Promise<ProvedBatch | undefined> {
  const [judgingOver, isLate] = [new SharedSignal(judging), new SharedSignal(late)];
  const loadedProgram = await programOf(program, host);
  if (batch === undefined) return undefined;
  return finish(
    proveBatch(loadedProgram, batch, {
      isJudgingOver: () => judgingOver.aborted,
      isLate: () => (isLate.aborted ? 'it is too late' : undefined),
    }),
  );
}
