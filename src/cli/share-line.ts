// The line at the bottom of a terminal for work in many parts, which others may do at the same time: how many of them
// are done, and by whom. From the first second on; gone before anything else is written.

import { ERASE, fitting, type Terminal } from './progress-line.js';

const FIRST_MS = 1000;
const EVERY_MS = 500;

export interface Share {
  /** What is being done. */
  readonly doing: string;
  readonly done: number;
  readonly of: number;
  /** Of what. */
  readonly unit: string;
}

export class ShareLine {
  private readonly start: number;
  private readonly timer: NodeJS.Timeout | undefined;
  private share: Share | undefined;
  private others: (() => string) | undefined;
  private isDrawn = false;

  constructor(
    /** Of standard error. */
    private readonly terminal: Terminal,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.start = now();
    if (terminal.isTTY !== true) return;
    this.timer = setInterval(() => this.draw(), EVERY_MS);
    this.timer.unref();
  }

  /** What others do. */
  watch(state: (() => string) | undefined): void {
    this.others = state;
  }

  update(share: Share): void {
    this.share = share;
    this.draw();
  }

  close(): void {
    clearInterval(this.timer);
    if (this.isDrawn) this.terminal.write(ERASE);
    this.isDrawn = false;
  }

  private draw(): void {
    const { share, terminal } = this;
    const passed = this.now() - this.start;
    if (share === undefined || terminal.isTTY !== true || passed < FIRST_MS) return;
    this.isDrawn = true;
    const { doing, done, of, unit } = share;
    const parts = [
      `${doing}: ${done} of ${of} ${unit}`,
      `${Math.floor(passed / 1000)} s`,
      ...(this.others === undefined ? [] : [this.others()]),
      'Ctrl-C reports what was found',
    ];
    // One column is left free, as in the other line.
    terminal.write(`${ERASE}${fitting(parts, (terminal.columns || 80) - 1)}`);
  }
}
