// A thread ended before its job was done. That says nothing about the job: it is done again.

import { type Diagnostic, warningAt } from './diagnostic.js';

export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

export function threadEnded({ message }: ThreadEnded): Diagnostic {
  return warningAt('thread-ended', `a thread ended before its work was done, which is done again: ${message}`);
}
