// Loops that nobody notices: no step of them is visible or can fail, and whether they are left depends on nothing that
// they change. If they are not left at once they never are, so the machine does not wait for them. `for (;;);`, `while
// (!flag) n++;` with private data. Sound, not complete: other loops without an end are found by ./watch.ts.

import { successors } from '../../ir/control-flow.js';
import type { Instruction, Terminator } from '../../ir/instruction.js';
import { mayTrap } from '../../ir/instruction-class.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';
import type { Operand } from '../../ir/value.js';
import { directCallee, effectsOfFunction } from '../../model/known-calls.js';
import { PAGE_BYTES } from '../memory/page.js';
import { fromBigInt, isConcrete, objectOf } from '../memory/value.js';
import type { Frame, State } from '../state.js';
import { isWithoutEffect } from '../stepping/callee.js';
import { Decider } from '../stepping/decider.js';
import { executeLocal } from '../stepping/execute.js';
import type { FunctionInfo } from './function-info.js';
import { objectKey, placeOf } from './place.js';

export interface IdleLoop {
  /** What the conditions to leave depend on, in the order of evaluation. */
  readonly evaluated: readonly Instruction[];
  readonly exits: readonly Terminator[];
  readonly body: ReadonlySet<number>;
}

/** Those of all functions, looked for when they are first asked for. */
export class IdleLoops {
  private readonly byHeader = new Map<FunctionInfo, ReadonlyMap<number, IdleLoop>>();
  /** Globals that a function writes, if nobody notices its steps. */
  private readonly written = new Map<FunctionInfo, ReadonlySet<string> | 'noticed'>();

  at(info: FunctionInfo, header: number): IdleLoop | undefined {
    let loops = this.byHeader.get(info);
    if (loops === undefined) this.byHeader.set(info, (loops = this.find(info)));
    return loops.get(header);
  }

  private find(info: FunctionInfo): ReadonlyMap<number, IdleLoop> {
    const found = new Map<number, IdleLoop>();
    for (const [header, body] of info.shape.loops) {
      const loop = this.analyse(info, body);
      if (loop !== undefined) found.set(header, loop);
    }
    return found;
  }

  private analyse(info: FunctionInfo, body: ReadonlySet<number>): IdleLoop | undefined {
    const stored = new Set<string>();
    const exits: Terminator[] = [];
    for (const block of body) {
      const instructions = info.code.blocks[block]!;
      if (!instructions.every((i) => i.op !== 'alloca' && i.op !== 'ret' && this.isUnnoticed(info, i, stored)))
        return undefined;
      const last = instructions.at(-1) as Terminator;
      if (successors(last).some((s) => !body.has(s))) exits.push(last);
    }
    const evaluated: Instruction[] = [];
    const isKnown = exits.every((exit) => isInvariant(info, body, conditionOf(exit)!, stored, evaluated, 0));
    return isKnown ? { evaluated, exits, body } : undefined;
  }

  /** Neither visible nor able to fail; adds the objects that it writes. */
  private isUnnoticed(info: FunctionInfo, i: Instruction, stored: Set<string>): boolean {
    if (mayTrap(i)) return false;
    switch (i.op) {
      case 'icmp':
        return i.left.type.kind !== 'pointer' || i.predicate === 'eq' || i.predicate === 'ne';
      case 'ptrtoint':
      case 'ptrtoaddr':
      case 'inttoptr':
      case 'atomicrmw':
      case 'cmpxchg':
      case 'va_arg':
      case 'landingpad':
      case 'debug-declare':
      case 'debug-value':
      case 'indirectbr':
      case 'invoke':
      case 'callbr':
      case 'resume':
      case 'unreachable':
        return false;
      case 'load':
      case 'store': {
        const type = i.op === 'load' ? i.result.type : i.value.type;
        const size = info.machine.program.module.layout.storeSize(type);
        const key = objectKey(placeOf(info, i.address, size), size);
        if (key === undefined) return false;
        if (i.op === 'store') stored.add(key);
        return true;
      }
      case 'call': {
        const name = directCallee(info.machine.program.module, i.callee);
        if (name === undefined || effectsOfFunction(info.machine.program.platform, name) !== undefined) return false;
        if (name.startsWith('llvm.')) return isWithoutEffect(name);
        const callee = info.callee(name);
        const inside = callee === undefined ? 'noticed' : this.writtenBy(callee);
        if (inside === 'noticed') return false;
        for (const key of inside) stored.add(key);
        return true;
      }
      default:
        return true;
    }
  }

