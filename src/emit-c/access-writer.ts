// Loads, stores and atomic operations as C, with the calls of ISRs before them and the reports of the finding's accesses behind them.
// An access that the plan interrupts half-way is made in pieces, in the order in which the machine made them.

import type { AtomicRmw, CompareExchange, Load, Store } from '../ir/instruction.js';
import type { Type } from '../ir/type.js';
import { pieceOffsets } from '../machine/stepping/accessed.js';
import { marksAt, pointsAt } from '../report/reproduce/plan.js';
import { NotReproducible } from '../report/reproduce/recorded.js';
import { leavesOf } from './aggregate.js';
import { bitsOf, cut, isScalar, numberText, signed, widthOf } from './expression.js';
import { type FunctionWriter, unbracketed } from './function-writer.js';

type Access = Load | Store | AtomicRmw | CompareExchange;

export class AccessWriter {
  constructor(private readonly out: FunctionWriter) {}

  write(i: Access): void {
    const { out } = this;
    const at = unbracketed(out.operand(i.address));
    const marks = marksAt(this.plan, i);
    const orders = pointsAt(this.plan, i, ['before']).flatMap((k) => this.plan.points[k]!.pieces ?? []);
    const isInPieces = orders.length > 0 || marks.some((n) => this.plan.marks[n]!.isPiece);
    if (isInPieces && (i.op === 'load' || i.op === 'store')) return this.inPieces(i, at);
    this.arrivals(i, at);
    switch (i.op) {
      case 'load':
        this.load(i, at);
        return this.reports(i, 'R', at, () => this.bits(i.result.type, out.operand(i.result)));
      case 'store': {
        this.store(at, i.value.type, out.operand(i.value));
        return this.reports(i, 'W', at, () => this.bits(i.value.type, out.operand(i.value)));
      }
      case 'atomicrmw':
      case 'cmpxchg':
        return this.atomic(i, at);
    }
  }

  private get writing() {
    return this.out.writing;
  }

  private get plan() {
    return this.out.writing.plan;
  }

  /** ISRs that come before it. */
  private arrivals(i: Access, at: string): void {
    for (const k of pointsAt(this.plan, i, ['before', 'idle'])) {
      const asks = this.plan.points[k]!.where === 'idle' ? `idle(${k})` : `due(${k}, ${at})`;
      this.out.line(`if (${asks}) ${this.writing.interruptText(k)}`);
    }
  }

  /** Tells that accesses of the finding were made; an ISR that is moved behind the last one comes then. */
  private reports(
    i: Access,
    operation: 'R' | 'W',
    at: string,
    value: () => string,
    isPiece = false,
    isSuspended?: boolean,
  ): void {
    for (const n of marksAt(this.plan, i)) {
      const mark = this.plan.marks[n]!;
      if (mark.operation !== operation || mark.isPiece !== isPiece) continue;
      if (isSuspended !== undefined && (mark.moment === undefined) !== isSuspended) continue;
      this.out.line(`seen(${n}, ${at}, ${unbracketed(value())}); /* (${mark.number}) */`);
    }
    const isLast = marksAt(this.plan, i).some((n) => {
      const mark = this.plan.marks[n]!;
      return mark.number === 3 && mark.operation === operation && mark.isPiece === isPiece;
    });
    if (!isLast) return;
    for (const k of pointsAt(this.plan, i, ['behind']))
      this.out.line(`if (due(${k}, ${at})) ${this.writing.interruptText(k)}`);
  }

  private load(i: Load, at: string): void {
    const { out } = this;
    const { type } = i.result;
    if (!isScalar(type)) return this.loadParts(i, at);
    const isDevice = this.writing.recording.results.has(i);
    const text = isDevice ? this.deviceText(type, this.writing.resultsOf(i), at) : this.loadText(type, at);
    // What a report shows must be kept.
    const isShown = marksAt(this.plan, i).length > 0;
    if (isShown) out.line(`${out.nameOf(i.result)} = ${text};`);
    else out.assign(i.result, text);
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
    const { layout } = this.writing.machine.program.module;
    const offsetOf = (whole: Type, [n, ...rest]: readonly number[]): number => {
      if (n === undefined) return 0;
      if (whole.kind === 'struct') return layout.fieldOffset(whole, n) + offsetOf(whole.fields![n]!, rest);
      return whole.kind === 'array' ? n * layout.allocationSize(whole.element) + offsetOf(whole.element, rest) : 0;
    };
    return leavesOf(type).map((leaf) => ({ type: leaf.type, offset: offsetOf(type, leaf.path) }));
  }

  loadText(type: Type, at: string): string {
    if (type.kind === 'float')
      return `${this.out.scalarType(type)}_of_bits(load${type.format === 'float' ? 32 : 64}(${at}))`;
    const bits = bitsOf(type, this.writing.pointerBits);
    const size = Math.ceil(bits / 8);
    this.out.scalarType(type);
    const whole =
      size * 8 === widthOf(bits) ? `load${size * 8}(${at})` : `(uint${widthOf(bits)}_t)load(${at}, ${size})`;
    return bits === size * 8 ? whole : `${whole} & ${numberText((1n << BigInt(bits)) - 1n)}`;
  }

