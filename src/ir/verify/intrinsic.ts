// The signatures of LLVM's intrinsics that Preempt gives a meaning to. LLVM knows them by their names, so a call with
// another signature is no LLVM IR; all other intrinsics are unmodelled, whatever their signature.

import type { FunctionType, Type } from '../type.js';
import { isBit, sameType, scalarOf } from './type.js';

type Shape = (type: FunctionType) => boolean;

const isInt = (type: Type | undefined): boolean => type !== undefined && scalarOf(type).kind === 'int';
const isFloat = (type: Type | undefined): boolean => type !== undefined && scalarOf(type).kind === 'float';
const isPointer = (type: Type | undefined): boolean => type?.kind === 'pointer';
const isWord = (type: Type | undefined): boolean => type?.kind === 'int';
const isFlag = (type: Type | undefined): boolean => type !== undefined && isBit(type);

/** So many operands of the result's type, which is one of these; then flags. */
function uniform(operands: number, isOne: (type: Type) => boolean, flags = 0): Shape {
  return ({ returns, parameters }) =>
    isOne(returns) &&
    parameters.length === operands + flags &&
    parameters.slice(0, operands).every((type) => sameType(type, returns)) &&
    parameters.slice(operands).every(isFlag);
}

const block = ({ returns, parameters: [to, from, size, volatile], parameters }: FunctionType): boolean =>
  returns.kind === 'void' &&
  parameters.length === 4 &&
  isPointer(to) &&
  isPointer(from) &&
  isWord(size) &&
  isFlag(volatile);

const fill = ({ returns, parameters: [to, value, size, volatile], parameters }: FunctionType): boolean =>
  returns.kind === 'void' &&
  parameters.length === 4 &&
  isPointer(to) &&
  value?.kind === 'int' &&
  value.bits === 8 &&
  isWord(size) &&
  isFlag(volatile);

const overflowing: Shape = ({ returns, parameters: [a, b], parameters }) => {
  const [result, flag] = returns.kind === 'struct' ? (returns.fields ?? []) : [];
  if (a === undefined || b === undefined || result === undefined || flag === undefined) return false;
  return parameters.length === 2 && isInt(a) && sameType(a, b) && sameType(a, result) && isBit(scalarOf(flag));
};

const swapsBytes: Shape = (type) => {
  const scalar = scalarOf(type.returns);
  return uniform(1, isInt)(type) && scalar.kind === 'int' && scalar.bits % 16 === 0;
};

const expects: Shape = ({ returns, parameters: [value, expected] }) =>
  isInt(returns) && value !== undefined && sameType(value, returns) && expected !== undefined;

const gives = (isResult: (type: Type) => boolean, ...isParameter: ((type: Type | undefined) => boolean)[]): Shape => {
  return ({ returns, parameters }) =>
    isResult(returns) &&
    parameters.length === isParameter.length &&
    isParameter.every((fits, n) => fits(parameters[n]));
};

const isVoid = (type: Type): boolean => type.kind === 'void';
const keeps: Shape = ({ returns, parameters: [value] }) => value !== undefined && sameType(returns, value);
const anyVoid: Shape = ({ returns }) => isVoid(returns);

const unaryFloats = ['fabs', 'sqrt', 'trunc', 'floor', 'ceil', 'rint', 'nearbyint', 'roundeven', 'round'];
const binaryInts = ['umin', 'umax', 'smin', 'smax', 'uadd.sat', 'usub.sat', 'sadd.sat', 'ssub.sat'];
const overflows = ['uadd', 'sadd', 'usub', 'ssub', 'umul', 'smul'];

const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['memcpy', block],
  ['memcpy.inline', block],
  ['memmove', block],
  ['memset', fill],
  ['memset.inline', fill],
  ['va_start', gives(isVoid, isPointer)],
  ['va_end', gives(isVoid, isPointer)],
  ['va_copy', gives(isVoid, isPointer, isPointer)],
  ['ctpop', uniform(1, isInt)],
  ['bitreverse', uniform(1, isInt)],
  ['bswap', swapsBytes],
  ['ctlz', uniform(1, isInt, 1)],
  ['cttz', uniform(1, isInt, 1)],
  ['abs', uniform(1, isInt, 1)],
  ['fshl', uniform(3, isInt)],
  ['fshr', uniform(3, isInt)],
  ['fmuladd', uniform(3, isFloat)],
  ['copysign', uniform(2, isFloat)],
  ['minnum', uniform(2, isFloat)],
  ['maxnum', uniform(2, isFloat)],
  ['fptosi.sat', gives(isInt, isFloat)],
  ['fptoui.sat', gives(isInt, isFloat)],
  ['expect', expects],
  ['expect.with.probability', expects],
  ['ptrmask', gives(isPointer, isPointer, isWord)],
  ['objectsize', gives(isWord, isPointer, isFlag, isFlag, isFlag)],
  ['stacksave', gives(isPointer)],
  ['stackrestore', gives(isVoid, isPointer)],
  ['threadlocal.address', gives(isPointer, isPointer)],
  ['launder.invariant.group', gives(isPointer, isPointer)],
  ['strip.invariant.group', gives(isPointer, isPointer)],
  ['is.constant', ({ returns, parameters }) => isBit(returns) && parameters.length === 1],
  ['ptr.annotation', keeps],
  ['annotation', keeps],
  ['assume', anyVoid],
  ['lifetime.start', anyVoid],
  ['lifetime.end', anyVoid],
  ['prefetch', anyVoid],
  ['donothing', anyVoid],
  ['sideeffect', anyVoid],
  ['var.annotation', anyVoid],
  ['invariant.end', anyVoid],
  ['experimental.noalias.scope.decl', anyVoid],
  ['invariant.start', ({ returns }) => isPointer(returns)],
  ...unaryFloats.map((name): [string, Shape] => [name, uniform(1, isFloat)]),
  ...binaryInts.map((name): [string, Shape] => [name, uniform(2, isInt)]),
  ...overflows.map((name): [string, Shape] => [`${name}.with.overflow`, overflowing]),
]);

const blockNames: ReadonlySet<string> = new Set(['memcpy', 'memmove', 'memset']);

/** Functions of the C library that have a meaning by their names, whatever the module declares them as. */
export function fitsLibrary(name: string, { parameters: [to, second, size] }: FunctionType): boolean {
  if (!blockNames.has(name)) return true;
  return isPointer(to) && (name === 'memset' ? isWord(second) : isPointer(second)) && isWord(size);
}

/** Is this a way to call the intrinsic? True where nobody knows. */
export function fitsIntrinsic(name: string, type: FunctionType): boolean {
  // `llvm.memcpy.p0.p0.i64`: what is overloaded is spelled behind the name.
  const words = name.slice('llvm.'.length).split('.');
  for (let length = words.length; length > 0; length--) {
    const shape = shapes.get(words.slice(0, length).join('.'));
    if (shape !== undefined) return shape(type);
  }
  return true;
}
