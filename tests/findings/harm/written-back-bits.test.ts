// Which updates of a register lose what a handler has changed there.

import { describe, expect, it } from 'vitest';
import { writesBackChanged } from '../../../src/findings/harm/written-back-bits.js';
import type { Site } from '../../../src/findings/sites.js';
import { loadText } from '../../model/load.js';

/** `main` does one update of PORTB, the handler another. */
async function isLost(main: string, handler: string): Promise<boolean> {
  const source = `
    #include <avr/interrupt.h>
    #include <avr/io.h>
    uint8_t any;
    ISR(INT0_vect) { ${handler} }
    int main(void) { sei(); ${main} }`;
  const { program } = await loadText(source);
  const site = (fn: string, op: 'load' | 'store'): Site => {
    const context = program.contexts.find((c) => c.function === fn)!.id;
    const { instruction } = program.accesses.find(
      (a) => a.context === context && a.instruction.op === op && a.volatile,
    )!;
    return {
      id: 0 as Site['id'],
      context,
      instruction: instruction.id,
      operation: op === 'load' ? 'R' : 'W',
      function: fn,
    };
  };
  const [o1, o2, o3] = [site('main', 'load'), site('__vector_1', 'store'), site('main', 'store')];
  return writesBackChanged(program, { o1, o2, o3, byte: 0, isTorn: false });
}

describe('an update of a register', () => {
  it.each([
    ['that sets what the handler clears', 'PORTB |= 6;', 'PORTB &= ~6;'],
    ['that clears what the handler sets', 'PORTB &= ~7;', 'PORTB |= 6;'],
    ['that sets more than the handler changes', 'PORTB |= 7;', 'PORTB ^= 6;'],
  ])('loses nothing: %s', async (_, main, handler) => {
    expect(await isLost(main, handler)).toBe(false);
  });

  it.each([
    ['of one bit, where the handler changes another', 'PORTB |= 6;', 'PORTB &= ~8;'],
    ['of one bit, where the handler changes that and another', 'PORTB |= 2;', 'PORTB &= ~6;'],
    ['that flips what the handler clears', 'PORTB ^= 6;', 'PORTB &= ~6;'],
    ['where nothing is known of what the handler writes', 'PORTB |= 6;', 'PORTB = any;'],
    ['where nothing is known of what is set', 'PORTB |= any;', 'PORTB &= ~6;'],
  ])('loses something: %s', async (_, main, handler) => {
    expect(await isLost(main, handler)).toBe(true);
  });
});
