// What compilation knows about one function: its shape, which registers live where, what it calls, and the code made so
// far.

import type { Alloca, Call, Instruction } from '../../ir/instruction.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';
import type { Type } from '../../ir/type.js';
import type { Register } from '../../ir/value.js';
import { type Liveness, livenessOf } from '../liveness.js';
import type { ObjectInfo } from '../memory/object-info.js';
import { LARGEST_OBJECT } from '../memory/value.js';
import type { Code } from '../stepping/code.js';
import type { InstructionContext } from '../stepping/instruction-context.js';
import type { FunctionCode, LoopCode } from './context.js';
import { isSupported } from './number-text.js';
import { isReducible, type Shape, shapeOf } from './shape.js';

const MAX_BLOCKS = 400;
const MAX_INSTRUCTIONS = 5000;

/** Compiled code and the registers that must be concrete. */
export interface Variant {
  readonly code: LoopCode | FunctionCode;
  readonly loads: Entry['loads'];
}

/** An entry point: the function itself or one of its loops. */
export interface Entry {
  readonly header: number | undefined;
  /** How often interpretation has come here. */
  heat: number;
  code: LoopCode | FunctionCode | 'none' | 'refused';
  /** Registers that must be concrete. */
  loads: readonly { readonly register: number; readonly type: Type }[];
  /** Other code of a loop, for when some of these registers hold arbitrary data, by their numbers. */
  readonly variants: Map<string, Variant | 'refused'>;
  /** Visits that are passed over after the code was of little use, and how many it will be the next time. */
  rest: number;
  nextRest: number;
  /** Of a loop: visits until a leap is tried, and how many it will be after one that is not worth it. */
  untilLeap: number;
  nextLeap: number;
  /** Leaps so far that were worth it, but not by much. */
  shortLeaps: number;
}

/** Visits of a loop header before a leap is tried. */
export const FIRST_LEAP = 16;

/** What the functions that are compiled together share. */
export interface Compilation {
  info(code: Code): FunctionInfo;
  /** Stands for a function until compiled code calls it. */
  firstCall(info: FunctionInfo): FunctionCode;
  /** A name for a value in generated code. */
  name(value: unknown): string;
  /** The name of a function that computes an intrinsic on concrete values. */
  intrinsic(call: Call, name: string): string;
}

export class FunctionInfo {
  readonly shape: Shape;
  readonly definitions = new Map<
    number,
    { readonly block: number; readonly instruction: Instruction; readonly result: Register }
  >();
  readonly hasLocals: boolean;
  /** It has locals that others may access: its end is a visible step. */
  readonly hasVisibleLocals: boolean;
  /** Room that a call needs on the stack, in some unit. */
  readonly weight: number;
  readonly isCompilable: boolean;
  readonly entries = new Map<number, Entry>();
  /** 64-bit integers may be bigints. */
  isWide = false;
  wideExits = 0;
  run: FunctionCode;
  private readonly useCounts = new Map<number, number>();

  constructor(
    readonly compilation: Compilation,
    readonly machine: InstructionContext,
    readonly code: Code,
    readonly number: number,
  ) {
    const { fn, blocks } = code;
    this.shape = shapeOf(fn);
    let [instructions, hasLocals] = [0, false];
    blocks.forEach((block, b) => {
      instructions += block.length;
      for (const i of block) {
        const result = resultOf(i);
        if (result !== undefined) this.definitions.set(result.index, { block: b, instruction: i, result });
        if (i.op === 'alloca') hasLocals = true;
        forEachOperand(i, (operand) => {
          if (operand.kind === 'register') this.useCounts.set(operand.index, this.uses(operand.index) + 1);
        });
      }
    });
    this.hasLocals = hasLocals;
    this.hasVisibleLocals = blocks.some((block) => block.some((i) => machine.visibleSites.has(i)));
    this.weight = 1 + Math.floor(fn.registerCount / 40);
    this.isCompilable =
      fn.problems.length === 0 &&
      // Calls of these are no steps like others.
      !fn.name.startsWith('__VERIFIER_atomic_') &&
      blocks.length > 0 &&
      blocks.length <= MAX_BLOCKS &&
      instructions <= MAX_INSTRUCTIONS &&
      isReducible(this.shape, new Set(this.shape.flow.order)) &&
      !fn.type.variadic &&
      fn.byValue === undefined &&
      fn.parameters.every((p) => isSupported(p.type));
    this.run = compilation.firstCall(this);
  }

  get liveness(): Liveness {
    return livenessOf(this.code);
  }

  uses(register: number): number {
    return this.useCounts.get(register) ?? 0;
  }

  phiCount(block: number): number {
    const instructions = this.code.blocks[block]!;
    let count = 0;
    while (instructions[count]?.op === 'phi') count++;
    return count;
  }

  entry(block: number): Entry {
    let entry = this.entries.get(block);
    if (entry === undefined) {
      const header = this.shape.loops.has(block) ? block : undefined;
      const isPossible =
        header === undefined
          ? block === 0 && this.isCompilable
          : isReducible(this.shape, this.shape.loops.get(header)!) && this.code.fn.problems.length === 0;
      const code = isPossible ? 'none' : 'refused';
      entry = {
        header,
        heat: 0,
        code,
        loads: [],
        variants: new Map(),
        rest: 0,
        nextRest: 1,
        untilLeap: FIRST_LEAP,
        nextLeap: FIRST_LEAP,
        shortLeaps: 0,
      };
      this.entries.set(block, entry);
    }
    return entry;
  }

  callee(name: string): FunctionInfo | undefined {
    const code = this.machine.image.codes.get(name);
    if (code === undefined || code.blocks.length === 0) return undefined;
    const info = this.compilation.info(code);
    return info.isCompilable ? info : undefined;
  }

  /** Do the values of a call fit the parameters? Old-style declarations may differ. */
  accepts(call: Call): boolean {
    const { parameters, type } = this.code.fn;
    const isFit = parameters.every(
      (p, n) => call.arguments[n] !== undefined && isSameType(call.arguments[n].type, p.type),
    );
    return (
      isFit &&
      (call.result === undefined || (isSupported(call.result.type) && isSameType(call.result.type, type.returns)))
    );
  }

  /** Bytes of a local of constant size that memory has room for. */
  localSize(alloca: Alloca): number | undefined {
    if (alloca.count.kind !== 'int') return undefined;
    const size =
      Number(BigInt.asIntN(alloca.count.type.bits, alloca.count.value)) *
      this.machine.program.module.layout.allocationSize(alloca.allocated);
    return size >= 0 && size <= LARGEST_OBJECT ? size : undefined;
  }

  /** The name of a local's description in generated code. */
  local(alloca: Alloca): string | undefined {
    const size = this.localSize(alloca);
    if (size === undefined) return undefined;
    const { machine, code } = this;
    const about: ObjectInfo = {
      kind: 'local',
      name: machine.localName({ code }, alloca),
      size,
      visible: machine.visibleSites.has(alloca),
      constant: false,
      site: alloca,
    };
    return this.compilation.name(about);
  }
}

function isSameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind === 'int') return b.kind === 'int' && a.bits === b.bits;
  if (a.kind === 'float') return b.kind === 'float' && a.format === b.format;
  return a.kind === 'pointer' && b.kind === 'pointer';
}
