// What is said of a bug of Preempt itself.

import { InternalError } from '../base/internal-error.js';

export function internalErrorText(error: unknown): string {
  return error instanceof InternalError ? error.message : String(error);
}
