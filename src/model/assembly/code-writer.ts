// Instructions of a function that is being rewritten: blocks that grow, fresh registers, and constants that fold, so
// that addresses which the text names are constants in the IR as they are where clang compiles them from C.

import { type Call, type Instruction, unnumbered } from '../../ir/instruction.js';
import type { IrFunction } from '../../ir/module.js';
import type { CastOp, IntegerOp } from '../../ir/opcode.js';
import type { IntegerPredicate } from '../../ir/predicate.js';
import type { FunctionType, IntType, Type } from '../../ir/type.js';
import type { Constant, Operand, Register } from '../../ir/value.js';

const integers = new Map<number, IntType>();

export function intType(bits: number): IntType {
  let type = integers.get(bits);
  if (type === undefined) integers.set(bits, (type = { kind: 'int', bits }));
  return type;
}

export const pointerType: Type = { kind: 'pointer', addressSpace: 0 };

export function int(bits: number, value: bigint | number): Operand & { readonly kind: 'int' } {
  return { kind: 'int', type: intType(bits), value: BigInt.asUintN(bits, BigInt(value)) };
}

export function bitsOf(value: Operand): number {
  return value.type.kind === 'int' ? value.type.bits : 0;
}

export interface BlockDraft {
  readonly name: string;
  readonly instructions: Instruction[];
}

export class CodeWriter {
  /** Where the next instruction goes. */
  current: BlockDraft;
  /** Of all that is written. */
  debug = -1;
  private readonly slots = new Map<string, Register>();
  private readonly allocas: Instruction[] = [];
  readonly declared = new Map<string, FunctionType>();

  constructor(
    readonly fn: IrFunction,
    readonly drafts: BlockDraft[],
    private registers: number,
    readonly pointerBits: number,
  ) {
    this.current = drafts[0]!;
  }

  get registerCount(): number {
    return this.registers;
  }

  /** Allocas belong into the first block. */
  finish(): void {
    this.drafts[0]!.instructions.unshift(...this.allocas);
  }

  register(type: Type): Register {
    return { kind: 'register', index: this.registers++, type };
  }

  newBlock(name: string): number {
    this.drafts.push({ name: `${name}.${this.drafts.length}`, instructions: [] });
    return this.drafts.length - 1;
  }

  add(instruction: Instruction): void {
    this.current.instructions.push(instruction);
  }

  private get common() {
    return { id: unnumbered, debug: this.debug } as const;
  }

  binary(op: IntegerOp, left: Operand, right: Operand): Operand {
    const bits = bitsOf(left);
    if (left.kind === 'int' && right.kind === 'int') {
      const folded = fold(op, bits, left.value, right.value);
      if (folded !== undefined) return int(bits, folded);
    }
    if (right.kind === 'int' && right.value === 0n && ['add', 'sub', 'or', 'xor', 'shl', 'lshr', 'ashr'].includes(op))
      return left;
    const result = this.register(left.type);
    this.add({ op, ...this.common, left, right, flags: 0, result });
    return result;
  }

  compare(predicate: IntegerPredicate, left: Operand, right: Operand): Operand {
    const result = this.register(intType(1));
    this.add({ op: 'icmp', ...this.common, predicate, left, right, result });
    return result;
  }

  select(condition: Operand, whenTrue: Operand, whenFalse: Operand): Operand {
    if (condition.kind === 'int') return condition.value === 1n ? whenTrue : whenFalse;
    const result = this.register(whenTrue.type);
    this.add({ op: 'select', ...this.common, condition, whenTrue, whenFalse, result });
    return result;
  }

  private cast(op: CastOp, value: Operand, type: Type): Operand {
    const result = this.register(type);
    this.add({ op, ...this.common, value, flags: 0, result });
    return result;
  }

  /** As wide as wanted, whatever it was: pointers become numbers, wider numbers lose their upper part. */
  toInt(value: Operand, bits: number, isSigned = false): Operand {
    const own =
      value.type.kind === 'pointer' ? this.asNumber(value) : value.type.kind === 'float' ? this.asBits(value) : value;
    const from = bitsOf(own);
    if (from === bits) return own;
    if (own.kind === 'int') return int(bits, isSigned ? BigInt.asIntN(from, own.value) : own.value);
    return this.cast(from > bits ? 'trunc' : isSigned ? 'sext' : 'zext', own, intType(bits));
  }

  private asNumber(value: Operand): Operand {
    if (value.kind === 'expression' && value.op === 'inttoptr' && value.value.kind === 'int')
      return int(this.pointerBits, value.value.value);
    if (value.kind === 'null') return int(this.pointerBits, 0);
    return this.cast('ptrtoint', value, intType(this.pointerBits));
  }

  private asBits(value: Operand): Operand {
    return this.cast(
      'bitcast',
      value,
      intType(value.type.kind === 'float' && value.type.format === 'double' ? 64 : 32),
    );
  }

