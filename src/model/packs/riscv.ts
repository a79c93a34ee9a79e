// RISC-V, machine or supervisor mode: one global mask, the bit MIE of mstatus (SIE of sstatus), closed at reset; a trap
// closes it, its return restores it; no priorities that nest. What enables an interrupt differs by its controller
// (CLINT, PLIC, CLIC), so own flags are on, and the mask decides.

import { completed, type Effect } from '../platform.js';

const status = (name: string, bit: number): { pattern: string; effects: Effect[] }[] => {
  const where = { value: { argument: 0 }, bit };
  return [
    { pattern: `^csrr \\$0, ${name}$`, effects: [{ kind: 'read-mask', bit, openWhen: 1 }] },
    { pattern: `^csrw ${name}, \\$0$`, effects: [{ kind: 'write-mask', value: { argument: 0 }, bit, openWhen: 1 }] },
    { pattern: `^csrs ${name}, \\$0$`, effects: [{ kind: 'open-mask', where }] },
    { pattern: `^csrc ${name}, \\$0$`, effects: [{ kind: 'close-mask', where }] },
  ];
};

export const riscv = completed({
  name: 'riscv',
  title: 'RISC-V, with interrupts masked by mstatus',
  target: 'riscv32-unknown-elf',
  detect: { triples: ['^riscv'], identifiers: ['\\bcsr[rwsc]+i?\\s+[^;]*\\bmstatus\\b'] },
  atomicBytes: 4,
  nesting: { kind: 'masked', exit: 'restore' },
  globalMask: 'closed',
  priorities: { order: 'none' },
  assembly: [
    ...status('mstatus', 3),
    ...status('sstatus', 1),
    { pattern: '^(?:wfi|ebreak)$', effects: [{ kind: 'nothing' }] },
  ],
});
