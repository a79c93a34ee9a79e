// The accesses of an instance and of what preempts it, each once: whether it happens at all, and, in a model, at which
// point.

import type { Model } from '../../../solve/query.js';
import { FALSE, type Term, type Terms } from '../../../solve/term.js';
import type { GuardedAccess } from './symbolic-tables.js';

/** `Point` is how an access is reached. */
type AccessOccurrence<Point> =
  | { readonly kind: 'own'; readonly guard: Term; readonly point: Point }
  | { readonly kind: 'nested'; readonly chosen: Term; readonly accesses: InstanceAccesses<Point> };

export interface ReachableAccess<Point> {
  /** Its guard says that it happens at least once. */
  readonly access: GuardedAccess;
  point(model: Model): Point | undefined;
}

export class InstanceAccesses<Point> {
  private readonly byAccess = new Map<
    string,
    { access: GuardedAccess; readonly occurrences: AccessOccurrence<Point>[] }
  >();
  /** In an order that every execution follows. */
  private readonly order: (
    | { readonly kind: 'own'; readonly access: GuardedAccess; readonly point: Point }
    | { readonly kind: 'nested'; readonly chosen: Term; readonly accesses: InstanceAccesses<Point> }
  )[] = [];

  constructor(private readonly terms: Terms) {}

  own(access: GuardedAccess, point: Point): void {
    this.order.push({ kind: 'own', access, point });
    this.note(access, access.guard, { kind: 'own', guard: access.guard, point });
  }

  /** Another instance may start here. */
  nested(chosen: Term, accesses: InstanceAccesses<Point>): void {
    this.order.push({ kind: 'nested', chosen, accesses });
    for (const { access } of accesses.byAccess.values())
      this.note(access, this.terms.and(chosen, access.guard), { kind: 'nested', chosen, accesses });
  }

  private note(access: GuardedAccess, guard: Term, occurrence: AccessOccurrence<Point>): void {
    const key = keyOf(access);
    const known = this.byAccess.get(key);
    if (known === undefined) this.byAccess.set(key, { access: { ...access, guard }, occurrences: [occurrence] });
    else {
      known.access = { ...known.access, guard: this.terms.or(known.access.guard, guard) };
      known.occurrences.push(occurrence);
    }
  }

  *all(): Generator<ReachableAccess<Point>> {
    for (const { access } of this.byAccess.values()) yield { access, point: (model) => this.pointOf(access, model) };
  }

  private pointOf(access: GuardedAccess, model: Model): Point | undefined {
    for (const occurrence of this.byAccess.get(keyOf(access))?.occurrences ?? []) {
      if (occurrence.kind === 'own') {
        if (model.isTrue(occurrence.guard)) return occurrence.point;
      } else if (model.isTrue(occurrence.chosen)) {
        const point = occurrence.accesses.pointOf(access, model);
        if (point !== undefined) return point;
      }
    }
    return undefined;
  }

  /** One after the other, those of what preempts it wherever it may start: many. */
  *inOrder(under?: Term): Generator<GuardedAccess & { readonly point: Point }> {
    const both = (guard: Term): Term => (under === undefined ? guard : this.terms.and(under, guard));
    for (const item of this.order) {
      if (item.kind === 'own') {
        const guard = both(item.access.guard);
        if (guard !== FALSE) yield { ...item.access, guard, point: item.point };
      } else yield* item.accesses.inOrder(both(item.chosen));
    }
  }
}

function keyOf({ site, operation, object, offset, size }: GuardedAccess): string {
  return `${site} ${operation} ${object} ${offset} ${size}`;
}
