// Loops that wait for somebody else: left by what another context or a device writes, and writing nothing themselves
// but devices and counters that nobody else writes. How often such a loop goes round is no outcome, and neither is
// what its counters say.

import { isTerminator, successors } from '../../ir/control-flow.js';
import type { Instruction } from '../../ir/instruction.js';
import { isCall } from '../../ir/instruction-class.js';
import type { IrFunction } from '../../ir/module.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';
import { shapeOf } from '../../machine/compile/shape.js';
import type { Access, ContextId, Program, Region } from '../../model/program.js';
import { overlap } from '../../model/region.js';

export interface WaitLoops {
  /** The loop that an instruction is in, itself or by a call from it; by number. */
  readonly loopOf: ReadonlyMap<Instruction, number>;
  /** The same without what is in it by a call. */
  readonly ownLoopOf: ReadonlyMap<Instruction, number>;
  /** By number: who writes what the loop waits for. */
  readonly awaited: readonly ReadonlySet<ContextId>[];
  /** Counters, as exact bytes of global objects, by the object's name in the module. */
  readonly counters: ReadonlyMap<string, readonly { readonly from: number; readonly to: number }[]>;
}

const known = new WeakMap<Program, WaitLoops>();

export function waitLoops(program: Program): WaitLoops {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findWaitLoops(program)));
  return found;
}

function findWaitLoops(program: Program): WaitLoops {
  const accesses = new Map<Instruction, Access[]>();
  for (const access of program.accesses) {
    const list = accesses.get(access.instruction);
    if (list === undefined) accesses.set(access.instruction, [access]);
    else list.push(access);
  }
  const loopOf = new Map<Instruction, number>();
  const ownLoopOf = new Map<Instruction, number>();
  const counters = new Map<string, { from: number; to: number }[]>();
  const reached = new Set(program.contexts.flatMap((c) => [...program.callGraph.reachable(c.id)]));
  const awaited: ReadonlySet<ContextId>[] = [];
  for (const name of reached) {
    const fn = program.module.functions.get(name);
    if (fn === undefined) continue;
    // Outer loops first: what is in an inner one belongs to that.
    const loops = [...shapeOf(fn).loops.values()].sort((a, b) => b.size - a.size);
    for (const body of loops) {
      const loop = new Loop(program, fn, body, accesses);
      const written = loop.isWaiting() ? loop.counters() : undefined;
      if (written === undefined) continue;
      for (const i of loop.instructions) loopOf.set(i, awaited.length);
      for (const i of loop.own) ownLoopOf.set(i, awaited.length);
      awaited.push(loop.awaited());
      for (const { object, offset, size } of written) {
        const { symbol } = program.objects[object]!;
        counters.set(symbol, [...(counters.get(symbol) ?? []), { from: offset, to: offset + size }]);
      }
    }
  }
  return { loopOf, ownLoopOf, awaited, counters };
}

class Loop {
  readonly instructions = new Set<Instruction>();
  readonly own: readonly Instruction[];
  /** What its ways out depend on and others may write. */
  private readonly deciding: Access[] = [];

  constructor(
    private readonly program: Program,
    private readonly fn: IrFunction,
    private readonly body: ReadonlySet<number>,
    private readonly accesses: ReadonlyMap<Instruction, readonly Access[]>,
  ) {
    this.own = [...body].flatMap((block) => fn.blocks[block]!.instructions);
    const work = [...this.own];
    for (let i = work.pop(); i !== undefined; i = work.pop()) {
      if (this.instructions.has(i)) continue;
      this.instructions.add(i);
      if (!isCall(i)) continue;
      for (const name of program.callGraph.targets(i))
        for (const block of program.module.functions.get(name)?.blocks ?? [])
          for (const inside of block.instructions) work.push(inside);
    }
  }

