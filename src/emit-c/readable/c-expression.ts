// Computations of the IR as C over typed values, with no more casts than C needs to compute the same. What is known of
// an expression: its value as a number of so many bits, signed or not, and whether C's own type of it is that one.
// Signed arithmetic is signed where the source's overflow is undefined, else unsigned: as the compiler saw it.

import type { SourceType } from '../../ir/debug/debug-info.js';
import type { Binary, Cast, Compare, IntegerBinary } from '../../ir/instruction.js';
import { Flag } from '../../ir/instruction.js';
import { isIntegerBinary } from '../../ir/instruction-class.js';
import { type FloatPredicate, floatPredicates, integerPredicates } from '../../ir/predicate.js';
import { NoCForm } from '../no-c-form.js';

export type CType =
  | { readonly kind: 'int'; readonly bits: number; readonly signed: boolean }
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  | { readonly kind: 'pointer'; readonly to: SourceType | undefined; readonly isFunction?: true }
  /** A structure as one value, as calling conventions pass and return small ones. */
  | { readonly kind: 'parts'; readonly parts: readonly CType[] };

/** How tight an operator binds: 0 is a name, a call or a bracket; 14 an assignment. */
export const Level = {
  primary: 0,
  unary: 1,
  product: 2,
  sum: 3,
  shift: 4,
  relation: 5,
  equality: 6,
  and: 7,
  choice: 12,
};

export interface CExpression {
  readonly text: string;
  readonly level: number;
  readonly type: CType;
  /** C's own type of it is `type`: arithmetic on it has that width and sign. */
  readonly isExact: boolean;
  /** Not below zero, whatever its type says. */
  readonly isNatural?: boolean;
  /** 0 or 1, by its type. */
  readonly isBoolean?: boolean;
  /** A number that is known: written as it is needed. */
  readonly constant?: bigint;
}

export function grouped(e: CExpression, level: number): string {
  return e.level <= level ? e.text : `(${e.text})`;
}

export function intTypeName(bits: number, signed: boolean): string {
  const width = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
  if (bits > 64) throw new NoCForm(`an integer of ${bits} bits`);
  return `${signed ? 'int' : 'uint'}${width}_t`;
}

export function constantExpression(value: bigint, bits: number, signed = true): CExpression {
  const isNegative = signed && bits > 1 && value >= 1n << BigInt(bits - 1);
  const number = isNegative ? value - (1n << BigInt(bits)) : value;
  const isLarge = number > 9999n && (number & 0xffn) !== 0n ? false : number > 255n && number % 16n === 0n;
  const digits = isLarge ? `0x${number.toString(16)}` : String(number);
  const isUnsigned = !signed && bits >= 32;
  // The most negative number has no literal of its own.
  const isLowest = isNegative && bits >= 32 && number === -(1n << BigInt(bits - 1));
  const text = isLowest
    ? `(${number + 1n}${bits > 32 ? 'LL' : ''} - 1)`
    : `${digits}${isUnsigned ? 'u' : ''}${number > 0x7fffffffn && bits > 32 ? (isUnsigned ? 'll' : 'LL') : ''}`;
  return {
    text,
    level: isNegative && !isLowest ? Level.unary : Level.primary,
    type: { kind: 'int', bits, signed },
    isExact: bits === 32,
    isNatural: !isNegative,
    constant: value,
  };
}

/** The same bits as a number of this sign. */
export function asInteger(e: CExpression, bits: number, signed: boolean): CExpression {
  if (e.constant !== undefined) return constantExpression(e.constant, bits, signed);
  if (e.type.kind === 'pointer')
    return castTo(e, intTypeName(bits, signed), { kind: 'int', bits, signed }, 'uintptr_t');
  if (e.type.kind !== 'int') throw new NoCForm('a number of floating point taken as an integer');
  if (e.type.signed === signed || e.isNatural === true || e.type.bits === 1) return e;
  return castTo(e, intTypeName(bits, signed), { kind: 'int', bits, signed });
}

/** The same, and C's own type is the one that is named. */
export function exactInteger(e: CExpression, bits: number, signed: boolean): CExpression {
  const same = asInteger(e, bits, signed);
  if (same.isExact && same.type.kind === 'int' && same.type.signed === signed && same.type.bits === bits) return same;
  if (same.constant !== undefined && bits <= 32 && (signed || bits === 32)) return same;
  return castTo(same, intTypeName(bits, signed), { kind: 'int', bits, signed });
}