  /** Globals that an unnoticed function writes. Its locals are gone when it returns; recursion counts as noticed. */
  private writtenBy(info: FunctionInfo): ReadonlySet<string> | 'noticed' {
    const known = this.written.get(info);
    if (known !== undefined) return known;
    this.written.set(info, 'noticed');
    const stored = new Set<string>();
    if (!info.code.blocks.every((block) => block.every((i) => this.isUnnoticed(info, i, stored)))) return 'noticed';
    const written = new Set([...stored].filter((key) => key.startsWith('@')));
    this.written.set(info, written);
    return written;
  }
}

function conditionOf(exit: Terminator): Operand | undefined {
  return exit.op === 'condbr' ? exit.condition : exit.op === 'switch' ? exit.value : undefined;
}

/** Does the operand have one value during the whole loop, and one that can be computed before it? */
function isInvariant(
  info: FunctionInfo,
  body: ReadonlySet<number>,
  operand: Operand,
  stored: ReadonlySet<string>,
  evaluated: Instruction[],
  depth: number,
): boolean {
  if (operand.kind === 'undef') return false;
  if (operand.kind !== 'register') return true;
  const definition = info.definitions.get(operand.index);
  if (definition === undefined || !body.has(definition.block)) return true;
  const { instruction } = definition;
  if (evaluated.includes(instruction)) return true;
  if (depth > 20 || instruction.op === 'phi' || instruction.op === 'call' || instruction.op === 'alloca') return false;
  if (instruction.op === 'load') {
    const size = info.machine.program.module.layout.storeSize(instruction.result.type);
    const key = objectKey(placeOf(info, instruction.address, size), size);
    if (key === undefined || stored.has(key)) return false;
  }
  let isKnown = true;
  forEachOperand(instruction, (each) => {
    isKnown = isKnown && isInvariant(info, body, each, stored, evaluated, depth + 1);
  });
  if (isKnown) evaluated.push(instruction);
  return isKnown;
}

/** Will the loop that the frame has arrived at go on for ever? */
export function isStuck(info: FunctionInfo, loop: IdleLoop, state: State, frame: Frame): boolean {
  const { machine } = info;
  const scratch = frame.clone(frame.owner);
  const decider = new Decider(machine.terms, []);
  for (const i of loop.evaluated) {
    if (i.op === 'load' && !isClear(info, state, scratch, i)) return false;
    let isKnown = true;
    forEachOperand(i, (operand) => {
      if (operand.kind === 'register' && !isConcrete(scratch.registers[operand.index]!)) isKnown = false;
    });
    if (!isKnown) return false;
    executeLocal(machine, state, scratch, i, decider);
    if (!isConcrete(scratch.registers[resultOf(i)!.index]!)) return false;
  }
  return loop.exits.every((exit) => {
    const condition = conditionOf(exit)!;
    const value = machine.value(scratch, condition);
    if (!isConcrete(value)) return false;
    if (exit.op === 'condbr') return loop.body.has(value !== 0 ? exit.whenTrue : exit.whenFalse);
    if (exit.op !== 'switch' || condition.type.kind !== 'int') return false;
    const { bits } = condition.type;
    return loop.body.has(exit.cases.find((c) => fromBigInt(bits, c.value) === value)?.target ?? exit.otherwise);
  });
}

/** Reading uninitialised memory would give it a value. */
export function isClear(
  info: FunctionInfo,
  state: State,
  frame: Frame,
  load: Extract<Instruction, { op: 'load' }>,
): boolean {
  const size = info.machine.program.module.layout.storeSize(load.result.type);
  const place = placeOf(info, load.address, size);
  if (place.kind !== 'global' && place.kind !== 'local') return false;
  const object = place.kind === 'global' ? place.object : objectOf(frame.registers[place.register.index] as number);
  const at = place.offset % PAGE_BYTES;
  const page = state.memory.entry(object)?.page((place.offset - at) / PAGE_BYTES);
  return (
    page !== undefined &&
    at + size <= page.bytes.length &&
    (page.isConcrete(at, size) || page.cells?.get(at)?.isPointer === true)
  );
}
