// ARM loads and stores, of one register or many, exclusive ones with their monitor, push and pop.

import type { Operand } from '../../ir/value.js';
import type { ArmAct } from './arm-data.js';
import { addressOf, immediate, readRegister, register, registerList, registerOf } from './arm-operands.js';
import { int, intType } from './code-writer.js';
import type { AssemblyEmitter } from './emitter.js';
import { loadExclusive, takeMonitor } from './exclusive.js';
import { UnknownInstruction } from './unknown-instruction.js';

function load(bits: number, isSigned: boolean): ArmAct {
  return (e, [rt, ...address]) => {
    if (address[0]?.startsWith('=') === true) {
      const value = immediate(e, address[0].slice(1));
      if (value === undefined) throw new UnknownInstruction(`ldr of ${address[0]}`);
      return e.write(register(rt), value);
    }
    const { address: from, update } = addressOf(e, address);
    const value = e.code.toInt(e.load(from, bits), 32, isSigned);
    update?.();
    e.write(register(rt), value);
  };
}

function store(bits: number): ArmAct {
  return (e, [rt, ...address]) => {
    const value = e.code.toInt(e.read(register(rt), 32), bits);
    const { address: to, update } = addressOf(e, address);
    e.store(to, value);
    update?.();
  };
}

/** Two accesses, as the bus makes them. */
function double(isLoad: boolean): ArmAct {
  return (e, [first, second, ...address]) => {
    const { address: at, update } = addressOf(e, address);
    const next = e.code.behind(at, int(32, 4));
    const addresses = [at, next];
    const cells = [register(first), register(second)];
    if (isLoad) {
      const values = addresses.map((a) => e.load(a, 32));
      update?.();
      for (const [n, cell] of cells.entries()) e.write(cell, values[n]!);
      return;
    }
    for (const [n, cell] of cells.entries()) e.store(addresses[n]!, e.readInt(cell, 32));
    update?.();
  };
}

function many(isLoad: boolean, isDown: boolean): ArmAct {
  return (e, [base = '', list = '']) => {
    const hasUpdate = base.endsWith('!');
    const name = base.replace('!', '').trim();
    if (registerOf(name) === 'sp') {
      if (!hasUpdate || isDown === isLoad) throw new UnknownInstruction('an access of the stack');
      return isLoad ? pop(e, [list], false) : push(e, [list], false);
    }
    const cells = registerList(list);
    const start = e.read(register(name), 32);
    const size = int(32, 4 * cells.length);
    const from = isDown ? e.code.behind(start, size, -1) : start;
    const addresses = cells.map((_, n) => e.code.behind(from, int(32, 4 * n)));
    if (isLoad) {
      const values = addresses.map((a) => e.load(a, 32));
      if (hasUpdate) e.write(register(name), isDown ? from : e.code.behind(start, size));
      for (const [n, cell] of cells.entries()) e.write(register(cell), values[n]!);
      return;
    }
    for (const [n, cell] of cells.entries()) e.store(addresses[n]!, e.readInt(register(cell), 32));
    if (hasUpdate) e.write(register(name), isDown ? from : e.code.behind(start, size));
  };
}

const push: ArmAct = (e, [list = '']) => {
  for (const cell of registerList(list).toReversed()) e.push(e.readInt(register(cell), 32));
};

const pop: ArmAct = (e, [list = '']) => {
  for (const cell of registerList(list)) {
    const value = e.pop(32);
    if (cell === 'pc') return e.leaveFunction(`pop ${list}`);
    e.write(register(cell), value);
  }
};

function exclusiveLoad(bits: number): ArmAct {
  return (e, [rt, ...address]) => {
    const { address: from } = addressOf(e, address);
    e.write(register(rt), e.code.toInt(loadExclusive(e, from, intType(bits)), 32));
  };
}

function exclusiveStore(bits: number): ArmAct {
  return (e, [rd, rt, ...address]) => {
    const value = e.code.toInt(readRegister(e, rt), bits);
    const { address: to } = addressOf(e, address);
    e.write(
      register(rd),
      takeMonitor(e, () => e.store(to, value)),
    );
  };
}

const clearExclusive = (e: AssemblyEmitter): void => {
  const zero: Operand = int(8, 0);
  e.code.store(e.around.monitor(), zero);
};

export const memoryAccess: Readonly<Record<string, readonly [ArmAct, boolean]>> = {
  ldr: [load(32, false), false],
  ldrb: [load(8, false), false],
  ldrh: [load(16, false), false],
  ldrsb: [load(8, true), false],
  ldrsh: [load(16, true), false],
  ldrt: [load(32, false), false],
  ldrbt: [load(8, false), false],
  ldrht: [load(16, false), false],
  lda: [load(32, false), false],
  ldab: [load(8, false), false],
  ldah: [load(16, false), false],
  str: [store(32), false],
  strb: [store(8), false],
  strh: [store(16), false],
  strt: [store(32), false],
  strbt: [store(8), false],
  strht: [store(16), false],
  stl: [store(32), false],
  stlb: [store(8), false],
  stlh: [store(16), false],
  ldrd: [double(true), false],
  strd: [double(false), false],
  ldm: [many(true, false), false],
  ldmia: [many(true, false), false],
  ldmfd: [many(true, false), false],
  ldmdb: [many(true, true), false],
  stm: [many(false, false), false],
  stmia: [many(false, false), false],
  stmdb: [many(false, true), false],
  stmfd: [many(false, true), false],
  push: [push, false],
  pop: [pop, false],
  ldrex: [exclusiveLoad(32), false],
  ldrexb: [exclusiveLoad(8), false],
  ldrexh: [exclusiveLoad(16), false],
  ldaex: [exclusiveLoad(32), false],
  strex: [exclusiveStore(32), false],
  strexb: [exclusiveStore(8), false],
  strexh: [exclusiveStore(16), false],
  stlex: [exclusiveStore(32), false],
  clrex: [clearExclusive, false],
};
