// The types of one instruction's operands and result, by LLVM's rules, and the constants among them.

import { followAlias } from '../alias.js';
import type { Alloca, AtomicRmw, CallInstruction, Instruction, Load, Ordering, Store, Switch } from '../instruction.js';
import type { IrModule } from '../module.js';
import { factsOf } from '../opcode.js';
import { forEachOperand, resultOf } from '../operand.js';
import type { FunctionType, Type } from '../type.js';
import type { Operand } from '../value.js';
import { type ConstantVerifier, farthestOffset } from './constant.js';
import { canConvert } from './conversion.js';
import { fitsIntrinsic, fitsLibrary } from './intrinsic.js';
import { isBit, isFirstClass, sameLanes, sameType, scalarOf, type TypeFacts } from './type.js';

/** Told what is wrong. */
export type Complain = (what: string) => void;

/** What is known about the module around. */
export interface Surroundings {
  readonly module: IrModule;
  readonly types: TypeFacts;
  readonly constants: ConstantVerifier;
}

/**
 * Complains about everything that LLVM would not accept; `unmodelled` is told what is legal and has no meaning here.
 */
export function verifyInstruction(
  instruction: Instruction,
  { module, types, constants }: Surroundings,
  complain: Complain,
  unmodelled: Complain,
): void {
  const look = (type: Type): void => {
    const malformed = types.malformed(type);
    const limit = malformed === undefined ? types.unmodelledValue(type) : undefined;
    if (malformed !== undefined) complain(malformed);
    if (limit !== undefined) unmodelled(limit);
  };
  const result = resultOf(instruction);
  if (result !== undefined) {
    if (!isFirstClass(result.type)) complain(`there is no value of type ${result.type.kind}`);
    look(result.type);
  }
  forEachOperand(instruction, (operand) => {
    const problem = operand.kind === 'register' ? undefined : constants.problem(operand);
    if (problem !== undefined) complain(problem);
    look(operand.type);
  });
  verifyForm(instruction, module, types, complain, unmodelled);
}

