// The operations of tasks as the rules of the ESEC/FSE 2023 paper see them: which ISRs contain a variable of one
// (function M of Definition 1), which write it, which it enables and disables; and the operation τ that follows a
// location.

import type { Instruction } from '../../../../ir/instruction.js';
import type { Code } from '../../../../machine/stepping/code.js';
import { endsStatement } from '../../../../model/interruption-points.js';
import type { Access, Context, ContextId, Operation, Program, Region } from '../../../../model/program.js';
import { overlap } from '../../../../model/region.js';

export type AccessKind = 'R' | 'W';

export interface PaperOperation {
  /** It reads a shared variable, or writes one. */
  readonly access: AccessKind | undefined;
  /** M of the location behind it. */
  readonly relevant: readonly ContextId[];
  /** ISRs with a variable of it. */
  readonly containing: readonly ContextId[];
  /** ISRs that write a variable of it. */
  readonly writing: readonly ContextId[];
  /** ISRs that are in `relevant` because it enables them. */
  readonly enabled: readonly ContextId[];
  readonly disabled: readonly ContextId[];
}

const NONE: PaperOperation = {
  access: undefined,
  relevant: [],
  containing: [],
  writing: [],
  enabled: [],
  disabled: [],
};

interface Variables {
  readonly all: readonly Region[];
  readonly written: readonly Region[];
}

export class PaperOperations {
  private readonly known = new Map<Instruction, Map<ContextId, PaperOperation>>();
  private readonly following = new Map<Instruction, Map<ContextId, PaperOperation>>();
  private readonly variables: ReadonlyMap<ContextId, Variables>;

  constructor(
    private readonly program: Program,
    private readonly isrs: readonly Context[],
  ) {
    this.variables = new Map(
      isrs.map((isr) => {
        const accesses = program.accesses.filter((a) => a.context === isr.id);
        const written = accesses.filter((a) => a.operation !== 'R');
        return [isr.id, { all: accesses.flatMap((a) => a.regions), written: written.flatMap((a) => a.regions) }];
      }),
    );
  }

  /** What an instruction is to the rules when a context performs it. */
  of(context: ContextId, instruction: Instruction): PaperOperation {
    return remembered(this.known, context, instruction, () => this.describe(context, instruction));
  }

  /** The operation that follows the location before an instruction. */
  after(context: ContextId, code: Code, location: Instruction): PaperOperation {
    return remembered(this.following, context, location, () => {
      const block = code.blocks.find((instructions) => instructions.includes(location))!;
      for (let n = block.indexOf(location); n < block.length; n++) {
        const operation = this.of(context, block[n]!);
        if (operation !== NONE || endsStatement(block[n]!)) return operation;
      }
      return NONE;
    });
  }

  private describe(context: ContextId, instruction: Instruction): PaperOperation {
    const isHere = (a: { context: ContextId; instruction: Instruction }): boolean =>
      a.instruction === instruction && a.context === context;
    const accesses = this.program.accesses.filter(isHere);
    const operations = this.program.operations.filter(isHere);
    const containing = this.isrs.filter((i) => this.shares(accesses, this.variables.get(i.id)!.all)).map((i) => i.id);
    const relevant = this.program.interruptionPoints.find(isHere)?.relevant ?? [];
    const disabled = this.isrs.filter((isr) => operations.some((o) => mayDisable(o, isr))).map((isr) => isr.id);
    if (containing.length === 0 && relevant.length === 0 && disabled.length === 0) return NONE;
    return {
      access: accesses.length === 0 ? undefined : accesses.some((a) => a.operation !== 'R') ? 'W' : 'R',
      relevant,
      containing,
      writing: this.isrs.filter((i) => this.shares(accesses, this.variables.get(i.id)!.written)).map((i) => i.id),
      enabled: operations.length === 0 ? [] : relevant,
      disabled,
    };
  }

  /** Do the accesses touch a shared variable that has these regions? */
  private shares(accesses: readonly Access[], regions: readonly Region[]): boolean {
    const mine = accesses.flatMap((a) => a.regions);
    if (mine.length === 0) return false;
    const shared = this.program.shared.filter((v) => mine.some((r) => overlap(r, v.region)));
    return regions.some((r) => mine.some((m) => overlap(m, r)) && shared.some((v) => overlap(v.region, r)));
  }
}

function remembered(
  cache: Map<Instruction, Map<ContextId, PaperOperation>>,
  context: ContextId,
  instruction: Instruction,
  make: () => PaperOperation,
): PaperOperation {
  let byContext = cache.get(instruction);
  if (byContext === undefined) cache.set(instruction, (byContext = new Map()));
  let found = byContext.get(context);
  if (found === undefined) byContext.set(context, (found = make()));
  return found;
}

/** `disable_isr(i)`, and what else keeps an ISR out. */
function mayDisable(operation: Operation, isr: Context): boolean {
  switch (operation.effect.kind) {
    case 'disable':
      return operation.irq === undefined || operation.irq === 'all' || operation.irq === isr.irq;
    case 'close-mask':
    case 'read-and-close-mask':
    case 'write-mask':
    case 'set-ceiling':
    case 'raise-ceiling':
      return isr.nonMaskable !== true;
    default:
      return false;
  }
}