function castTo(e: CExpression, name: string, type: CType, through?: string): CExpression {
  const inner = `${through === undefined ? '' : `(${through})`}${grouped(e, Level.unary)}`;
  const isSame = through !== undefined && name === through;
  return { text: isSame ? inner : `(${name})${inner}`, level: Level.unary, type, isExact: true };
}

export function integerBinary(i: IntegerBinary, left: CExpression, right: CExpression, bits: number): CExpression {
  const { op } = i;
  if (bits === 1) return bitOfOne(op, left, right);
  const int = (signed: boolean): CType => ({ kind: 'int', bits, signed });
  const wrap = (text: string, level: number, signed: boolean, fits = false): CExpression =>
    bits >= 32 || fits
      ? { text, level, type: int(signed), isExact: bits >= 32 }
      : castTo({ text, level, type: int(signed), isExact: false }, intTypeName(bits, signed), int(signed));
  const both = (signed: boolean): readonly [CExpression, CExpression] => {
    // One side of the full width is enough for C to compute with it.
    const l = bits > 32 || !signed ? asInteger(left, bits, signed) : asInteger(left, bits, signed);
    const r = asInteger(right, bits, signed);
    const isWide = (e: CExpression): boolean =>
      e.isExact &&
      e.type.kind === 'int' &&
      e.type.bits === bits &&
      e.type.signed === signed &&
      e.constant === undefined;
    if (bits < 32 || (signed && bits === 32) || isWide(l) || isWide(r)) return [l, r];
    return [castTo(l, intTypeName(bits, signed), int(signed)), r];
  };
  const infix = (operator: string, level: number, signed: boolean, fits = false): CExpression => {
    const [l, r] = both(signed);
    return wrap(`${grouped(l, level)} ${operator} ${grouped(r, level - 1)}`, level, signed, fits);
  };
  const isSigned = (i.flags & Flag.nsw) !== 0;
  switch (op) {
    case 'add':
      if (right.constant !== undefined && isSigned && right.constant >= 1n << BigInt(bits - 1)) {
        const [l] = both(true);
        const less = constantExpression((1n << BigInt(bits)) - right.constant, bits, true);
        return wrap(`${grouped(l, Level.sum)} - ${less.text}`, Level.sum, true);
      }
      return infix('+', Level.sum, isSigned);
    case 'sub':
      if (left.constant === 0n && isSigned) {
        const [, r] = both(true);
        return wrap(`-${grouped(r, Level.primary)}`, Level.unary, true);
      }
      return infix('-', Level.sum, isSigned);
    case 'mul':
      return infix('*', Level.product, isSigned);
    case 'udiv':
    case 'urem':
      return infix(op === 'udiv' ? '/' : '%', Level.product, false, true);
    case 'sdiv':
    case 'srem':
      return infix(op === 'sdiv' ? '/' : '%', Level.product, true);
    case 'shl': {
      const l = exactInteger(left, bits, false);
      const by = asInteger(right, bits, right.constant !== undefined);
      // Brackets that compilers ask for.
      return wrap(`${grouped(l, Level.unary)} << ${grouped(by, Level.product)}`, Level.shift, false);
    }
    case 'lshr':
    case 'ashr': {
      const signed = op === 'ashr';
      const l = exactInteger(left, bits, signed);
      const by = asInteger(right, bits, right.constant !== undefined);
      return wrap(`${grouped(l, Level.product)} >> ${grouped(by, Level.product)}`, Level.shift, signed, true);
    }
    case 'xor':
      if (right.constant === (1n << BigInt(bits)) - 1n) {
        const signed = left.type.kind === 'int' && left.type.signed;
        const l = bits > 32 || !signed ? exactInteger(left, bits, signed) : asInteger(left, bits, signed);
        return wrap(`~${grouped(l, Level.unary)}`, Level.unary, signed);
      }
      return bitwise('^', Level.and + 1);
    case 'and':
      return bitwise('&', Level.and);
    case 'or':
      return bitwise('|', Level.and + 2);
    default:
      throw new NoCForm(`the operation ${op}`);
  }
  function bitwise(operator: string, level: number): CExpression {
    const signOf = (e: CExpression): boolean | undefined =>
      e.constant !== undefined || e.type.kind !== 'int' ? undefined : e.type.signed;
    const sign = signOf(left) ?? signOf(right) ?? true;
    const signed =
      signOf(left) === signOf(right) || signOf(left) === undefined || signOf(right) === undefined ? sign : false;
    const [l, r] = both(signed);
    const isNatural = l.isNatural === true || r.isNatural === true ? operator === '&' : false;
    const natural = isNatural || (l.isNatural === true && r.isNatural === true);
    // Brackets that compilers ask for.
    const text = `${grouped(l, Level.primary + 1)} ${operator} ${grouped(r, Level.primary + 1)}`;
    return { ...wrap(text, level, signed, true), isNatural: natural };
  }
}

