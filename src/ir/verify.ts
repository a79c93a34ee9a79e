// Checks the invariants that the layers below rely on: SSA form, dense registers, well-formed blocks, consistent types.
// Parser, linker and promotion must give functions without complaints; a complaint is a bug in one of them.

import { type ControlFlow, controlFlow, type Dominance, dominance, isTerminator, successors } from './control-flow.js';
import type { Instruction, Phi } from './instruction.js';
import { isBinary } from './instruction-class.js';
import type { IrFunction, IrModule } from './module.js';
import { forEachOperand, resultOf } from './operand.js';
import type { Type } from './type.js';
import type { Operand, Register } from './value.js';

/** Complaints, each with the block and the instruction; empty for a declaration. Uses in unreachable blocks may see anything. */
export function verifyFunction(fn: IrFunction): string[] {
  const complaints: string[] = [];
  checkBlocks(fn, complaints);
  if (fn.blocks.length === 0 || complaints.length > 0) return complaints;
  const definitions = collectDefinitions(fn, complaints);
  const flow = controlFlow(fn);
  const dominators = dominance(flow);
  fn.blocks.forEach((block, index) => {
    block.instructions.forEach((instruction, position) => {
      const complain = (what: string) =>
        complaints.push(`${fn.name}, ${block.name}#${position} ${instruction.op}: ${what}`);
      checkTypes(fn, instruction, complain);
      if (instruction.op === 'phi') checkPhi(instruction, index, { flow, dominators, definitions, complain });
      else {
        forEachOperand(instruction, (operand) => {
          if (operand.kind !== 'register') return;
          const at = definitions.get(operand);
          if (at === undefined) complain(`uses register ${operand.index}, which nothing here defines`);
          else if (flow.position[index] !== -1 && !reaches(at, { block: index, position }, dominators)) {
            complain(`uses register ${operand.index} before its definition`);
          }
        });
      }
    });
  });
  return complaints;
}

/** Complaints about ids after `numberInstructions`: each is that of one instruction, and the tables know all. */
export function verifyIds(module: IrModule): string[] {
  const complaints: string[] = [];
  let expected = 0;
  for (const fn of module.functions.values()) {
    for (const block of fn.blocks) {
      block.instructions.forEach((instruction, position) => {
        const where = `${fn.name}, ${block.name}#${position} ${instruction.op}`;
        if (instruction.id !== expected) complaints.push(`${where}: has id ${instruction.id} instead of ${expected}`);
        if (module.instructions[expected] !== instruction) complaints.push(`${where}: is not found by its id`);
        if (module.owners[expected] !== fn.name)
          complaints.push(`${where}: is said to be in ${module.owners[expected]}`);
        expected++;
      });
    }
  }
  const known = module.instructions.length;
  if (known !== expected) complaints.push(`${expected} instructions, but ${known} in the table`);
  return complaints;
}

interface Site {
  readonly block: number;
  /** −1 for parameters. */
  readonly position: number;
}

function reaches(definition: Site, use: Site, dominators: Dominance): boolean {
  if (definition.position === -1) return true;
  if (definition.block === use.block) return definition.position < use.position;
  return dominators.dominates(definition.block, use.block);
}

function checkBlocks(fn: IrFunction, complaints: string[]): void {
  for (const block of fn.blocks) {
    let phisEnded = false;
    if (block.instructions.length === 0) complaints.push(`${fn.name}, ${block.name}: is empty`);
    block.instructions.forEach((instruction, position) => {
      const where = `${fn.name}, ${block.name}#${position} ${instruction.op}`;
      const isLast = position === block.instructions.length - 1;
      if (isTerminator(instruction) !== isLast) {
        complaints.push(`${where}: ${isLast ? 'a block ends in a terminator' : 'a terminator ends its block'}`);
      }
      if (instruction.op !== 'phi') phisEnded = true;
      else if (phisEnded) complaints.push(`${where}: stands after an instruction that is no phi`);
      if (!isTerminator(instruction)) return;
      for (const target of successors(instruction)) {
        if (fn.blocks[target] === undefined) complaints.push(`${where}: no block ${target}`);
      }
    });
  }
}

