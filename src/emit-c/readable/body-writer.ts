// The body of a function as C: each access that others can see is a statement of its own, in the compiler's order; what
// only the function itself computes is folded into expressions. A value is kept in a variable of its own where what it
// was read from changes before it is used.

import type { Place as SourcePlace } from '../../base/diagnostic.js';
import type { SourceType } from '../../ir/debug/debug-info.js';
import type { Alloca, Call, GetElementPtr, Instruction, Load, Store, Terminator } from '../../ir/instruction.js';
import { isBinary, isCall, isCast, isIntegerBinary } from '../../ir/instruction-class.js';
import type { IrFunction } from '../../ir/module.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';
import { findPromotable } from '../../ir/promote/promotable.js';
import type { Type } from '../../ir/type.js';
import type { Constant, Operand, Register } from '../../ir/value.js';
import { NoCForm } from '../no-c-form.js';
import {
  asInteger,
  type CExpression,
  type CType,
  comparison,
  constantExpression,
  conversion,
  floatBinary,
  grouped,
  integerBinary,
  intTypeName,
  Level,
  not,
} from './c-expression.js';
import { CallText } from './call-text.js';
import type { CLine, Declarations } from './function-text.js';
import type { Hooks, SharedAccess } from './hooks.js';
import { type ModuleText, valueType } from './module-text.js';
import { type MemoryPlace, type TypedPlace, typedPlace } from './place.js';
import { isSignedScalar } from './source-types.js';
import type { BlockEnd, BlockText } from './structure.js';
import type { WrittenBody } from './written-body.js';

/** A value that is not in a variable yet. */
interface Pending {
  readonly expression: CExpression;
  readonly address?: MemoryPlace;
  /** Locals that it reads, by the register of their alloca. */
  readonly locals: ReadonlySet<number>;
  /** Does it read other memory, which stores and calls may change? */
  readonly readsMemory: boolean;
}

export class BodyWriter implements WrittenBody {
  readonly symbol: string;
  private readonly pending = new Map<number, Pending>();
  private readonly usesLeft: number[];
  private readonly usesElsewhere = new Set<number>();
  private readonly privateLocals: ReadonlySet<number>;
  private readonly readLocals = new Set<number>();
  /** By the register of an alloca. */
  private readonly locals = new Map<
    number,
    { readonly name: string; readonly type: SourceType | undefined; readonly allocated: Type }
  >();
  private lines: CLine[] = [];
  private place: SourcePlace | undefined;
  private readonly calls: CallText;
  private consumedLocals = new Set<number>();
  private consumedMemory = false;
  /** The variable that the result of the call goes to which is written. */
  private target: { readonly result: number; readonly text: string; isTaken: boolean } | undefined;
  /** Old value and success of compare-and-exchange, by the register of both. */
  private readonly exchanges = new Map<number, readonly [string, string]>();

  constructor(
    readonly out: ModuleText,
    readonly fn: IrFunction,
    readonly hooks: Hooks,
    private readonly declarations: Declarations,
    /** The instruction of the analysed program that one of this body is. */
    readonly original: (i: Instruction) => Instruction,
    readonly leave: string,
  ) {
    this.symbol = fn.name;
    this.usesLeft = new Array<number>(fn.registerCount).fill(0);
    this.privateLocals = new Set(findPromotable(fn, out.layout).map((p) => p.alloca.result.index));
    this.calls = new CallText(this);
    this.countUses();
  }

