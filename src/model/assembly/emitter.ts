// One statement on its way into IR. Registers and flags are cells: within a block what they hold is known and costs
// nothing, pointers stay pointers; between blocks they live in allocas, which promotion makes registers. The text is
// walked twice: first to find out which lines read and write which cells, and where they branch to, then to write what
// anybody reads.

import type { IrFunction } from '../../ir/module.js';
import type { Type } from '../../ir/type.js';
import type { Operand } from '../../ir/value.js';
import { bitsOf, type CodeWriter, int, intType } from './code-writer.js';
import { UnknownInstruction } from './unknown-instruction.js';

/** What a walk found out about one line. */
export interface LineFacts {
  readonly reads: Set<string>;
  /** Cells that it certainly writes. */
  readonly writes: Set<string>;
  readonly next: Set<number>;
  /** What is on the stack before it, in slots; undefined where nothing leads to it. */
  depth: number | undefined;
  /** Cells that somebody reads behind it. */
  live: ReadonlySet<string>;
}

/** What a cell holds: a value, or one byte of one, which is cut out where somebody wants it alone. */
type Held = Operand | BytePart;

interface BytePart {
  readonly kind: 'part';
  readonly whole: Operand;
  readonly index: number;
}

/** What the statement is part of. */
export interface AssemblySurroundings {
  /** Does the platform know this instruction's effect? */
  knows(text: string): boolean;
  /**
   * How a pack's instruction is used: values that its effects take, and whether they give one; undefined: no pattern.
   */
  pack(text: string): { readonly arguments: number; readonly hasResult: boolean } | undefined;
  /** Address of a variable or function of the program, by its name in the text. */
  symbol(name: string): Operand | undefined;
  /** A function by its name in the text. */
  callee(name: string): IrFunction | undefined;
  /** Address of the byte that holds the monitor of exclusive accesses. */
  monitor(): Operand;
  /** Where the I/O space of the device begins, for `in` and `out`. */
  readonly ioBase: number;
  readonly clobbersMemory: boolean;
  /** The triple. */
  readonly target: string;
  /** Of a function without prologue: leaves it. */
  leave?: (e: AssemblyEmitter) => void;
}

export class AssemblyEmitter {
  line = 0;
  /** The line has left: nothing follows it. */
  hasLeft = false;
  private readonly known = new Map<string, Held>();
  private readonly dirty = new Set<string>();
  private conditions = 0;
  private depth = 0;
  /** Cells read only because a whole status register is. */
  readonly hard = new Set<string>();
  private wasBarrier = false;

  constructor(
    readonly code: CodeWriter,
    readonly around: AssemblySurroundings,
    private readonly facts: readonly LineFacts[],
    /** The block that begins with a line; in the first walk each line is one. */
    private readonly blockAt: (line: number) => number,
    /** The line that a label names, or the block that it is outside of the text. */
    private readonly target: (label: string) => { readonly line: number } | { readonly block: number } | undefined,
    readonly isDry: boolean,
  ) {}

  begin(line: number, isNewBlock: boolean): void {
    this.line = line;
    this.hasLeft = false;
    this.depth = this.facts[line]?.depth ?? this.depth;
    if (isNewBlock) {
      this.known.clear();
      this.dirty.clear();
    }
  }

  private get own(): LineFacts {
    return this.facts[this.line]!;
  }

  /** `isSoft`: it is only part of what is read. */
  read(cell: string, bits: number, isSoft = false): Operand {
    if (!this.own.writes.has(cell)) this.own.reads.add(cell);
    if (!isSoft) this.hard.add(cell);
    const known = this.known.get(cell);
    if (known?.kind === 'part') return this.force(cell, known);
    if (known !== undefined) return known;
    const value = this.code.load(this.code.slot(cell, bits), intType(bits), true);
    this.known.set(cell, value);
    return value;
  }

