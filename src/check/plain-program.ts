// A program on its way to other threads: each of them loads it once, from what was answered when it was loaded here,
// and keeps it from one job to the next.

import { InternalError } from '../base/internal-error.js';
import type { JobAnswer } from '../base/job-answer.js';
import { ThreadEnded } from '../base/thread-ended.js';
import type { Host, Pool } from '../clang/host.js';
import type { Program } from '../model/program.js';
import { load } from './load.js';
import { answering, type RecordedAnswers } from './recorded-workspace.js';
import type { Request } from './request.js';

/** A program that any thread can load. */
export interface PlainProgram {
  /** Of its content. */
  readonly hash: string;
  readonly request: Request;
  /** Its `RecordedAnswers`, as JSON in UTF-8; shared, not copied. */
  readonly recorded: SharedArrayBuffer;
}

/** Between two looks at the limits, of whoever waits for a thread. */
export const LOOK_MS = 100;

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

/** Never throws. */
export async function answerFrom(pool: Pool, job: unknown): Promise<JobAnswer | ThreadEnded> {
  try {
    return (await pool.run(job)) as JobAnswer;
  } catch (error) {
    return error instanceof ThreadEnded ? error : new ThreadEnded(String(error));
  }
}

/** What a thread keeps from one job to the next: the program that it has loaded last. */
let known: { readonly hash: string; readonly program: Promise<Program> } | undefined;

/** In the thread. */
export function programOf(plain: PlainProgram, host: Host): Promise<Program> {
  if (known?.hash !== plain.hash) known = { hash: plain.hash, program: loaded(plain, host) };
  return known.program;
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
