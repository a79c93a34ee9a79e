// Computations as JavaScript text, on the representation of values that ../value.ts defines; the same results as
// ../arithmetic.ts. What is not here is left to the interpreter.

import type { Binary, Compare, GetElementPtr, Instruction, Select } from '../../ir/instruction.js';
import { isBinary, isCast, isDivision } from '../../ir/instruction-class.js';
import { opcodes } from '../../ir/opcode.js';
import { type FloatPredicate, floatPredicates, floatRelationText, integerPredicates } from '../../ir/predicate.js';
import { cast } from './expression-cast.js';
import { type Computation, fitted, isNumber, isSupported, literal, type Operands, signed } from './number-text.js';

const isSafe = (t: string): string => `${t} >= -L && ${t} <= L`;
const isNoNaN = (t: string): string => `${t} === ${t}`;

/** The instruction's result; undefined where the interpreter has to do it. */
export function computation(i: Instruction, o: Operands): Computation | undefined {
  if (isBinary(i)) return binary(i, o);
  if (isCast(i)) return isSupported(i.value.type) && isSupported(i.result.type) ? cast(i, o) : undefined;
  switch (i.op) {
    case 'icmp':
    case 'fcmp': {
      const condition = comparison(i, o);
      return condition === undefined ? undefined : { ...condition, text: `(${condition.text} ? 1 : 0)` };
    }
    case 'select':
      return select(i, o);
    case 'freeze':
      return isSupported(i.result.type) ? { text: o.text(i.value) } : undefined;
    case 'fneg':
      return isSupported(i.result.type) && i.result.type.kind === 'float'
        ? { text: `(-${o.text(i.value)})` }
        : undefined;
    case 'getelementptr':
      return elementPointer(i, o);
    case 'extractvalue': {
      const text = `${o.text(i.aggregate)}${i.path.map((n) => `[${n}]`).join('')}`;
      const isWide = i.result.type.kind === 'int' && i.result.type.bits === 64;
      if (!isSupported(i.result.type)) return undefined;
      return isWide && !o.isWide ? { text, accepts: isNumber } : { text };
    }
    case 'insertvalue':
      return { text: `insert(${o.text(i.aggregate)}, [${i.path.join(',')}], ${o.text(i.value)})` };
    default:
      return undefined;
  }
}

/** A comparison as a JavaScript condition. */
export function comparison(i: Compare, o: Operands): Computation | undefined {
  const type = i.left.type;
  if (!isSupported(type)) return undefined;
  const [a, b] = [o.text(i.left), o.text(i.right)];
  if (i.op === 'fcmp') return { text: floatComparison(i.predicate, a, b) };
  if (i.predicate === 'eq') return { text: `(${a} === ${b})` };
  if (i.predicate === 'ne') return { text: `(${a} !== ${b})` };
  const { relation, signed: isSigned } = integerPredicates[i.predicate];
  if (type.kind === 'pointer') {
    // Between objects the order is that of addresses, which the interpreter gives out.
    return { text: `(${a} ${relation} ${b})`, unless: `homeOf(${a}) !== homeOf(${b})` };
  }
  if (type.kind !== 'int') return undefined;
  if (type.bits === 64) {
    if (isSigned) return { text: `(${a} ${relation} ${b})` };
    const less = (x: string, y: string): string =>
      o.isWide ? `unsignedLess(${x}, ${y})` : `(${x} < 0 === ${y} < 0 ? ${x} < ${y} : ${y} < 0)`;
    const texts = { ult: less(a, b), ugt: less(b, a), ule: `!${less(b, a)}`, uge: `!${less(a, b)}` };
    return { text: `(${texts[i.predicate as 'ult']})` };
  }
  const of = (x: string): string => (isSigned ? signed(type.bits, x) : type.bits === 32 ? `(${x} >>> 0)` : x);
  return { text: `(${of(a)} ${relation} ${of(b)})` };
}

function floatComparison(predicate: FloatPredicate, a: string, b: string): string {
  const { relation, onNaN } = floatPredicates[predicate];
  switch (relation) {
    case 'always':
      return onNaN ? 'true' : `(${a} === ${a} && ${b} === ${b})`;
    case 'never':
      return onNaN ? `(${a} !== ${a} || ${b} !== ${b})` : 'false';
    default:
      return `(${floatRelationText(relation, onNaN, a, b)})`;
  }
}

