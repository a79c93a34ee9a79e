// The limits of one run, from its first moment: time, memory, and whoever cancels it. And its progress, for whoever
// waits.

import type { Cancellation } from '../base/shared-signal.js';
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
  readonly signal?: Cancellation | undefined;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
}

/** How long the work goes on before everything else that waits gets its turn. */
const BREATH_MS = 100;
/** Between two looks at the memory, at most, and at least: to look takes longer than some stages of a small program. */
const LOOK_MS = 200;
const SHORT_LOOK_MS = 20;
/** After the end, what was found is still replayed and explained for so long, or for this part of the time. */
const GRACE_SECONDS = 0.5;
const GRACE = 0.05;

export class Budget implements Limits {
  private readonly start: number;
  private lastBreath: number;
  private lastLook: number;
  /** At a pause. */
  private nextLook: number;
  private reason: string | undefined;
  private overSince: number | undefined;
  private phase = 'starting';

  constructor(
    private readonly host: Host,
    private readonly limits: Pick<Settings, 'timeout' | 'memory'>,
    private readonly options: Supervision,
  ) {
    this.start = host.now();
    this.lastBreath = this.start;
    this.lastLook = this.start;
    this.nextLook = this.start;
  }

  /** Somebody did not want to wait. */
  get wasInterrupted(): boolean {
    return this.options.signal?.aborted === true;
  }

  get milliseconds(): number {
    return this.host.now() - this.start;
  }

  /** 0 to 1. */
  readonly memoryUsed = (): number => (this.host.memoryUsed() ?? 0) / this.limits.memory;

  readonly secondsLeft = (): number => this.limits.timeout - this.milliseconds / 1000;

  readonly isOver = (): string | undefined => {
    if (this.reason === undefined && this.wasInterrupted) this.reason = interruption(this.options.signal!);
    if (this.reason === undefined && this.secondsLeft() < 0)
      this.reason = `the time limit of ${this.limits.timeout} s was reached`;
    if (this.reason === undefined && this.host.now() - this.lastLook > LOOK_MS) this.lookAtMemory();
    if (this.reason !== undefined) this.overSince ??= this.host.now();
    return this.reason;
  };

  /** While there is no program yet: the reason tells how far it has come. */
  readonly isOverLoading = (): string | undefined => {
    const reason = this.isOver();
    return reason === undefined ? undefined : `${reason} while ${this.phase}`;
  };

  /** Too late even for what was found. */
  readonly isLate = (): string | undefined => this.isPast(this.start);

  /** The same for what was asked for in addition: however long the rest took, it gets as much time after the end. */
  lateFromNow(): () => string | undefined {
    const from = this.host.now();
    return () => this.isPast(from);
  }

  private isPast(from: number): string | undefined {
    const reason = this.isOver();
    const grace = Math.max(GRACE_SECONDS, GRACE * this.limits.timeout);
    const end = Math.max(from, this.overSince ?? 0);
    return reason !== undefined && this.host.now() - end > 1000 * grace ? reason : undefined;
  }

  readonly isPauseDue = (): boolean => this.host.now() - this.lastBreath > BREATH_MS;

  readonly pause = async (work: Work): Promise<void> => {
    this.phase = work.phase;
    if (this.host.now() >= this.nextLook) this.lookAtMemory();
    await this.breathe(work);
  };

  /** Between two explanations. False: it was interrupted, and the rest goes without. */
  async mayExplain(done: number, of: number): Promise<boolean> {
    if (this.isPauseDue()) await this.breathe({ phase: 'explaining', done, of });
    return !this.wasInterrupted;
  }

  private lookAtMemory(): void {
    this.lastLook = this.host.now();
    this.nextLook = this.lastLook + SHORT_LOOK_MS;
    if (this.memoryUsed() > 1) this.reason ??= `the memory limit of ${this.limits.memory} MB was reached`;
  }

  private async breathe(work: Work): Promise<void> {
    const seconds = this.milliseconds / 1000;
    this.options.onProgress?.({ ...work, seconds, secondsLeft: Math.max(0, this.secondsLeft()) });
    await this.host.rest();
    this.lastBreath = this.host.now();
  }
}

function interruption({ reason }: Cancellation): string {
  return typeof reason === 'string' ? reason : 'it was cancelled';
}
