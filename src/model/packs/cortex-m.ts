// ARM Cortex-M: NVIC priorities (0 is the most urgent), PRIMASK as the global mask, BASEPRI as the ceiling, own flags
// in the NVIC. Names are CMSIS's, with and without the `__` of its newer versions, and libopencm3's; numbers are the
// IRQn of CMSIS (SysTick −1, PendSV −2).

import { completed, type Effect } from '../platform.js';

const irq = { argument: 0 } as const;
const group = { kind: 'set-priority-group', value: { argument: 0 } } as const;
/** Negative numbers are system exceptions, for which these do nothing: SysTick is stopped in its own register. */
const device = { irq, firstIrq: 0 } as const;
const nvic: Record<string, Effect[]> = {
  NVIC_EnableIRQ: [{ kind: 'enable', ...device }],
  NVIC_DisableIRQ: [{ kind: 'disable', ...device }],
  NVIC_SetPendingIRQ: [{ kind: 'pend', ...device }],
  NVIC_ClearPendingIRQ: [{ kind: 'unpend', ...device }],
  NVIC_SetPriority: [{ kind: 'set-priority', irq, value: { argument: 1 } }],
  NVIC_SetPriorityGrouping: [group],
};
const prefixed = (prefix: string): Record<string, Effect[]> =>
  Object.fromEntries(Object.entries(nvic).map(([name, effects]) => [prefix + name, effects]));

/** PRIMASK is one bit: 1 masks. */
const writePrimask: Effect = { kind: 'write-mask', value: { argument: 0 }, bit: 0, openWhen: 0 };
const readPrimask: Effect = { kind: 'read-mask', bit: 0, openWhen: 0 };
const setBasepri: Effect = { kind: 'set-ceiling', value: { argument: 0 } };
const raiseBasepri: Effect = { kind: 'raise-ceiling', value: { argument: 0 } };

/** libopencm3's. Its handlers are `usart2_isr`, whose numbers are macros that nothing in the IR tells. */
const libopencm3: Record<string, Effect[]> = {
  nvic_enable_irq: nvic.NVIC_EnableIRQ!,
  nvic_disable_irq: nvic.NVIC_DisableIRQ!,
  nvic_set_pending_irq: nvic.NVIC_SetPendingIRQ!,
  nvic_clear_pending_irq: nvic.NVIC_ClearPendingIRQ!,
  nvic_set_priority: [{ kind: 'set-priority', irq, value: { argument: 1 }, isByte: true }],
  scb_set_priority_grouping: [{ ...group, lowest: 8 }],
  systick_interrupt_enable: [{ kind: 'enable', irq: -1 }],
  systick_interrupt_disable: [{ kind: 'disable', irq: -1 }],
  cm_disable_interrupts: [{ kind: 'close-mask' }],
  cm_enable_interrupts: [{ kind: 'open-mask' }],
  cm_is_masked_interrupts: [readPrimask],
  cm_mask_interrupts: [writePrimask],
};

