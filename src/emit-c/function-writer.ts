// One function of the program as C: a statement for each access, computations folded into them, gotos for the control flow, and before each
// line the line of the source that it comes from. At the points of the plan, and nowhere else, stands a call of the ISR.

import type { Alloca, Instruction, Terminator } from '../ir/instruction.js';
import { isComputation, mayTrap } from '../ir/instruction-class.js';
import type { IrFunction } from '../ir/module.js';
import { forEachOperand, resultOf } from '../ir/operand.js';
import type { Type } from '../ir/type.js';
import type { Operand, Register } from '../ir/value.js';
import type { Code } from '../machine/stepping/code.js';
import { pointsAt } from '../report/reproduce/plan.js';
import { NotReproducible } from '../report/reproduce/recorded.js';
import { AccessWriter } from './access-writer.js';
import { aggregateField, aggregateText } from './aggregate.js';
import { CallWriter } from './call-writer.js';
import { computation, cut, isScalar, scalarType, typeName } from './expression.js';
import { commentText, Names } from './names.js';
import type { Writing } from './writing.js';

const MAX_FOLDED = 90;

export class FunctionWriter {
  readonly lines: string[] = [];
  private readonly names: Names;
  private readonly registerNames = new Map<number, string>();
  private readonly uses = new Map<number, number>();
  private readonly folded = new Map<number, string>();
  private readonly labels: readonly string[];
  private readonly targeted = new Set<number>();
  private readonly declared: string[] = [];
  private readonly mentioned = new Set<number>();
  private readonly userBlock = new Map<number, number>();
  private lastLine = '';
  private needsFrame = false;
  private readonly accesses: AccessWriter;
  private readonly calls: CallWriter;

  constructor(
    readonly writing: Writing,
    readonly code: Code,
    private readonly isMain: boolean,
  ) {
    this.names = new Names(writing.names);
    this.labels = this.blockLabels();
    this.accesses = new AccessWriter(this);
    this.calls = new CallWriter(this);
  }

  /** Without the storage class: `uint8_t next(uint8_t value)`. */
  static signature(writing: Writing, code: Code, names: readonly string[]): string {
    const { fn } = code;
    refuseVariadic(fn);
    const parameters = fn.parameters.map((p, n) => `${writing.typeText(p.type)} ${names[n] ?? `p${n}`}`);
    const returns = fn.type.returns.kind === 'void' ? 'void' : writing.typeText(fn.type.returns);
    return `${returns} ${writing.functionName(fn.name)}(${parameters.length === 0 ? 'void' : parameters.join(', ')})`;
  }

  text(): string {
    const { fn, blocks } = this.code;
    if (fn.problems.length > 0) throw new NotReproducible(`a part of ${fn.sourceName}() is not understood`);
    this.nameVariables();
    this.countUses();
    const parameters = fn.parameters.map((p) => this.nameOf(p));
    const signature = FunctionWriter.signature(this.writing, this.code, parameters);
    for (const p of fn.parameters) if ((this.uses.get(p.index) ?? 0) === 0) this.line(`(void)${this.nameOf(p)};`);
    const bodies = blocks.map((block, n) => this.block(block, n));
    const head = this.lines.splice(0);
    head.push(...this.unread(bodies.flat()).map((name) => `    (void)${name};`));
    const declarations = this.declared.map((d) => `    ${d};`);
    if (this.needsFrame) declarations.push('    const address frame = stack_top;');
    const hasReturn = blocks.some((b) => b.some((i) => i.op === 'ret'));
    const { returns } = fn.type;
    // Compilers want one even where it is never reached.
    const last =
      hasReturn || returns.kind === 'void'
        ? []
        : [`    return ${isScalar(returns) ? '0' : `(${this.writing.typeText(returns)}){0}`};`];
    const body = bodies.flatMap((lines, n) => [...(this.targeted.has(n) ? [`${this.labels[n]}:`] : []), ...lines]);
    return [
      `static ${signature}`,
      '{',
      ...declarations,
      ...(declarations.length > 0 ? [''] : []),
      ...head,
      ...body,
      ...last,
      '}',
    ].join('\n');
  }

