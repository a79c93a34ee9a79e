// Loads, stores and atomic operations as C, with what the instrumentation puts before and behind them. A load or store
// is made at once or, where the instrumentation says so, in pieces.

import type { AtomicRmw, CompareExchange, Load, Store } from '../ir/instruction.js';
import type { Type } from '../ir/type.js';
import { leavesOf } from './aggregate.js';
import type { CFunction } from './c-function.js';
import { bitsOf, cut, isScalar, numberText, signed, unbracketed, widthOf } from './expression.js';
import { NoCForm } from './no-c-form.js';

type Access = Load | Store | AtomicRmw | CompareExchange;

export class AccessWriter {
  constructor(private readonly out: CFunction) {}

  write(i: Access): void {
    const { out } = this;
    const at = unbracketed(out.operand(i.address));
    if (i.op === 'load' || i.op === 'store') {
      const pieces = out.instrumentation.pieces(i);
      if (pieces !== undefined) return this.inPieces(i, at, pieces);
    }
    out.add(out.instrumentation.before(i, at));
    switch (i.op) {
      case 'load':
        return this.load(i, at);
      case 'store':
        this.store(at, i.value.type, out.operand(i.value));
        return out.add(this.after(i, 'W', at, () => this.bits(i.value.type, out.operand(i.value))));
      case 'atomicrmw':
      case 'cmpxchg':
        return this.atomic(i, at);
    }
  }

  private get file() {
    return this.out.file;
  }

  private after(
    instruction: Access,
    operation: 'R' | 'W',
    at: string,
    value: () => string,
    { isPiece = false, isMade = true, isOver = true } = {},
  ): readonly string[] {
    const bits = (): string => unbracketed(value());
    return this.out.instrumentation.after({ instruction, operation, at, value: bits, isPiece, isMade, isOver });
  }

  private load(i: Load, at: string): void {
    const { out } = this;
    const { type } = i.result;
    const text = isScalar(type) ? this.readText(i, at) : undefined;
    // Asked first: it may want the result.
    const after = this.after(i, 'R', at, () => this.bits(type, out.operand(i.result)));
    if (text === undefined) this.loadParts(i, at);
    else out.assign(i.result, text);
    out.add(after);
  }

  private readText(i: Load, at: string): string {
    const { type } = i.result;
    const bits = bitsOf(type, this.file.pointerBits);
    const device = this.out.instrumentation.deviceRead(i, at, Math.ceil(bits / 8));
    if (device === undefined) return this.loadText(type, at);
    if (bits === 0) throw new NoCForm('a device register that holds no integer');
    return `(uint${widthOf(bits)}_t)${device}`;
  }

  private loadParts(i: Load, at: string): void {
    const { out } = this;
    if (!out.isUsed(i.result)) return;
    const name = out.nameOf(i.result);
    this.leaves(i.result.type).forEach(({ type, offset }, n) => {
      out.line(`${name}.f${n} = ${this.loadText(type, offset === 0 ? at : `${at} + ${offset}u`)};`);
    });
  }

  private leaves(type: Type): readonly { readonly type: Type; readonly offset: number }[] {
    const { layout } = this.file.machine.program.module;
    const offsetOf = (whole: Type, [n, ...rest]: readonly number[]): number => {
      if (n === undefined) return 0;
      if (whole.kind === 'struct') return layout.fieldOffset(whole, n) + offsetOf(whole.fields![n]!, rest);
      return whole.kind === 'array' ? n * layout.allocationSize(whole.element) + offsetOf(whole.element, rest) : 0;
    };
    return leavesOf(type).map((leaf) => ({ type: leaf.type, offset: offsetOf(type, leaf.path) }));
  }

  private loadText(type: Type, at: string): string {
    if (type.kind === 'float')
      return `${this.out.scalarType(type)}_of_bits(load${type.format === 'float' ? 32 : 64}(${at}))`;
    const bits = bitsOf(type, this.file.pointerBits);
    const size = Math.ceil(bits / 8);
    this.out.scalarType(type);
    const whole =
      size * 8 === widthOf(bits) ? `load${size * 8}(${at})` : `(uint${widthOf(bits)}_t)load(${at}, ${size})`;
    return bits === size * 8 ? whole : `${whole} & ${numberText((1n << BigInt(bits)) - 1n)}`;
  }

  private store(at: string, type: Type, value: string): void {
    const { out } = this;
    if (!isScalar(type)) {
      this.leaves(type).forEach(({ type: leaf, offset }, n) =>
        this.store(offset === 0 ? at : `${at} + ${offset}u`, leaf, `${value}.f${n}`),
      );
      return;
    }
    const bits = this.bits(type, value);
    const size = this.file.machine.program.module.layout.storeSize(type);
    out.scalarType(type);
    if (size === 1 || size === 2 || size === 4 || size === 8)
      out.line(`store${size * 8}(${at}, ${unbracketed(bits)});`);
    else out.line(`store(${at}, ${size}, ${unbracketed(bits)});`);
  }

