// One run of the command line, as whoever waits for it sees it: its progress, its findings as they come, and what
// Ctrl-C does.

import type { CheckOptions } from '../check.js';
import type { NodeHost } from '../clang/node-host.js';
import { type Interruption, interruptible } from './interruption.js';
import { eventLine, type ProgressEvent } from './progress-json.js';
import { ProgressLine } from './progress-line.js';
import { ShareLine } from './share-line.js';

/** Also what the library wants to know of it. */
export interface WatchedRun extends CheckOptions {
  readonly signal: AbortSignal;
  readonly host: NodeHost;
  /** Of several programs, this one begins. Others may be under way. */
  begin(program: string, number: number, of: number): ProgramWatch;
  /** What others do, for the line that says what takes so long. */
  watchQueue(state: (() => string) | undefined): void;
  /** Nothing is left to be interrupted, and other things are written from now on. */
  reported(): void;
  end(exitCode: number): void;
}

/** What one of several programs tells. */
export interface ProgramWatch {
  readonly onProgress: NonNullable<CheckOptions['onProgress']>;
  readonly onFinding?: CheckOptions['onFinding'];
  end(): void;
}

/** `timeout`: seconds that a program may take. */
export async function beginRun(timeout: number, progress: string | undefined): Promise<WatchedRun> {
  const { thisMachine } = await import('../clang/node-host.js');
  const host = thisMachine();
  return progress === 'json' ? tellingPrograms(host) : tellingPeople(host, timeout);
}

function tellingPeople(host: NodeHost, timeout: number): WatchedRun {
  let line = new ProgressLine(process.stderr, timeout);
  /** Where others check: how many are done. Those that were given out wait their turn. */
  let share: ShareLine | undefined;
  const close = (): void => {
    line.close();
    share?.close();
  };
  const interruption: Interruption = interruptible(close);
  /** Programs that are under way, the one that began first first: the line is about that. */
  const titles: string[] = [];
  let done = 0;
  const showFirst = (): void => {
    line.close();
    line = new ProgressLine(process.stderr, timeout, titles[0]);
  };
  return {
    host,
    signal: interruption.signal,
    onProgress: (progress) => line.update(progress),
    begin(program, number, of) {
      if (share !== undefined) {
        const tell = (): void => share?.update({ doing: 'checking', done, of, unit: 'programs' });
        tell();
        return {
          onProgress: () => {},
          end() {
            done++;
            tell();
          },
        };
      }
      const title = `${program} (${number} of ${of})`;
      if (titles.push(title) === 1) showFirst();
      return {
        onProgress: (progress) => (titles[0] === title ? line.update(progress) : undefined),
        end() {
          const at = titles.indexOf(title);
          titles.splice(at, 1);
          if (at === 0 && titles.length > 0) showFirst();
        },
      };
    },
    watchQueue(state) {
      if (state === undefined) return;
      line.close();
      share = new ShareLine(process.stderr);
      share.watch(state);
    },
    reported() {
      close();
      interruption.over();
    },
    end: () => {},
  };
}

function tellingPrograms(host: NodeHost): WatchedRun {
  const tell = (event: ProgressEvent): unknown => process.stderr.write(eventLine(event));
  const interruption = interruptible(() => {});
  return {
    host,
    signal: interruption.signal,
    onProgress: (progress) => tell({ event: 'progress', ...progress }),
    onFinding: (finding) => tell({ event: 'finding', finding }),
    begin(program, number, of) {
      tell({ event: 'program', program, number, of });
      return {
        onProgress: (progress) => tell({ event: 'progress', program, ...progress }),
        onFinding: (finding) => tell({ event: 'finding', program, finding }),
        end: () => {},
      };
    },
    watchQueue: () => {},
    reported: () => interruption.over(),
    end: (exitCode) => tell({ event: 'end', exitCode }),
  };
}
