// A small interpreter for functions on integers and pointers: what a function does, to compare before and after a
// rewriting. Uninitialised memory and frozen undefined values hold one byte pattern; functions without a body return a
// mix of their arguments.

import type { CallSite, Instruction } from '../../src/ir/instruction.js';
import type { DataLayout } from '../../src/ir/layout.js';
import type { IrFunction, IrModule } from '../../src/ir/module.js';
import type { Type } from '../../src/ir/type.js';
import type { Constant, Operand } from '../../src/ir/value.js';

const uninitialised = 0xa5;

export interface Run {
  /** Undefined when the run was cut off, or returned nothing. */
  readonly result: bigint | undefined;
  readonly end: 'returned' | 'unreachable' | 'out of steps';
  /** Accesses to globals with their positions, and calls of functions without a body. */
  readonly trace: readonly string[];
}

class Stop extends Error {
  constructor(readonly end: 'unreachable' | 'out of steps') {
    super(end);
  }
}

/** `steps` counts what promotion keeps: branches and calls. */
export function run(module: IrModule, name: string, args: readonly bigint[], steps = 600): Run {
  const interpreter = new Interpreter(module, steps);
  try {
    const result = interpreter.call(interpreter.function(name), args);
    return { result, end: 'returned', trace: interpreter.trace };
  } catch (error) {
    if (error instanceof Stop) return { result: undefined, end: error.end, trace: interpreter.trace };
    throw error;
  }
}

class Interpreter {
  readonly trace: string[] = [];
  private readonly memory = new Uint8Array(1 << 16).fill(uninitialised);
  private readonly addresses = new Map<string, bigint>();
  private readonly layout: DataLayout;
  private free = 64;
  private readonly endOfGlobals: number;

  constructor(
    private readonly module: IrModule,
    private steps: number,
  ) {
    this.layout = module.layout;
    for (const { name, type } of module.globals.values()) {
      this.addresses.set(name, this.allocate(this.layout.allocationSize(type)));
    }
    this.endOfGlobals = this.free;
    for (const { name, type, initializer } of module.globals.values()) {
      if (initializer !== undefined) this.initialise(this.addresses.get(name) as bigint, type, initializer);
    }
  }

  function(name: string): IrFunction {
    const fn = this.module.functions.get(name);
    if (fn === undefined) throw new Error(`no function ${name}`);
    return fn;
  }

  call(fn: IrFunction, args: readonly bigint[]): bigint | undefined {
    const registers: (bigint | undefined)[] = new Array(fn.registerCount);
    for (const [i, parameter] of fn.parameters.entries()) registers[parameter.index] = args[i] ?? 0n;
    const stack = this.free;
    const value = (operand: Operand): bigint => {
      if (operand.kind !== 'register') return this.constant(operand);
      const known = registers[operand.index];
      if (known === undefined) throw new Error(`${fn.name} uses register ${operand.index} before its definition`);
      return known;
    };
    let block = 0;
    let previous = -1;
    for (;;) {
      const instructions = fn.blocks[block]?.instructions ?? [];
      const phis = instructions.flatMap((each) => (each.op === 'phi' ? [each] : []));
      const merged = phis.map((phi) => value(phi.incoming.find((entry) => entry.block === previous)?.value as Operand));
      for (const [i, phi] of phis.entries()) registers[phi.result.index] = merged[i];
      let next = -1;
      for (const instruction of instructions.slice(phis.length)) {
        switch (instruction.op) {
          case 'ret':
            this.free = stack;
            return instruction.value === undefined ? undefined : value(instruction.value);
          case 'br':
            next = instruction.target;
            break;
          case 'condbr':
            next = value(instruction.condition) === 1n ? instruction.whenTrue : instruction.whenFalse;
            break;
          case 'switch': {
            const chosen = value(instruction.value);
            next = instruction.cases.find((each) => each.value === chosen)?.target ?? instruction.otherwise;
            break;
          }
          case 'unreachable':
            throw new Stop('unreachable');
          default: {
            const result = this.execute(instruction, value);
            if ('result' in instruction && instruction.result !== undefined)
              registers[instruction.result.index] = result;
          }
        }
      }
      this.step();
      previous = block;
      block = next;
    }
  }

  private execute(instruction: Instruction, value: (operand: Operand) => bigint): bigint | undefined {
    switch (instruction.op) {
      case 'debug-declare':
      case 'debug-value':
        return undefined;
      case 'alloca':
        return this.allocate(Number(value(instruction.count)) * this.layout.allocationSize(instruction.allocated));
      case 'load': {
        const address = value(instruction.address);
        const loaded = truncate(
          this.read(address, this.layout.storeSize(instruction.result.type)),
          instruction.result.type,
        );
        this.note('R', address, loaded, instruction.debug);
        return loaded;
      }
      case 'store': {
        const address = value(instruction.address);
        this.write(address, value(instruction.value), this.layout.storeSize(instruction.value.type));
        this.note('W', address, value(instruction.value), instruction.debug);
        return undefined;
      }
      case 'getelementptr': {
        const terms = instruction.scaled.map(({ index, scale }) => signed(value(index), index.type) * BigInt(scale));
        const offset = terms.reduce((sum, term) => sum + term, BigInt(instruction.offset));
        return BigInt.asUintN(64, value(instruction.base) + offset);
      }
      case 'icmp':
        return compare(instruction.predicate, value(instruction.left), value(instruction.right), instruction.left.type);
      case 'select':
        return value(instruction.condition) === 1n ? value(instruction.whenTrue) : value(instruction.whenFalse);
      case 'freeze':
      case 'trunc':
      case 'zext':
      case 'ptrtoint':
      case 'inttoptr':
      case 'bitcast':
        return truncate(value(instruction.value), instruction.result.type);
      case 'sext':
        return truncate(signed(value(instruction.value), instruction.value.type), instruction.result.type);
      case 'call':
        return this.callSite(instruction, value);
      default:
        if ('left' in instruction && 'flags' in instruction) {
          const { op, left, right, result } = instruction;
          return truncate(arithmetic(op, value(left), value(right), result.type), result.type);
        }
        throw new Error(`cannot execute ${instruction.op}`);
    }
  }

