// Limits of time and memory, the progress line, and Ctrl-C. While files are compiled, Ctrl-C ends the process. While engines run and findings
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

export class Watchdog {
  private readonly line: ProgressLine;
  /** When the engines began. */
  private start: number | undefined;
  private isRunning = false;
  private lastBreath = performance.now();
  private reason: string | undefined;
  private readonly onSignal = (): void => {
    if (this.start === undefined || this.wasInterrupted) {
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
  }

  async whileLoading(progress: LoadProgress): Promise<void> {
    await this.breathe(progress);
  }

  /** From now on the time counts. */
  startEngines(): Limits {
    if (getHeapStatistics().heap_size_limit < this.megabytes * 2 ** 20)
      setFlagsFromString(`--max-old-space-size=${this.megabytes + RESERVE_MB}`);
    this.start = performance.now();
    this.isRunning = true;
    return {
      isOver: () => this.isOver(),
      isPauseDue: () => this.isPauseDue(),
      pause: async (progress) => {
        const used = process.memoryUsage.rss() / 2 ** 20;
        if (used > this.megabytes) this.reason ??= `the memory limit of ${this.megabytes} MB was reached`;
        await this.breathe(progress);
      },
    };
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
    if (this.reason === undefined && this.secondsLeft()! < 0)
      this.reason = `the time limit of ${this.seconds} s was reached`;
    return this.reason;
  }

  private secondsLeft(): number | undefined {
    if (this.start === undefined || !this.isRunning) return undefined;
    return this.seconds - (performance.now() - this.start) / 1000;
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
