// LLVM's intrinsics on numbers as C: those that clang writes for C without optimization, as the machine computes them
// (machine/stepping/intrinsics.ts). Where C has no operator, the built-in function of gcc and clang.

import type { Call } from '../../ir/instruction.js';
import { NoCForm } from '../no-c-form.js';
import { asInteger, type CExpression, type CType, exactInteger, grouped, intTypeName, Level } from './c-expression.js';
import type { WrittenBody } from './written-body.js';

export function numberIntrinsic(body: WrittenBody, i: Call, name: string): void {
  const base = /^llvm\.([a-z.]+?)(?:\.[if]\d+)*$/.exec(name)?.[1] ?? name;
  const { result } = i;
  if (result === undefined) throw new NoCForm(`the intrinsic ${name}`);
  const overflow = /^([us])(add|sub|mul)\.with\.overflow$/.exec(base);
  if (overflow !== null) return overflowing(body, i, overflow[1] === 's', overflow[2]!);
  // Some operands are written twice: a variable has them.
  body.define(result, () => {
    const written = integerText(body, i, base) ?? floatText(body, i, base);
    if (written === undefined) throw new NoCForm(`the intrinsic ${name}`);
    return written;
  });
}

function integerText(body: WrittenBody, i: Call, base: string): CExpression | undefined {
  const { type } = i.arguments[0]!;
  if (type.kind !== 'int' || ![8, 16, 32, 64].includes(type.bits)) return undefined;
  const { bits } = type;
  const int = (signed: boolean): CType => ({ kind: 'int', bits, signed });
  const wide = bits === 64 ? 'll' : '';
  const operand = (n: number, signed: boolean): string =>
    grouped(asInteger(body.value(i.arguments[n]!), bits, signed), Level.sum);
  const given = (): string => grouped(exactInteger(body.value(i.arguments[0]!), bits, false), Level.choice);
  const natural = (text: string, level: number): CExpression => ({
    text,
    level,
    type: int(true),
    isExact: bits === 32,
    isNatural: true,
  });
  const choice = /^([us])(min|max)$/.exec(base);
  if (choice !== null) {
    const signed = choice[1] === 's';
    const [a, b] = [operand(0, signed), operand(1, signed)];
    const text = `${a} ${choice[2] === 'min' ? '<' : '>'} ${b} ? ${a} : ${b}`;
    return { text, level: Level.choice, type: int(signed), isExact: true };
  }
  switch (base) {
    case 'abs': {
      const value = asInteger(body.value(i.arguments[0]!), bits, true);
      const text = grouped(value, Level.primary);
      return { text: `${text} < 0 ? -${text} : ${text}`, level: Level.choice, type: value.type, isExact: true };
    }
    case 'ctpop':
      return natural(`__builtin_popcount${wide}(${given()})`, Level.primary);
    case 'ctlz':
    case 'cttz': {
      const value = given();
      // Zeros in front of the number, up to the width that the function counts in.
      const more = base === 'ctlz' && bits < 32 ? ` - ${32 - bits}` : '';
      const count = `__builtin_${base === 'ctlz' ? 'clz' : 'ctz'}${wide}(${value})${more}`;
      const isDefined = i.arguments[1]?.kind === 'int' && i.arguments[1].value === 0n;
      if (!isDefined) return natural(count, more === '' ? Level.primary : Level.sum);
      return natural(`(${value}) == 0 ? ${bits} : ${count}`, Level.choice);
    }
    case 'bswap':
      return { text: `__builtin_bswap${bits}(${given()})`, level: Level.primary, type: int(false), isExact: true };
    default:
      return undefined;
  }
}

function floatText(body: WrittenBody, i: Call, base: string): CExpression | undefined {
  const { type } = i.arguments[0]!;
  if (type.kind !== 'float' || (type.format !== 'float' && type.format !== 'double')) return undefined;
  const isSingle = type.format === 'float';
  const made = (text: string, level: number): CExpression => ({
    text,
    level,
    type: { kind: 'float', bits: isSingle ? 32 : 64 },
    isExact: true,
  });
  const operand = (n: number, level: number): string => grouped(body.value(i.arguments[n]!), level);
  // Rounded twice, as on targets without an instruction for it.
  if (base === 'fmuladd')
    return made(`${operand(0, Level.product)} * ${operand(1, Level.unary)} + ${operand(2, Level.product)}`, Level.sum);
  if (base === 'fabs') return made(`__builtin_fabs${isSingle ? 'f' : ''}(${operand(0, Level.choice)})`, Level.primary);
  return undefined;
}

/** The result, and whether it did not fit. */
function overflowing(body: WrittenBody, i: Call, signed: boolean, operation: string): void {
  const { type } = i.arguments[0]!;
  if (type.kind !== 'int' || ![8, 16, 32, 64].includes(type.bits)) throw new NoCForm('arithmetic that tells overflow');
  const { bits } = type;
  const name = intTypeName(bits, signed);
  const [a, b] = [0, 1].map((n) => `(${name})${grouped(body.value(i.arguments[n]!), Level.unary)}`);
  const value = body.variable({ kind: 'int', bits, signed });
  const hasOverflown = body.variable({ kind: 'int', bits: 8, signed: false });
  body.forgetValues();
  body.line(`${hasOverflown} = __builtin_${operation}_overflow(${a}, ${b}, &${value});`);
  body.both(i.result!, value, hasOverflown);
}
