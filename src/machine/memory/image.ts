// The program as it lies in memory before the first step: an object for each function and global, constants as values.

import { InternalError } from '../../base/internal-error.js';
import type { IrModule } from '../../ir/module.js';
import type { IntType, Type } from '../../ir/type.js';
import type { Constant, ConstantExpression } from '../../ir/value.js';
import type { Program } from '../../model/program.js';
import type { Terms } from '../../solve/term.js';
import { type Arithmetic, floatFromBits, Unmodelled } from '../stepping/arithmetic.js';
import { type Code, prepare, type StopsAt } from '../stepping/code.js';
import { Memory } from './memory.js';
import {
  fromBigInt,
  type Integer,
  isConcrete,
  LARGEST_OBJECT,
  objectOf,
  offsetOf,
  type Pointer,
  pointer,
  Symbolic,
  toSigned,
  toUnsigned,
  type Value,
  zeroOf,
} from './value.js';
import type { VisibleBytes } from './visible-bytes.js';

export class Image {
  readonly codes = new Map<string, Code>();
  readonly codeByObject = new Map<number, Code>();
  /** Object numbers of functions and globals by name. */
  readonly symbols = new Map<string, number>();
  /** Object numbers of globals of which each thread has its own; main's is the object itself. */
  readonly threadLocals: number[] = [];
  private readonly constants = new Map<Constant, Value>();
  /** What the program needs from the start that is not modelled: no execution of it can be trusted. */
  readonly problems: string[] = [];
  private readonly module: IrModule;
  /** The memory at the start; states begin with a copy. */
  readonly memory: Memory;

  constructor(
    program: Program,
    readonly terms: Terms,
    private readonly arithmetic: Arithmetic,
    visibleBytes: ReadonlyMap<string, VisibleBytes | undefined>,
    stopsAt: StopsAt,
  ) {
    this.module = program.module;
    if (!program.target.littleEndian) this.problems.push('a big-endian target');
    for (const { function: entry } of program.contexts) {
      const fn = this.module.functions.get(entry);
      if (fn !== undefined && fn.problems.length > 0) this.problems.push(`the body of ${fn.sourceName}`);
    }
    this.memory = new Memory(terms, program.target.pointerBytes);
    this.memory.addStatic({ kind: 'device', name: 'device', size: 0, visible: true, constant: false });
    let firstBlock = 0;
    for (const fn of this.module.functions.values()) {
      const object = this.memory.addStatic({
        kind: 'function',
        name: fn.sourceName,
        size: 1 + fn.blocks.length,
        visible: false,
        constant: true,
      });
      this.symbols.set(fn.name, object);
      const code = prepare(fn, object, firstBlock, stopsAt);
      firstBlock += code.blocks.length;
      this.codes.set(fn.name, code);
      this.codeByObject.set(object, code);
    }
    const devices = new Set(program.objects.flatMap((o) => (o.kind === 'device' ? [o.symbol] : [])));
    // The first of each name.
    const known = new Map(
      program.objects.flatMap((o) => (o.kind === 'local' ? [] : [[o.symbol, o] as const])).reverse(),
    );
    for (const global of this.module.globals.values()) {
      if (global.name.startsWith('llvm.')) continue;
      const isExtern = global.initializer === undefined;
      const name = known.get(global.name)?.name ?? global.sourceName;
      const declared = this.module.layout.allocationSize(global.type);
      const size = declared > LARGEST_OBJECT ? 0 : declared;
      if (size !== declared) this.problems.push(`a variable larger than 1 GiB (${name})`);
      const device = devices.has(global.name);
      const bytes = visibleBytes.get(global.name);
      const visible = device || visibleBytes.has(global.name);
      const info = {
        kind: device ? ('device' as const) : ('global' as const),
        name,
        size,
        visible,
        constant: global.constant,
        type: global.type,
      };
      const object = this.memory.addStatic(bytes === undefined ? info : { ...info, visibleBytes: bytes }, isExtern);
      this.symbols.set(global.name, object);
      if (global.threadLocal) this.threadLocals.push(object);
    }
    // Constants and states have to agree on addresses: all statics get theirs before the first state.
    for (const object of this.symbols.values()) this.memory.addressOf(object);
    for (const global of this.module.globals.values()) {
      const object = this.symbols.get(global.name);
      if (object === undefined || global.initializer === undefined) continue;
      if (this.memory.info(object)!.size === 0) continue;
      try {
        this.initialise(pointer(object, 0), global.type, global.initializer);
      } catch (thrown) {
        if (!(thrown instanceof Unmodelled)) throw thrown;
        this.problems.push(`${thrown.message}, in the initial value of ${global.sourceName}`);
      }
    }
  }