  /** Of bytes, lowest first, that are together one value: that value. */
  whole(cells: readonly string[]): Operand | undefined {
    const [first, ...rest] = cells.map((cell) => this.known.get(cell));
    if (first?.kind !== 'part' || first.index !== 0) return undefined;
    const { whole } = first;
    const isAll = rest.every((part, n) => part?.kind === 'part' && part.whole === whole && part.index === n + 1);
    const bytes = (whole.type.kind === 'pointer' ? this.code.pointerBits : bitsOf(whole)) / 8;
    if (!isAll || bytes !== cells.length) return undefined;
    for (const cell of cells) {
      if (!this.own.writes.has(cell)) this.own.reads.add(cell);
      this.hard.add(cell);
    }
    return whole;
  }

  /** The bytes of a value, lowest first. */
  writeParts(cells: readonly string[], whole: Operand): void {
    for (const [index, cell] of cells.entries()) this.hold(cell, { kind: 'part', whole, index });
  }

  /** One byte of a value. */
  writePart(cell: string, whole: Operand, index: number): void {
    this.hold(cell, { kind: 'part', whole, index });
  }

  /** What one cell holds, in another, without looking. */
  copy(from: string, to: string, bits: number): void {
    const held = this.known.get(from);
    if (held?.kind !== 'part') return this.write(to, this.read(from, bits));
    if (!this.own.writes.has(from)) this.own.reads.add(from);
    this.hard.add(from);
    this.hold(to, held);
  }

  private force(cell: string, { whole, index }: BytePart): Operand {
    const { code } = this;
    const bits = whole.type.kind === 'pointer' ? code.pointerBits : bitsOf(whole);
    const value = code.toInt(code.binary('lshr', code.toInt(whole, bits), int(bits, 8 * index)), 8);
    this.known.set(cell, value);
    return value;
  }

  readInt(cell: string, bits: number): Operand {
    const value = this.read(cell, bits);
    return bitsOf(value) === bits ? value : this.code.toInt(value, bits);
  }

  write(cell: string, value: Operand): void {
    this.hold(cell, value);
  }

  private hold(cell: string, value: Held): void {
    if (this.conditions === 0) this.own.writes.add(cell);
    this.known.set(cell, value);
    this.dirty.add(cell);
  }

  /** Of a flag: computed only where somebody reads it. */
  writeFlag(cell: string, value: () => Operand): void {
    if (!this.isDry && !this.own.live.has(cell) && this.conditions === 0) return;
    this.write(cell, value());
  }

  isLive(cell: string): boolean {
    return this.isDry || this.own.live.has(cell);
  }

  /** Puts what later blocks read where they find it. */
  flush(all = false): void {
    for (const cell of this.dirty) {
      if (!all && !this.isLive(cell)) continue;
      const held = this.known.get(cell)!;
      const value = held.kind === 'part' ? this.force(cell, held) : held;
      const bits = value.type.kind === 'pointer' ? this.code.pointerBits : bitsOf(value);
      this.code.store(this.code.slot(cell, bits), this.code.toInt(value, bits), true);
    }
    this.dirty.clear();
  }

  /** Does it only where a condition holds. */
  when(condition: Operand, act: () => void): void {
    if (condition.kind === 'int') {
      if (condition.value === 1n) act();
      return;
    }
    const [inside, behind] = [this.code.newBlock('asm.then'), this.code.newBlock('asm.join')];
    this.flush(true);
    this.code.branch(condition, inside, behind);
    this.code.current = this.code.drafts[inside]!;
    const before = new Map(this.known);
    this.conditions++;
    act();
    this.conditions--;
    const changed = [...this.known.keys()].filter((cell) => this.known.get(cell) !== before.get(cell));
    this.flush(true);
    if (!this.hasLeft) this.code.goto(behind);
    this.hasLeft = false;
    this.code.current = this.code.drafts[behind]!;
    for (const cell of changed) this.known.delete(cell);
    for (const cell of before.keys()) if (!changed.includes(cell)) this.known.set(cell, before.get(cell)!);
  }