  /** A number of a float's bits. */
  private bits(type: Type, value: string): string {
    return type.kind === 'float' ? `bits_of_${this.out.scalarType(type)}(${value})` : value;
  }

  private inPieces(i: Load | Store, at: string, pieces: readonly number[]): void {
    const { out } = this;
    const type = i.op === 'load' ? i.result.type : i.value.type;
    const operation = i.op === 'load' ? 'R' : 'W';
    const size = this.file.machine.program.module.layout.storeSize(type);
    const bytes = size / pieces.length;
    const word = `uint${widthOf(size * 8)}_t`;
    const whole = out.temporary(word, 'whole');
    const value = i.op === 'store' ? unbracketed(this.bits(type, out.operand(i.value))) : '0';
    out.line(`${whole} = ${value}; /* in pieces: the target needs several accesses for it */`);
    for (const piece of pieces) {
      const here = piece === 0 ? at : `${at} + ${piece}u`;
      out.add(out.instrumentation.before(i, here));
      const part = `(uint${bytes * 8}_t)(${whole} >> ${piece * 8})`;
      if (i.op === 'store') out.line(`store${bytes * 8}(${here}, ${part});`);
      else out.line(`${whole} = (${word})(${whole} | (${word})load${bytes * 8}(${here}) << ${piece * 8});`);
      out.add(this.after(i, operation, here, () => part, { isPiece: true }));
    }
    if (i.op === 'load' && out.isUsed(i.result)) {
      const bits = bitsOf(type, this.file.pointerBits);
      const text = type.kind === 'float' ? `${out.scalarType(type)}_of_bits(${whole})` : cut(bits, whole);
      out.line(`${out.nameOf(i.result)} = ${text};`);
    }
    out.add(this.after(i, operation, at, () => whole));
  }

  /** Read, compute and write in one go: nobody comes in between. */
  private atomic(i: AtomicRmw | CompareExchange, at: string): void {
    const { out } = this;
    const type = i.op === 'cmpxchg' ? i.expected.type : i.value.type;
    const old = out.temporary(out.scalarType(type), 'old');
    out.line(`${old} = ${this.loadText(type, at)};`);
    out.add(this.after(i, 'R', at, () => this.bits(type, old)));
    if (i.op === 'atomicrmw') {
      const written = this.written(i, type, old);
      this.store(at, type, written);
      out.add(this.after(i, 'W', at, () => this.loadText(type, at)));
      out.line(out.isUsed(i.result) ? `${out.nameOf(i.result)} = ${old};` : `(void)${old};`);
      return;
    }
    const result = out.isUsed(i.result) ? out.nameOf(i.result) : undefined;
    if (result !== undefined) {
      out.line(`${result}.f0 = ${old};`);
      out.line(`${result}.f1 = ${old} == ${out.operand(i.expected)};`);
    }
    out.line(`if (${old} == ${out.operand(i.expected)}) {`);
    this.store(at, type, out.operand(i.replacement));
    out.add(this.after(i, 'W', at, () => out.operand(i.replacement), { isOver: false }));
    out.line('}');
    out.add(this.after(i, 'W', at, () => this.loadText(type, at), { isMade: false }));
  }

  private written(i: AtomicRmw, type: Type, old: string): string {
    const value = this.out.operand(i.value);
    const bits = bitsOf(type, this.file.pointerBits);
    if (type.kind === 'float') {
      const operator = { fadd: '+', fsub: '-', xchg: '' }[i.operation as 'fadd'];
      if (operator === undefined) throw new NoCForm(`the atomic operation ${i.operation}`);
      return operator === '' ? value : `(${old} ${operator} ${value})`;
    }
    const operators: Readonly<Record<string, string>> = { add: '+', sub: '-', and: '&', or: '|', xor: '^' };
    const operator = operators[i.operation];
    if (operator !== undefined) return `(${cut(bits, `${old} ${operator} ${value}`)})`;
    switch (i.operation) {
      case 'xchg':
        return value;
      case 'nand':
        return `(${cut(bits, `~(${old} & ${value})`)})`;
      case 'max':
      case 'min':
        return `(${signed(bits, old)} ${i.operation === 'max' ? '>' : '<'} ${signed(bits, value)} ? ${old} : ${value})`;
      case 'umax':
      case 'umin':
        return `(${old} ${i.operation === 'umax' ? '>' : '<'} ${value} ? ${old} : ${value})`;
      default:
        throw new NoCForm(`the atomic operation ${i.operation}`);
    }
  }
}
