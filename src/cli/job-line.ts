// The line from a job in a thread to whoever waits for it: what is said on the way, and questions that only they can
// answer.

import type { MessagePort } from 'node:worker_threads';
import type { ThreadNews, ThreadReply } from '../clang/thread-pool.js';

export class JobLine {
  private readonly waiting = new Map<number, (reply: ThreadReply) => void>();
  private asked = 0;

  constructor(private readonly port: MessagePort) {
    port.on('message', (reply: ThreadReply) => this.waiting.get(reply.number)?.(reply));
    // Whoever waits for an answer keeps the thread busy anyway.
    port.unref();
  }

  readonly tell = (said: unknown): void => this.port.postMessage({ kind: 'said', said } satisfies ThreadNews);

  /** Fails where nobody answers. */
  readonly ask = async (question: unknown): Promise<unknown> => {
    const number = this.asked++;
    const reply = await new Promise<ThreadReply>((answered) => {
      this.waiting.set(number, answered);
      this.port.ref();
      this.port.postMessage({ kind: 'asked', number, question } satisfies ThreadNews);
    });
    this.waiting.delete(number);
    if (this.waiting.size === 0) this.port.unref();
    if ('problem' in reply) throw new Error(reply.problem);
    return reply.answer;
  };

  close(): void {
    this.port.close();
  }
}
