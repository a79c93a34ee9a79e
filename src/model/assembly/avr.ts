// AVR as firmware writes it inline: all of the instruction set but what programs flash and what a compiler alone uses.
// Interrupts come one instruction after `sei`; `sbi` and `cbi` are one step.

import type { Operand } from '../../ir/value.js';
import { type AvrAct, dataInstructions } from './avr-data.js';
import {
  expression,
  indirect,
  ioAddress,
  isStatus,
  number,
  pairOf,
  read,
  readData,
  readPair,
  register,
  registerOf,
  writeData,
} from './avr-operands.js';
import { bitsOf, int } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';
import type { InstructionSet } from './instruction-set.js';
import type { AssemblyLine, AssemblyOperand } from './template.js';
import { UnknownInstruction } from './unknown-instruction.js';

const bitOf = (e: AssemblyEmitter, value: Operand, n: number): Operand =>
  e.code.toInt(e.code.binary('lshr', value, int(8, n)), 1);
const not = (e: AssemblyEmitter, value: Operand): Operand => e.code.binary('xor', value, int(1, 1));

const loadImmediate: AvrAct = (e, [rd, text = '']) => {
  const part = /^(lo8|hi8)\((.*)\)$/i.exec(text);
  const whole = part === null ? undefined : expression(e, part[2], 16);
  if (whole?.type.kind === 'pointer')
    return e.writePart(register(rd), whole, part![1]!.toLowerCase() === 'lo8' ? 0 : 1);
  const value = expression(e, text, 8);
  e.write(register(rd), e.code.toInt(value, 8));
};

function changeBit(isSet: boolean): AvrAct {
  return (e, [io, n]) => {
    const address = ioAddress(e, io);
    if (isStatus(e, address)) throw new UnknownInstruction('a bit of the status register');
    const mask = 1 << number(e, n);
    e.atomically(() => {
      const value = e.load(address, 8);
      e.store(address, e.code.binary(isSet ? 'or' : 'and', value, int(8, isSet ? mask : ~mask)));
    });
  };
}

function skipOnPort(isSet: boolean): AvrAct {
  return (e, [io, n]) => {
    const bit = bitOf(e, readData(e, ioAddress(e, io)), number(e, n));
    e.skipIf(isSet ? bit : not(e, bit));
  };
}

function skipOnRegister(isSet: boolean): AvrAct {
  return (e, [rd, n]) => {
    const bit = bitOf(e, read(e, rd), number(e, n));
    e.skipIf(isSet ? bit : not(e, bit));
  };
}

/** Flash is memory that nobody changes. */
const loadProgram: AvrAct = (e, [rd = 'r0', from = 'z']) => {
  const { address, update } = indirect(e, from);
  const value = e.load(address, 8, true);
  update?.();
  e.write(register(rd), value);
};

function branchOn(cell: string, isSet: boolean): AvrAct {
  return (e, [label = '']) => {
    const flag = e.read(cell, 1);
    e.branchIf(isSet ? flag : not(e, flag), label);
  };
}

function branchOnInterrupts(isOpen: boolean): AvrAct {
  return (e, [label = '']) => {
    const bit = bitOf(e, e.load(int(16, 0x3f + e.around.ioBase), 8), 7);
    e.branchIf(isOpen ? bit : not(e, bit), label);
  };
}

const flagOrder = ['c', 'z', 'n', 'v', 's', 'h', 't'];

function branchOnBit(isSet: boolean): AvrAct {
  return (e, [n, label = '']) => {
    const cell = flagOrder[number(e, n)];
    if (cell === undefined) return branchOnInterrupts(isSet)(e, [label]);
    branchOn(cell, isSet)(e, [label]);
  };
}

function setStatusBit(value: 0 | 1): AvrAct {
  return (e, [n]) => {
    const cell = flagOrder[number(e, n)];
    if (cell === undefined) e.system(value === 1 ? 'sei' : 'cli');
    else e.write(cell, int(1, value));
  };
}

const jump: AvrAct = (e, [label = '']) => {
  if (!/^\. ?\+ ?0$/.test(label)) e.goto(label);
};