  /**
   * Puts a constant into memory that is zero. Its parts are stored one by one: the whole is never a value, however
   * large it is.
   */
  private initialise(p: number, type: Type, constant: Constant): void {
    const { layout } = this.module;
    const isZero = constant.kind === 'zero' || constant.kind === 'null' || constant.kind === 'undef';
    if (isZero && isPlain(type)) return;
    if (constant.kind === 'bytes') fillWith(this.memory, p, constant.bytes);
    else if (constant.kind === 'aggregate' && type.kind === 'struct')
      for (const [n, field] of constant.elements.entries())
        this.initialise(p + layout.fieldOffset(type, n), type.fields![n]!, field);
    else if (constant.kind === 'aggregate' && type.kind === 'array') {
      const step = layout.allocationSize(type.element);
      for (const [n, element] of constant.elements.entries()) this.initialise(p + n * step, type.element, element);
    } else
      this.store(this.memory, p, type, constant.kind === 'int' ? this.evaluate(constant) : this.constant(constant));
  }

  /** Stores a value of any type, without any check. */
  store(memory: Memory, p: number, type: Type, value: Value): void {
    const { layout } = this.module;
    switch (type.kind) {
      case 'int':
        return memory.storeInteger(p, layout.storeSize(type), value as Integer | Symbolic);
      case 'float':
        if (value instanceof Symbolic) return memory.storeInteger(p, layout.storeSize(type), value);
        return memory.storeTerm(
          Math.floor(p / 2 ** 32),
          p % 2 ** 32,
          layout.storeSize(type),
          this.arithmetic.term(type, value),
        );
      case 'pointer':
        return memory.storePointer(p, value as Pointer | Symbolic);
      case 'array':
      case 'vector': {
        const step = layout.allocationSize(type.element);
        (value as readonly Value[]).forEach((element, n) => this.store(memory, p + n * step, type.element, element));
        return;
      }
      case 'struct':
        (value as readonly Value[]).forEach((field, n) =>
          this.store(memory, p + layout.fieldOffset(type, n), type.fields![n]!, field),
        );
        return;
      default:
        throw new Unmodelled(`a value of type ${type.kind} in memory`);
    }
  }

  load(memory: Memory, p: number, type: Type): Value {
    const { layout } = this.module;
    switch (type.kind) {
      case 'int':
        return memory.loadInteger(p, layout.storeSize(type), type.bits);
      case 'float': {
        const size = layout.storeSize(type);
        const bits = memory.loadInteger(p, size, size * 8);
        return isConcrete(bits) ? floatFromBits(type, toUnsigned(size * 8, bits)) : bits;
      }
      case 'pointer':
        return memory.loadPointer(p);
      case 'array':
      case 'vector': {
        const step = layout.allocationSize(type.element);
        return Array.from({ length: type.length }, (_, n) => this.load(memory, p + n * step, type.element));
      }
      case 'struct':
        return (type.fields ?? []).map((field, n) => this.load(memory, p + layout.fieldOffset(type, n), field));
      default:
        throw new Unmodelled(`a value of type ${type.kind} in memory`);
    }
  }

  constant(constant: Constant): Value {
    const known = this.constants.get(constant);
    if (known !== undefined) return known;
    const value = this.evaluate(constant);
    this.constants.set(constant, value);
    return value;
  }

  private evaluate(c: Constant): Value {
    switch (c.kind) {
      case 'int':
        return fromBigInt(c.type.bits, c.value);
      case 'float':
        return floatFromBits(c.type, c.bits);
      case 'null':
        return 0;
      case 'zero':
        return zeroOf(c.type);
      case 'bytes':
        return [...c.bytes];
      case 'aggregate':
        return c.elements.map((e) => this.constant(e));
      case 'global':
        return this.globalPointer(c.name);
      case 'undef':
        // Each read of undef may differ; zero would hide behaviours, so registers that hold it are frozen where they
        // are made.
        return zeroOf(c.type);
      case 'expression':
        return this.expression(c);
      case 'blockaddress':
        return this.labelPointer(c.function, c.block);
      case 'metadata':
        throw new InternalError('metadata has no value');
    }
  }

