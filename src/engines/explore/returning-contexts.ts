// Contexts of which some run comes to an end without undefined behaviour, or goes on for ever. Where a context has none
// that does, nothing behind its undefined behaviour was ever seen.

import type { State } from '../../machine/state.js';
import type { ContextId } from '../../model/program.js';

export class ReturningContexts {
  readonly all = new Set<ContextId>();

  /** Nothing undefined was met: all that is active goes on from here, or is over. */
  comesThrough(state: State): void {
    this.comeThrough(contextsIn(state));
  }

  comeThrough(contexts: readonly ContextId[]): void {
    for (const context of contexts) this.all.add(context);
  }

  /** Takes those out of `active`, the innermost last, that are not active any more. */
  returned(active: ContextId[], { activations, thread }: State): void {
    if (active.length === 0) return;
    const left = activations.filter(({ context }) => context !== thread.context).length;
    for (const context of active.splice(left)) this.all.add(context);
  }
}

/** Of all threads, and all that is active in them. */
export function contextsIn({ threads }: State): readonly ContextId[] {
  return threads.flatMap(({ context, activations }) => [context, ...activations.map((a) => a.context)]);
}
