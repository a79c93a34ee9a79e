// What is statically known about an integer: constants through casts, arithmetic and parameters of the calling
// instance, and, for writes to device registers, each bit by itself (`UCSR0B |= 1 << RXCIE0` sets bit 7 and keeps the
// others).

import type { CallInstruction, Instruction } from '../ir/instruction.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import type { Operand } from '../ir/value.js';
import { withoutUnit } from './known-calls.js';
import type { Platform } from './platform.js';
import type { References } from './references.js';

/**
 * Bits known to be one, known to be zero, and known to be what the register at `register` held before. The rest is
 * unknown.
 */
export interface StaticBits {
  readonly ones: bigint;
  readonly zeros: bigint;
  readonly kept: bigint;
}

const NOTHING: StaticBits = { ones: 0n, zeros: 0n, kept: 0n };
const MAX_DEPTH = 64;

export class KnownValues {
  private readonly definitions = new Map<IrFunction, Map<number, Instruction>>();

  constructor(
    private readonly module: IrModule,
    private readonly references: References,
    private readonly encoders: Platform['encoders'] = {},
  ) {}

  /** The signed value of an integer operand where it is the same in every execution of the instance. */
  constant(fn: IrFunction, calls: readonly Instruction[], operand: Operand): number | undefined {
    const bits = widthOf(operand);
    if (bits === undefined) return undefined;
    const known = this.bits(fn, calls, operand, undefined, 0);
    const all = (1n << BigInt(bits)) - 1n;
    if ((known.ones | known.zeros) !== all) return undefined;
    const value = Number(BigInt.asIntN(bits, known.ones));
    return bits === 1 ? Math.abs(value) : value;
  }

  /** `register`: the address whose loads count as kept bits. */
  registerBits(fn: IrFunction, calls: readonly Instruction[], operand: Operand, register: Operand): StaticBits {
    return this.bits(fn, calls, operand, register, 0);
  }

  /** Is it made by one of the platform's encoders, of which the first part alone counts? */
  isEncoded(fn: IrFunction, calls: readonly Instruction[], operand: Operand, depth = 0): boolean {
    if (operand.kind !== 'register' || depth > MAX_DEPTH) return false;
    const i = this.definition(fn, operand.index);
    if (i === undefined) {
      const passed = this.argumentOf(fn, calls, operand.index);
      return passed !== undefined && this.isEncoded(passed.caller, calls.slice(0, -1), passed.argument, depth + 1);
    }
    if (i.op === 'call') return i.callee.kind === 'global' && Object.hasOwn(this.encoders, i.callee.name);
    const from = 'left' in i ? [i.left, i.right] : 'value' in i ? [i.value] : [];
    return from.some((o) => this.isEncoded(fn, calls, o, depth + 1));
  }

