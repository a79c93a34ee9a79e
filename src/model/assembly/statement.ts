// One inline-assembly statement → IR, in two walks over its lines: the first into a draft that is thrown away, to learn
// what reads, writes and branches where; the second for good. Where some instruction is not known, nothing is written.

import type { CallSite, InlineAssembly } from '../../ir/instruction.js';
import type { Type } from '../../ir/type.js';
import type { Operand } from '../../ir/value.js';
import { bitsOf, CodeWriter, int } from './code-writer.js';
import { AssemblyEmitter, type AssemblySurroundings, type LineFacts } from './emitter.js';
import type { InstructionSet, PrintedOperand } from './instruction-set.js';
import { packInstruction } from './pack-instruction.js';
import { type AssemblyLine, constraintsOf, expandTemplate, labelTarget, linesOf } from './template.js';
import { UnknownInstruction } from './unknown-instruction.js';

/** A statement, and what surrounds it. */
export interface AssemblyStatement {
  readonly site: CallSite;
  readonly assembly: InlineAssembly;
  readonly set: InstructionSet;
  readonly around: AssemblySurroundings;
  /** Registers keep what they hold from one statement to the next: there is no compiler's code in between. */
  readonly isNaked: boolean;
  /** Blocks of `asm goto`. */
  readonly labels: readonly number[];
}

/** Cells on the stack live as long as they are there. */
const isStack = (cell: string): boolean => cell.startsWith('stack ');

export class StatementLowering {
  private readonly lines: readonly AssemblyLine[];
  private readonly delays = new Map<number, { readonly act: (e: AssemblyEmitter) => void; readonly end: number }>();
  private readonly constraints;
  private readonly values = new Map<string, Operand>();
  private facts: LineFacts[] = [];
  private soft = new Set<string>();

  constructor(
    private readonly statement: AssemblyStatement,
    unique: number,
  ) {
    const { assembly, site, set } = statement;
    this.constraints = constraintsOf(assembly, site);
    const text = expandTemplate(assembly.text, unique, set.syntax, (n, modifier) => this.print(n, modifier));
    const begin: AssemblyLine = { labels: [], mnemonic: '', operands: [], text: '' };
    this.lines = [begin, ...set.arrange(linesOf(text, set.syntax))];
    this.findDelays();
  }

  /** How much deeper the stack is behind it than before; throws `UnknownInstruction`. */
  look(depth: number, code: CodeWriter): number {
    const { fn, pointerBits } = code;
    const dry = new CodeWriter(fn, [{ name: 'dry', instructions: [] }], 0, pointerBits);
    this.facts = this.lines.map(() => ({
      reads: new Set(),
      writes: new Set(),
      next: new Set(),
      depth: undefined,
      live: new Set(),
    }));
    this.facts[0]!.depth = depth;
    const e = this.emitter(dry, () => 0, true);
    const seen = new Set<number>();
    const isNext = (n: number): boolean => !seen.has(n) && this.facts[n]!.depth !== undefined;
    for (let n = 0; n >= 0; n = [...this.lines.keys()].findIndex(isNext)) {
      seen.add(n);
      const line = this.lines[n]!;
      dry.current = { name: 'dry', instructions: [] };
      e.begin(n, true);
      if (n === 0) this.bind(e);
      else if (n === this.lines.length - 1) this.results(e);
      else this.step(e, n, line);
      if (n < this.lines.length - 1) e.fallThrough(false);
    }
    this.soft = new Set(this.facts.flatMap((f) => [...f.reads]).filter((cell) => !e.hard.has(cell)));
    this.findLive();
    return (this.facts.at(-1)!.depth ?? depth) - depth;
  }

