// ARM data processing: moves, arithmetic, logic, shifts, multiplication, bit fields, byte reversal, saturation. The `s`
// of a name sets flags, which cost nothing where nobody reads them.

import type { IntegerOp } from '../../ir/opcode.js';
import type { Operand } from '../../ir/value.js';
import { bit, flexible, immediate, readRegister, register, registerOf, type Shifted, shifted } from './arm-operands.js';
import { int } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';
import { UnknownInstruction } from './unknown-instruction.js';

export type ArmAct = (e: AssemblyEmitter, operands: readonly string[], setsFlags: boolean) => void;

const word = (e: AssemblyEmitter, value: Operand): Operand => e.code.toInt(value, 32);

function negativeAndZero(e: AssemblyEmitter, result: Operand): void {
  e.writeFlag('n', () => e.code.compare('slt', word(e, result), int(32, 0)));
  e.writeFlag('z', () => e.code.compare('eq', word(e, result), int(32, 0)));
}

/** a + b + carry, with b inverted for a subtraction; flags as AddWithCarry() says. */
function sum(e: AssemblyEmitter, a: Operand, b: Operand, kind: 'add' | 'sub', carry?: Operand): Operand {
  const { code } = e;
  if (carry === undefined) return kind === 'add' ? code.binary('add', a, b) : code.binary('sub', a, b);
  const second = kind === 'add' ? b : code.binary('xor', b, int(32, -1));
  return code.binary('add', code.binary('add', a, second), code.toInt(carry, 32));
}

function sumFlags(
  e: AssemblyEmitter,
  a: Operand,
  b: Operand,
  result: Operand,
  kind: 'add' | 'sub',
  carry?: Operand,
): void {
  const { code } = e;
  const second = (): Operand => (kind === 'add' ? b : code.binary('xor', b, int(32, -1)));
  negativeAndZero(e, result);
  e.writeFlag('c', () => {
    if (carry === undefined) return kind === 'add' ? code.compare('ult', result, a) : code.compare('uge', a, b);
    const wide = code.binary('add', code.toInt(a, 64), code.toInt(second(), 64));
    return bit(e, code.binary('add', wide, code.toInt(carry, 64)), 32);
  });
  e.writeFlag('v', () =>
    bit(e, code.binary('and', code.binary('xor', a, result), code.binary('xor', second(), result)), 31),
  );
}

/** `op rd, rn, …` or `op rd, …`, which is `op rd, rd, …`. */
function threeOperands(operands: readonly string[]): readonly [string, string, readonly string[]] {
  const [rd = '', ...rest] = operands;
  const isShort = rest.length === 1 || (rest.length === 2 && /^(?:lsl|lsr|asr|ror|rrx)\b/i.test(rest[1]!));
  return isShort ? [rd, rd, rest] : [rd, rest[0] ?? '', rest.slice(1)];
}

function additive(kind: 'add' | 'sub', withCarry: boolean, isReversed = false): ArmAct {
  return (e, operands, setsFlags) => {
    const [rd, rn, last] = threeOperands(operands);
    const first = e.read(register(rn), 32);
    const second = flexible(e, last).value;
    if (first.type.kind === 'pointer' && !withCarry && !isReversed && !setsFlags && second.type.kind === 'int') {
      e.write(register(rd), e.code.behind(first, second, kind === 'add' ? 1 : -1));
      return;
    }
    const [a, b] = isReversed ? [word(e, second), word(e, first)] : [word(e, first), word(e, second)];
    const carry = withCarry ? e.read('c', 1) : undefined;
    const result = sum(e, a, b, kind, carry);
    if (setsFlags) sumFlags(e, a, b, result, kind, carry);
    e.write(register(rd), result);
  };
}

function logicFlags(e: AssemblyEmitter, result: Operand, { carry }: Shifted): void {
  negativeAndZero(e, result);
  if (carry !== undefined) e.writeFlag('c', carry);
}

function logical(op: IntegerOp, isInverted = false): ArmAct {
  return (e, operands, setsFlags) => {
    const [rd, rn, last] = threeOperands(operands);
    const first = readRegister(e, rn);
    const second = flexible(e, last);
    const value = word(e, second.value);
    const result = e.code.binary(op, first, isInverted ? e.code.binary('xor', value, int(32, -1)) : value);
    if (setsFlags) logicFlags(e, result, second);
    e.write(register(rd), result);
  };
}

