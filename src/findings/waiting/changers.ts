// Who could change what a loop reads: ISRs that could start in it, those that they could enable, and all that preempt
// these; devices and functions without a body that were given its address; functions that nothing calls, which may be
// handlers that nobody has recognised. An over-approximation, so that nothing is said to wait for ever that may not.

import type { ModelObjects } from '../../execution/model-objects.js';
import { isAccess, operationOf } from '../../ir/instruction-class.js';
import type { IrFunction } from '../../ir/module.js';
import type { Operand } from '../../ir/value.js';
import { objectOf, offsetOf } from '../../machine/memory/value.js';
import type { State } from '../../machine/state.js';
import { preempters } from '../../model/preemption.js';
import type { ContextId, Operation, Program, Region } from '../../model/program.js';
import { overlap } from '../../model/region.js';
import type { RoundRead } from './round.js';

export class Changers {
  private readonly uncalled: readonly IrFunction[];

  constructor(
    private readonly program: Program,
    private readonly objects: ModelObjects,
  ) {
    const reached = new Set(program.contexts.flatMap((c) => [...program.callGraph.reachable(c.id)]));
    this.uncalled = [...program.module.functions.values()].filter(
      (fn) => fn.blocks.length > 0 && !reached.has(fn.name),
    );
  }

  /** All that may run once these ISRs could start. */
  following(startable: ReadonlySet<ContextId>): ReadonlySet<ContextId> {
    const { contexts, platform, operations } = this.program;
    const preemptedBy = preempters(platform, contexts, operations);
    const isrs = contexts.filter((c) => c.kind === 'isr');
    const found = new Set(startable);
    for (const id of found) {
      const context = contexts[id]!;
      for (const { id: other } of preemptedBy(context)) found.add(other);
      // Its end opens the mask that it was not kept out by.
      const opensAtEnd =
        platform.nesting.kind === 'masked' && platform.nesting.exit === 'open' && context.nonMaskable === true;
      for (const operation of operations) {
        if (operation.context !== id) continue;
        for (const isr of isrs) if (mayEnable(operation, isr.irq)) found.add(isr.id);
      }
      if (opensAtEnd) for (const isr of isrs) found.add(isr.id);
    }
    return found;
  }

  /** Contexts among these that may write what is read. */
  writers(state: State, read: Pick<RoundRead, 'byte' | 'size'>, among: Iterable<ContextId>): ReadonlySet<ContextId> {
    const contexts = new Set(among);
    const regions = this.regions(state, read);
    const found = new Set<ContextId>();
    for (const { context, operation, regions: theirs } of this.program.accesses) {
      if (operation === 'R' || !contexts.has(context) || found.has(context)) continue;
      if (theirs.some((r) => this.isUnknown(r) || regions.some((mine) => overlap(mine, r)))) found.add(context);
    }
    return found;
  }

  /** Somebody outside of the program may write it. */
  isOfOthers(state: State, { byte }: RoundRead): boolean {
    const { givenAway, objects, module } = this.program;
    return this.objects.of(state, objectOf(byte)).some((id) => {
      const { kind, symbol } = objects[id]!;
      const isExtern = kind === 'global' && module.globals.get(symbol)?.initializer === undefined;
      return isExtern || givenAway.has(id);
    });
  }

  /** A function that no context calls and that writes the object. */
  uncalledWriter(state: State, { byte }: RoundRead): IrFunction | undefined {
    const symbols = new Set(
      this.objects.of(state, objectOf(byte)).flatMap((id) => {
        const { kind, symbol } = this.program.objects[id]!;
        return kind === 'global' ? [symbol] : [];
      }),
    );
    return this.uncalled.find((fn) => writesTo(fn, symbols));
  }

  private regions(state: State, { byte, size }: Pick<RoundRead, 'byte' | 'size'>): readonly Region[] {
    const offset = offsetOf(byte);
    return this.objects
      .of(state, objectOf(byte))
      .map((object) => ({ object, offset, stride: 0, low: offset, high: offset + 1, size }));
  }

  private isUnknown({ object }: Region): boolean {
    return this.program.objects[object]!.kind === 'unknown';
  }
}

/** May the operation let an ISR in that was kept out? */
function mayEnable({ effect, irq }: Operation, other: number | undefined): boolean {
  switch (effect.kind) {
    case 'open-mask':
    case 'write-mask':
    case 'set-ceiling':
    case 'set-priority':
    case 'arrive':
      return true;
    case 'enable':
    case 'pend':
      return typeof irq !== 'number' || other === undefined || irq === other;
    default:
      return false;
  }
}

function writesTo(fn: IrFunction, symbols: ReadonlySet<string>): boolean {
  if (symbols.size === 0) return false;
  const bases = new Map<number, Operand>();
  for (const block of fn.blocks)
    for (const i of block.instructions) if (i.op === 'getelementptr') bases.set(i.result.index, i.base);
  const root = (operand: Operand): string | undefined => {
    for (let at: Operand | undefined = operand; at !== undefined; ) {
      if (at.kind === 'global') return at.name;
      if (at.kind === 'register') at = bases.get(at.index);
      else at = at.kind === 'expression' ? ('base' in at ? at.base : 'value' in at ? at.value : undefined) : undefined;
    }
    return undefined;
  };
  return fn.blocks.some((block) =>
    block.instructions.some((i) => isAccess(i) && operationOf(i) !== 'R' && symbols.has(root(i.address) ?? '')),
  );
}
