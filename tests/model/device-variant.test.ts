// Registers and vectors are those of the device that was compiled for.

import { describe, expect, it } from 'vitest';
import { loadText } from './load.js';

const source = `
  #define SPCR (*(volatile unsigned char *)0x4c)
  #define SREG_CLASSIC (*(volatile unsigned char *)0x5f)
  #define SREG_NEW (*(volatile unsigned char *)0x3f)
  volatile unsigned char n;
  void __vector_17(void) __attribute__((signal, used));
  void __vector_17(void) { n++; }
  int main(void) {
    unsigned char s = SREG_CLASSIC, t = SREG_NEW;
    __builtin_avr_cli();
    SPCR = 0x50;
    SREG_CLASSIC = s;
    SREG_NEW = t;
    n--;
    return 0;
  }`;

async function onDevice(device: string) {
  const { program } = await loadText(source, { target: 'avr', flags: [`-mmcu=${device}`] });
  const isr = program.contexts.find((c) => c.kind === 'isr')!;
  return { isr: isr.name, does: program.operations.map((o) => o.text), title: program.platform.title };
}

describe('a device of the family', () => {
  it.each(['atmega328p', 'atmega48pa', 'atmega168'])('%s has its registers and vectors', async (device) => {
    const { isr, does, title } = await onDevice(device);
    expect(isr).toBe('SPI_STC');
    expect(does).toContain('SPCR bit 7 cleared');
    expect(does.some((text) => text.startsWith('SREG'))).toBe(true);
    expect(title).toBe('AVR, ATmega328P family');
  });
});

describe('another device', () => {
  it.each([
    ['atmega2560', 'TIMER1_COMPA', 'AVR, ATmega640/1280/1281/2560/2561'],
    ['atmega32u4', 'TIMER1_COMPA', 'AVR, ATmega16U4/32U4'],
    ['attiny2313', 'EEPROM_READY', 'AVR, ATtiny2313/4313'],
    ['atmega8', 'TWI', 'AVR, ATmega8'],
  ])('%s has its own', async (device, vector, family) => {
    const { isr, does, title } = await onDevice(device);
    expect([isr, title]).toEqual([vector, family]);
    expect(does.filter((text) => text.startsWith('SREG'))).toHaveLength(1);
  });

  it.each(['atmega406', 'attiny167'])('%s, which is not known, has SREG and nothing else', async (device) => {
    const { isr, does, title } = await onDevice(device);
    expect([isr, title]).toEqual(['__vector_17', 'AVR, a device whose registers are not known']);
    expect(does.filter((text) => text.startsWith('SREG'))).toHaveLength(1);
    expect(does.some((text) => text.startsWith('SPCR'))).toBe(false);
  });

  it.each(['atmega4809', 'attiny1614', 'attiny10', 'atxmega128a1'])('%s has SREG at 0x3f as well', async (device) => {
    const { isr, does, title } = await onDevice(device);
    expect(isr).toBe('__vector_17');
    expect(does.filter((text) => text.startsWith('SREG'))).toHaveLength(2);
    expect(title).toBe('AVR with I/O space at address 0');
  });
});
