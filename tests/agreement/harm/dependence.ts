// Does o3 depend on what o1 read, or wrote? Looked at backwards, when all is over: a graph of what was executed, with
// an edge from each instruction to those that made its operands, to the last writers of the bytes that it reads and to
// the branches that decided on it. Post-dominators by what paths remain without a block. Slow, and meant to be
// obviously right.

import { successors } from '../../../src/ir/control-flow.js';
import type { CallSite, Instruction, Terminator } from '../../../src/ir/instruction.js';
import { accessedType, isAccess, isCall } from '../../../src/ir/instruction-class.js';
import type { IrFunction } from '../../../src/ir/module.js';
import { forEachOperand, resultOf } from '../../../src/ir/operand.js';
import type { Operand } from '../../../src/ir/value.js';
import type { Machine } from '../../../src/machine/machine.js';
import { isConcrete, pointer } from '../../../src/machine/memory/value.js';
import type { Frame, State } from '../../../src/machine/state.js';
import { blockOperation, calleeName } from '../../../src/machine/stepping/callee.js';
import type { AccessEvent } from '../executions.js';
import type { Triple } from '../triples.js';
import type { Follower } from './moved.js';
import type { WalkedStep } from './walk.js';

/** Something that was executed; `by`: through which byte of memory it depends on the other, if through any. */
interface Node {
  readonly instruction: Instruction | undefined;
  readonly needs: readonly { readonly node: number; readonly byte?: number }[];
}

/** One call: who defined its registers, which branches decide what it does, and who called it. */
interface Call {
  readonly registers: Map<number, number>;
  open: { readonly branch: number; readonly until: number }[];
  readonly because: readonly number[];
}

