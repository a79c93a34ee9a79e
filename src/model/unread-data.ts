// Data that nothing depends on: counters that are counted and never looked at, buffers that are filled and never read.
// Their contents decide no branch, no address, no assertion and no mask, so states that differ in nothing else go on
// alike. A backward slice over the whole program: what is not reached from anything that matters is unread. Sound by
// over-approximation: every load may read what the points-to analysis allows, and memory that it does not describe
// always matters.

import type { CallInstruction, Instruction } from '../ir/instruction.js';
import { isCall, isDivision } from '../ir/instruction-class.js';
import type { IrFunction } from '../ir/module.js';
import { forEachOperand, resultOf } from '../ir/operand.js';
import type { Operand } from '../ir/value.js';
import { directCallee, effectsOfCall } from './known-calls.js';
import type { Access, Program, Region } from './program.js';
import { overlap, regionKey } from './region.js';
import { registersMet } from './registers.js';

export interface UnreadData {
  /** Of global objects, by name in the module: bytes from one to another. */
  readonly bytes: ReadonlyMap<string, readonly { readonly from: number; readonly to: number }[]>;
  /** By function. */
  readonly registers: ReadonlyMap<string, ReadonlySet<number>>;
}

/** `outputs`: does what is only written to devices and given to unknown functions matter? */
export function unreadData(program: Program, outputs: 'matter' | 'do not matter'): UnreadData {
  return new Slice(program, outputs === 'matter').run();
}

type Marked = { readonly fn: IrFunction; readonly register: number } | { readonly region: Region };

class Slice {
  private readonly functions: readonly IrFunction[];
  private readonly accesses = new Map<Instruction, Access[]>();
  private readonly definitions = new Map<IrFunction, ReadonlyMap<number, Instruction>>();
  private readonly callers = new Map<string, { readonly fn: IrFunction; readonly call: CallInstruction }[]>();
  /** By object. */
  private readonly writes = new Map<number, { readonly fn: IrFunction; readonly access: Access }[]>();
  private readonly registers = new Map<IrFunction, Set<number>>();
  /** By object and what they are. */
  private readonly regions = new Map<number, Map<string, Region>>();
  /** Accesses through one pointer have one list of regions. */
  private readonly listed = new Set<readonly Region[]>();
  private readonly work: Marked[] = [];

  constructor(
    private readonly program: Program,
    private readonly doOutputsMatter: boolean,
  ) {
    const names = new Set(program.contexts.flatMap((c) => [...program.callGraph.reachable(c.id)]));
    this.functions = [...names].flatMap((name) => program.module.functions.get(name) ?? []);
    for (const access of program.accesses) {
      const list = this.accesses.get(access.instruction);
      if (list === undefined) this.accesses.set(access.instruction, [access]);
      else list.push(access);
      const fn = program.module.functions.get(access.function);
      if (access.operation === 'R' || fn === undefined) continue;
      for (const object of new Set(access.regions.map((r) => r.object))) {
        const writes = this.writes.get(object);
        if (writes === undefined) this.writes.set(object, [{ fn, access }]);
        else writes.push({ fn, access });
      }
    }
    for (const fn of this.functions) {
      const defined = new Map<number, Instruction>();
      this.registers.set(fn, new Set());
      for (const i of fn.blocks.flatMap((b) => b.instructions)) {
        const result = resultOf(i);
        if (result !== undefined) defined.set(result.index, i);
        if (!isCall(i)) continue;
        for (const name of program.callGraph.targets(i))
          this.callers.set(name, [...(this.callers.get(name) ?? []), { fn, call: i }]);
      }
      this.definitions.set(fn, defined);
    }
  }

  run(): UnreadData {
    for (const fn of this.functions)
      for (const block of fn.blocks) for (const i of block.instructions) this.seed(fn, i);
    for (let next = this.work.pop(); next !== undefined; next = this.work.pop()) {
      if ('region' in next) this.followRegion(next.region);
      else this.followRegister(next.fn, next.register);
    }
    return { bytes: this.unreadBytes(), registers: this.unreadRegisters() };
  }

  /** What matters by itself. */
  private seed(fn: IrFunction, i: Instruction): void {
    switch (i.op) {
      case 'condbr':
      case 'switch':
      case 'indirectbr':
      case 'alloca':
      // Not all arithmetic on pointers is modelled.
      case 'getelementptr':
      case 'inttoptr':
      case 'va_arg':
        this.markOperands(fn, i);
        return;
      case 'load':
        this.mark(fn, i.address);
        return;
      case 'store':
      case 'atomicrmw':
        this.mark(fn, i.address);
        if (this.mayMatter(i)) this.mark(fn, i.value);
        return;
      case 'cmpxchg':
        this.markOperands(fn, i);
        for (const access of this.accesses.get(i) ?? []) this.markRegions(access);
        return;
      default:
        if (isDivision(i)) this.markOperands(fn, i);
        else if (isCall(i)) this.seedCall(fn, i);
    }
  }

  private seedCall(fn: IrFunction, i: CallInstruction): void {
    const name = directCallee(this.program.module, i.callee);
    if (i.callee.kind !== 'assembly') this.mark(fn, i.callee);
    if (name !== undefined && isBlockOperation(name)) {
      i.arguments.forEach((argument, n) => {
        if (n !== 1 || argument.type.kind === 'pointer') this.mark(fn, argument);
      });
      if (!this.mayMatter(i)) return;
      i.arguments.forEach((argument) => {
        this.mark(fn, argument);
      });
      for (const access of this.accesses.get(i) ?? []) if (access.operation !== 'W') this.markRegions(access);
      return;
    }
    if (name?.startsWith('llvm.') === true && !name.startsWith('llvm.va_')) return;
    const isKnown = effectsOfCall(this.program, i) !== undefined;
    if (!isKnown && this.program.callGraph.targets(i).length > 0) return;
    if (!isKnown && i.callee.kind !== 'assembly' && !this.doOutputsMatter && !this.givesPointers(i)) return;
    for (const argument of i.arguments) this.mark(fn, argument);
    for (const access of this.accesses.get(i) ?? []) if (access.operation !== 'W') this.markRegions(access);
  }

