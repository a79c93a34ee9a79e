// Small programs, each for something that a table could leave out: with tables, findings and verdicts are those of the
// machine, and tables were used, or were not where they are not for the program.

import { describe, expect, it } from 'vitest';
import type { Request } from '../../../../src/check.js';
import { loadText } from '../../../model/load.js';
import { type CheckOptions, checkByExploring } from '../../check.js';

const usual: CheckOptions = {
  properties: ['atomicity', 'race', 'assertion', 'deadlock'],
  reduction: 'reduced',
  arrivals: 2,
  unwind: 8,
  unit: 'task',
  effect: 'reaching',
  races: 'all',
  isOver: () => undefined,
};

interface Case {
  readonly what: string;
  readonly source: string;
  readonly request?: Omit<Request, 'paths'>;
  readonly options?: Partial<CheckOptions>;
  /** Ids of findings begin with these, or there are none. */
  readonly finds?: readonly string[];
}

async function both(
  { source, request = {}, options = {} }: Omit<Case, 'what'>,
  reduction: CheckOptions['reduction'] = 'reduced',
) {
  const { program } = await loadText(source, { interrupts: 'on', ...request });
  const asked = { ...usual, reduction, ...options };
  const [tables, machine] = [
    await checkByExploring(program, { ...asked, kernel: 'on' }),
    await checkByExploring(program, { ...asked, kernel: 'off' }),
  ];
  const told = ({ findings, verdicts }: typeof tables) => ({
    findings: findings.map((f) => f.id).sort(),
    verdicts: verdicts.map((v) => [v.property, v.kind, v.bounds, v.kind === 'holds' ? v.assumptions : undefined]),
  });
  return { tables, told: told(tables), expected: told(machine) };
}

const preamble = '#include <assert.h>\nvoid enable_isr(int);\nvoid disable_isr(int);\n';

const cases: readonly Case[] = [
  {
    what: 'an ISR that remembers',
    source: `${preamble}static volatile char x;
static int count;
void isr_1(void) { x = ++count == 2; }
int main(void) { assert(x == 0); return 0; }`,
    finds: ['assertion'],
  },
  {
    what: 'a register that keeps a value over a step',
    source: `${preamble}static volatile char x, y;
void isr_1(void) { char t = x; y = t; x = t + 1; }
int main(void) { char a = x; char b = y; assert(a <= b || b == 0); return 0; }`,
  },
  {
    what: 'a lost update, harmful or not',
    source: `${preamble}static volatile unsigned char n;
void isr_1(void) { n++; }
int main(void) { n++; n++; return n; }`,
    finds: ['atomicity', 'race'],
  },
  {
    what: 'a wide access in either order of its pieces',
    source: `#include <assert.h>\n#include <avr/interrupt.h>\n#include <stdint.h>
static volatile uint16_t ticks;
ISR(TIMER0_OVF_vect) { ticks++; }
int main(void) { ticks = 255; sei(); assert(ticks != 0); return 0; }`,
    request: { platform: 'avr', target: 'avr' },
    finds: ['torn-access', 'assertion'],
  },
  {
    what: 'nested handlers, of which one enables the other',
    source: `${preamble}static volatile char x, y;
void isr_1(void) { x = 1; enable_isr(2); y = x; }
void isr_2(void) { x = 2; }
int main(void) { disable_isr(2); char a = y; char b = y; assert(a == b); return 0; }`,
    request: {
      isrs: [
        { function: 'isr_1', irq: 1, priority: 1 },
        { function: 'isr_2', irq: 2, priority: 2 },
      ],
    },
    finds: ['assertion', 'atomicity'],
  },
  {
    what: 'a section with the handler off',
    source: `${preamble}static volatile char x;
void isr_1(void) { x = 1; }
int main(void) { disable_isr(1); x = 0; assert(x == 0); enable_isr(1); return x; }`,
  },
  {
    what: 'a loop that waits for ever',
    source: `${preamble}static volatile char ready;
void isr_1(void) { ready = 1; }
int main(void) { disable_isr(1); while (!ready) { } return 0; }`,
    finds: ['deadlock'],
  },
  {
    what: 'a loop that waits for an interrupt',
    source: `${preamble}static volatile char ready;
void isr_1(void) { ready = 1; }
int main(void) { while (!ready) { } return 0; }`,
  },
  {
    what: 'what a main loop postpones for ever',
    source: `${preamble}static volatile char a, b;
void isr_1(void) { b = 1; }
void isr_2(void) { assert(b == 0); }
void isr_3(void) { a = 0; }
int main(void) { for (;;) a = 1; }`,
    request: { isrs: [1, 2, 3].map((irq) => ({ function: `isr_${irq}`, irq, priority: 1 })) },
    options: { arrivals: Number.POSITIVE_INFINITY },
    finds: ['assertion'],
  },
  {
    what: 'a counter that nobody looks at',
    source: `${preamble}static volatile unsigned count;
static volatile char x;
void isr_1(void) { count++; x = 1; }
int main(void) { for (;;) if (x) x = 0; }`,
    options: { arrivals: Number.POSITIVE_INFINITY },
  },
  {
    what: 'a shared pointer, and arrays that are copied',
    source: `${preamble}#include <string.h>
static volatile char a, b;
static volatile char *volatile p = &a;
static char from[3] = {1, 2, 3}, to[3];
void isr_1(void) { p = &b; from[1] = 9; }
int main(void) { *p = 1; memcpy(to, from, 3); assert(to[1] == 2 || b == 1); return to[2]; }
void isr_2(void) { b = to[0]; }`,
  },
  {
    what: 'ISRs that come after main',
    source: `${preamble}static volatile char x;
void isr_1(void) { assert(x != 3); x = 3; }
int main(void) { x = 1; return 0; }`,
    finds: ['assertion'],
  },
  {
    what: 'a handler that does nothing',
    source: `${preamble}static volatile char x;
void isr_1(void) { }
void isr_2(void) { x = 1; }
int main(void) { x = 2; return x; }`,
  },
];