export class Dependence implements Follower {
  private readonly nodes: Node[] = [];
  private readonly calls = new Map<number, Call>();
  private readonly writers = new Map<number, number>();
  /** Calls that are about to begin, by the number that they will have. */
  private readonly coming = new Map<number, { readonly site: CallSite; readonly call: Call }>();
  private readonly meetings = new Map<IrFunction, readonly number[]>();
  private first: { readonly node: number; readonly event: AccessEvent; readonly value: number | undefined } | undefined;
  private last: number | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly triple: Triple,
  ) {}

  isWatching(): boolean {
    return true;
  }

  /** False also where o3 was not come to. */
  get isThere(): boolean {
    const { first, last } = this;
    if (first === undefined || last === undefined) return false;
    const { event } = first;
    const isRead = event.operation === 'R';
    const isCommon = (byte: number): boolean => {
      const start = pointer(event.object, event.offset);
      return start <= byte && byte < start + event.size;
    };
    const work = [last];
    const seen = new Set(work);
    for (let at = work.pop(); at !== undefined; at = work.pop()) {
      for (const { node, byte } of this.nodes[at]!.needs) {
        if (isRead && byte !== undefined && isCommon(byte)) continue;
        if (node === first.node && (isRead || (byte !== undefined && isCommon(byte)))) return true;
        if (!isRead && node === first.value && byte === undefined) return true;
        if (node <= first.node || seen.has(node)) continue;
        seen.add(node);
        work.push(node);
      }
    }
    return false;
  }

  made(which: 'o1' | 'o3', step: WalkedStep): void {
    const wanted = this.triple[which].event;
    const node = this.nodes.findLastIndex((n) => n.instruction?.id === wanted.instruction);
    if (which === 'o3') {
      this.last = node;
      return;
    }
    const event = step.accesses.find((a) => a.instruction === wanted.instruction && a.operation === wanted.operation)!;
    const value = this.nodes[node]!.instruction!;
    const written = value.op === 'store' || value.op === 'atomicrmw' ? value.value : undefined;
    const { registers } = this.calls.get(step.call)!;
    this.first = { node, event, value: written?.kind === 'register' ? registers.get(written.index) : undefined };
  }

  returned(): void {}

  executing(state: State, frame: Frame, i: Instruction): void {
    const call = this.callOf(frame);
    const isBegin = frame.index === 0 && frame.pending === undefined;
    const meeting = isBegin ? call.open.filter((o) => o.until === frame.block) : [];
    if (isBegin) call.open = call.open.filter((o) => o.until !== frame.block);
    const control = [...call.open.map((o) => o.branch), ...call.because].map((node) => ({ node }));
    const of = (operand: Operand): Node['needs'] => {
      const node = operand.kind === 'register' ? call.registers.get(operand.index) : undefined;
      return node === undefined ? [] : [{ node }];
    };
    if (i.op === 'phi') {
      this.phis(frame, call, of, [...control, ...meeting.map((o) => ({ node: o.branch }))]);
      return;
    }
    const operands: Node['needs'][number][] = [];
    forEachOperand(i, (operand) => operands.push(...of(operand)));
    const touched = this.touched(frame, i);
    const read = touched.from.flatMap((byte) => this.writerOf(byte));
    const pieces = frame.pending === undefined ? [] : this.piece(i);
    const copied = touched.copies;
    const node = this.add(i, [...control, ...operands, ...read, ...pieces]);
    if (copied !== undefined) this.copy(copied, [...control, ...operands]);
    else for (const byte of touched.to) this.writers.set(byte, node);
    const result = resultOf(i);
    if (result !== undefined) call.registers.set(result.index, node);
    if (i.op === 'condbr' || i.op === 'switch' || i.op === 'indirectbr')
      call.open.push({ branch: node, until: this.meetingsOf(frame.code.fn)[frame.block]! });
    if (i.op === 'ret') this.leave(state, frame, node);
    if (isCall(i)) this.enter(state, frame, i, of, control);
  }

  private add(instruction: Instruction | undefined, needs: Node['needs']): number {
    return this.nodes.push({ instruction, needs }) - 1;
  }

  private writerOf(byte: number): Node['needs'] {
    const node = this.writers.get(byte);
    return node === undefined ? [] : [{ node, byte }];
  }

  /** Each byte comes from its own. */
  private copy(bytes: readonly { readonly to: number; readonly from: number }[], also: Node['needs']): void {
    const made = bytes.map(({ to, from }) => [to, this.add(undefined, [...also, ...this.writerOf(from)])] as const);
    const whole = this.nodes.findLastIndex((n) => n.instruction !== undefined);
    for (const [to, node] of made) {
      // Whoever asks for the copy as a whole means each of its bytes.
      this.nodes[node] = { instruction: undefined, needs: [...this.nodes[node]!.needs, { node: whole, byte: to }] };
      this.writers.set(to, node);
    }
  }

  /** What the pieces before have read belongs to it. */
  private piece(i: Instruction): Node['needs'] {
    const node = this.nodes.findLastIndex((n) => n.instruction === i);
    return node < 0 ? [] : [{ node }];
  }

  private phis(frame: Frame, call: Call, of: (operand: Operand) => Node['needs'], control: Node['needs']): void {
    const block = frame.code.blocks[frame.block]!;
    const made: (readonly [number, number])[] = [];
    for (let at = frame.index; ; at++) {
      const phi = block[at]!;
      if (phi.op !== 'phi') break;
      const taken = phi.incoming.find((edge) => edge.block === frame.previous);
      made.push([phi.result.index, this.add(phi, [...control, ...(taken === undefined ? [] : of(taken.value))])]);
    }
    for (const [register, node] of made) call.registers.set(register, node);
  }

  private callOf(frame: Frame): Call {
    const known = this.calls.get(frame.serial);
    if (known !== undefined) return known;
    const coming = this.coming.get(frame.serial);
    const isExpected = coming !== undefined && coming.site === frame.site;
    const call = isExpected ? coming.call : { registers: new Map(), open: [], because: [] };
    this.calls.set(frame.serial, call);
    return call;
  }

  private enter(
    state: State,
    frame: Frame,
    i: CallSite & Instruction,
    of: (operand: Operand) => Node['needs'],
    control: Node['needs'],
  ): void {
    if (!isCall(i) || i.callee.kind === 'assembly') return;
    const name = calleeName(this.machine, frame, i);
    const fn = name === undefined ? undefined : this.machine.image.codes.get(name)?.fn;
    if (fn === undefined || fn.blocks.length === 0) return;
    const registers = new Map<number, number>();
    fn.parameters.forEach((p, n) => {
      const given = i.arguments[n];
      if (given !== undefined) registers.set(p.index, this.add(undefined, of(given)));
    });
    const because = [this.add(undefined, [...control, ...of(i.callee)])];
    this.coming.set(state.calls, { site: i, call: { registers, open: [], because } });
  }

  private leave(state: State, frame: Frame, node: number): void {
    const caller = state.running!.frames.at(-2);
    const result = frame.site?.result;
    if (caller !== undefined && result !== undefined) this.callOf(caller).registers.set(result.index, node);
  }

  /** The bytes that an instruction reads and writes; of a copy, from where each comes. */
  private touched(frame: Frame, i: Instruction) {
    const { machine } = this;
    const nothing = { from: [] as number[], to: [] as number[], copies: undefined };
    const range = (address: Operand, size: number): number[] => {
      const at = machine.value(frame, address);
      return typeof at === 'number' ? Array.from({ length: size }, (_, n) => at + n) : [];
    };
    if (isAccess(i)) {
      const bytes = range(i.address, machine.program.module.layout.storeSize(accessedType(i)));
      return { ...nothing, from: i.op === 'store' ? [] : bytes, to: i.op === 'load' ? [] : bytes };
    }
    if (!isCall(i) || i.callee.kind === 'assembly') return nothing;
    const name = calleeName(machine, frame, i);
    const kind = name === undefined ? undefined : blockOperation(name, i);
    if (kind === undefined || kind === 'unusable') return nothing;
    const length = machine.value(frame, i.arguments[2]!);
    const size = isConcrete(length) ? Number(length) : 0;
    const to = range(i.arguments[0]!, size);
    if (kind === 'fill') return { ...nothing, to };
    const from = range(i.arguments[1]!, size);
    return { from: [], to, copies: to.map((byte, n) => ({ to: byte, from: from[n]! })) };
  }

  private meetingsOf(fn: IrFunction): readonly number[] {
    let known = this.meetings.get(fn);
    if (known === undefined) this.meetings.set(fn, (known = meetingsOf(fn)));
    return known;
  }
}

