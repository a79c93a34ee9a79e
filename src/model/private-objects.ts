// Objects that only one activation of a context can reach, although several run the code that makes them: a local whose
// address stays in it.

import { type CheckLimits, noLimits } from '../base/limits.js';
import type { PointsTo } from './points-to.js';
import type { Context, ObjectId } from './program.js';

/** `users`: how many contexts access the object. */
export type IsPrivate = (object: ObjectId, users: () => number) => boolean;

export function privateObjects(
  pointsTo: PointsTo,
  contexts: readonly Context[],
  checkLimits: CheckLimits = noLimits,
): IsPrivate {
  const escaping = escapingLocals(pointsTo, contexts, checkLimits);
  const kept = pointsTo.isCoarse ? keptToThemselves(pointsTo) : new Set<ObjectId>();
  // A local of a thread that runs several times is another object in each run: one user is enough to be private.
  return (id, users) => kept.has(id) || (pointsTo.objects[id]!.kind === 'local' && !escaping.has(id) && users() < 2);
}

/**
 * Locals and heap objects that no way leads to from what contexts have in common: whoever reaches one has made it. Of
 * threads that are analysed as one, each has its own.
 */
function keptToThemselves(pointsTo: PointsTo): ReadonlySet<ObjectId> {
  const isOwned = ({ kind }: { readonly kind: string }): boolean => kind === 'local' || kind === 'heap';
  const common = pointsTo.objects.filter((object) => !isOwned(object)).map((object) => object.id);
  const reached = pointsTo.reachable([...common, ...pointsTo.given()]);
  return new Set(pointsTo.objects.filter((object) => isOwned(object) && !reached.has(object.id)).map((o) => o.id));
}

/** Locals of ISRs and threads that run several times at once and whose address is stored: another run may find it. */
function escapingLocals(
  pointsTo: PointsTo,
  contexts: readonly Context[],
  checkLimits: CheckLimits = noLimits,
): ReadonlySet<ObjectId> {
  const found = new Set<ObjectId>();
  const done = new Set<unknown>();
  for (const instance of pointsTo.instances) {
    const context = contexts[instance.context];
    if (context?.multiple !== true) continue;
    checkLimits();
    for (const block of instance.function.blocks)
      for (const i of block.instructions)
        if (i.op === 'store') {
          const stored = pointsTo.pointers(instance, i.value);
          if (done.has(stored)) continue;
          done.add(stored);
          for (const { object } of stored) if (pointsTo.objects[object]!.kind === 'local') found.add(object);
        }
  }
  return found;
}
