// Packs name vectors where their numbers differ by device: the device's own header tells the number, in macros of which
// debug information keeps the text. A bit of a vector without a number is left out: what it enables is on anyway.

import type { IrModule } from '../ir/module.js';
import type { Platform } from './platform.js';

export function withVectorNumbers(module: IrModule, platform: Platform): Platform {
  const { vectorMacro, registers } = platform;
  const named = registers.filter((r) => r.kind === 'symbol-flags');
  if (named.length === 0) return platform;
  const numbers = new Map<string, number | undefined>();
  const numberOf = (vector: number | string): number | undefined => {
    if (typeof vector === 'number') return vector;
    if (!numbers.has(vector)) numbers.set(vector, macroIn(module, (vectorMacro ?? '$1').replace('$1', vector)));
    return numbers.get(vector);
  };
  return {
    ...platform,
    registers: registers.flatMap((register): Platform['registers'] => {
      if (register.kind !== 'symbol-flags') return [register];
      const bits = Object.entries(register.bits).flatMap(([bit, vectors]) => {
        const irqs = [...new Set(vectors.flatMap((vector) => numberOf(vector) ?? []))];
        return irqs.length === 0 ? [] : [[bit, irqs] as const];
      });
      return bits.length === 0 ? [] : [{ ...register, bits: Object.fromEntries(bits) }];
    }),
  };
}

/** Undefined where no file has it, or files have it with several numbers. */
function macroIn(module: IrModule, name: string): number | undefined {
  const values = new Set(module.units.flatMap(({ debug }) => debug.macro(name) ?? []));
  return values.size === 1 ? [...values][0] : undefined;
}