  private countUses(): void {
    for (const i of this.fn.blocks.flatMap((b) => b.instructions))
      if (i.op === 'load' && i.address.kind === 'register') this.readLocals.add(i.address.index);
    const definedIn = new Map<number, number>();
    this.fn.blocks.forEach((block, n) => {
      for (const i of block.instructions) {
        const result = resultOf(i);
        if (result !== undefined) definedIn.set(result.index, n);
      }
    });
    this.fn.blocks.forEach((block, n) => {
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
      const home = parameterOf.get(p.index);
      const known = home === undefined ? undefined : declared.get(home);
      const isSame = known !== undefined && this.out.sizeOf(p.type) === known.type.size && fn.byValue?.has(n) !== true;
      const name = this.declarations.parameter(known?.name ?? `p${n}`);
      if (isSame && home !== undefined) {
        this.locals.set(home, { name, type: known.type, allocated: p.type });
        return this.out.types.declaration(known.type, name);
      }
      const type = this.typeOf(p.type);
      this.keep(p, { text: name, level: 0, type, isExact: true });
      return this.declarations.typed(type, name);
    });
    for (const i of fn.blocks.flatMap((b) => b.instructions))
      if (i.op === 'alloca' && !this.locals.has(i.result.index)) this.declareLocal(i, declared.get(i.result.index));
    for (const i of fn.blocks.flatMap((b) => b.instructions)) if (i.op === 'phi') this.phiVariable(i.result);
    return parameters;
  }

  private declareLocal(i: Alloca, known: { readonly name: string; readonly type: SourceType } | undefined): void {
    if (i.count.kind !== 'int') throw new NoCForm('an array whose length is known only at run time');
    const isRead = this.readLocals.has(i.result.index) || !this.privateLocals.has(i.result.index);
    if (this.usesLeft[i.result.index] === 0 || (known === undefined && !isRead)) return;
    const size = this.out.sizeOf(i.allocated) * Number(i.count.value);
    if (known !== undefined && known.type.size === size && i.count.value === 1n) {
      const name = this.declarations.local(known.name, known.type, !isRead);
      this.locals.set(i.result.index, { name, type: known.type, allocated: i.allocated });
      return;
    }
    const name = known?.name ?? 'result';
    const scalar = i.count.value === 1n ? this.sourceTypeOf(i.allocated) : undefined;
    const declared =
      scalar === undefined
        ? this.declarations.raw(name, (n) => `unsigned char ${n}[${size}] __attribute__((aligned(16)))`)
        : this.declarations.local(name, scalar);
    const bytes: SourceType = { kind: 'array', size, length: size, element: byte };
    this.locals.set(i.result.index, { name: declared, type: scalar ?? bytes, allocated: i.allocated });
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
    if (this.usesLeft[result.index] === 0) return;
    const type = this.typeOf(result.type);
    this.keep(result, { text: this.declarations.temporary(type), level: 0, type, isExact: true });
  }

  /** A value that stands in a variable which nobody changes. */
  private keep(result: Register, expression: CExpression): void {
    this.pending.set(result.index, { expression, locals: new Set(), readsMemory: false });
  }

  typeOf(type: Type): CType {
    return valueType(type);
  }

  // ---- blocks ------------------------------------------------------------------------------------------------------

  block(n: number): BlockText {
    this.lines = [];
    const { instructions } = this.fn.blocks[n]!;
    let end: BlockEnd | undefined;
    for (let at = 0; at < instructions.length; at++) {
      const i = instructions[at]!;
      this.place = this.out.debugOf(this.fn).location(i.debug)?.place ?? this.place;
      try {
        if (at === instructions.length - 1) end = this.terminator(i as Terminator, n);
        else if (i.op === 'load' && this.isStoredNext(i, instructions[at + 1])) {
          this.loadInto(i, instructions[at + 1] as Store);
          at++;
        } else if (i.op === 'call' && this.isKeptNext(i, instructions[at + 1])) {
          if (this.callInto(i, instructions[at + 1] as Store)) at++;
        } else this.instruction(i);
      } catch (thrown) {
        throw thrown instanceof NoCForm ? this.out.located(thrown, this.place) : thrown;
      }
    }
    return { lines: this.lines, end: end! };
  }

  line(text: string): void {
    this.lines.push({ text, place: this.place });
  }

  add(texts: readonly string[]): void {
    for (const text of texts) this.line(text);
  }

