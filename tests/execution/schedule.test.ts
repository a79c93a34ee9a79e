// Schedules as text: printing and parsing are inverse, and what is no schedule is refused with its column.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Choice, parseSchedule, printSchedule, type Schedule } from '../../src/execution/schedule.js';

const names = fc.oneof(
  fc.constantFrom('USART_RX', 'isr_1', 'end', 'TIM2_IRQHandler', 'isr.1', '_'),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' ', '"', '\\', "it's", 'a::b()', '$HOME', '`x`', '3', '/', 'é', '\n', '\ud800'),
);

/** Steps do not decrease. */
const choices = fc
  .array(fc.tuple(fc.nat({ max: 3 }), fc.constantFrom('start', 'end', 'descending', 'stop'), names))
  .map((list): Choice[] => {
    let at = 0;
    return list.map(([more, kind, isr]): Choice => {
      at += more;
      if (kind === 'start') return { kind, at, isr };
      return kind === 'end' ? { kind: 'start', at: 'end', isr } : { kind: kind as 'descending' | 'stop', at };
    });
  });

const inputs = fc.array(
  fc.oneof(
    fc.constantFrom(0n, 1n, 255n),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
    fc.bigInt({ min: -1001n, max: 1001n }),
  ),
  { maxLength: 20 },
);

function parsed(text: string): Schedule {
  const result = parseSchedule(text);
  if (result.kind === 'problem') throw new Error(`${text}: column ${result.problem.column}: ${result.problem.message}`);
  return result.schedule;
}

describe('schedules', () => {
  it('are the same after printing and parsing', () => {
    fc.assert(
      fc.property(choices, inputs, (chosen, values) => {
        const schedule = { choices: chosen, inputs: values };
        expect(parsed(printSchedule(schedule))).toEqual(schedule);
      }),
      { numRuns: 2000 },
    );
  });

  it('count equal starts in a row, from three on', () => {
    const start = { kind: 'start', at: 4, isr: 'ADC' } as const;
    expect(printSchedule({ choices: [start, start], inputs: [] })).toBe('4:ADC 4:ADC');
    const many = [...Array.from({ length: 200 }, () => start), { kind: 'stop', at: 9 } as const];
    expect(printSchedule({ choices: many, inputs: [] })).toBe('4:ADC*200 9.');
    expect(parsed('4:ADC*200 9.')).toEqual({ choices: many, inputs: [] });
    expect(parseSchedule('4:ADC*99999999')).toEqual({
      kind: 'problem',
      problem: { column: 1, message: 'more than 1000000 choices' },
    });
    expect(parseSchedule('4:ADC*0')).toMatchObject({ kind: 'problem', problem: { column: 3 } });
  });

  it('need no other quotes than those around them, in any shell', () => {
    fc.assert(
      fc.property(choices, inputs, (chosen, values) => {
        expect(printSchedule({ choices: chosen, inputs: values })).toMatch(
          /^(?:[\w.:~*/ -]|"(?:[^'$`!"\\\n]|\\[^'$`!\n])*")*$/,
        );
      }),
    );
  });

  it('are printed as a person would write them', () => {
    const schedule: Schedule = {
      choices: [
        { kind: 'start', at: 14, isr: 'USART_RX' },
        { kind: 'descending', at: 17 },
        { kind: 'start', at: 'end', isr: 'a b' },
        { kind: 'stop', at: 25 },
      ],
      inputs: [3n, 0n, 0n, 0n, 0n, 7n, 7n, 0xffffn, -1n],
    };
    expect(printSchedule(schedule)).toBe('14:USART_RX 17~ end:"a b" 25. / 3 0*4 7 7 0xffff -1');
    expect(printSchedule({ choices: [], inputs: [] })).toBe('');
    expect(parsed('  14:USART_RX\t17~\n/ 0XFF 0*2 -0x10 ')).toEqual({
      choices: [
        { kind: 'start', at: 14, isr: 'USART_RX' },
        { kind: 'descending', at: 17 },
      ],
      inputs: [255n, 0n, 0n, -16n],
    });
    expect(parsed('/')).toEqual({ choices: [], inputs: [] });
  });

  it.each([
    ['foo', 1, 'is no choice'],
    ['1:a  b:c', 6, 'is no choice'],
    ['1:a 0x2:b', 5, 'is no choice'],
    ['3:a 2:b', 5, 'step 2 stands behind step 3'],
    ['3~ end:a 2:b', 10, 'step 2 stands behind step 3'],
    ['1:', 3, 'the name of an ISR is missing'],
    ['1:a-b', 3, 'go into double quotes'],
    ['1:"a', 3, 'a quoted name does not end'],
    ['1:"a\\q"', 3, 'is no name'],
    ['99999999999999999999:a', 1, 'out of reach'],
    ['1:a / 1 two', 9, 'is no value'],
    ['/ 1.5', 3, 'is no value'],
    ['/ 1 / 2', 5, 'is no value'],
    ['/ 0x', 3, 'is no value'],
    ['/ 0*99999999', 3, 'more than'],
    ['-1:a', 1, 'is no choice'],
    ['end~', 1, 'is no choice'],
  ])('%s is refused at column %i', (text, column, message) => {
    const result = parseSchedule(text);
    expect(result).toMatchObject({ kind: 'problem', problem: { column, message: expect.stringContaining(message) } });
  });
});
