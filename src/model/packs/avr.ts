// AVR: one global mask, closed at reset; entry closes it, `reti` opens it; no priorities among interrupts. Registers
// and vectors are those of the device (`-mmcu`), an ATmega328P where none is named. Of devices that avr-devices.ts does
// not know, only SREG is known, so that own flags are always on there: more may start than can, never less.

import { completed, type Platform, type PlatformText } from '../platform.js';
import { avrFamilies } from './avr-devices.js';
import { type AvrFamily, packRegisters, packVectors } from './avr-family.js';

const sreg = (address: number) => ({ kind: 'mask', address, name: 'SREG', bit: 7, openWhen: 1 }) as const;

/** `sbi` and `cbi` reach the first 32 addresses of I/O space. */
const bitInstructions = (from: number) => ({ from, to: from + 0x20, change: 'bit' }) as const;

type Variant = Platform['variants'][number];

/**
 * What a device of the family has. Devices are clang's names of them. Its tables are read when somebody looks at them:
 * most programs are for other machines.
 */
function variantOf(family: AvrFamily): Variant {
  let vectors: Variant['vectors'] | undefined;
  let registers: Variant['registers'] | undefined;
  return {
    device: `^(${Object.keys(family.devices).join('|')})$`,
    title: `AVR, ${family.title}`,
    get vectors() {
      return (vectors ??= packVectors(family));
    },
    get registers() {
      return (registers ??= [sreg(0x5f), ...packRegisters(family)]);
    },
    inPlace: [bitInstructions(0x20)],
  };
}

const variants: Platform['variants'] = [
  ...avrFamilies.map(variantOf),
  {
    device:
      '^(atxmega|avrxmega|avrtiny|avr\\d+[a-z]|atmega(8|16|32|48)0[89]$|attiny((2|4|8|16|32)[012][24567]|4|5|9|10|20|40|102|104)$)',
    title: 'AVR with I/O space at address 0',
    vectors: {},
    // Preempt's own header has it where others have it; there is nothing else.
    registers: [sreg(0x3f), sreg(0x5f)],
    inPlace: [bitInstructions(0)],
  },
  {
    device: '^(at|avr)',
    title: 'AVR, a device whose registers are not known',
    vectors: {},
    registers: [sreg(0x5f)],
    inPlace: [bitInstructions(0x20)],
  },
];
const usual = variants[0]!;

const written: Omit<PlatformText, 'vectors' | 'registers' | 'variants'> = {
  name: 'avr',
  title: 'AVR, ATmega328P family',
  target: 'avr',
  arguments: ['-mmcu=atmega328p'],
  headers: ['avr'],
  headersFirst: ['avr-first'],
  detect: { triples: ['^avr'], includes: ['avr/', 'util/atomic.h', 'Arduino.h'] },
  atomicBytes: 1,
  nesting: { kind: 'masked', exit: 'open' },
  globalMask: 'closed',
  priorities: { order: 'none' },
  handlers: [{ pattern: '^__vector_(\\d+)$', irq: '$1' }],
  functions: {
    cli: [{ kind: 'close-mask' }],
    sei: [{ kind: 'open-mask' }],
    __builtin_avr_cli: [{ kind: 'close-mask' }],
    __builtin_avr_sei: [{ kind: 'open-mask' }],
  },
  assembly: [
    { pattern: '^cli$', effects: [{ kind: 'close-mask' }] },
    { pattern: '^sei$', effects: [{ kind: 'open-mask' }] },
    { pattern: '^reti$', effects: [{ kind: 'open-mask' }] },
    { pattern: '^in \\$0, ?(?:__sreg__|0x3f|63)$', effects: [{ kind: 'read-mask', bit: 7, openWhen: 1 }] },
    {
      pattern: '^out (?:__sreg__|0x3f|63), ?\\$0$',
      effects: [{ kind: 'write-mask', value: { argument: 0 }, bit: 7, openWhen: 1 }],
    },
    { pattern: '^sleep$', effects: [{ kind: 'wait-for-interrupt' }] },
    { pattern: '^(?:nop|wdr|break)$', effects: [{ kind: 'nothing' }] },
  ],
  inPlace: [bitInstructions(0x20)],
};

export const avr: Platform = Object.defineProperties(completed(written), {
  vectors: { enumerable: true, get: () => usual.vectors },
  registers: { enumerable: true, get: () => usual.registers },
  variants: { enumerable: true, value: variants },
});