  /** An access of memory as the instruction makes it. */
  load(address: Operand, bits: number, isConstant = false): Operand {
    return this.code.load(this.code.toPointer(address), intType(bits), isConstant);
  }

  store(address: Operand, value: Operand): void {
    this.code.store(this.code.toPointer(address), value);
  }

  /** A load and a store that nobody comes between. */
  atomically(act: () => void): void {
    this.code.call('preempt_atomic_begin', [], { kind: 'void' });
    act();
    this.code.call('preempt_atomic_end', [], { kind: 'void' });
  }

  /** An instruction whose effect the pack tells; values are `$0`, `$1` in its text. */
  system(text: string, values: readonly Operand[] = [], resultBits = 0): Operand | undefined {
    if (!this.around.knows(text)) throw new UnknownInstruction(text);
    this.wasBarrier = true;
    const returns: Type = resultBits === 0 ? { kind: 'void' } : intType(resultBits);
    return this.code.assembly(text, values, returns, this.around.clobbersMemory);
  }

  get hasBarrier(): boolean {
    return this.wasBarrier;
  }

  /** Where it is reached, the verdict is `unknown`. */
  notModelled(text: string): void {
    this.code.assembly(text, [], { kind: 'void' }, true);
  }

  arbitrary(bits: number): Operand {
    return this.code.call(`preempt_nondet_u${bits}`, [], intType(bits))!;
  }

  /** Which is `depth` slots deep; static, so that both ends are known. */
  push(value: Operand): void {
    const bits = bitsOf(value);
    this.write(`stack ${this.depth++} ${bits}`, value);
  }

  pop(bits: number): Operand {
    if (this.conditions > 0) throw new UnknownInstruction('pop, on a condition');
    return this.read(`stack ${--this.depth} ${bits}`, bits);
  }

  get stackDepth(): number {
    return this.depth;
  }

  goto(label: string): void {
    const target = this.targetOf(label);
    this.flush(target.isOutside);
    this.code.goto(target.block);
    this.hasLeft = true;
  }

  branchIf(condition: Operand, label: string): void {
    const target = this.targetOf(label);
    this.leads(this.line + 1);
    this.flush(target.isOutside);
    this.code.branch(condition, target.block, this.blockAt(this.line + 1));
    this.hasLeft = true;
  }

  /** The next line is not executed where the condition holds. */
  skipIf(condition: Operand): void {
    this.leads(this.line + 1);
    this.leads(this.line + 2);
    this.flush();
    this.code.branch(condition, this.blockAt(this.line + 2), this.blockAt(this.line + 1));
    this.hasLeft = true;
  }

  /** Falls through to the next line. */
  fallThrough(isNextLeader: boolean): void {
    if (this.hasLeft) return;
    this.leads(this.line + 1);
    if (!isNextLeader) return;
    this.flush();
    this.code.goto(this.blockAt(this.line + 1));
  }

  /** Out of the function, if that is what the text can do. */
  leaveFunction(text: string): void {
    if (this.around.leave === undefined || this.depth !== 0) throw new UnknownInstruction(text);
    this.around.leave(this);
    this.hasLeft = true;
  }

  private leads(line: number): void {
    this.own.next.add(line);
    const next = this.facts[line];
    if (next === undefined) throw new UnknownInstruction('a skip at the end');
    if (next.depth !== undefined && next.depth !== this.depth)
      throw new UnknownInstruction('push and pop that differ by path');
    next.depth = this.depth;
  }

  private targetOf(label: string): { readonly block: number; readonly isOutside: boolean } {
    const found = this.target(label);
    if (found === undefined) throw new UnknownInstruction(`a branch to ${label}`);
    if ('block' in found) return { block: found.block, isOutside: true };
    this.leads(found.line);
    return { block: this.blockAt(found.line), isOutside: false };
  }

  constant(bits: number, value: bigint | number): Operand {
    return int(bits, value);
  }
}
