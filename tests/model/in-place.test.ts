// Updates that are one instruction, and above all those that are not.

import { describe, expect, it } from 'vitest';
import { loadText } from './load.js';

async function updates(body: string, more = '', flags: readonly string[] = []): Promise<number> {
  const source = `
    #include <avr/interrupt.h>
    #include <avr/io.h>
    static uint8_t variable = 1, seen;
    static const uint8_t constant = 4;
    ${more}
    ISR(INT0_vect) { PORTB = 1; DDRC = 1; TCCR2B = 1; variable = 2; }
    int main(void) { sei(); ${body} return 0; }`;
  const { program } = await loadText(source, { flags });
  return program.inPlace.size;
}

describe('an update in place', () => {
  it.each([
    ['sets a bit', 'PORTB |= 1 << 3;'],
    ['clears a bit', 'PORTB &= ~(1 << 3);'],
    ['sets a bit that a constant names', 'PORTB |= 1 << constant;'],
    ['is written in full', 'PORTB = PORTB | 0x80;'],
    ['goes by a variable of its own', 'uint8_t now = PORTB; now |= 2; PORTB = now;'],
    ['is a bit-field', 'bits.b = 1;'],
  ])('%s', async (_, body) => {
    const more = '#define bits (*(volatile struct { uint8_t a : 1, b : 1, rest : 6; } *)0x25)';
    expect(await updates(body, more)).toBe(1);
  });

  it.each([
    ['of two bits', 'PORTB |= 3;'],
    ['of no bit', 'PORTB |= 0;'],
    ['that flips a bit', 'PORTB ^= 2;'],
    ['of a bit that is not known', 'PORTB |= 1 << variable;'],
    ['that counts', 'PORTB++;'],
    ['beyond the reach of the instruction', 'TCCR2B |= 1;'],
    ['of another register', 'DDRC = PORTB | 2;'],
    ['whose value somebody else uses', 'uint8_t now = PORTB; PORTB = now | 2; seen = now;'],
    ['with something in between', 'uint8_t now = PORTB; variable++; PORTB = now | 2;'],
    ['through a pointer', 'set(&PORTB);'],
    ['of a register that is not shared', 'PORTD |= 2;'],
    ['of what is no register', 'variable |= 2;'],
  ])('is none: %s', async (_, body) => {
    expect(await updates(body, 'static void set(volatile uint8_t *port) { *port |= 2; }')).toBe(0);
  });

  it('is an assumption about optimised code', async () => {
    expect(await updates('PORTB |= 2;', '', ['-O0'])).toBe(0);
    expect(await updates('PORTB |= 2;', '', ['-O0', '-Os'])).toBe(1);
    const source = `#include <avr/io.h>
#include <avr/interrupt.h>
ISR(INT0_vect) { PORTB = 1; }
int main(void) { PORTB |= 2; }`;
    const { program } = await loadText(source);
    expect(program.assumptions).toEqual(['one instruction changes PORTB, as in optimised code (test.c:4)']);
  });

  it('is a logic operation, or a count by one, on the registers of an 8051', async () => {
    const source = `
      #include <reg51.h>
      sfr LATCH = 0xb0;
      sbit LED = P1^3;
      unsigned char n;
      void timer(void) interrupt 1 { P1 = 1; LATCH = 1; LED = 1; n = 1; }
      void main(void) { P1 |= n; LATCH ^= 6; P1++; LED = !LED; P1 += 2; P1 = P1 * 3; n |= 2; }`;
    const { program } = await loadText(source);
    expect(program.inPlace.size).toBe(4);
    expect(program.assumptions).toEqual([
      'one instruction changes P1, as in optimised code (test.c:7)',
      'one instruction changes LATCH, as in optimised code (test.c:7)',
      'one instruction changes LED, as in optimised code (test.c:7)',
    ]);
  });

  it('is any simple operation on MSP430, where memory is an operand', async () => {
    const source = `
      #define P1OUT (*(volatile unsigned char *)0x21)
      int n;
      __attribute__((interrupt(2))) void port(void) { P1OUT = 1; }
      int main(void) { P1OUT ^= 6; P1OUT |= n; P1OUT = P1OUT * 3; P1OUT = (P1OUT & 3) | 4; }`;
    const { program } = await loadText(source, { target: 'msp430-none-elf', isrs: [{ function: 'port' }] });
    expect(program.inPlace.size).toBe(2);
  });

  it('is one on MSP430 where the linker places the register, but never in memory', async () => {
    const source = `
      extern volatile unsigned char P1OUT;
      volatile unsigned char level;
      __attribute__((interrupt(2))) void port(void) { P1OUT ^= 1; level = 1; }
      int main(void) { P1OUT |= 6; level |= 6; }`;
    const { program } = await loadText(source, { target: 'msp430-none-elf', isrs: [{ function: 'port' }] });
    expect([...program.inPlace.keys()].map((load) => load.op === 'load' && load.address)).toMatchObject([
      { name: 'P1OUT' },
      { name: 'P1OUT' },
    ]);
    const elsewhere = await loadText(source, { target: 'thumbv7m-none-eabi', isrs: [{ function: 'port' }] });
    expect(elsewhere.program.inPlace.size).toBe(0);
  });
});
