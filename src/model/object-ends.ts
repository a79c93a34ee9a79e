// Who may end heap objects: `free`, and `realloc`, which gives the old object back. Whoever does so while another
// context accesses the object leaves it with one that is gone: the end counts as a write to all of it.

import { type CheckLimits, noLimits } from '../base/limits.js';
import { isCall } from '../ir/instruction-class.js';
import { effectsOfFunction } from './known-calls.js';
import type { Effect, Platform } from './platform.js';
import type { PointsTo } from './points-to.js';
import type { ContextId, ObjectId } from './program.js';

export type ObjectEnds = ReadonlyMap<ObjectId, ReadonlySet<ContextId>>;

export const NO_ENDS: ObjectEnds = new Map();

/** The argument whose object ends with a call of this effect. */
export function freedArgument(effect: Effect): number | undefined {
  if (effect.kind === 'allocate') return 0;
  return effect.kind === 'free' && typeof effect.pointer === 'object' ? effect.pointer.argument : undefined;
}

export function objectEnds(platform: Platform, pointsTo: PointsTo, checkLimits: CheckLimits = noLimits): ObjectEnds {
  const ends = new Map<ObjectId, Set<ContextId>>();
  for (const instance of pointsTo.instances) {
    checkLimits();
    for (const block of instance.function.blocks)
      for (const i of block.instructions) {
        if (!isCall(i)) continue;
        for (const name of pointsTo.callees(instance, i))
          for (const effect of effectsOfFunction(platform, name) ?? []) {
            const operand = i.arguments[freedArgument(effect) ?? -1];
            if (operand?.type.kind !== 'pointer') continue;
            for (const { object } of pointsTo.pointers(instance, operand)) {
              if (pointsTo.objects[object]!.kind !== 'heap') continue;
              const by = ends.get(object) ?? new Set();
              ends.set(object, by.add(instance.context));
            }
          }
      }
  }
  return ends;
}
