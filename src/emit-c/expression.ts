// Computations of the IR as C. Numbers are unsigned and exactly as wide as on the target, so that arithmetic wraps as it does there, on every
// host; pointers are numbers as wide as the target's. What has no C form here throws `NoCForm`.

import type { Binary, Cast, Compare, GetElementPtr, Instruction, Select } from '../ir/instruction.js';
import type { Type } from '../ir/type.js';
import type { Operand } from '../ir/value.js';
import { NoCForm } from './no-c-form.js';

interface Operands {
  /** An expression that binds tighter than any operator. */
  text(operand: Operand): string;
  readonly pointerBits: number;
}

/** Bits of a number or a pointer; 0 for anything else. */
export function bitsOf(type: Type, pointerBits: number): number {
  return type.kind === 'int' ? type.bits : type.kind === 'pointer' ? pointerBits : 0;
}

/** The C type that holds it. */
export function scalarType(type: Type, pointerBits: number): string {
  if (type.kind === 'float' && (type.format === 'float' || type.format === 'double')) return type.format;
  if (type.kind === 'pointer') return 'address';
  const bits = bitsOf(type, pointerBits);
  if (bits === 0 || bits > 64) throw new NoCForm(`a number of type ${typeName(type)} has no portable C type`);
  return `uint${widthOf(bits)}_t`;
}

export function isScalar(type: Type): boolean {
  return type.kind === 'int' || type.kind === 'pointer' || type.kind === 'float';
}

export function typeName(type: Type): string {
  return type.kind === 'int' ? `i${type.bits}` : type.kind === 'float' ? type.format : type.kind;
}

export function widthOf(bits: number): number {
  return bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
}

export function numberText(value: bigint): string {
  const text = value < 4096n ? String(value) : `0x${value.toString(16)}`;
  return value < 1n << 32n ? `${text}u` : `UINT64_C(${text})`;
}

/** The result as an expression in brackets, or a plain name; undefined where the instruction is no computation. */
export function computation(i: Instruction, o: Operands): string | undefined {
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
      return integerBinary(i, o);
    case 'fadd':
    case 'fsub':
    case 'fmul':
    case 'fdiv':
      return floatBinary(i, o);
    case 'frem':
      throw new NoCForm('the remainder of floating-point numbers');
    case 'icmp':
      return `(${integerComparison(i, o)})`;
    case 'fcmp':
      return `(${floatComparison(i.predicate, o.text(i.left), o.text(i.right))})`;
    case 'select':
      return select(i, o);
    case 'freeze':
      return o.text(i.value);
    case 'fneg':
      return `(-${o.text(i.value)})`;
    case 'getelementptr':
      return elementAddress(i, o);
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
      return cast(i, o);
    default:
      return undefined;
  }
}

/** Cut to a width, as the C type of that width; of the text it is only asked that its low bits are right. */
export function cut(bits: number, text: string): string {
  const type = `uint${widthOf(bits)}_t`;
  return bits === widthOf(bits)
    ? `(${type})${wrapped(text)}`
    : `(${type})(${text} & ${numberText((1n << BigInt(bits)) - 1n)})`;
}

function wrapped(text: string): string {
  return /^(?:\w+|\([^()]*\)|\w+\([^()]*\))$/.test(text) ? text : `(${text})`;
}

/** Without the brackets around the whole. */
export function unbracketed(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let n = 0; n < text.length - 1; n++) {
    if (text[n] === '(') depth++;
    else if (text[n] === ')') depth--;
    if (depth === 0) return text;
  }
  return text.slice(1, -1);
}

/** As a signed number of C. */
export function signed(bits: number, text: string): string {
  const constant = /^(?:UINT64_C\()?(\d+|0x[\da-f]+)u?\)?$/.exec(text)?.[1];
  if (constant !== undefined) {
    const value = BigInt.asIntN(bits, BigInt(constant));
    // The smallest number has no literal.
    if (value > -(2n ** 31n) && value < 2n ** 31n)
      return bits > 32 ? `INT64_C(${value})` : value < 0n ? `(${value})` : String(value);
  }
  // What was widened without a sign keeps its value.
  const widened = /^\(\(uint(\d+)_t\)(\w+)\)$/.exec(text);
  if (widened !== null && Number(widened[1]) === bits) return `(int${bits}_t)${widened[2]}`;
  return bits === widthOf(bits) ? `(int${bits}_t)${text}` : `sign_extended(${text}, ${bits})`;
}

