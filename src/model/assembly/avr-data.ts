// AVR arithmetic, logic, shifts, multiplication and bits, with the flags of the AVR Instruction Set Manual.

import type { IntegerOp } from '../../ir/opcode.js';
import type { Operand } from '../../ir/value.js';
import { expression, flagNames, number, pairOf, read, readPair, register } from './avr-operands.js';
import { bitsOf, int } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';

export type AvrAct = (e: AssemblyEmitter, operands: readonly string[]) => void;

const invert = (e: AssemblyEmitter, value: Operand): Operand => e.code.binary('xor', value, int(bitsOf(value), -1));
const bitAt = (e: AssemblyEmitter, value: Operand, n: number): Operand =>
  e.code.toInt(e.code.binary('lshr', value, int(bitsOf(value), n)), 1);
const top = (e: AssemblyEmitter, value: Operand): Operand => bitAt(e, value, bitsOf(value) - 1);

/** N and Z of a result, V as it is told, and S of both. */
function resultFlags(e: AssemblyEmitter, result: Operand, overflow: () => Operand, keepsZero = false): void {
  const zero = int(bitsOf(result), 0);
  e.writeFlag('z', () => {
    const isZero = e.code.compare('eq', result, zero);
    return keepsZero ? e.code.binary('and', isZero, e.read('z', 1)) : isZero;
  });
  e.writeFlag('n', () => top(e, result));
  e.writeFlag('v', overflow);
  e.writeFlag('s', () => e.code.binary('xor', top(e, result), overflow()));
}

function addition(e: AssemblyEmitter, a: Operand, b: Operand, carry: Operand | undefined): Operand {
  const { code } = e;
  const sum = code.binary('add', a, b);
  const result = carry === undefined ? sum : code.binary('add', sum, code.toInt(carry, 8));
  /** Bits that carry into the next. */
  const carries = (): Operand =>
    code.binary('or', code.binary('and', a, b), code.binary('and', code.binary('or', a, b), invert(e, result)));
  e.writeFlag('h', () => bitAt(e, carries(), 3));
  e.writeFlag('c', () => bitAt(e, carries(), 7));
  resultFlags(e, result, () =>
    top(e, code.binary('and', code.binary('xor', a, result), code.binary('xor', b, result))),
  );
  return result;
}

function subtraction(e: AssemblyEmitter, a: Operand, b: Operand, carry: Operand | undefined): Operand {
  const { code } = e;
  const difference = code.binary('sub', a, b);
  const result = carry === undefined ? difference : code.binary('sub', difference, code.toInt(carry, 8));
  const borrows = (): Operand => {
    const not = invert(e, a);
    return code.binary('or', code.binary('and', not, b), code.binary('and', code.binary('or', not, b), result));
  };
  e.writeFlag('h', () => bitAt(e, borrows(), 3));
  e.writeFlag('c', () => bitAt(e, borrows(), 7));
  const overflow = (): Operand => top(e, code.binary('and', code.binary('xor', a, b), code.binary('xor', a, result)));
  resultFlags(e, result, overflow, carry !== undefined);
  return result;
}

interface Shape {
  readonly isImmediate?: true;
  readonly withCarry?: true;
  /** Only the flags. */
  readonly compares?: true;
}

function arithmetic(compute: typeof addition, { isImmediate, withCarry, compares }: Shape): AvrAct {
  return (e, [rd, rr]) => {
    const a = read(e, rd);
    const b = isImmediate ? e.code.toInt(expression(e, rr, 8), 8) : read(e, rr ?? rd);
    const result = compute(e, a, b, withCarry ? e.read('c', 1) : undefined);
    if (!compares) e.write(register(rd), result);
  };
}

const never = (): Operand => int(1, 0);

function logic(op: IntegerOp, isImmediate = false): AvrAct {
  return (e, [rd, rr]) => {
    const b = isImmediate ? e.code.toInt(expression(e, rr, 8), 8) : read(e, rr ?? rd);
    const result = e.code.binary(op, read(e, rd), b);
    resultFlags(e, result, never);
    e.write(register(rd), result);
  };
}

const clear: AvrAct = (e, [rd]) => {
  resultFlags(e, int(8, 0), never);
  e.write(register(rd), int(8, 0));
};

const clearBits: AvrAct = (e, [rd, k]) => {
  const result = e.code.binary('and', read(e, rd), invert(e, e.code.toInt(expression(e, k, 8), 8)));
  resultFlags(e, result, never);
  e.write(register(rd), result);
};

const complement: AvrAct = (e, [rd]) => {
  const result = invert(e, read(e, rd));
  e.writeFlag('c', () => int(1, 1));
  resultFlags(e, result, never);
  e.write(register(rd), result);
};

const negate: AvrAct = (e, [rd]) => {
  e.write(register(rd), subtraction(e, int(8, 0), read(e, rd), undefined));
};

function step(op: 'add' | 'sub', overflowsTo: number): AvrAct {
  return (e, [rd]) => {
    const result = e.code.binary(op, read(e, rd), int(8, 1));
    resultFlags(e, result, () => e.code.compare('eq', result, int(8, overflowsTo)));
    e.write(register(rd), result);
  };
}

