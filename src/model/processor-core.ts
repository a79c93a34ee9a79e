// What differs from core to core of one architecture: how many bits of a priority a device has, and whether there is a
// ceiling (BASEPRI) at all; where there is none, priorities have no groups. A device's own number of bits is in the
// function that shifts priorities into place.

import type { IrModule } from '../ir/module.js';
import type { Effect, Platform } from './platform.js';

/** The platform as the core has it that the program is compiled for. */
export function forCore(module: IrModule, triple: string, platform: Platform): Platform {
  const core = platform.cores.find(({ triples }) => triples.some((pattern) => new RegExp(pattern).test(triple)));
  const bits = bitsOfDevice(module, platform) ?? core?.bits ?? platform.priorities.bits;
  const sized = { ...platform, priorities: { ...platform.priorities, bits } };
  return core?.hasCeiling === false ? withoutCeiling(sized) : sized;
}

/** `(priority << (8 - __NVIC_PRIO_BITS)) & 0xff` */
function bitsOfDevice(module: IrModule, platform: Platform): number | undefined {
  for (const name of platform.shiftsPriority) {
    for (const block of module.functions.get(name)?.blocks ?? []) {
      for (const i of block.instructions) {
        const by = i.op === 'shl' && i.right.kind === 'int' ? Number(i.right.value) : 0;
        if (by > 0 && by < 8) return 8 - by;
      }
    }
  }
  return undefined;
}

/** What sets or reads a ceiling is no instruction of such a core: it is not known. */
function withoutCeiling(platform: Platform): Platform {
  const isCeiling = (effect: Effect): boolean =>
    effect.kind === 'set-ceiling' || effect.kind === 'raise-ceiling' || effect.kind === 'read-ceiling';
  return {
    ...platform,
    functions: Object.fromEntries(Object.entries(platform.functions).filter(([, all]) => !all.some(isCeiling))),
    assembly: platform.assembly.filter(({ effects }) => !effects.some(isCeiling)),
    registers: platform.registers.filter((r) => r.kind !== 'priority-group'),
  };
}
