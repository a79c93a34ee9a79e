// LLVM's intrinsics as C: those that clang writes for C without optimization.

import type { Call } from '../ir/instruction.js';
import type { CFunction } from './c-function.js';
import { bitsOf, cut, signed, widthOf } from './expression.js';
import { NoCForm } from './no-c-form.js';

const nothing =
  /^llvm\.(?:lifetime|dbg|experimental\.noalias|prefetch|donothing|sideeffect|var\.annotation|invariant|stackrestore|assume)/;
const itself = /^llvm\.(?:ptr\.annotation|launder|strip\.invariant|annotation|expect)/;

/** The result, or a statement where there is none; undefined where nothing is to be done. */
export function intrinsicText(out: CFunction, i: Call, name: string): string | undefined {
  if (nothing.test(name)) return undefined;
  const argument = (n: number): string => out.operand(i.arguments[n]!);
  if (itself.test(name)) return argument(0);
  if (name.startsWith('llvm.threadlocal.address')) return `own_address(${argument(0)})`;
  if (/^llvm\.(?:stacksave|is\.constant)/.test(name)) return '0';
  if (name.startsWith('llvm.objectsize'))
    return i.arguments[1]!.kind === 'int' && i.arguments[1]!.value !== 0n ? '0' : '-1';
  if (/^llvm\.(?:trap|debugtrap|ubsantrap)/.test(name)) return `fails(${out.file.failure(i)});`;
  const base = /^llvm\.([a-z.]+?)(?:\.[ifp]\d+)*$/.exec(name)?.[1] ?? name;
  const bits = bitsOf(i.arguments[0]?.type ?? { kind: 'void' }, out.file.pointerBits);
  if (base === 'fmuladd') return `(${argument(0)} * ${argument(1)} + ${argument(2)})`;
  if (base === 'fabs') return `(${argument(0)} < 0 ? -${argument(0)} : ${argument(0)})`;
  if (bits === 0 || bits > 64) throw new NoCForm(`the intrinsic ${name}`);
  const [a, b] = [argument(0), i.arguments.length > 1 ? argument(1) : ''];
  const overflow = /^([us])(add|sub|mul)\.with\.overflow$/.exec(base);
  if (overflow !== null) return overflowing(out, i, overflow[1]!, overflow[2] as 'add' | 'sub' | 'mul', bits, a, b);
  switch (base) {
    case 'umin':
    case 'umax':
      return `(${a} ${base === 'umin' ? '<' : '>'} ${b} ? ${a} : ${b})`;
    case 'smin':
    case 'smax':
      return `(${signed(bits, a)} ${base === 'smin' ? '<' : '>'} ${signed(bits, b)} ? ${a} : ${b})`;
    case 'abs':
      return `(${signed(bits, a)} < 0 ? ${cut(bits, `0u - ${a}`)} : ${a})`;
    case 'ctpop':
      return `((uint${widthOf(bits)}_t)ones(${a}))`;
    case 'ctlz':
    case 'cttz':
      return `((uint${widthOf(bits)}_t)${base === 'ctlz' ? 'leading' : 'trailing'}_zeros(${a}, ${bits}))`;
    case 'bswap':
      return `((uint${widthOf(bits)}_t)swapped(${a}, ${bits / 8}))`;
    case 'fshl':
    case 'fshr': {
      const by = `(${argument(2)} % ${bits}u)`;
      const [left, right] = base === 'fshl' ? [by, `(${bits}u - ${by})`] : [`(${bits}u - ${by})`, by];
      const whole = `(uint64_t)${a} << ${left} | (uint64_t)${b} >> ${right}`;
      if (bits > 32) throw new NoCForm(`the intrinsic ${name}`);
      return `(${by} == 0 ? ${base === 'fshl' ? a : b} : ${cut(bits, whole)})`;
    }
    default:
      throw new NoCForm(`the intrinsic ${name}`);
  }
}

/** The result and whether it did not fit. */
function overflowing(
  out: CFunction,
  i: Call,
  sign: string,
  operation: 'add' | 'sub' | 'mul',
  bits: number,
  a: string,
  b: string,
): string | undefined {
  if (bits !== widthOf(bits)) throw new NoCForm(`arithmetic on i${bits} that tells overflow`);
  if (i.result === undefined || !out.isUsed(i.result)) return undefined;
  const name = out.nameOf(i.result);
  const type = sign === 's' ? `int${bits}_t` : `uint${bits}_t`;
  const value = out.temporary(type, 'checked');
  out.line(`${name}.f1 = __builtin_${operation}_overflow((${type})${a}, (${type})${b}, &${value});`);
  out.line(`${name}.f0 = (uint${bits}_t)${value};`);
  return undefined;
}
