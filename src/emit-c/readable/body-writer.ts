// The body of a function as C: each access that others can see is a statement of its own, in the compiler's order; what
// only the function itself computes is folded into expressions (values.ts). Blocks come out with their lines and their
// end; structure.ts makes statements of C of them.

import type { Place as SourcePlace } from '../../base/diagnostic.js';
import type { SourceType } from '../../ir/debug/debug-info.js';
import type {
  Alloca,
  Call,
  ExtractValue,
  GetElementPtr,
  Instruction,
  Store,
  Terminator,
} from '../../ir/instruction.js';
import { isBinary, isCall, isCast, isIntegerBinary } from '../../ir/instruction-class.js';
import type { IrFunction } from '../../ir/module.js';
import type { Type } from '../../ir/type.js';
import type { Operand, Register } from '../../ir/value.js';
import { NoCForm } from '../no-c-form.js';
import { AccessText } from './access-text.js';
import { BlockEnds } from './block-end.js';
import {
  asInteger,
  type CExpression,
  type CType,
  comparison,
  conversion,
  floatBinary,
  grouped,
  integerBinary,
  Level,
} from './c-expression.js';
import { CallText } from './call-text.js';
import type { CLine, Declarations } from './function-text.js';
import type { Hooks, SharedAccess } from './hooks.js';
import { Locals } from './locals.js';
import { bitsOf, lvalue, nondetType, sharedAccess } from './lvalue.js';
import { type ModuleText, valueType } from './module-text.js';
import { type MemoryPlace, type TypedPlace, typedPlace } from './place.js';
import type { BlockEnd, BlockText } from './structure.js';
import { Values } from './values.js';
import { Variables } from './variables.js';
import type { WrittenBody } from './written-body.js';