  /** Does some way out depend on what others write, and on nothing that changes with the rounds? */
  isWaiting(): boolean {
    const definitions = new Map(this.own.map((i) => [resultOf(i)?.index, i]));
    const exits = [...this.body].filter((block) => {
      const last = this.fn.blocks[block]!.instructions.at(-1)!;
      const isExit = isTerminator(last) && successors(last).some((target) => !this.body.has(target));
      return isExit && this.isDecidedByOthers(last, definitions);
    });
    return exits.length > 0;
  }

  awaited(): ReadonlySet<ContextId> {
    return new Set(this.deciding.flatMap((read) => this.writersOf(read)));
  }

  private isDecidedByOthers(exit: Instruction, definitions: ReadonlyMap<number | undefined, Instruction>): boolean {
    const work = [exit];
    const seen = new Set(work);
    const deciding: Access[] = [];
    for (let i = work.pop(); i !== undefined; i = work.pop()) {
      if (i.op === 'phi') return false;
      const reads = isCall(i) ? this.readsOfCall(i) : this.readsOf(i);
      if (i.op === 'load' && reads.length === 0) return false;
      if (reads.some((a) => this.isWrittenHere(a))) return false;
      deciding.push(...reads.filter((a) => this.isOfOthers(a)));
      forEachOperand(i, (operand) => {
        const definition = operand.kind === 'register' ? definitions.get(operand.index) : undefined;
        if (definition === undefined || seen.has(definition)) return;
        seen.add(definition);
        work.push(definition);
      });
    }
    this.deciding.push(...deciding);
    return deciding.length > 0;
  }

  /** Undefined if it writes anything else. */
  counters(): readonly Region[] | undefined {
    const found: Region[] = [];
    for (const i of this.instructions) {
      for (const { operation, regions, external } of this.accesses.get(i) ?? []) {
        if (operation === 'R') continue;
        for (const region of regions) {
          if (this.isDevice(region)) continue;
          const object = this.program.objects[region.object]!;
          const isExact = region.stride === 0 && Number.isFinite(region.size);
          if (external || object.kind !== 'global' || !isExact || !this.isOnlyWriter(region)) return undefined;
          found.push(region);
        }
      }
    }
    return found;
  }

  private isOnlyWriter(region: Region): boolean {
    return this.program.accesses.every(
      (a) => a.operation === 'R' || this.instructions.has(a.instruction) || !a.regions.some((r) => overlap(r, region)),
    );
  }

  private readsOf(i: Instruction): readonly Access[] {
    return (this.accesses.get(i) ?? []).filter((a) => a.operation !== 'W');
  }

  private readsOfCall(call: Instruction): readonly Access[] {
    const functions = new Set(this.program.callGraph.targets(call));
    for (const name of functions)
      for (const block of this.program.module.functions.get(name)?.blocks ?? [])
        for (const i of block.instructions)
          if (isCall(i)) for (const next of this.program.callGraph.targets(i)) functions.add(next);
    return [...functions].flatMap((name) =>
      (this.program.module.functions.get(name)?.blocks ?? []).flatMap((b) =>
        b.instructions.flatMap((i) => this.readsOf(i)),
      ),
    );
  }

  private isWrittenHere({ regions }: Access): boolean {
    return [...this.instructions].some((i) =>
      (this.accesses.get(i) ?? []).some(
        (a) =>
          a.operation !== 'R' && a.regions.some((r) => !this.isDevice(r) && regions.some((mine) => overlap(r, mine))),
      ),
    );
  }

  /** Is it a device, or does another context write it? */
  private isOfOthers(read: Access): boolean {
    return read.regions.some((region) => this.isDevice(region)) || this.writersOf(read).length > 0;
  }

  /** Other contexts that write the memory that is read. */
  private writersOf({ context, regions }: Access): readonly ContextId[] {
    const memory = regions.filter((region) => !this.isDevice(region));
    const writes = this.program.accesses.filter(
      (a) => a.operation !== 'R' && a.context !== context && a.regions.some((r) => memory.some((m) => overlap(r, m))),
    );
    return writes.map((a) => a.context);
  }

  private isDevice({ object }: Region): boolean {
    return this.program.objects[object]!.kind === 'device';
  }
}
