// Who helps with one check: threads, if it may have several, and workers elsewhere, where their queue was named, which
// prove in their place. What the machine answers while the program is loaded is kept for them; threads start when there
// is enough to prove, and end with the check.

import type { Diagnostic } from '../base/diagnostic.js';
import { once } from '../base/once.js';
import type { Host, Pool } from '../clang/host.js';
import type { SearchThreads } from '../engines/explore/tabulated/shared-search.js';
import { finish } from '../engines/limits.js';
import type { OtherThreads } from '../engines/proving.js';
import { proveBatch } from '../findings/proof-batch.js';
import type { Program } from '../model/program.js';
import { type AskedThreads, askInThreads } from './ask-job.js';
import { plainProgram } from './plain-program.js';
import { proveInThreads } from './prove-job.js';
import { recording } from './recorded-workspace.js';
import type { CheckRequest } from './request.js';
import { searchThreads } from './search-threads.js';
import type { Settings } from './settings.js';
import { ROOM, threadCount } from './thread-count.js';

interface ThreadsOfCheck {
  /** That the symbolic engine runs in, while another runs here. */
  readonly askedThreads?: AskedThreads;
  /** That prove findings, where there are many. */
  readonly threads: OtherThreads;
  /** That work ahead of a long search. */
  readonly searchThreads?: SearchThreads;
}

export class CheckThreads {
  /** To load the program from. */
  readonly host: Host;
  /** About threads that ended before their time. */
  readonly diagnostics: Diagnostic[] = [];
  /** The program is there. */
  readonly loaded: () => void;
  private readonly pool: Pool | undefined;
  private readonly start: ((program: Program, memoryUsed: () => number) => ThreadsOfCheck) | undefined;

  constructor(request: CheckRequest, { memory }: Settings, host: Host) {
    const { jobs = host.cores, cache } = request;
    const size = threadCount(jobs, memory);
    this.pool = size > 1 ? host.pool({ size, memory, isCached: cache !== false }) : undefined;
    const { pool } = this;
    const provers = host.farm ?? pool;
    if (provers === undefined) {
      this.host = host;
      this.loaded = () => {};
      return;
    }
    const { recorded, stop, host: recordingHost } = recording(host);
    this.host = recordingHost;
    this.loaded = stop;
    const report = (diagnostic: Diagnostic): void => void this.diagnostics.push(diagnostic);
    this.start = (program, memoryUsed) => {
      const hasRoom = (): boolean => memoryUsed() < ROOM;
      const plain = once(() => plainProgram(request, recorded));
      let asked = 0;
      return {
        ...(pool === undefined
          ? {}
          : {
              askedThreads: askInThreads(pool, plain, report, hasRoom, (change) => {
                asked += change;
              }),
            }),
        threads: proveInThreads(
          provers,
          plain,
          (batch, limits) => finish(proveBatch(program, batch, limits)),
          report,
          () => !provers.isLocal || hasRoom(),
        ),
        ...(pool === undefined
          ? {}
          : { searchThreads: searchThreads(pool, memory, report, hasRoom, () => pool.size - 1 - asked) }),
      };
    };
  }

  /** Nothing where everything is done here. */
  with(program: Program, memoryUsed: () => number): Partial<ThreadsOfCheck> {
    return this.start?.(program, memoryUsed) ?? {};
  }

  async close(): Promise<void> {
    await this.pool?.close();
  }
}
