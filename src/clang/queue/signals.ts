// Words that reach jobs while they are done elsewhere: who gave a job out leaves them in Redis, and whoever does it
// looks for them.

import type { Redis } from 'ioredis';
import { SharedSignal } from '../../base/shared-signal.js';

const EVERY_MS = 500;

/** A hash: the number of the signal, and the reason. */
export function signalKey(queue: string, job: string): string {
  return `preempt-signals:${queue}:${job}`;
}

/** Hears the words for one job, until it is ended. */
export class HeardSignals {
  readonly signals: readonly SharedSignal[];
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly key: string,
    count: number,
  ) {
    this.signals = Array.from({ length: count }, () => new SharedSignal());
    if (count > 0) this.timer = setInterval(() => void this.look(), EVERY_MS);
  }

  get isAnyHeard(): boolean {
    return this.signals.some(({ aborted }) => aborted);
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    const reasons = await this.redis.hmget(this.key, ...[...this.signals.keys()].map(String)).catch(() => []);
    for (const [n, reason] of reasons.entries())
      if (reason != null && !this.signals[n]!.aborted) this.signals[n]!.abort(reason === '' ? undefined : reason);
  }
}
