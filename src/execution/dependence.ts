// Which ISRs a step depends on. An ISR runs as a block between two steps of what it preempts; moving the block behind a
// step that it does not depend on changes neither values nor findings. So it is enough to start ISRs right before a
// step that depends on them, on another ISR that starts there, or at the end: the reduction keeps every finding of the
// exhaustive search (docs/reductions.md).

import type { Instruction } from '../ir/instruction.js';
import { preempters } from '../model/preemption.js';
import type { Context, ContextId, ObjectId, Operation, Program, Region } from '../model/program.js';
import { overlap, UNBOUNDED } from '../model/region.js';

/** The bytes that a step is about to access. */
export interface NextAccess {
  readonly operation: 'R' | 'W' | 'RW';
  /** Objects of the model; several where the model cannot tell allocations apart. */
  readonly objects: readonly ObjectId[];
  readonly offset: number;
  readonly size: number;
}

/** What a step is, as far as dependence goes. */
export type NextStep =
  | { readonly kind: 'accesses'; readonly accesses: readonly NextAccess[] }
  /** Changes masks, flags or pending bits; `operations` of the model tell which. It may be a shared register, too. */
  | { readonly kind: 'mask'; readonly instruction: Instruction; readonly accesses: readonly NextAccess[] }
  /** Nothing that an ISR of the program could notice or influence. */
  | { readonly kind: 'independent' };

/** What an ISR does; `block`: with everything that may preempt it, `alone`: by itself. */
type Extent = 'block' | 'alone';

interface Footprint {
  readonly reads: readonly Region[];
  readonly writes: readonly Region[];
  /** Those that change masks. */
  readonly operations: readonly Operation[];
  readonly members: ReadonlySet<ContextId>;
}

export class Dependence {
  private readonly footprints: Readonly<Record<Extent, Map<ContextId, Footprint>>> = {
    block: new Map(),
    alone: new Map(),
  };
  private readonly between = new Map<number, boolean>();
  /** By the objects, then by the rest of an access. */
  private readonly cache = new Map<readonly ObjectId[], Map<string, readonly ContextId[]>>();

  constructor(
    private readonly program: Program,
    private readonly isrs: readonly Context[],
  ) {
    const preemptedBy = preempters(program.platform, program.contexts, program.operations);
    for (const isr of isrs) {
      const members = new Set([isr]);
      for (const m of members) for (const next of preemptedBy(m)) members.add(next);
      this.footprints.block.set(isr.id, footprintOf(program, new Set([...members].map((m) => m.id))));
      this.footprints.alone.set(isr.id, footprintOf(program, new Set([isr.id])));
    }
  }

  /**
   * The ISRs among `startable` that are worth starting right before `step`, if none but those among `left` can start
   * from here on.
   */
  relevant(step: NextStep, startable: readonly ContextId[], left: readonly ContextId[]): readonly ContextId[] {
    const found = new Set(left.filter((isr) => this.dependsOn(step, isr)));
    // An ISR may have to run before another that the step depends on: it may even be what enables it.
    for (const isr of found)
      for (const other of left) if (!found.has(other) && this.areDependent(isr, other)) found.add(other);
    return startable.filter((isr) => found.has(isr));
  }

  dependsOn(step: NextStep, isr: ContextId, extent: Extent = 'block'): boolean {
    switch (step.kind) {
      case 'independent':
        return false;
      case 'accesses':
        return step.accesses.some((a) => this.conflicting(a, extent).includes(isr));
      case 'mask':
        return (
          this.maskDependsOn(step.instruction, this.footprints[extent].get(isr)!) ||
          step.accesses.some((a) => this.conflicting(a, extent).includes(isr))
        );
    }
  }

  private conflicting(access: NextAccess, extent: Extent): readonly ContextId[] {
    let known = this.cache.get(access.objects);
    if (known === undefined) this.cache.set(access.objects, (known = new Map()));
    const key = `${extent}${access.operation}${access.offset}:${access.size}`;
    let found = known.get(key);
    if (found === undefined) {
      const regions = access.objects.map(
        (object): Region => ({
          object,
          offset: access.offset,
          stride: 0,
          low: access.offset,
          high: access.offset + 1,
          size: access.size,
        }),
      );
      found = this.isrs
        .filter(({ id }) => {
          const { reads, writes } = this.footprints[extent].get(id)!;
          const met = access.operation === 'R' ? writes : [...writes, ...reads];
          return met.some((r) => regions.some((mine) => overlap(mine, r)));
        })
        .map((isr) => isr.id);
      known.set(key, found);
    }
    return found;
  }

  /**
   * Opening masks and setting flags only adds possibilities, so an ISR that leaves masks alone may always be postponed
   * behind it. Anything else is kept in order with the ISRs that it may keep out, and with those that change masks
   * themselves; a call that an ISR starts at, with those that start at calls: behind it is too late.
   */
  private maskDependsOn(instruction: Instruction, { operations, members }: Footprint): boolean {
    const mine = this.program.operations.filter((o) => o.instruction === instruction);
    if (mine.length === 0 || operations.length > 0) return true;
    return mine.some((o) => {
      switch (o.effect.kind) {
        case 'arrive':
          return [...members].some((m) => this.program.contexts[m]!.startsAt !== undefined);
        case 'open-mask':
        case 'enable':
        case 'read-mask':
        case 'read-ceiling':
        case 'expect-atomic-begin':
        case 'expect-atomic-end':
        case 'set-priority':
          return false;
        case 'disable':
          return typeof o.irq !== 'number' || [...members].some((m) => this.program.contexts[m]!.irq === o.irq);
        default:
          return true;
      }
    });
  }

  /** Does it matter which of two ISRs runs first? */
  areDependent(a: ContextId, b: ContextId): boolean {
    const key = Math.min(a, b) * 4096 + Math.max(a, b);
    let known = this.between.get(key);
    if (known === undefined) {
      const [x, y] = [this.footprints.block.get(a)!, this.footprints.block.get(b)!];
      const meet = (p: readonly Region[], q: readonly Region[]): boolean => p.some((r) => q.some((s) => overlap(r, s)));
      known =
        x.operations.length > 0 ||
        y.operations.length > 0 ||
        meet(x.writes, y.writes) ||
        meet(x.writes, y.reads) ||
        meet(x.reads, y.writes);
      this.between.set(key, known);
    }
    return known;
  }
}

function footprintOf(program: Program, members: ReadonlySet<ContextId>): Footprint {
  const accesses = program.accesses.filter((a) => members.has(a.context));
  const ended = [...program.ends].filter(([, by]) => [...by].some((context) => members.has(context)));
  return {
    reads: accesses.filter((a) => a.operation !== 'W').flatMap((a) => a.regions),
    writes: [...accesses.filter((a) => a.operation !== 'R').flatMap((a) => a.regions), ...ended.map(([o]) => whole(o))],
    operations: program.operations.filter((o) => members.has(o.context) && changesInterrupts(o)),
    members,
  };
}

/** With its end, all of an object changes. */
function whole(object: ObjectId): Region {
  return { object, offset: 0, stride: 0, low: 0, high: 1, size: UNBOUNDED };
}

function changesInterrupts(operation: Operation): boolean {
  switch (operation.effect.kind) {
    case 'close-mask':
    case 'open-mask':
    case 'write-mask':
    case 'read-and-close-mask':
    case 'set-ceiling':
    case 'raise-ceiling':
    case 'enable':
    case 'disable':
    case 'pend':
    case 'unpend':
      return true;
    default:
      return false;
  }
}