/** Functions without arguments and result; registers that it may use are lost. */
const call: AvrAct = (e, [name = '']) => {
  const callee = e.around.callee(name);
  if (callee === undefined || callee.type.parameters.length > 0 || callee.type.returns.kind !== 'void')
    throw new UnknownInstruction(`call ${name}`);
  e.code.call(callee.name, [], callee.type.returns);
  for (const n of [0, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 30, 31])
    if (e.isLive(`r${n}`)) e.write(`r${n}`, e.arbitrary(8));
  for (const cell of flagOrder) e.writeFlag(cell, () => e.code.toInt(e.arbitrary(8), 1));
};

/** A handler without prologue ends so; that opens the mask is its end's. */
const returnFromInterrupt: AvrAct = (e) => {
  if (e.around.leave === undefined) e.system('reti');
  else e.leaveFunction('reti');
};

/** Exchanges, and bits set, cleared and toggled in memory, of newer devices. */
function exchange(next: (e: AssemblyEmitter, memory: Operand, register: Operand) => Operand): AvrAct {
  return (e, [, rd]) => {
    const { address } = indirect(e, 'z');
    e.atomically(() => {
      const before = e.load(address, 8);
      e.store(address, next(e, before, read(e, rd)));
      e.write(register(rd), before);
    });
  };
}

const system =
  (text: string): AvrAct =>
  (e) =>
    void e.system(text);

const nothing: AvrAct = () => {};

const instructions: Readonly<Record<string, AvrAct>> = {
  ...dataInstructions,
  mov: (e, [rd, rr]) => e.copy(register(rr), register(rd), 8),
  movw: (e, [rd, rr]) => {
    const [to, from] = [pairOf(rd), pairOf(rr)];
    for (const [n, cell] of to.entries()) e.copy(from[n]!, cell, 8);
  },
  ldi: loadImmediate,
  in: (e, [rd, io]) => e.write(register(rd), readData(e, ioAddress(e, io))),
  out: (e, [io, rr]) => writeData(e, ioAddress(e, io), read(e, rr)),
  lds: (e, [rd, at]) => e.write(register(rd), readData(e, expression(e, at, 16))),
  sts: (e, [at, rr]) => writeData(e, expression(e, at, 16), read(e, rr)),
  ...Object.fromEntries(
    ['ld', 'ldd'].map((name): [string, AvrAct] => [
      name,
      (e, [rd, from]) => {
        const { address, update } = indirect(e, from);
        const value = e.load(address, 8);
        update?.();
        e.write(register(rd), value);
      },
    ]),
  ),
  ...Object.fromEntries(
    ['st', 'std'].map((name): [string, AvrAct] => [
      name,
      (e, [to, rr]) => {
        const value = read(e, rr);
        const { address, update } = indirect(e, to);
        e.store(address, value);
        update?.();
      },
    ]),
  ),
  lpm: loadProgram,
  elpm: loadProgram,
  xch: exchange((_, __, value) => value),
  las: exchange((e, memory, value) => e.code.binary('or', memory, value)),
  lac: exchange((e, memory, value) => e.code.binary('and', memory, e.code.binary('xor', value, int(8, 255)))),
  lat: exchange((e, memory, value) => e.code.binary('xor', memory, value)),
  push: (e, [rr]) => e.push(read(e, rr)),
  pop: (e, [rd]) => e.write(register(rd), e.pop(8)),
  sbi: changeBit(true),
  cbi: changeBit(false),
  sbis: skipOnPort(true),
  sbic: skipOnPort(false),
  sbrs: skipOnRegister(true),
  sbrc: skipOnRegister(false),
  cpse: (e, [rd, rr]) => e.skipIf(e.code.compare('eq', read(e, rd), read(e, rr))),
  breq: branchOn('z', true),
  brne: branchOn('z', false),
  brcs: branchOn('c', true),
  brlo: branchOn('c', true),
  brcc: branchOn('c', false),
  brsh: branchOn('c', false),
  brmi: branchOn('n', true),
  brpl: branchOn('n', false),
  brvs: branchOn('v', true),
  brvc: branchOn('v', false),
  brlt: branchOn('s', true),
  brge: branchOn('s', false),
  brhs: branchOn('h', true),
  brhc: branchOn('h', false),
  brts: branchOn('t', true),
  brtc: branchOn('t', false),
  brie: branchOnInterrupts(true),
  brid: branchOnInterrupts(false),
  brbs: branchOnBit(true),
  brbc: branchOnBit(false),
  bset: setStatusBit(1),
  bclr: setStatusBit(0),
  rjmp: jump,
  jmp: jump,
  rcall: call,
  call,
  ret: (e) => e.leaveFunction('ret'),
  reti: returnFromInterrupt,
  sei: system('sei'),
  cli: system('cli'),
  sleep: system('sleep'),
  wdr: system('wdr'),
  break: system('break'),
  nop: nothing,
};

