// Depth or priority: who preempts whom, as far as masks do not say so.

import type { Machine } from '../../../machine/machine.js';
import type { Context } from '../../../model/program.js';
import { Inexpressible } from './locations.js';

/** An ISR preempts those of lower levels only. Throws `Inexpressible` where no such numbers exist. */
export function levelsOf({ program, isrs }: Machine): (isr: Context) => number {
  switch (program.platform.nesting.kind) {
    case 'priority':
      return (isr) => isr.priority;
    case 'none':
      return () => 1;
    case 'masked': {
      const opens = new Set(
        program.operations
          .filter((o) => o.effect.kind === 'open-mask' || o.effect.kind === 'write-mask')
          .map((o) => o.context),
      );
      const openers = isrs.filter((isr) => opens.has(isr.id));
      if (openers.length > 1)
        throw new Inexpressible(`${openers.map((isr) => isr.name).join(' and ')}, which may preempt each other`);
      const free = isrs.find((isr) => isr.nonMaskable);
      if (free !== undefined) throw new Inexpressible(`${free.name}, which no mask keeps out`);
      return (isr) => (opens.has(isr.id) ? 1 : 2);
    }
  }
}
