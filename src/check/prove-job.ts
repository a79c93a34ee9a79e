// Batches of findings as jobs for other threads or machines. Each of them loads the program once, from what was
// answered when it was loaded here; it is told when the time is over, so there is one clock for all.

import type { Diagnostic } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import { type JobAnswer, resultOf } from '../base/job-answer.js';
import { plainJson } from '../base/plain-json.js';
import { type SharedBytes, sharedText, sharedValue } from '../base/shared-bytes.js';
import { type Cancellation, SharedSignal } from '../base/shared-signal.js';
import { ThreadEnded, threadEnded } from '../base/thread-ended.js';
import type { Host, Pool, Task } from '../clang/host.js';
import { finish } from '../engines/limits.js';
import type { OtherThreads } from '../engines/proving.js';
import { type ProofBatch, type ProvedBatch, proveBatch } from '../findings/proof-batch.js';
import type { Program } from '../model/program.js';
import { load } from './load.js';
import { type ProveJob, readProved } from './proof-schema.js';
import { readRecorded } from './recorded-schema.js';
import { answering, type RecordedAnswers } from './recorded-workspace.js';
import type { Request } from './request.js';

/** A program that anybody can load. */
export interface PlainProgram {
  readonly request: Request;
  /** Its `RecordedAnswers`. */
  readonly recorded: SharedBytes;
}

/** Between two looks at the limits. */
const LOOK_MS = 100;

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

async function answerFrom(pool: Pool, task: Task): Promise<JobAnswer | ThreadEnded> {
  try {
    return (await pool.run(task)) as JobAnswer;
  } catch (error) {
    return error instanceof ThreadEnded ? error : new ThreadEnded(String(error));
  }
}

export function plainProgram(request: Request, recorded: RecordedAnswers): PlainProgram {
  const { paths, entry, isrs, interrupts, threading, platform, target, sysroot } = request;
  const asked = { paths, entry, isrs, interrupts, threading, platform, target, sysroot };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const units = recorded.compiled.flatMap((c) => (c.kind === 'ok' ? c.value.map((unit) => unit.hash) : []));
  return { request: { ...given, paths }, recorded: sharedText(plainJson(recorded), JSON.stringify([given, units])) };
}

/** What a thread keeps from one job to the next: the program that it has loaded last. */
let known: { readonly key: string; readonly program: Promise<Program> } | undefined;

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
  const recorded = shared[0]!;
  const key = JSON.stringify([recorded.hash, request]);
  if (known?.key !== key) known = { key, program: loaded(request, recorded, host) };
  const program = await known.program;
  if (batch === undefined) return undefined;
  return finish(
    proveBatch(program, batch, {
      isJudgingOver: () => judging?.aborted === true,
      isLate: () => (late?.aborted === true ? 'it is too late' : undefined),
    }),
  );
}

async function loaded(request: Request, recorded: SharedBytes, host: Host): Promise<Program> {
  const result = await load(request, answering(host, readRecorded(sharedValue(recorded))), {
    pause: async () => {},
    isOver: () => undefined,
  });
  if (result.kind === 'failed') throw new InternalError('a program that was loaded before is not');
  return result.value.program;
}