/** The cells of an operand, lowest byte first. */
function cellsOf(n: number, { letters, register: own }: AssemblyOperand, bytes: number): readonly string[] {
  const fixed = own ?? { x: 'r26', y: 'r28', z: 'r30', t: 'r0' }[letters];
  return Array.from({ length: bytes }, (_, k) =>
    fixed === undefined ? `%${n}.${k}` : register(fixed).replace(/\d+$/, (at) => String(Number(at) + k)),
  );
}

const isSei = ({ mnemonic }: AssemblyLine): boolean => mnemonic === 'sei';
const isSkip = ({ mnemonic }: AssemblyLine): boolean => /^(?:sbrc|sbrs|sbic|sbis|cpse)$/.test(mnemonic);

/**
 * Whether it may come before a `sei` that stands before it: whatever neither branches nor reads or changes the mask.
 */
function isDelayed({ mnemonic, operands, labels }: AssemblyLine): boolean {
  if (labels.length > 0 || mnemonic === '' || /^(?:br|rjmp|jmp|i?jmp|i?call|rcall|ret|sei|bset|bclr)/.test(mnemonic))
    return false;
  return (
    !/^(?:sbrc|sbrs|sbic|sbis|cpse)$/.test(mnemonic) && !operands.some((o) => /sreg|0x[35]f|\b63\b|\b95\b/i.test(o))
  );
}