  private deviceText(type: Type, list: number, at: string): string {
    const bits = bitsOf(type, this.writing.pointerBits);
    if (bits === 0) throw new NotReproducible('a device register that holds no integer');
    return `(uint${widthOf(bits)}_t)read_device(${list}, ${at}, ${Math.ceil(bits / 8)})`;
  }

  store(at: string, type: Type, value: string): void {
    const { out } = this;
    if (!isScalar(type)) {
      this.leaves(type).forEach(({ type: leaf, offset }, n) =>
        this.store(offset === 0 ? at : `${at} + ${offset}u`, leaf, `${value}.f${n}`),
      );
      return;
    }
    const bits = this.bits(type, value);
    const size = this.writing.machine.program.module.layout.storeSize(type);
    out.scalarType(type);
    if (size === 1 || size === 2 || size === 4 || size === 8)
      out.line(`store${size * 8}(${at}, ${unbracketed(bits)});`);
    else out.line(`store(${at}, ${size}, ${unbracketed(bits)});`);
  }

  /** A number of a float's bits. */
  private bits(type: Type, value: string): string {
    return type.kind === 'float' ? `bits_of_${this.out.scalarType(type)}(${value})` : value;
  }

  private inPieces(i: Load | Store, at: string): void {
    const { out, writing } = this;
    const type = i.op === 'load' ? i.result.type : i.value.type;
    if (!isScalar(type)) throw new NotReproducible('a structure that is interrupted half-way');
    const size = writing.machine.program.module.layout.storeSize(type);
    const ascending = pieceOffsets(writing.machine, i, size);
    const orders = pointsAt(this.plan, i, ['before']).flatMap((k) => {
      const { pieces } = this.plan.points[k]!;
      return pieces === undefined ? [] : [pieces.join(' ')];
    });
    if (new Set(orders).size > 1) throw new NotReproducible('one access in pieces of different orders');
    const order = orders.length === 0 ? ascending : orders[0]!.split(' ').map(Number);
    const bytes = size / order.length;
    const word = `uint${widthOf(size * 8)}_t`;
    const whole = out.temporary(word, 'whole');
    const value = i.op === 'store' ? unbracketed(this.bits(type, out.operand(i.value))) : '0';
    out.line(`${whole} = ${value}; /* in pieces: the target needs several accesses for it */`);
    for (const piece of order) {
      const here = piece === 0 ? at : `${at} + ${piece}u`;
      this.arrivals(i, here);
      const part = `(uint${bytes * 8}_t)(${whole} >> ${piece * 8})`;
      if (i.op === 'store') out.line(`store${bytes * 8}(${here}, ${part});`);
      else out.line(`${whole} = (${word})(${whole} | (${word})load${bytes * 8}(${here}) << ${piece * 8});`);
      this.reports(i, i.op === 'load' ? 'R' : 'W', here, () => part, true);
    }
    if (i.op === 'load' && out.isUsed(i.result)) {
      const bits = bitsOf(type, writing.pointerBits);
      const text = type.kind === 'float' ? `${out.scalarType(type)}_of_bits(${whole})` : cut(bits, whole);
      out.line(`${out.nameOf(i.result)} = ${text};`);
    }
    this.reports(i, i.op === 'load' ? 'R' : 'W', at, () => whole);
  }

  /** Read, compute and write in one go: nobody comes in between. */
  private atomic(i: AtomicRmw | CompareExchange, at: string): void {
    const { out } = this;
    const type = i.op === 'cmpxchg' ? i.expected.type : i.value.type;
    const old = out.temporary(out.scalarType(type), 'old');
    out.line(`${old} = ${this.loadText(type, at)};`);
    this.reports(i, 'R', at, () => this.bits(type, old));
    if (i.op === 'atomicrmw') {
      const written = this.written(i, type, old);
      this.store(at, type, written);
      this.reports(i, 'W', at, () => this.loadText(type, at));
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
    this.reports(i, 'W', at, () => out.operand(i.replacement), false, false);
    out.line('}');
    // What was suspended is over, whether or not it came to a write.
    this.reports(i, 'W', at, () => this.loadText(type, at), false, true);
  }

  private written(i: AtomicRmw, type: Type, old: string): string {
    const value = this.out.operand(i.value);
    const bits = bitsOf(type, this.writing.pointerBits);
    if (type.kind === 'float') {
      const operator = { fadd: '+', fsub: '-', xchg: '' }[i.operation as 'fadd'];
      if (operator === undefined) throw new NotReproducible(`the atomic operation ${i.operation}`);
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
        throw new NotReproducible(`the atomic operation ${i.operation}`);
    }
  }
}
