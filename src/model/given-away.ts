// Memory that others than the program may write: objects whose address is written to a device register, as a DMA
// controller wants it, or given to a function without a body, and everything that they lead to. An over-approximation:
// who is given an address may keep it for ever.

import { type CheckLimits, noLimits } from '../base/limits.js';
import { isCall } from '../ir/instruction-class.js';
import type { IrModule } from '../ir/module.js';
import type { Operand } from '../ir/value.js';
import { effectsOfFunction, externalSummary } from './known-calls.js';
import type { Platform } from './platform.js';
import type { PointsTo } from './points-to.js';
import type { ObjectId } from './program.js';

export function givenAway(
  module: IrModule,
  platform: Platform,
  pointsTo: PointsTo,
  checkLimits: CheckLimits = noLimits,
): ReadonlySet<ObjectId> {
  const given = new Set<ObjectId>();
  const { cookies } = pointsTo;
  /** What a function without a body that nobody knows is called with. */
  const isUnknown = (name: string): boolean =>
    !name.startsWith('llvm.') &&
    !/^mem(?:cpy|move|set)$/.test(name) &&
    effectsOfFunction(platform, name) === undefined &&
    externalSummary(name) === undefined &&
    (module.functions.get(name)?.blocks.length ?? 0) === 0;
  const done = new Set<unknown>();
  const devices = new Map<unknown, boolean>();
  for (const instance of pointsTo.instances) {
    checkLimits();
    const give = (value: Operand): void => {
      const pointers = pointsTo.pointers(instance, value);
      if (done.has(pointers)) return;
      done.add(pointers);
      for (const { object } of pointers) given.add(object);
    };
    for (const block of instance.function.blocks) {
      for (const i of block.instructions) {
        if (i.op === 'store') {
          const pointers = pointsTo.pointers(instance, i.address);
          const isDevice = devices.get(pointers) ?? pointers.some((p) => pointsTo.objects[p.object]!.kind === 'device');
          devices.set(pointers, isDevice);
          if (isDevice) give(i.value);
        } else if (isCall(i)) {
          const unknown = i.callee.kind === 'assembly' ? [] : [...pointsTo.callees(instance, i)].filter(isUnknown);
          if (i.callee.kind !== 'assembly' && unknown.length === 0) continue;
          for (const [n, value] of i.arguments.entries()) {
            if (cookies.get(i)?.has(n)) continue;
            const isConstant =
              unknown.length > 0 && unknown.every((name) => module.functions.get(name)?.constPointees?.has(n));
            if (!isConstant) give(value);
            else for (const object of behind(pointsTo, pointsTo.pointers(instance, value))) given.add(object);
          }
        }
      }
    }
  }
  return pointsTo.reachable(given);
}

/** What pointers in the memory lead to that these point to. */
export function behind(
  pointsTo: Pick<PointsTo, 'reachable'>,
  pointers: readonly { readonly object: ObjectId }[],
): readonly ObjectId[] {
  const own = new Set(pointers.map((p) => p.object));
  return [...pointsTo.reachable(own)].filter((object) => !own.has(object));
}