export class BodyWriter implements WrittenBody {
  readonly symbol: string;
  private readonly locals: Locals;
  private readonly values: Values;
  private readonly accesses: AccessText;
  private readonly calls: CallText;
  private readonly ends: BlockEnds;
  private lines: CLine[] = [];
  private place: SourcePlace | undefined;
  /** The variable that the result of the call goes to which is written. */
  private target: { readonly result: number; readonly text: string; isTaken: boolean } | undefined;
  /** Old value and success of compare-and-exchange, result and overflow of arithmetic: by the register of both. */
  private readonly twoResults = new Map<number, readonly [string, string]>();

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
    this.locals = new Locals(fn, out.layout);
    this.values = new Values(fn, out, this.locals, declarations, (text) => this.line(text));
    this.accesses = new AccessText(this, fn, this.values, this.locals, declarations);
    this.calls = new CallText(this);
    this.ends = new BlockEnds(this, fn, this.values, this.calls, declarations);
  }

  /** Before any block is written. Gives the parameters' declarations. */
  declare(): readonly string[] {
    return new Variables(this.fn, this.out, this.declarations, this.locals, this.values).declare();
  }

  edge(from: number, to: number): readonly string[] {
    return this.ends.edge(from, to);
  }

  block(n: number): BlockText {
    this.lines = [];
    const { instructions } = this.fn.blocks[n]!;
    let end: BlockEnd | undefined;
    for (let at = 0; at < instructions.length; at++) {
      const i = instructions[at]!;
      this.place = this.out.debugOf(this.fn).location(i.debug)?.place ?? this.place;
      try {
        if (at === instructions.length - 1) end = this.ends.of(i as Terminator, this.place);
        else if (i.op === 'load' && this.accesses.isStoredNext(i, instructions[at + 1])) {
          this.accesses.loadInto(i, instructions[at + 1] as Store);
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
      return this.values.define(i.result, () =>
        integerBinary(i, this.values.value(i.left), this.values.value(i.right), bits),
      );
    }
    if (isBinary(i))
      return this.values.define(i.result, () => floatBinary(i, this.values.value(i.left), this.values.value(i.right)));
    if (isCast(i)) return this.cast(i);
    if (isCall(i)) {
      if (i.op !== 'call') throw new NoCForm(`the instruction ${i.op}`);
      return this.calls.write(i);
    }
    switch (i.op) {
      case 'icmp':
      case 'fcmp':
        return this.values.define(i.result, () =>
          comparison(i, this.values.value(i.left), this.values.value(i.right), this.bitsOf(i.left.type)),
        );
      case 'select':
        return this.values.define(i.result, () => this.choice(i.condition, i.whenTrue, i.whenFalse));
      case 'freeze':
        return this.values.define(i.result, () => this.values.value(i.value));
      case 'fneg':
        return this.values.define(i.result, () => {
          const value = this.values.value(i.value);
          return { ...value, text: `-${grouped(value, Level.primary)}`, level: Level.unary };
        });
      case 'getelementptr':
        return this.element(i);
      case 'load':
        return this.accesses.load(i);
      case 'store':
        return this.accesses.store(i);
      case 'atomicrmw':
      case 'cmpxchg':
        return this.calls.atomic(i);
      case 'extractvalue': {
        const parts = i.aggregate.kind === 'register' ? this.twoResults.get(i.aggregate.index) : undefined;
        if (parts === undefined) return this.part(i);
        const text = parts[i.path[0]!]!;
        const type = this.typeOf(i.result.type);
        return this.values.define(i.result, () => ({
          text,
          level: text.includes(' ') ? Level.equality : 0,
          type,
          isExact: false,
          isNatural: true,
        }));
      }
      case 'alloca':
        return this.array(i);
      case 'phi':
      case 'debug-declare':
      case 'debug-value':
      case 'fence':
        return;
      default:
        throw new NoCForm(`the instruction ${i.op}`);
    }
  }

  private part(i: ExtractValue): void {
    this.values.define(i.result, () => {
      const whole = this.values.value(i.aggregate);
      if (whole.type.kind !== 'parts' || i.path.length !== 1) throw new NoCForm('a part of a structure in a structure');
      const type = whole.type.parts[i.path[0]!]!;
      const text = `${grouped(whole, Level.primary)}.part_${i.path[0]}`;
      return {
        text,
        level: Level.primary,
        type: type.kind === 'int' ? { ...type, signed: false } : type,
        isExact: true,
      };
    });
  }

  private choice(condition: Operand, whenTrue: Operand, whenFalse: Operand): CExpression {
    const c = this.values.value(condition);
    const a = this.values.value(whenTrue);
    const b = this.values.value(whenFalse);
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
      return this.values.define(i.result, () => this.values.value(i.value), this.values.addressOf(i.value));
    }
    if (i.op === 'inttoptr')
      return this.values.define(i.result, () => {
        const value = this.values.value(i.value);
        return {
          text: `(void *)(uintptr_t)${grouped(value, Level.unary)}`,
          level: Level.unary,
          type: { kind: 'pointer', to: undefined },
          isExact: true,
        };
      });
    const from = this.bitsOf(i.value.type);
    const to = this.bitsOf(i.result.type);
    this.values.define(i.result, () => conversion(i, this.values.value(i.value), from, to));
  }

  /** An array whose length is known only now. It is there until the function returns. */
  private array(i: Alloca): void {
    if (i.count.kind === 'int') return;
    const type: CType = { kind: 'pointer', to: this.elementOf(i.result.index) };
    const count = grouped(asInteger(this.values.value(i.count), this.bitsOf(i.count.type), false), Level.product);
    const name = this.declarations.temporary(type);
    this.line(`${name} = __builtin_alloca(${count} * ${this.out.sizeOf(i.allocated)});`);
    this.values.keep(i.result, { text: name, level: Level.primary, type, isExact: true });
  }

  private elementOf(local: number): SourceType | undefined {
    for (const i of this.fn.blocks.flatMap((b) => b.instructions)) {
      if (i.op !== 'debug-declare' || i.address.kind !== 'register' || i.address.index !== local) continue;
      const type = this.out.debugOf(this.fn).localVariable(i.variable)?.type;
      if (type?.kind === 'array') return type.element;
    }
    return undefined;
  }

  private element(i: GetElementPtr): void {
    const make = (): MemoryPlace => {
      const base = this.values.placeOf(i.base);
      const scaled = i.scaled.map(({ index, scale }) => {
        const e = this.values.value(index);
        return { text: grouped(e, Level.product), scale };
      });
      return { ...base, offset: base.offset + i.offset, scaled: [...base.scaled, ...scaled] };
    };
    const place = make();
    this.values.define(i.result, () => this.out.addressText(place), place);
  }

  private isKeptNext(i: Call, next: Instruction | undefined): boolean {
    const isKept = next?.op === 'store' && next.value === i.result && i.result !== undefined;
    return (
      isKept &&
      this.values.usesOf(i.result!) === 1 &&
      this.locals.isPrivate(next.address) &&
      i.result!.type.kind !== 'pointer'
    );
  }

  /** `status = begin(device);` Was the store made by that? */
  private callInto(i: Call, store: Store): boolean {
    const local = store.address as Register;
    this.values.settleLocal(local.index);
    const { text } = lvalue(this.out, this.locals.place(local.index), store.value.type, false);
    this.target = { result: i.result!.index, text, isTaken: false };
    this.calls.write(i);
    const { isTaken } = this.target;
    this.target = undefined;
    if (isTaken) this.values.taken(i.result!);
    return isTaken;
  }

  // ---- for calls ---------------------------------------------------------------------------------------------------

  value(operand: Operand): CExpression {
    return this.values.value(operand);
  }

  text(operand: Operand): string {
    return grouped(this.value(operand), Level.choice);
  }

  placeOf(operand: Operand): MemoryPlace {
    return this.values.placeOf(operand);
  }

  lvalue(place: MemoryPlace, type: Type, isVolatile: boolean): ReturnType<typeof lvalue> {
    return lvalue(this.out, place, type, isVolatile);
  }

  shared(
    instruction: Instruction,
    operation: SharedAccess['operation'],
    place: MemoryPlace,
    source: TypedPlace | undefined,
  ): SharedAccess {
    return sharedAccess(this.out, instruction, operation, place, source);
  }

  define(result: Register, make: () => CExpression): void {
    this.values.define(result, make);
  }

  settleMemory(): void {
    this.values.settleMemory();
  }

  forgetValues(): void {
    this.values.forgetConsumed();
  }

  unread(result: Register): void {
    this.values.unread(result);
  }

  typeOf(type: Type): CType {
    return valueType(type);
  }

  bitsOf(type: Type): number {
    return bitsOf(this.out, type);
  }

  nondetType(type: Type): string {
    return nondetType(this.out, type);
  }

  /** What a function gets a copy of. */
  structure(operand: Operand, type: SourceType): string {
    const place = this.values.placeOf(operand);
    const typed = typedPlace(
      place,
      (t) => t.kind === 'record' && t.size === type.size && t.name === (type as { name?: string }).name,
    );
    if (typed !== undefined) return typed.text;
    return `*(${this.out.types.pointerTo(type)})${grouped(this.out.byteAddress(place), Level.unary)}`;
  }

  /** Nothing that matters here. */
  zero(result: Register | undefined): void {
    if (result === undefined) return;
    const type = this.typeOf(result.type);
    this.values.define(result, () => ({ text: '0', level: Level.primary, type, isExact: true, constant: 0n }));
  }

  /** What has two results: they are asked for one by one. */
  both(result: Register, value: string, is: string): void {
    this.twoResults.set(result.index, [value, is]);
  }

  variable(type: CType): string {
    return this.declarations.temporary(type);
  }

  isUsed(result: Register | undefined): result is Register {
    return result !== undefined && this.values.usesOf(result) > 0;
  }

  /** The result of a statement, in a variable of its own. */
  result(result: Register, type: CType): string {
    if (this.target?.result === result.index) {
      this.target.isTaken = true;
      return this.target.text;
    }
    const name = this.declarations.temporary(type);
    this.values.keep(result, { text: name, level: 0, type, isExact: true });
    return name;
  }
}
