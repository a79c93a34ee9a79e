// Private scalar locals become registers: clang's `-O0` keeps every local in memory, the analyses want only shared
// memory there. SSA construction as in R. Cytron et al., "Efficiently Computing Static Single Assignment Form…", 1991,
// with phis pruned by liveness. Preserved: every value that the function computes, its accesses to other memory, their
// order and positions. A variable that may be read before it is written has one arbitrary, frozen value until then.

import { type ControlFlow, controlFlow, type Dominance, dominance, dominanceFrontiers } from '../control-flow.js';
import { type Instruction, type Phi, unnumbered } from '../instruction.js';
import { isCall } from '../instruction-class.js';
import type { DataLayout } from '../layout.js';
import type { Block, IrFunction } from '../module.js';
import { numberRegisters } from '../number-registers.js';
import { forEachOperand } from '../operand.js';
import type { Operand, Register } from '../value.js';
import { findPromotable, type Promotable } from './promotable.js';

/** Functions that return a second time, with memory as it is by then and registers as they were at the call. */
const usualReturnsTwice: ReadonlySet<string> = new Set([
  'setjmp',
  '_setjmp',
  '__setjmp',
  'sigsetjmp',
  '__sigsetjmp',
  'setjmp_syscall',
  'savectx',
  'getcontext',
  'vfork',
  'llvm.eh.sjlj.setjmp',
]);

/**
 * The function with its promotable locals (see `findPromotable`) in registers; the function itself when it has none.
 * Loads give way to the value; a store leaves a `debug-value` for each source variable declared on the local.
 * Functions that call one of `returnsTwice` stay as they are.
 */
export function promoteLocals(
  fn: IrFunction,
  layout: DataLayout,
  returnsTwice: ReadonlySet<string> = usualReturnsTwice,
): IrFunction {
  if (fn.blocks.length === 0 || fn.attributes.has('returns_twice') || calls(fn, returnsTwice)) return fn;
  const locals = findPromotable(fn, layout);
  if (locals.length === 0) return fn;
  const flow = controlFlow(fn);
  const isEntryRepeated = (flow.predecessors[0]?.length ?? 0) > 0;
  if (isEntryRepeated) return fn;
  const dominators = dominance(flow);
  const plan = placePhis(fn, locals, flow, dominators);
  const { bodies, replaced } = rename(fn, plan, flow, dominators);
  return numberRegisters(fn, bodies, replaced);
}

function calls(fn: IrFunction, names: ReadonlySet<string>): boolean {
  return fn.blocks.some((block) =>
    block.instructions.some(
      (instruction) =>
        isCall(instruction) && instruction.callee.kind === 'global' && names.has(instruction.callee.name),
    ),
  );
}

/** A phi to be: its incoming values are found while renaming. */
interface PlannedPhi {
  readonly local: number;
  readonly result: Register;
  readonly incoming: { value: Operand; block: number }[];
}

interface Plan {
  readonly locals: readonly Promotable[];
  /** Position in `locals` by the alloca's register index; −1. */
  readonly localOf: Int32Array;
  readonly phis: readonly (readonly PlannedPhi[])[];
  /** By local: its arbitrary first value, where some path reads it. */
  readonly initial: readonly (Register | undefined)[];
}

/** The local that a load or a store accesses, −1 for other instructions. */
function localAccessed(localOf: Int32Array, instruction: Instruction): number {
  if (instruction.op !== 'load' && instruction.op !== 'store') return -1;
  return instruction.address.kind === 'register' ? (localOf[instruction.address.index] as number) : -1;
}

function placePhis(fn: IrFunction, locals: readonly Promotable[], flow: ControlFlow, dominators: Dominance): Plan {
  const localOf = new Int32Array(fn.registerCount).fill(-1);
  for (const [position, local] of locals.entries()) localOf[local.alloca.result.index] = position;
  const { stored, exposed } = accessBlocks(fn, localOf, locals.length, flow);
  const frontiers = dominanceFrontiers(flow, dominators);
  const phis: PlannedPhi[][] = fn.blocks.map(() => []);
  const initial: (Register | undefined)[] = [];
  let registers = fn.registerCount;
  const storedIn = new Int32Array(fn.blocks.length).fill(-1);
  const liveIn = new Int32Array(fn.blocks.length).fill(-1);
  const phiIn = new Int32Array(fn.blocks.length).fill(-1);
  for (const [local, { type }] of locals.entries()) {
    const stores = stored[local] as readonly number[];
    for (const block of stores) storedIn[block] = local;
    markLive(exposed[local] as readonly number[], local, { storedIn, liveIn, flow });
    initial.push(liveIn[0] === local ? { kind: 'register', index: registers++, type } : undefined);
    const pending = [...stores];
    for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
      for (const join of frontiers[block] ?? []) {
        if (phiIn[join] === local || liveIn[join] !== local) continue;
        phiIn[join] = local;
        phis[join]?.push({ local, result: { kind: 'register', index: registers++, type }, incoming: [] });
        if (storedIn[join] !== local) pending.push(join);
      }
    }
  }
  return { locals, localOf, phis, initial };
}