function binary(i: Binary, o: Operands): Computation | undefined {
  const type = i.result.type;
  if (!isSupported(type)) return undefined;
  const [a, b] = [o.text(i.left), o.text(i.right)];
  if (type.kind === 'float') {
    const text = `(${a} ${opcodes[i.op].operator} ${b})`;
    return { text: type.format === 'float' ? `Math.fround${text}` : text };
  }
  if (type.kind !== 'int') return undefined;
  const result = type.bits === 64 ? wideBinary(i.op, a, b, o.isWide) : { text: smallBinary(i.op, type.bits, a, b) };
  return isDivision(i) ? { ...result, unless: `${b} === 0` } : result;
}

function smallBinary(op: Binary['op'], bits: number, a: string, b: string): string {
  const { operator } = opcodes[op];
  const unsigned = (x: string): string => (bits === 32 ? `(${x} >>> 0)` : x);
  switch (op) {
    case 'add':
    case 'sub':
      return fitted(bits, `${a} ${operator} ${b}`);
    case 'mul':
      return bits === 32 ? `Math.imul(${a}, ${b})` : fitted(bits, `Math.imul(${a}, ${b})`);
    case 'and':
    case 'or':
    case 'xor':
      return `(${a} ${operator} ${b})`;
    case 'udiv':
    case 'urem':
      return fitted(bits, `${unsigned(a)} ${operator} ${unsigned(b)}`);
    case 'sdiv':
      return fitted(bits, `(${signed(bits, a)} / ${signed(bits, b)} | 0)`);
    case 'srem':
      return fitted(bits, `${signed(bits, a)} % ${signed(bits, b)}`);
    case 'shl':
      return `(${unsigned(b)} < ${bits} ? ${fitted(bits, `${a} << ${b}`)} : 0)`;
    case 'lshr':
      return `(${unsigned(b)} < ${bits} ? ${fitted(bits, `${a} >>> ${b}`)} : 0)`;
    default:
      return fitted(bits, `${signed(bits, a)} >> (${unsigned(b)} < ${bits} ? ${b} : ${bits - 1})`);
  }
}

function wideBinary(op: Binary['op'], a: string, b: string, isWide: boolean): Computation {
  const direct = { add: `${a} + ${b}`, sub: `${a} - ${b}`, mul: `${a} * ${b} + 0` }[op as 'add'] as string | undefined;
  if (isWide) {
    const call = `W('${op}', ${a}, ${b})`;
    if (direct === undefined) return { text: call };
    return { text: `(${isNumber(a)} && ${isNumber(b)} && (t = ${direct}) >= -L && t <= L ? t : ${call})` };
  }
  if (direct !== undefined) return { text: direct, accepts: isSafe };
  const call = `N.${op}(${a}, ${b})`;
  if (op !== 'and' && op !== 'or' && op !== 'xor') return { text: call, accepts: isNoNaN };
  const small = `${a} ${opcodes[op].operator} ${b}`;
  return { text: `(${a} === (${a} | 0) && ${b} === (${b} | 0) ? ${small} : ${call})`, accepts: isNoNaN };
}

function select(i: Select, o: Operands): Computation | undefined {
  if (i.condition.type.kind !== 'int' || !isSupported(i.result.type)) return undefined;
  return { text: `(${o.text(i.condition)} !== 0 ? ${o.text(i.whenTrue)} : ${o.text(i.whenFalse)})` };
}

/** Moves far beyond every object are ../value.ts's to make. */
const NEAR = 2 ** 30;

function elementPointer(i: GetElementPtr, o: Operands): Computation | undefined {
  if (i.result.type.kind !== 'pointer') return undefined;
  const base = o.text(i.base);
  if (i.scaled.length === 0) {
    if (i.offset <= -NEAR || i.offset >= NEAR) return undefined;
    return { text: i.offset === 0 ? base : `(${base} + ${literal(i.offset)})` };
  }
  let moved = literal(i.offset);
  for (const { index, scale } of i.scaled) {
    if (!isSupported(index.type) || index.type.kind !== 'int') return undefined;
    const { bits } = index.type;
    const text = o.text(index);
    const number = bits === 64 && o.isWide ? `Number(${text})` : bits < 32 ? signed(bits, text) : text;
    moved += ` + ${number} * ${literal(scale)}`;
  }
  return { text: `(${base} + t)`, unless: `!((t = ${moved}) > ${-NEAR} && t < ${NEAR})` };
}
