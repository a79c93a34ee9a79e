// A program on its way to other threads: each of them loads it once, from what was answered when it was loaded here,
// and keeps it from one job to the next.

import { InternalError } from '../base/internal-error.js';
import type { JobAnswer } from '../base/job-answer.js';
import { plainJson } from '../base/plain-json.js';
import { type SharedBytes, sharedText, sharedValue } from '../base/shared-bytes.js';
import { ThreadEnded } from '../base/thread-ended.js';
import type { Host, Pool, Task } from '../clang/host.js';
import type { Program } from '../model/program.js';
import { load } from './load.js';
import { readRecorded } from './recorded-schema.js';
import { answering, type RecordedAnswers } from './recorded-workspace.js';
import type { Request } from './request.js';

/** A program that anybody can load. */
export interface PlainProgram {
  readonly request: Request;
  /** Its `RecordedAnswers`. */
  readonly recorded: SharedBytes;
}

/** Between two looks at the limits, of whoever waits for a thread. */
export const LOOK_MS = 100;

export function plainProgram(request: Request, recorded: RecordedAnswers): PlainProgram {
  const { paths, entry, isrs, interrupts, threading, platform, target, sysroot } = request;
  const { drive, dispatch, harnessText, criticalComments } = request;
  const asked = {
    ...{ paths, entry, isrs, interrupts, threading, platform, target, sysroot },
    ...{ drive, dispatch, harnessText, criticalComments },
  };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const units = recorded.compiled.flatMap((c) => (c.kind === 'ok' ? c.value.map((unit) => unit.hash) : []));
  return { request: { ...given, paths }, recorded: sharedText(plainJson(recorded), JSON.stringify([given, units])) };
}

/** Never throws. */
export async function answerFrom(pool: Pool, task: Task): Promise<JobAnswer | ThreadEnded> {
  try {
    return (await pool.run(task)) as JobAnswer;
  } catch (error) {
    return error instanceof ThreadEnded ? error : new ThreadEnded(String(error));
  }
}

/** What a thread keeps from one job to the next: the program that it has loaded last. */
let known: { readonly key: string; readonly program: Promise<Program> } | undefined;

/** In the thread. */
export function programOf(plain: PlainProgram, host: Host): Promise<Program> {
  const key = JSON.stringify([plain.recorded.hash, plain.request]);
  if (known?.key !== key) known = { key, program: loaded(plain, host) };
  return known.program;
}

async function loaded({ request, recorded }: PlainProgram, host: Host): Promise<Program> {
  const result = await load(request, answering(host, readRecorded(sharedValue(recorded))), {
    pause: async () => {},
    isOver: () => undefined,
  });
  if (result.kind === 'failed') throw new InternalError('a program that was loaded before is not');
  return result.value.program;
}
