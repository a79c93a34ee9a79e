// Batches of findings as jobs for other threads. Each of them loads the program once, from what was answered when it
// was loaded here; it is told by flags in shared memory when the time is over, so there is one clock for all.

import type { Diagnostic } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import { type JobAnswer, resultOf } from '../base/job-answer.js';
import { SharedSignal } from '../base/shared-signal.js';
import { ThreadEnded, threadEnded } from '../base/thread-ended.js';
import type { Host, Pool } from '../clang/host.js';
import { finish } from '../engines/limits.js';
import type { OtherThreads } from '../engines/proving.js';
import { type ProofBatch, type ProvedBatch, proveBatch } from '../findings/proof-batch.js';
import type { Program } from '../model/program.js';
import { load } from './load.js';
import { answering, type RecordedAnswers } from './recorded-workspace.js';
import type { Request } from './request.js';

export interface ProveJob {
  readonly kind: 'prove';
  readonly program: PlainProgram;
  /** Undefined: the program is to be loaded, for later. */
  readonly batch: ProofBatch | undefined;
  /** Of `SharedSignal`s: harm is not judged any more; it is too late for everything. */
  readonly judging: SharedArrayBuffer;
  readonly late: SharedArrayBuffer;
}

/** A program that any thread can load. */
export interface PlainProgram {
  /** Of its content. */
  readonly hash: string;
  readonly request: Request;
  /** Its `RecordedAnswers`, as JSON in UTF-8; shared, not copied. */
  readonly recorded: SharedArrayBuffer;
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
  const jobOf = (batch: ProofBatch | undefined, judging: SharedSignal, late: SharedSignal): ProveJob => {
    plain ??= program();
    return { kind: 'prove', program: plain, batch, judging: judging.buffer, late: late.buffer };
  };
  return {
    hasRoom,
    prepare() {
      if (plain !== undefined || !hasRoom()) return;
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

async function answerFrom(pool: Pool, job: ProveJob): Promise<JobAnswer | ThreadEnded> {
  try {
    return (await pool.run(job)) as JobAnswer;
  } catch (error) {
    return error instanceof ThreadEnded ? error : new ThreadEnded(String(error));
  }
}

export function plainProgram(request: Request, recorded: RecordedAnswers): PlainProgram {
  const { paths, entry, isrs, interrupts, threading, platform, target, sysroot } = request;
  const asked = { paths, entry, isrs, interrupts, threading, platform, target, sysroot };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const bytes = new TextEncoder().encode(JSON.stringify(recorded));
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  const units = recorded.compiled.flatMap((c) => (c.kind === 'ok' ? c.value.map((unit) => unit.hash) : []));
  return { hash: JSON.stringify([given, units]), request: { ...given, paths }, recorded: buffer };
}

/** What a thread keeps from one job to the next: the program that it has loaded last. */
let known: { readonly hash: string; readonly program: Promise<Program> } | undefined;

/** In the thread. */
export async function doProveJob(
  { program, batch, judging, late }: ProveJob,
  host: Host,
): Promise<ProvedBatch | undefined> {
  if (known?.hash !== program.hash) known = { hash: program.hash, program: loaded(program, host) };
  const [judgingOver, isLate] = [new SharedSignal(judging), new SharedSignal(late)];
  const loadedProgram = await known.program;
  if (batch === undefined) return undefined;
  return finish(
    proveBatch(loadedProgram, batch, {
      isJudgingOver: () => judgingOver.aborted,
      isLate: () => (isLate.aborted ? 'it is too late' : undefined),
    }),
  );
}

async function loaded({ request, recorded }: PlainProgram, host: Host): Promise<Program> {
  // Decoders refuse memory that others may write.
  const text = new TextDecoder().decode(new Uint8Array(recorded).slice());
  const result = await load(request, answering(host, JSON.parse(text) as RecordedAnswers), {
    pause: async () => {},
    isOver: () => undefined,
  });
  if (result.kind === 'failed') throw new InternalError('a program that was loaded before is not');
  return result.value.program;
}
