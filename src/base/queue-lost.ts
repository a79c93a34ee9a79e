// Nobody can be asked any more: the queue has gone away, nobody works on it, or the run was interrupted. What was asked
// for stays undone, and a run ends with what it has.

import { type Diagnostic, warningAt } from './diagnostic.js';

export class QueueLost extends Error {
  override readonly name = 'QueueLost';
}

export function queueLost({ message }: QueueLost): Diagnostic {
  return warningAt('queue-lost', `${message}; what is not done yet stays undone`);
}
