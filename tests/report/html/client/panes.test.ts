// Code beside code: each side shows where it is, and before that, what of it the finding is about.

import { describe, expect, it } from 'vitest';
import type { ShownEntry, ShownTimeline } from '../../../../src/report/html/client/decode.js';
import { panesAt } from '../../../../src/report/html/client/panes.js';
import { shownAccess, shownEntry } from './shown.js';

const at = (line: number) => ({ place: { file: 'a.c', line, column: 1 } });
const isr = { context: 'isr', function: 'isr', depth: 1 };

function timelineOf(entries: readonly ShownEntry[]): ShownTimeline {
  return { initial: new Map(), entries, length: entries.length };
}

const shown = (...of: Parameters<typeof panesAt>) =>
  panesAt(...of).map((p) => `${p.isActive ? '*' : ''}${p.context}:${p.place?.line}`);

describe('an atomicity violation', () => {
  const finding = {
    kind: 'atomicity' as const,
    accesses: [shownAccess(at(10)), shownAccess({ ...isr, ...at(30) }), shownAccess(at(11))],
  };
  const timeline = timelineOf([
    shownEntry(at(9)),
    shownEntry({ ...at(10), mark: 1 }),
    shownEntry({ ...isr, kind: 'start', ...at(28) }),
    shownEntry({ ...isr, ...at(29) }),
    shownEntry({ ...isr, ...at(30), mark: 2 }),
    shownEntry({ ...at(11), mark: 3 }),
  ]);

  it.each([
    [0, ['*main:9', 'isr:30']],
    [1, ['*main:10', 'isr:30']],
    [2, ['main:10', '*isr:28']],
    [4, ['main:10', '*isr:30']],
    [5, ['*main:11', 'isr:30']],
  ] as const)('at entry %d', (n, expected) => {
    expect(shown(finding, timeline, n)).toEqual(expected);
  });

  it('knows the accesses of each side', () => {
    expect(panesAt(finding, timeline, 0).map((p) => p.accesses.map((a) => a.line))).toEqual([[10, 11], [30]]);
  });

  it('without an execution shows the accesses', () => {
    expect(shown(finding, undefined, 0)).toEqual(['main:10', 'isr:30']);
  });
});

it('a race has the suspended access on the left, before it has happened', () => {
  const finding = { kind: 'race' as const, accesses: [shownAccess({ ...isr, ...at(30) }), shownAccess(at(10))] };
  const timeline = timelineOf([
    shownEntry(at(5)),
    shownEntry({ ...isr, kind: 'start', ...at(28) }),
    shownEntry({ ...isr, ...at(30), mark: 1 }),
  ]);
  expect(shown(finding, timeline, 2)).toEqual(['main:10', '*isr:30']);
  expect(shown(finding, timeline, 0)).toEqual(['*main:5', 'isr:30']);
});

it('what interrupts an ISR stands on the right, what the ISR interrupts on the left', () => {
  const finding = {
    kind: 'atomicity' as const,
    accesses: [
      shownAccess({ ...isr, ...at(30) }),
      shownAccess({ context: 'high', ...at(50) }),
      shownAccess({ ...isr, ...at(31) }),
    ],
  };
  const timeline = timelineOf([
    shownEntry(at(5)),
    shownEntry({ ...isr, ...at(30), mark: 1 }),
    shownEntry({ context: 'high', depth: 2, ...at(50), mark: 2 }),
    shownEntry({ ...isr, ...at(31), mark: 3 }),
  ]);
  expect(shown(finding, timeline, 0)).toEqual(['*main:5', 'high:50']);
  expect(shown(finding, timeline, 1)).toEqual(['*isr:30', 'high:50']);
  expect(shown(finding, timeline, 2)).toEqual(['isr:30', '*high:50']);
});

it('a failed assertion stands beside the last interrupt, or alone', () => {
  const finding = { kind: 'assertion' as const, accesses: [shownAccess(at(40))] };
  const alone = timelineOf([shownEntry(at(5))]);
  expect(shown(finding, alone, 0)).toEqual(['*main:5']);
  const interrupted = timelineOf([shownEntry(at(5)), shownEntry({ ...isr, ...at(30) }), shownEntry(at(6))]);
  expect(shown(finding, interrupted, 2)).toEqual(['*main:6', 'isr:30']);
});
