// Values of a body that are not in a variable yet: an expression is folded into the one that uses it, unless it is used
// more than once, in another block, or after something that it was read from has changed. Then a variable keeps it.

import type { IrFunction } from '../../ir/module.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';
import type { Constant, Operand, Register } from '../../ir/value.js';
import { NoCForm } from '../no-c-form.js';
import { type CExpression, constantExpression, grouped, Level } from './c-expression.js';
import type { Declarations } from './function-text.js';
import type { Locals } from './locals.js';
import type { ModuleText } from './module-text.js';
import type { MemoryPlace } from './place.js';

/** A value that is not in a variable yet. */
interface Pending {
  readonly expression: CExpression;
  readonly address?: MemoryPlace;
  /** Locals that it reads, by the register of their alloca. */
  readonly locals: ReadonlySet<number>;
  /** Does it read other memory, which stores and calls may change? */
  readonly readsMemory: boolean;
}

export class Values {
  private readonly pending = new Map<number, Pending>();
  private readonly usesLeft: number[];
  private readonly usesElsewhere = new Set<number>();
  private consumedLocals = new Set<number>();
  private consumedMemory = false;

  constructor(
    fn: IrFunction,
    private readonly out: ModuleText,
    private readonly locals: Locals,
    private readonly declarations: Declarations,
    private readonly line: (text: string) => void,
  ) {
    this.usesLeft = new Array<number>(fn.registerCount).fill(0);
    this.countUses(fn);
  }

  private countUses(fn: IrFunction): void {
    const definedIn = new Map<number, number>();
    fn.blocks.forEach((block, n) => {
      for (const i of block.instructions) {
        const result = resultOf(i);
        if (result !== undefined) definedIn.set(result.index, n);
      }
    });
    fn.blocks.forEach((block, n) => {
      for (const i of block.instructions) {
        if (i.op === 'debug-declare' || i.op === 'debug-value') continue;
        forEachOperand(i, (o) => {
          if (o.kind !== 'register') return;
          this.usesLeft[o.index]!++;
          if (i.op === 'phi' || definedIn.get(o.index) !== n) this.usesElsewhere.add(o.index);
        });
      }
    });
  }

  usesOf(result: Register): number {
    return this.usesLeft[result.index]!;
  }

  /** What was used as a value is used again. */
  unread(result: Register): void {
    this.usesLeft[result.index]!++;
  }

  /** Its one use was written already. */
  taken(result: Register): void {
    this.usesLeft[result.index] = 0;
  }

  has(index: number): boolean {
    return this.pending.has(index);
  }

  /** Without counting as a use. */
  peek(index: number): CExpression | undefined {
    return this.pending.get(index)?.expression;
  }

  /** A value that stands in a variable which nobody changes. */
  keep(result: Register, expression: CExpression): void {
    this.pending.set(result.index, { expression, locals: new Set(), readsMemory: false });
  }

  /** What is made now reads a local. */
  consumeLocal(index: number): void {
    this.consumedLocals.add(index);
  }

  /** What is made now reads other memory. */
  consumeMemory(): void {
    this.consumedMemory = true;
  }

  /** Folded where it is used once, in this block; else it gets a variable. */
  define(result: Register, make: () => CExpression, address?: MemoryPlace): void {
    if (this.usesLeft[result.index] === 0) {
      // What it would have used has one user less; it has no effect.
      make();
      this.forgetConsumed();
      return;
    }
    const expression = make();
    const consumed = this.forgetConsumed();
    const pending: Pending = { expression, ...consumed, ...(address === undefined ? {} : { address }) };
    this.pending.set(result.index, pending);
    const isStable =
      expression.constant !== undefined ||
      (address !== undefined && consumed.locals.size === 0 && !consumed.readsMemory);
    if (isStable) return;
    if (this.usesElsewhere.has(result.index) || (this.usesLeft[result.index]! > 1 && address === undefined))
      this.materialise(result.index);
  }

  forgetConsumed(): { readonly locals: ReadonlySet<number>; readonly readsMemory: boolean } {
    const found = { locals: this.consumedLocals, readsMemory: this.consumedMemory };
    this.consumedLocals = new Set();
    this.consumedMemory = false;
    return found;
  }

  private materialise(index: number): void {
    const pending = this.pending.get(index);
    if (pending === undefined) return;
    const { expression } = pending;
    const name = this.declarations.temporary(expression.type);
    this.line(`${name} = ${expression.text};`);
    this.pending.set(index, {
      expression: { ...expression, text: name, level: 0, isExact: true },
      locals: new Set(),
      readsMemory: false,
    });
  }

  /** Before something changes: what was read before, and is used after, is kept. */
  private settle(isTouched: (pending: Pending) => boolean): void {
    for (const [index, pending] of this.pending)
      if (this.usesLeft[index]! > 0 && isTouched(pending)) this.materialise(index);
  }

  /** Before a store to memory or a call. */
  settleMemory(): void {
    this.settle((p) => p.readsMemory || [...p.locals].some((l) => !this.locals.isHidden(l)));
  }

  /** Before a local is written. */
  settleLocal(index: number): void {
    this.settle((p) => p.locals.has(index));
  }

  // ---- operands ----------------------------------------------------------------------------------------------------

  value(operand: Operand): CExpression {
    if (operand.kind !== 'register') return this.constant(operand);
    if (this.locals.has(operand.index)) return this.out.addressText(this.locals.place(operand.index));
    const pending = this.pending.get(operand.index);
    if (pending === undefined) throw new NoCForm('a value that nothing gives');
    this.usesLeft[operand.index]!--;
    for (const l of pending.locals) this.consumedLocals.add(l);
    if (pending.readsMemory) this.consumedMemory = true;
    return pending.expression;
  }

  constant(c: Constant): CExpression {
    if (c.kind === 'int') return constantExpression(c.value, c.type.bits, true);
    if (c.kind === 'undef' && c.type.kind === 'int') return constantExpression(0n, c.type.bits, true);
    if (c.kind === 'zero' && c.type.kind === 'int') return constantExpression(0n, c.type.bits, true);
    const place = this.out.constantPlace(c);
    if (place !== undefined) return this.out.addressText(place);
    return this.out.constants.expression(c);
  }

  /** What a pointer points to, as far as it is known without a variable for it. */
  addressOf(operand: Operand): MemoryPlace | undefined {
    if (operand.kind !== 'register') return this.out.constantPlace(operand);
    if (this.locals.has(operand.index)) return this.locals.place(operand.index);
    return this.pending.get(operand.index)?.address;
  }

  /** The place behind a pointer; the pointer counts as used. */
  placeOf(operand: Operand): MemoryPlace {
    const known = this.addressOf(operand);
    const expression = this.value(operand);
    if (known !== undefined) return known;
    const to = expression.type.kind === 'pointer' ? expression.type.to : undefined;
    return { base: grouped(expression, Level.primary), isPointer: true, type: to, offset: 0, scaled: [] };
  }
}