  /** Variables that are only assigned: compilers want to see a use. */
  private unread(lines: readonly string[]): readonly string[] {
    const read = new Set<string>();
    for (const line of lines)
      for (const [word] of line.replace(/^ *(\w+) = /, '').matchAll(/[A-Za-z_]\w*/g)) read.add(word);
    return this.declared.flatMap((d) => {
      const name = / (\w+) = [^=]*$/.exec(d)?.[1];
      return name === undefined || read.has(name) ? [] : [name];
    });
  }

  line(text: string): void {
    this.lines.push(`    ${text}`);
  }

  operand(operand: Operand): string {
    if (operand.kind !== 'register') return this.writing.constantText(operand);
    return this.folded.get(operand.index) ?? this.nameOf(operand);
  }

  /** Declares the register and gives the text that assigns it; for results that nobody uses, `(void)`. */
  assign(result: Register, text: string): void {
    if ((this.uses.get(result.index) ?? 0) === 0)
      this.line(`(void)${/^[\w]+\(.*\)$|^\(.*\)$/.test(text) ? text : `(${text})`};`);
    else this.line(`${this.nameOf(result)} = ${unbracketed(text)};`);
  }

  isUsed(result: Register): boolean {
    return (this.uses.get(result.index) ?? 0) > 0;
  }

  nameOf(register: Register): string {
    const name = this.registerNames.get(register.index) ?? this.names.pick(`r${register.index}`);
    if (this.mentioned.has(register.index)) return name;
    this.registerNames.set(register.index, name);
    this.mentioned.add(register.index);
    if (register.index >= this.code.fn.parameters.length) {
      const type = this.writing.typeText(register.type);
      this.declared.push(isScalar(register.type) ? `${type} ${name} = 0` : `${type} ${name} = {0}`);
    }
    return name;
  }

  /** A variable for the writer's own use. */
  temporary(type: string, wanted: string): string {
    const name = this.names.pick(wanted);
    this.declared.push(`${type} ${name} = 0`);
    return name;
  }

  private blockLabels(): readonly string[] {
    const names = new Names(undefined);
    return this.code.fn.blocks.map((b, n) =>
      names.pick(/^\d+$/.test(b.name) ? `label_${b.name}` : b.name || `label_${n}`),
    );
  }

  /** Registers are called like the variables of the source that they hold. */
  private nameVariables(): void {
    const { fn } = this.code;
    const debug = this.writing.machine.program.module.units[fn.unit]?.debug;
    for (const { instructions } of fn.blocks) {
      for (const i of instructions) {
        if (i.op !== 'debug-value' && i.op !== 'debug-declare') continue;
        const operand = i.op === 'debug-value' ? i.value : i.address;
        if (operand.kind !== 'register' || this.registerNames.has(operand.index)) continue;
        const name = debug?.localVariable(i.variable)?.name;
        if (name !== undefined && name !== '')
          this.registerNames.set(operand.index, this.names.pick(i.op === 'debug-declare' ? `at_${name}` : name));
      }
    }
  }

  /** Uses by instructions that matter: computations without a use do not. */
  private countUses(): void {
    const count = (i: Instruction, n: number, by: 1 | -1): void =>
      forEachOperand(i, (operand) => {
        if (operand.kind !== 'register') return;
        this.uses.set(operand.index, (this.uses.get(operand.index) ?? 0) + by);
        if (by === 1) this.userBlock.set(operand.index, n);
      });
    this.code.blocks.forEach((block, n) => {
      for (const i of block) {
        count(i, n, 1);
        // The value is needed where control comes from.
        if (i.op !== 'phi') continue;
        for (const { value, block: from } of i.incoming)
          if (value.kind === 'register') this.userBlock.set(value.index, from);
      }
    });
    const removed = new Set<Instruction>();
    for (let before = -1; before !== removed.size; ) {
      before = removed.size;
      for (const i of this.code.blocks.flat()) {
        const result = resultOf(i);
        if (result === undefined || removed.has(i) || !isPure(i) || this.isUsed(result)) continue;
        removed.add(i);
        count(i, 0, -1);
      }
    }
  }

  private block(block: readonly Instruction[], n: number): readonly string[] {
    const outer = this.lines.splice(0);
    if (this.isMain && this.code.endless.headers.has(n)) this.line('next_round();');
    block.forEach((i) => {
      if (i.op === 'phi') return;
      this.instruction(i, n);
    });
    return this.lines.splice(0, this.lines.length, ...outer);
  }

