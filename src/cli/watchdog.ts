// Limits of time and memory, the progress line, and Ctrl-C: the first one ends the engine, which reports what it has; the second ends the process.

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { Limits, Progress } from '../engines/limits.js';
import { ExitCode } from './exit-code.js';

/** How long an engine may compute before signals and the progress line get their turn. */
const BREATH_MS = 100;
const PROGRESS_MS = 1000;
/** Beside the heap: code, stacks, WebAssembly. */
const RESERVE_MB = 512;

export class Watchdog {
  private readonly start = performance.now();
  private lastBreath = this.start;
  private nextProgress = this.start + PROGRESS_MS;
  private reason: string | undefined;
  private readonly onSignal = (): void => {
    if (this.wasInterrupted) process.exit(ExitCode.interrupted);
    this.reason = 'it was interrupted by Ctrl-C';
    this.wasInterrupted = true;
  };
  wasInterrupted = false;

  constructor(
    private readonly seconds: number,
    private readonly megabytes: number,
    private readonly terminal: NodeJS.WriteStream,
  ) {
    if (getHeapStatistics().heap_size_limit < megabytes * 2 ** 20)
      setFlagsFromString(`--max-old-space-size=${megabytes + RESERVE_MB}`);
    process.removeAllListeners('SIGINT');
    process.on('SIGINT', this.onSignal);
  }

  get limits(): Limits {
    return { isOver: () => this.isOver(), isPauseDue: () => this.isPauseDue(), pause: (p) => this.pause(p) };
  }

  private isOver(): string | undefined {
    if (this.reason === undefined && performance.now() - this.start > this.seconds * 1000)
      this.reason = `the time limit of ${this.seconds} s was reached`;
    return this.reason;
  }

  private isPauseDue(): boolean {
    return performance.now() - this.lastBreath > BREATH_MS;
  }

  private async pause(progress: Progress): Promise<void> {
    const megabytes = process.memoryUsage.rss() / 2 ** 20;
    if (megabytes > this.megabytes) this.reason ??= `the memory limit of ${this.megabytes} MB was reached`;
    if (this.terminal.isTTY && performance.now() > this.nextProgress) {
      this.nextProgress = performance.now() + PROGRESS_MS;
      const { states, sightings } = progress;
      const seconds = Math.round((performance.now() - this.start) / 1000);
      this.terminal.write(
        `\r\x1b[K  ${seconds} s  ${states.toLocaleString('en')} states  ${sightings} seen  ${Math.round(megabytes)} MB  (Ctrl-C: report what was found)`,
      );
    }
    await new Promise((resume) => setImmediate(resume));
    this.lastBreath = performance.now();
  }

  /** Takes the progress line away. */
  close(): void {
    if (this.terminal.isTTY && this.nextProgress - this.start > PROGRESS_MS) this.terminal.write('\r\x1b[K');
    process.removeListener('SIGINT', this.onSignal);
  }
}
