// MSP430 for what masks, tests and moves: the core instructions with all addressing modes, GIE by the pack. An
// instruction that changes memory is one step, as it is on the machine.

import type { Operand } from '../../ir/value.js';
import { bitsOf, int } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';
import { evaluate } from './expression.js';
import type { InstructionSet } from './instruction-set.js';
import type { AssemblyLine } from './template.js';
import { UnknownInstruction } from './unknown-instruction.js';

const flags = [
  ['c', 0],
  ['z', 1],
  ['n', 2],
  ['v', 8],
] as const;

function registerOf(text: string): string | undefined {
  const name = text.toLowerCase();
  if (/^%\d+h?$/.test(name)) return name;
  return /^r(?:[4-9]|1[0-5])$/.test(name) ? name : undefined;
}

const isStatus = (text: string): boolean => /^(?:sr|r2)$/i.test(text);

function number(e: AssemblyEmitter, text: string): Operand {
  const value = evaluate(text, 16, e.code, (name) => e.around.symbol(name));
  if (value === undefined) throw new UnknownInstruction(`the operand ${text}`);
  return value;
}

/** A place that can be read and written. */
interface Location {
  read(): Operand;
  write(value: Operand): void;
  readonly isMemory: boolean;
}

function readStatus(e: AssemblyEmitter): Operand {
  let value: Operand = e.system('mov sr, $0', [], 16)!;
  for (const [cell, at] of flags)
    value = e.code.binary('or', value, e.code.binary('shl', e.code.toInt(e.read(cell, 1, true), 16), int(16, at)));
  return value;
}

function statusFlags(e: AssemblyEmitter, value: Operand): void {
  for (const [cell, at] of flags) e.writeFlag(cell, () => e.code.toInt(e.code.binary('lshr', value, int(16, at)), 1));
}

function location(e: AssemblyEmitter, text: string, bits: number): Location {
  const register = registerOf(text);
  if (register !== undefined) {
    return {
      isMemory: false,
      read: () => (bits === 16 ? e.read(register, 16) : e.code.toInt(e.readInt(register, 16), 8)),
      // A byte clears what is above it.
      write: (value) => e.write(register, value.type.kind === 'pointer' ? value : e.code.toInt(value, 16)),
    };
  }
  if (isStatus(text)) {
    return {
      isMemory: false,
      read: () => e.code.toInt(readStatus(e), bits),
      write: (value) => {
        e.system('mov $0, sr', [e.code.toInt(value, 16)]);
        statusFlags(e, e.code.toInt(value, 16));
      },
    };
  }
  if (text.startsWith('#')) {
    const value = number(e, text.slice(1));
    return {
      isMemory: false,
      read: () => (value.kind === 'int' ? int(bits, value.value) : value),
      write: () => refuse(text),
    };
  }
  const address = addressIn(e, text, bits);
  return {
    isMemory: true,
    read: () => e.load(address, bits),
    write: (value) => e.store(address, e.code.toInt(value, bits)),
  };
}

function refuse(text: string): never {
  throw new UnknownInstruction(`the operand ${text}`);
}

