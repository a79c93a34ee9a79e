// The variables of a function: its parameters and locals by the source's names and types, as far as debug information
// has them, and one for each value that depends on where control came from.

import type { SourceType } from '../../ir/debug/debug-info.js';
import type { Alloca } from '../../ir/instruction.js';
import type { IrFunction } from '../../ir/module.js';
import type { Type } from '../../ir/type.js';
import type { Register } from '../../ir/value.js';
import type { Declarations } from './function-text.js';
import type { Locals } from './locals.js';
import { type ModuleText, valueType } from './module-text.js';
import type { Values } from './values.js';

export class Variables {
  private readonly readLocals = new Set<number>();

  constructor(
    private readonly fn: IrFunction,
    private readonly out: ModuleText,
    private readonly declarations: Declarations,
    private readonly locals: Locals,
    private readonly values: Values,
  ) {
    for (const i of fn.blocks.flatMap((b) => b.instructions))
      if (i.op === 'load' && i.address.kind === 'register') this.readLocals.add(i.address.index);
  }

  /** Variables for parameters and locals, before any block is written. Gives the parameters' declarations. */
  declare(): readonly string[] {
    const { fn } = this;
    const declared = new Map<number, { readonly name: string; readonly type: SourceType }>();
    const parameterOf = new Map<number, number>();
    for (const i of fn.blocks.flatMap((b) => b.instructions)) {
      if (i.op === 'debug-declare' && i.address.kind === 'register') {
        const variable = this.out.debugOf(fn).localVariable(i.variable);
        if (variable !== undefined) declared.set(i.address.index, { name: variable.name, type: variable.type });
      }
      const isParameter = i.op === 'store' && i.value.kind === 'register' && i.value.index < fn.parameters.length;
      if (isParameter && i.address.kind === 'register' && !parameterOf.has((i.value as Register).index))
        parameterOf.set((i.value as Register).index, i.address.index);
    }
    const parameters = fn.parameters.map((p, n) => {
      if (fn.byValue?.has(n) === true) {
        const type = this.out.copiedParameter(fn.name, n);
        const name = this.declarations.parameter(declared.get(p.index)!.name);
        this.locals.set(p.index, { name, type });
        return this.out.types.declaration(type, name);
      }
      const home = parameterOf.get(p.index);
      const known = home === undefined ? undefined : declared.get(home);
      const isWhole = known !== undefined && this.out.sizeOf(p.type) === known.type.size;
      const isSame = isWhole && p.type.kind !== 'vector' && p.type.kind !== 'struct';
      const name = this.declarations.parameter(known?.name ?? `p${n}`);
      if (isSame && home !== undefined) {
        this.locals.set(home, { name, type: known.type });
        return this.out.types.declaration(known.type, name);
      }
      const type = valueType(p.type);
      this.values.keep(p, { text: name, level: 0, type, isExact: true });
      return this.declarations.typed(type, name);
    });
    for (const i of fn.blocks.flatMap((b) => b.instructions))
      if (i.op === 'alloca' && !this.locals.has(i.result.index)) this.declareLocal(i, declared.get(i.result.index));
    for (const i of fn.blocks.flatMap((b) => b.instructions)) if (i.op === 'phi') this.phiVariable(i.result);
    return parameters;
  }

  private declareLocal(i: Alloca, known: { readonly name: string; readonly type: SourceType } | undefined): void {
    if (i.count.kind !== 'int') return;
    const isRead = this.readLocals.has(i.result.index) || !this.locals.isHidden(i.result.index);
    if (this.values.usesOf(i.result) === 0 || (known === undefined && !isRead)) return;
    const size = this.out.sizeOf(i.allocated) * Number(i.count.value);
    if (known !== undefined && known.type.size === size && i.count.value === 1n) {
      const name = this.declarations.local(known.name, known.type, !isRead);
      this.locals.set(i.result.index, { name, type: known.type });
      return;
    }
    const name = known?.name ?? 'result';
    const scalar = i.count.value === 1n ? this.sourceTypeOf(i.allocated) : undefined;
    const declared =
      scalar === undefined
        ? this.declarations.raw(name, (n) => `unsigned char ${n}[${size}] __attribute__((aligned(16)))`)
        : this.declarations.local(name, scalar);
    const bytes: SourceType = { kind: 'array', size, length: size, element: byte };
    this.locals.set(i.result.index, { name: declared, type: scalar ?? bytes });
  }

  private sourceTypeOf(type: Type): SourceType | undefined {
    const size = this.out.sizeOf(type);
    if (type.kind === 'int' && [8, 16, 32, 64].includes(type.bits))
      return { kind: 'scalar', name: '', size, encoding: 'signed', volatile: false };
    if (type.kind === 'float' && (type.format === 'float' || type.format === 'double'))
      return { kind: 'scalar', name: type.format, size, encoding: 'float', volatile: false };
    if (type.kind === 'pointer')
      return { kind: 'pointer', size, volatile: false, target: () => ({ kind: 'unknown', size: 0 }) };
    return undefined;
  }

  private phiVariable(result: Register): void {
    if (this.values.usesOf(result) === 0) return;
    const type = valueType(result.type);
    this.values.keep(result, { text: this.declarations.temporary(type), level: 0, type, isExact: true });
  }
}

const byte: SourceType = { kind: 'scalar', name: 'unsigned char', size: 1, encoding: 'character', volatile: false };
