// RISC-V, machine or supervisor mode: one global mask, the bit MIE of mstatus (SIE of sstatus), closed at reset; a trap
// closes it, its return restores it; no priorities that nest. Some vendors' start-up code opens it before main. What
// enables an interrupt differs by its controller (CLINT, PLIC, CLIC, PFIC): vendors' functions are known by their
// names, else own flags are on, and the mask decides.

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

const irq = { argument: 0 } as const;

/** WCH's, with CMSIS's names, GigaDevice's and Nuclei's. */
const vendors: Record<string, Effect[]> = {
  NVIC_EnableIRQ: [{ kind: 'enable', irq }],
  NVIC_DisableIRQ: [{ kind: 'disable', irq }],
  PFIC_EnableIRQ: [{ kind: 'enable', irq }],
  PFIC_DisableIRQ: [{ kind: 'disable', irq }],
  eclic_irq_enable: [{ kind: 'enable', irq }],
  eclic_irq_disable: [{ kind: 'disable', irq }],
  eclic_enable_interrupt: [{ kind: 'enable', irq }],
  eclic_disable_interrupt: [{ kind: 'disable', irq }],
  ECLIC_EnableIRQ: [{ kind: 'enable', irq }],
  ECLIC_DisableIRQ: [{ kind: 'disable', irq }],
  __enable_irq: [{ kind: 'open-mask' }],
  __disable_irq: [{ kind: 'close-mask' }],
  eclic_global_interrupt_enable: [{ kind: 'open-mask' }],
  eclic_global_interrupt_disable: [{ kind: 'close-mask' }],
};

export const riscv = completed({
  name: 'riscv',
  title: 'RISC-V, with interrupts masked by mstatus',
  target: 'riscv32-unknown-elf',
  detect: { triples: ['^riscv'], identifiers: ['\\bcsr[rwsc]+i?\\s+[^;]*\\bmstatus\\b'] },
  atomicBytes: 4,
  nesting: { kind: 'masked', exit: 'restore' },
  globalMask: 'closed',
  startUpOpensMask: true,
  priorities: { order: 'none' },
  handlers: [
    // Exceptions of the processor, by WCH's names.
    { pattern: '^(?:HardFault|Ecall_[MU]_Mode|Break_Point)_Handler$', fault: true },
    { pattern: '^\\w+_IRQHandler$' },
    { pattern: '^SysTick_Handler$' },
  ],
  functions: vendors,
  // WCH's controller, which is laid out as an NVIC.
  registers: [
    { kind: 'write-one', address: 0xe000e100, name: 'PFIC->IENR', words: 8, action: 'enable' },
    { kind: 'write-one', address: 0xe000e180, name: 'PFIC->IRER', words: 8, action: 'disable' },
  ],
  assembly: [
    ...status('mstatus', 3),
    ...status('sstatus', 1),
    { pattern: '^wfi$', effects: [{ kind: 'wait-for-interrupt' }] },
    { pattern: '^ebreak$', effects: [{ kind: 'nothing' }] },
  ],
});