  /** Labels are the offsets of a function's object, from 1 on. */
  private labelPointer(name: string, label: string): Value {
    const code = this.codes.get(name);
    const block = code?.fn.blocks.findIndex((b) => b.name === label) ?? -1;
    if (code === undefined || block === -1) throw new Unmodelled(`the label ${label}`);
    return pointer(code.object, 1 + block);
  }

  private globalPointer(name: string): Value {
    const object = this.symbols.get(name);
    if (object !== undefined) return pointer(object, 0);
    const alias = this.module.aliases.get(name);
    if (alias !== undefined) return this.constant(alias.target);
    throw new Unmodelled(`the symbol ${name}`);
  }

  private expression(c: Extract<Constant, { kind: 'expression' }>): Value {
    if (c.op === 'getelementptr') return (this.constant(c.base) as number) + c.offset;
    if (c.op === 'other') return this.computedAddress(c);
    if ('value' in c) {
      const value = this.constant(c.value);
      switch (c.op) {
        case 'inttoptr':
          return this.memory.resolve(toUnsigned((c.value.type as IntType).bits, value as Integer));
        case 'ptrtoint':
        case 'ptrtoaddr':
          return this.arithmetic.cast(
            c.type.kind === 'int' && c.type.bits < this.pointerBits() ? 'trunc' : 'zext',
            { kind: 'int', bits: this.pointerBits() },
            c.type,
            this.memory.toInteger(value as number),
          );
        case 'addrspacecast':
          return value;
        case 'bitcast':
          return c.type.kind === 'pointer' ? value : this.arithmetic.cast(c.op, c.value.type, c.type, value);
        default:
          return this.arithmetic.cast(c.op, c.value.type, c.type, value);
      }
    }
    const [left, right] = [this.constant(c.left), this.constant(c.right)];
    if (c.op === 'icmp' && c.left.type.kind === 'pointer') {
      const bits = this.pointerBits();
      const [a, b] = [this.memory.toInteger(left as number), this.memory.toInteger(right as number)];
      return this.arithmetic.compare(c.predicate!, { kind: 'int', bits }, a, b);
    }
    if (c.op === 'icmp' || c.op === 'fcmp') return this.arithmetic.compare(c.predicate!, c.left.type, left, right);
    return this.arithmetic.binary(c.op, c.left.type, left, right);
  }

  private computedAddress(c: Extract<ConstantExpression, { op: 'other' }>): Value {
    const [base, ...indices] = c.operands.map((operand) => this.constant(operand));
    if (c.address === undefined || typeof base !== 'number' || c.type.kind !== 'pointer')
      throw new Unmodelled(`the constant expression ${c.name}`);
    return c.address.scales.reduce((at, scale, n) => {
      const { bits } = c.operands[n + 1]!.type as IntType;
      return at + Number(toSigned(bits, indices[n] as Integer)) * scale;
    }, base + c.address.offset);
  }

  /** The string literal at a pointer. */
  text(p: number): string | undefined {
    const object = objectOf(p);
    const info = this.memory.info(object);
    if (info?.kind !== 'global' || !info.constant) return undefined;
    let text = '';
    for (let at = offsetOf(p); at < info.size; at++) {
      const byte = this.memory.loadInteger(pointer(object, at), 1, 8);
      if (byte === 0) return text;
      text += String.fromCharCode(Number(byte));
    }
    return undefined;
  }

  private pointerBits(): number {
    return this.module.layout.pointerSize(0) * 8;
  }
}

function fillWith(memory: Memory, p: number, bytes: Uint8Array): void {
  for (const [n, byte] of bytes.entries()) if (byte !== 0) memory.storeInteger(p + n, 1, byte);
}

/** Numbers and pointers only: memory of zeros is zero for them. */
function isPlain(type: Type): boolean {
  switch (type.kind) {
    case 'int':
    case 'pointer':
      return true;
    case 'float':
      return type.format === 'float' || type.format === 'double';
    case 'array':
    case 'vector':
      return isPlain(type.element);
    case 'struct':
      return type.fields?.every(isPlain) === true;
    default:
      return false;
  }
}
