// Limits of time and memory, which count from the start, the progress line, and Ctrl-C. While files are compiled, Ctrl-C ends the process. While engines run and findings
// are explained, the first one ends that, and what was found is reported; the second ends the process.

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { LoadProgress } from '../check.js';
import type { Limits, Progress } from '../engines/limits.js';
import { ExitCode } from './exit-code.js';
import { ProgressLine, type Terminal } from './progress-line.js';

/** How long an engine may compute before signals and the progress line get their turn. */
const BREATH_MS = 100;
/** Beside the heap: code, stacks, WebAssembly. */
const RESERVE_MB = 512;
/** Milliseconds between two looks at the memory. */
const LOOK_MS = 200;
/** After the time is over, what was found is still replayed and explained for so long. */
const GRACE_SECONDS = 0.5;
const GRACE = 0.05;

export class Watchdog {
  private readonly line: ProgressLine;
  private readonly start = performance.now();
  private phase: string = 'starting';
  private hasStartedEngines = false;
  private isRunning = false;
  private lastLook = this.start;
  private overSince: number | undefined;
  private lastBreath = performance.now();
  private reason: string | undefined;
  private readonly onSignal = (): void => {
    if (!this.hasStartedEngines || this.wasInterrupted) {
      this.line.close();
      process.exit(ExitCode.interrupted);
    }
    this.reason = 'it was interrupted by Ctrl-C';
    this.wasInterrupted = true;
  };
  wasInterrupted = false;

  constructor(
    private readonly seconds: number,
    private readonly megabytes: number,
    terminal: Terminal,
  ) {
    this.line = new ProgressLine(terminal, () => this.secondsLeft());
    process.removeAllListeners('SIGINT');
    process.on('SIGINT', this.onSignal);
    if (getHeapStatistics().heap_size_limit < this.megabytes * 2 ** 20)
      setFlagsFromString(`--max-old-space-size=${this.megabytes + RESERVE_MB}`);
  }

  async whileLoading(progress: LoadProgress): Promise<void> {
    this.phase = progress.phase;
    await this.breathe(progress);
  }

  /** The limits while there is no program yet; the reason tells how far it has come. */
  isOverLoading(): string | undefined {
    const reason = this.isOver();
    return reason === undefined ? undefined : `${reason} while ${this.phase}`;
  }

  startEngines(): Limits {
    this.hasStartedEngines = true;
    this.isRunning = true;
    return {
      isOver: () => this.isOver(),
      isLate: () => this.isLate(),
      secondsLeft: () => this.secondsUntilOver(),
      isPauseDue: () => this.isPauseDue(),
      pause: async (progress) => {
        this.lookAtMemory();
        await this.breathe(progress);
      },
    };
  }

  /** Too late even for what was found. */
  isLate(): string | undefined {
    const reason = this.isOver();
    const grace = Math.max(GRACE_SECONDS, GRACE * this.seconds);
    return reason !== undefined && performance.now() - this.overSince! > 1000 * grace ? reason : undefined;
  }

  stopEngines(): void {
    this.isRunning = false;
  }

  /** False: Ctrl-C came, and the rest stays as it is. */
  async whileExplaining(done: number, of: number): Promise<boolean> {
    if (this.isPauseDue()) await this.breathe({ phase: 'explaining', done, of });
    return !this.wasInterrupted;
  }

  /** Takes the progress line away. Ctrl-C ends the process from here on. */
  close(): void {
    this.line.close();
    process.removeListener('SIGINT', this.onSignal);
    process.on('SIGINT', () => process.exit(ExitCode.interrupted));
  }

  private isOver(): string | undefined {
    if (this.reason === undefined && this.secondsUntilOver() < 0)
      this.reason = `the time limit of ${this.seconds} s was reached`;
    if (this.reason === undefined && performance.now() - this.lastLook > LOOK_MS) this.lookAtMemory();
    if (this.reason !== undefined) this.overSince ??= performance.now();
    return this.reason;
  }

  private lookAtMemory(): void {
    this.lastLook = performance.now();
    if (process.memoryUsage.rss() > this.megabytes * 2 ** 20)
      this.reason ??= `the memory limit of ${this.megabytes} MB was reached`;
  }

  private secondsUntilOver(): number {
    return this.seconds - (performance.now() - this.start) / 1000;
  }

  /** For the progress line. */
  private secondsLeft(): number | undefined {
    return this.isRunning ? this.secondsUntilOver() : undefined;
  }

  private isPauseDue(): boolean {
    return performance.now() - this.lastBreath > BREATH_MS;
  }

  private async breathe(work: Parameters<ProgressLine['update']>[0] | Progress): Promise<void> {
    this.line.update(work);
    await new Promise((resume) => setImmediate(resume));
    this.lastBreath = performance.now();
  }
}
