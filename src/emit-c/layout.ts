// The memory of the target inside the generated program: where globals and functions lie, what they hold at the start,
// and their C names.

import type { floatBits } from '../ir/layout.js';
import type { Type } from '../ir/type.js';
import type { Constant } from '../ir/value.js';
import type { Machine } from '../machine/machine.js';
import { objectOf, offsetOf, toUnsigned, type Value } from '../machine/memory/value.js';
import { numberText } from './expression.js';
import { commentText, type Names } from './names.js';
import { NoCForm } from './no-c-form.js';

/** Beyond it a file would be all data. */
const MAX_DATA = 1 << 16;
const STACK = 1 << 18;

export class Layout {
  /** C names by symbol: of globals, and of the addresses of functions. */
  private readonly names = new Map<string, string>();
  private readonly symbolByObject = new Map<number, string>();

  constructor(
    private readonly machine: Machine,
    private readonly cNames: Names,
  ) {
    for (const [symbol, object] of machine.image.symbols) this.symbolByObject.set(object, symbol);
  }

  /** An address as C: `uart + 4u`, a function's, or a number. */
  addressText(p: number): string {
    const symbol = this.symbolByObject.get(objectOf(p));
    if (symbol === undefined) return objectOf(p) === 0 ? numberText(BigInt(p)) : unknownObject();
    const offset = offsetOf(p);
    const name = this.nameOf(symbol);
    return offset === 0 ? name : `(${name} + ${offset}u)`;
  }

  constantText(constant: Constant, pointerBits: number): string {
    const { type } = constant;
    if (constant.kind === 'undef') return type.kind === 'float' ? '0.0' : '0u';
    const value = this.machine.image.constant(constant);
    if (type.kind === 'pointer') {
      if (typeof value !== 'number') throw new NoCForm('an address that is no constant');
      return this.addressText(value);
    }
    if (type.kind === 'int' && (typeof value === 'number' || typeof value === 'bigint'))
      return numberText(toUnsigned(Math.min(type.bits, Math.max(pointerBits, 64)), value));
    if (type.kind === 'float' && typeof value === 'number') return floatText(type.format, value);
    throw new NoCForm(`a constant of type ${type.kind}`);
  }

  private nameOf(symbol: string): string {
    const known = this.names.get(symbol);
    if (known !== undefined) return known;
    const { module } = this.machine.program;
    const fn = module.functions.get(symbol);
    const source =
      fn === undefined ? (module.globals.get(symbol)?.sourceName ?? symbol) : `address_of_${fn.sourceName}`;
    const name = this.cNames.pick(source);
    this.names.set(symbol, name);
    return name;
  }

  /** The constant for the address of a function or variable, whether or not the code has mentioned it. */
  addressName(symbol: string): string {
    return this.nameOf(symbol);
  }

  /** Names of everything that was mentioned, and what follows from initial values; `stacks`: one for each thread. */
  text(
    frozen: readonly { readonly address: number; readonly value: bigint; readonly bytes: number }[],
    stacks = 1,
  ): string {
    const data = this.data();
    const lines = [...this.names].map(
      ([symbol, name]) => `    ${name} = ${numberText(BigInt(this.address(symbol))).replace('u', '')},`,
    );
    const { memory, symbols } = this.machine.image;
    const all = [...symbols.values()].map((object) => [memory.addressOf(object), memory.info(object)!.size] as const);
    const start = all.reduce((least, [at]) => Math.min(least, at), Number.POSITIVE_INFINITY);
    const end = all.reduce((most, [at, size]) => Math.max(most, at + size), Number.NEGATIVE_INFINITY);
    const top = this.machine.program.target.pointerBytes === 2 ? 0x10000 : end + STACK * stacks;
    const stack = Math.ceil((end + 1) / 16) * 16;
    // The last one and the heap grow towards each other.
    const size = stacks === 1 ? '' : `    STACK_SIZE = ${Math.floor((top - stack) / (stacks + 1) / 16) * 16},\n`;
    return [
      "/* Where the program's variables lie, as on the target: a pointer is the number of a byte. */",
      `enum {\n${lines.join('\n')}\n    MEMORY_START = 0x${start.toString(16)},\n    STACK_START = 0x${stack.toString(16)},\n${size}    MEMORY_SIZE = ${top - start}\n};`,
      '',
      '/* What they hold before the first statement; all others are zero. */',
      'static const struct { uint32_t at; uint16_t size; const char *bytes; } initial[] = {',
      ...data.map(
        ({ at, bytes, name }) =>
          `    { 0x${at.toString(16)}u, ${bytes.length}, ${bytesText(bytes)} }, /* ${commentText(name)} */`,
      ),
      ...frozen.map(
        ({ address, value, bytes }) =>
          `    { 0x${address.toString(16)}u, ${bytes}, ${bytesText(littleEndian(value, bytes))} }, /* arbitrary, fixed */`,
      ),
      '    { 0, 0, "" }',
      '};',
      ...(stacks === 1 ? [] : this.threadLocals()),
    ].join('\n');
  }

