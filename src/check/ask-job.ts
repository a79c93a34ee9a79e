// The symbolic engine in another thread, which has the program as well: the same questions, the same answers. Its
// limits are looked at here, by one clock for all, and are words in shared memory there.

import type { Diagnostic } from '../base/diagnostic.js';
import { type JobAnswer, resultOf } from '../base/job-answer.js';
import type { SharedBytes } from '../base/shared-bytes.js';
import { SharedSignal } from '../base/shared-signal.js';
import { ThreadEnded, threadEnded } from '../base/thread-ended.js';
import type { Host, Pool, Task } from '../clang/host.js';
import { type Checked, type Engine, type News, type Questions, toEnd } from '../engines/engine.js';
import type { Limits } from '../engines/limits.js';
import type { EncodingName } from '../engines/symbolic/ask/encoding.js';
import type { Finding } from '../findings/finding.js';
import type { Program } from '../model/program.js';
import { answerFrom, LOOK_MS, type PlainProgram, programOf } from './plain-program.js';
import type { Request } from './request.js';

/** Its program is `shared`; the `signals`: nothing more is asked; it is too late for what was found, too. */
export interface AskJob {
  readonly kind: 'ask';
  readonly request: Request;
  readonly questions: Questions;
  readonly encoding: EncodingName;
}

interface Asked {
  readonly checked: Checked;
  /** In the order in which they were told. */
  readonly found: readonly Finding[];
}

/** Threads that can be asked. */
export interface AskedThreads {
  /** Is there memory for one? */
  hasRoom(): boolean;
  /** `here`: the same engine in this thread, for where the other does not live to its end. */
  engine(here: Engine, encoding: EncodingName): Engine;
}

export function askInThreads(
  pool: Pool,
  program: () => PlainProgram,
  report: (diagnostic: Diagnostic) => void,
  hasRoom: () => boolean,
  /** Told how many are at work. */
  atWork: (change: 1 | -1) => void,
): AskedThreads {
  const run = async (task: Task): Promise<JobAnswer | ThreadEnded> => {
    atWork(1);
    const answer = await answerFrom(pool, task);
    atWork(-1);
    return answer;
  };
  const check = async function* (
    here: Engine,
    encoding: EncodingName,
    [loaded, questions, limits]: readonly [Program, Questions, Limits],
  ): AsyncGenerator<News, Checked> {
    const [over, late] = [new SharedSignal(), new SharedSignal()];
    let answer: JobAnswer | ThreadEnded | undefined;
    const { request, recorded } = program();
    const job: AskJob = { kind: 'ask', request, questions, encoding };
    const answered = run({ job, shared: [recorded], signals: [over, late] }).then((a) => {
      answer = a;
    });
    try {
      while (answer === undefined) {
        const because = limits.isOver();
        if (because !== undefined && !over.aborted) over.abort(because);
        if (limits.isLate?.() !== undefined) late.abort(undefined);
        yield { kind: 'pause', progress: { phase: 'asking the solver', states: 0, sightings: 0 } };
        await Promise.race([answered, new Promise((resume) => setTimeout(resume, LOOK_MS))]);
      }
    } finally {
      // Where nobody waits for it any more.
      for (const signal of [over, late]) if (!signal.aborted) signal.abort(undefined);
    }
    if (answer instanceof ThreadEnded) {
      report(threadEnded(answer));
      return yield* here.check(loaded, questions, limits);
    }
    const { checked, found } = resultOf<Asked>(answer);
    for (const finding of found) yield { kind: 'finding', finding };
    return checked;
  };
  return {
    hasRoom,
    engine: (here, encoding) => ({ ...here, check: (...asked) => check(here, encoding, asked) }),
  };
}

interface AskSurroundings {
  readonly host: Host;
  readonly shared: readonly SharedBytes[];
  readonly over: SharedSignal | undefined;
  readonly late: SharedSignal | undefined;
}

/** In the thread. */
export async function doAskJob(
  { request, questions, encoding }: AskJob,
  { host, shared, over, late }: AskSurroundings,
): Promise<Asked> {
  const [{ loadCadical }, { symbolicEngine }] = await Promise.all([
    import('../solve/cadical.js'),
    import('../engines/symbolic/symbolic.js'),
  ]);
  const program = await programOf({ request, recorded: shared[0]! }, host);
  const solvers = await loadCadical(await host.solver());
  const found: Finding[] = [];
  const limits: Limits = {
    isOver: () => (over?.aborted === true ? (over.reason ?? 'nobody waits for it') : undefined),
    isLate: () => (late?.aborted === true ? 'it is too late' : undefined),
  };
  try {
    const engine = symbolicEngine({ encoding, solvers });
    const checked = await toEnd(engine.check(program, questions, limits), limits, (f) => found.push(f));
    return { checked, found };
  } finally {
    solvers.close();
  }
}
