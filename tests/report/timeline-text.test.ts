// The execution of a finding as text: which part is shown, what is left out and who shows it, and that indentation
// tells who preempts whom.

import { describe, expect, it } from 'vitest';
import type { ReportFinding, TimelineEntry } from '../../src/report/report.js';
import { type CheckStyle, plainStyle } from '../../src/report/text-style.js';
import { timelineText } from '../../src/report/timeline-text.js';
import { madeAccess, madeEntry, madeFinding } from './made-report.js';

function shown(
  entries: readonly TimelineEntry[],
  finding: Partial<ReportFinding> = {},
  style: Partial<CheckStyle> = {},
): string[] {
  const f = madeFinding({ ...finding, explanation: { timeline: { initial: {}, entries } } });
  return timelineText(f, 'main', { ...plainStyle, ...style });
}

function step(n: number, text = `R x${n} = 0`, more: Partial<TimelineEntry> = {}): TimelineEntry {
  return madeEntry({ kind: 'access', text, step: n, ...more });
}

const start = (context: string, depth: number, more: Partial<TimelineEntry> = {}): TimelineEntry =>
  madeEntry({ kind: 'start', text: `${context} starts`, context, depth, ...more });
const end = (context: string, depth: number): TimelineEntry =>
  madeEntry({ kind: 'end', text: `${context} ends`, context, depth });
const inIsr = (n: number, depth: number, more: Partial<TimelineEntry> = {}): TimelineEntry =>
  step(n, `W y${n} = 0`, { depth, context: 'ADC', ...more });

describe('a race of a handler with itself', () => {
  it('indents what waits as the outer run, not as the one that was entered again', () => {
    const entries = [
      start('ADC', 1),
      inIsr(0, 1),
      start('ADC', 2),
      inIsr(1, 2),
      inIsr(2, 2, { mark: 1, text: 'W x = 1' }),
    ];
    const access = madeAccess('W', 'ADC', 6);
    const lines = shown(entries, { kind: 'race', accesses: [access, access] });
    expect(lines.at(-1)).toBe('    (2)    │ ADC is about to write');
    expect(lines.some((line) => line.includes('┌ ADC starts') && line.includes('│ ┌'))).toBe(true);
  });
});

describe('an atomicity violation', () => {
  it('is shown from (1) to (3), with what preempts indented', () => {
    expect(
      shown([
        step(0),
        step(1, 'R count = 3', { mark: 1 }),
        start('ADC', 1, { because: 'enabled since main.c:1:1, sei()' }),
        inIsr(2, 1),
        start('NMI', 2),
        inIsr(3, 2, { mark: 2, place: { file: 'lib/nmi.c', line: 40, column: 1 } }),
        end('NMI', 2),
        end('ADC', 1),
        step(4, 'W count = 3', { mark: 3 }),
        step(5),
      ]),
    ).toEqual([
      '           main',
      '    (1) 1  R count = 3           main.c:2',
      '           ┌ ADC starts',
      '           │   enabled since main.c:1:1, sei()',
      '        2  │ W y2 = 0            main.c:2',
      '           │ ┌ NMI starts',
      '    (2) 3  │ │ W y3 = 0          nmi.c:40',
      '           │ └ NMI ends',
      '           └ ADC ends',
      '    (3) 4  W count = 3           main.c:2',
    ]);
  });

  it('inside of an ISR begins with the start of it', () => {
    expect(
      shown([
        start('ADC', 1),
        inIsr(0, 1),
        inIsr(1, 1),
        inIsr(2, 1),
        inIsr(3, 1, { mark: 1 }),
        start('NMI', 2),
        inIsr(4, 2, { mark: 2 }),
        end('NMI', 2),
        inIsr(5, 1, { mark: 3 }),
      ]).slice(0, 4),
    ).toEqual([
      '           main',
      '           ┌ ADC starts',
      '           │ … 3 more, which --verbose shows',
      '    (1) 3  │ W y3 = 0            main.c:2',
    ]);
  });

  const long = [
    step(0, 'R a = 0'),
    step(1, 'R count = 3', { mark: 1 }),
    ...Array.from({ length: 30 }, (_, n) => step(n + 2)),
    start('ADC', 1),
    inIsr(32, 1, { mark: 2 }),
    end('ADC', 1),
    ...Array.from({ length: 30 }, (_, n) => step(n + 33)),
    step(63, 'W count = 3', { mark: 3 }),
  ];

  it('that is long is cut where nothing is numbered', () => {
    const lines = shown(long);
    expect(lines.filter((l) => l.includes('…'))).toEqual([
      expect.stringMatching(/… 26 more, which --verbose shows$/),
      expect.stringMatching(/… 20 more, which --verbose shows$/),
    ]);
    for (const mark of ['(1)', '(2)', '(3)', '┌ ADC starts', '└ ADC ends'])
      expect(lines.filter((l) => l.includes(mark)).length).toBe(1);
    expect(lines.length).toBeLessThan(25);
  });

  it('is whole with --verbose, from the start', () => {
    const lines = shown(long, {}, { detail: 'verbose' });
    expect(lines.length).toBe(long.length + 1);
    expect(lines[1]).toContain('R a = 0');
  });

  it('says who shows the steps that the report does not have', () => {
    const cut = [
      step(900, 'R count = 3', { mark: 1, leftOut: 900 }),
      step(7000, 'W count = 3', { mark: 3, leftOut: 6099 }),
    ];
    expect(shown(cut)).toEqual([
      '              main',
      '    (1)  900  R count = 3           main.c:2',
      '              … 6099 more, which preempt replay shows',
      '    (3) 7000  W count = 3           main.c:2',
    ]);
    expect(shown(cut, {}, { detail: 'verbose' })[1]).toBe('              … 900 more, which preempt replay shows');
  });
});

