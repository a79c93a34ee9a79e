// Lanes of a timeline: a handler that is entered again while it runs has one for each of its runs; so have threads and
// locks.

import { describe, expect, it } from 'vitest';
import { lanesOf } from '../../../../src/report/html/client/lanes.js';
import { geometryOf } from '../../../../src/report/html/client/timeline-geometry.js';
import { shownAccess, shownEntry } from './shown.js';

const isr = (kind: 'start' | 'access' | 'end', depth: number) => shownEntry({ kind, depth, context: 'TIMER' });
const entries = [
  shownEntry(),
  isr('start', 1),
  isr('access', 1),
  isr('start', 2),
  isr('access', 2),
  isr('end', 2),
  isr('access', 1),
  isr('end', 1),
  shownEntry(),
];
const contexts = [
  { name: 'main', kind: 'main', priority: 0 },
  { name: 'TIMER', kind: 'isr', priority: 1 },
];
const access = shownAccess({ context: 'TIMER' });
const finding = { kind: 'atomicity', example: 'x', accesses: [access, access, access] } as const;

describe('a handler that is entered again', () => {
  const lanes = lanesOf({ initial: new Map(), entries }, contexts, finding);

  it('has a lane for its inner run above that of the outer one, in its colour', () => {
    expect(lanes.contexts.map(({ name, context }) => [name, context])).toEqual([
      ['TIMER (2)', 'TIMER'],
      ['TIMER', 'TIMER'],
      ['main', 'main'],
    ]);
  });

  it('has two activations, the outer one suspended while the inner one runs', () => {
    const runs = lanes.activations.filter((a) => a.context === 'TIMER');
    expect(runs.map(({ lane, over, from, to }) => ({ lane, over, from, to }))).toEqual([
      { lane: 'TIMER', over: 'main', from: 1, to: 7 },
      { lane: 'TIMER (2)', over: 'TIMER', from: 3, to: 5 },
    ]);
    expect(runs[0]!.suspended).toEqual([{ from: 3, to: 5 }]);
  });

  it('draws each access on the lane of its run', () => {
    const g = geometryOf(lanes, 1, entries.length, 20);
    expect(g.entryY(entries[4]!)).toBe(g.contextY('TIMER (2)'));
    expect(g.entryY(entries[6]!)).toBe(g.contextY('TIMER'));
    expect(g.entryY(entries[4]!)).toBeLessThan(g.entryY(entries[6]!));
  });
});

describe('threads and locks', () => {
  const by = (context: string, more: Parameters<typeof shownEntry>[0] = {}) => shownEntry({ context, ...more });
  const threads = [
    by('main', { kind: 'call', locks: new Map([['b', 'main']]), effects: ['takes b'] }),
    by('worker#1', { kind: 'switch' }),
    by('worker#1', { kind: 'call', locks: new Map([['a', 'worker#1']]), effects: ['takes a'] }),
    isr('start', 1),
    isr('end', 1),
    by('worker#1', { kind: 'wait', awaited: 'b', effects: ['waits for b, which main holds'] }),
    by('main', { kind: 'switch' }),
    by('main', { kind: 'call', locks: new Map([['b', '']]), effects: ['gives b back', 'closes the global mask'] }),
    by('worker#1', { kind: 'switch' }),
    by('worker#1'),
    by('worker#1', { kind: 'thread-end' }),
    by('main', { kind: 'switch' }),
  ];
  const known = [...contexts, { name: 'worker', kind: 'thread', priority: 0 }];
  const lanes = lanesOf({ initial: new Map(), length: threads.length, entries: threads }, known, finding);
  const spans = (lane: string) =>
    lanes.activations
      .filter((a) => a.lane === lane)
      .map(({ from, to, hasStart, hasEnd }) => [from, to, hasStart, hasEnd]);

  it('have a lane for each thread, between handlers and main', () => {
    expect(lanes.contexts.map((c) => [c.name, c.kind])).toEqual([
      ['TIMER', 'isr'],
      ['worker#1', 'thread'],
      ['main', 'main'],
    ]);
  });

  it('have one bar for each thread, which is suspended while it waits and while others run', () => {
    expect(spans('worker#1')).toEqual([[1, 10, true, true]]);
    expect(spans('main')).toEqual([[0, 11, false, false]]);
    const suspended = (lane: string) => lanes.activations.find((a) => a.lane === lane)!.suspended;
    expect(suspended('worker#1')).toEqual([
      { from: 3, to: 4 },
      { from: 5, to: 8 },
    ]);
    expect(suspended('main')).toEqual([
      { from: 1, to: 6 },
      { from: 8, to: 11 },
    ]);
    expect(lanes.activations.find((a) => a.lane === 'TIMER')!.over).toBe('worker#1');
  });

  it('show who holds a lock, and who waits for it', () => {
    expect(lanes.locks).toEqual([
      {
        name: 'b',
        holds: [{ from: 0, to: 7, holder: 'main' }],
        waits: [{ from: 5, to: 8, context: 'worker#1' }],
      },
      { name: 'a', holds: [{ from: 2, to: 12, holder: 'worker#1' }], waits: [] },
    ]);
    expect(lanes.waits).toEqual([5]);
    expect(lanes.masks).toEqual([7]);
  });

  it('leave a thread that is only seen to wait where it is', () => {
    const stuck = [...threads.slice(0, 3), by('main', { kind: 'wait', awaited: 'a' })];
    const { activations } = lanesOf({ initial: new Map(), length: stuck.length, entries: stuck }, known, finding);
    expect(activations.map((a) => [a.lane, a.suspended])).toEqual([
      ['main', [{ from: 1, to: 3 }]],
      ['worker#1', []],
    ]);
  });
});
