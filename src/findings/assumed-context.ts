// Findings with a context that nothing says to be an interrupt: the program hands a function to one without a body, and
// whether that calls it in between is anybody's guess. Such findings are notes.

import type { Schedule } from '../execution/schedule.js';
import type { Program } from '../model/program.js';
import type { Finding } from './finding.js';

/** The finding, as a note if it depends on such a context. */
export function notedIfAssumed<F extends Omit<Finding, 'id' | 'schedule'>>(
  program: Program,
  schedule: Schedule,
  f: F,
): F {
  const assumed = program.contexts.filter((c) => c.isAssumed === true);
  if (assumed.length === 0) return f;
  const starts = new Set(schedule.choices.flatMap((c) => (c.kind === 'start' ? [c.isr] : [])));
  const context = assumed.find(
    (c) => starts.has(c.name) || starts.has(c.function) || f.accesses.some((a) => a.context === c.id),
  );
  if (context === undefined) return f;
  const { difference: _, ...rest } = f;
  return {
    ...rest,
    harm: 'not-shown-harmful',
    harmReason: `it is not known whether ${context.name} can preempt anything: it is ${context.evidence}. If it can, say --isr ${context.name}`,
  } as F;
}
