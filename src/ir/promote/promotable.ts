// Which locals can live in registers: those that only this activation can see, accessed always as the same scalar.

import type { Alloca, Instruction } from '../instruction.js';
import type { DataLayout } from '../layout.js';
import type { IrFunction } from '../module.js';
import { forEachOperand } from '../operand.js';
import type { Type } from '../type.js';

export interface Promotable {
  readonly alloca: Alloca;
  /** Of all its loads and stores. */
  readonly type: Type;
  /** Metadata ids of the source variables declared to live there. */
  readonly variables: readonly number[];
}

/**
 * Single-object allocas of the entry block (so: made once per activation) whose address is used only by plain loads and
 * stores of one scalar type, debug declarations and lifetime markers. In textual order. That type may differ from the
 * allocated one, as long as it fits: rustc allocates every scalar as an array of bytes.
 */
export function findPromotable(fn: IrFunction, layout: DataLayout): readonly Promotable[] {
  const candidates = new Map<number, Candidate>();
  for (const instruction of fn.blocks[0]?.instructions ?? []) {
    if (instruction.op !== 'alloca' || instruction.count.kind !== 'int' || instruction.count.value !== 1n) continue;
    candidates.set(instruction.result.index, { alloca: instruction, type: undefined, variables: [] });
  }
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      if (candidates.size === 0) return [];
      examine(instruction, candidates);
    }
  }
  return [...candidates.values()].flatMap(({ alloca, type = alloca.allocated, variables }) =>
    isScalar(type) && layout.storeSize(type) <= layout.allocationSize(alloca.allocated)
      ? [{ alloca, type, variables }]
      : [],
  );
}

interface Candidate {
  readonly alloca: Alloca;
  /** Undefined until the first access. */
  type: Type | undefined;
  readonly variables: number[];
}

/** Drops the candidates that the instruction uses in another way than allowed. */
function examine(instruction: Instruction, candidates: Map<number, Candidate>): void {
  let accessed: number | undefined;
  switch (instruction.op) {
    case 'load':
    case 'store': {
      const { address } = instruction;
      const candidate = address.kind === 'register' ? candidates.get(address.index) : undefined;
      if (address.kind !== 'register' || candidate === undefined) break;
      const type = instruction.op === 'load' ? instruction.result.type : instruction.value.type;
      candidate.type ??= type;
      if (instruction.volatile || instruction.ordering !== undefined || !sameScalar(candidate.type, type)) {
        candidates.delete(address.index);
      }
      accessed = address.index;
      break;
    }
    case 'debug-declare': {
      const candidate = instruction.address.kind === 'register' ? candidates.get(instruction.address.index) : undefined;
      if (candidate !== undefined && !candidate.variables.includes(instruction.variable)) {
        candidate.variables.push(instruction.variable);
      }
      return;
    }
    case 'call':
      if (instruction.callee.kind === 'global' && isLifetimeMarker(instruction.callee.name)) return;
      break;
    default:
      break;
  }
  if (instruction.op === 'store') {
    if (instruction.value.kind === 'register') candidates.delete(instruction.value.index);
  }
  if (accessed !== undefined) return;
  forEachOperand(instruction, (operand) => {
    if (operand.kind === 'register') candidates.delete(operand.index);
  });
}

function isLifetimeMarker(name: string): boolean {
  return name.startsWith('llvm.lifetime.start') || name.startsWith('llvm.lifetime.end');
}

function isScalar(type: Type): boolean {
  return type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer';
}

function sameScalar(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind === 'int') return b.kind === 'int' && a.bits === b.bits;
  if (a.kind === 'float') return b.kind === 'float' && a.format === b.format;
  return a.kind === 'pointer' && b.kind === 'pointer' && a.addressSpace === b.addressSpace;
}
