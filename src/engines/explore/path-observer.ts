// Who wants to know how each execution of a search goes on.

import type { State } from '../../machine/state.js';

/** Looks at one execution of the search. A value, as reductions are: what it has seen of its path is part of it. */
export interface PathObserver {
  /** Before each visible step. */
  stepping(state: State): PathObserver;
  /** The state was compared with all that were compared before. */
  compared(key: string, wasSeen: boolean): PathObserver;
  /** An ISR starts. */
  started(): PathObserver;
  /** The context that runs cannot go on by itself. */
  blocked(state: State): void;
}
