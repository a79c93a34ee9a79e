// The locals of a function as variables of C: which have one, and which nobody but the function itself can see, so that
// reading and writing them is no access.

import type { SourceType } from '../../ir/debug/debug-info.js';
import type { DataLayout } from '../../ir/layout.js';
import type { IrFunction } from '../../ir/module.js';
import { findPromotable } from '../../ir/promote/promotable.js';
import type { Operand, Register } from '../../ir/value.js';
import type { MemoryPlace } from './place.js';

export interface LocalVariable {
  readonly name: string;
  readonly type: SourceType | undefined;
}

/** All by the register of their alloca. */
export class Locals {
  private readonly variables = new Map<number, LocalVariable>();
  private readonly promotable: ReadonlySet<number>;

  constructor(fn: IrFunction, layout: DataLayout) {
    this.promotable = new Set(findPromotable(fn, layout).map((p) => p.alloca.result.index));
  }

  set(index: number, variable: LocalVariable): void {
    this.variables.set(index, variable);
  }

  has(index: number): boolean {
    return this.variables.has(index);
  }

  place(index: number): MemoryPlace {
    const { name, type } = this.variables.get(index)!;
    return { base: name, isPointer: false, type, offset: 0, scaled: [] };
  }

  /** Its address goes nowhere. */
  isHidden(index: number): boolean {
    return this.promotable.has(index);
  }

  /** A variable whose address goes nowhere. */
  isPrivate(operand: Operand): operand is Register {
    return operand.kind === 'register' && this.isHidden(operand.index) && this.has(operand.index);
  }

  /** It has no variable, and nobody reads it: what is written to it is lost. */
  isDropped(operand: Operand): boolean {
    return operand.kind === 'register' && this.isHidden(operand.index) && !this.has(operand.index);
  }
}
