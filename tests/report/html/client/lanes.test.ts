// Lanes of a timeline: a handler that is entered again while it runs has one for each of its runs.

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