describe('what did not happen any more', () => {
  const entries = [step(0), step(1, 'R count = 3'), start('ADC', 1), inIsr(2, 1, { mark: 1 })];
  const accesses = [madeAccess('W', 'ADC', 6, '4'), madeAccess('W', 'main', 2)];

  it.each([
    ['race', '    (2)    main is about to write'],
    ['torn-access', '    (2)    main goes on writing'],
  ] as const)('stands at the end: %s', (kind, last) => {
    const lines = shown(entries, { kind, accesses });
    expect(lines.at(-1)).toBe(last);
    // Where it was, but no more of it.
    expect(lines[1]).toContain('R count = 3');
  });

  it('an assertion fails where it stands', () => {
    const lines = shown(entries, { kind: 'assertion', accesses: [madeAccess('R', 'ADC', 6)] });
    expect(lines.at(-1)).toBe('           │ the assertion fails');
  });
});

describe('lines', () => {
  it('are cut at the width, but not with --verbose', () => {
    const wide = [step(1, `W buffer = {${'1, '.repeat(60)}}`, { mark: 1 }), step(2, 'W x = 1', { mark: 3 })];
    for (const line of shown(wide)) expect([...line].length).toBeLessThanOrEqual(80);
    expect(shown(wide)[1]).toMatch(/… {2}main\.c:2$/);
    expect(shown(wide, {}, { detail: 'verbose' })[1]).toContain('1, }');
  });

  it('wrap what is said of them, inside of their bars', () => {
    const because = `enabled since ${'some_folder/'.repeat(4)}main.c:12:3, enable_isr(1)`;
    const lines = shown([step(1, 'R x = 1', { mark: 1 }), start('ADC', 1, { because }), inIsr(2, 1, { mark: 2 })]);
    const below = lines.filter((l) => l.startsWith('           │   '));
    expect(below.length).toBeGreaterThan(1);
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
  });

  it('say what an operation did to interrupts', () => {
    const mask = madeEntry({ kind: 'mask', text: 'cli()', step: 1, effects: ['closes the global mask'], mark: 1 });
    expect(shown([mask, step(2, 'W x = 1', { mark: 3 })])[2]).toBe('             closes the global mask');
  });
});

describe('threads', () => {
  const by = (thread: string, n: number, text: string, more: Partial<TimelineEntry> = {}): TimelineEntry =>
    step(n, text, { thread, context: thread, ...more });
  const goesOn = (thread: string): TimelineEntry => madeEntry({ kind: 'switch', text: `${thread} goes on`, thread });

  it('have their names above what they do, once for each turn', () => {
    const lines = shown(
      [
        by('main', 0, 'R x = 0'),
        goesOn('worker'),
        by('worker', 1, 'R x = 0'),
        start('ADC', 1, { thread: 'worker' }),
        inIsr(2, 1, { thread: 'worker' }),
        end('ADC', 1),
        by('worker', 3, 'W x = 1', { mark: 1 }),
        madeEntry({ kind: 'thread-end', text: 'worker ends', thread: 'worker' }),
      ],
      {
        kind: 'race',
        accesses: [
          { ...madeAccess('W', 'worker', 2, '1'), thread: 'worker' },
          { ...madeAccess('W', 'main', 2), thread: 'main' },
        ],
      },
      { detail: 'verbose' },
    );
    expect(lines.map((l) => l.slice(11).trimEnd())).toEqual([
      'main',
      expect.stringMatching(/^R x = 0 +main.c:2$/),
      'worker',
      expect.stringMatching(/^R x = 0 +main.c:2$/),
      '┌ ADC starts',
      expect.stringMatching(/^│ W y2 = 0 +main.c:2$/),
      '└ ADC ends',
      expect.stringMatching(/^W x = 1 +main.c:2$/),
      'worker ends',
      'main',
      'main is about to write',
    ]);
  });

  it('that wait are shown from the lock on that is missed, without a step', () => {
    const takes = (thread: string, n: number, lock: string): TimelineEntry =>
      by(thread, n, `lock(&${lock})`, { kind: 'call', locks: { [lock]: thread }, effects: [`takes ${lock}`] });
    const waits = (thread: string, lock: string, mark: number): TimelineEntry =>
      by(thread, 40, `lock(&${lock})`, { kind: 'wait', effects: [`waits for ${lock}`], mark });
    const lines = shown(
      [
        ...Array.from({ length: 20 }, (_, n) => by('main', n, 'R x = 0')),
        takes('main', 20, 'b'),
        goesOn('worker'),
        takes('worker', 30, 'a'),
        waits('worker', 'b', 2),
        waits('main', 'a', 1),
      ],
      {
        kind: 'deadlock',
        waiting: [
          { name: 'main', lock: 'a', heldBy: 'worker' },
          { name: 'worker', lock: 'b', heldBy: 'main' },
        ],
        accesses: [madeAccess('R', 'main', 2), madeAccess('R', 'worker', 2)],
      },
    );
    expect(lines.map((l) => l.trim().replace(/ +/g, ' '))).toEqual([
      'main',
      '20 lock(&b) main.c:2',
      'takes b',
      'worker',
      '30 lock(&a) main.c:2',
      'takes a',
      '(2) lock(&b) main.c:2',
      'waits for b',
      'main',
      '(1) lock(&a) main.c:2',
      'waits for a',
    ]);
  });
});