/** By block: where all its ways on meet again; −1: nowhere. */
function meetingsOf(fn: IrFunction): readonly number[] {
  const blocks = fn.blocks.map((_, n) => n);
  const next = fn.blocks.map((b) => [...new Set(successors(b.instructions.at(-1) as Terminator))]);
  const reach = (from: number, without?: number): ReadonlySet<number> => {
    const found = new Set<number>();
    const work = next[from]!.filter((b) => b !== without);
    for (let b = work.pop(); b !== undefined; b = work.pop()) {
      if (found.has(b)) continue;
      found.add(b);
      work.push(...next[b]!.filter((t) => t !== without));
    }
    return found;
  };
  const dominates = (a: number, b: number): boolean => a === b || a === 0 || !(b === 0 || reach(0, a).has(b));
  // A round of a loop that is never left ends like a function.
  const isExit = blocks.map((b) => {
    if (next[b]!.length === 0) return true;
    const ways = reach(b);
    const isForEver = ways.has(b) && [...ways].every((w) => reach(w).has(b));
    return isForEver && next[b]!.some((target) => dominates(target, b));
  });
  const canLeave = (b: number, without: number): boolean =>
    isExit[b]! || [...reach(b, without)].some((w) => w !== without && isExit[w]!);
  return blocks.map((b) => {
    const after = blocks.filter((p) => p !== b && !isExit[b]! && !canLeave(b, p));
    // The nearest one is met before all the others.
    return after.find((p) => after.every((q) => q === p || !canLeave(p, q))) ?? -1;
  });
}
