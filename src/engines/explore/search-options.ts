// What a search over executions is asked and given.

import type { ModelObjects } from '../../execution/model-objects.js';
import type { LockOrder } from '../../findings/lock-order/lock-order.js';
import type { Rules } from '../../findings/pattern-observer.js';
import type { Sites } from '../../findings/sites.js';
import type { BlockedThreads } from '../../findings/waiting/blocked-threads.js';
import type { Waits } from '../../findings/waiting/waits.js';
import type { Machine } from '../../machine/machine.js';
import type { Term } from '../../solve/term.js';
import type { Limits } from '../limits.js';
import type { PathObserver } from './path-observer.js';
import type { Reduction } from './reductions/reduction.js';
import type { SearchThreads } from './tabulated/shared-search.js';

export interface SearchOptions {
  readonly machine: Machine;
  readonly rules: Rules;
  readonly sites: Sites;
  readonly objects: ModelObjects;
  /** At the beginning of the program. */
  readonly reduction: Reduction;
  /** Failing assertions are asked for: executions go on when no interrupt can come any more. */
  readonly assertions: boolean;
  /** Waiting for ever is asked for, and judged by these. */
  readonly waits: Waits | undefined;
  /** Threads that wait for each other are asked for, and judged by these. */
  readonly blocked: BlockedThreads | undefined;
  /** Told of all locks that are taken while others are held, where deadlocks are asked for. */
  readonly lockOrder: LockOrder | undefined;
  readonly limits: Limits;
  /** Can the decision be made after a path that was taken? `quick`: if that is hard to say, no. */
  readonly feasible: (path: readonly Term[], decided: readonly Term[], how?: 'quick') => boolean;
  /** That work ahead of a long search by tables. */
  readonly searchThreads?: SearchThreads | undefined;
  /** Looks at executions, at the beginning of the program. */
  readonly pathObserver?: PathObserver | undefined;
}
