// What a job that was done in another thread has come to, as plain data: its result, or what it threw. A bug that was
// met there is one here.

import { InternalError } from './internal-error.js';

export type JobAnswer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'thrown'; readonly isInternal: boolean; readonly message: string; readonly stack?: string };

export async function answerOf(work: () => Promise<unknown>): Promise<JobAnswer> {
  try {
    return { kind: 'done', result: await work() };
  } catch (error) {
    const isInternal = error instanceof InternalError;
    const message = isInternal ? error.message : String(error);
    return { kind: 'thrown', isInternal, message, ...(error instanceof Error ? { stack: String(error.stack) } : {}) };
  }
}

/** Throws what the job threw. */
export function resultOf<Result>(answer: JobAnswer): Result {
  if (answer.kind === 'done') return answer.result as Result;
  const error = answer.isInternal ? new InternalError(answer.message) : new Error(answer.message);
  if (answer.stack !== undefined) error.stack = answer.stack;
  throw error;
}
