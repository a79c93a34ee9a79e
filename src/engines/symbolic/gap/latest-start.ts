// Instances start as late as they can. One that the next step does not depend on, nor another instance that starts
// after it in the same gap, might as well start behind that step: an instance runs as a block, and the block and the
// step can change places (docs/reductions.md). So every execution has an equal one in which no instance can be
// postponed, and asking for those alone loses nothing. The static form of this, which is all that explore has, starts
// an ISR wherever another one starts that it depends on; here it is known whether that one does.

import type { RelevantStarts } from '../../../execution/relevant-starts.js';
import type { Peeked } from '../../../machine/peek.js';
import type { State } from '../../../machine/state.js';
import type { ContextId } from '../../../model/program.js';
import type { Term, Terms } from '../../../solve/term.js';
import type { Constraints } from './constraints.js';
import type { Fire, InstanceVariant } from './variant.js';

export class LatestStart {
  private readonly inside = new Map<InstanceVariant, Map<ContextId, Term>>();

  constructor(
    private readonly terms: Terms,
    private readonly relevantStarts: RelevantStarts,
    private readonly constraints: Constraints,
    private readonly isrs: readonly ContextId[],
  ) {}

  /** The starts in one gap, in the order of their turns. */
  constrain(starts: readonly Fire[], state: State, next: Peeked): void {
    if (starts.length === 0) return;
    const { terms } = this;
    const { dependence } = this.relevantStarts;
    const step = this.relevantStarts.nextStep(state, next);
    const conflicting = this.isrs.filter((isr) => dependence.dependsOn(step, isr, 'alone'));
    for (const [n, { variant, chosen }] of starts.entries()) {
      const { id } = variant.isr;
      if (conflicting.includes(id)) continue;
      const reasons = [
        ...conflicting.map((isr) => this.startsInside(variant, isr)),
        ...starts.slice(n + 1).flatMap((s) => (dependence.areDependent(id, s.variant.isr.id) ? [s.chosen] : [])),
      ];
      this.constraints.add(chosen, terms.implies(chosen, terms.any(reasons)));
    }
  }

  /** Does the ISR preempt the instance, or what preempts it? */
  private startsInside(variant: InstanceVariant, isr: ContextId): Term {
    let known = this.inside.get(variant);
    if (known === undefined) this.inside.set(variant, (known = new Map()));
    let starts = known.get(isr);
    if (starts === undefined) {
      const all = variant.nested.map((s) =>
        s.variant.isr.id === isr ? s.chosen : this.terms.and(s.chosen, this.startsInside(s.variant, isr)),
      );
      known.set(isr, (starts = this.terms.any(all)));
    }
    return starts;
  }
}
