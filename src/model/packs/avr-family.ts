// A family of AVR devices as one table, in the words of its data sheet; Preempt's headers (scripts/avr-headers.mjs) and
// the pack's vectors and registers (here) are both made of it. What a bit means for interrupts follows from its name,
// which the manufacturer gives by fixed rules. A vector whose enabling bit is not found has its own flag always on.

import type { Platform, RegisterRole } from '../platform.js';

export interface AvrFamily {
  /** The name of its header, `iom2560`. */
  readonly header: string;
  readonly title: string;
  /** Its members, by gcc's names, and the ends of their memories. */
  readonly devices: Readonly<Record<string, AvrMemories>>;
  /** Names from vector 1 on; other names of the same one behind a slash. `-`: there is none. */
  readonly vectors: string;
  /**
   * One register a line, at its address in data space: `byte 0x6f TIMSK1 …` with the names of its bits from the
   * highest one down to bit 0; `word 0x84 TCNT1`; `port B 0x23 0x24 0x25 0,1,2` for PINB, DDRB, PORTB and its pins.
   */
  readonly registers: string;
  /** Names of bits of several registers. */
  readonly bits?: string;
}

export interface AvrMemories {
  readonly flashEnd: number;
  readonly ramStart: number;
  readonly ramEnd: number;
  readonly eepromEnd: number;
}

export interface AvrRegister {
  readonly name: string;
  readonly address: number;
  readonly bytes: 1 | 2;
  /** The names of each bit. */
  readonly bits: readonly (readonly string[])[];
}

/** The names of each vector, from vector 1 on. */
export function vectorsOf(family: AvrFamily): readonly (readonly string[])[] {
  return words(family.vectors).map((word) => (word === '-' ? [] : word.split('/')));
}

export function registersOf(family: AvrFamily): readonly AvrRegister[] {
  return family.registers.trim().split('\n').flatMap(registersIn);
}

function registersIn(line: string): readonly AvrRegister[] {
  const [kind, ...rest] = words(line);
  if (kind === 'port') return portRegisters(rest);
  const [address, name, ...bits] = rest;
  const row = bits.reverse().map((bit) => (bit === '-' ? [] : bit.split('/')));
  return [{ name: name!, address: Number(address), bytes: kind === 'word' ? 2 : 1, bits: row }];
}

function portRegisters([letter, input, direction, output, pins]: readonly string[]): readonly AvrRegister[] {
  const has = new Set(pins!.split(','));
  const rows = (...prefixes: readonly string[]) =>
    Array.from({ length: 8 }, (_, n) => (has.has(String(n)) ? prefixes.map((p) => `${p}${letter}${n}`) : []));
  const named: readonly [string, string, readonly (readonly string[])[]][] = [
    [`PIN${letter}`, input!, rows('PIN')],
    [`DDR${letter}`, direction!, rows('DD')],
    [`PORT${letter}`, output!, rows('PORT', 'P')],
  ];
  return named
    .filter(([, address]) => address !== '-')
    .map(([name, address, bits]) => ({ name, address: Number(address), bytes: 1, bits }));
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** irq → the vector's name. */
export function packVectors(family: AvrFamily): Record<string, string> {
  const named = vectorsOf(family).map(([name], n) => [String(n + 1), name] as const);
  return Object.fromEntries(named.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** What the pack knows of each register but SREG. */
export function packRegisters(family: AvrFamily): Platform['registers'] {
  const irqs = new Map(vectorsOf(family).flatMap((names, n) => names.map((name) => [name, n + 1] as const)));
  const seen = new Set<number>();
  return registersOf(family).flatMap((register): Platform['registers'] => {
    const { name, address, bytes, bits } = register;
    const enabled = bits.flatMap((names, bit) => {
      const irq = names.flatMap(vectorNames).map((vector) => irqs.get(vector));
      const first = irq.find((n) => n !== undefined);
      return first === undefined ? [] : [[String(bit), first] as const];
    });
    // A second name of the same register, and words, of which the bytes are known.
    if (bytes === 2 || (seen.has(address) && enabled.length === 0)) return [];
    seen.add(address);
    if (enabled.length === 0) return [{ kind: 'plain', address, name, role: roleOf(name) }];
    const role = clearsItself.test(name) ? { role: 'self-clearing' as const } : {};
    return [{ kind: 'flags', address, name, bits: Object.fromEntries(enabled), ...role }];
  });
}

/** The vectors that a bit of this name may enable, under their names on the various devices. */
function vectorNames(bit: string): readonly string[] {
  for (const [pattern, names] of enabling) {
    const match = pattern.exec(bit);
    if (match !== null) return names.map((name) => name.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? ''));
  }
  return [];
}

const enabling: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^INT(\d)$/, ['INT$1']],
  [/^PCIE$/, ['PCINT0', 'PCINT']],
  [/^PCIE(\d)$/, ['PCINT$1']],
  [/^OCIE(\d)([A-D]?)$/, ['TIMER$1_COMP$2', 'TIM$1_COMP$2']],
  [/^TOIE(\d)$/, ['TIMER$1_OVF', 'TIM$1_OVF']],
  [/^T?ICIE(\d)$/, ['TIMER$1_CAPT', 'TIM$1_CAPT']],
  [/^FPIE(\d)$/, ['TIMER$1_FPF', 'FAULT_PROTECTION']],
  [/^RXCIE(\d?)$/, ['USART$1_RX', 'USART_RX', 'USART_RXC']],
  [/^UDRIE(\d?)$/, ['USART$1_UDRE', 'USART_UDRE']],
  [/^TXCIE(\d?)$/, ['USART$1_TX', 'USART_TX', 'USART_TXC']],
  [/^ADIE$/, ['ADC']],
  [/^ACIE$/, ['ANALOG_COMP', 'ANA_COMP']],
  [/^SPIE$/, ['SPI_STC']],
  [/^TWIE$/, ['TWI']],
  [/^EERIE$/, ['EE_READY', 'EE_RDY', 'EEPROM_READY', 'EEPROM_Ready']],
  [/^SPMIE$/, ['SPM_READY', 'SPM_RDY', 'SPM_Ready']],
  [/^WDT?IE$/, ['WDT', 'WDT_OVERFLOW']],
  [/^USISIE$/, ['USI_START']],
  [/^USIOIE$/, ['USI_OVF', 'USI_OVERFLOW']],
];

/** Registers with a bit that the device clears by itself when something is done. */
const clearsItself = /^(WDTCS?R|EECR|TWCR|SPMCS?R)$/;

const roles: readonly (readonly [RegExp, RegisterRole])[] = [
  [/^(PIN[A-L]|SPSR|MCUC?SR|TWSR|UCSR\d?A|USISR|PLLCSR|ASSR|U(E|D|H|P|SB|OTG)[A-Z]+)$/, 'status'],
  [/^(UDR\d?|SPDR|TWDR|EEDR|ADC[HLW]?|TCNT\d?[HL]?|TC\dH|USI[DB]R|DWDR|OCDR)$/, 'data'],
  [/^(E?TIFR\d?|EIFR|GIFR|PCIFR|GTCCR|SFIOR|TCCR\dC|SPMCS?R|WDTCS?R)$/, 'self-clearing'],
];

function roleOf(name: string): RegisterRole {
  return roles.find(([pattern]) => pattern.test(name))?.[1] ?? 'latch';
}
