// Loads and stores as statements. An access that others can see is one of its own, between what the hooks put before
// and behind it; a device register is arbitrary when it is read; what is accessed in pieces is copied in pieces.

import type { Instruction, Load, Store } from '../../ir/instruction.js';
import type { IrFunction } from '../../ir/module.js';
import type { Register } from '../../ir/value.js';
import { commentText } from '../names.js';
import { NoCForm } from '../no-c-form.js';
import { asInteger, type CExpression, grouped, Level } from './c-expression.js';
import type { Declarations } from './function-text.js';
import type { Locals } from './locals.js';
import { converted, loaded, lvalue, nondetType, sharedAccess } from './lvalue.js';
import type { Values } from './values.js';
import type { WrittenBody } from './written-body.js';

export class AccessText {
  constructor(
    private readonly body: WrittenBody,
    private readonly fn: IrFunction,
    private readonly values: Values,
    private readonly locals: Locals,
    private readonly declarations: Declarations,
  ) {}

  /** `status = device->flag;`: is it read into the local that it is stored to next? */
  isStoredNext(i: Load, next: Instruction | undefined): boolean {
    return (
      next?.op === 'store' &&
      next.value === i.result &&
      this.values.usesOf(i.result) === 1 &&
      !this.locals.isPrivate(i.address) &&
      this.locals.isPrivate(next.address) &&
      this.body.hooks.isShared(this.body.original(i))
    );
  }

  /** `status = device->flag;`: the access is the statement. */
  loadInto(i: Load, store: Store): void {
    const local = store.address as Register;
    this.values.settleLocal(local.index);
    const target = lvalue(this.body.out, this.locals.place(local.index), i.result.type, false);
    this.values.taken(i.result);
    this.readInto(i, target.text);
  }

  load(i: Load): void {
    if (this.locals.isPrivate(i.address)) {
      const { index } = i.address;
      const { text, source } = lvalue(this.body.out, this.locals.place(index), i.result.type, false);
      return this.values.define(i.result, () => {
        this.values.consumeLocal(index);
        return loaded(text, i.result.type, source);
      });
    }
    const original = this.body.original(i);
    if (this.body.hooks.isShared(original)) {
      const isUsed = this.values.usesOf(i.result) > 0;
      return this.readInto(i, isUsed ? undefined : '(void)');
    }
    if (this.values.usesOf(i.result) === 0 && !i.volatile) {
      this.values.placeOf(i.address);
      this.values.forgetConsumed();
      return;
    }
    const place = this.values.placeOf(i.address);
    const { text, source } = lvalue(this.body.out, place, i.result.type, i.volatile);
    this.values.define(i.result, () => {
      this.values.consumeMemory();
      return loaded(text, i.result.type, source);
    });
  }

  /** An access of its own, into a variable; `(void)`: into none. */
  private readInto(i: Load, target: string | undefined): void {
    const original = this.body.original(i);
    const isDevice = this.body.out.isDevice(original);
    const place = this.values.placeOf(i.address);
    const { text, source } = lvalue(this.body.out, place, i.result.type, i.volatile);
    this.values.forgetConsumed();
    const read: CExpression = !isDevice
      ? loaded(text, i.result.type, source)
      : {
          ...loaded(
            this.body.hooks.deviceRead(original) ?? this.body.hooks.nondet(nondetType(this.body.out, i.result.type)),
            i.result.type,
            undefined,
          ),
          level: 0,
        };
    const pieces = isDevice ? undefined : this.body.out.piecesOf(i);
    if (target === '(void)') {
      this.body.add(this.body.hooks.beforeAccess(sharedAccess(this.body.out, original, 'R', place, source), this.body));
      this.body.line(`(void)${grouped(read, Level.unary)};`);
      return this.body.add(this.body.hooks.afterAccess?.() ?? []);
    }
    const name = target ?? this.declarations.temporary(read.type);
    if (pieces !== undefined) {
      this.body.out.usesPieces = true;
      this.body.line(this.inPieces(`&${name}`, this.body.out.addressText(place).text, i, pieces));
    } else {
      this.body.add(this.body.hooks.beforeAccess(sharedAccess(this.body.out, original, 'R', place, source), this.body));
      this.body.line(`${name} = ${read.text};`);
      this.body.add(this.body.hooks.afterAccess?.() ?? []);
    }
    if (target === undefined) this.values.keep(i.result, { ...read, text: name, level: 0 });
  }

  /** What nobody here has: the value is computed, as it was, and the register named. */
  private deviceStore(value: CExpression, original: Instruction): string {
    const written = value.type.kind === 'int' ? asInteger(value, value.type.bits, false) : value;
    const name = this.body.out.deviceName(original);
    const to = name === undefined ? 'to a device register' : `to ${name}, a device register`;
    return `(void)${grouped(written, Level.unary)}; /* ${commentText(to)} */`;
  }

  private inPieces(to: string, from: string, i: Load | Store, piece: number): string {
    const told = this.body.hooks.toldPiece?.(this.body.original(i));
    const size = this.body.out.sizeOf(i.op === 'load' ? i.result.type : i.value.type);
    return `copy_in_pieces(${[to, from, size, piece, ...(told === undefined ? [] : [told])].join(', ')});`;
  }

  store(i: Store): void {
    if (i.value.kind === 'register' && i.value.index < this.fn.parameters.length && i.address.kind === 'register') {
      // The parameter is the variable.
      if (this.locals.has(i.address.index) && !this.values.has(i.value.index)) return;
    }
    const type = i.value.type;
    const value = this.values.value(i.value);
    if (this.locals.isDropped(i.address)) return void this.values.forgetConsumed();
    if (this.locals.isPrivate(i.address)) {
      const { index } = i.address;
      this.values.forgetConsumed();
      this.values.settleLocal(index);
      const { text, source } = lvalue(this.body.out, this.locals.place(index), type, false);
      return this.body.line(`${text} = ${converted(this.body.out, value, source)};`);
    }
    const original = this.body.original(i);
    const isDevice = this.body.out.isDevice(original);
    const place = this.values.placeOf(i.address);
    this.values.forgetConsumed();
    this.values.settleMemory();
    const { text, source } = lvalue(this.body.out, place, type, i.volatile);
    if (isDevice) {
      this.body.add(this.body.hooks.beforeAccess(sharedAccess(this.body.out, original, 'W', place, source), this.body));
      const done = this.body.hooks.deviceWrite(original, grouped(value, Level.choice));
      if (done === undefined) throw new NoCForm('a write to a device register with an effect that is not constant');
      this.body.add(done.length === 0 ? [this.deviceStore(value, original)] : done);
      return this.body.add(this.body.hooks.afterAccess?.() ?? []);
    }
    if (!this.body.hooks.isShared(original))
      return this.body.line(`${text} = ${converted(this.body.out, value, source)};`);
    const pieces = this.body.out.piecesOf(i);
    if (pieces !== undefined) {
      this.body.out.usesPieces = true;
      const held = this.declarations.temporary(value.type);
      this.body.line(`${held} = ${value.text};`);
      return this.body.line(this.inPieces(this.body.out.addressText(place).text, `&${held}`, i, pieces));
    }
    this.body.add(this.body.hooks.beforeAccess(sharedAccess(this.body.out, original, 'W', place, source), this.body));
    this.body.line(`${text} = ${converted(this.body.out, value, source)};`);
    this.body.add(this.body.hooks.afterAccess?.() ?? []);
  }
}
