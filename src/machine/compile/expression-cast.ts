// Casts as JavaScript text.

import type { Cast } from '../../ir/instruction.js';
import { isSigned } from '../../ir/opcode.js';
import type { IntType, Type } from '../../ir/type.js';
import { type Computation, fitted, isNumber, type Operands, signed } from './number-text.js';

export function cast(i: Cast, o: Operands): Computation | undefined {
  const a = o.text(i.value);
  const [from, to] = [i.value.type, i.result.type];
  switch (i.op) {
    case 'trunc':
    case 'zext':
    case 'sext':
      return from.kind === 'int' && to.kind === 'int' ? integerCast(i.op, from.bits, to.bits, a, o.isWide) : undefined;
    case 'fptrunc':
      return { text: isSingle(to) ? `Math.fround(${a})` : a };
    case 'fpext':
      return { text: a };
    case 'sitofp':
    case 'uitofp':
      return from.kind === 'int' ? integerToFloat(isSigned(i.op), from, to, a, o.isWide) : undefined;
    case 'fptosi':
    case 'fptoui':
      return to.kind === 'int' ? floatToInteger(isSigned(i.op), to.bits, a) : undefined;
    case 'addrspacecast':
      return { text: a };
    case 'bitcast':
      return to.kind === from.kind ? { text: a } : undefined;
    case 'ptrtoint':
    case 'ptrtoaddr': {
      if (to.kind !== 'int' || to.bits !== o.pointerBits) return undefined;
      const text = `M.toInteger(${a})`;
      return to.bits === 64 && !o.isWide ? { text, accepts: isNumber } : { text };
    }
    case 'inttoptr':
      return from.kind === 'int' && from.bits === o.pointerBits
        ? { text: `M.resolve(toUnsigned(${from.bits}, ${a}))` }
        : undefined;
  }
}

function isSingle(type: Type): boolean {
  return type.kind === 'float' && type.format === 'float';
}

function integerCast(op: 'trunc' | 'zext' | 'sext', from: number, to: number, a: string, isWide: boolean): Computation {
  switch (op) {
    case 'trunc': {
      const small = to === 32 ? `(${a} | 0)` : fitted(to, a);
      return {
        text: from === 64 && isWide ? `(${isNumber(a)} ? ${small} : castInteger('trunc', 64, ${to}, ${a}))` : small,
      };
    }
    case 'zext':
      return { text: from === 32 ? `(${a} >>> 0)` : a };
    case 'sext':
      // A sign extension to 32 bits or more is the signed value itself.
      return { text: to < 32 ? fitted(to, signed(from, a)) : signed(from, a) };
  }
}

function integerToFloat(
  isSigned: boolean,
  from: IntType,
  to: Type,
  a: string,
  isWide: boolean,
): Computation | undefined {
  if (from.bits === 64) {
    if (isWide)
      return {
        text: isSingle(to) ? `Math.fround(${a})` : a,
        unless: `!(${isNumber(a)}${isSigned ? '' : ` && ${a} >= 0`})`,
      };
    return { text: isSingle(to) ? `Math.fround(${a})` : a, ...(isSigned ? {} : { unless: `${a} < 0` }) };
  }
  const number = isSigned ? signed(from.bits, a) : from.bits === 32 ? `(${a} >>> 0)` : a;
  return { text: isSingle(to) ? `Math.fround(${number})` : number };
}

/** Numbers that do not fit are undefined in C; what they give is the interpreter's to say. */
function floatToInteger(isSigned: boolean, bits: number, a: string): Computation {
  if (bits === 64) return { text: `Math.trunc(${a}) + 0`, unless: `!(${a} > ${isSigned ? '-L' : '-1'} && ${a} < L)` };
  const [low, high] = isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1)] : [0, 2 ** bits];
  return { text: fitted(bits, `Math.trunc(${a})`), unless: `!(${a} > ${low - 1} && ${a} < ${high})` };
}