  private callSite(call: CallSite, value: (operand: Operand) => bigint): bigint | undefined {
    this.step();
    if (call.callee.kind !== 'global') throw new Error('cannot call through a pointer');
    const { name } = call.callee;
    if (name.startsWith('llvm.lifetime') || name.startsWith('llvm.dbg')) return undefined;
    const args = call.arguments.map(value);
    if (name.startsWith('llvm.memcpy')) {
      const [to, from, size] = args.map(Number) as [number, number, number];
      this.memory.copyWithin(to, from, from + size);
      return undefined;
    }
    if (name.startsWith('llvm.memset')) {
      const [to, byte, size] = args.map(Number) as [number, number, number];
      this.memory.fill(byte, to, to + size);
      return undefined;
    }
    const fn = this.module.functions.get(name);
    if (fn !== undefined && fn.blocks.length > 0) return this.call(fn, args);
    // Where a local lies is no part of the behaviour; what it holds is.
    const given = args.map((each, i) => {
      const isLocal = call.arguments[i]?.type.kind === 'pointer' && each >= BigInt(this.endOfGlobals);
      return isLocal ? this.read(each, 4) : each;
    });
    this.trace.push(`${name}(${given.join(', ')}) at ${call.debug}`);
    if (call.result === undefined) return undefined;
    return truncate(
      given.reduce((sum, each) => sum * 31n + each, 7n),
      call.result.type,
    );
  }

  private step(): void {
    if (this.steps-- === 0) throw new Stop('out of steps');
  }

  private note(kind: string, address: bigint, value: bigint, debug: number): void {
    if (address < BigInt(this.endOfGlobals)) this.trace.push(`${kind} ${address} ${value} at ${debug}`);
  }

  private allocate(size: number): bigint {
    const address = this.free;
    this.free += Math.ceil((size + 1) / 16) * 16;
    this.memory.fill(uninitialised, address, this.free);
    return BigInt(address);
  }

  private read(address: bigint, size: number): bigint {
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(this.memory[Number(address) + i] as number);
    return value;
  }

  private write(address: bigint, value: bigint, size: number): void {
    for (let i = 0; i < size; i++) this.memory[Number(address) + i] = Number((value >> BigInt(8 * i)) & 0xffn);
  }

  private constant(constant: Constant): bigint {
    switch (constant.kind) {
      case 'int':
        return constant.value;
      case 'null':
      case 'zero':
        return 0n;
      case 'undef':
        return truncate(0xa5a5a5a5a5a5a5a5n, constant.type);
      case 'global': {
        const address = this.addresses.get(constant.name);
        if (address === undefined) throw new Error(`no address for ${constant.name}`);
        return address;
      }
      case 'expression':
        if (constant.op === 'getelementptr') return this.constant(constant.base) + BigInt(constant.offset);
        throw new Error(`cannot evaluate constant ${constant.op}`);
      default:
        throw new Error(`cannot evaluate a constant of kind ${constant.kind}`);
    }
  }

  private initialise(address: bigint, type: Type, constant: Constant): void {
    if (constant.kind === 'aggregate' || constant.kind === 'bytes') {
      const elements = constant.kind === 'bytes' ? [...constant.bytes] : constant.elements;
      for (const [i, element] of elements.entries()) {
        const inner = type.kind === 'struct' ? type.fields?.[i] : type.kind === 'array' ? type.element : undefined;
        if (inner === undefined) throw new Error('cannot initialise');
        const offset =
          type.kind === 'struct' ? this.layout.fieldOffset(type, i) : i * this.layout.allocationSize(inner);
        if (typeof element === 'number') this.write(address + BigInt(offset), BigInt(element), 1);
        else this.initialise(address + BigInt(offset), inner, element);
      }
    } else if (constant.kind === 'zero') {
      this.memory.fill(0, Number(address), Number(address) + this.layout.allocationSize(type));
    } else this.write(address, this.constant(constant), this.layout.storeSize(type));
  }
}

function width(type: Type): number {
  return type.kind === 'int' ? type.bits : 64;
}

function truncate(value: bigint, type: Type): bigint {
  return BigInt.asUintN(width(type), value);
}

function signed(value: bigint, type: Type): bigint {
  return BigInt.asIntN(width(type), value);
}

function arithmetic(op: string, a: bigint, b: bigint, type: Type): bigint {
  const [sa, sb] = [signed(a, type), signed(b, type)];
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
      return sa >> b;
    case 'udiv':
      return b === 0n ? 0n : a / b;
    case 'urem':
      return b === 0n ? 0n : a % b;
    case 'sdiv':
      return sb === 0n ? 0n : sa / sb;
    case 'srem':
      return sb === 0n ? 0n : sa % sb;
    default:
      throw new Error(`cannot compute ${op}`);
  }
}

function compare(predicate: string, a: bigint, b: bigint, type: Type): bigint {
  const [x, y] = predicate.startsWith('s') ? [signed(a, type), signed(b, type)] : [a, b];
  const holds = {
    eq: x === y,
    ne: x !== y,
    lt: x < y,
    le: x <= y,
    gt: x > y,
    ge: x >= y,
  }[predicate.replace(/^[su](?=[lg])/, '')];
  if (holds === undefined) throw new Error(`cannot compare by ${predicate}`);
  return holds ? 1n : 0n;
}