  private instruction(i: Instruction): void {
    if (isIntegerBinary(i)) {
      const bits = this.bitsOf(i.result.type);
      return this.define(i.result, () => integerBinary(i, this.value(i.left), this.value(i.right), bits));
    }
    if (isBinary(i)) return this.define(i.result, () => floatBinary(i, this.value(i.left), this.value(i.right)));
    if (isCast(i)) return this.cast(i);
    if (isCall(i)) {
      if (i.op !== 'call') throw new NoCForm(`the instruction ${i.op}`);
      return this.calls.write(i);
    }
    switch (i.op) {
      case 'icmp':
      case 'fcmp':
        return this.define(i.result, () =>
          comparison(i, this.value(i.left), this.value(i.right), this.bitsOf(i.left.type)),
        );
      case 'select':
        return this.define(i.result, () => this.choice(i.condition, i.whenTrue, i.whenFalse));
      case 'freeze':
        return this.define(i.result, () => this.value(i.value));
      case 'fneg':
        return this.define(i.result, () => {
          const value = this.value(i.value);
          return { ...value, text: `-${grouped(value, Level.primary)}`, level: Level.unary };
        });
      case 'getelementptr':
        return this.element(i);
      case 'load':
        return this.load(i);
      case 'store':
        return this.store(i);
      case 'atomicrmw':
      case 'cmpxchg':
        return this.calls.atomic(i);
      case 'extractvalue': {
        const parts = i.aggregate.kind === 'register' ? this.exchanges.get(i.aggregate.index) : undefined;
        if (parts === undefined) throw new NoCForm('a structure that is passed as one value');
        const text = parts[i.path[0]!]!;
        const type = this.typeOf(i.result.type);
        return this.define(i.result, () => ({
          text,
          level: text.includes(' ') ? Level.equality : 0,
          type,
          isExact: false,
          isNatural: true,
        }));
      }
      case 'alloca':
      case 'phi':
      case 'debug-declare':
      case 'debug-value':
      case 'fence':
        return;
      default:
        throw new NoCForm(`the instruction ${i.op}`);
    }
  }

  private choice(condition: Operand, whenTrue: Operand, whenFalse: Operand): CExpression {
    const c = this.value(condition);
    const a = this.value(whenTrue);
    const b = this.value(whenFalse);
    const sign =
      a.type.kind === 'int' && b.type.kind === 'int' ? (a.constant === undefined ? a.type : b.type) : undefined;
    const bits = this.bitsOf(whenTrue.type);
    const [l, r] = sign === undefined ? [a, b] : [asInteger(a, bits, sign.signed), asInteger(b, bits, sign.signed)];
    return {
      text: `${grouped(c, Level.choice - 1)} ? ${grouped(l, Level.choice - 1)} : ${grouped(r, Level.choice - 1)}`,
      level: Level.choice,
      type: l.type,
      isExact: l.isExact && r.isExact,
    };
  }

  private cast(i: Parameters<typeof conversion>[0]): void {
    if (i.op === 'bitcast' || i.op === 'addrspacecast') {
      const isSame = i.value.type.kind === i.result.type.kind;
      if (!isSame) throw new NoCForm('bits of one type taken as another');
      return this.define(i.result, () => this.value(i.value), this.addressOf(i.value));
    }
    if (i.op === 'inttoptr')
      return this.define(i.result, () => {
        const value = this.value(i.value);
        return {
          text: `(void *)(uintptr_t)${grouped(value, Level.unary)}`,
          level: Level.unary,
          type: { kind: 'pointer', to: undefined },
          isExact: true,
        };
      });
    const from = this.bitsOf(i.value.type);
    const to = this.bitsOf(i.result.type);
    this.define(i.result, () => conversion(i, this.value(i.value), from, to));
  }

