// A thread that runs the embedded clang on one file at a time. In a thread of its own, clang has the stack that deep
// code needs, and neither a long compilation nor a crash disturbs the rest.

import { parentPort } from 'node:worker_threads';
import { InternalError } from '../base/internal-error.js';
import { type EmbeddedTask, runEmbedded } from './embedded-run.js';

const port = parentPort;
if (port === null) throw new InternalError('embedded-worker runs only as a worker thread');
port.on('message', (task: EmbeddedTask) => {
  const outcome = runEmbedded(task);
  port.postMessage(outcome, [outcome.output.buffer]);
});
