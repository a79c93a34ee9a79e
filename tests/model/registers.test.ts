// Device registers by their addresses: names, and which of them contexts share.

import { describe, expect, it } from 'vitest';
import { avr } from '../../src/model/packs/avr.js';
import { cortexM } from '../../src/model/packs/cortex-m.js';
import { generic } from '../../src/model/packs/generic.js';
import { isShareable, registerAt, registerName } from '../../src/model/registers.js';
import { loadText } from './load.js';

describe('a register', () => {
  it.each([
    ['as the platform calls it', registerName(avr, 0x25), 'PORTB'],
    ['with its place in a bank', registerName(cortexM, 0xe000e403), 'NVIC->IP[3]'],
    ['word by word', registerName(cortexM, 0xe000e104), 'NVIC->ISER[1]'],
    ['as a whole where its halves have names', registerName(avr, 0x88, 2), 'OCR1A'],
    ['by half', registerName(avr, 0x89), 'OCR1AH'],
    ['by two bytes that are not halves of one', registerName(avr, 0x25, 2), 'PORTB'],
    ['by its address where nobody knows it', registerName(generic, 0x4000440c), '*(0x4000440c)'],
  ])('is called %s', (_, name, expected) => expect(name).toBe(expected));

  it('holds nothing of its own where it is a mask, or where ones act', () => {
    const shared = (address: number): boolean => isShareable(registerAt(cortexM, address));
    expect(isShareable(registerAt(avr, 0x5f))).toBe(false);
    expect([0xe000e100, 0xe000e280, 0xe000ed04].map(shared)).toEqual([false, false, false]);
    expect([0xe000e010, 0xe000ed08, 0x40000000].map(shared)).toEqual([true, true, true]);
  });
});

describe('shared registers', () => {
  const shared = async (source: string): Promise<readonly string[]> => {
    const { program } = await loadText(source);
    return program.shared.map((v) => v.name);
  };
  const at = (address: string): string => `(*(volatile unsigned char *)${address})`;

  it('are those that two contexts use and one of them writes', async () => {
    const source = `
      void isr_1(void) { ${at('0x4000')} = 1; (void)${at('0x4001')}; ${at('0x4002')} = 1; }
      int main(void) { ${at('0x4000')} |= 2; (void)${at('0x4001')}; ${at('0x4003')} = 1; }`;
    expect(await shared(source)).toEqual(['*(0x4000)']);
  });

  it('are those at addresses that are not known as well', async () => {
    const source = `
      int n;
      void isr_1(void) { ${at('0x4000')} = 1; }
      int main(void) { ((volatile unsigned char *)0x4000)[n] = 2; }`;
    expect(await shared(source)).toEqual(['*(0x4000)']);
  });

  it('are whole where they are accessed by parts', async () => {
    const source = `
      void isr_1(void) { ${at('0x4001')} = 1; }
      int main(void) { *(volatile unsigned *)0x4000 |= 2; }`;
    expect(await shared(source)).toEqual(['*(0x4000)']);
  });

  it('are variables that nothing defines, by field', async () => {
    const source = `
      extern volatile struct { unsigned char a, b; } port;
      void isr_1(void) { port.a = 1; }
      int main(void) { port.a |= 2; port.b = 3; }`;
    expect(await shared(source)).toEqual(['port +0']);
  });
});