function integerBinary(i: Binary, o: Operands): string {
  const { type } = i.result;
  const bits = bitsOf(type, o.pointerBits);
  if (bits === 0 || bits > 64) throw new NoCForm(`arithmetic on ${typeName(type)}`);
  const [a, b] = [o.text(i.left), o.text(i.right)];
  const isNarrow = bits !== widthOf(bits) || bits < 32;
  // Narrow operands become int in C, which must not overflow.
  const wide = isNarrow ? (bits > 32 ? '(uint64_t)' : '(uint32_t)') : '';
  const plain = (operator: string): string => {
    const text = `${wide}${a} ${operator} ${b}`;
    return isNarrow ? `(${cut(bits, text)})` : `(${text})`;
  };
  switch (i.op) {
    case 'add':
      return plain('+');
    case 'sub':
      return plain('-');
    case 'mul':
      return plain('*');
    case 'and':
    case 'or':
    case 'xor': {
      const text = `${a} ${{ and: '&', or: '|', xor: '^' }[i.op]} ${b}`;
      return bits < 32 ? `((uint${widthOf(bits)}_t)(${text}))` : `(${text})`;
    }
    case 'udiv':
    case 'urem': {
      const divisor = isNonZero(i.right) ? b : `nonzero(${b})`;
      return `(${cut(bits, `${a} ${i.op === 'udiv' ? '/' : '%'} ${divisor}`)})`;
    }
    case 'sdiv':
    case 'srem':
      return `(${cut(bits, `${i.op === 'sdiv' ? 'quotient' : 'remaining'}(${signed(bits, a)}, ${signed(bits, b)})`)})`;
    case 'shl':
    case 'lshr':
    case 'ashr': {
      const from = i.op === 'ashr' ? signed(bits, a) : isNarrow ? `${wide}${a}` : a;
      const operator = i.op === 'shl' ? '<<' : '>>';
      if (i.right.kind === 'int' && i.right.value < BigInt(bits))
        return `(${cut(bits, `${from} ${operator} ${i.right.value}`)})`;
      const tooFar = i.op === 'ashr' ? `${from} >> ${bits - 1}` : '0u';
      return `(${cut(bits, `${b} < ${bits}u ? ${from} ${operator} ${b} : ${tooFar}`)})`;
    }
    default:
      throw new NoCForm(`the operation ${i.op}`);
  }
}

function isNonZero(operand: Operand): boolean {
  return operand.kind === 'int' && operand.value !== 0n;
}

/** Does it stop at a divisor of zero? Then it is done where it stands, and not moved into an expression. */
export function mayStop(i: Instruction): boolean {
  return (i.op === 'udiv' || i.op === 'urem' || i.op === 'sdiv' || i.op === 'srem') && !isNonZero(i.right);
}

/** Does it only compute? */
export function isPure(i: Instruction): boolean {
  switch (i.op) {
    case 'load':
    case 'atomicrmw':
    case 'cmpxchg':
    case 'call':
    case 'invoke':
    case 'callbr':
    case 'alloca':
    case 'va_arg':
    case 'landingpad':
      return false;
    default:
      return !mayStop(i);
  }
}

function floatBinary(i: Binary, o: Operands): string {
  scalarType(i.result.type, o.pointerBits);
  const operator = { fadd: '+', fsub: '-', fmul: '*', fdiv: '/' }[i.op as 'fadd'];
  return `(${o.text(i.left)} ${operator} ${o.text(i.right)})`;
}

const relations: Readonly<Record<string, string>> = { lt: '<', le: '<=', gt: '>', ge: '>=' };