function addressIn(e: AssemblyEmitter, text: string, bits: number): Operand {
  const through = /^@(\S+?)(\+?)$/.exec(text);
  const indexed = /^(.*)\((.+)\)$/.exec(text);
  const base = registerOf(through?.[1] ?? indexed?.[2] ?? '');
  if (through !== null) {
    if (base === undefined) refuse(text);
    const start = e.read(base, 16);
    if (through[2] === '+') e.write(base, e.code.behind(start, int(16, bits / 8)));
    return start;
  }
  if (indexed !== null && base !== undefined) return e.code.behind(e.read(base, 16), number(e, indexed[1]!));
  if (/^[@(]|[()]$/.test(text)) refuse(text);
  return number(e, text.replace(/^&/, ''));
}

const top = (e: AssemblyEmitter, value: Operand): Operand =>
  e.code.toInt(e.code.binary('lshr', value, int(bitsOf(value), bitsOf(value) - 1)), 1);

function negativeAndZero(e: AssemblyEmitter, result: Operand): void {
  e.writeFlag('n', () => top(e, result));
  e.writeFlag('z', () => e.code.compare('eq', result, int(bitsOf(result), 0)));
}

/** destination + source + carry; a subtraction adds the inverse. */
function add(e: AssemblyEmitter, to: Operand, from: Operand, carry: Operand | undefined): Operand {
  const { code } = e;
  const bits = bitsOf(to);
  const sum = code.binary('add', to, from);
  const result = carry === undefined ? sum : code.binary('add', sum, code.toInt(carry, bits));
  negativeAndZero(e, result);
  e.writeFlag('c', () => {
    const wide = code.binary('add', code.toInt(to, 32), code.toInt(from, 32));
    const all = carry === undefined ? wide : code.binary('add', wide, code.toInt(carry, 32));
    return code.toInt(code.binary('lshr', all, int(32, bits)), 1);
  });
  e.writeFlag('v', () => top(e, code.binary('and', code.binary('xor', to, result), code.binary('xor', from, result))));
  return result;
}

/** Undefined: only flags change. */
type Compute = (e: AssemblyEmitter, to: Operand, from: Operand) => Operand | undefined;

const inverse = (e: AssemblyEmitter, value: Operand): Operand => e.code.binary('xor', value, int(bitsOf(value), -1));
const one = (): Operand => int(1, 1);

function logicFlags(e: AssemblyEmitter, result: Operand): void {
  negativeAndZero(e, result);
  e.writeFlag('c', () => e.code.compare('ne', result, int(bitsOf(result), 0)));
  e.writeFlag('v', () => int(1, 0));
}

const two: Readonly<Record<string, Compute>> = {
  add: (e, to, from) => add(e, to, from, undefined),
  addc: (e, to, from) => add(e, to, from, e.read('c', 1)),
  sub: (e, to, from) => add(e, to, inverse(e, from), one()),
  subc: (e, to, from) => add(e, to, inverse(e, from), e.read('c', 1)),
  cmp: (e, to, from) => void add(e, to, inverse(e, from), one()),
  and: (e, to, from) => {
    const result = e.code.binary('and', to, from);
    logicFlags(e, result);
    return result;
  },
  bit: (e, to, from) => void logicFlags(e, e.code.binary('and', to, from)),
  xor: (e, to, from) => {
    const result = e.code.binary('xor', to, from);
    logicFlags(e, result);
    const areBoth = e.code.binary('and', to, from);
    e.writeFlag('v', () => top(e, areBoth));
    return result;
  },
  bis: (e, to, from) => e.code.binary('or', to, from),
  bic: (e, to, from) => e.code.binary('and', to, inverse(e, from)),
};

const single: Readonly<Record<string, (e: AssemblyEmitter, value: Operand) => Operand>> = {
  rra: (e, value) => shiftedRight(e, value, top(e, value)),
  rrc: (e, value) => shiftedRight(e, value, e.read('c', 1)),
  swpb: (e, value) => {
    const { code } = e;
    return code.binary('or', code.binary('shl', value, int(16, 8)), code.binary('lshr', value, int(16, 8)));
  },
  sxt: (e, value) => {
    const result = e.code.toInt(e.code.toInt(value, 8), 16, true);
    logicFlags(e, result);
    return result;
  },
};

function shiftedRight(e: AssemblyEmitter, value: Operand, into: Operand): Operand {
  const { code } = e;
  const bits = bitsOf(value);
  const high = code.binary('shl', code.toInt(into, bits), int(bits, bits - 1));
  const result = code.binary('or', code.binary('lshr', value, int(bits, 1)), high);
  const carry = code.toInt(value, 1);
  negativeAndZero(e, result);
  e.writeFlag('c', () => carry);
  e.writeFlag('v', () => int(1, 0));
  return result;
}

/** Names that stand for others. */
const emulated: Readonly<Record<string, (to: string) => readonly [string, ...string[]]>> = {
  clr: (to) => ['mov', '#0', to],
  tst: (to) => ['cmp', '#0', to],
  inc: (to) => ['add', '#1', to],
  incd: (to) => ['add', '#2', to],
  dec: (to) => ['sub', '#1', to],
  decd: (to) => ['sub', '#2', to],
  inv: (to) => ['xor', '#-1', to],
  rla: (to) => ['add', to, to],
  rlc: (to) => ['addc', to, to],
  adc: (to) => ['addc', '#0', to],
  sbc: (to) => ['subc', '#0', to],
};

const jumps: Readonly<Record<string, (e: AssemblyEmitter) => Operand>> = {
  jz: (e) => e.read('z', 1),
  jeq: (e) => e.read('z', 1),
  jnz: (e) => not(e, e.read('z', 1)),
  jne: (e) => not(e, e.read('z', 1)),
  jc: (e) => e.read('c', 1),
  jhs: (e) => e.read('c', 1),
  jnc: (e) => not(e, e.read('c', 1)),
  jlo: (e) => not(e, e.read('c', 1)),
  jn: (e) => e.read('n', 1),
  jge: (e) => not(e, jumps.jl!(e)),
  jl: (e) => e.code.binary('xor', e.read('n', 1), e.read('v', 1)),
};

const not = (e: AssemblyEmitter, value: Operand): Operand => e.code.binary('xor', value, int(1, 1));

function execute(e: AssemblyEmitter, name: string, operands: readonly string[], bits: number): void {
  const [first = '', second = ''] = operands;
  const other = Object.hasOwn(emulated, name) ? emulated[name]!(first) : undefined;
  if (other !== undefined) return execute(e, other[0], other.slice(1), bits);
  if (Object.hasOwn(jumps, name)) return e.branchIf(jumps[name]!(e), first);
  if (isStatus(second) && (name === 'bis' || name === 'bic')) {
    const value = e.code.toInt(location(e, first, 16).read(), 16);
    e.system(`${name} $0, sr`, [value]);
    for (const [cell, at] of flags) {
      const isNamed = e.code.toInt(e.code.binary('lshr', value, int(16, at)), 1);
      e.writeFlag(cell, () =>
        name === 'bis'
          ? e.code.binary('or', e.read(cell, 1, true), isNamed)
          : e.code.binary('and', e.read(cell, 1, true), not(e, isNamed)),
      );
    }
    return;
  }
  if (name === 'mov') return location(e, second, bits).write(location(e, first, bits).read());
  const compute = Object.hasOwn(two, name) ? two[name] : undefined;
  if (compute !== undefined) {
    const from = location(e, first, bits).read();
    const to = location(e, second, bits);
    const act = (): void => {
      const before = to.read();
      if (before.type.kind === 'pointer' && (name === 'add' || name === 'sub') && from.type.kind === 'int')
        return to.write(e.code.behind(before, from, name === 'add' ? 1 : -1));
      const result = compute(e, e.code.toInt(before, bits), e.code.toInt(from, bits));
      if (result !== undefined) to.write(result);
    };
    return to.isMemory ? e.atomically(act) : act();
  }
  const change = Object.hasOwn(single, name) ? single[name] : undefined;
  if (change !== undefined) {
    const to = location(e, first, bits);
    const act = (): void => to.write(change(e, e.code.toInt(to.read(), bits)));
    return to.isMemory ? e.atomically(act) : act();
  }
  switch (name) {
    case 'jmp':
      return e.goto(first);
    case 'push':
      return e.push(e.code.toInt(location(e, first, bits).read(), 16));
    case 'pop':
      return location(e, first, 16).write(e.pop(16));
    case 'nop':
      return;
    case 'dint':
    case 'eint':
      return void e.system(name);
    case 'clrc':
    case 'clrz':
    case 'clrn':
      return e.write(name[3]!, int(1, 0));
    case 'setc':
    case 'setz':
    case 'setn':
      return e.write(name[3]!, int(1, 1));
    case 'ret':
    case 'reti':
      return e.leaveFunction(name);
    default:
      throw new UnknownInstruction(name);
  }
}

export const msp430: InstructionSet = {
  syntax: { comment: /;.*$/, separator: /\{/, brace: '{' },
  wordBits: 16,
  namesMemory: true,
  bits: (cell) => (/^[cznv]$/.test(cell) ? 1 : 16),
  arrange: (lines) => lines,

  bind(e, n, operand, value) {
    const low = operand.register ?? `%${n}`;
    if (value.type.kind === 'pointer') return e.write(low, value);
    const bits = value.type.kind === 'int' ? bitsOf(value) : 64;
    if (bits > 32) throw new UnknownInstruction('an operand of more than 32 bits');
    e.write(low, e.code.toInt(value, 16));
    if (bits > 16) e.write(`${low}h`, e.code.toInt(e.code.binary('lshr', value, int(bits, 16)), 16));
  },

  print({ number: n, operand, immediate }, modifier) {
    if (immediate !== undefined) return operand.isIndirect ? `&${immediate}` : `#${immediate}`;
    const name = operand.register ?? `%${n}`;
    if (operand.isIndirect) return `0(${name})`;
    return modifier === 'B' ? `${name}h` : name;
  },

  result(e, n, operand, bits) {
    const low = operand.register ?? `%${n}`;
    if (bits <= 16) return e.read(low, 16);
    const high = e.code.binary('shl', e.code.toInt(e.readInt(`${low}h`, 16), 32), int(32, 16));
    return e.code.binary('or', high, e.code.toInt(e.readInt(low, 16), 32));
  },

  execute(e, line: AssemblyLine) {
    const [, name = '', width] = /^([a-z]+)(?:\.([bw]))?$/.exec(line.mnemonic) ?? [];
    // `#` before an operand that is written with one already.
    const operands = line.operands.map((o) =>
      o
        .replace(/^##/, '#')
        .replace(/^#(%\d+)$/, '$1')
        .replace(/^&&/, '&'),
    );
    try {
      execute(e, name, operands, width === 'b' ? 8 : 16);
    } catch (thrown) {
      throw thrown instanceof UnknownInstruction ? new UnknownInstruction(line.text) : thrown;
    }
  },

  readRegister: (e, text) => e.readInt(registerOf(text)!, 16),
  writeRegister: (e, text, value) => e.write(registerOf(text)!, value),
  isRegister: (text) => registerOf(text) !== undefined,
  enter: (_, parameters) => parameters.length === 0,
  leave: () => undefined,
  initially: () => undefined,

  delay(body) {
    const work = body.filter(({ mnemonic }) => mnemonic !== 'nop');
    const [count, jump] = work;
    if (work.length !== 2 || !/^jnz|jne$/.test(jump!.mnemonic) || !/^dec(?:\.w)?$/.test(count!.mnemonic))
      return undefined;
    const name = registerOf(count!.operands[0] ?? '');
    if (name === undefined) return undefined;
    return (e) => {
      e.read(name, 16);
      e.write(name, int(16, 0));
      for (const [cell, value] of [
        ['n', 0],
        ['z', 1],
        ['c', 1],
        ['v', 0],
      ] as const)
        e.writeFlag(cell, () => int(1, value));
    };
  },
};