  private givesPointers(i: CallInstruction): boolean {
    return i.arguments.some((a) => a.type.kind === 'pointer');
  }

  /** Does an instruction write anything but globals that the model describes? */
  private mayMatter(i: Instruction): boolean {
    const written = (this.accesses.get(i) ?? []).filter((a) => a.operation !== 'R');
    if (written.length === 0) return true;
    return written.some(
      ({ external, regions }) => external || regions.length === 0 || regions.some((r) => this.matters(r)),
    );
  }

  private matters(region: Region): boolean {
    const { kind } = this.program.objects[region.object]!;
    if (kind === 'global') return false;
    return kind !== 'device' || this.doOutputsMatter || this.isReadBack(region);
  }

  /** A register that somebody reads may give back what was written; one that the platform knows may be a mask. */
  private isReadBack(region: Region): boolean {
    const { platform, accesses } = this.program;
    return (
      registersMet(platform, region.offset, region.size).some((r) => r.kind !== 'plain') ||
      accesses.some((a) => a.operation !== 'W' && a.regions.some((r) => overlap(r, region)))
    );
  }

  private mark(fn: IrFunction, operand: Operand): void {
    if (operand.kind !== 'register') return;
    const marked = this.registers.get(fn);
    if (marked === undefined || marked.has(operand.index)) return;
    marked.add(operand.index);
    this.work.push({ fn, register: operand.index });
  }

  private markOperands(fn: IrFunction, i: Instruction): void {
    forEachOperand(i, (operand) => this.mark(fn, operand));
  }

  private markRegions({ regions }: Access): void {
    if (this.listed.has(regions)) return;
    this.listed.add(regions);
    for (const region of regions) {
      const known = this.regions.get(region.object) ?? new Map<string, Region>();
      this.regions.set(region.object, known);
      const key = regionKey(region);
      if (known.has(key)) continue;
      known.set(key, region);
      this.work.push({ region });
    }
  }

  private followRegister(fn: IrFunction, register: number): void {
    const parameter = fn.parameters.findIndex((p) => p.index === register);
    if (parameter !== -1) {
      for (const { fn: caller, call } of this.callers.get(fn.name) ?? []) {
        const argument = call.arguments[parameter];
        if (argument !== undefined) this.mark(caller, argument);
      }
      return;
    }
    const i = this.definitions.get(fn)!.get(register);
    if (i === undefined) return;
    if (isCall(i)) {
      const targets = this.program.callGraph.targets(i);
      for (const name of targets) this.markReturns(name);
      if (targets.length === 0) this.markOperands(fn, i);
      return;
    }
    this.markOperands(fn, i);
    for (const access of this.accesses.get(i) ?? []) if (access.operation !== 'W') this.markRegions(access);
  }

  private markReturns(name: string): void {
    const fn = this.program.module.functions.get(name);
    if (fn === undefined) return;
    for (const block of fn.blocks) {
      const last = block.instructions.at(-1);
      if (last?.op === 'ret') this.markOperands(fn, last);
    }
  }

  /** What is written there matters. */
  private followRegion(region: Region): void {
    for (const { fn, access } of this.writes.get(region.object) ?? []) {
      if (!access.regions.some((r) => overlap(r, region))) continue;
      const i = access.instruction;
      if (i.op === 'store' || i.op === 'atomicrmw') this.mark(fn, i.value);
      else this.markOperands(fn, i);
      for (const other of this.accesses.get(i) ?? []) if (other.operation !== 'W') this.markRegions(other);
    }
  }

  private unreadBytes(): UnreadData['bytes'] {
    const found = new Map<string, readonly { from: number; to: number }[]>();
    for (const { id, kind, symbol, size, constant } of this.program.objects) {
      if (kind !== 'global' || symbol === '' || size === undefined || constant) continue;
      const read = [...(this.regions.get(id)?.values() ?? [])]
        .map((r) => rangeOf(r, size))
        .sort((a, b) => a.from - b.from);
      const gaps: { from: number; to: number }[] = [];
      let at = 0;
      for (const { from, to } of [...read, { from: size, to: size }]) {
        if (from > at) gaps.push({ from: at, to: from });
        at = Math.max(at, to);
      }
      if (gaps.length > 0) found.set(symbol, gaps);
    }
    return found;
  }

  private unreadRegisters(): UnreadData['registers'] {
    return new Map(
      this.functions.map((fn) => {
        const marked = this.registers.get(fn)!;
        const all = Array.from({ length: fn.registerCount }, (_, n) => n);
        return [fn.name, new Set(all.filter((n) => !marked.has(n)))] as const;
      }),
    );
  }
}

function isBlockOperation(name: string): boolean {
  return /^(?:llvm\.)?mem(?:cpy|move|set)\b/.test(name);
}

/** Of elements with gaps between them, the gaps as well. */
function rangeOf({ offset, stride, low, high, size }: Region, objectSize: number): { from: number; to: number } {
  const from = stride === 0 ? offset : low;
  const to = (stride === 0 ? offset : high) + size;
  return { from: Math.max(0, from), to: Math.min(objectSize, to) };
}