function test(op: 'and' | 'xor'): ArmAct {
  return (e, [rn, ...last]) => {
    const second = flexible(e, last);
    logicFlags(e, e.code.binary(op, readRegister(e, rn), word(e, second.value)), second);
  };
}

function compare(kind: 'add' | 'sub'): ArmAct {
  return (e, [rn, ...last]) => {
    const [a, b] = [readRegister(e, rn), word(e, flexible(e, last).value)];
    sumFlags(e, a, b, sum(e, a, b, kind), kind);
  };
}

function move(isInverted: boolean): ArmAct {
  return (e, [rd, ...last], setsFlags) => {
    const second = flexible(e, last);
    const value = isInverted ? e.code.binary('xor', word(e, second.value), int(32, -1)) : second.value;
    if (setsFlags) logicFlags(e, value, second);
    e.write(register(rd), value);
  };
}

function shift(kind: string): ArmAct {
  return (e, operands, setsFlags) => {
    const [rd = '', rn = '', amount] = operands.length === 2 ? [operands[0]!, operands[0]!, operands[1]!] : operands;
    const result = shifted(e, kind, readRegister(e, rn), amount ?? '');
    if (setsFlags) logicFlags(e, result.value, result);
    e.write(register(rd), result.value);
  };
}

const multiply: ArmAct = (e, [rd, rn, rm], setsFlags) => {
  const result = e.code.binary('mul', readRegister(e, rn), readRegister(e, rm ?? rd));
  if (setsFlags) negativeAndZero(e, result);
  e.write(register(rd), result);
};

function accumulate(op: 'add' | 'sub'): ArmAct {
  return (e, [rd, rn, rm, ra]) => {
    const product = e.code.binary('mul', readRegister(e, rn), readRegister(e, rm));
    e.write(register(rd), e.code.binary(op, readRegister(e, ra), product));
  };
}

function longMultiply(isSigned: boolean, accumulates: boolean): ArmAct {
  return (e, [low, high, rn, rm]) => {
    const { code } = e;
    const [a, b] = [readRegister(e, rn), readRegister(e, rm)].map((v) => code.toInt(v, 64, isSigned)) as [
      Operand,
      Operand,
    ];
    let wide = code.binary('mul', a, b);
    if (accumulates) {
      const upper = code.binary('shl', code.toInt(readRegister(e, high), 64), int(64, 32));
      wide = code.binary('add', wide, code.binary('or', upper, code.toInt(readRegister(e, low), 64)));
    }
    e.write(register(low), code.toInt(wide, 32));
    e.write(register(high), code.toInt(code.binary('lshr', wide, int(64, 32)), 32));
  };
}

/** The upper half of the product, of 64 bits, with a word added above it. */
function upperMultiply(op: 'add' | 'sub' | undefined, isRounded: boolean): ArmAct {
  return (e, [rd, rn, rm, ra]) => {
    const { code } = e;
    const [a, b] = [readRegister(e, rn), readRegister(e, rm)].map((v) => code.toInt(v, 64, true)) as [Operand, Operand];
    const product = code.binary('mul', a, b);
    const base = op === undefined ? int(64, 0) : code.binary('shl', code.toInt(readRegister(e, ra), 64), int(64, 32));
    const sum = code.binary(op ?? 'add', base, product);
    const rounded = isRounded ? code.binary('add', sum, int(64, 0x80000000n)) : sum;
    e.write(register(rd), code.toInt(code.binary('lshr', rounded, int(64, 32)), 32));
  };
}

/** Division by zero gives zero, as long as it does not trap. */
function divide(op: 'udiv' | 'sdiv'): ArmAct {
  return (e, operands) => {
    const [rd, rn, [rm]] = threeOperands(operands);
    const { code } = e;
    const [a, b] = [readRegister(e, rn), readRegister(e, rm)];
    const isZero = code.compare('eq', b, int(32, 0));
    const quotient = code.binary(op, a, code.select(isZero, int(32, 1), b));
    e.write(register(rd), code.select(isZero, int(32, 0), quotient));
  };
}