  /** Writes it; what its results are, by number. */
  write(code: CodeWriter): readonly Operand[] {
    const last = this.lines.length - 1;
    const leaders = new Map<number, number>();
    const predecessors = this.lines.map(() => new Set<number>());
    for (const [n, { next }] of this.facts.entries()) for (const to of next) predecessors[to]!.add(n);
    for (const n of this.lines.keys()) {
      const [only, ...others] = predecessors[n]!;
      const isPlain = others.length === 0 && only === n - 1 && this.facts[n - 1]!.next.size === 1;
      if (n > 0 && only !== undefined && !isPlain) leaders.set(n, code.newBlock('asm'));
    }
    const e = this.emitter(code, (line) => leaders.get(line)!, false);
    for (const [n, line] of this.lines.entries()) {
      if (n > 0 && predecessors[n]!.size === 0) continue;
      const leader = leaders.get(n);
      if (leader !== undefined) code.current = code.drafts[leader]!;
      e.begin(n, leader !== undefined);
      if (n === 0) this.bind(e);
      else if (n < last) this.step(e, n, line);
      else {
        const values = this.results(e);
        e.flush();
        if (this.constraints.clobbersMemory && !e.hasBarrier) code.assembly('', [], { kind: 'void' }, true);
        return values;
      }
      e.fallThrough(leaders.has(n + 1));
    }
    // It never comes to its end.
    const behind = code.newBlock('asm.never');
    code.current = code.drafts[behind]!;
    return this.resultTypes().map((type) => ({ kind: 'undef', type, poison: false }));
  }

  get hasText(): boolean {
    return this.lines.length > 2;
  }

  private emitter(code: CodeWriter, blockAt: (line: number) => number, isDry: boolean): AssemblyEmitter {
    const { around, labels } = this.statement;
    const target = (name: string) => {
      const outside = /^%l(\d+)$/.exec(name);
      if (outside !== null) {
        const block = labels[this.constraints.operands[Number(outside[1])]?.label ?? -1];
        return block === undefined ? undefined : { block };
      }
      const line = labelTarget(this.lines, e.line, name);
      return line === undefined ? undefined : { line };
    };
    const symbols = new Map<string, Operand | undefined>();
    const symbol = (name: string): Operand | undefined => {
      if (!symbols.has(name)) symbols.set(name, this.values.get(name) ?? around.symbol(name));
      return symbols.get(name);
    };
    const { clobbersMemory } = this.constraints;
    const e = new AssemblyEmitter(code, { ...around, symbol, clobbersMemory }, this.facts, blockAt, target, isDry);
    return e;
  }

  private step(e: AssemblyEmitter, n: number, line: AssemblyLine): void {
    const delay = this.delays.get(n);
    if (delay !== undefined) {
      delay.act(e);
      return;
    }
    if ([...this.delays].some(([from, { end }]) => n > from && n <= end)) return;
    const { set, around } = this.statement;
    try {
      set.execute(e, line);
    } catch (thrown) {
      if (!(thrown instanceof UnknownInstruction) || e.hasLeft) throw thrown;
      if (!packInstruction(e, line, set, around)) throw new UnknownInstruction(thrown.text);
    }
  }

  private bind(e: AssemblyEmitter): void {
    const { set, isNaked } = this.statement;
    if (!e.isDry && !isNaked) {
      for (const cell of this.entering()) {
        if (isStack(cell)) continue;
        const initial = this.soft.has(cell) ? 0n : set.initially(cell);
        const bits = set.bits(cell);
        e.write(
          cell,
          initial === undefined
            ? bits === 1
              ? e.code.toInt(e.arbitrary(8), 1)
              : e.arbitrary(bits)
            : int(bits, initial),
        );
      }
    }
    for (const [n, operand] of this.constraints.operands.entries()) {
      const { value } = operand;
      if (value === undefined || this.immediateOf(n) !== undefined) continue;
      set.bind(e, operand.tiedTo ?? n, this.constraints.operands[operand.tiedTo ?? n]!, value);
    }
  }

  private results(e: AssemblyEmitter): readonly Operand[] {
    const types = this.resultTypes();
    return this.constraints.operands.flatMap((operand, n) => {
      const type = operand.result === undefined ? undefined : types[operand.result];
      if (type === undefined) return [];
      return [e.code.toType(this.statement.set.result(e, n, operand, this.widthOf(type)), type)];
    });
  }

  private resultTypes(): readonly Type[] {
    const { returns } = this.statement.site.functionType;
    if (returns.kind === 'void') return [];
    return returns.kind === 'struct' ? (returns.fields ?? []) : [returns];
  }