/** Without brackets around it. */
function integerComparison(i: Compare, o: Operands): string {
  const bits = bitsOf(i.left.type, o.pointerBits);
  if (bits === 0 || bits > 64) throw new NoCForm(`a comparison of ${typeName(i.left.type)}`);
  const [a, b] = [o.text(i.left), o.text(i.right)];
  if (i.predicate === 'eq') return `${a} == ${b}`;
  if (i.predicate === 'ne') return `${a} != ${b}`;
  const relation = relations[i.predicate.slice(1)];
  if (i.predicate.startsWith('s')) return `${signed(bits, a)} ${relation} ${signed(bits, b)}`;
  return `${a} ${relation} ${b}`;
}

function floatComparison(predicate: string, a: string, b: string): string {
  switch (predicate) {
    case 'false':
      return '0';
    case 'true':
      return '1';
    case 'ord':
      return `!is_unordered(${a}, ${b})`;
    case 'uno':
      return `is_unordered(${a}, ${b})`;
    case 'oeq':
      return `${a} == ${b}`;
    case 'une':
      return `${a} != ${b}`;
    case 'one':
      return `${a} < ${b} || ${a} > ${b}`;
    case 'ueq':
      return `!(${a} < ${b} || ${a} > ${b})`;
    default: {
      const relation = relations[predicate.slice(1)]!;
      const opposite: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
      return predicate.startsWith('o') ? `${a} ${relation} ${b}` : `!(${a} ${opposite[relation]} ${b})`;
    }
  }
}

function select(i: Select, o: Operands): string {
  if (i.condition.type.kind !== 'int') throw new NoCForm('a choice between vectors');
  return `(${o.text(i.condition)} ? ${o.text(i.whenTrue)} : ${o.text(i.whenFalse)})`;
}

function elementAddress(i: GetElementPtr, o: Operands): string {
  if (i.result.type.kind !== 'pointer') throw new NoCForm('addresses in a vector');
  let text = o.text(i.base);
  for (const { index, scale } of i.scaled) {
    const bits = bitsOf(index.type, o.pointerBits);
    const number = bits < o.pointerBits ? `(address)${signed(bits, o.text(index))}` : `(address)${o.text(index)}`;
    text += scale === 1 ? ` + ${number}` : ` + ${number} * ${scale}u`;
  }
  if (i.offset !== 0) text += i.offset > 0 ? ` + ${i.offset}u` : ` - ${-i.offset}u`;
  return i.scaled.length === 0 && i.offset === 0 ? text : `((address)(${text}))`;
}

function cast(i: Cast, o: Operands): string {
  const [from, to] = [i.value.type, i.result.type];
  const a = o.text(i.value);
  const [fromBits, toBits] = [bitsOf(from, o.pointerBits), bitsOf(to, o.pointerBits)];
  const target = scalarType(to, o.pointerBits);
  scalarType(from, o.pointerBits);
  switch (i.op) {
    case 'trunc':
      return `(${cut(toBits, a)})`;
    case 'zext':
      return widthOf(fromBits) === widthOf(toBits) ? a : `((${target})${a})`;
    case 'sext':
      return `(${cut(toBits, signed(fromBits, a))})`;
    case 'fptrunc':
    case 'fpext':
    case 'uitofp':
      return `((${target})${a})`;
    case 'sitofp':
      return `((${target})${signed(fromBits, a)})`;
    case 'fptoui':
      return `(${cut(toBits, `(uint64_t)${a}`)})`;
    case 'fptosi':
      return `(${cut(toBits, `(int64_t)${a}`)})`;
    case 'ptrtoint':
    case 'ptrtoaddr':
      return toBits === o.pointerBits ? a : `(${cut(toBits, a)})`;
    case 'inttoptr':
      return `((address)${a})`;
    case 'addrspacecast':
      return a;
    case 'bitcast': {
      if (from.kind === to.kind) return a;
      if (from.kind === 'float' && to.kind === 'int') return `bits_of_${from.format}(${a})`;
      if (from.kind === 'int' && to.kind === 'float') return `${to.format}_of_bits(${a})`;
      throw new NoCForm(`a cast from ${typeName(from)} to ${typeName(to)}`);
    }
  }
}
