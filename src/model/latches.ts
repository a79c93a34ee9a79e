// Which shared registers are latches: they hold what was written until somebody writes again. A pack says so, or some
// context writes back what it computed from what it read there; unless a pack says that it is something else. Values
// are followed through computations, calls and returns, not through memory.

import type { Instruction } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import type { IrFunction } from '../ir/module.js';
import { forEachOperand, resultOf } from '../ir/operand.js';
import type { RegisterRole } from './platform.js';
import type { Access, Program, Region } from './program.js';
import { overlap } from './region.js';
import { registerAt } from './registers.js';

export interface Latches {
  /** Do these bytes belong to one? */
  isLatch(region: Region): boolean;
  /** Stores of what was computed from what the register held. */
  readonly writesBack: ReadonlySet<Instruction>;
}

const known = new WeakMap<Program, Latches>();

export function latchesOf(program: Program): Latches {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findLatches(program)));
  return found;
}

function findLatches(program: Program): Latches {
  const accesses = new Map<Instruction, Region[]>();
  for (const access of program.accesses) {
    const regions = access.regions.filter((r) => isShared(program, r));
    if (regions.length > 0) accesses.set(access.instruction, [...(accesses.get(access.instruction) ?? []), ...regions]);
  }
  const flow = new ValueFlow(program);
  const writesBack = new Set<Instruction>();
  const held: Region[] = [];
  for (const { function: name, instruction } of loadsOf(program)) {
    const read = accesses.get(instruction);
    const fn = program.module.functions.get(name);
    if (read === undefined || fn === undefined) continue;
    for (const store of flow.storesOf(fn, instruction)) {
      const written = (accesses.get(store) ?? []).filter((w) => read.some((r) => overlap(r, w)));
      if (written.length === 0) continue;
      writesBack.add(store);
      held.push(...written);
    }
  }
  return {
    writesBack,
    isLatch: (region) => {
      const role = roleOf(program, region);
      return role === undefined ? held.some((r) => overlap(r, region)) : role === 'latch';
    },
  };
}

function roleOf({ objects, platform }: Program, { object, offset }: Region): RegisterRole | undefined {
  const register = objects[object]!.symbol === '' ? registerAt(platform, offset) : undefined;
  return register?.kind === 'plain' || register?.kind === 'flags' ? register.role : undefined;
}

function isShared({ objects, shared }: Program, region: Region): boolean {
  return objects[region.object]!.kind === 'device' && shared.some((v) => overlap(v.region, region));
}

function loadsOf({ accesses }: Program): readonly Access[] {
  return [...new Map(accesses.filter((a) => a.instruction.op === 'load').map((a) => [a.instruction, a])).values()];
}

interface Use {
  readonly fn: IrFunction;
  readonly instruction: Instruction;
}

/** Where the results of instructions go, in all functions that some context runs. */
class ValueFlow {
  private readonly uses = new Map<IrFunction, Map<number, Instruction[]>>();
  private readonly callers = new Map<string, Use[]>();

  constructor(private readonly program: Program) {
    const names = new Set(program.contexts.flatMap((c) => [...program.callGraph.reachable(c.id)]));
    for (const name of names) {
      const fn = program.module.functions.get(name);
      if (fn === undefined) continue;
      const uses = new Map<number, Instruction[]>();
      this.uses.set(fn, uses);
      for (const instruction of fn.blocks.flatMap((b) => b.instructions)) {
        forEachOperand(instruction, (operand) => {
          if (operand.kind !== 'register') return;
          const list = uses.get(operand.index);
          if (list === undefined) uses.set(operand.index, [instruction]);
          else list.push(instruction);
        });
        if (isCall(instruction))
          for (const target of program.callGraph.targets(instruction))
            this.callers.set(target, [...(this.callers.get(target) ?? []), { fn, instruction }]);
      }
    }
  }

  /** The stores of what is computed from the result of an instruction. */
  storesOf(from: IrFunction, load: Instruction): ReadonlySet<Instruction> {
    const stores = new Set<Instruction>();
    const seen = new Map<IrFunction, Set<number>>();
    const work: { readonly fn: IrFunction; readonly register: number }[] = [];
    const reach = (fn: IrFunction, register: number | undefined): void => {
      const mine = seen.get(fn) ?? new Set();
      if (register === undefined || mine.has(register)) return;
      seen.set(fn, mine.add(register));
      work.push({ fn, register });
    };
    reach(from, resultOf(load)?.index);
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { fn, register } = next;
      const isIt = (operand: { readonly kind: string; readonly index?: number }): boolean =>
        operand.kind === 'register' && operand.index === register;
      for (const i of this.uses.get(fn)?.get(register) ?? []) {
        if (i.op === 'store') {
          if (isIt(i.value)) stores.add(i);
        } else if (i.op === 'ret') {
          for (const { fn: caller, instruction } of this.callers.get(fn.name) ?? [])
            reach(caller, resultOf(instruction)?.index);
        } else if (isCall(i)) {
          for (const name of this.program.callGraph.targets(i)) {
            const callee = this.program.module.functions.get(name);
            i.arguments.forEach((argument, n) => {
              if (callee !== undefined && isIt(argument)) reach(callee, callee.parameters[n]?.index);
            });
          }
        } else if (i.op !== 'load') reach(fn, resultOf(i)?.index);
      }
    }
    return stores;
  }
}