/** By an intrinsic of LLVM: `llvm.bswap.i32`. */
function intrinsic(name: string, ...more: readonly Operand[]): ArmAct {
  return (e, [rd, rm]) => e.write(register(rd), e.code.call(name, [readRegister(e, rm), ...more], int(32, 0).type)!);
}

/** Bytes are swapped within each half. */
const reverseHalves: ArmAct = (e, [rd, rm]) => {
  const { code } = e;
  const value = readRegister(e, rm);
  const up = code.binary('shl', code.binary('and', value, int(32, 0x00ff00ff)), int(32, 8));
  const down = code.binary('and', code.binary('lshr', value, int(32, 8)), int(32, 0x00ff00ff));
  e.write(register(rd), code.binary('or', up, down));
};

const reverseSigned: ArmAct = (e, [rd, rm]) => {
  const { code } = e;
  const half = code.toInt(readRegister(e, rm), 16);
  const swapped = code.binary('or', code.binary('shl', half, int(16, 8)), code.binary('lshr', half, int(16, 8)));
  e.write(register(rd), code.toInt(swapped, 32, true));
};

function extend(bits: number, isSigned: boolean, adds: boolean): ArmAct {
  return (e, operands) => {
    const { code } = e;
    const [rd, ...rest] = operands;
    const base = adds && rest.length > 1 && registerOf(rest[1]!) !== undefined ? rest.shift() : undefined;
    const [rm = rd, turn] = rest;
    let value = readRegister(e, rm);
    if (turn !== undefined) value = shifted(e, 'ror', value, turn.replace(/^ror ?/i, '')).value;
    const result = code.toInt(code.toInt(value, bits), 32, isSigned);
    e.write(register(rd), base === undefined ? result : code.binary('add', readRegister(e, base), result));
  };
}

function constantNumber(e: AssemblyEmitter, text: string | undefined): number {
  const value = immediate(e, text);
  if (value?.kind !== 'int') throw new UnknownInstruction(`the number ${text ?? ''}`);
  return Number(value.value);
}

function extractField(isSigned: boolean): ArmAct {
  return (e, [rd, rn, lsb, width]) => {
    const { code } = e;
    const [from, bits] = [constantNumber(e, lsb), constantNumber(e, width)];
    const top = code.binary('shl', readRegister(e, rn), int(32, 32 - from - bits));
    e.write(register(rd), code.binary(isSigned ? 'ashr' : 'lshr', top, int(32, 32 - bits)));
  };
}

function insertField(clears: boolean): ArmAct {
  return (e, operands) => {
    const { code } = e;
    const [rd, ...rest] = operands;
    const source = clears ? undefined : rest.shift();
    const [from, bits] = [constantNumber(e, rest[0]), constantNumber(e, rest[1])];
    const mask = ((1n << BigInt(bits)) - 1n) << BigInt(from);
    const kept = code.binary('and', readRegister(e, rd), int(32, ~mask));
    if (source === undefined) return e.write(register(rd), kept);
    const put = code.binary('and', code.binary('shl', readRegister(e, source), int(32, from)), int(32, mask));
    e.write(register(rd), code.binary('or', kept, put));
  };
}

const moveTop: ArmAct = (e, [rd, number]) => {
  const { code } = e;
  const value = immediate(e, number);
  if (value?.kind !== 'int') throw new UnknownInstruction(`movt of ${number ?? ''}`);
  const kept = code.binary('and', readRegister(e, rd), int(32, 0xffff));
  e.write(register(rd), code.binary('or', kept, int(32, value.value << 16n)));
};

/** To so many bits; Q remembers that it happened. */
function saturate(isSigned: boolean): ArmAct {
  return (e, [rd, width, rn, by]) => {
    const { code } = e;
    const bits = constantNumber(e, width);
    let value = readRegister(e, rn);
    if (by !== undefined) {
      const [, kind = '', amount = ''] = /^(\w+) ?(.*)$/.exec(by) ?? [];
      value = shifted(e, kind.toLowerCase(), value, amount).value;
    }
    const most = isSigned ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
    const least = isSigned ? -(2 ** (bits - 1)) : 0;
    clamp(e, register(rd), code.toInt(value, 64, true), least, most);
  };
}