function verifyForm(
  i: Instruction,
  module: IrModule,
  types: TypeFacts,
  complain: Complain,
  unmodelled: Complain,
): void {
  switch (i.op) {
    case 'fneg':
      if (scalarOf(i.value.type).kind !== 'float') complain('fneg needs floating-point numbers');
      return;
    case 'icmp':
      if (!['int', 'pointer'].includes(scalarOf(i.left.type).kind)) complain('icmp compares integers and pointers');
      return;
    case 'fcmp':
      if (scalarOf(i.left.type).kind !== 'float') complain('fcmp compares floating-point numbers');
      return;
    case 'select':
      if (!isBit(scalarOf(i.condition.type))) complain('the condition is no i1');
      else if (i.condition.type.kind === 'vector' && !sameLanes(i.condition.type, i.result.type))
        complain('the condition has another length');
      return;
    case 'alloca':
      verifyAlloca(i, types, complain, unmodelled);
      return;
    case 'load':
    case 'store':
      verifyAccess(i, i.op === 'load' ? i.result.type : i.value.type, types, complain);
      return;
    case 'cmpxchg': {
      const { kind } = i.expected.type;
      verifyAddress(i.address, complain);
      verifyAlignment(i.align, complain);
      if (kind !== 'int' && kind !== 'pointer') complain('cmpxchg works on integers and pointers');
      if (!sameType(i.expected.type, i.replacement.type)) complain('the two values have different types');
      if (i.success === 'unordered' || ['unordered', 'release', 'acq_rel'].includes(i.failure))
        complain('cmpxchg has no such ordering');
      return;
    }
    case 'atomicrmw':
      verifyAtomic(i, complain);
      return;
    case 'fence':
      if (i.ordering === 'unordered' || i.ordering === 'monotonic') complain('a fence has no such ordering');
      return;
    case 'getelementptr':
      if (scalarOf(i.base.type).kind !== 'pointer') complain('the base is no pointer');
      if (!types.isSized(i.sourceType)) complain(`there is no distance between elements of type ${i.sourceType.kind}`);
      for (const { index } of i.scaled) if (scalarOf(index.type).kind !== 'int') complain('an index is no integer');
      if (!(Math.abs(i.offset) <= farthestOffset) || i.scaled.some(({ scale }) => scale > farthestOffset))
        complain('the address is too far from its base');
      return;
    case 'extractvalue':
      if (i.path.length === 0) complain('no member is named');
      return;
    case 'insertvalue': {
      const member = memberAt(i.aggregate.type, i.path);
      if (member === undefined) complain('the value has no such member');
      else if (!sameType(member, i.value.type)) complain('the member has another type');
      return;
    }
    case 'extractelement':
      if (i.vector.type.kind !== 'vector') complain('there is no element in what is no vector');
      if (i.index.type.kind !== 'int') complain('the index is no integer');
      return;
    case 'insertelement':
      if (i.vector.type.kind !== 'vector') complain('there is no element in what is no vector');
      else if (!sameType(i.vector.type.element, i.value.type)) complain('the element has another type');
      if (i.index.type.kind !== 'int') complain('the index is no integer');
      return;
    case 'shufflevector': {
      if (i.left.type.kind !== 'vector' || !sameType(i.left.type, i.right.type)) {
        complain('the two vectors have different types');
        return;
      }
      const lanes = 2 * i.left.type.length;
      const isMask = i.result.type.kind === 'vector' && i.mask.length === i.result.type.length;
      if (!isMask || i.mask.some((lane) => lane >= lanes)) complain('the mask names lanes that do not exist');
      return;
    }
    case 'va_arg':
      verifyAddress(i.list, complain);
      return;
    case 'debug-declare':
      verifyAddress(i.address, complain);
      return;
    case 'call':
    case 'invoke':
    case 'callbr':
      verifyCall(i, module, types, complain, unmodelled);
      return;
    case 'switch':
      verifySwitch(i, complain);
      return;
    case 'indirectbr':
      verifyAddress(i.address, complain);
      return;
    default: {
      const facts = factsOf(i.op);
      if (facts.class === 'cast' && 'value' in i && i.value !== undefined && 'result' in i && i.result !== undefined) {
        if (!canConvert(i.op as 'trunc', i.value.type, i.result.type)) complain('there is no such conversion');
      } else if ((facts.class === 'integer' || facts.class === 'float') && 'left' in i) {
        const kind = facts.class === 'float' ? 'float' : 'int';
        if (scalarOf(i.left.type).kind !== kind) complain(`${i.op} does not work on this type`);
      }
    }
  }
}

function verifyAlloca(i: Alloca, types: TypeFacts, complain: Complain, unmodelled: Complain): void {
  const malformed = types.malformed(i.allocated);
  const limit = malformed === undefined ? types.unmodelled(i.allocated) : undefined;
  if (malformed !== undefined) complain(malformed);
  else if (!types.isSized(i.allocated)) complain(`there is no memory for the type ${i.allocated.kind}`);
  if (limit !== undefined) unmodelled(limit);
  if (i.count.type.kind !== 'int') complain('the count is no integer');
  verifyAlignment(i.align, complain);
}

const weakest: Readonly<Record<'load' | 'store', readonly Ordering[]>> = {
  load: ['unordered', 'monotonic', 'acquire', 'seq_cst'],
  store: ['unordered', 'monotonic', 'release', 'seq_cst'],
};

function verifyAccess(i: Load | Store, type: Type, types: TypeFacts, complain: Complain): void {
  verifyAddress(i.address, complain);
  verifyAlignment(i.align, complain);
  if (!types.isSized(type)) complain(`memory holds no ${type.kind}`);
  if (i.ordering === undefined) return;
  if (!weakest[i.op].includes(i.ordering)) complain(`a ${i.op} has no such ordering`);
  if (!['int', 'pointer', 'float'].includes(scalarOf(type).kind)) complain(`no ${type.kind} is accessed atomically`);
}

