// Gives global names inside constants and function bodies new names, or makes null of them. What mentions none of them
// is shared, not copied.

import { assertNever } from '../../base/internal-error.js';
import type { Block, IrFunction } from '../module.js';
import { mapEach, mapOperands } from '../operand.js';
import type { Constant, ConstantExpression, Operand } from '../value.js';

export class Renamer {
  /** Constants are shared between instructions, so each is rewritten once. */
  private readonly memo = new Map<Constant, Constant>();

  constructor(
    private readonly names: ReadonlyMap<string, string>,
    /** Names of nothing. */
    private readonly nulls: ReadonlySet<string> = new Set(),
  ) {}

  private get isIdle(): boolean {
    return this.names.size + this.nulls.size === 0;
  }

  name(name: string): string {
    return this.names.get(name) ?? name;
  }

  body(fn: IrFunction): readonly Block[] {
    if (this.isIdle) return fn.blocks;
    return mapEach(fn.blocks, (block) => {
      const instructions = mapEach(block.instructions, (instruction) => mapOperands(instruction, this.operand));
      return instructions === block.instructions ? block : { ...block, instructions };
    });
  }

  constant(constant: Constant): Constant {
    if (this.isIdle) return constant;
    switch (constant.kind) {
      case 'int':
      case 'float':
      case 'null':
      case 'undef':
      case 'zero':
      case 'bytes':
      case 'metadata':
        return constant;
      case 'global': {
        if (this.nulls.has(constant.name)) return this.once(constant, () => ({ kind: 'null', type: constant.type }));
        const name = this.names.get(constant.name);
        return name === undefined ? constant : this.once(constant, () => ({ ...constant, name }));
      }
      case 'blockaddress': {
        const owner = this.names.get(constant.function);
        return owner === undefined ? constant : { ...constant, function: owner };
      }
      case 'aggregate':
        return this.once(constant, () => {
          const elements = this.constants(constant.elements);
          return elements === constant.elements ? constant : { ...constant, elements };
        });
      case 'expression':
        return this.once(constant, () => this.expression(constant));
      default:
        return assertNever(constant);
    }
  }

  private readonly operand = (operand: Operand): Operand =>
    operand.kind === 'register' ? operand : this.constant(operand);

  private constants(list: readonly Constant[]): readonly Constant[] {
    return mapEach(list, (element) => this.constant(element));
  }

  private expression(expression: ConstantExpression): Constant {
    if (expression.op === 'getelementptr') {
      const base = this.constant(expression.base);
      const indices = this.constants(expression.indices);
      return base === expression.base && indices === expression.indices ? expression : { ...expression, base, indices };
    }
    if (expression.op === 'other') {
      const operands = this.constants(expression.operands);
      return operands === expression.operands ? expression : { ...expression, operands };
    }
    if ('value' in expression) {
      const value = this.constant(expression.value);
      return value === expression.value ? expression : { ...expression, value };
    }
    const left = this.constant(expression.left);
    const right = this.constant(expression.right);
    return left === expression.left && right === expression.right ? expression : { ...expression, left, right };
  }

  private once(constant: Constant, compute: () => Constant): Constant {
    const known = this.memo.get(constant);
    if (known !== undefined) return known;
    const renamed = compute();
    this.memo.set(constant, renamed);
    return renamed;
  }
}
