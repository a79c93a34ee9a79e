// Calls as JavaScript text: functions that are compiled too, copies and fills of private memory, and intrinsics that
// compute.

import type { Call } from '../../ir/instruction.js';
import { directCallee, effectsOfFunction } from '../../model/known-calls.js';
import { blockOperation, isWithoutEffect } from '../stepping/callee.js';
import { NotCompiled } from './constant-text.js';
import type { ExitWriter } from './exit-writer.js';
import type { FunctionInfo } from './function-info.js';
import { isSupported, type Operands } from './number-text.js';

/** How deep compiled functions may call each other, by the size of their frames. */
const MAX_DEPTH = 200;

/** The code that a call stands in. */
export interface CallingCode extends Operands {
  readonly info: FunctionInfo;
  readonly exits: ExitWriter;
}

export function emitCall(e: CallingCode, block: number, index: number, i: Call): string {
  const { machine } = e.info;
  const name = directCallee(machine.program.module, i.callee);
  if (name === undefined || effectsOfFunction(machine.program.platform, name) !== undefined) throw new NotCompiled();
  const operation = blockOperation(name, i);
  if (operation === 'unusable') throw new NotCompiled();
  if (operation !== undefined) return blockCall(e, block, index, i, operation);
  if (name.startsWith('llvm.')) return intrinsicCall(e, block, index, i, name);
  return functionCall(e, block, index, i, name);
}

function functionCall(e: CallingCode, block: number, index: number, i: Call, name: string): string {
  const callee = e.info.callee(name);
  if (callee === undefined || i.byValue !== undefined || !callee.accepts(i)) throw new NotCompiled();
  const values = i.arguments.slice(0, callee.code.fn.parameters.length).map((a) => e.text(a));
  const tooWide = i.arguments.flatMap((a, n) =>
    e.isWide && !callee.isWide && a.type.kind === 'int' && a.type.bits === 64 && n < values.length
      ? [`typeof ${values[n]} !== 'number'`]
      : [],
  );
  const result = i.result === undefined ? 'u' : `r${i.result.index}`;
  const isNumber = i.result?.type.kind === 'int' && i.result.type.bits === 64 && !e.isWide;
  const { weight } = callee;
  const before = `if (${[`X.depth > ${MAX_DEPTH}`, ...tooWide].join(' || ')}) ${e.exits.at(block, index)}`;
  const uncounted = e.exits.stepsOf(block) - e.exits.stepsBefore(block, index + 1);
  return `${before}
    X.fuel = fuel; X.depth += ${weight};
    ${result} = F${callee.number}.run(${['X', ...values].join(', ')});
    X.depth -= ${weight}; fuel = X.fuel | 0;
    if (X.hasLeft) ${e.exits.text(block, index, 'call', uncounted)}
    if (M.generation !== gen) { FORGET; }
    ${isNumber ? `if (typeof ${result} !== 'number') ${e.exits.at(block, index + 1, 'wide')}` : ''}`;
}

function blockCall(e: CallingCode, block: number, index: number, i: Call, operation: 'copy' | 'fill'): string {
  const [to, second, length] = i.arguments.map((a, n) => (n < 3 ? e.text(a) : '')) as [string, string, string];
  const lengthType = i.arguments[2]!.type;
  if (lengthType.kind !== 'int') throw new NotCompiled();
  // Lengths are unsigned; those that look negative are the interpreter's.
  const call =
    operation === 'copy' ? `copied(M, ${to}, ${second}, ${length})` : `filled(M, ${to}, ${second} & 255, ${length})`;
  const result = i.result === undefined ? '' : `r${i.result.index} = ${to};`;
  return `if (!${call}) ${e.exits.at(block, index)} if (M.generation !== gen) { FORGET; } ${result}`;
}

function intrinsicCall(e: CallingCode, block: number, index: number, i: Call, name: string): string {
  if (isWithoutEffect(name)) return i.result === undefined ? '' : `r${i.result.index} = 0;`;
  if (i.result === undefined || !isSupported(i.result.type)) throw new NotCompiled();
  const values = i.arguments.map((a) => e.text(a));
  const result = `r${i.result.index}`;
  const direct = directIntrinsic(name, values);
  if (direct !== undefined) return `${result} = ${direct};`;
  const compute = e.info.compilation.intrinsic(i, name);
  const isWide = i.result.type.kind === 'int' && i.result.type.bits === 64;
  const accepts =
    i.result.type.kind === 'struct'
      ? 'Array.isArray(u)'
      : isWide && e.isWide
        ? "(typeof u === 'number' || typeof u === 'bigint')"
        : "typeof u === 'number'";
  return `u = ${compute}([${values.join(', ')}]); if (!(${accepts})) ${e.exits.at(block, index, isWide ? 'wide' : 'interpreter')} ${result} = u;`;
}

/** The frequent ones without a detour. */
function directIntrinsic(name: string, values: readonly string[]): string | undefined {
  const [a, b, c] = values;
  switch (name) {
    case 'llvm.fmuladd.f64':
      return `(${a} * ${b} + ${c})`;
    case 'llvm.fmuladd.f32':
      return `Math.fround(Math.fround(${a} * ${b}) + ${c})`;
    case 'llvm.smax.i32':
      return `(${a} > ${b} ? ${a} : ${b})`;
    case 'llvm.smin.i32':
      return `(${a} < ${b} ? ${a} : ${b})`;
    case 'llvm.umax.i32':
      return `((${a} >>> 0) > (${b} >>> 0) ? ${a} : ${b})`;
    case 'llvm.umin.i32':
      return `((${a} >>> 0) < (${b} >>> 0) ? ${a} : ${b})`;
    case 'llvm.abs.i32':
      return `(${a} < 0 ? -${a} | 0 : ${a})`;
    default:
      return /^llvm\.expect\.i(?:1|8|16|32|64)$/.test(name) ? a : undefined;
  }
}
