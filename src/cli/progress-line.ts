// The line at the bottom of a terminal that says what takes so long. Nothing is written in the first second, nor where
// there is no terminal, and the line is gone before anything else is written.

import type { Work } from '../check/budget.js';
import type { CheckProgress } from '../check.js';
import type { Progress } from '../engines/limits.js';

/** Of standard error. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** To the beginning of the line, and nothing there. */
export const ERASE = '\r\x1b[K';
const FIRST_MS = 1000;
const EVERY_MS = 200;
/** States are counted over so long. */
const RATE_MS = 2000;

export class ProgressLine {
  private readonly start: number;
  private work: Work = { phase: 'compiling' };
  private lastDrawn = Number.NEGATIVE_INFINITY;
  private isDrawn = false;
  private readonly samples: { readonly at: number; readonly states: number }[] = [];
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly terminal: Terminal,
    /** Seconds that it may take in all. */
    private readonly timeout: number,
    /** Shown first: which of several programs it is. */
    private readonly title = '',
    private readonly now: () => number = () => performance.now(),
  ) {
    this.start = now();
    if (terminal.isTTY !== true) return;
    // For whatever lets the process wait: clang in another process or thread.
    this.timer = setInterval(() => this.draw(), EVERY_MS);
    this.timer.unref();
  }

  update(work: Work | CheckProgress): void {
    if ('states' in work && work.phase === 'exploring') this.count(work.states);
    const isNews = work.phase !== this.work.phase;
    this.work = work;
    if (isNews) this.lastDrawn = Number.NEGATIVE_INFINITY;
    this.draw();
  }

  /** Before anything else is written. */
  close(): void {
    clearInterval(this.timer);
    if (this.isDrawn) this.terminal.write(ERASE);
    this.isDrawn = false;
  }

  private count(states: number): void {
    const at = this.now();
    this.samples.push({ at, states });
    while (this.samples.length > 2 && this.samples[1]!.at <= at - RATE_MS) this.samples.shift();
  }

  private draw(): void {
    const now = this.now();
    if (this.terminal.isTTY !== true || now - this.start < FIRST_MS || now - this.lastDrawn < EVERY_MS) return;
    this.lastDrawn = now;
    this.isDrawn = true;
    // One column is left free: a full line would wrap, and `\r` would not take it away. Some terminals do not know
    // their width, or say 0.
    const text = fitting(this.parts(), (this.terminal.columns || 80) - 1);
    this.terminal.write(`${ERASE}${text}`);
  }

  /** The most important first. */
  private parts(): readonly string[] {
    const { work } = this;
    const seconds = Math.floor((this.now() - this.start) / 1000);
    const time = `${seconds} s, ${Math.max(0, this.timeout - seconds)} s left`;
    const { done, of } = work as { readonly done?: number; readonly of?: number };
    const share = done === undefined || of === undefined ? [] : [`${done} of ${of} ${unitOf(work.phase)}`];
    return [
      ...(this.title === '' ? [] : [this.title]),
      work.phase,
      time,
      ...share,
      ...('states' in work ? this.found(work) : []),
      ...(work.phase === 'compiling' || work.phase === 'modelling' ? [] : ['Ctrl-C reports what was found']),
    ];
  }

  private found({ phase, states, sightings }: Progress): readonly string[] {
    const seen = sightings === 0 ? [] : [`${sightings} seen`];
    return phase === 'exploring' ? [`${counted(states)} states`, ...this.rate(), ...seen] : seen;
  }

  private rate(): readonly string[] {
    const [first, last] = [this.samples[0], this.samples.at(-1)];
    if (first === undefined || last === undefined || last.at <= first.at) return [];
    return [`${counted(Math.round(((last.states - first.states) * 1000) / (last.at - first.at)))}/s`];
  }
}

function unitOf(phase: Work['phase']): string {
  switch (phase) {
    case 'compiling':
      return 'files';
    case 'asking the solver':
      return 'candidates settled';
    default:
      return 'findings';
  }
}

function counted(number: number): string {
  return number.toLocaleString('en');
}

/** As many as there is room for. */
export function fitting(parts: readonly string[], columns: number): string {
  let text = parts[0] ?? '';
  for (const part of parts.slice(1)) {
    if (text.length + 2 + part.length > columns) break;
    text += `, ${part}`;
  }
  return text.slice(0, Math.max(0, columns));
}
