// What enables the interrupts of MSP430 devices: bits of registers that TI's headers declare and the linker places, by
// the names that they have in all families (1xx to 6xx, G2, FR). Vectors have names, too, since their numbers differ by
// device. A vector of which some enabling bit is left out would be kept out wrongly: it must not stand here at all.

import type { Platform } from '../platform.js';

type SymbolRegister = Extract<Platform['registers'][number], { readonly kind: 'symbol-flags' }>;

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, n) => from + n);

/** The vectors, on some device of the family, of these bits. */
const bits = (which: readonly number[], ...vectors: readonly string[]): SymbolRegister['bits'] =>
  Object.fromEntries(which.map((bit) => [bit, [...vectors]]));

/** A register of two bytes that have names of their own. */
const word = (name: string, flags: SymbolRegister['bits']): readonly SymbolRegister[] => {
  const half = (suffix: string, first: number): readonly SymbolRegister[] => {
    const own = Object.entries(flags).filter(([bit]) => Number(bit) >> 3 === first >> 3);
    const moved = Object.fromEntries(own.map(([bit, vectors]) => [Number(bit) - first, vectors]));
    return own.length === 0 ? [] : [{ kind: 'symbol-flags', name: name + suffix, bits: moved }];
  };
  return [{ kind: 'symbol-flags', name, bits: flags }, ...half('_L', 0), ...half('_H', 8)];
};

const byte = (name: string, flags: SymbolRegister['bits']): SymbolRegister => ({
  kind: 'symbol-flags',
  name,
  bits: flags,
});

/** TAIE is bit 1 of the control register, CCIE bit 4 of each capture/compare register. */
function timer(name: string, zero: readonly string[], others: readonly string[]): readonly SymbolRegister[] {
  return [
    ...word(`${name}CTL`, bits([1], ...others)),
    ...range(0, 7).flatMap((n) => word(`${name}CCTL${n}`, bits([4], ...(n === 0 ? zero : others)))),
  ];
}

/** UART, SPI and I2C; in I2C mode UCBxRXIE belongs to the vector of the transmitter. */
function usci(register: string, n: number): SymbolRegister {
  const [receive, transmit] = [`USCIAB${n}RX`, `USCIAB${n}TX`];
  return byte(register, {
    ...bits([0], receive),
    ...bits([1], transmit),
    ...bits([2], receive, transmit),
    ...bits([3], transmit),
  });
}

const usci0 = usci('IE2', 0);

export const msp430Registers: readonly SymbolRegister[] = [
  byte('IE1', { ...bits([0], 'WDT'), ...bits([6], 'USART0RX'), ...bits([7], 'USART0TX') }),
  {
    ...usci0,
    bits: {
      ...usci0.bits,
      ...bits([0], 'USCIAB0RX', 'USART0RX'),
      ...bits([1], 'USCIAB0TX', 'USART0TX'),
      ...bits([4], 'USART1RX'),
      ...bits([5], 'USART1TX'),
      ...bits([7], 'BASICTIMER'),
    },
  },
  ...word('SFRIE1', bits([0], 'WDT')),
  usci('UC1IE', 1),
  byte('UCB0I2CIE', bits(range(0, 4), 'USCIAB0RX')),
  byte('UCB1I2CIE', bits(range(0, 4), 'USCIAB1RX')),
  byte('I2CIE', bits(range(0, 8), 'USART0TX')),
  ...range(0, 4).flatMap((n) =>
    ['A', 'B'].flatMap((letter) => [
      ...word(`UC${letter}${n}IE`, bits(range(0, 15), `USCI_${letter}${n}`, `EUSCI_${letter}${n}`)),
      ...word(`UC${letter}${n}ICTL`, bits(range(0, 8), `USCI_${letter}${n}`)),
    ]),
  ),
  ...range(1, 11).map((n) => byte(`P${n}IE`, bits(range(0, 8), `PORT${n}`))),
  ...['A', 'B', 'C', 'D', 'E'].flatMap((letter, n) =>
    word(`P${letter}IE`, { ...bits(range(0, 8), `PORT${2 * n + 1}`), ...bits(range(8, 16), `PORT${2 * n + 2}`) }),
  ),
  ...timer('TA', ['TIMERA0', 'TIMER0_A0'], ['TIMERA1', 'TIMER0_A1']),
  ...timer('TB', ['TIMERB0', 'TIMER0_B0'], ['TIMERB1', 'TIMER0_B1']),
  ...range(0, 5).flatMap((n) =>
    ['A', 'B'].flatMap((letter) => {
      const old = (k: number): readonly string[] => (n === 0 ? [`TIMER${letter}${k}`] : []);
      const vector = (k: number): readonly string[] => [`TIMER${n}_${letter}${k}`, ...old(k)];
      return timer(`T${letter}${n}`, vector(0), vector(1));
    }),
  ),
  ...word('ADC10CTL0', bits([3], 'ADC10')),
  ...word('ADC10IE', bits(range(0, 6), 'ADC10')),
  ...word('ADC12CTL0', bits([2, 3], 'ADC12')),
  ...word('ADC12IE', bits(range(0, 16), 'ADC12')),
  ...range(0, 3).flatMap((n) => word(`ADC12IER${n}`, bits(range(0, 16), 'ADC12'))),
  byte('CACTL1', bits([1], 'COMPARATORA')),
  ...range(0, 8).flatMap((n) => word(`DMA${n}CTL`, bits([2], 'DMA', 'DACDMA'))),
  ...range(0, 2).flatMap((n) => word(`DAC12_${n}CTL`, bits([3], 'DAC12', 'DACDMA'))),
];
