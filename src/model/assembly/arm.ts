// ARMv6-M and ARMv7-M as firmware writes it inline: data processing, accesses, short branches and conditions, special
// registers, hints and barriers. What a mask register does to interrupts is the pack's.

import type { Operand } from '../../ir/value.js';
import { type ArmAct, dataProcessing } from './arm-data.js';
import { memoryAccess } from './arm-memory.js';
import { readRegister, register, registerOf } from './arm-operands.js';
import { specialRegister } from './arm-special.js';
import { bitsOf, int } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';
import type { InstructionSet } from './instruction-set.js';
import type { AssemblyLine } from './template.js';
import { UnknownInstruction } from './unknown-instruction.js';

const conditions: Readonly<Record<string, (e: AssemblyEmitter) => Operand>> = {
  eq: (e) => flag(e, 'z'),
  ne: (e) => not(e, flag(e, 'z')),
  cs: (e) => flag(e, 'c'),
  hs: (e) => flag(e, 'c'),
  cc: (e) => not(e, flag(e, 'c')),
  lo: (e) => not(e, flag(e, 'c')),
  mi: (e) => flag(e, 'n'),
  pl: (e) => not(e, flag(e, 'n')),
  vs: (e) => flag(e, 'v'),
  vc: (e) => not(e, flag(e, 'v')),
  hi: (e) => e.code.binary('and', flag(e, 'c'), not(e, flag(e, 'z'))),
  ls: (e) => not(e, conditions.hi!(e)),
  ge: (e) => not(e, conditions.lt!(e)),
  lt: (e) => e.code.binary('xor', flag(e, 'n'), flag(e, 'v')),
  gt: (e) => e.code.binary('and', not(e, flag(e, 'z')), conditions.ge!(e)),
  le: (e) => not(e, conditions.gt!(e)),
  al: () => int(1, 1),
};

const flag = (e: AssemblyEmitter, name: string): Operand => e.read(name, 1);
const not = (e: AssemblyEmitter, value: Operand): Operand => e.code.binary('xor', value, int(1, 1));

const branch: ArmAct = (e, [label = '']) => e.goto(label);

const leave: ArmAct = (e, [to = '']) => {
  if (registerOf(to) !== 'lr') throw new UnknownInstruction(`bx ${to}`);
  e.leaveFunction(`bx ${to}`);
};

/** Arguments and result are where the calling convention has them; other registers that it may use are lost. */
const call: ArmAct = (e, [name = '']) => {
  const callee = e.around.callee(name);
  if (callee === undefined) throw new UnknownInstruction(`bl ${name}`);
  const { type } = callee;
  const isWord = (t: (typeof type.parameters)[number]): boolean =>
    t.kind === 'pointer' || (t.kind === 'int' && t.bits <= 32);
  if (type.variadic || type.parameters.length > 4 || !type.parameters.every(isWord))
    throw new UnknownInstruction(`bl ${name}`);
  if (type.returns.kind !== 'void' && !isWord(type.returns)) throw new UnknownInstruction(`bl ${name}`);
  const values = type.parameters.map((t, n) => e.code.toType(e.read(`r${n}`, 32), t));
  const result = e.code.call(callee.name, values, type.returns);
  for (const cell of ['r0', 'r1', 'r2', 'r3', 'r12', 'lr']) if (e.isLive(cell)) e.write(cell, e.arbitrary(32));
  for (const cell of ['n', 'z', 'c', 'v']) e.writeFlag(cell, () => e.code.toInt(e.arbitrary(8), 1));
  if (result !== undefined) e.write('r0', result.type.kind === 'pointer' ? result : e.code.toInt(result, 32));
};

function compareAndBranch(isZero: boolean): ArmAct {
  return (e, [rn, label = '']) =>
    e.branchIf(e.code.compare(isZero ? 'eq' : 'ne', readRegister(e, rn), int(32, 0)), label);
}

/** Which have an effect on interrupts, or on nothing that anybody sees. */
function hint(name: string): ArmAct {
  return (e, operands) => {
    e.system([name, ...operands].join(' ').toLowerCase());
  };
}

const nothing: ArmAct = () => {};

const instructions: Readonly<Record<string, readonly [ArmAct, boolean]>> = {
  ...dataProcessing,
  ...memoryAccess,
  b: [branch, false],
  bx: [leave, false],
  bl: [call, false],
  cbz: [compareAndBranch(true), false],
  cbnz: [compareAndBranch(false), false],
  mrs: [specialRegister.read, false],
  msr: [specialRegister.write, false],
  vmrs: [specialRegister.readFloat, false],
  vmsr: [nothing, false],
  cpsid: [hint('cpsid'), false],
  cpsie: [hint('cpsie'), false],
  nop: [nothing, false],
  yield: [nothing, false],
  pld: [nothing, false],
  ...Object.fromEntries(
    ['wfi', 'wfe', 'sev', 'dsb', 'dmb', 'isb', 'bkpt', 'udf'].map((name) => [name, [hint(name), false] as const]),
  ),
};

interface Decoded {
  readonly act: ArmAct;
  readonly setsFlags: boolean;
  readonly condition: string | undefined;
}

/** Every name with every suffix that it may have: the bare ones win over those that are put together. */
function everyName(): ReadonlyMap<string, Decoded> {
  const found = new Map<string, Decoded>();
  for (const [name, [act, mayFlag]] of Object.entries(instructions)) {
    for (const condition of [undefined, ...Object.keys(conditions)]) {
      for (const setsFlags of mayFlag ? [false, true] : [false]) {
        const s = setsFlags ? 's' : '';
        for (const text of [`${name}${s}${condition ?? ''}`, `${name}${condition ?? ''}${s}`]) {
          if (text === name || (!Object.hasOwn(instructions, text) && (!found.has(text) || condition === undefined)))
            found.set(text, { act, setsFlags, condition });
        }
      }
    }
  }
  return found;
}

