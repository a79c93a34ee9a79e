// A program as a formula, by one of the encodings.

import type { Machine } from '../../../machine/machine.js';
import type { Program } from '../../../model/program.js';
import { runsIsrsBeside } from '../../../model/threading.js';
import type { Solvers } from '../../../solve/solver.js';
import { breathe, type News, type Questions } from '../../engine.js';
import type { Limits } from '../../limits.js';
import type { OtherThreads } from '../../proving.js';
import type { Formula } from '../formula.js';
import { gapEncoding } from '../gap/gap.js';
import { gapFormula } from '../gap/gap-formula.js';
import type { GapOptions } from '../gap/gap-system.js';
import { unrollEvents } from '../ordering/events.js';
import { Inexpressible } from '../ordering/locations.js';
import { order } from '../ordering/order.js';
import { orderFormula } from '../ordering/order-formula.js';

export type EncodingName = 'gap' | 'po' | 'precise' | 'threads';

/** What a program is encoded by, unless somebody wants another: `gap` has no threads. */
export function usualEncoding({ contexts }: Program): EncodingName {
  return contexts.some((c) => c.kind === 'thread') ? 'threads' : 'gap';
}

export interface SymbolicSettings {
  readonly encoding: EncodingName;
  readonly solvers: Solvers;
  /** That prove findings, where there are many. */
  readonly threads?: OtherThreads | undefined;
  /** `gap`: the second formula is the only one, to compare the two. */
  readonly tracePartitioning?: boolean;
}

export type SymbolicOptions = SymbolicSettings & Questions & Limits;
type EncodingOptions = Pick<SymbolicOptions, 'arrivals' | 'effect' | 'encoding' | 'properties' | 'contextSwitches'>;
export type EncodingTools = Pick<GapOptions, 'sites' | 'feasible' | 'checkLimits' | 'isrs' | 'tracePartitioning'>;

export function* formulaOf(
  machine: Machine,
  options: EncodingOptions & Limits,
  tools: EncodingTools,
): Generator<News, Formula> {
  const pieces = encodingOf(machine, options, tools);
  for (;;) {
    yield* breathe(options, () => ({ phase: 'encoding', states: 0, sightings: 0 }));
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
  }
}

/** Piece by piece; the published encodings, which are for comparison, in one. */
function* encodingOf(machine: Machine, options: EncodingOptions, tools: EncodingTools): Generator<void, Formula> {
  const { arrivals, effect, encoding, properties } = options;
  const watches = properties.some((p) => p !== 'assertion');
  const { threading, contexts } = machine.program;
  if (runsIsrsBeside(threading)) throw new Inexpressible('ISRs that run beside others');
  if (threading.scheduler === 'priority' && machine.threads.areMany) throw new Inexpressible('priorities of threads');
  const threads = contexts.filter((c) => c.kind === 'thread').map((c) => c.name);
  if (encoding === 'gap' && threads.length > 0) throw new Inexpressible(`threads (${threads.join(', ')})`);
  if (encoding === 'gap')
    return gapFormula(machine, yield* gapEncoding(machine, { arrivals, effect, watches, ...tools }));
  if (machine.isrs.some((isr) => isr.given !== undefined))
    throw new Inexpressible('arguments that handlers are registered with');
  const unrolled = unrollEvents(machine, { arrivals, ...tools });
  const { checkLimits } = tools;
  const switches = threads.length === 0 ? undefined : options.contextSwitches;
  if (switches !== undefined && machine.isrs.length > 0)
    throw new Inexpressible('a bound on context switches together with interrupts');
  const ordering = order(machine.terms, unrolled.graph, encoding, checkLimits, switches);
  return orderFormula(machine.program, machine.terms, unrolled, ordering, { effect, watches, checkLimits });
}