  private instruction(i: Instruction, n: number): void {
    const result = resultOf(i);
    if (result !== undefined && isPure(i) && !this.isUsed(result)) return this.arrivals(i);
    const text = computation(i, { text: (o) => this.operand(o), pointerBits: this.writing.pointerBits });
    if (text !== undefined && result !== undefined) {
      const uses = this.uses.get(result.index) ?? 0;
      const isFolded = uses === 1 && this.userBlock.get(result.index) === n && text.length <= MAX_FOLDED && !mayTrap(i);
      this.arrivals(i);
      if (isFolded) this.folded.set(result.index, text);
      else if (uses > 0 || mayTrap(i)) {
        this.source(i);
        this.assign(result, text);
      }
      return;
    }
    this.source(i);
    switch (i.op) {
      case 'load':
      case 'store':
      case 'atomicrmw':
      case 'cmpxchg':
        return this.accesses.write(i);
      case 'call':
        return this.calls.write(i);
      case 'alloca':
        this.arrivals(i);
        return this.allocate(i);
      case 'extractvalue':
        return this.assign(
          i.result,
          `${this.operand(i.aggregate)}.${aggregateField(i.aggregate.type, i.path, i.result.type)}`,
        );
      case 'insertvalue': {
        if (!this.isUsed(i.result)) return;
        const name = this.nameOf(i.result);
        const from =
          i.aggregate.kind === 'register' ? this.operand(i.aggregate) : aggregateText(this.writing, i.aggregate);
        this.line(`${name} = ${from};`);
        return this.line(
          `${name}.${aggregateField(i.aggregate.type, i.path, i.value.type)} = ${unbracketed(this.operand(i.value))};`,
        );
      }
      case 'fence':
      case 'debug-value':
      case 'debug-declare':
        return;
      case 'ret':
      case 'br':
      case 'condbr':
      case 'switch':
      case 'unreachable':
        this.arrivals(i);
        return this.terminator(i, n);
      default:
        throw new NotReproducible(`the instruction ${i.op} in ${this.code.fn.sourceName}()`);
    }
  }

  /** Calls of ISRs at places that are no accesses: loops in which the code has nothing left to do, and returns. */
  arrivals(i: Instruction): void {
    for (const k of pointsAt(this.writing.plan, i, ['idle', 'before'])) {
      this.source(i);
      const asks = this.writing.plan.points[k]!.where === 'idle' ? `idle(${k})` : `due(${k}, 0)`;
      this.line(`if (${asks}) ${this.writing.interruptText(k)}`);
    }
  }

  private allocate(i: Alloca): void {
    const { layout } = this.writing.machine.program.module;
    const size = layout.allocationSize(i.allocated);
    const count =
      i.count.kind === 'int' ? `${BigInt(size) * i.count.value}u` : `(address)(${this.operand(i.count)} * ${size}u)`;
    this.assign(i.result, `allocate(${count}, ${Math.max(1, i.align)}u)`);
  }

  private terminator(i: Terminator, n: number): void {
    switch (i.op) {
      case 'ret':
        if (this.isMain || !this.mayHoldFrame())
          return this.line(i.value === undefined ? 'return;' : `return ${unbracketed(this.operand(i.value))};`);
        this.line('stack_top = frame;');
        this.needsFrame = true;
        return this.line(i.value === undefined ? 'return;' : `return ${unbracketed(this.operand(i.value))};`);
      case 'br':
        for (const text of this.edge(n, i.target)) this.line(text);
        return;
      case 'condbr': {
        const isSwapped = i.whenTrue === n + 1;
        const [first, second] = isSwapped ? [i.whenFalse, i.whenTrue] : [i.whenTrue, i.whenFalse];
        const [whenTrue, whenFalse] = [this.edge(n, first, false), this.edge(n, second)];
        const condition = isSwapped ? `!${this.operand(i.condition)}` : unbracketed(this.operand(i.condition));
        if (whenTrue.length === 1) this.line(`if (${condition}) ${whenTrue[0]}`);
        else {
          this.line(`if (${condition}) {`);
          for (const text of whenTrue) this.line(`    ${text}`);
          this.line('}');
        }
        for (const text of whenFalse) this.line(text);
        return;
      }
      case 'switch':
        this.line(`switch (${unbracketed(this.operand(i.value))}) {`);
        for (const { value, target } of i.cases) {
          const edge = this.edge(n, target, false);
          this.line(`case ${this.writing.numberText(value)}: ${edge.length === 1 ? edge[0] : `{ ${edge.join(' ')} }`}`);
        }
        this.line(`default: ${this.edge(n, i.otherwise, false).join(' ')}`);
        return this.line('}');
      case 'unreachable':
        return this.line('cannot_go_on("code that was promised to be unreachable");');
      default:
        throw new NotReproducible(`the instruction ${i.op} in ${this.code.fn.sourceName}()`);
    }
  }