function bitOfOne(op: string, left: CExpression, right: CExpression): CExpression {
  const type: CType = { kind: 'int', bits: 1, signed: false };
  if (op === 'xor' && right.constant === 1n) return not(left);
  const operator = { xor: '!=', and: '&', or: '|', add: '!=', sub: '!=' }[op];
  if (operator === undefined) throw new NoCForm(`the operation ${op} on single bits`);
  const level = operator === '!=' ? Level.equality : operator === '&' ? Level.and : Level.and + 2;
  return {
    text: `${grouped(left, Level.unary)} ${operator} ${grouped(right, Level.unary)}`,
    level,
    type,
    isExact: false,
    isNatural: true,
  };
}

export function not(e: CExpression): CExpression {
  if (e.constant !== undefined) return constantExpression(e.constant === 0n ? 1n : 0n, 1, false);
  const opposite: Readonly<Record<string, string>> = {
    '==': '!=',
    '!=': '==',
    '<': '>=',
    '>=': '<',
    '>': '<=',
    '<=': '>',
  };
  const type: CType = { kind: 'int', bits: 1, signed: false };
  const whole = { level: Level.unary, type, isExact: false, isNatural: true };
  const match = comparisons.get(e);
  if (match !== undefined) return compared(match.left, opposite[match.relation]!, match.right);
  if (/^!\w+$/.test(e.text)) return { ...whole, text: e.text.slice(1), level: Level.primary };
  return { ...whole, text: `!${grouped(e, Level.unary)}` };
}

/** Comparisons that have an opposite: those of integers. */
const comparisons = new WeakMap<
  CExpression,
  { readonly left: string; readonly relation: string; readonly right: string }
>();

function compared(left: string, relation: string, right: string): CExpression {
  const level = relation === '==' || relation === '!=' ? Level.equality : Level.relation;
  const e: CExpression = {
    text: `${left} ${relation} ${right}`,
    level,
    type: { kind: 'int', bits: 1, signed: false },
    isExact: false,
    isNatural: true,
  };
  comparisons.set(e, { left, relation, right });
  return e;
}

export function comparison(i: Compare, left: CExpression, right: CExpression, bits: number): CExpression {
  if (i.op === 'fcmp') return floatComparison(i.predicate, left, right);
  const { relation, signed } = integerPredicates[i.predicate];
  if (left.type.kind === 'pointer' || right.type.kind === 'pointer') {
    const asPointer = (e: CExpression): string => {
      if (e.constant === 0n) return '0';
      return e.type.kind === 'pointer' && e.type.to?.kind !== 'unknown'
        ? `(void *)${grouped(e, Level.unary)}`
        : grouped(e, Level.relation);
    };
    if (relation === '==' || relation === '!=') {
      if (right.constant === 0n) return compared(grouped(left, Level.relation), relation, '0');
      return compared(asPointer(left), relation, asPointer(right));
    }
    const number = (e: CExpression): string => `(uintptr_t)${grouped(e, Level.unary)}`;
    return compared(number(left), relation, number(right));
  }
  if (
    left.type.kind === 'int' &&
    left.type.bits === 1 &&
    (relation === '==' || relation === '!=') &&
    right.constant !== undefined
  ) {
    const isTrue = (right.constant === 1n) === (relation === '==');
    return isTrue ? left : not(left);
  }
  const isEquality = relation === '==' || relation === '!=';
  const signOf = (e: CExpression): boolean => (e.type.kind === 'int' ? e.type.signed : false);
  const sign = !isEquality
    ? signed
    : left.constant !== undefined
      ? signOf(right)
      : right.constant !== undefined || signOf(left) === signOf(right)
        ? signOf(left)
        : left.isNatural === true
          ? signOf(right)
          : right.isNatural === true
            ? signOf(left)
            : false;
  const l = asInteger(left, bits, sign);
  const r = asInteger(right, bits, sign);
  return compared(grouped(l, Level.shift), relation, grouped(r, Level.shift));
}

