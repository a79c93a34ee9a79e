// Locations of the ordering encodings: accesses that overlap in several ways, and reads at arbitrary offsets.

import { describe, expect, it } from 'vitest';
import { loadText } from '../../../model/load.js';
import type { CheckOptions } from '../../check.js';
import { checkSymbolically } from '../../check.js';

const options: Omit<CheckOptions, 'reduction'> = {
  properties: ['assertion'],
  arrivals: 1,
  unwind: 8,
  unit: 'task',
  effect: 'reaching',
  races: 'default',
  isOver: () => undefined,
};

describe.each(['po', 'precise', 'threads', 'gap'] as const)('by %s', (encoding) => {
  const verdictOf = async (source: string, platform: 'generic' | 'avr' = 'generic') => {
    const interrupts = platform === 'generic' ? ({ interrupts: 'on' } as const) : {};
    const isrs = platform === 'avr' ? { isrs: [{ function: 'isr_1', irq: 1 }] } : {};
    const { program } = await loadText(source, { clang: 'auto', platform, ...interrupts, ...isrs });
    const { verdicts } = await checkSymbolically(program, { ...options, encoding });
    return verdicts[0]!.kind;
  };

  it('an access that fits no cut makes new ones', async () => {
    const source = (claim: string) => `
      #include <assert.h>
      #include <preempt.h>
      #include <stdint.h>
      struct part { uint32_t a, unused[3]; uint64_t e; };
      volatile struct part all[3];
      void isr_1(void) { all[1].e = 5; all[2].a = 7; }
      int main(void) {
        const int64_t i = (int64_t)preempt_nondet_u64();
        preempt_assume(i >= 0 && i < 3);
        const uint32_t a = all[i].a;
        const uint64_t e = all[1].e;
        assert(${claim});
        return 0;
      }`;
    expect(await verdictOf(source('(a == 0 || a == 7) && (e == 0 || e == 5)'))).toBe('holds');
    expect(await verdictOf(source('a != 7 || i != 2'))).toBe('violated');
    expect(await verdictOf(source('a != 7 || e == 5'))).toBe('holds');
  });

  it('elements of an array of structs are found at its distances', async () => {
    const source = (claim: string) => `
      #include <assert.h>
      #include <preempt.h>
      #include <stdint.h>
      struct entry { uint8_t n, minute, second; uint16_t ticks; uint32_t check; };
      volatile struct entry entries[6];
      volatile uint8_t next;
      void isr_1(void) { next = 3; }
      int main(void) {
        const uint8_t at = next;
        if (at >= 6) return 0;
        entries[at].second = 1;
        entries[at].check = 9;
        assert(${claim});
        return 0;
      }`;
    expect(await verdictOf(source('entries[3].check != 9'))).toBe('violated');
    expect(await verdictOf(source('entries[2].check != 9'))).toBe('holds');
  });

  it('a piece of a read at an arbitrary offset reads what was written there', async () => {
    const source = `
      #include <assert.h>
      #include <preempt.h>
      #include <stdint.h>
      volatile uint16_t a[100];
      void isr_1(void) { a[2] = 0x0101; }
      int main(void) {
        __asm__ volatile("sei");
        const uint8_t k = preempt_nondet_u8();
        preempt_assume(k < 100);
        const uint16_t x = a[k];
        assert(x != 0x0101);
        return 0;
      }`;
    expect(await verdictOf(source, 'avr')).toBe('violated');
  });
});