  /** Does the function allocate? */
  private mayHoldFrame(): boolean {
    return this.code.blocks.some((b) =>
      b.some((i) => i.op === 'alloca' || (i.op === 'call' && i.byValue !== undefined)),
    );
  }

  /** From one block into another: phis get their values, all at once. The last goto is left out where the block follows. */
  private edge(from: number, to: number, mayFallThrough = true): readonly string[] {
    const phis = (this.code.blocks[to] ?? []).filter((i) => i.op === 'phi' && this.isUsed(i.result));
    const copies = phis.flatMap((i) => {
      if (i.op !== 'phi') return [];
      const value = i.incoming.find((entry) => entry.block === from)?.value;
      if (value === undefined || (value.kind === 'register' && value.index === i.result.index)) return [];
      const text = value.kind === 'undef' ? '0' : unbracketed(this.operand(value));
      return [{ name: this.nameOf(i.result), type: i.result.type, text }];
    });
    const reads = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
    const isMixed = copies.some((c, n) => copies.slice(n + 1).some((later) => reads(later.text, c.name)));
    const lines = isMixed
      ? [
          ...copies.map((c, n) => `${this.passing(c.type, n)} = ${c.text};`),
          ...copies.map((c, n) => `${c.name} = ${this.passing(c.type, n)};`),
        ]
      : copies.map((c) => `${c.name} = ${c.text};`);
    if (to <= from) lines.push('tick();');
    if (!(mayFallThrough && to === from + 1)) {
      this.targeted.add(to);
      lines.push(`goto ${this.labels[to]};`);
    }
    return lines;
  }

  private readonly passed = new Map<string, string>();

  private passing(type: Type, n: number): string {
    const text = this.writing.typeText(type);
    const key = `${text} ${n}`;
    const known = this.passed.get(key);
    if (known !== undefined) return known;
    if (!isScalar(type)) throw new NotReproducible(`two values of type ${typeName(type)} that change places`);
    const name = this.temporary(text, `next_${n}`);
    this.passed.set(key, name);
    return name;
  }

  /** The line of the source, once for all instructions of it in a row. */
  private source(i: Instruction): void {
    const { module } = this.writing.machine.program;
    const place = module.units[this.code.fn.unit]?.debug.location(i.debug)?.place;
    if (place === undefined || place.line === 0) return;
    const text = this.writing.sourceLine(place.file, place.line);
    const comment = text === undefined ? '' : ` | ${commentText(text)}`;
    const key = `${place.file}:${place.line}`;
    if (key === this.lastLine) return;
    this.lastLine = key;
    this.line(`/* ${commentText(this.writing.shownFile(place.file))}:${place.line}${comment} */`);
  }

  scalarType(type: Type): string {
    return scalarType(type, this.writing.pointerBits);
  }

  cut(bits: number, text: string): string {
    return cut(bits, text);
  }
}

export function refuseVariadic({ type, sourceName }: IrFunction): void {
  if (type.variadic) throw new NotReproducible(`${sourceName}() takes a variable number of arguments`);
}

/** Does it only compute? */
function isPure(i: Instruction): boolean {
  return isComputation(i) && !mayTrap(i);
}

/** Without the brackets around the whole. */
export function unbracketed(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let n = 0; n < text.length - 1; n++) {
    if (text[n] === '(') depth++;
    else if (text[n] === ')') depth--;
    if (depth === 0) return text;
  }
  return text.slice(1, -1);
}
