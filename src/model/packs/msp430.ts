// MSP430: one global mask, the bit GIE of the status register, closed at reset; entry closes it, exit restores it; no
// priorities that nest. Names are those of the compilers of TI, IAR, mspgcc and GCC. Own flags are bits of registers
// that TI's headers for GCC declare; where registers are absolute addresses, they are on, and GIE decides.

import { completed, type Effect } from '../platform.js';
import { msp430Registers } from './msp430-registers.js';

/** GIE is bit 3. */
const GIE = 3;
const close: Effect[] = [{ kind: 'close-mask' }];
const open: Effect[] = [{ kind: 'open-mask' }];
const read: Effect[] = [{ kind: 'read-mask', bit: GIE, openWhen: 1 }];
const write: Effect[] = [{ kind: 'write-mask', value: { argument: 0 }, bit: GIE, openWhen: 1 }];
const where = { value: { argument: 0 }, bit: GIE };
/** CPUOFF is bit 4. */
const sleeps: Effect = { kind: 'wait-for-interrupt', where: { value: { argument: 0 }, bit: 4 } };
const setBits: Effect[] = [{ kind: 'open-mask', where }, sleeps];
const clearBits: Effect[] = [{ kind: 'close-mask', where }];
const nothing: Effect[] = [{ kind: 'nothing' }];

const all = (effects: Effect[], ...names: string[]): Record<string, Effect[]> =>
  Object.fromEntries(names.map((name) => [name, effects]));

export const msp430 = completed({
  name: 'msp430',
  title: 'MSP430',
  target: 'msp430-none-elf',
  detect: {
    triples: ['^msp430'],
    includes: ['msp430', 'cc430', 'io430', 'in430.h', 'intrinsics.h', 'legacymsp430.h'],
    identifiers: ['\\b_{1,2}bi[sc]_SR_register\\s*\\(', '\\b_BI[SC]_SR\\s*\\('],
  },
  atomicBytes: 2,
  nesting: { kind: 'masked', exit: 'restore' },
  globalMask: 'closed',
  priorities: { order: 'none' },
  vectorMacro: '$1_VECTOR',
  registers: [...msp430Registers],
  functions: {
    ...all(close, '__disable_interrupt', '__disable_interrupts', '_disable_interrupt', '_disable_interrupts'),
    ...all(close, '__dint', '_DINT', 'dint'),
    ...all(open, '__enable_interrupt', '__enable_interrupts', '_enable_interrupt', '_enable_interrupts'),
    ...all(open, '__eint', '_EINT', 'eint'),
    ...all(read, '__get_interrupt_state', '_get_interrupt_state', '__get_SR_register', '_get_SR_register'),
    ...all(read, '__read_status_register'),
    ...all(write, '__set_interrupt_state', '_set_interrupt_state', '__write_status_register'),
    ...all(setBits, '__bis_SR_register', '_bis_SR_register', '_BIS_SR', '__bis_status_register'),
    ...all(clearBits, '__bic_SR_register', '_bic_SR_register', '_BIC_SR', '__bic_status_register'),
    // Sleeping with interrupts on.
    ...all(
      [...open, { kind: 'wait-for-interrupt' }],
      ...[0, 1, 2, 3, 4].flatMap((n) => [`__low_power_mode_${n}`, `_low_power_mode_${n}`]),
    ),
    // Where a handler returns to: whether the processor sleeps there. GIE is on there already.
    ...all(
      nothing,
      '__bic_SR_register_on_exit',
      '_bic_SR_register_on_exit',
      '_BIC_SR_IRQ',
      '__bic_status_register_on_exit',
    ),
    ...all(
      nothing,
      '__bis_SR_register_on_exit',
      '_bis_SR_register_on_exit',
      '_BIS_SR_IRQ',
      '__bis_status_register_on_exit',
    ),
    ...all(nothing, '__low_power_mode_off_on_exit', '_low_power_mode_off_on_exit'),
    ...all(nothing, '__no_operation', '_no_operation', '_NOP', '__nop', '__delay_cycles'),
  },
  // `{` separates instructions here; LLVM may write it as `$(`.
  assembly: [
    { pattern: '^(?:nop (?:\\$\\(|\\{) )?dint(?: (?:\\$\\(|\\{) nop)?$', effects: close },
    { pattern: '^(?:nop (?:\\$\\(|\\{) )?eint(?: (?:\\$\\(|\\{) nop)?$', effects: open },
    { pattern: '^bis(?:\\.w)? #?\\$0 ?, ?(?:sr|r2)(?: (?:\\$\\(|\\{) nop)?$', effects: setBits },
    { pattern: '^bic(?:\\.w)? #?\\$0 ?, ?(?:sr|r2)(?: (?:\\$\\(|\\{) nop)?$', effects: clearBits },
    { pattern: '^mov(?:\\.w)? (?:sr|r2) ?, ?\\$0$', effects: read },
    { pattern: '^mov(?:\\.w)? #?\\$0 ?, ?(?:sr|r2)(?: (?:\\$\\(|\\{) nop)?$', effects: write },
    { pattern: '^nop$', effects: nothing },
  ],
});
