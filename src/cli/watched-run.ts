// One run of the command line, as whoever waits for it sees it: its progress, its findings as they come, and what
// Ctrl-C does.

import type { CheckOptions } from '../check.js';
import type { Host } from '../clang/host.js';
import { type Interruption, interruptible } from './interruption.js';
import { eventLine, type ProgressEvent } from './progress-json.js';
import { ProgressLine } from './progress-line.js';

/** Also what the library wants to know of it. */
export interface WatchedRun extends CheckOptions {
  readonly signal: AbortSignal;
  readonly host: Host;
  /** Of several programs, this one is next. */
  begin(program: string, number: number, of: number): void;
  /** Nothing is left to be interrupted, and other things are written from now on. */
  reported(): void;
  end(exitCode: number): void;
}

/** `timeout`: seconds that a program may take. */
export async function beginRun(timeout: number, progress: string | undefined): Promise<WatchedRun> {
  const { thisMachine } = await import('../clang/node-host.js');
  const host = thisMachine();
  return progress === 'json' ? tellingPrograms(host) : tellingPeople(host, timeout);
}

function tellingPeople(host: Host, timeout: number): WatchedRun {
  let line = new ProgressLine(process.stderr, timeout);
  const interruption: Interruption = interruptible(() => line.close());
  return {
    host,
    signal: interruption.signal,
    onProgress: (progress) => line.update(progress),
    begin(program, number, of) {
      line.close();
      line = new ProgressLine(process.stderr, timeout, `${program} (${number} of ${of})`);
    },
    reported() {
      line.close();
      interruption.over();
    },
    end: () => {},
  };
}

function tellingPrograms(host: Host): WatchedRun {
  const tell = (event: ProgressEvent): unknown => process.stderr.write(eventLine(event));
  const interruption = interruptible(() => {});
  return {
    host,
    signal: interruption.signal,
    onProgress: (progress) => tell({ event: 'progress', ...progress }),
    onFinding: (finding) => tell({ event: 'finding', finding }),
    begin: (program, number, of) => tell({ event: 'program', program, number, of }),
    reported: () => interruption.over(),
    end: (exitCode) => tell({ event: 'end', exitCode }),
  };
}
