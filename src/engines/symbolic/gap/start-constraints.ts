// Each instance starts at most once, and inside of another only if that one runs; of an ISR's instances the first ones.

import type { ContextId } from '../../../model/program.js';
import { FALSE, type Term, type Terms } from '../../../solve/term.js';
import type { Constraints } from './constraints.js';
import type { Fire, InstanceVariant } from './variant.js';

/** Gives the condition under which each runs. */
export function constrainStarts(
  terms: Terms,
  variants: Iterable<InstanceVariant>,
  constraints: Constraints,
): ReadonlyMap<InstanceVariant, Term> {
  const byInstance = new Map<string, Fire[]>();
  const runs = new Map<InstanceVariant, Term>();
  for (const variant of variants) {
    constrainInputs(terms, variant, constraints);
    runs.set(variant, terms.any(variant.fires.map((f) => f.chosen)));
    const key = `${variant.isr.id} ${variant.arrival}`;
    byInstance.set(key, [...(byInstance.get(key) ?? []), ...variant.fires]);
  }
  for (const [key, fires] of byInstance) {
    constraints.addGroup(fires.map((f) => f.chosen));
    const [isr, arrival] = key.split(' ').map(Number);
    const previous = byInstance.get(`${isr} ${arrival! - 1}`)?.map((f) => f.chosen);
    for (const { chosen, gap } of fires) {
      if (gap.within !== undefined) constraints.add(chosen, terms.implies(chosen, runs.get(gap.within)!));
      if (previous !== undefined) constraints.add(chosen, terms.implies(chosen, terms.any(previous)));
    }
  }
  return runs;
}

/** For each ISR: some instance of it runs and comes to its end. */
export function returnsOf(terms: Terms, runs: ReadonlyMap<InstanceVariant, Term>): ReadonlyMap<ContextId, Term> {
  const returns = new Map<ContextId, Term>();
  for (const [{ isr, exits }, isRun] of runs) {
    const returned = terms.and(isRun, terms.any(exits.map((e) => e.guard)));
    returns.set(isr.id, terms.or(returns.get(isr.id) ?? FALSE, returned));
  }
  return returns;
}

/**
 * OccurrencePoint an instance starts, its inputs are the contents of that gap; often those of many gaps are the same.
 */
function constrainInputs(terms: Terms, { inputs, fires }: InstanceVariant, constraints: Constraints): void {
  for (const [n, variable] of inputs.flatMap(({ variables }) => variables).entries()) {
    const starts = new Map<Term, Term[]>();
    for (const { chosen, contents } of fires) {
      const same = starts.get(contents[n]!);
      if (same === undefined) starts.set(contents[n]!, [chosen]);
      else same.push(chosen);
    }
    for (const [content, chosen] of starts)
      constraints.add(variable, terms.implies(terms.any(chosen), terms.eq(variable, content)));
  }
}
