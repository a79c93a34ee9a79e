// Computations of the IR as C. Numbers are unsigned and exactly as wide as on the target, so that arithmetic wraps as
// it does there, on every host; pointers are numbers as wide as the target's. What has no C form here throws `NoCForm`.

import type {
  Binary,
  Cast,
  GetElementPtr,
  Instruction,
  IntegerBinary,
  IntegerCompare,
  Select,
} from '../ir/instruction.js';
import { isBinary, isCast, isComputation, isIntegerBinary, mayTrap } from '../ir/instruction-class.js';
import { isSigned, opcodes } from '../ir/opcode.js';
import { type FloatPredicate, floatPredicates, floatRelationText, integerPredicates } from '../ir/predicate.js';
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
  if (isIntegerBinary(i)) return integerBinary(i, o);
  if (isBinary(i)) return floatBinary(i, o);
  if (isCast(i)) return cast(i, o);
  switch (i.op) {
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

function integerBinary(i: IntegerBinary, o: Operands): string {
  const { type } = i.result;
  const bits = bitsOf(type, o.pointerBits);
  if (bits === 0 || bits > 64) throw new NoCForm(`arithmetic on ${typeName(type)}`);
  const [a, b] = [o.text(i.left), o.text(i.right)];
  const isNarrow = bits !== widthOf(bits) || bits < 32;
  // Narrow operands become int in C, which must not overflow.
  const wide = isNarrow ? (bits > 32 ? '(uint64_t)' : '(uint32_t)') : '';
  const { operator } = opcodes[i.op];
  switch (i.op) {
    case 'add':
    case 'sub':
    case 'mul': {
      const text = `${wide}${a} ${operator} ${b}`;
      return isNarrow ? `(${cut(bits, text)})` : `(${text})`;
    }
    case 'and':
    case 'or':
    case 'xor': {
      const text = `${a} ${operator} ${b}`;
      return bits < 32 ? `((uint${widthOf(bits)}_t)(${text}))` : `(${text})`;
    }
    case 'udiv':
    case 'urem': {
      const divisor = mayTrap(i) ? `nonzero(${b})` : b;
      return `(${cut(bits, `${a} ${operator} ${divisor}`)})`;
    }
    case 'sdiv':
    case 'srem':
      return `(${cut(bits, `${i.op === 'sdiv' ? 'quotient' : 'remaining'}(${signed(bits, a)}, ${signed(bits, b)})`)})`;
    case 'shl':
    case 'lshr':
    case 'ashr': {
      const from = isSigned(i.op) ? signed(bits, a) : isNarrow ? `${wide}${a}` : a;
      if (i.right.kind === 'int' && i.right.value < BigInt(bits))
        return `(${cut(bits, `${from} ${operator} ${i.right.value}`)})`;
      const tooFar = isSigned(i.op) ? `${from} >> ${bits - 1}` : '0u';
      return `(${cut(bits, `${b} < ${bits}u ? ${from} ${operator} ${b} : ${tooFar}`)})`;
    }
  }
}

/** Does it only compute? */
export function isPure(i: Instruction): boolean {
  return isComputation(i) && !mayTrap(i);
}

function floatBinary(i: Binary, o: Operands): string {
  if (i.op === 'frem') throw new NoCForm('the remainder of floating-point numbers');
  scalarType(i.result.type, o.pointerBits);
  return `(${o.text(i.left)} ${opcodes[i.op].operator} ${o.text(i.right)})`;
}

/** Without brackets around it. */
function integerComparison(i: IntegerCompare, o: Operands): string {
  const bits = bitsOf(i.left.type, o.pointerBits);
  if (bits === 0 || bits > 64) throw new NoCForm(`a comparison of ${typeName(i.left.type)}`);
  const [a, b] = [o.text(i.left), o.text(i.right)];
  const { relation, signed: takesSigned } = integerPredicates[i.predicate];
  return takesSigned ? `${signed(bits, a)} ${relation} ${signed(bits, b)}` : `${a} ${relation} ${b}`;
}

function floatComparison(predicate: FloatPredicate, a: string, b: string): string {
  const { relation, onNaN } = floatPredicates[predicate];
  switch (relation) {
    case 'always':
      return onNaN ? '1' : `!is_unordered(${a}, ${b})`;
    case 'never':
      return onNaN ? `is_unordered(${a}, ${b})` : '0';
    default:
      return floatRelationText(relation, onNaN, a, b);
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
      return `((${target})${a})`;
    case 'uitofp':
    case 'sitofp':
      return `((${target})${isSigned(i.op) ? signed(fromBits, a) : a})`;
    case 'fptoui':
    case 'fptosi':
      return `(${cut(toBits, `(${isSigned(i.op) ? 'int64_t' : 'uint64_t'})${a}`)})`;
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
