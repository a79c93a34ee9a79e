// One program of many, checked in a thread beside others. It may use as much memory as if it were alone. Where the
// process as a whole comes to the limit, that is nobody's fault: the job gives up, and the program is checked again
// when it is alone, so that what is reported does not depend on how many threads there are.

import type { Result } from '../base/result.js';
import { SharedSignal } from '../base/shared-signal.js';
import type { Settings } from '../check/settings.js';
import { type CheckRequest, check, type Report } from '../check.js';
import type { NodeHost } from '../clang/node-host.js';
import { freeMemory } from './free-memory.js';
import type { ProgramWatch } from './watched-run.js';

export interface CheckJob {
  readonly kind: 'check';
  readonly request: CheckRequest & Settings;
  /** Of a `SharedSignal`. */
  readonly stop: SharedArrayBuffer;
}

/** On its way. */
export type CheckNews =
  | { readonly kind: 'progress'; readonly progress: Parameters<ProgramWatch['onProgress']>[0] }
  | { readonly kind: 'finding'; readonly finding: Parameters<NonNullable<ProgramWatch['onFinding']>>[0] };

/** `crowded`: together, the threads needed too much memory. */
export type CheckAnswer = { readonly kind: 'crowded' } | { readonly kind: 'checked'; readonly checked: Result<Report> };

export async function doCheckJob(
  { request, stop }: CheckJob,
  host: NodeHost,
  tell: (news: CheckNews) => void,
): Promise<CheckAnswer> {
  let isCrowded = false;
  freeMemory(host.threadMemoryUsed(), request.memory);
  const checked = await check(
    { ...request, jobs: 1 },
    {
      host: {
        ...host,
        memoryUsed() {
          const whole = host.memoryUsed();
          if (whole <= request.memory) return host.threadMemoryUsed();
          isCrowded = true;
          return whole;
        },
      },
      signal: new SharedSignal(stop),
      onProgress: (progress) => tell({ kind: 'progress', progress }),
      onFinding: (finding) => tell({ kind: 'finding', finding }),
    },
  );
  return isCrowded ? { kind: 'crowded' } : { kind: 'checked', checked };
}