describe.each(['reduced', 'exhaustive'] as const)('%s by tables', (reduction) => {
  it.each(cases)('sees $what', async (given) => {
    const { tables, told, expected } = await both(given, reduction);
    expect(tables.statistics.localStates).toBeGreaterThan(0);
    expect(told).toEqual(expected);
    const kinds = new Set(tables.findings.map((f) => f.kind));
    for (const kind of given.finds ?? []) expect(kinds).toContain(kind);
  });
});

it.each<Case>([
  {
    what: 'arbitrary data',
    source: `${preamble}int rand(void);\nstatic volatile char x;
void isr_1(void) { x = 1; }
int main(void) { if (rand()) x = 2; return x; }`,
  },
  {
    what: 'a shared local',
    source: `${preamble}static char *volatile p;
void isr_1(void) { if (p) *p = 1; }
int main(void) { char x = 0; p = &x; x = 2; return x; }`,
  },
  {
    what: 'undefined behaviour',
    source: `${preamble}static volatile int x;
void isr_1(void) { x = 0; }
int main(void) { x = 1; return 10 / x; }`,
  },
  {
    what: 'functions as units',
    source: `${preamble}static volatile char x;
void isr_1(void) { x = 1; }
int main(void) { x = 2; return x; }`,
    options: { unit: 'function' },
  },
])('leaves $what to the machine', async (given) => {
  const { tables, told, expected } = await both(given);
  expect(tables.statistics.localStates).toBeUndefined();
  expect(told).toEqual(expected);
});

it('takes over where the machine takes long, and keeps what was found', async () => {
  const source = `${preamble}static volatile unsigned char a, b, c;
void isr_1(void) { a++; b = a; }
void isr_2(void) { b++; c = b; }
void isr_3(void) { c++; a = c; }
int main(void) { for (unsigned char i = 0; i < 9; i++) { a++; b += a; c ^= b; } assert(a + b + c != 40); return 0; }`;
  const { program } = await loadText(source, { interrupts: 'on' });
  const asked: CheckOptions = { ...usual, reduction: 'exhaustive', arrivals: 1, properties: ['assertion'] };
  const auto = await checkByExploring(program, asked);
  expect(auto.statistics.localStates).toBeGreaterThan(0);
  const byTables = await checkByExploring(program, { ...asked, kernel: 'on' });
  expect(auto.findings.map((f) => f.id)).toEqual(byTables.findings.map((f) => f.id));
  expect(auto.findings).toHaveLength(1);
});
