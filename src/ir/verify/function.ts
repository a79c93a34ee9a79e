// Checks the invariants that the layers below rely on: SSA form, dense registers, well-formed blocks, consistent types.
// For what clang wrote, parser, linker and promotion must give functions without complaints. Linear but for dominators.

import { type ControlFlow, controlFlow, type Dominance, dominance, isTerminator, successors } from '../control-flow.js';
import type { Instruction, Phi } from '../instruction.js';
import { isBinary } from '../instruction-class.js';
import type { Block, IrFunction } from '../module.js';
import { forEachOperand, resultOf } from '../operand.js';
import type { Type } from '../type.js';
import type { Operand, Register } from '../value.js';
import { sameType } from './type.js';

/** What is wrong, and with which instruction, if it is one; `where` is for people who look at the module. */
export interface VerifierComplaint {
  readonly where: string;
  readonly instruction?: Instruction;
  readonly what: string;
}

/** As text, each with the block and the instruction. */
export function verifyFunction(fn: IrFunction): string[] {
  return complaintsAbout(fn).map(({ where, what }) => `${where}: ${what}`);
}

/** Empty for a declaration. Uses in unreachable blocks may see anything. */
export function complaintsAbout(fn: IrFunction): readonly VerifierComplaint[] {
  const complaints: VerifierComplaint[] = [];
  checkBlocks(fn, complaints);
  if (fn.blocks.length === 0 || complaints.length > 0) return complaints;
  const definitions = collectDefinitions(fn, complaints);
  const flow = controlFlow(fn);
  if ((flow.predecessors[0] ?? []).length > 0) complaints.push({ where: fn.name, what: 'a branch leads to the entry' });
  const dominators = dominance(flow);
  const names = (block: number): string => fn.blocks[block]?.name ?? String(block);
  fn.blocks.forEach((block, index) => {
    const predecessors = new Set(flow.predecessors[index]);
    block.instructions.forEach((instruction, position) => {
      const complain = (what: string) => complaints.push({ ...at(fn, block, position), what });
      checkTypes(fn, instruction, complain);
      if (instruction.op === 'phi') {
        checkPhi(instruction, { predecessors, names, flow, dominators, definitions, complain });
      } else {
        forEachOperand(instruction, (operand) => {
          if (operand.kind !== 'register') return;
          const definition = definitions.get(operand);
          if (definition === undefined) complain('uses a value that nothing here defines');
          else if (flow.position[index] !== -1 && !reaches(definition, { block: index, position }, dominators)) {
            complain('uses a value before its definition');
          }
        });
      }
    });
  });
  return complaints;
}

function at(fn: IrFunction, block: Block, position: number): Omit<VerifierComplaint, 'what'> {
  const instruction = block.instructions[position];
  const where = `${fn.name}, ${block.name}#${position} ${instruction?.op ?? ''}`;
  return instruction === undefined ? { where } : { where, instruction };
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

function checkBlocks(fn: IrFunction, complaints: VerifierComplaint[]): void {
  for (const block of fn.blocks) {
    let phisEnded = false;
    if (block.instructions.length === 0) complaints.push({ where: `${fn.name}, ${block.name}`, what: 'is empty' });
    block.instructions.forEach((instruction, position) => {
      const complain = (what: string) => complaints.push({ ...at(fn, block, position), what });
      const isLast = position === block.instructions.length - 1;
      if (isTerminator(instruction) !== isLast)
        complain(isLast ? 'a block ends in a terminator' : 'a terminator ends its block');
      if (instruction.op === 'phi') {
        if (phisEnded) complain('stands after an instruction that is no phi');
      } else if (instruction.op !== 'debug-declare' && instruction.op !== 'debug-value') phisEnded = true;
      if (!isTerminator(instruction)) return;
      for (const target of successors(instruction)) {
        if (fn.blocks[target] === undefined) complain(`no block ${target}`);
      }
    });
  }
}

/** Registers are numbered 0, 1, 2, … in textual order, and each is defined once. */
function collectDefinitions(fn: IrFunction, complaints: VerifierComplaint[]): ReadonlyMap<Register, Site> {
  const definitions = new Map<Register, Site>();
  const define = (register: Register, site: Site) => {
    if (register.index !== definitions.size) {
      const what = `register ${register.index} is defined where ${definitions.size} was expected`;
      complaints.push({ where: fn.name, what });
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
    const what = `${definitions.size} registers, but registerCount is ${fn.registerCount}`;
    complaints.push({ where: fn.name, what });
  }
  return definitions;
}

interface PhiContext {
  /** Of the block that it stands in. */
  readonly predecessors: ReadonlySet<number>;
  readonly names: (block: number) => string;
  readonly flow: ControlFlow;
  readonly dominators: Dominance;
  readonly definitions: ReadonlyMap<Register, Site>;
  readonly complain: (what: string) => void;
}

/** One value for each predecessor. A block that branches here twice may be listed twice, with the same value. */
function checkPhi(phi: Phi, { predecessors, names, flow, dominators, definitions, complain }: PhiContext): void {
  const values = new Map<number, Operand>();
  for (const { value, block: source } of phi.incoming) {
    if (!predecessors.has(source)) complain(`%${names(source)} is no predecessor`);
    if (!sameType(value.type, phi.result.type)) complain(`the value from %${names(source)} has another type`);
    const other = values.get(source);
    if (other !== undefined && !sameOperand(other, value)) complain(`there are two values from %${names(source)}`);
    values.set(source, value);
    if (value.kind !== 'register') continue;
    const at = definitions.get(value);
    if (at === undefined) complain('uses a value that nothing here defines');
    else if (flow.position[source] !== -1 && at.position !== -1 && !dominators.dominates(at.block, source)) {
      complain('uses a value before its definition');
    }
  }
  for (const source of predecessors) {
    if (!values.has(source)) complain(`has no value from predecessor %${names(source)}`);
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

/** Constants are equal if they are one object, or small integers of one type. */
function sameOperand(a: Operand, b: Operand): boolean {
  if (a === b || a.kind === 'register' || b.kind === 'register') return a === b;
  return a.kind === 'int' && b.kind === 'int' ? a.value === b.value : a.kind === b.kind;
}
