// Who may preempt whom, statically: an over-approximation of the rules of docs/machine.md, from the nesting policy and
// the mask operations.

import type { Platform } from './platform.js';
import type { Context, ContextId, Operation } from './program.js';

/** The ISRs that may start while the context runs. */
export function preempters(
  platform: Platform,
  contexts: readonly Context[],
  operations: readonly Operation[],
): (context: Context) => readonly Context[] {
  const opensMask = new Set(
    operations.filter((o) => o.effect.kind === 'open-mask' || o.effect.kind === 'write-mask').map((o) => o.context),
  );
  const hasArrivalPoint = new Set(operations.filter((o) => o.effect.kind === 'arrive').map((o) => o.context));
  const isrs = contexts.filter((c) => c.kind === 'isr');
  const found = contexts.map((context) =>
    isrs.filter(
      (isr) =>
        (isr.startsAt === undefined || hasArrivalPoint.has(context.id)) &&
        mayPreempt(platform, context, isr, opensMask),
    ),
  );
  return (context) => found[context.id]!;
}

/** ISRs that may be entered again while they run are marked as running several times at once. */
export function withReentry(
  contexts: readonly Context[],
  preemptedBy: (context: Context) => readonly Context[],
): readonly Context[] {
  return contexts.map((c) => (c.kind === 'isr' && preemptedBy(c).includes(c) ? { ...c, multiple: true } : c));
}

function mayPreempt(platform: Platform, running: Context, isr: Context, opensMask: ReadonlySet<ContextId>): boolean {
  if (running.kind !== 'isr') return true;
  switch (platform.nesting.kind) {
    case 'priority':
      return isr.priority > running.priority;
    case 'masked':
      return opensMask.has(running.id);
    case 'none':
      return false;
  }
}
