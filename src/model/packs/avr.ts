// AVR (ATmega48/88/168/328): one global mask, closed at reset; entry closes it, `reti` opens it; no priorities among
// interrupts. Register addresses and vector numbers are the data sheet's (data space). Those of other devices are not
// known but for SREG's, so that own flags are always on there: more may start than can, never less.

import { completed, type RegisterRole } from '../platform.js';

const vectorNames = [
  'INT0',
  'INT1',
  'PCINT0',
  'PCINT1',
  'PCINT2',
  'WDT',
  'TIMER2_COMPA',
  'TIMER2_COMPB',
  'TIMER2_OVF',
  'TIMER1_CAPT',
  'TIMER1_COMPA',
  'TIMER1_COMPB',
  'TIMER1_OVF',
  'TIMER0_COMPA',
  'TIMER0_COMPB',
  'TIMER0_OVF',
  'SPI_STC',
  'USART_RX',
  'USART_UDRE',
  'USART_TX',
  'ADC',
  'EE_READY',
  'ANALOG_COMP',
  'TWI',
  'SPM_READY',
];

/** Some clear a bit by themselves when something is done. */
const flags: readonly [address: number, name: string, bits: Record<string, number>, role?: RegisterRole][] = [
  [0x3d, 'EIMSK', { 0: 1, 1: 2 }],
  [0x68, 'PCICR', { 0: 3, 1: 4, 2: 5 }],
  [0x60, 'WDTCSR', { 6: 6 }, 'self-clearing'],
  [0x70, 'TIMSK2', { 1: 7, 2: 8, 0: 9 }],
  [0x6f, 'TIMSK1', { 5: 10, 1: 11, 2: 12, 0: 13 }],
  [0x6e, 'TIMSK0', { 1: 14, 2: 15, 0: 16 }],
  [0x4c, 'SPCR', { 7: 17 }],
  [0xc1, 'UCSR0B', { 7: 18, 5: 19, 6: 20 }],
  [0x7a, 'ADCSRA', { 3: 21 }],
  [0x3f, 'EECR', { 3: 22 }, 'self-clearing'],
  [0x50, 'ACSR', { 3: 23 }],
  [0xbc, 'TWCR', { 0: 24 }, 'self-clearing'],
  [0x57, 'SPMCSR', { 7: 25 }, 'self-clearing'],
];

/** Latches are read as they were written. Status and data change by themselves; some flags are cleared by a one. */
const plain: Readonly<Record<RegisterRole, readonly (readonly [name: string, address: number])[]>> = {
  latch: [
    ['DDRB', 0x24],
    ['PORTB', 0x25],
    ['DDRC', 0x27],
    ['PORTC', 0x28],
    ['DDRD', 0x2a],
    ['PORTD', 0x2b],
    ['GPIOR0', 0x3e],
    ['EEARL', 0x41],
    ['EEARH', 0x42],
    ['TCCR0A', 0x44],
    ['TCCR0B', 0x45],
    ['OCR0A', 0x47],
    ['OCR0B', 0x48],
    ['GPIOR1', 0x4a],
    ['GPIOR2', 0x4b],
    ['SMCR', 0x53],
    ['MCUCR', 0x55],
    ['SPL', 0x5d],
    ['SPH', 0x5e],
    ['CLKPR', 0x61],
    ['PRR', 0x64],
    ['EICRA', 0x69],
    ['PCMSK0', 0x6b],
    ['PCMSK1', 0x6c],
    ['PCMSK2', 0x6d],
    ['ADCSRB', 0x7b],
    ['ADMUX', 0x7c],
    ['DIDR0', 0x7e],
    ['TCCR1A', 0x80],
    ['TCCR1B', 0x81],
    ['ICR1L', 0x86],
    ['ICR1H', 0x87],
    ['OCR1AL', 0x88],
    ['OCR1AH', 0x89],
    ['OCR1BL', 0x8a],
    ['OCR1BH', 0x8b],
    ['TCCR2A', 0xb0],
    ['TCCR2B', 0xb1],
    ['OCR2A', 0xb3],
    ['OCR2B', 0xb4],
    ['TWBR', 0xb8],
    ['TWAR', 0xba],
    ['UCSR0C', 0xc2],
    ['UBRR0L', 0xc4],
    ['UBRR0H', 0xc5],
  ],
  status: [
    ['PINB', 0x23],
    ['PINC', 0x26],
    ['PIND', 0x29],
    ['SPSR', 0x4d],
    ['MCUSR', 0x54],
    ['TWSR', 0xb9],
    ['UCSR0A', 0xc0],
  ],
  data: [
    ['EEDR', 0x40],
    ['TCNT0', 0x46],
    ['SPDR', 0x4e],
    ['ADCL', 0x78],
    ['ADCH', 0x79],
    ['TCNT1L', 0x84],
    ['TCNT1H', 0x85],
    ['TCNT2', 0xb2],
    ['TWDR', 0xbb],
    ['UDR0', 0xc6],
  ],
  'self-clearing': [
    ['TIFR0', 0x35],
    ['TIFR1', 0x36],
    ['TIFR2', 0x37],
    ['PCIFR', 0x3b],
    ['EIFR', 0x3c],
    ['GTCCR', 0x43],
    ['TCCR1C', 0x82],
  ],
};

const sreg = (address: number) => ({ kind: 'mask', address, name: 'SREG', bit: 7, openWhen: 1 }) as const;

/** `sbi` and `cbi` reach the first 32 addresses of I/O space. */
const bitInstructions = (from: number) => ({ from, to: from + 0x20, change: 'bit' }) as const;

export const avr = completed({
  name: 'avr',
  title: 'AVR, ATmega328P family',
  target: 'avr',
  arguments: ['-mmcu=atmega328p'],
  headers: ['avr'],
  detect: { triples: ['^avr'], includes: ['avr/', 'util/atomic.h'] },
  atomicBytes: 1,
  nesting: { kind: 'masked', exit: 'open' },
  globalMask: 'closed',
  priorities: { order: 'none' },
  handlers: [{ pattern: '^__vector_(\\d+)$', irq: '$1' }],
  vectors: Object.fromEntries(vectorNames.map((name, i) => [String(i + 1), name])),
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
    { pattern: '^(?:nop|sleep|wdr|break)$', effects: [{ kind: 'nothing' }] },
  ],
  registers: [
    sreg(0x5f),
    ...flags.map(([address, name, bits, role]) => ({
      kind: 'flags' as const,
      address,
      name,
      bits,
      ...(role === undefined ? {} : { role }),
    })),
    ...(Object.keys(plain) as RegisterRole[]).flatMap((role) =>
      plain[role].map(([name, address]) => ({ kind: 'plain' as const, address, name, role })),
    ),
  ],
  inPlace: [bitInstructions(0x20)],
  variants: [
    {
      device:
        '^(atxmega|avrxmega|avrtiny|avr\\d+[a-z]|atmega(8|16|32|48)0[89]$|attiny((2|4|8|16|32)[012][24567]|4|5|9|10|20|40|102|104)$)',
      title: 'AVR with I/O space at address 0',
      // Preempt's own header has it where others have it; there is nothing else.
      registers: [sreg(0x3f), sreg(0x5f)],
      inPlace: [bitInstructions(0)],
    },
    {
      device: '^at(?!mega(48|88|168|328)(a|p|pa|pb)?$)',
      title: 'AVR, a device whose registers are not known',
      registers: [sreg(0x5f)],
      inPlace: [bitInstructions(0x20)],
    },
  ],
});