  /** Variables of which each thread has its own: main's are where they are, others' lie where their stacks begin. */
  private threadLocals(): readonly string[] {
    const { memory, threadLocals } = this.machine.image;
    let end = 0;
    const rows = threadLocals.map((object) => {
      const row = `    { ${memory.addressOf(object)}u, ${memory.info(object)!.size}, ${end} },`;
      end += Math.ceil(memory.info(object)!.size / 16) * 16;
      return row;
    });
    return [
      '',
      '/* Variables of which each thread has its own, and where they lie in its stack. */',
      'static const struct { uint32_t at, size, place; } thread_locals[] = {',
      ...rows,
      `    { 0, 0, ${end} }`,
      '};',
      `enum { THREAD_LOCALS = ${rows.length} };`,
    ];
  }

  private address(symbol: string): number {
    const { image } = this.machine;
    return image.memory.addressOf(image.symbols.get(symbol)!);
  }

  /** Initial values of what the code mentions, and of what those point to. */
  private data(): readonly { readonly at: number; readonly bytes: readonly number[]; readonly name: string }[] {
    const found: { at: number; bytes: readonly number[]; name: string }[] = [];
    let total = 0;
    const { module } = this.machine.program;
    const queue = [...this.names.keys()];
    const seen = new Set(queue);
    for (const symbol of queue) {
      const global = module.globals.get(symbol);
      if (global?.initializer === undefined || global.initializer.kind === 'zero') continue;
      const size = module.layout.allocationSize(global.type);
      total += size;
      // Before there is memory for it: a global may have more bytes than this machine.
      if (total > MAX_DATA) throw new NoCForm(`more than ${MAX_DATA} bytes of initial data`);
      const bytes = new Array<number>(size).fill(0);
      this.put(bytes, 0, global.type, this.machine.image.constant(global.initializer), (target) => {
        if (!seen.has(target)) queue.push(target);
        seen.add(target);
      });
      if (bytes.some((b) => b !== 0)) found.push({ at: this.address(symbol), bytes, name: global.sourceName });
    }
    return found;
  }

  private put(bytes: number[], at: number, type: Type, value: Value, mention: (symbol: string) => void): void {
    const { layout } = this.machine.program.module;
    switch (type.kind) {
      case 'int':
        return write(bytes, at, layout.storeSize(type), toUnsigned(type.bits, value as number | bigint));
      case 'float': {
        const bits = this.machine.arithmetic.terms.wideValue(this.machine.arithmetic.term(type, value));
        return write(bytes, at, layout.storeSize(type), bits);
      }
      case 'pointer': {
        const symbol = this.symbolByObject.get(objectOf(value as number));
        if (symbol !== undefined && objectOf(value as number) !== 0) mention(symbol);
        const number = this.machine.image.memory.toInteger(value as number) as number;
        return write(bytes, at, layout.storeSize(type), toUnsigned(64, number));
      }
      case 'array': {
        const step = layout.allocationSize(type.element);
        (value as readonly Value[]).forEach((v, n) => this.put(bytes, at + n * step, type.element, v, mention));
        return;
      }
      case 'struct':
        (value as readonly Value[]).forEach((v, n) =>
          this.put(bytes, at + layout.fieldOffset(type, n), type.fields![n]!, v, mention),
        );
        return;
      default:
        throw new NoCForm(`an initial value of type ${type.kind}`);
    }
  }
}

function unknownObject(): never {
  throw new NoCForm('the address of an object without a name');
}

function write(bytes: number[], at: number, size: number, value: bigint): void {
  for (let n = 0; n < size; n++) bytes[at + n] = Number((value >> BigInt(8 * n)) & 255n);
}

function littleEndian(value: bigint, size: number): readonly number[] {
  return Array.from({ length: size }, (_, n) => Number((value >> BigInt(8 * n)) & 255n));
}

/** Octal of full length, so that no digit behind it is taken for a part of it. */
function bytesText(bytes: readonly number[]): string {
  return `"${bytes.map((b) => `\\${b.toString(8).padStart(3, '0')}`).join('')}"`;
}

function floatText(format: keyof typeof floatBits, value: number): string {
  if (format !== 'float' && format !== 'double') throw new NoCForm(`a number of type ${format}`);
  if (Number.isNaN(value)) return `((${format})(0.0 / zero))`;
  if (!Number.isFinite(value)) return `((${format})(${value < 0 ? '-' : ''}1.0 / zero))`;
  const text = Object.is(value, -0) ? '-0.0' : String(value);
  return `((${format})${/[.e]/.test(text) ? text : `${text}.0`})`;
}
