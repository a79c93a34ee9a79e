// The accesses of a finding are those of its timeline: same bytes, same values, same places, where variables are
// wider than what the machine does at once, accesses overlap in part, and one instruction makes many accesses.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { interleavingOf } from '../../src/report/finding-words.js';
import type { Report, ReportFinding } from '../../src/report/report.js';
import { reportOf } from '../report/report-of.js';

const avr = (text: string): string => `#include <avr/io.h>\n#include <avr/interrupt.h>\n#include <string.h>\n${text}`;

const programs = {
  'a word in bytes': avr(`
    static uint16_t word, copy;
    ISR(TIMER1_OVF_vect) { word = 0x1234; }
    int main(void) {
      sei();
      word = word + 1;
      if (word > 3) copy = word;
      *(uint8_t *)&word = 5;
      copy = word;
      return copy;
    }`),
  'a copy by memcpy': avr(`
    static uint8_t buffer[4], copy[4];
    ISR(TIMER1_OVF_vect) { buffer[1] = 9; buffer[0] = 7; }
    int main(void) {
      sei();
      memcpy(copy, buffer, 4);
      memcpy(buffer, copy, 4);
      return 0;
    }`),
  'a word written byte by byte': `
    typedef enum { TIM3_IRQn = 29 } IRQn_Type;
    #define __NVIC_PRIO_BITS 4
    #include <core_cm4.h>
    static union { uint32_t word; uint8_t bytes[4]; } u;
    void TIM3_IRQHandler(void) { for (int i = 0; i < 4; i++) u.bytes[i] = i + 1; }
    int main(void) {
      NVIC_EnableIRQ(TIM3_IRQn);
      uint8_t first = u.bytes[0];
      return first == u.word;
    }`,
  'an element looked at, then another': readFileSync(
    new URL('../corpus/atomicity/position_fix_bad.c', import.meta.url),
    'utf8',
  ),
  'four bytes, two ISRs': avr(`
    static volatile uint32_t time, got;
    ISR(TIMER1_OVF_vect) { time = 0x11223344; }
    ISR(TIMER0_OVF_vect) { got = time; }
    int main(void) {
      sei();
      got = time;
      time = 0xaabbccdd;
      return 0;
    }`),
  'read again by the ISR': avr(`
    static volatile uint8_t state, seen;
    ISR(TIMER1_OVF_vect) { for (uint8_t i = 0; i < 2; i++) { seen = state; state = 9; } }
    int main(void) {
      sei();
      state = 1;
      state = 2;
      return 0;
    }`),
};

describe.each(Object.entries(programs))('%s', async (_, text) => {
  const report = await reportOf(text);

  it('has findings', () => {
    expect(report.findings.length).toBeGreaterThan(0);
  });

  it.each(report.findings.map((f): [string, ReportFinding] => [f.id, f]))('%s: as in the timeline', (_, f) => {
    const entries = f.explanation!.timeline.entries;
    for (const [n, access] of f.accesses.entries()) {
      const marked = entries.filter((e) => e.mark === n + 1);
      // A race's second access has not been made.
      const isRace = f.kind === 'race' || f.kind === 'missing-volatile';
      expect(marked).toHaveLength(isRace && n === 1 ? 0 : 1);
      for (const e of marked) {
        expect(e.place).toEqual(access.place);
        expect([e.context, e.operation]).toEqual([access.context, access.operation]);
        if (access.value === undefined) expect([f.kind, n]).toEqual(['torn-access', 1]);
        else expect([access.accessed, access.value]).toEqual([e.variable, e.value]);
      }
    }
  });
});

const words = (report: Report): readonly string[] => report.findings.map(interleavingOf);

it('names the bytes that the accesses have in common', async () => {
  const shown = words(await reportOf(programs['a word in bytes']));
  expect(shown).toContain(
    'main read word[byte 0] = 0x01, TIMER1_OVF wrote word[byte 0] = 0x34, main wrote word[byte 0] = 0x05',
  );
  expect(words(await reportOf(programs['a word written byte by byte']))).toContain(
    'main read u.bytes[0] = 0x00, TIM3_IRQHandler wrote u.bytes[0] = 0x01, main read u.word = 67305985',
  );
});

it('takes for (2) the read of what was written at (1)', async () => {
  const { findings } = await reportOf(programs['read again by the ISR']);
  const between = findings.find((f) => f.pattern === 'WRW')!;
  expect(interleavingOf(between)).toBe('main wrote 1, TIMER1_OVF read 1, main wrote 2');
});

it('tells of an ISR that is half-way itself no value', async () => {
  const shown = words(await reportOf(programs['four bytes, two ISRs']));
  expect(shown).toContain('main had written only a part when TIMER1_OVF began to write it');
  expect(shown).toContain('main had read only a part when TIMER1_OVF changed it from 0 to 287454020');
  expect(shown.filter((s) => /^main had written only a part when TIMER0_OVF \w+ it/.test(s))).not.toEqual([]);
});