export const avr: InstructionSet = {
  syntax: { comment: /;.*$|^\s*#.*$/, separator: /\$/ },
  wordBits: 8,
  namesMemory: true,
  bits: (cell) => (/^[cznvsht]$/.test(cell) ? 1 : 8),

  /** The instruction behind `sei` is executed before any interrupt: the mask opens after it. */
  arrange(lines) {
    const arranged = [...lines];
    for (let n = 0; n + 1 < arranged.length; n++) {
      const [line, next] = [arranged[n]!, arranged[n + 1]!];
      if (!isSei(line) || (n > 0 && isSkip(arranged[n - 1]!)) || !isDelayed(next)) continue;
      if (next.mnemonic === 'cli') arranged.splice(n, 2, { ...next, labels: line.labels });
      else arranged.splice(n, 2, { ...next, labels: line.labels }, { ...line, labels: [] });
      n++;
    }
    return arranged;
  },

  bind(e, n, operand, value) {
    const bits = value.type.kind === 'pointer' ? e.code.pointerBits : value.type.kind === 'float' ? 32 : bitsOf(value);
    const cells = cellsOf(n, operand, Math.ceil(bits / 8));
    if (bits <= 8) return e.write(cells[0]!, e.code.toInt(value, 8));
    e.writeParts(cells, value.type.kind === 'pointer' ? value : e.code.toInt(value, cells.length * 8));
  },

  print({ number: n, operand, immediate }, modifier) {
    if (immediate !== undefined) return modifier === 'i' ? `(${immediate}-0x20)` : immediate;
    const fixed = operand.register ?? { x: 'r26', y: 'r28', z: 'r30', t: 'r0' }[operand.letters];
    if (modifier === 'a' || operand.isIndirect) {
      const pointer = { r26: 'X', r28: 'Y', r30: 'Z' }[fixed ?? ''];
      return pointer ?? `%${n}.a`;
    }
    const byte = /^[A-H]$/.test(modifier) ? modifier.charCodeAt(0) - 65 : 0;
    return cellsOf(n, operand, byte + 1)[byte]!;
  },

  result(e, n, operand, bits) {
    const wanted = bits === 0 ? e.code.pointerBits : bits;
    const cells = cellsOf(n, operand, Math.ceil(wanted / 8));
    const whole = e.whole(cells);
    if (whole !== undefined) return whole;
    if (cells.length === 1) return e.read(cells[0]!, 8);
    const { code } = e;
    const width = cells.length * 8;
    return cells
      .map((cell, k) => code.binary('shl', code.toInt(e.readInt(cell, 8), width), int(width, 8 * k)))
      .reduce((a, b) => code.binary('or', a, b));
  },

  execute(e, line) {
    const act = Object.hasOwn(instructions, line.mnemonic) ? instructions[line.mnemonic] : undefined;
    if (act === undefined) throw new UnknownInstruction(line.text);
    try {
      act(e, line.operands);
    } catch (thrown) {
      throw thrown instanceof UnknownInstruction ? new UnknownInstruction(line.text) : thrown;
    }
  },

  readRegister: (e, text) => read(e, text),
  writeRegister: (e, text, value) => e.write(register(text), value),
  isRegister: (text) => registerOf(text) !== undefined,

  /** The first arguments are in r25:r24, r23:r22, …, each from an even register on. */
  enter(e, parameters) {
    let next = 26;
    for (const value of parameters) {
      if (value.type.kind !== 'pointer' && value.type.kind !== 'int') return false;
      const bytes = Math.ceil((value.type.kind === 'pointer' ? 16 : bitsOf(value)) / 8);
      next -= bytes + (bytes % 2);
      if (next < 8) return false;
      const cells = Array.from({ length: bytes }, (_, k) => `r${next + k}`);
      if (bytes === 1) e.write(cells[0]!, e.code.toInt(value, 8));
      else e.writeParts(cells, value);
    }
    e.write('r1', int(8, 0));
    return true;
  },

  leave(e, bits) {
    if (bits <= 8) return e.read('r24', 8);
    return bits <= 16 ? readPair(e, ['r24', 'r25']) : undefined;
  },

  initially: (cell) => (cell === 'r1' ? 0n : undefined),

  /** `dec` or `sbiw`, or `subi` with `sbci` behind it, and `brne`. */
  delay(body) {
    const work = body.filter(({ mnemonic }) => mnemonic !== 'nop');
    if (work.length < 2 || work.at(-1)!.mnemonic !== 'brne') return undefined;
    const [first, ...carries] = work.slice(0, -1) as [AssemblyLine, ...AssemblyLine[]];
    const isOne = first.operands[1] === '1' || first.mnemonic === 'dec';
    const isChain = first.mnemonic === 'subi' && carries.every((l) => l.mnemonic === 'sbci' && l.operands[1] === '0');
    if (!isOne || !(isChain || (/^(?:dec|sbiw)$/.test(first.mnemonic) && carries.length === 0))) return undefined;
    const names = [first, ...carries].map((l) => l.operands[0] ?? '');
    if (new Set(names).size !== names.length || !names.every((n) => registerOf(n) !== undefined)) return undefined;
    return (e) => {
      const cells = first.mnemonic === 'sbiw' ? pairOf(names[0]) : names.map((n) => register(n));
      for (const cell of cells) {
        e.readInt(cell, 8);
        e.write(cell, int(8, 0));
      }
      e.writeFlag('z', () => int(1, 1));
      for (const cell of ['n', 'v', 's']) e.writeFlag(cell, () => int(1, 0));
      if (first.mnemonic !== 'dec') e.writeFlag('c', () => int(1, 0));
      if (first.mnemonic === 'subi') e.writeFlag('h', () => int(1, 0));
    };
  },
};