/** There are thousands, and most programs have no assembly. */
let decoded: ReadonlyMap<string, Decoded> | undefined;

function decode(mnemonic: string): Decoded | undefined {
  decoded ??= everyName();
  return decoded.get(mnemonic.replace(/\.[nw]$/, ''));
}

/**
 * GNU's assembler takes `sub r0, #1` for `subs` on ARMv6-M unless the text says `.syntax unified`: there is no other.
 */
function setsFlagsThere(e: AssemblyEmitter, { mnemonic, operands }: AssemblyLine): boolean {
  if (!/v6s?-?m/.test(e.around.target)) return false;
  if (mnemonic === 'mov') return operands[1]?.startsWith('#') === true;
  return /^(?:add|sub|and|orr|eor|bic|mvn|mul|neg|rsb|lsl|lsr|asr|ror|adc|sbc)$/.test(mnemonic);
}

export const arm: InstructionSet = {
  syntax: { comment: /@.*$|^\s*#.*$/, separator: /;/ },
  wordBits: 32,
  bits: (cell) => (/^[nzcvq]$/.test(cell) ? 1 : 32),
  arrange: withoutConditionBlocks,

  bind(e, n, operand, value) {
    const low = operand.register === undefined ? `%${n}` : register(operand.register);
    if (value.type.kind === 'pointer') return e.write(low, value);
    const bits = value.type.kind === 'float' ? (value.type.format === 'double' ? 64 : 32) : bitsOf(value);
    if (bits <= 32) return e.write(low, e.code.toInt(value, 32));
    const whole = e.code.toInt(value, 64);
    e.write(low, e.code.toInt(whole, 32));
    e.write(highOf(low), e.code.toInt(e.code.binary('lshr', whole, int(64, 32)), 32));
  },

  print({ number, operand, immediate }, modifier) {
    if (immediate !== undefined) return modifier === 'c' ? immediate : `#${immediate}`;
    const name = operand.register ?? `%${number}`;
    if (operand.isIndirect) return modifier === 'm' ? name : `[${name}]`;
    return modifier === 'R' || modifier === 'H' ? highOf(name) : name;
  },

  result(e, n, operand, bits) {
    const low = operand.register === undefined ? `%${n}` : register(operand.register);
    if (bits <= 32) return e.read(low, 32);
    const high = e.code.binary('shl', e.code.toInt(e.readInt(highOf(low), 32), 64), int(64, 32));
    return e.code.binary('or', high, e.code.toInt(e.readInt(low, 32), 64));
  },

  execute(e, line) {
    const found = decode(line.mnemonic);
    if (found === undefined) throw new UnknownInstruction(line.text);
    const { act, condition } = found;
    const setsFlags = found.setsFlags || setsFlagsThere(e, line);
    try {
      if (condition === undefined || condition === 'al') return act(e, line.operands, setsFlags);
      if (act === branch) return e.branchIf(conditions[condition]!(e), line.operands[0] ?? '');
      e.when(conditions[condition]!(e), () => act(e, line.operands, setsFlags));
    } catch (thrown) {
      throw thrown instanceof UnknownInstruction ? new UnknownInstruction(line.text) : thrown;
    }
  },

  readRegister: (e, text) => readRegister(e, text),
  writeRegister: (e, text, value) => e.write(register(text), value),
  isRegister: (text) => registerOf(text) !== undefined,

  enter(e, parameters) {
    const isWord = ({ type }: Operand): boolean => type.kind === 'pointer' || (type.kind === 'int' && type.bits <= 32);
    if (parameters.length > 4 || !parameters.every(isWord)) return false;
    for (const [n, value] of parameters.entries())
      e.write(`r${n}`, value.type.kind === 'pointer' ? value : e.code.toInt(value, 32));
    return true;
  },

  leave: (e, bits) => (bits <= 32 ? e.read('r0', 32) : undefined),
  initially: () => undefined,

  /** `subs r, #1` and `bne`. */
  delay(body) {
    const work = body.filter(({ mnemonic }) => !/^nop(?:\.[nw])?$/.test(mnemonic));
    const [count, jump] = work;
    if (work.length !== 2 || !/^bne(?:\.[nw])?$/.test(jump!.mnemonic)) return undefined;
    const [rd = '', ...rest] = count!.operands;
    const isOne = rest.at(-1) === '#1' && (rest.length === 1 || rest[0] === rd) && registerOf(rd) !== undefined;
    if (!/^subs?(?:\.[nw])?$/.test(count!.mnemonic) || !isOne) return undefined;
    return (e) => {
      const line = { ...count!, mnemonic: count!.mnemonic.replace(/\.[nw]$/, '') };
      if (line.mnemonic === 'sub' && !setsFlagsThere(e, line)) throw new UnknownInstruction(count!.text);
      e.read(register(rd), 32);
      e.write(register(rd), int(32, 0));
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

/** `it` says again what the names of the next instructions say. */
function withoutConditionBlocks(lines: readonly AssemblyLine[]): readonly AssemblyLine[] {
  const kept: AssemblyLine[] = [];
  let labels: readonly string[] = [];
  for (const line of lines) {
    const own = { ...line, labels: [...labels, ...line.labels] };
    const isBlock = /^it[te]{0,3}$/.test(line.mnemonic);
    labels = isBlock ? own.labels : [];
    if (!isBlock) kept.push(own);
  }
  return kept;
}

function highOf(name: string): string {
  return name.startsWith('%') ? `${name}h` : name.replace(/\d+$/, (n) => String(Number(n) + 1));
}
