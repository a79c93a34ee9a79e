// The limits of one run, from its first moment: time, memory, and whoever cancels it. And its progress, for whoever waits.

import type { Host } from '../clang/host.js';
import type { Progress as EngineProgress, Limits } from '../engines/limits.js';
import type { Settings } from './settings.js';

/** What is being done, and how far it has come. */
export type Work =
  | EngineProgress
  | { readonly phase: 'compiling' | 'modelling' | 'explaining'; readonly done?: number; readonly of?: number };

export type CheckProgress = Work & {
  /** Since the start. */
  readonly seconds: number;
  /** Until the time limit. */
  readonly secondsLeft: number;
};

export interface Supervision {
  /** Ends the run: what was found until then is reported. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
}

/** How long the work goes on before everything else that waits gets its turn. */
const BREATH_MS = 100;
/** Findings are still explained for a part of the time after its end, or for a second: a bare finding helps nobody. */
const GRACE = 0.1;

export class Budget implements Limits {
  private readonly start: number;
  private lastBreath: number;
  private reason: string | undefined;

  constructor(
    private readonly host: Host,
    private readonly limits: Pick<Settings, 'timeout' | 'memory'>,
    private readonly options: Supervision,
  ) {
    this.start = host.now();
    this.lastBreath = this.start;
  }

  /** Somebody did not want to wait. */
  get wasInterrupted(): boolean {
    return this.options.signal?.aborted === true;
  }

  get milliseconds(): number {
    return this.host.now() - this.start;
  }

  readonly isOver = (): string | undefined => {
    if (this.reason === undefined && this.wasInterrupted) this.reason = interruption(this.options.signal!);
    if (this.reason === undefined && this.milliseconds > this.limits.timeout * 1000)
      this.reason = `the time limit of ${this.limits.timeout} s was reached`;
    return this.reason;
  };

  readonly isPauseDue = (): boolean => this.host.now() - this.lastBreath > BREATH_MS;

  readonly pause = async (work: Work): Promise<void> => {
    const { memory } = this.limits;
    if (this.memoryUsed() > 1) this.reason ??= `the memory limit of ${memory} MB was reached`;
    await this.breathe(work);
  };

  /** 0 to 1. */
  readonly memoryUsed = (): number => (this.host.memoryUsed() ?? 0) / this.limits.memory;

  /** Between two explanations. False: the rest goes without. */
  async mayExplain(done: number, of: number): Promise<boolean> {
    if (this.isPauseDue()) await this.breathe({ phase: 'explaining', done, of });
    const grace = Math.max(1, this.limits.timeout * GRACE);
    return !this.wasInterrupted && this.milliseconds < (this.limits.timeout + grace) * 1000;
  }

  private async breathe(work: Work): Promise<void> {
    const seconds = this.milliseconds / 1000;
    this.options.onProgress?.({ ...work, seconds, secondsLeft: Math.max(0, this.limits.timeout - seconds) });
    await this.host.rest();
    this.lastBreath = this.host.now();
  }
}

function interruption({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : 'it was cancelled';
}
