// Computations as JavaScript text, on the representation of values that ../value.ts defines; the same results as ../arithmetic.ts.
// What is not here is left to the interpreter.

import type { Binary, Compare, GetElementPtr, Instruction, Select } from '../../ir/instruction.js';
import { cast } from './expression-cast.js';
import { type Computation, fitted, isNumber, isSupported, literal, type Operands, signed } from './number-text.js';

const isSafe = (t: string): string => `${t} >= -L && ${t} <= L`;
const isNoNaN = (t: string): string => `${t} === ${t}`;

/** The instruction's result; undefined where the interpreter has to do it. */
export function computation(i: Instruction, o: Operands): Computation | undefined {
  switch (i.op) {
    case 'add':
    case 'sub':
    case 'mul':
    case 'udiv':
    case 'sdiv':
    case 'urem':
    case 'srem':
    case 'shl':
    case 'lshr':
    case 'ashr':
    case 'and':
    case 'or':
    case 'xor':
    case 'fadd':
    case 'fsub':
    case 'fmul':
    case 'fdiv':
    case 'frem':
      return binary(i, o);
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
    case 'trunc':
    case 'zext':
    case 'sext':
    case 'fptrunc':
    case 'fpext':
    case 'fptoui':
    case 'fptosi':
    case 'uitofp':
    case 'sitofp':
    case 'ptrtoint':
    case 'ptrtoaddr':
    case 'inttoptr':
    case 'bitcast':
    case 'addrspacecast':
      return isSupported(i.value.type) && isSupported(i.result.type) ? cast(i, o) : undefined;
    default:
      return undefined;
  }
}

/** A comparison as a JavaScript condition. */
export function comparison(i: Compare, o: Operands): Computation | undefined {
  const type = i.left.type;
  if (!isSupported(type)) return undefined;
  const [a, b] = [o.text(i.left), o.text(i.right)];
  if (type.kind === 'float') return { text: floatComparison(i.predicate, a, b) };
  if (i.predicate === 'eq') return { text: `(${a} === ${b})` };
  if (i.predicate === 'ne') return { text: `(${a} !== ${b})` };
  if (type.kind === 'pointer') {
    // Between objects the order is that of addresses, which the interpreter gives out.
    return { text: `(${a} ${relation(i.predicate)} ${b})`, unless: `homeOf(${a}) !== homeOf(${b})` };
  }
  if (type.kind !== 'int') return undefined;
  const isSigned = i.predicate.startsWith('s');
  if (type.bits === 64) {
    if (isSigned) return { text: `(${a} ${relation(i.predicate)} ${b})` };
    const less = (x: string, y: string): string =>
      o.isWide ? `unsignedLess(${x}, ${y})` : `(${x} < 0 === ${y} < 0 ? ${x} < ${y} : ${y} < 0)`;
    const texts = { ult: less(a, b), ugt: less(b, a), ule: `!${less(b, a)}`, uge: `!${less(a, b)}` };
    return { text: `(${texts[i.predicate as 'ult']})` };
  }
  const of = (x: string): string => (isSigned ? signed(type.bits, x) : type.bits === 32 ? `(${x} >>> 0)` : x);
  return { text: `(${of(a)} ${relation(i.predicate)} ${of(b)})` };
}

function relation(predicate: string): string {
  const operators: Readonly<Record<string, string>> = { lt: '<', le: '<=', gt: '>', ge: '>=' };
  return operators[predicate.slice(1)]!;
}

/** The negation of the opposite relation is what holds on NaN as well. */
function floatComparison(predicate: string, a: string, b: string): string {
  switch (predicate) {
    case 'false':
      return 'false';
    case 'true':
      return 'true';
    case 'ord':
      return `(${a} === ${a} && ${b} === ${b})`;
    case 'uno':
      return `(${a} !== ${a} || ${b} !== ${b})`;
    case 'oeq':
      return `(${a} === ${b})`;
    case 'une':
      return `(${a} !== ${b})`;
    case 'one':
      return `(${a} < ${b} || ${a} > ${b})`;
    case 'ueq':
      return `!(${a} < ${b} || ${a} > ${b})`;
    default: {
      if (predicate.startsWith('o')) return `(${a} ${relation(predicate)} ${b})`;
      const opposite: Readonly<Record<string, string>> = { ult: '>=', ule: '>', ugt: '<=', uge: '<' };
      return `!(${a} ${opposite[predicate]} ${b})`;
    }
  }
}

function binary(i: Binary, o: Operands): Computation | undefined {
  const type = i.result.type;
  if (!isSupported(type)) return undefined;
  const [a, b] = [o.text(i.left), o.text(i.right)];
  if (type.kind === 'float') {
    const operator = { fadd: '+', fsub: '-', fmul: '*', fdiv: '/', frem: '%' }[i.op as 'fadd'];
    const text = `(${a} ${operator} ${b})`;
    return { text: type.format === 'float' ? `Math.fround${text}` : text };
  }
  if (type.kind !== 'int') return undefined;
  const isDivision = i.op === 'udiv' || i.op === 'sdiv' || i.op === 'urem' || i.op === 'srem';
  const result = type.bits === 64 ? wideBinary(i.op, a, b, o.isWide) : { text: smallBinary(i.op, type.bits, a, b) };
  return isDivision ? { ...result, unless: `${b} === 0` } : result;
}

function smallBinary(op: Binary['op'], bits: number, a: string, b: string): string {
  const unsigned = (x: string): string => (bits === 32 ? `(${x} >>> 0)` : x);
  switch (op) {
    case 'add':
      return fitted(bits, `${a} + ${b}`);
    case 'sub':
      return fitted(bits, `${a} - ${b}`);
    case 'mul':
      return bits === 32 ? `Math.imul(${a}, ${b})` : fitted(bits, `Math.imul(${a}, ${b})`);
    case 'and':
      return `(${a} & ${b})`;
    case 'or':
      return `(${a} | ${b})`;
    case 'xor':
      return `(${a} ^ ${b})`;
    case 'udiv':
      return fitted(bits, `${unsigned(a)} / ${unsigned(b)}`);
    case 'urem':
      return fitted(bits, `${unsigned(a)} % ${unsigned(b)}`);
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
  const bitwise = { and: '&', or: '|', xor: '^' }[op as 'and'] as string | undefined;
  const call = `N.${op}(${a}, ${b})`;
  if (bitwise === undefined) return { text: call, accepts: isNoNaN };
  return { text: `(${a} === (${a} | 0) && ${b} === (${b} | 0) ? ${a} ${bitwise} ${b} : ${call})`, accepts: isNoNaN };
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
