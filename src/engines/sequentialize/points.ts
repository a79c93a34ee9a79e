// Before which steps others may come: accesses that two contexts make, one of them writing. The reduction of the TECS
// paper (§3.2) leaves out calls of the scheduler before an access that no interrupt which may come there, nor one that
// may interrupt that one, interferes with: it may as well come later.

import type { Instruction } from '../../ir/instruction.js';
import { isCall } from '../../ir/instruction-class.js';
import { effectsOfCall } from '../../model/known-calls.js';
import type { Access, Context, Program, Region } from '../../model/program.js';

export interface PointCounts {
  /** Between any two instructions that access memory or call, as the naive translation has them. */
  readonly everywhere: number;
  /** Before accesses that others can see, and operations on interrupts. */
  readonly shared: number;
  /** Of those, left by the reduction. */
  readonly reduced: number;
}

export class Points {
  private readonly accesses = new Map<Instruction, Access[]>();

  constructor(
    private readonly program: Program,
    private readonly isVisible: (region: Region) => boolean,
    private readonly isReduced: boolean,
  ) {
    for (const access of program.accesses) {
      const list = this.accesses.get(access.instruction);
      if (list === undefined) this.accesses.set(access.instruction, [access]);
      else list.push(access);
    }
  }

  isShared(i: Instruction): boolean {
    return this.accesses.get(i)?.some((a) => a.regions.some((r) => this.isVisible(r))) === true;
  }

  /** Is the scheduler called before it? */
  isPoint(i: Instruction): boolean {
    if (!this.isReduced) return true;
    const all = this.accesses.get(i);
    return all === undefined || all.some((access) => this.interferes(access));
  }

  private interferes(access: Access): boolean {
    const { program } = this;
    const running = program.contexts[access.context]!;
    return program.contexts.some((isr) => {
      if (isr.kind !== 'isr' || !mayPreempt(program, isr, running)) return false;
      const footprint = program.footprints[isr.id]!;
      const writes = access.operation !== 'R';
      return access.regions.some(
        (r) =>
          program.objects[r.object]!.kind === 'device' ||
          footprint.nestedWrites.some((w) => overlap(r, w)) ||
          (writes && footprint.nestedReads.some((w) => overlap(r, w))),
      );
    });
  }

  /** For the functions that a translation has. */
  counts(functions: readonly string[]): PointCounts {
    let [everywhere, shared, reduced] = [0, 0, 0];
    const all = new Points(this.program, this.isVisible, true);
    for (const name of functions)
      for (const i of this.program.module.functions.get(name)?.blocks.flatMap((b) => b.instructions) ?? []) {
        const isOperation = isCall(i) && (effectsOfCall(this.program, i)?.length ?? 0) > 0;
        const isAccess = this.accesses.has(i);
        if (isAccess || isCall(i) || i.op === 'load' || i.op === 'store') everywhere++;
        if (isOperation || this.isShared(i)) shared++;
        if (isOperation || (this.isShared(i) && all.isPoint(i))) reduced++;
      }
    return { everywhere, shared, reduced };
  }
}

function mayPreempt({ platform }: Program, isr: Context, running: Context): boolean {
  if (running.kind !== 'isr') return true;
  if (platform.nesting.kind === 'none') return false;
  return platform.nesting.kind === 'masked' || isr.priority > running.priority;
}

/** May the two have a byte in common? Over-approximated by their extents. */
function overlap(a: Region, b: Region): boolean {
  if (a.object !== b.object) return false;
  const from = (r: Region): number => (r.stride === 0 ? r.offset : r.low);
  const to = (r: Region): number => (r.stride === 0 ? r.offset + r.size : r.high - 1 + r.size);
  return from(a) < to(b) && from(b) < to(a);
}