function clamp(e: AssemblyEmitter, rd: string, wide: Operand, least: number, most: number): void {
  const { code } = e;
  const isAbove = code.compare('sgt', wide, int(64, most));
  const isBelow = code.compare('slt', wide, int(64, least));
  const result = code.select(isAbove, int(64, most), code.select(isBelow, int(64, least), wide));
  e.writeFlag('q', () => code.binary('or', e.read('q', 1), code.binary('or', isAbove, isBelow)));
  e.write(rd, code.toInt(result, 32));
}

function saturatingSum(op: 'add' | 'sub'): ArmAct {
  return (e, operands) => {
    const [rd, rn, [rm]] = threeOperands(operands);
    const [a, b] = [readRegister(e, rn), readRegister(e, rm)].map((v) => e.code.toInt(v, 64, true)) as [
      Operand,
      Operand,
    ];
    clamp(e, register(rd), e.code.binary(op, a, b), -(2 ** 31), 2 ** 31 - 1);
  };
}

const negate: ArmAct = (e, [rd, rn = rd ?? ''], setsFlags) =>
  additive('sub', false, true)(e, [rd ?? '', rn, '#0'], setsFlags);

/** By name; `true`: the name may have an `s` behind it. */
export const dataProcessing: Readonly<Record<string, readonly [ArmAct, boolean]>> = {
  mov: [move(false), true],
  cpy: [move(false), false],
  mvn: [move(true), true],
  movw: [move(false), false],
  movt: [moveTop, false],
  add: [additive('add', false), true],
  addw: [additive('add', false), false],
  adc: [additive('add', true), true],
  sub: [additive('sub', false), true],
  subw: [additive('sub', false), false],
  sbc: [additive('sub', true), true],
  rsb: [additive('sub', false, true), true],
  neg: [negate, true],
  and: [logical('and'), true],
  orr: [logical('or'), true],
  eor: [logical('xor'), true],
  bic: [logical('and', true), true],
  orn: [logical('or', true), true],
  tst: [test('and'), false],
  teq: [test('xor'), false],
  cmp: [compare('sub'), false],
  cmn: [compare('add'), false],
  lsl: [shift('lsl'), true],
  lsr: [shift('lsr'), true],
  asr: [shift('asr'), true],
  ror: [shift('ror'), true],
  rrx: [(e, [rd, rm], s) => move(false)(e, [rd ?? '', rm ?? '', 'rrx'], s), true],
  mul: [multiply, true],
  mla: [accumulate('add'), false],
  mls: [accumulate('sub'), false],
  umull: [longMultiply(false, false), false],
  smull: [longMultiply(true, false), false],
  umlal: [longMultiply(false, true), false],
  smlal: [longMultiply(true, true), false],
  smmul: [upperMultiply(undefined, false), false],
  smmulr: [upperMultiply(undefined, true), false],
  smmla: [upperMultiply('add', false), false],
  smmls: [upperMultiply('sub', false), false],
  udiv: [divide('udiv'), false],
  sdiv: [divide('sdiv'), false],
  clz: [intrinsic('llvm.ctlz.i32', int(1, 0)), false],
  rbit: [intrinsic('llvm.bitreverse.i32'), false],
  rev: [intrinsic('llvm.bswap.i32'), false],
  rev16: [reverseHalves, false],
  revsh: [reverseSigned, false],
  sxtb: [extend(8, true, false), false],
  sxth: [extend(16, true, false), false],
  uxtb: [extend(8, false, false), false],
  uxth: [extend(16, false, false), false],
  sxtab: [extend(8, true, true), false],
  sxtah: [extend(16, true, true), false],
  uxtab: [extend(8, false, true), false],
  uxtah: [extend(16, false, true), false],
  ubfx: [extractField(false), false],
  sbfx: [extractField(true), false],
  bfi: [insertField(false), false],
  bfc: [insertField(true), false],
  ssat: [saturate(true), false],
  usat: [saturate(false), false],
  qadd: [saturatingSum('add'), false],
  qsub: [saturatingSum('sub'), false],
};
