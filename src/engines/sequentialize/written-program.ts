// The program as it is written: the analysed one has its private locals in registers, the source has variables. Bodies
// are those that the compiler gave, with every variable in memory; each of their instructions that the analysis knows
// is matched with it. A body that only the analysis has is written as it is.

import { InternalError } from '../../base/internal-error.js';
import type { Instruction } from '../../ir/instruction.js';
import type { IrFunction, IrModule } from '../../ir/module.js';
import { findPromotable } from '../../ir/promote/promotable.js';
import type { Program } from '../../model/program.js';

export class WrittenProgram {
  private readonly functions = new Map<string, IrFunction>();
  private readonly originals = new Map<Instruction, Instruction>();

  /** `linked`: the module before its locals were promoted. */
  constructor(
    readonly program: Program,
    private readonly linked: IrModule,
  ) {}

  readonly functionOf = (symbol: string): IrFunction | undefined => {
    const known = this.functions.get(symbol);
    if (known !== undefined) return known;
    const analysed = this.program.module.functions.get(symbol);
    if (analysed === undefined) return undefined;
    const written = this.linked.functions.get(symbol);
    const isSame = written !== undefined && this.match(written, analysed);
    const chosen = isSame ? written : analysed;
    this.functions.set(symbol, chosen);
    return chosen;
  };

  readonly original = (i: Instruction): Instruction => this.originals.get(i) ?? i;

  /** Promotion removes accesses of locals and adds phis; everything else stays, in its order. */
  private match(written: IrFunction, analysed: IrFunction): boolean {
    if (written.blocks.length !== analysed.blocks.length) return false;
    const locals = new Set(findPromotable(written, this.program.module.layout).map((p) => p.alloca.result.index));
    const isLocal = (i: Instruction): boolean =>
      (i.op === 'alloca' && locals.has(i.result.index)) ||
      ((i.op === 'load' || i.op === 'store') && i.address.kind === 'register' && locals.has(i.address.index)) ||
      (i.op === 'debug-declare' && i.address.kind === 'register' && locals.has(i.address.index)) ||
      (i.op === 'call' && i.callee.kind === 'global' && i.callee.name.startsWith('llvm.lifetime'));
    const pairs: (readonly [Instruction, Instruction])[] = [];
    const isMatched = written.blocks.every((block, n) => {
      const kept = block.instructions.filter((i) => !isLocal(i) && !isDebug(i));
      const found = analysed.blocks[n]!.instructions.filter((i) => i.op !== 'phi' && !isDebug(i) && !isLifetime(i));
      // An arbitrary first value of a variable that is read before it is written.
      const extra = found.length - kept.length;
      if (extra < 0) return false;
      const rest = extra === 0 ? found : found.filter((i) => !(i.op === 'freeze')).slice(0);
      if (rest.length !== kept.length || rest.some((i, k) => i.op !== kept[k]!.op)) return false;
      rest.forEach((i, k) => pairs.push([kept[k]!, i]));
      return true;
    });
    if (!isMatched) return false;
    for (const [i, original] of pairs) this.originals.set(i, original);
    return true;
  }

  /** The analysed function, which must be there. */
  analysed(symbol: string): IrFunction {
    const fn = this.program.module.functions.get(symbol);
    if (fn === undefined) throw new InternalError(`no function ${symbol}`);
    return fn;
  }
}

function isDebug(i: Instruction): boolean {
  return i.op === 'debug-declare' || i.op === 'debug-value';
}

function isLifetime(i: Instruction): boolean {
  return i.op === 'call' && i.callee.kind === 'global' && i.callee.name.startsWith('llvm.lifetime');
}
