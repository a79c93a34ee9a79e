// Executions without an end: what `reduced` postpones there has no end to be started at. It must find what `exhaustive`
// finds all the same, and cycles must be noticed, however long they are.

import { describe, expect, it } from 'vitest';
import type { Program } from '../../../src/check.js';
import type { ReductionName } from '../../../src/engines/explore/reductions/reduction.js';
import { cpuTime } from '../../cpu-time.js';
import { loadText } from '../../model/load.js';
import { type CheckOptions, checkByExploring } from '../check.js';

interface Setting {
  readonly platform: 'avr' | 'generic' | 'cortex-m';
  /** ISRs preempt each other. Where they do, they depend on more, and less is postponed. */
  readonly isNested: boolean;
}

const settings: Readonly<Record<string, Setting>> = {
  avr: { platform: 'avr', isNested: false },
  generic: { platform: 'generic', isNested: true },
  'generic, equal priorities': { platform: 'generic', isNested: false },
  'cortex-m, equal priorities': { platform: 'cortex-m', isNested: false },
};
const names = ['low', 'middle', 'high'];

interface Case {
  readonly globals: string;
  /** Bodies, the least urgent first. */
  readonly isrs: readonly string[];
  readonly main: string;
  /** Kinds of findings that must be among those of both. */
  readonly finds: readonly string[];
}

function textOf({ globals, isrs, main }: Case, { platform }: Setting): string {
  const bodies = isrs.map((body, n) => `void ${names[n]}(void) { ${body} }`);
  const open = platform === 'avr' ? '__asm__ volatile("sei");' : '';
  return [
    '#include <assert.h>',
    '#include <stdlib.h>',
    'void enable_isr(int);',
    'void disable_isr(int);',
    '#define DEVICE (*(volatile unsigned char *)0x4001)',
    globals,
    ...bodies,
    `int main(void) { ${open} ${main} }`,
    '',
  ].join('\n');
}

async function load(one: Case, setting: Setting): Promise<Program> {
  const { platform, isNested } = setting;
  const isrs = one.isrs.map((_, n) => ({ function: names[n]!, irq: n + 1, priority: isNested ? n + 1 : 1 }));
  return (await loadText(textOf(one, setting), { platform, interrupts: 'on', isrs })).program;
}

async function check(program: Program, reduction: ReductionName, arrivals: number) {
  const until = cpuTime() + 120_000;
  const options: CheckOptions = {
    properties: ['atomicity', 'race', 'assertion'],
    reduction,
    arrivals,
    unwind: 20,
    unit: 'task',
    effect: 'reaching',
    races: 'all',
    isOver: () => (cpuTime() > until ? 'too long' : undefined),
  };
  const { findings, verdicts } = await checkByExploring(program, options);
  const ids = findings.map((f) => f.id);
  return {
    ids: ids.sort(),
    kinds: new Set<string>(findings.map((f) => f.kind)),
    verdicts: verdicts.map((v) => v.kind),
  };
}

const byte = 'volatile unsigned char led, seen, n, m, done, go, stop;';
const fails = 'n++; assert(n < 1);';

const cases: Readonly<Record<string, Case>> = {
  'an endless main loop': {
    globals: byte,
    isrs: [fails, 'seen = led;'],
    main: 'while (1) { led ^= 1; }',
    finds: ['assertion', 'race'],
  },
  'of wide variables, whose pieces come in either order': {
    globals: 'volatile int led, seen, n;',
    isrs: ['n++; assert(n < 1);', 'seen = led;'],
    main: 'while (1) { led ^= 1; }',
    finds: ['assertion'],
  },
  'waiting for what nobody sets': {
    globals: byte,
    isrs: [fails, 'seen = led; if (done) led = 2;'],
    main: 'while (!done) { led = seen; } led = 5;',
    finds: ['assertion'],
  },
  'an endless loop in an ISR': {
    globals: byte,
    isrs: [`${fails} seen = led;`, 'm++; while (1) { go ^= 1; assert(m < 1 || go < 2); }', 'stop = go; assert(!stop);'],
    main: 'while (1) { led ^= 1; }',
    finds: ['assertion'],
  },
  'two that are postponed': {
    globals: byte,
    isrs: ['if (n < 2) n++; assert(n < 1);', 'if (m < 2) m++; assert(m < 1);', 'seen = led;'],
    main: 'while (1) { led ^= 1; }',
    finds: ['assertion', 'race'],
  },
  'two that are postponed, the first enables the second': {
    globals: byte,
    isrs: ['enable_isr(2);', fails, 'seen = led;'],
    main: 'disable_isr(2); while (1) { led ^= 1; }',
    finds: ['assertion', 'race'],
  },
  'one that lets another change the loop': {
    globals: byte,
    isrs: ['go = 1;', 'if (go) led = 2;'],
    main: 'while (led < 2) { led ^= 1; } assert(0);',
    finds: ['assertion'],
  },
  'one that has to come twice': {
    globals: byte,
    isrs: ['if (n < 3) n++; if (n == 2) m = 1;', 'seen = led; assert(!m);'],
    main: 'while (1) { led ^= 1; }',
    finds: ['race'],
  },
  'nothing but ISRs that end the execution': {
    globals: byte,
    isrs: [fails, 'if (led < 9) exit(0);'],
    main: 'while (1) { led ^= 1; }',
    finds: ['assertion'],
  },
  'a round that meets no power of two': {
    globals: byte,
    isrs: ['n = 1; assert(n == 1);', 'seen = led;'],
    main: `while (1) { ${'led = 1; '.repeat(29)} }`,
    finds: ['race'],
  },
  'a device that is asked for ever': {
    globals: byte,
    isrs: [fails, 'seen = led;'],
    main: 'while (1) { if (DEVICE & 1) led = 1; else led = 2; }',
    finds: ['assertion', 'race'],
  },
};

const ways = Object.keys(cases).flatMap((name) => Object.keys(settings).map((setting) => [name, setting] as const));

describe('reduced finds in endless executions what exhaustive finds', () => {
  it.each(ways)('%s: %s', async (name, setting) => {
    const one = cases[name]!;
    const program = await load(one, settings[setting]!);
    for (const arrivals of [1, 2, Infinity]) {
      const exhaustive = await check(program, 'exhaustive', arrivals);
      const reduced = await check(program, 'reduced', arrivals);
      expect(reduced, `arrivals ${arrivals}`).toEqual(exhaustive);
      expect(reduced.verdicts).not.toContain('unknown');
      expect([...reduced.kinds]).toEqual(expect.arrayContaining([...one.finds]));
    }
  });

  /**
   * Both halves of the loop are entered from outside, and each is longer than the turn of an execution: neither comes
   * back to its own past.
   */
  const halves: Case = {
    globals: byte,
    isrs: [fails, 'if (go < 9) exit(0);', 'led = 7;'],
    main: `disable_isr(3);
      if (DEVICE & 1) goto second;
      for (;;) {
        go = 1;
        for (int i = 0; i < 1030; i++) led = 1;
      second:
        go = 2;
        for (int i = 0; i < 1030; i++) led = 1;
      }`,
    finds: ['assertion'],
  };

  it('also where executions take turns on one cycle', async () => {
    const reduced = await check(await load(halves, settings.avr!), 'reduced', 1);
    expect([...reduced.kinds]).toContain('assertion');
    expect(reduced.verdicts).not.toContain('unknown');
  });
});