export const cortexM = completed({
  name: 'cortex-m',
  title: 'ARM Cortex-M with an NVIC',
  target: 'thumbv7em-none-eabi',
  headers: ['cmsis'],
  detect: {
    triples: ['^thumbv[678]', '^armv[678](?:e|s)?-?m', '^arm-none-eabi'],
    includes: [
      'libopencm3/',
      'core_cm',
      'cmsis_',
      'stm32',
      'nrf5',
      'nrf.h',
      'sam.h',
      'MKL',
      'LPC',
      'gd32',
      'hardware/irq.h',
    ],
    identifiers: [
      '\\b\\w+_IRQHandler\\s*\\(',
      '\\b__disable_irq\\s*\\(',
      '\\bNVIC_\\w+\\s*\\(',
      '\\bSysTick_Handler\\s*\\(',
    ],
  },
  atomicBytes: 4,
  nesting: { kind: 'priority' },
  globalMask: 'open',
  maskStatements: {
    close: '__asm volatile ("cpsid i" ::: "memory");',
    open: '__asm volatile ("cpsie i" ::: "memory");',
  },
  priorities: { order: 'inverted', bits: 4, reset: 0 },
  handlers: [
    { pattern: '^(?:SysTick_Handler|sys_tick_handler)$', irq: -1 },
    { pattern: '^(?:PendSV_Handler|pend_sv_handler)$', irq: -2 },
    { pattern: '^(?:NMI_Handler|nmi_handler)$', irq: -14, priority: -2 },
    { pattern: '^(?:HardFault|MemManage|BusFault|UsageFault|SecureFault|SVC|DebugMon)_Handler$', fault: true },
    { pattern: '^(?:hard_fault|mem_manage|bus_fault|usage_fault|sv_call|debug_monitor)_handler$', fault: true },
    { pattern: '^\\w+_IRQHandler$' },
    { pattern: '^(?!NMI_)[A-Z][A-Z0-9_]*_Handler$' },
  ],
  vectors: { '-1': 'SysTick', '-2': 'PendSV', '-14': 'NMI' },
  vectorTables: {
    sections: ['vector', 'isr_vector', 'intvec', 'interrupt_?table'],
    firstIrq: -16,
    reset: [0, 1],
    faults: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
  },
  functions: {
    ...prefixed(''),
    ...prefixed('__'),
    ...prefixed('HAL_'),
    HAL_NVIC_SetPriority: [{ kind: 'set-priority', irq, value: { argument: 1 }, isPreempting: true }],
    // The Standard Peripheral Library's.
    NVIC_PriorityGroupConfig: [{ ...group, lowest: 8 }],
    SysTick_Config: [
      { kind: 'set-priority', irq: -1, value: 15 },
      { kind: 'enable', irq: -1 },
    ],
    HAL_SYSTICK_Config: [
      { kind: 'set-priority', irq: -1, value: 15 },
      { kind: 'enable', irq: -1 },
    ],
    __disable_irq: [{ kind: 'close-mask' }],
    __enable_irq: [{ kind: 'open-mask' }],
    __get_PRIMASK: [readPrimask],
    __set_PRIMASK: [writePrimask],
    __get_BASEPRI: [{ kind: 'read-ceiling' }],
    __set_BASEPRI: [setBasepri],
    __set_BASEPRI_MAX: [raiseBasepri],
    NVIC_SetVector: [{ kind: 'register-isr', irq, handler: { argument: 1 } }],
    __NVIC_SetVector: [{ kind: 'register-isr', irq, handler: { argument: 1 } }],
    irq_set_exclusive_handler: [{ kind: 'register-isr', irq, handler: { argument: 1 } }],
    __DSB: [{ kind: 'nothing' }],
    __ISB: [{ kind: 'nothing' }],
    __DMB: [{ kind: 'nothing' }],
    __NOP: [{ kind: 'nothing' }],
    __WFI: [{ kind: 'wait-for-interrupt' }],
    __WFE: [{ kind: 'wait-for-interrupt' }],
    __SEV: [{ kind: 'nothing' }],
    // Last: fixes are written with the first name that fits.
    ...libopencm3,
  },
  // The initialisation structure of the Standard Peripheral Library: channel, preemption, order among equals, state.
  structures: { NVIC_Init: { irq: 0, priority: 1 } },
  shiftsPriority: ['__NVIC_SetPriority', 'NVIC_SetPriority'],
  cores: [
    { triples: ['^thumbv6', '^armv6s?-?m'], bits: 2, hasCeiling: false },
    { triples: ['^thumbv8m\\.base', '^armv8-?m\\.base'], bits: 2, hasCeiling: false },
  ],
  // Group, preemption, order among equals: however many bits the group gives to each, the second is who preempts whom.
  encoders: { NVIC_EncodePriority: 1, __NVIC_EncodePriority: 1 },
  assembly: [
    { pattern: '^cpsid i?f?$', effects: [{ kind: 'close-mask' }] },
    { pattern: '^cpsie i?f?$', effects: [{ kind: 'open-mask' }] },
    { pattern: '^msr primask ?, ?\\$0$', effects: [writePrimask] },
    { pattern: '^mrs \\$0 ?, ?primask$', effects: [readPrimask] },
    { pattern: '^msr basepri ?, ?\\$0$', effects: [setBasepri] },
    { pattern: '^msr basepri_max ?, ?\\$0$', effects: [raiseBasepri] },
    { pattern: '^mrs \\$0 ?, ?basepri(?:_max)?$', effects: [{ kind: 'read-ceiling' }] },
    { pattern: '^mrs \\$0 ?, ?ipsr$', effects: [{ kind: 'exception-number', base: 16 }] },
    { pattern: '^wf[ie](?:\\.w)?$', effects: [{ kind: 'wait-for-interrupt' }] },
    { pattern: '^(?:nop|sev|dsb|isb|dmb)(?:\\.w)?(?: ?(?:sy|0xf|#0xf|15))?$', effects: [{ kind: 'nothing' }] },
    { pattern: '^(?:bkpt|udf)\\b', effects: [{ kind: 'nothing' }] },
  ],
  registers: [
    { kind: 'flags', address: 0xe000e010, name: 'SysTick->CTRL', bits: { 1: -1 } },
    { kind: 'plain', address: 0xe000e014, name: 'SysTick->LOAD' },
    { kind: 'plain', address: 0xe000e018, name: 'SysTick->VAL' },
    { kind: 'write-one', address: 0xe000e100, name: 'NVIC->ISER', words: 8, action: 'enable' },
    { kind: 'write-one', address: 0xe000e180, name: 'NVIC->ICER', words: 8, action: 'disable' },
    { kind: 'write-one', address: 0xe000e200, name: 'NVIC->ISPR', words: 8, action: 'pend' },
    { kind: 'write-one', address: 0xe000e280, name: 'NVIC->ICPR', words: 8, action: 'unpend' },
    { kind: 'priority', address: 0xe000e400, name: 'NVIC->IP', count: 240, firstIrq: 0 },
    { kind: 'pend', address: 0xe000ed04, name: 'SCB->ICSR', bits: { 28: -2, 26: -1 } },
    { kind: 'pend-number', address: 0xe000ef00, name: 'NVIC->STIR', bits: 9 },
    { kind: 'plain', address: 0xe000ed08, name: 'SCB->VTOR' },
    { kind: 'priority-group', address: 0xe000ed0c, name: 'SCB->AIRCR', bit: 8, key: 0x5fa, resets: 2 },
    { kind: 'priority', address: 0xe000ed18, name: 'SCB->SHP', count: 12, firstIrq: -12 },
  ],
});
