// One program of many, checked in a thread beside others. It may use as much memory as if it were alone. Where the
// process as a whole comes to the limit, that is nobody's fault: the job gives up, and the program is checked again
// when it is alone, so that what is reported does not depend on how many threads there are. A program from another
// machine comes with what that one has answered; what else is to be compiled, it is asked for.

import type { Result } from '../base/result.js';
import { type SharedBytes, sharedValue } from '../base/shared-bytes.js';
import type { Cancellation } from '../base/shared-signal.js';
import { readCompiled, readRecorded } from '../check/recorded-schema.js';
import { answering, NotSent } from '../check/recorded-workspace.js';
import type { Settings } from '../check/settings.js';
import { type CheckRequest, check, type Report } from '../check.js';
import type { NodeHost } from '../clang/node-host.js';
import { freeMemory } from './free-memory.js';
import type { ProgramWatch } from './watched-run.js';

/** Its program is `shared` where it comes from another machine; the signal is to stop. */
export interface CheckJob {
  readonly kind: 'check';
  readonly request: CheckRequest & Settings;
  /** There is no other program: a worker does it with all that it has. */
  readonly isOnly?: true;
  /** What that is; one where nobody says more. */
  readonly threads?: number;
}

/** On its way. */
export type CheckNews =
  | { readonly kind: 'progress'; readonly progress: Parameters<ProgramWatch['onProgress']>[0] }
  | { readonly kind: 'finding'; readonly finding: Parameters<NonNullable<ProgramWatch['onFinding']>>[0] };

/** `crowded`: it cannot be done beside others, or not there. */
export type CheckAnswer = { readonly kind: 'crowded' } | { readonly kind: 'checked'; readonly checked: Result<Report> };

export interface CheckSurroundings {
  readonly host: NodeHost;
  readonly shared?: readonly SharedBytes[];
  readonly stop?: Cancellation | undefined;
  readonly tell: (news: CheckNews) => void;
  /** Of whom the program comes from. */
  readonly ask?: (question: unknown) => Promise<unknown>;
}

export async function doCheckJob(
  { request, threads = 1 }: CheckJob,
  surroundings: CheckSurroundings,
): Promise<CheckAnswer> {
  const { stop, tell } = surroundings;
  const host = hostOf(surroundings);
  let isCrowded = false;
  freeMemory(host.threadMemoryUsed(), request.memory);
  try {
    const checked = await check(
      { ...request, jobs: threads },
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
        signal: stop,
        onProgress: (progress) => tell({ kind: 'progress', progress }),
        onFinding: (finding) => tell({ kind: 'finding', finding }),
      },
    );
    return isCrowded ? { kind: 'crowded' } : { kind: 'checked', checked };
  } catch (error) {
    if (error instanceof NotSent) return { kind: 'crowded' };
    throw error;
  }
}

/** With the program that came along, if one did. */
function hostOf({ host, shared = [], ask }: CheckSurroundings): NodeHost {
  const [recorded] = shared;
  if (recorded === undefined) return host;
  return answering(host, readRecorded(sharedValue(recorded)), async (units, changed) => {
    if (ask === undefined) throw new NotSent('nobody can be asked');
    return readCompiled(await ask({ kind: 'compile', units, changed }));
  });
}