/** Registers are numbered 0, 1, 2, … in textual order, and each is defined once. */
function collectDefinitions(fn: IrFunction, complaints: string[]): ReadonlyMap<Register, Site> {
  const definitions = new Map<Register, Site>();
  const define = (register: Register, site: Site) => {
    if (register.index !== definitions.size) {
      complaints.push(`${fn.name}: register ${register.index} is defined where ${definitions.size} was expected`);
    }
    definitions.set(register, site);
  };
  for (const parameter of fn.parameters) define(parameter, { block: 0, position: -1 });
  fn.blocks.forEach((block, index) => {
    block.instructions.forEach((instruction, position) => {
      const result = resultOf(instruction);
      if (result !== undefined) define(result, { block: index, position });
    });
  });
  if (definitions.size !== fn.registerCount) {
    complaints.push(`${fn.name}: ${definitions.size} registers, but registerCount is ${fn.registerCount}`);
  }
  return definitions;
}

interface PhiContext {
  readonly flow: ControlFlow;
  readonly dominators: Dominance;
  readonly definitions: ReadonlyMap<Register, Site>;
  readonly complain: (what: string) => void;
}

/** One value for each predecessor. A block that branches here twice may be listed twice, with the same value. */
function checkPhi(phi: Phi, block: number, { flow, dominators, definitions, complain }: PhiContext): void {
  const values = new Map<number, Operand>();
  for (const { value, block: source } of phi.incoming) {
    if (!flow.predecessors[block]?.includes(source)) complain(`block ${source} is no predecessor`);
    if (!sameType(value.type, phi.result.type)) complain(`value from block ${source} has another type`);
    const other = values.get(source);
    if (other !== undefined && other.kind === 'register' && other !== value)
      complain(`two values from block ${source}`);
    values.set(source, value);
    if (value.kind !== 'register') continue;
    const at = definitions.get(value);
    if (at === undefined) complain(`uses register ${value.index}, which nothing here defines`);
    else if (flow.position[source] !== -1 && at.position !== -1 && !dominators.dominates(at.block, source)) {
      complain(`uses register ${value.index} before its definition`);
    }
  }
  for (const source of flow.predecessors[block] ?? []) {
    if (!values.has(source)) complain(`has no value from predecessor ${source}`);
  }
}

function checkTypes(fn: IrFunction, instruction: Instruction, complain: (what: string) => void): void {
  const expect = (what: string, actual: Type | undefined, wanted: Type | undefined) => {
    if (actual === undefined || wanted === undefined ? actual !== wanted : !sameType(actual, wanted)) {
      complain(`the type of ${what} does not fit`);
    }
  };
  switch (instruction.op) {
    case 'fneg':
    case 'freeze':
      expect('the operand', instruction.value.type, instruction.result.type);
      return;
    case 'select':
      expect('the first value', instruction.whenTrue.type, instruction.result.type);
      expect('the second value', instruction.whenFalse.type, instruction.result.type);
      return;
    case 'icmp':
    case 'fcmp':
      expect('the right side', instruction.right.type, instruction.left.type);
      return;
    case 'load':
    case 'store':
      if (!isPointer(instruction.address.type)) complain('the address is no pointer');
      return;
    case 'condbr':
      if (instruction.condition.type.kind !== 'int' || instruction.condition.type.bits !== 1)
        complain('the condition is no i1');
      return;
    case 'ret': {
      const { returns } = fn.type;
      expect('the value', instruction.value?.type, returns.kind === 'void' ? undefined : returns);
      return;
    }
    case 'call':
    case 'invoke':
    case 'callbr': {
      const { parameters, variadic, returns } = instruction.functionType;
      const given = instruction.arguments.length;
      if (variadic ? given < parameters.length : given !== parameters.length) complain('wrong number of arguments');
      parameters.forEach((type, i) => {
        expect(`argument ${i}`, instruction.arguments[i]?.type, type);
      });
      expect('the result', instruction.result?.type, returns.kind === 'void' ? undefined : returns);
      return;
    }
    default:
      if (isBinary(instruction)) {
        expect('the left side', instruction.left.type, instruction.result.type);
        expect('the right side', instruction.right.type, instruction.result.type);
      }
  }
}

function isPointer(type: Type): boolean {
  return type.kind === 'pointer' || (type.kind === 'vector' && type.element.kind === 'pointer');
}

/** Interned types are the same object; scalars that were made elsewhere compare by value. */
function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind === 'int') return b.kind === 'int' && a.bits === b.bits;
  if (a.kind === 'pointer') return b.kind === 'pointer' && a.addressSpace === b.addressSpace;
  if (a.kind === 'float') return b.kind === 'float' && a.format === b.format;
  return false;
}