const floatOperations = ['fadd', 'fsub', 'fmax', 'fmin', 'fmaximum', 'fminimum'];
const integerOperations = [
  ...['add', 'sub', 'and', 'nand', 'or', 'xor', 'max', 'min', 'umax', 'umin'],
  ...['uinc_wrap', 'udec_wrap', 'usub_cond', 'usub_sat'],
];

function verifyAtomic(i: AtomicRmw, complain: Complain): void {
  verifyAddress(i.address, complain);
  verifyAlignment(i.align, complain);
  if (i.ordering === 'unordered') complain('atomicrmw has no such ordering');
  const { kind } = scalarOf(i.value.type);
  const isFit = floatOperations.includes(i.operation)
    ? kind === 'float'
    : integerOperations.includes(i.operation)
      ? i.value.type.kind === 'int'
      : i.operation === 'xchg' && ['int', 'float', 'pointer'].includes(i.value.type.kind);
  if (!isFit) complain(`there is no atomicrmw ${i.operation} of this type`);
}

function verifyCall(
  i: CallInstruction,
  module: IrModule,
  types: TypeFacts,
  complain: Complain,
  unmodelled: Complain,
): void {
  const malformed = types.malformed(i.functionType);
  if (malformed !== undefined) complain(malformed);
  for (const { type } of i.arguments) {
    if (type.kind !== 'metadata' && !isFirstClass(type)) complain(`a ${type.kind} is no argument`);
  }
  for (const [n, { type }] of i.byValue ?? []) {
    if (i.arguments[n]?.type.kind !== 'pointer' || !types.isSized(type)) complain('byval is for pointers to values');
  }
  if (i.callee.kind === 'assembly') return;
  if (i.callee.type.kind !== 'pointer') complain('what is called is no pointer');
  if (i.callee.kind !== 'global') return;
  const { name } = i.callee;
  const declared = module.functions.get(followAlias(module, name)?.name ?? name);
  if (name.startsWith('llvm.')) {
    if (i.op === 'callbr' || !fitsIntrinsic(name, i.functionType)) complain(`@${name} has another signature`);
    if (declared !== undefined && declared.type !== i.functionType) complain(`@${name} is declared with other types`);
  } else if (declared !== undefined && !fitsDeclaration(i, declared.type)) {
    unmodelled(`calls of @${name} with other types than it has`);
  } else if (!fitsLibrary(name, i.functionType)) unmodelled(`calls of @${name} with other types than in C`);
}

/** As far as C allows: what a declaration without parameters says nothing about fits, and so do more arguments. */
function fitsDeclaration(i: CallInstruction, { returns, parameters }: FunctionType): boolean {
  if (i.result !== undefined && !sameType(i.result.type, returns)) return false;
  return parameters.every((type, n) => {
    const argument = i.arguments[n];
    return argument !== undefined && sameType(argument.type, type);
  });
}

function verifySwitch({ value, cases }: Switch, complain: Complain): void {
  if (value.type.kind !== 'int') complain('a switch is on an integer');
  if (new Set(cases.map((each) => each.value)).size !== cases.length) complain('two cases have the same value');
}

function verifyAddress(address: Operand, complain: Complain): void {
  if (address.type.kind !== 'pointer') complain('the address is no pointer');
}

function verifyAlignment(align: number, complain: Complain): void {
  if (!isAlignment(align)) complain(`${align} is no alignment`);
}

/** A power of two, at most LLVM's largest. */
export function isAlignment(align: number): boolean {
  return Number.isInteger(Math.log2(align)) && align >= 1 && align <= 2 ** 32;
}

function memberAt(type: Type, path: readonly number[]): Type | undefined {
  if (path.length === 0) return undefined;
  let at: Type | undefined = type;
  for (const field of path) {
    if (at?.kind === 'array') at = field < at.length ? at.element : undefined;
    else at = at?.kind === 'struct' ? at.fields?.[field] : undefined;
  }
  return at;
}