function shiftRight(into: (e: AssemblyEmitter, value: Operand) => Operand): AvrAct {
  return (e, [rd]) => {
    const { code } = e;
    const value = read(e, rd);
    const result = code.binary(
      'or',
      code.binary('lshr', value, int(8, 1)),
      code.binary('shl', into(e, value), int(8, 7)),
    );
    const carry = bitAt(e, value, 0);
    e.writeFlag('c', () => carry);
    resultFlags(e, result, () => code.binary('xor', top(e, result), carry));
    e.write(register(rd), result);
  };
}

const swap: AvrAct = (e, [rd]) => {
  const value = read(e, rd);
  const { code } = e;
  e.write(register(rd), code.binary('or', code.binary('shl', value, int(8, 4)), code.binary('lshr', value, int(8, 4))));
};

function wide(op: 'add' | 'sub'): AvrAct {
  return (e, [rd, k]) => {
    const { code } = e;
    const cells = pairOf(rd);
    const start = readPair(e, cells);
    const by = expression(e, k, 16);
    const hasFlags = ['c', 'z', 'n', 'v', 's'].some((cell) => e.isLive(cell));
    if (start.type.kind === 'pointer' && !hasFlags)
      return e.writeParts(cells, code.behind(start, by, op === 'add' ? 1 : -1));
    const before = code.toInt(start, 16);
    const result = code.binary(op, before, code.toInt(by, 16));
    const [up, down] = op === 'add' ? [result, before] : [before, result];
    const overflow = (): Operand => top(e, code.binary('and', up, invert(e, down)));
    e.writeFlag('c', () => top(e, code.binary('and', down, invert(e, up))));
    resultFlags(e, result, overflow);
    const isPointer = start.type.kind === 'pointer';
    e.writeParts(cells, isPointer ? code.behind(start, by, op === 'add' ? 1 : -1) : result);
  };
}

function multiply(isFirstSigned: boolean, isSecondSigned: boolean, isFraction: boolean): AvrAct {
  return (e, [rd, rr]) => {
    const { code } = e;
    const a = code.toInt(read(e, rd), 16, isFirstSigned);
    const product = code.binary('mul', a, code.toInt(read(e, rr), 16, isSecondSigned));
    const result = isFraction ? code.binary('shl', product, int(16, 1)) : product;
    e.writeFlag('c', () => top(e, product));
    e.writeFlag('z', () => code.compare('eq', result, int(16, 0)));
    e.writeParts(['r0', 'r1'], result);
  };
}

const storeBit: AvrAct = (e, [rd, n]) => e.write('t', bitAt(e, read(e, rd), number(e, n)));

const loadBit: AvrAct = (e, [rd, n]) => {
  const { code } = e;
  const at = number(e, n);
  const kept = code.binary('and', read(e, rd), int(8, ~(1 << at)));
  e.write(register(rd), code.binary('or', kept, code.binary('shl', code.toInt(e.read('t', 1), 8), int(8, at))));
};

function setFlag(cell: string, value: 0 | 1): AvrAct {
  return (e) => e.write(cell, int(1, value));
}

export const dataInstructions: Readonly<Record<string, AvrAct>> = {
  add: arithmetic(addition, {}),
  adc: arithmetic(addition, { withCarry: true }),
  lsl: arithmetic(addition, {}),
  rol: arithmetic(addition, { withCarry: true }),
  sub: arithmetic(subtraction, {}),
  subi: arithmetic(subtraction, { isImmediate: true }),
  sbc: arithmetic(subtraction, { withCarry: true }),
  sbci: arithmetic(subtraction, { withCarry: true, isImmediate: true }),
  cp: arithmetic(subtraction, { compares: true }),
  cpc: arithmetic(subtraction, { withCarry: true, compares: true }),
  cpi: arithmetic(subtraction, { isImmediate: true, compares: true }),
  and: logic('and'),
  andi: logic('and', true),
  tst: logic('and'),
  or: logic('or'),
  ori: logic('or', true),
  sbr: logic('or', true),
  cbr: clearBits,
  eor: (e, operands) => (operands[0] === operands[1] ? clear(e, operands) : logic('xor')(e, operands)),
  clr: clear,
  ser: (e, [rd]) => e.write(register(rd), int(8, 255)),
  com: complement,
  neg: negate,
  inc: step('add', 0x80),
  dec: step('sub', 0x7f),
  lsr: shiftRight(() => int(8, 0)),
  asr: shiftRight((e, value) => e.code.binary('lshr', value, int(8, 7))),
  ror: shiftRight((e) => e.code.toInt(e.read('c', 1), 8)),
  swap,
  adiw: wide('add'),
  sbiw: wide('sub'),
  mul: multiply(false, false, false),
  muls: multiply(true, true, false),
  mulsu: multiply(true, false, false),
  fmul: multiply(false, false, true),
  fmuls: multiply(true, true, true),
  fmulsu: multiply(true, false, true),
  bst: storeBit,
  bld: loadBit,
  ...Object.fromEntries(
    flagNames.flatMap((cell) => [
      [`se${cell}`, setFlag(cell, 1)],
      [`cl${cell}`, setFlag(cell, 0)],
    ]),
  ),
};
