// The accesses of an instance and of what preempts it, each once: whether it happens at all, and, in a model, at which moment.

import type { Model } from '../../../solve/query.js';
import { FALSE, type Term, type Terms } from '../../../solve/term.js';
import type { Performed } from './tables.js';

/** `Moment` is how an access is reached. */
type Happening<Moment> =
  | { readonly kind: 'own'; readonly guard: Term; readonly moment: Moment }
  | { readonly kind: 'nested'; readonly chosen: Term; readonly touched: Touched<Moment> };

export interface Touch<Moment> {
  /** Its guard says that it happens at least once. */
  readonly access: Performed;
  moment(model: Model): Moment | undefined;
}

export class Touched<Moment> {
  private readonly byAccess = new Map<string, { access: Performed; readonly happenings: Happening<Moment>[] }>();
  /** In an order that every execution follows. */
  private readonly order: (
    | { readonly kind: 'own'; readonly access: Performed; readonly moment: Moment }
    | { readonly kind: 'nested'; readonly chosen: Term; readonly touched: Touched<Moment> }
  )[] = [];

  constructor(private readonly terms: Terms) {}

  own(access: Performed, moment: Moment): void {
    this.order.push({ kind: 'own', access, moment });
    this.note(access, access.guard, { kind: 'own', guard: access.guard, moment });
  }

  /** Another instance may start here. */
  nested(chosen: Term, touched: Touched<Moment>): void {
    this.order.push({ kind: 'nested', chosen, touched });
    for (const { access } of touched.byAccess.values())
      this.note(access, this.terms.and(chosen, access.guard), { kind: 'nested', chosen, touched });
  }

  private note(access: Performed, guard: Term, happening: Happening<Moment>): void {
    const key = keyOf(access);
    const known = this.byAccess.get(key);
    if (known === undefined) this.byAccess.set(key, { access: { ...access, guard }, happenings: [happening] });
    else {
      known.access = { ...known.access, guard: this.terms.or(known.access.guard, guard) };
      known.happenings.push(happening);
    }
  }

  *all(): Generator<Touch<Moment>> {
    for (const { access } of this.byAccess.values()) yield { access, moment: (model) => this.momentOf(access, model) };
  }

  private momentOf(access: Performed, model: Model): Moment | undefined {
    for (const happening of this.byAccess.get(keyOf(access))?.happenings ?? []) {
      if (happening.kind === 'own') {
        if (model.isTrue(happening.guard)) return happening.moment;
      } else if (model.isTrue(happening.chosen)) {
        const moment = happening.touched.momentOf(access, model);
        if (moment !== undefined) return moment;
      }
    }
    return undefined;
  }

  /** One after the other, those of what preempts it wherever it may start: many. */
  *inOrder(under?: Term): Generator<Performed & { readonly moment: Moment }> {
    const both = (guard: Term): Term => (under === undefined ? guard : this.terms.and(under, guard));
    for (const item of this.order) {
      if (item.kind === 'own') {
        const guard = both(item.access.guard);
        if (guard !== FALSE) yield { ...item.access, guard, moment: item.moment };
      } else yield* item.touched.inOrder(both(item.chosen));
    }
  }
}

function keyOf({ site, operation, object, offset, size }: Performed): string {
  return `${site} ${operation} ${object} ${offset} ${size}`;
}
