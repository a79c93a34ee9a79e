// Replays: what a person sees, why a schedule is refused, how executions end; and that nothing replays that brute force
// does not find.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadProgram, type Program, type Request } from '../../src/check.js';
import { type Replay, replay } from '../../src/execution/replay.js';
import { type Choice, parseSchedule, type Schedule } from '../../src/execution/schedule.js';
import { refusalDiagnostic, replayText } from '../../src/report/replay-text.js';
import type { CadicalLibrary } from '../../src/solve/cadical.js';
import { BruteForce, type Happening } from '../machine/brute-force.js';
import { loadLitmus } from '../machine/litmus.js';
import { loadCadical } from '../solve/loaded-cadical.js';

const folder = fileURLToPath(new URL('../machine/litmus/', import.meta.url));

function scheduleOf(text: string): Schedule {
  const parsed = parseSchedule(text);
  if (parsed.kind === 'problem') throw new Error(parsed.problem.message);
  return parsed.schedule;
}

function refusalOf({ ending }: Replay): string | undefined {
  if (ending.kind !== 'refused') return undefined;
  const { message, place } = refusalDiagnostic(ending.refusal, folder);
  return place === undefined ? message : `${place.line}:${place.column}: ${message}`;
}

async function programOf(source: string, request: Omit<Request, 'paths'> = {}): Promise<Program> {
  const directory = mkdtempSync(join(tmpdir(), 'preempt-replay-'));
  try {
    const file = join(directory, 'test.c');
    writeFileSync(file, source);
    const loaded = await loadProgram({ paths: [file], cache: false, ...request });
    if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
    return loaded.value.program;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('a schedule that cannot happen is refused, with the reason and the place', () => {
  it.each([
    ['priority.c', '1:isr_1 2:isr_2', undefined],
    ['priority.c', '0:isr_2 1:isr_1', "18:9: isr_1 cannot start before step 1: it has priority 1, not above isr_2's 2"],
    ['priority.c', '9:isr_1', 'isr_1 cannot start before step 9: the program ends at step 1'],
    ['priority.c', '0:isr_1 0:isr_1', '12:7: isr_1 cannot start before step 0: it is active there already'],
    ['priority.c', '4~', 'there is no step 4 to reverse: the program ends at step 1'],
    ['priority.c', '4.', 'nothing stops at step 4 (4.): the program ends at step 1'],
    ['priority.c', '0~', '21:20: step 0 is indivisible: it has no pieces whose order could be reversed'],
    ['priority.c', '0:isr_7', 'no interrupt handler is called isr_7; there are isr_1, isr_2'],
    ['priority.c', '0:main', 'no interrupt handler is called main; there are isr_1, isr_2'],
    ['arrival-point.c', '1:tick', undefined],
    [
      'arrival-point.c',
      '0:tick',
      '12:7: tick cannot start before step 0: it starts only at calls that name it, and the next step is none of them',
    ],
    ['arrival-point.c', '1:tick 3:tick', '13:5: tick cannot start before step 3: it has started at this call already'],
    ['device-read.c', '0:isr_1 / 0', 'no interrupt handler is called isr_1; there is none'],
    [
      'none.c',
      '0:isr_1 1:isr_2',
      '10:9: isr_2 cannot start before step 1: isr_1 runs there, and handlers do not nest on this platform',
    ],
    [
      'masked-entry.c',
      '0:INT0',
      '22:5: INT0 cannot start before step 0: it is masked there from the start on: the platform avr starts with the global mask closed',
    ],
    [
      'masked-entry.c',
      '1:INT0 2:INT1',
      '13:9: INT1 cannot start before step 2: it is masked there since INT0 started: entry closes the global mask',
    ],
    [
      'masked-exit-restore.c',
      '0:nmi 1:INT0',
      '14:20: INT0 cannot start before step 1: it is masked there from the start on: the platform variant starts with the global mask closed',
    ],
    [
      'sreg-saved.c',
      '8:INT0',
      '15:7: INT0 cannot start before step 8: it is masked there since sreg-saved.c:14:5, asm("cli")',
    ],
    [
      'primask-saved.c',
      'end:handler',
      'handler cannot start at the end: it is masked there since primask-saved.c:27:5, __disable_irq()',
    ],
    [
      'primask-survives-exit.c',
      '0:low 1:high',
      '14:20: high cannot start before step 1: it is masked there since primask-survives-exit.c:11:18, __disable_irq()',
    ],
    [
      'all-flags.c',
      '0:isr_1',
      '15:5: isr_1 cannot start before step 0: it is off from the start on, because main enables it: enable_isr(-1)',
    ],
    [
      'all-flags.c',
      'end:isr_1',
      'isr_1 cannot start at the end: it is disabled there since all-flags.c:17:5, disable_isr(-1)',
    ],
    [
      'register-flag.c',
      'end:USART_UDRE / 0 0',
      'USART_UDRE cannot start at the end: it is disabled there since register-flag.c:17:12, UCSR0B = 0x00',
    ],
    [
      'ceiling.c',
      '2:isr_1',
      '19:5: isr_1 cannot start before step 2: its priority 1 is not above the ceiling 1, there since ceiling.c:17:5, preempt_set_ceiling(1)',
    ],
    [
      'atomic-section.c',
      '2:isr_1',
      '13:12: isr_1 cannot start before step 2: an atomic section runs since atomic-section.c:11:5, preempt_atomic_begin()',
    ],
    ['pended.c', '1:isr_2', '14:5: isr_2 cannot start before step 1: nothing has pended it'],
    ['pended.c', '2:isr_2 4:isr_2', 'isr_2 cannot start at the end: nothing has pended it'],
    ['assume.c', '', '12:5: the assumption at step 2 does not hold in this execution'],
    ['exit.c', 'end:isr_1', 'isr_1 cannot start at the end: the program exits at step 1'],
    ['null-pointer.c', 'end:isr_1', 'isr_1 cannot start at the end: the program fails at step 1, null-pointer.c:10:25'],
    [
      'device-read.c',
      '/ 300 0',
      '10:9: value 300 does not fit in 8 bits: it is the 1st of the schedule, for device PINB',
    ],
    [
      'device-read.c',
      '/ 0 -129',
      '11:9: value -129 does not fit in 8 bits: it is the 2nd of the schedule, for device PINB',
    ],
    ['device-read.c', '/ -128 255', undefined],
    ['device-read.c', '/ 1', '11:9: the schedule gives 1 value; step 1 needs another one, of 8 bits, for device PINB'],
    ['device-read.c', '/ 1 2 3', 'the schedule gives 3 values, but the program asks for only 2'],
    ['priority.c', '/ 1', 'the schedule gives 1 value, but the program asks for none'],
  ] as const)('%s %s', async (file, text, expected) => {
    const { program } = await loadLitmus(file);
    expect(refusalOf(replay(program, scheduleOf(text)))).toBe(expected);
  });

  it('where steps are not in order', async () => {
    const { program } = await loadLitmus('priority.c');
    const choices: Choice[] = [
      { kind: 'start', at: 'end', isr: 'isr_2' },
      { kind: 'start', at: 0, isr: 'isr_1' },
    ];
    expect(refusalOf(replay(program, { choices, inputs: [] }))).toBe(
      'isr_1 cannot start before step 0: 1 step was made before its turn came',
    );
  });
});

describe('an execution', () => {
  const ending = async (source: string, text: string): Promise<unknown> =>
    replay(await programOf(source), scheduleOf(text)).ending;

  it('repeats itself, goes on, or stops where the schedule says so', async () => {
    const blinking = 'int x; void isr_1(void) { x = 5; } int main(void) { for (;;) { x = 1; x = 2; } }';
    expect(await ending(blinking, '0:isr_1')).toEqual({ kind: 'complete', how: 'repeats' });
    expect(await ending(blinking, '0:isr_1 20.')).toEqual({ kind: 'complete', how: 'stop' });
    expect(refusalOf(replay(await programOf(blinking), scheduleOf('end:isr_1')))).toBe(
      'isr_1 cannot start at the end: it was not reached within 10001 steps',
    );
    const counting = 'unsigned x; void isr_1(void) { x = 5; } int main(void) { for (;;) x++; }';
    expect(await ending(counting, '')).toEqual({ kind: 'complete', how: 'limit' });
    // To a step that the schedule names it may be farther.
    expect(await ending(counting, '15000:isr_1 15002.')).toEqual({ kind: 'complete', how: 'stop' });
  });

  it('stops before it asks for what the schedule does not give', async () => {
    const asking = `int rand(void); int x; void isr_1(void) { x = 5; }
      int main(void) { x = 1; if (rand()) x = 2; }`;
    expect(await ending(asking, '0:isr_1 2.')).toEqual({ kind: 'complete', how: 'stop' });
    expect(await ending(asking, '0:isr_1 3. / 1')).toEqual({ kind: 'complete', how: 'stop' });
    const later = replay(await programOf(asking), scheduleOf('0:isr_1 3.'));
    expect(refusalOf(later)).toMatch(/^2:35: the schedule gives 0 values; step 2 needs another one/);
  });

  it('ends unknown at what is not modelled', async () => {
    expect(await ending('int main(void) { __asm__ volatile("rdtsc"); }', '')).toMatchObject({
      kind: 'unmodelled',
      what: 'inline assembly "rdtsc"',
    });
  });

  it('draws arguments, uninitialised memory and results in order', async () => {
    const source = 'int f(int); int main(int argc, char **argv) { int u[2]; return f(argc) + u[1]; }';
    const { events: moments, ending: end } = replay(await programOf(source), scheduleOf('/ 3 -4 9'));
    expect(end).toEqual({ kind: 'complete', how: 'end' });
    expect(moments.map((m) => [m.what, m.value])).toEqual([['f(3)', '-4']]);
  });

  it('names two handlers of one name by their functions', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'preempt-replay-'));
    try {
      const unit = (value: number): string =>
        `extern int x; static __attribute__((used)) void tick_isr(void) { x = ${value}; }`;
      writeFileSync(join(directory, 'a.c'), unit(1));
      writeFileSync(join(directory, 'b.c'), unit(2));
      writeFileSync(join(directory, 'main.c'), 'int x; int main(void) { x = 3; }');
      const loaded = await loadProgram({
        paths: ['main.c', 'a.c', 'b.c'].map((f) => join(directory, f)),
        cache: false,
      });
      if (loaded.kind === 'failed') throw new Error('not loaded');
      const { program } = loaded.value;
      const isrs = program.contexts.filter((c) => c.kind === 'isr');
      expect(isrs.map((c) => c.name)).toEqual(['tick_isr', 'tick_isr']);
      for (const isr of isrs) {
        const choices: Choice[] = [{ kind: 'start', at: 0, isr: isr.function }];
        expect(replay(program, { choices, inputs: [] }).events[0]?.context.id).toBe(isr.id);
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('shows values in the words of the source', async () => {
    const source = `
      #include <stdint.h>
      struct queue { int8_t low; uint8_t high; int16_t wide[3]; struct queue *next; float scale; _Bool on; } q, *p, ring[3], *r;
      int16_t *i;
      void (*callback)(void);
      static void done(void) {}
      void isr_1(void) { q.low = q.high = 0; q.wide[1] = q.wide[2] = 0; q.next = 0; p = r = 0; i = 0; callback = 0; q.scale = 0; q.on = 0; }
      int main(void) {
        q.low = -1; q.high = 200; q.wide[2] = -300; q.next = &q; p = &q; callback = done; q.scale = 1.5f; q.on = 1;
        q.next = 0; r = &ring[2]; i = &q.wide[1];
      }`;
    const { events: moments } = replay(await programOf(source), scheduleOf(''));
    expect(moments.map((m) => `${m.what} = ${m.value}`)).toEqual([
      'q.low = -1',
      'q.high = 200',
      'q.wide[2] = -300',
      'q.next = &q',
      'p = &q',
      'callback = done',
      'q.scale = 1.5',
      'q.on = 1',
      'q.next = null',
      'r = &ring[2]',
      'i = &q.wide[1]',
    ]);
  });
});

describe('what a person sees', () => {
  const show = async (file: string, text: string): Promise<string> => {
    const { program } = await loadLitmus(file);
    const schedule = scheduleOf(text);
    return replayText(replay(program, schedule), schedule, { base: join(folder, '..'), heading: (t) => t });
  };

  it('is each step with its number, value, function and place, nested as it preempts', async () => {
    expect(await show('priority.c', '0:isr_1 1:isr_2 5:isr_2')).toBe(`Schedule  0:isr_1 1:isr_2 5:isr_2
Source    litmus/priority.c

   ┌ isr_1 starts
0  │ W x = 1    isr_1  priority.c:12:7
   │ ┌ isr_2 starts
1  │ │ W x = 2  isr_2  priority.c:17:7
2  │ │ R x = 2  isr_2  priority.c:18:9
   │ └ isr_2 ends
3  │ R x = 2    isr_1  priority.c:13:9
   └ isr_1 ends
4  W x = 3      main   priority.c:21:20
   ┌ isr_2 starts
5  │ W x = 2    isr_2  priority.c:17:7
6  │ R x = 2    isr_2  priority.c:18:9
   └ isr_2 ends

Ends after 7 steps: nothing is left to do.
`);
  });

  it('is pieces, device registers and what happens to the mask', async () => {
    expect(await show('torn-write.c', '1~ 2:INT0 2~')).toBe(`Schedule  1~ 2:INT0 2~
Source    litmus/torn-write.c

0  asm("sei") (opens the global mask)  main  torn-write.c:14:5
1  W x[byte 1] = 0x01                  main  torn-write.c:15:7
   ┌ INT0 starts
2  │ R x[byte 1] = 0x01                INT0  torn-write.c:11:25
3  │ R x[byte 0] = 0x00                INT0  torn-write.c:11:25
   └ INT0 ends
4  W x[byte 0] = 0x02                  main  torn-write.c:15:7

Ends after 5 steps: nothing is left to do.
`);
  });

  it('is the failure, where there is one', async () => {
    expect(await show('null-pointer.c', '1:isr_1')).toBe(`Schedule  1:isr_1
Source    litmus/null-pointer.c

0  R p = null  main   null-pointer.c:10:26
   ┌ isr_1 starts
1  │ W p = &v  isr_1  null-pointer.c:8:22
   └ isr_1 ends

Fails after 2 steps: null pointer, in main at litmus/null-pointer.c:10:25 [invalid-access]
`);
  });
});

describe('no schedule replays that brute force does not find', () => {
  let library: CadicalLibrary;
  beforeAll(async () => {
    library = await loadCadical();
  });

  const key = (happenings: readonly Happening[]): string =>
    happenings.map(({ step, depth, event }) => `${step} ${depth} ${event.kind} ${event.context}`).join('\n');

  it.each([
    'priority.c',
    'equal-priority.c',
    'masked-opened.c',
    'masked-exit-closes.c',
    'ceiling.c',
    'all-flags.c',
    'pended.c',
    'torn-write.c',
    'nested-three.c',
  ])('%s', async (file) => {
    const { program, arrivals } = await loadLitmus(file);
    const force = new BruteForce(program, {
      arrivals: Math.max(2, arrivals),
      maxStarts: 3,
      createSolver: () => library.create(),
    });
    const found = new Set([...force.executions()].map((e) => key(e.happenings)));
    const isrs = program.contexts.filter((c) => c.kind === 'isr').map((c) => c.name);
    const at = fc.oneof(fc.nat({ max: 6 }), fc.constant('end' as const));
    const choice = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('start' as const), at, isr: fc.constantFrom(...isrs) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('descending' as const), at: fc.nat({ max: 6 }) }) },
    );
    let replayed = 0;
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 3 }), (choices) => {
        const isSparing = isrs.every(
          (isr) => choices.filter((c) => c.kind === 'start' && c.isr === isr).length <= Math.max(2, arrivals),
        );
        const inOrder = choices.toSorted((a, b) => order(a) - order(b));
        const { ending, events: moments } = replay(program, { choices: inOrder, inputs: [] });
        if (ending.kind !== 'complete' || !isSparing) return;
        replayed++;
        expect(found).toContain(key(moments.filter((m) => m.event.kind !== 'end')));
      }),
      { numRuns: 300 },
    );
    expect(replayed).toBeGreaterThan(10);
  });
});

function order(choice: Choice): number {
  return choice.at === 'end' ? Number.POSITIVE_INFINITY : choice.at;
}
