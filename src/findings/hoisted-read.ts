// What a compiler may do to a read that is neither volatile nor atomic: read once before the loop that waits for it,
// and never again. So it may where nothing in the loop forces it to read again: a compiler barrier, an atomic access or
// a fence, a call of code that it does not see, a write that may be to the same variable. A volatile access to
// something else does not. Only what is certain is said: where it may be forced, this gives undefined.

import { isTerminator, successors } from '../ir/control-flow.js';
import type { CallInstruction, Instruction, InstructionId, Load } from '../ir/instruction.js';
import { isAccess, isAtomic, isCall } from '../ir/instruction-class.js';
import type { IrFunction } from '../ir/module.js';
import { forEachOperand, resultOf } from '../ir/operand.js';
import type { Operand } from '../ir/value.js';
import { shapeOf } from '../machine/compile/shape.js';
import { isWithoutEffect } from '../machine/stepping/callee.js';
import { doomedBlocks, nextBlocks } from '../machine/stepping/endless.js';
import { directCallee } from '../model/known-calls.js';
import type { Program } from '../model/program.js';

/** Calls between the loop and the read. */
const MAX_DEPTH = 3;

/** The branch that leaves the loop which waits for the read, if the compiler may read once and never again. */
export function hoistedBy(program: Program, read: InstructionId): Instruction | undefined {
  const load = program.module.instructions[read]!;
  if (load.op !== 'load' || load.volatile || isAtomic(load)) return undefined;
  const fn = program.module.functions.get(program.module.owners[read]!)!;
  return waitingLoop(program, fn, load, load, MAX_DEPTH);
}

/** `value`: the read itself, or a call in `fn` whose result depends on it. */
function waitingLoop(
  program: Program,
  fn: IrFunction,
  value: Load | CallInstruction,
  load: Load,
  depth: number,
): Instruction | undefined {
  const at = fn.blocks.findIndex((b) => b.instructions.includes(value));
  const bodies = [...shapeOf(fn).loops.values()].filter((body) => body.has(at)).sort((a, b) => a.size - b.size);
  const code = fn.blocks.map((b) => b.instructions);
  const doomed = doomedBlocks(code, nextBlocks(code));
  for (const body of bodies) {
    const inside = [...body].flatMap((block) => fn.blocks[block]!.instructions);
    if (!isSteady(value, inside, load) || inside.some((i) => forces(program, fn, i, load, MAX_DEPTH))) continue;
    const exit = [...body]
      .map((block) => fn.blocks[block]!.instructions.at(-1)!)
      .find(
        (i) =>
          isTerminator(i) &&
          successors(i).some((s) => !body.has(s) && !doomed.has(s)) &&
          dependsOn(i, value, inside, 'alone'),
      );
    if (exit !== undefined) return exit;
  }
  const all = fn.blocks.flatMap((b) => b.instructions);
  if (depth === 0 || !all.some((i) => i.op === 'ret' && dependsOn(i, value, all))) return undefined;
  if (!isSteady(value, all, load) || all.some((i) => forces(program, fn, i, load, MAX_DEPTH))) return undefined;
  for (const caller of program.module.functions.values()) {
    if (caller.unit !== fn.unit) continue;
    for (const block of caller.blocks)
      for (const i of block.instructions) {
        if (!isCall(i) || directCallee(program.module, i.callee) !== fn.name) continue;
        const exit = waitingLoop(program, caller, i, load, depth - 1);
        if (exit !== undefined) return exit;
      }
  }
  return undefined;
}

/** Is the same place read in every round? */
function isSteady(value: Load | CallInstruction, inside: readonly Instruction[], load: Load): boolean {
  if (value !== load) return rootOf(load.address, []) !== undefined;
  const { address } = load;
  if (rootOf(address, inside) !== undefined) return true;
  return address.kind === 'register' && !inside.some((i) => resultOf(i)?.index === address.index);
}

/** Does an instruction of a loop make the compiler read again? */
function forces(program: Program, fn: IrFunction, i: Instruction, load: Load, depth: number): boolean {
  if (i.op === 'fence') return true;
  if (isAccess(i)) {
    if (isAtomic(i)) return true;
    if (i.op !== 'store') return false;
    const all = fn.blocks.flatMap((b) => b.instructions);
    const [mine, theirs] = [rootOf(load.address, all), rootOf(i.address, all)];
    return mine === undefined || theirs === undefined || mine === theirs;
  }
  if (!isCall(i)) return false;
  if (i.callee.kind === 'assembly') return i.callee.constraints.includes('~{memory}');
  const name = directCallee(program.module, i.callee);
  if (name === undefined) return true;
  if (name.startsWith('llvm.')) return !isWithoutEffect(name) && !isPure(name);
  const callee = program.module.functions.get(name);
  // Code that stands in another file, or nowhere.
  if (callee === undefined || callee.blocks.length === 0 || callee.unit !== fn.unit || depth === 0) return true;
  return callee.blocks.some((b) => b.instructions.some((each) => forces(program, callee, each, load, depth - 1)));
}

function isPure(intrinsic: string): boolean {
  return !/^llvm\.(?:mem|va_|masked|stack)/.test(intrinsic);
}

/** Computed from the value, by instructions among these; `alone`: and from nothing else that rounds change. */
function dependsOn(i: Instruction, value: Instruction, among: readonly Instruction[], how?: 'alone'): boolean {
  const definitions = new Map(among.map((each) => [resultOf(each)?.index, each]));
  const seen = new Set([i]);
  for (const each of seen) {
    if (each === value) continue;
    if (how === 'alone' && each.op === 'phi') return false;
    forEachOperand(each, (operand) => {
      const definition = operand.kind === 'register' ? definitions.get(operand.index) : undefined;
      if (definition !== undefined) seen.add(definition);
    });
  }
  return seen.has(value);
}

/** The variable that an address lies in, where that is certain: a global, or a local of the function. */
function rootOf(address: Operand, among: readonly Instruction[]): string | undefined {
  for (let at: Operand = address; ; ) {
    if (at.kind === 'global') return at.name;
    if (at.kind === 'expression') {
      const inner: Operand | undefined = 'base' in at ? at.base : 'value' in at ? at.value : undefined;
      if (inner === undefined) return undefined;
      at = inner;
      continue;
    }
    if (at.kind !== 'register') return undefined;
    const { index } = at;
    const definition = among.find((i) => resultOf(i)?.index === index);
    if (definition?.op === 'alloca') return `%${index}`;
    if (definition?.op !== 'getelementptr' || definition.scaled.some((s) => s.index.kind === 'register'))
      return undefined;
    at = definition.base;
  }
}