  bitsOf(type: Type): number {
    if (type.kind === 'int') return type.bits;
    if (type.kind === 'pointer') return this.out.pointerBits;
    if (type.kind === 'float') return type.format === 'float' ? 32 : 64;
    throw new NoCForm('a vector');
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

  private forgetConsumed(): { readonly locals: ReadonlySet<number>; readonly readsMemory: boolean } {
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
    this.settle((p) => p.readsMemory || [...p.locals].some((l) => !this.privateLocals.has(l)));
  }

  // ---- operands ----------------------------------------------------------------------------------------------------

  value(operand: Operand): CExpression {
    if (operand.kind !== 'register') return this.constant(operand);
    const local = this.locals.get(operand.index);
    if (local !== undefined) return this.out.addressText(this.localPlace(operand.index));
    const pending = this.pending.get(operand.index);
    if (pending === undefined) throw new NoCForm('a value that nothing gives');
    this.usesLeft[operand.index]!--;
    for (const l of pending.locals) this.consumedLocals.add(l);
    if (pending.readsMemory) this.consumedMemory = true;
    return pending.expression;
  }

  text(operand: Operand): string {
    return grouped(this.value(operand), Level.choice);
  }

  private localPlace(index: number): MemoryPlace {
    const local = this.locals.get(index)!;
    return { base: local.name, isPointer: false, type: local.type, offset: 0, scaled: [] };
  }

  private constant(c: Constant): CExpression {
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
    if (this.locals.has(operand.index)) return this.localPlace(operand.index);
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

  private element(i: GetElementPtr): void {
    const make = (): MemoryPlace => {
      const base = this.placeOf(i.base);
      const scaled = i.scaled.map(({ index, scale }) => {
        const e = this.value(index);
        return { text: grouped(e, Level.product), scale };
      });
      return { ...base, offset: base.offset + i.offset, scaled: [...base.scaled, ...scaled] };
    };
    const place = make();
    this.define(i.result, () => this.out.addressText(place), place);
  }

  // ---- accesses ----------------------------------------------------------------------------------------------------

  isPrivate(operand: Operand): operand is Register {
    return operand.kind === 'register' && this.privateLocals.has(operand.index) && this.locals.has(operand.index);
  }

  /** The lvalue of an access of a type, and its source type if it has one. */
  lvalue(place: MemoryPlace, type: Type, isVolatile: boolean): { readonly text: string; readonly source?: TypedPlace } {
    const size = this.out.sizeOf(type);
    const fits = (t: SourceType): boolean => {
      if (t.size !== size) return false;
      if (t.kind === 'pointer') return type.kind === 'pointer';
      if (t.kind !== 'scalar') return false;
      return t.encoding === 'float' ? type.kind === 'float' : type.kind === 'int';
    };
    const typed = typedPlace(place, fits);
    if (typed !== undefined) return { text: typed.text, source: typed };
    return {
      text: `*(${isVolatile ? 'volatile ' : ''}${this.out.aliasType(type)} *)${grouped(this.out.byteAddress(place), Level.unary)}`,
    };
  }

  loaded(text: string, type: Type, source: TypedPlace | undefined): CExpression {
    const from = source?.type;
    const level = text.startsWith('*') ? Level.unary : Level.primary;
    if (from?.kind === 'pointer') {
      const to = from.target();
      return {
        text,
        level,
        type: { kind: 'pointer', to, ...(to.kind === 'function' ? { isFunction: true } : {}) },
        isExact: true,
      };
    }
    if (type.kind !== 'int') return { text, level, type: this.typeOf(type), isExact: true };
    if (from?.kind === 'scalar') {
      if (from.name === 'char')
        return {
          text: `(int8_t)${text}`,
          level: Level.unary,
          type: { kind: 'int', bits: 8, signed: true },
          isExact: true,
        };
      const isBoolean = from.encoding === 'boolean';
      return {
        text,
        level,
        type: { kind: 'int', bits: type.bits, signed: isSignedScalar(from) },
        isExact: true,
        ...(isBoolean ? { isNatural: true, isBoolean } : {}),
      };
    }
    return { text, level, type: { kind: 'int', bits: type.bits, signed: false }, isExact: true };
  }

  private isStoredNext(i: Load, next: Instruction | undefined): boolean {
    return (
      next?.op === 'store' &&
      next.value === i.result &&
      this.usesLeft[i.result.index] === 1 &&
      !this.isPrivate(i.address) &&
      this.isPrivate(next.address) &&
      this.hooks.isShared(this.original(i))
    );
  }

  private isKeptNext(i: Call, next: Instruction | undefined): boolean {
    const isKept = next?.op === 'store' && next.value === i.result && i.result !== undefined;
    return (
      isKept &&
      this.usesLeft[i.result!.index] === 1 &&
      this.isPrivate(next.address) &&
      i.result!.type.kind !== 'pointer'
    );
  }

  /** `status = begin(device);` Was the store made by that? */
  private callInto(i: Call, store: Store): boolean {
    const local = store.address as Register;
    this.settle((p) => p.locals.has(local.index));
    const { text } = this.lvalue(this.localPlace(local.index), store.value.type, false);
    this.target = { result: i.result!.index, text, isTaken: false };
    this.calls.write(i);
    const { isTaken } = this.target;
    this.target = undefined;
    if (isTaken) this.usesLeft[i.result!.index] = 0;
    return isTaken;
  }

  /** `status = device->flag;`: the access is the statement. */
  private loadInto(i: Load, store: Store): void {
    const local = store.address as Register;
    this.settle((p) => p.locals.has(local.index));
    const target = this.lvalue(this.localPlace(local.index), i.result.type, false);
    this.usesLeft[i.result.index] = 0;
    this.readInto(i, target.text);
  }

  private load(i: Load): void {
    if (this.isPrivate(i.address)) {
      const { index } = i.address;
      const { text, source } = this.lvalue(this.localPlace(index), i.result.type, false);
      return this.define(i.result, () => {
        this.consumedLocals.add(index);
        return this.loaded(text, i.result.type, source);
      });
    }
    const original = this.original(i);
    if (this.hooks.isShared(original)) {
      const isUsed = this.usesLeft[i.result.index]! > 0;
      return this.readInto(i, isUsed ? undefined : '(void)');
    }
    if (this.usesLeft[i.result.index] === 0 && !i.volatile) {
      this.placeOf(i.address);
      this.forgetConsumed();
      return;
    }
    const place = this.placeOf(i.address);
    const { text, source } = this.lvalue(place, i.result.type, i.volatile);
    this.define(i.result, () => {
      this.consumedMemory = true;
      return this.loaded(text, i.result.type, source);
    });
  }

  /** An access of its own, into a variable; `(void)`: into none. */
  private readInto(i: Load, target: string | undefined): void {
    const original = this.original(i);
    const isDevice = this.out.isDevice(original);
    const place = this.placeOf(i.address);
    const { text, source } = this.lvalue(place, i.result.type, i.volatile);
    this.forgetConsumed();
    const read: CExpression = !isDevice
      ? this.loaded(text, i.result.type, source)
      : {
          ...this.loaded(
            this.hooks.deviceRead(original) ?? this.hooks.nondet(this.nondetType(i.result.type)),
            i.result.type,
            undefined,
          ),
          level: 0,
        };
    const pieces = isDevice ? undefined : this.out.piecesOf(i);
    if (target === '(void)') {
      this.add(this.hooks.beforeAccess(this.shared(original, 'R', place, source), this));
      this.line(`(void)${grouped(read, Level.unary)};`);
      return this.add(this.hooks.afterAccess?.() ?? []);
    }
    const name = target ?? this.declarations.temporary(read.type);
    if (pieces !== undefined) {
      this.out.usesPieces = true;
      this.line(
        `copy_in_pieces(&${name}, ${this.out.addressText(place).text}, ${this.out.sizeOf(i.result.type)}, ${pieces});`,
      );
    } else {
      this.add(this.hooks.beforeAccess(this.shared(original, 'R', place, source), this));
      this.line(`${name} = ${read.text};`);
      this.add(this.hooks.afterAccess?.() ?? []);
    }
    if (target === undefined) {
      this.pending.set(i.result.index, {
        expression: { ...read, text: name, level: 0 },
        locals: new Set(),
        readsMemory: false,
      });
    }
  }

  nondetType(type: Type): string {
    if (type.kind === 'float') return type.format === 'float' ? 'float' : 'double';
    if (type.kind === 'pointer') return 'pointer';
    return intTypeName(this.bitsOf(type), false).replace('_t', '');
  }

  shared(
    instruction: Instruction,
    operation: SharedAccess['operation'],
    place: MemoryPlace,
    source: TypedPlace | undefined,
  ): SharedAccess {
    return {
      instruction,
      operation,
      at: this.out.addressText(place).text,
      member: source?.member,
      object: place.isPointer ? undefined : place.base,
    };
  }

  private store(i: Store): void {
    if (i.value.kind === 'register' && i.value.index < this.fn.parameters.length && i.address.kind === 'register') {
      // The parameter is the variable.
      const local = this.locals.get(i.address.index);
      if (local !== undefined && !this.pending.has(i.value.index)) return;
    }
    const type = i.value.type;
    const value = this.value(i.value);
    const isDropped =
      i.address.kind === 'register' && this.privateLocals.has(i.address.index) && !this.locals.has(i.address.index);
    if (isDropped) return this.forgetValues();
    if (this.isPrivate(i.address)) {
      const { index } = i.address;
      this.forgetConsumed();
      this.settle((p) => p.locals.has(index));
      const { text, source } = this.lvalue(this.localPlace(index), type, false);
      return this.line(`${text} = ${this.converted(value, source)};`);
    }
    const original = this.original(i);
    const isDevice = this.out.isDevice(original);
    const place = this.placeOf(i.address);
    this.forgetConsumed();
    this.settleMemory();
    const { text, source } = this.lvalue(place, type, i.volatile);
    if (isDevice) {
      this.add(this.hooks.beforeAccess(this.shared(original, 'W', place, source), this));
      const done = this.hooks.deviceWrite(original, grouped(value, Level.choice));
      if (done === undefined) throw new NoCForm('a write to a device register with an effect that is not constant');
      this.add(done.length === 0 ? [`(void)${grouped(value, Level.unary)}; /* to a device register */`] : done);
      return this.add(this.hooks.afterAccess?.() ?? []);
    }
    if (!this.hooks.isShared(original)) return this.line(`${text} = ${this.converted(value, source)};`);
    const pieces = this.out.piecesOf(i);
    if (pieces !== undefined) {
      this.out.usesPieces = true;
      const held = this.declarations.temporary(value.type);
      this.line(`${held} = ${value.text};`);
      return this.line(
        `copy_in_pieces(${this.out.addressText(place).text}, &${held}, ${this.out.sizeOf(type)}, ${pieces});`,
      );
    }
    this.add(this.hooks.beforeAccess(this.shared(original, 'W', place, source), this));
    this.line(`${text} = ${this.converted(value, source)};`);
    this.add(this.hooks.afterAccess?.() ?? []);
  }

  /** As an assignment takes it without a warning. */
  converted(value: CExpression, target: TypedPlace | undefined): string {
    const type = target?.type;
    if (value.constant !== undefined && value.type.kind === 'int' && type?.kind === 'scalar')
      return constantExpression(value.constant, value.type.bits, isSignedScalar(type)).text;
    if (value.type.kind !== 'pointer' || type?.kind !== 'pointer' || value.constant !== undefined) return value.text;
    return this.out.asPointer(value, type.target());
  }

  /** What was used as a value is used again. */
  unread(result: Register): void {
    this.usesLeft[result.index]!++;
  }

  forgetValues(): void {
    this.forgetConsumed();
  }

  /** What a compare-and-exchange gives: its parts are asked for one by one. */
  exchanged(result: Register, old: string, wasMade: string): void {
    this.exchanges.set(result.index, [old, wasMade]);
  }

  variable(type: CType): string {
    return this.declarations.temporary(type);
  }

  isUsed(result: Register | undefined): result is Register {
    return result !== undefined && this.usesLeft[result.index]! > 0;
  }

  /** The result of a statement, in a variable of its own. */
  result(result: Register, type: CType): string {
    if (this.target?.result === result.index) {
      this.target.isTaken = true;
      return this.target.text;
    }
    const name = this.declarations.temporary(type);
    this.pending.set(result.index, {
      expression: { text: name, level: 0, type, isExact: true },
      locals: new Set(),
      readsMemory: false,
    });
    return name;
  }

  // ---- the end of a block ------------------------------------------------------------------------------------------

  private terminator(i: Terminator, n: number): BlockEnd {
    const here = (text: string): CLine => ({ text, place: this.place });
    switch (i.op) {
      case 'ret': {
        const value = i.value === undefined ? undefined : this.value(i.value);
        const text =
          value === undefined
            ? 'return;'
            : `return ${value.type.kind === 'pointer' ? this.out.returned(value, this.fn) : value.text};`;
        return { kind: 'leaves', lines: [here(text)] };
      }
      case 'br':
        this.settleForEdges(n);
        return { kind: 'jump', target: i.target };
      case 'condbr': {
        const condition = this.value(i.condition);
        this.forgetConsumed();
        this.settleForEdges(n);
        if (i.whenTrue === i.whenFalse) return { kind: 'jump', target: i.whenTrue };
        for (const [failing, other, holds] of [
          [i.whenFalse, i.whenTrue, condition],
          [i.whenTrue, i.whenFalse, not(condition)],
        ] as const) {
          const failure = this.onlyFails(failing);
          if (failure === undefined) continue;
          this.add(this.hooks.assert(this.original(failure), holds.text));
          return { kind: 'jump', target: other };
        }
        return { kind: 'branch', condition, whenTrue: i.whenTrue, whenFalse: i.whenFalse, line: here('') };
      }
      case 'switch': {
        const value = this.value(i.value);
        this.forgetConsumed();
        const bits = this.bitsOf(i.value.type);
        const signed = value.type.kind === 'int' && value.type.signed;
        const cases = i.cases.map((c) => ({ text: constantExpression(c.value, bits, signed).text, target: c.target }));
        return {
          kind: 'switch',
          line: here(`switch (${isTruth(value) ? `(int)(${value.text})` : value.text}) {`),
          cases,
          otherwise: i.otherwise,
        };
      }
      case 'unreachable':
        return { kind: 'leaves', lines: [here(this.leave)] };
      default:
        throw new NoCForm(i.op === 'indirectbr' ? 'a jump to a computed label' : `the instruction ${i.op}`);
    }
  }

  /** The call of a block that does nothing but to tell that an assertion failed. */
  private onlyFails(block: number): Call | undefined {
    const all = this.fn.blocks[block]!.instructions.filter((i) => i.op !== 'debug-value' && i.op !== 'debug-declare');
    const [call, end] = all;
    const isOnly = all.length === 2 && call?.op === 'call' && end?.op === 'unreachable';
    return isOnly && this.calls.alwaysFails(call) ? call : undefined;
  }

  /** Values for phis are read when the block ends. */
  private settleForEdges(_n: number): void {
    this.forgetConsumed();
  }

  edge(from: number, to: number): readonly string[] {
    const copies = this.fn.blocks[to]!.instructions.flatMap((i) => {
      if (i.op !== 'phi') return [];
      const target = this.pending.get(i.result.index)?.expression;
      const value = i.incoming.find((entry) => entry.block === from)?.value;
      if (target === undefined || value === undefined || value.kind === 'undef') return [];
      const text =
        value.kind === 'register'
          ? (this.pending.get(value.index)?.expression ?? this.value(value)).text
          : this.constant(value).text;
      return text === target.text ? [] : [{ name: target.text, type: target.type, text }];
    });
    const reads = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
    const isMixed = copies.some((c, n) => copies.slice(n + 1).some((later) => reads(later.text, c.name)));
    if (!isMixed) return copies.map((c) => `${c.name} = ${c.text};`);
    const held = copies.map((c) => ({ ...c, held: this.declarations.temporary(c.type) }));
    return [...held.map((c) => `${c.held} = ${c.text};`), ...held.map((c) => `${c.name} = ${c.held};`)];
  }
}

/** What compilers take for a mistake in a switch. */
function isTruth({ level, text }: CExpression): boolean {
  return level === Level.relation || level === Level.equality || text.startsWith('!');
}

const byte: SourceType = { kind: 'scalar', name: 'unsigned char', size: 1, encoding: 'character', volatile: false };