/** By local: the reachable blocks that store to it, and those that load it before they store to it. */
function accessBlocks(fn: IrFunction, localOf: Int32Array, count: number, flow: ControlFlow) {
  const stored: number[][] = Array.from({ length: count }, () => []);
  const exposed: number[][] = Array.from({ length: count }, () => []);
  for (const index of flow.order) {
    for (const instruction of (fn.blocks[index] as Block).instructions) {
      const local = localAccessed(localOf, instruction);
      if (local === -1) continue;
      const stores = stored[local] as number[];
      const loads = exposed[local] as number[];
      if (instruction.op === 'store') {
        if (stores.at(-1) !== index) stores.push(index);
      } else if (stores.at(-1) !== index && loads.at(-1) !== index) loads.push(index);
    }
  }
  return { stored, exposed };
}

interface Liveness {
  readonly storedIn: Int32Array;
  readonly liveIn: Int32Array;
  readonly flow: ControlFlow;
}

/** Marks the blocks at whose start the local's value is still wanted. */
function markLive(exposed: readonly number[], local: number, { storedIn, liveIn, flow }: Liveness): void {
  const pending = [...exposed];
  for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
    if (liveIn[block] === local) continue;
    liveIn[block] = local;
    for (const source of flow.predecessors[block] ?? []) {
      if (storedIn[source] !== local && flow.position[source] !== -1) pending.push(source);
    }
  }
}

interface Renamed {
  /** By block, in old register numbers; phis and first values have numbers beyond the old ones. */
  readonly bodies: readonly (readonly Instruction[])[];
  /** What to use instead of the result of a load that is gone, by old register number. */
  readonly replaced: readonly (Operand | undefined)[];
}

function rename(fn: IrFunction, plan: Plan, flow: ControlFlow, dominators: Dominance): Renamed {
  const { locals, localOf, phis, initial } = plan;
  const replaced: (Operand | undefined)[] = new Array(fn.registerCount);
  const resolve = (operand: Operand): Operand =>
    operand.kind === 'register' ? (replaced[operand.index] ?? operand) : operand;
  const current = locals.map(({ type }, local): Operand => initial[local] ?? { kind: 'undef', type, poison: false });
  const result: Instruction[][] = fn.blocks.map(() => []);

  const visit = (index: number, assign: (local: number, value: Operand) => void) => {
    for (const phi of phis[index] ?? []) assign(phi.local, phi.result);
    for (const instruction of (fn.blocks[index] as Block).instructions) {
      const local = localAccessed(localOf, instruction);
      if (local !== -1 && instruction.op === 'load') {
        replaced[instruction.result.index] = current[local];
      } else if (local !== -1 && instruction.op === 'store') {
        const value = resolve(instruction.value);
        assign(local, value);
        for (const variable of (locals[local] as Promotable).variables) {
          result[index]?.push({ op: 'debug-value', id: unnumbered, value, variable, debug: instruction.debug });
        }
      } else {
        const kept = withoutLocal(instruction, plan);
        if (kept !== undefined) result[index]?.push(kept);
      }
    }
    for (const target of flow.successors[index] ?? []) {
      for (const phi of phis[target] ?? []) {
        phi.incoming.push({ value: current[phi.local] as Operand, block: index });
      }
    }
  };

  walkDominatorTree(current, dominators, visit);
  // In blocks that cannot be reached any value will do.
  for (const index of fn.blocks.keys()) if (flow.position[index] === -1) visit(index, () => {});
  return { bodies: result.map((instructions, index) => insertPhis(instructions, phis[index] ?? [])), replaced };
}

/**
 * Calls `visit` for each reachable block, below its dominator; assignments made in a block hold in the blocks it
 * dominates.
 */
function walkDominatorTree(
  current: Operand[],
  dominators: Dominance,
  visit: (block: number, assign: (local: number, value: Operand) => void) => void,
): void {
  const undo: { readonly local: number; readonly value: Operand }[] = [];
  const assign = (local: number, value: Operand) => {
    undo.push({ local, value: current[local] as Operand });
    current[local] = value;
  };
  const stack = [{ block: 0, next: 0, mark: 0 }];
  visit(0, assign);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = dominators.children[top.block]?.[top.next++];
    if (child !== undefined) {
      stack.push({ block: child, next: 0, mark: undo.length });
      visit(child, assign);
      continue;
    }
    while (undo.length > top.mark) {
      const last = undo.pop();
      if (last !== undefined) current[last.local] = last.value;
    }
    stack.pop();
  }
}

/** Allocas of promoted locals become their first value, if any path reads it; what only spoke of their address goes. */
function withoutLocal(instruction: Instruction, { localOf, initial, locals }: Plan): Instruction | undefined {
  if (instruction.op === 'alloca') {
    const local = localOf[instruction.result.index] as number;
    if (local === -1) return instruction;
    const first = initial[local];
    const value: Operand = { kind: 'undef', type: (locals[local] as Promotable).type, poison: false };
    return first === undefined
      ? undefined
      : { op: 'freeze', id: unnumbered, value, debug: instruction.debug, result: first };
  }
  if (instruction.op !== 'debug-declare' && instruction.op !== 'call') return instruction;
  let isLocal = false;
  forEachOperand(instruction, (operand) => {
    if (operand.kind === 'register' && (localOf[operand.index] as number) !== -1) isLocal = true;
  });
  return isLocal ? undefined : instruction;
}

function insertPhis(instructions: readonly Instruction[], planned: readonly PlannedPhi[]): readonly Instruction[] {
  if (planned.length === 0) return instructions;
  const end = instructions.findIndex((instruction) => instruction.op !== 'phi');
  const phis = planned.map(({ result, incoming }): Phi => ({ op: 'phi', id: unnumbered, incoming, debug: -1, result }));
  return [...instructions.slice(0, end), ...phis, ...instructions.slice(end)];
}