  private widthOf(type: Type): number {
    if (type.kind === 'int') return type.bits;
    if (type.kind === 'float') return type.format === 'double' ? 64 : 32;
    if (type.kind === 'pointer') return 0;
    throw new UnknownInstruction(`an operand of type ${type.kind}`);
  }

  private print(n: number, modifier: string): string {
    const operand = this.constraints.operands[n];
    if (operand === undefined) throw new UnknownInstruction(`an operand %${n} that is not there`);
    if (operand.label !== undefined) return `%l${n}`;
    const tied = operand.tiedTo ?? n;
    const other = this.constraints.operands[tied] ?? operand;
    const type = other.result === undefined ? operand.value?.type : this.resultTypes()[other.result];
    const bits = type === undefined ? 0 : this.widthOf(type);
    const immediate = this.immediateOf(n);
    const printed: PrintedOperand = {
      number: tied,
      operand: other,
      bits,
      ...(immediate === undefined ? {} : { immediate }),
    };
    return this.statement.set.print(printed, modifier);
  }

  /** A constant where the constraint allows one. */
  private immediateOf(n: number): string | undefined {
    const { value, letters, isIndirect, tiedTo, register } = this.constraints.operands[n]!;
    if (value === undefined || tiedTo !== undefined || register !== undefined) return undefined;
    if (isIndirect ? this.statement.set.namesMemory !== true : !/[inIJKLMNOPGsXgj]/.test(letters)) return undefined;
    if (value.kind === 'int') return String(BigInt.asIntN(bitsOf(value), value.value));
    if (value.kind === 'null') return '0';
    if (value.kind === 'register' || value.kind === 'undef') return undefined;
    const name = `__operand_${n}`;
    this.values.set(name, value);
    return name;
  }

  /** Loops that do nothing but count. */
  private findDelays(): void {
    for (const [n, line] of this.lines.entries()) {
      const label = line.operands.at(-1);
      if (n === 0 || label === undefined) continue;
      const from = labelTarget(this.lines, n, label);
      if (from === undefined || from > n) continue;
      const body = this.lines.slice(from, n + 1);
      const isEntered = body.some((l, at) => at > 0 && l.labels.length > 0);
      const act = isEntered ? undefined : this.statement.set.delay(body);
      if (act !== undefined) this.delays.set(from, { act, end: n });
    }
  }

  private entering(): ReadonlySet<string> {
    const [{ reads, writes, live }] = this.facts as [LineFacts];
    return new Set([...reads, ...[...live].filter((cell) => !writes.has(cell))]);
  }

  /** Backwards until nothing changes: what is read behind each line. */
  private findLive(): void {
    const cells = new Set(this.facts.flatMap((f) => [...f.reads, ...f.writes]));
    const depth = this.facts.at(-1)!.depth ?? 0;
    const outside = [...cells].filter((cell) =>
      isStack(cell) ? Number(cell.split(' ')[1]) < depth : this.statement.isNaked,
    );
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (let n = this.facts.length - 1; n >= 0; n--) {
        const own = this.facts[n]!;
        const live = new Set(n === this.facts.length - 1 ? outside : []);
        for (const to of own.next) {
          const next = this.facts[to]!;
          for (const cell of next.reads) live.add(cell);
          for (const cell of next.live) if (!next.writes.has(cell)) live.add(cell);
        }
        if (live.size === own.live.size) continue;
        own.live = live;
        hasChanged = true;
      }
    }
  }
}

export function resultValue(code: CodeWriter, site: CallSite, values: readonly Operand[]): Operand | undefined {
  const { returns } = site.functionType;
  if (returns.kind === 'void') return undefined;
  if (returns.kind !== 'struct') return values[0];
  let whole: Operand = { kind: 'undef', type: returns, poison: true };
  for (const [n, value] of values.entries()) {
    const result = code.register(returns);
    code.add({ op: 'insertvalue', id: site.id, debug: site.debug, aggregate: whole, value, path: [n], result });
    whole = result;
  }
  return whole;
}
