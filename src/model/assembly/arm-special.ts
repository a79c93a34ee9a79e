// ARM's special registers. Those that mask interrupts are the pack's; which stack is used makes no difference to C, but
// without privilege masks do nothing, and a stack that is put elsewhere is a context switch: neither is modelled.

import type { Operand } from '../../ir/value.js';
import type { ArmAct } from './arm-data.js';
import { readRegister, register } from './arm-operands.js';
import { int } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';
import { UnknownInstruction } from './unknown-instruction.js';

const flags = [
  ['n', 31],
  ['z', 30],
  ['c', 29],
  ['v', 28],
  ['q', 27],
] as const;

function readFlags(e: AssemblyEmitter): Operand {
  let value: Operand = int(32, 0);
  for (const [cell, at] of flags)
    value = e.code.binary('or', value, e.code.binary('shl', e.code.toInt(e.read(cell, 1, true), 32), int(32, at)));
  return value;
}

const read: ArmAct = (e, [rd, special = '']) => {
  const name = special.toLowerCase();
  const value = (): Operand => {
    if (name === 'apsr') return readFlags(e);
    if (/^(?:msp|psp|msplim|psplim|control)(?:_ns)?$/.test(name)) return e.arbitrary(32);
    if (/^(?:xpsr|psr|iapsr)$/.test(name)) return e.code.binary('or', readFlags(e), e.system('mrs $0, ipsr', [], 32)!);
    return e.system(`mrs $0, ${name}`, [], 32)!;
  };
  e.write(register(rd), value());
};

const write: ArmAct = (e, [special = '', rn]) => {
  const name = special.toLowerCase();
  const value = readRegister(e, rn);
  if (/^apsr(?:_nzcvq?|_nzcvqg)?$/.test(name)) {
    for (const [cell, at] of flags) e.writeFlag(cell, () => e.code.toInt(e.code.binary('lshr', value, int(32, at)), 1));
    return;
  }
  if (/^[mp]splim$/.test(name)) return;
  if (/^[mp]sp/.test(name)) throw new UnknownInstruction(`msr ${name}`);
  if (name === 'control') return e.when(e.code.toInt(value, 1), () => e.notModelled('msr control, without privilege'));
  e.system(`msr ${name}, $0`, [value]);
};

/** FPSCR: how floats round, and what happened to them, is nothing that Preempt looks at. */
const readFloat: ArmAct = (e, [rd = '']) => {
  if (rd.toLowerCase() === 'apsr_nzcv') throw new UnknownInstruction('vmrs');
  e.write(register(rd), e.arbitrary(32));
};

export const specialRegister = { read, write, readFloat } as const;
