// One of the threads that wait for each other, or for ever.

import type { ThreadWait } from '../../execution/waiting.js';
import type { ThreadId } from '../../machine/state.js';
import type { ContextId } from '../../model/program.js';
import type { SiteId } from '../history.js';

export interface BlockedThread {
  readonly thread: ThreadId;
  readonly context: ContextId;
  /** The call in the program itself that waits. */
  readonly site: SiteId;
  readonly wait: ThreadWait;
}
