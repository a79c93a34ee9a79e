// What a table of an AVR family says, and what follows for the pack.

import { describe, expect, it } from 'vitest';
import { type AvrFamily, packRegisters, packVectors, registersOf } from '../../../src/model/packs/avr-family.js';

const family: AvrFamily = {
  header: 'iotest',
  title: 'a test',
  devices: { attest1: { flashEnd: 0xfff, ramStart: 0x60, ramEnd: 0xff, eepromEnd: 0x3f } },
  vectors: 'INT0 TIMER1_OVF/TIM1_OVF - USART_RXC ODD',
  registers: `
port B 0x23 0x24 0x25 0,2
byte 0x30 EECR EERIE - EEPE EERE
byte 0x3d EIMSK INT0
byte 0x40 UCSRB RXCIE - RXEN - - - -
word 0x50 TCNT1
byte 0x50 TCNT1L
byte 0x6f TIMSK1 - ICIE1 OCIE1A TOIE1
byte 0x6f OTHERNAME`,
};

describe('a table of an AVR family', () => {
  it('lists registers with the names of their bits, bit 0 first', () => {
    const byName = new Map(registersOf(family).map((register) => [register.name, register]));
    expect(byName.get('PORTB')).toEqual({
      name: 'PORTB',
      address: 0x25,
      bytes: 1,
      bits: [['PORTB0', 'PB0'], [], ['PORTB2', 'PB2'], [], [], [], [], []],
    });
    expect(byName.get('TIMSK1')!.bits.slice(0, 3)).toEqual([['TOIE1'], ['OCIE1A'], ['ICIE1']]);
    expect(byName.get('TCNT1')!.bytes).toBe(2);
  });

  it('says which bit enables which vector, where there is one', () => {
    expect(packVectors(family)).toEqual({ 1: 'INT0', 2: 'TIMER1_OVF', 4: 'USART_RXC', 5: 'ODD' });
    expect(packRegisters(family).filter((register) => register.kind === 'flags')).toEqual([
      { kind: 'flags', address: 0x3d, name: 'EIMSK', bits: { 0: 1 } },
      { kind: 'flags', address: 0x40, name: 'UCSRB', bits: { 6: 4 } },
      { kind: 'flags', address: 0x6f, name: 'TIMSK1', bits: { 0: 2 } },
    ]);
  });

  it('gives the others their roles, and each address one name', () => {
    expect(packRegisters(family).filter((register) => register.kind === 'plain')).toEqual([
      { kind: 'plain', address: 0x23, name: 'PINB', role: 'status' },
      { kind: 'plain', address: 0x24, name: 'DDRB', role: 'latch' },
      { kind: 'plain', address: 0x25, name: 'PORTB', role: 'latch' },
      { kind: 'plain', address: 0x30, name: 'EECR', role: 'latch' },
      { kind: 'plain', address: 0x50, name: 'TCNT1L', role: 'data' },
    ]);
  });
});