function floatComparison(predicate: FloatPredicate, left: CExpression, right: CExpression): CExpression {
  const { relation, onNaN } = floatPredicates[predicate];
  const type: CType = { kind: 'int', bits: 1, signed: false };
  const [l, r] = [grouped(left, Level.shift), grouped(right, Level.shift)];
  const made = (text: string, level: number): CExpression => ({ text, level, type, isExact: false, isNatural: true });
  if (relation === 'always' || relation === 'never') {
    const isUnordered = `(${l} != ${l} || ${r} != ${r})`;
    if (predicate === 'true' || predicate === 'false')
      return constantExpression(predicate === 'true' ? 1n : 0n, 1, false);
    return onNaN ? made(isUnordered, 0) : made(`!${isUnordered}`, Level.unary);
  }
  // C's comparisons are false where a side is NaN, but for !=.
  if (relation === '!=') return onNaN ? made(`${l} != ${r}`, Level.equality) : made(`(${l} < ${r} || ${l} > ${r})`, 0);
  if (!onNaN) return made(`${l} ${relation} ${r}`, relation === '==' ? Level.equality : Level.relation);
  if (relation === '==') return made(`!(${l} < ${r} || ${l} > ${r})`, Level.unary);
  const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' }[relation];
  return made(`!(${l} ${opposite} ${r})`, Level.unary);
}

export function floatBinary(i: Binary, left: CExpression, right: CExpression): CExpression {
  if (isIntegerBinary(i)) throw new NoCForm(`the operation ${i.op}`);
  const operator = { fadd: '+', fsub: '-', fmul: '*', fdiv: '/' }[i.op as string];
  if (operator === undefined) throw new NoCForm(`the operation ${i.op}`);
  const level = operator === '+' || operator === '-' ? Level.sum : Level.product;
  return {
    text: `${grouped(left, level)} ${operator} ${grouped(right, level - 1)}`,
    level,
    type: left.type,
    isExact: true,
  };
}

export function conversion(i: Cast, value: CExpression, from: number, to: number): CExpression {
  const int = (signed: boolean): CType => ({ kind: 'int', bits: to, signed });
  const float = (bits: 32 | 64): CType => ({ kind: 'float', bits });
  switch (i.op) {
    case 'zext': {
      if (value.constant !== undefined) return constantExpression(value.constant, to, true);
      if (from === 1) return { ...value, type: int(true), isExact: to === 32 };
      const natural = asInteger(value, from, false);
      return {
        ...natural,
        type: int(!(natural.isExact && from >= 32)),
        isExact: from < 32 && to === 32,
        isNatural: true,
      };
    }
    case 'sext': {
      if (from === 1)
        return { text: `-${grouped(value, Level.primary)}`, level: Level.unary, type: int(true), isExact: to === 32 };
      const signed = asInteger(value, from, true);
      if (signed.constant !== undefined) {
        const isNegative = signed.constant >= 1n << BigInt(from - 1);
        return constantExpression(
          isNegative ? signed.constant + (1n << BigInt(to)) - (1n << BigInt(from)) : signed.constant,
          to,
          true,
        );
      }
      return {
        ...signed,
        type: int(true),
        isExact: from < 32 && to === 32,
        ...(value.isNatural === true ? { isNatural: true } : {}),
      };
    }
    case 'trunc':
      if (value.constant !== undefined) return constantExpression(value.constant & ((1n << BigInt(to)) - 1n), to, true);
      if (to === 1 && value.isBoolean === true) return { ...value, type: int(false), isNatural: true };
      if (to === 1)
        return {
          text: `${grouped(value, Level.unary)} & 1`,
          level: Level.and,
          type: int(false),
          isExact: false,
          isNatural: true,
        };
      if (to !== 8 && to !== 16 && to !== 32 && to !== 64) throw new NoCForm(`an integer of ${to} bits`);
      return castTo(value, intTypeName(to, false), int(false));
    case 'ptrtoint':
      return castTo(value, intTypeName(to, false), int(false), 'uintptr_t');
    case 'fptosi':
    case 'fptoui':
      return castTo(value, intTypeName(to, i.op === 'fptosi'), int(i.op === 'fptosi'));
    case 'sitofp':
    case 'uitofp': {
      const bits = to === 32 ? 32 : 64;
      return castTo(asInteger(value, from, i.op === 'sitofp'), bits === 32 ? 'float' : 'double', float(bits));
    }
    case 'fpext':
    case 'fptrunc':
      return castTo(value, i.op === 'fpext' ? 'double' : 'float', float(i.op === 'fpext' ? 64 : 32));
    default:
      throw new NoCForm(`the conversion ${i.op}`);
  }
}
