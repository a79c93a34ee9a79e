// What two accesses that nothing orders are. Between an ISR and what it preempts on one core: the machine does them at
// once or not, and the compiler knows of it or not. Between threads, and where ISRs run beside others, only atomic ones
// are fine. See docs/findings.md.

import { pieceOffsets } from '../machine/stepping/accessed.js';
import type { Program } from '../model/program.js';
import { runsIsrsBeside } from '../model/threading.js';
import type { SiteId } from './history.js';
import type { Sites } from './sites.js';

/** `exempt`: the machine does both at once and the compiler leaves them as they are written. */
export type RaceKind = 'race' | 'missing-volatile' | 'exempt';

export function raceKind(
  program: Program,
  sites: Sites,
  { first, second }: { readonly first: SiteId; readonly second: SiteId },
): RaceKind {
  const accesses = [first, second].map((id) => accessAt(program, sites, id));
  const isThread = (id: SiteId): boolean =>
    program.contexts[sites.all[id]!.context]!.kind !== 'isr' || runsIsrsBeside(program.threading);
  if (isThread(first) && isThread(second)) return accesses.every((a) => a.isAtomic) ? 'exempt' : 'race';
  if (!accesses.every((a) => a.isAtOnce)) return 'race';
  return accesses.every((a) => a.isKept) ? 'exempt' : 'missing-volatile';
}

interface SeenBy {
  readonly isAtomic: boolean;
  /** No interrupt comes in the middle. */
  readonly isAtOnce: boolean;
  /** The compiler does it as often as it is written, and there. */
  readonly isKept: boolean;
}

function accessAt(program: Program, sites: Sites, id: SiteId): SeenBy {
  const { instruction, context } = sites.all[id]!;
  const access = program.accesses.find((a) => a.instruction.id === instruction && a.context === context);
  if (access?.atomic === true) return { isAtomic: true, isAtOnce: true, isKept: true };
  const i = program.module.instructions[instruction]!;
  if (access === undefined || (i.op !== 'load' && i.op !== 'store'))
    return { isAtomic: false, isAtOnce: false, isKept: false };
  return { isAtomic: false, isAtOnce: pieceOffsets({ program }, i, access.size).length === 1, isKept: access.volatile };
}