  /** An absolute address where it is the same in every execution of the instance. */
  address(fn: IrFunction, calls: readonly Instruction[], operand: Operand): number | undefined {
    let [current, at, way, offset] = [operand, fn, calls, 0];
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      if (current.kind === 'register') {
        const i = this.definition(at, current.index);
        if (i === undefined) {
          const passed = this.argumentOf(at, way, current.index);
          if (passed === undefined) return undefined;
          [current, at, way] = [passed.argument, passed.caller, way.slice(0, -1)];
        } else if (i.op === 'getelementptr') {
          for (const { index, scale } of i.scaled) {
            const known = this.constant(at, way, index);
            if (known === undefined) return undefined;
            offset += known * scale;
          }
          offset += i.offset;
          current = i.base;
        } else if (i.op === 'inttoptr') {
          const known = this.constant(at, way, i.value);
          const width = widthOf(i.value);
          if (known === undefined || width === undefined) return undefined;
          return Number(BigInt.asUintN(width, BigInt(known))) + offset;
        } else return undefined;
      } else if (current.kind === 'expression' && current.op === 'getelementptr') {
        offset += current.offset;
        current = current.base;
      } else if (current.kind === 'expression' && current.op === 'inttoptr' && current.value.kind === 'int')
        return Number(current.value.value) + offset;
      else return undefined;
    }
    return undefined;
  }

  /** The address without its variable parts: of `&NVIC->IP[n]` that of `NVIC->IP[0]`. */
  baseAddress(fn: IrFunction, operand: Operand): number | undefined {
    let [current, offset] = [operand, 0];
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      if (current.kind === 'expression' && current.op === 'inttoptr')
        return current.value.kind === 'int' ? Number(current.value.value) + offset : undefined;
      const i = current.kind === 'register' ? this.definition(fn, current.index) : current;
      if (i === undefined || !('op' in i) || i.op !== 'getelementptr') return undefined;
      offset += i.offset;
      current = i.base;
    }
    return undefined;
  }

  private bits(
    fn: IrFunction,
    calls: readonly Instruction[],
    operand: Operand,
    register: Operand | undefined,
    depth: number,
  ): StaticBits {
    const width = widthOf(operand);
    if (width === undefined || depth > MAX_DEPTH) return NOTHING;
    const all = (1n << BigInt(width)) - 1n;
    if (operand.kind === 'int') return { ones: operand.value, zeros: all & ~operand.value, kept: 0n };
    if (operand.kind === 'zero') return { ones: 0n, zeros: all, kept: 0n };
    if (operand.kind !== 'register') return NOTHING;
    const recur = (o: Operand): StaticBits => this.bits(fn, calls, o, register, depth + 1);
    const i = this.definition(fn, operand.index);
    if (i === undefined) return this.parameter(fn, calls, operand.index, depth);
    switch (i.op) {
      case 'zext': {
        const k = recur(i.value);
        const inner = (1n << BigInt(widthOf(i.value) ?? 0)) - 1n;
        return { ...k, zeros: k.zeros | (all & ~inner) };
      }
      case 'sext': {
        const k = recur(i.value);
        const from = widthOf(i.value) ?? 1;
        const sign = 1n << BigInt(from - 1);
        const upper = all & ~((1n << BigInt(from)) - 1n);
        return {
          ones: k.ones | (k.ones & sign ? upper : 0n),
          zeros: k.zeros | (k.zeros & sign ? upper : 0n),
          kept: k.kept,
        };
      }
      case 'trunc': {
        const k = recur(i.value);
        return { ones: k.ones & all, zeros: k.zeros & all, kept: k.kept & all };
      }
      case 'freeze':
        return recur(i.value);
      case 'and': {
        const [a, b] = [recur(i.left), recur(i.right)];
        return { ones: a.ones & b.ones, zeros: a.zeros | b.zeros, kept: (a.kept & b.ones) | (b.kept & a.ones) };
      }
      case 'or': {
        const [a, b] = [recur(i.left), recur(i.right)];
        return { ones: a.ones | b.ones, zeros: a.zeros & b.zeros, kept: (a.kept & b.zeros) | (b.kept & a.zeros) };
      }
      case 'xor': {
        const [a, b] = [recur(i.left), recur(i.right)];
        return {
          ones: (a.ones & b.zeros) | (a.zeros & b.ones),
          zeros: (a.ones & b.ones) | (a.zeros & b.zeros),
          kept: (a.kept & b.zeros) | (b.kept & a.zeros),
        };
      }
      case 'shl':
      case 'lshr': {
        const by = this.constant(fn, calls, i.right);
        if (by === undefined || by < 0 || by >= width) return NOTHING;
        const k = recur(i.left);
        const n = BigInt(by);
        if (i.op === 'shl')
          return { ones: (k.ones << n) & all, zeros: ((k.zeros << n) & all) | ((1n << n) - 1n), kept: 0n };
        return { ones: k.ones >> n, zeros: (k.zeros >> n) | (all & ~(all >> n)), kept: 0n };
      }
      case 'add':
      case 'sub':
      case 'mul': {
        const [a, b] = [this.constant(fn, calls, i.left), this.constant(fn, calls, i.right)];
        if (a === undefined || b === undefined) return NOTHING;
        const [x, y] = [BigInt(a), BigInt(b)];
        const value = BigInt.asUintN(width, i.op === 'add' ? x + y : i.op === 'sub' ? x - y : x * y);
        return { ones: value, zeros: all & ~value, kept: 0n };
      }
      case 'load': {
        if (register !== undefined && sameAddress(i.address, register)) return { ones: 0n, zeros: 0n, kept: all };
        return this.constantGlobal(i.address, all);
      }
      case 'call': {
        const name = i.callee.kind === 'global' ? withoutUnit(i.callee.name) : '';
        const position = Object.hasOwn(this.encoders, name) ? this.encoders[name] : undefined;
        const argument = position === undefined ? undefined : i.arguments[position];
        return argument === undefined || widthOf(argument) !== width ? NOTHING : recur(argument);
      }
      case 'select': {
        const [a, b] = [recur(i.whenTrue), recur(i.whenFalse)];
        return { ones: a.ones & b.ones, zeros: a.zeros & b.zeros, kept: a.kept & b.kept };
      }
      default:
        return NOTHING;
    }
  }

  private parameter(fn: IrFunction, calls: readonly Instruction[], index: number, depth: number): StaticBits {
    const passed = this.argumentOf(fn, calls, index);
    if (passed === undefined || widthOf(passed.argument) !== widthOf(passed.parameter)) return NOTHING;
    return this.bits(passed.caller, calls.slice(0, -1), passed.argument, undefined, depth + 1);
  }

  /** What the instance's caller passes for a parameter. */
  argumentOf(fn: IrFunction, calls: readonly Instruction[], index: number) {
    const site = calls.at(-1) as CallInstruction | undefined;
    const position = fn.parameters.findIndex((p) => p.index === index);
    const [parameter, argument] = [fn.parameters[position], site?.arguments[position]];
    const caller =
      site === undefined ? undefined : this.module.functions.get(this.references.container.get(site) ?? '');
    return parameter === undefined || argument === undefined || caller === undefined
      ? undefined
      : { parameter, argument, caller };
  }

  private constantGlobal(address: Operand, all: bigint): StaticBits {
    const global = address.kind === 'global' ? this.module.globals.get(address.name) : undefined;
    const value = global?.constant ? global.initializer : undefined;
    if (value?.kind !== 'int' || (1n << BigInt(value.type.bits)) - 1n !== all) return NOTHING;
    return { ones: value.value, zeros: all & ~value.value, kept: 0n };
  }

  definition(fn: IrFunction, register: number): Instruction | undefined {
    let map = this.definitions.get(fn);
    if (map === undefined) {
      map = new Map();
      for (const block of fn.blocks)
        for (const i of block.instructions) if ('result' in i && i.result !== undefined) map.set(i.result.index, i);
      this.definitions.set(fn, map);
    }
    return map.get(register);
  }
}

function widthOf(operand: Operand): number | undefined {
  return operand.type.kind === 'int' ? operand.type.bits : undefined;
}

function sameAddress(a: Operand, b: Operand): boolean {
  if (a === b) return true;
  if (a.kind !== 'expression' || b.kind !== 'expression' || a.op !== 'inttoptr' || b.op !== 'inttoptr') return false;
  return a.value.kind === 'int' && b.value.kind === 'int' && a.value.value === b.value.value;
}