  toPointer(value: Operand): Operand {
    if (value.type.kind === 'pointer') return value;
    const number = this.toInt(value, this.pointerBits);
    if (number.kind === 'int')
      return { kind: 'expression', type: pointerType, op: 'inttoptr', value: number as Constant };
    return this.cast('inttoptr', number, pointerType);
  }

  /** What a value of the wanted type looks like. */
  toType(value: Operand, type: Type): Operand {
    if (type.kind === 'pointer') return this.toPointer(value);
    if (type.kind === 'int') return this.toInt(value, type.bits);
    const bits = type.kind === 'float' && type.format === 'double' ? 64 : 32;
    return this.cast('bitcast', this.toInt(value, bits), type);
  }

  /** An address so many bytes behind another. */
  behind(address: Operand, bytes: Operand, sign: 1 | -1 = 1): Operand {
    if (address.type.kind !== 'pointer') return this.binary(sign === 1 ? 'add' : 'sub', address, bytes);
    if (bytes.kind === 'int' && bytes.value === 0n) return address;
    const result = this.register(pointerType);
    const constant = bytes.kind === 'int' ? sign * Number(BigInt.asIntN(bitsOf(bytes), bytes.value)) : 0;
    const scaled = bytes.kind === 'int' ? [] : [{ index: bytes, scale: sign }];
    this.add({
      op: 'getelementptr',
      ...this.common,
      sourceType: intType(8),
      base: address,
      offset: constant,
      scaled,
      flags: 0,
      result,
    });
    return result;
  }

  load(address: Operand, type: Type, isPlain = false): Operand {
    const result = this.register(type);
    const align = type.kind === 'int' ? Math.max(1, type.bits / 8) : this.pointerBits / 8;
    const origin = isPlain ? {} : ({ isAssembly: true } as const);
    this.add({ op: 'load', ...this.common, address, volatile: !isPlain, align, result, ...origin });
    return result;
  }

  store(address: Operand, value: Operand, isPlain = false): void {
    const align = Math.max(1, bitsOf(value) / 8);
    this.add({ op: 'store', ...this.common, address, value, volatile: !isPlain, align });
  }

  /** A place for what a cell holds from one block to the next; promotion makes it a register. */
  slot(name: string, bits: number): Operand {
    let slot = this.slots.get(name);
    if (slot === undefined) {
      slot = this.register(pointerType);
      this.slots.set(name, slot);
      this.allocas.push({
        op: 'alloca',
        id: unnumbered,
        debug: -1,
        allocated: intType(bits),
        count: int(32, 1),
        align: Math.max(1, bits / 8),
        result: slot,
      });
    }
    return slot;
  }

  call(name: string, values: readonly Operand[], returns: Type): Operand | undefined {
    const functionType: FunctionType = {
      kind: 'function',
      returns,
      parameters: values.map((v) => v.type),
      variadic: false,
    };
    this.declared.set(name, functionType);
    const callee: Operand = { kind: 'global', type: { kind: 'pointer', addressSpace: this.fn.addressSpace }, name };
    return this.addCall({ callee, arguments: values, functionType, noReturn: false });
  }

  /** A single instruction, whose effect the pack knows. */
  assembly(text: string, values: readonly Operand[], returns: Type, clobbersMemory: boolean): Operand | undefined {
    const functionType: FunctionType = {
      kind: 'function',
      returns,
      parameters: values.map((v) => v.type),
      variadic: false,
    };
    const constraints = [
      ...(returns.kind === 'void' ? [] : ['=r']),
      ...values.map(() => 'r'),
      ...(clobbersMemory ? ['~{memory}'] : []),
    ].join(',');
    const callee = { kind: 'assembly', text, constraints, sideEffect: true } as const;
    return this.addCall({ callee, arguments: values, functionType, noReturn: false });
  }

  private addCall(site: Pick<Call, 'callee' | 'arguments' | 'functionType' | 'noReturn'>): Operand | undefined {
    const { returns } = site.functionType;
    const result = returns.kind === 'void' ? undefined : this.register(returns);
    this.add({ op: 'call', ...this.common, ...site, ...(result === undefined ? {} : { result }) });
    return result;
  }

  goto(target: number): void {
    this.add({ op: 'br', ...this.common, target });
  }

  branch(condition: Operand, whenTrue: number, whenFalse: number): void {
    if (condition.kind === 'int') return this.goto(condition.value === 1n ? whenTrue : whenFalse);
    this.add({ op: 'condbr', ...this.common, condition, whenTrue, whenFalse });
  }
}

function fold(op: IntegerOp, bits: number, a: bigint, b: bigint): bigint | undefined {
  const isShift = op === 'shl' || op === 'lshr' || op === 'ashr';
  if (isShift && b >= BigInt(bits)) return undefined;
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'shl':
      return a << b;
    case 'lshr':
      return a >> b;
    case 'ashr':
      return BigInt.asIntN(bits, a) >> b;
    default:
      return undefined;
  }
}
