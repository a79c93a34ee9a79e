// Who waits for whom: a circle is drawn as one, nobody twice, and arrows end at the borders of what they point to.

import { expect, it } from 'vitest';
import { NODE, waitDrawing } from '../../../../src/report/html/client/wait-layout.js';

const names = (drawing: ReturnType<typeof waitDrawing>): readonly string[] =>
  drawing.nodes.map((n) => `${n.kind} ${n.name}`);
const arrows = (drawing: ReturnType<typeof waitDrawing>): readonly string[] =>
  drawing.edges.map((e) => `${e.from.name} ${e.kind} ${e.to.name}`);

it('draws two threads and two locks as a circle', () => {
  const drawing = waitDrawing([
    { name: 'main', lock: 'a', heldBy: 'worker' },
    { name: 'worker', lock: 'b', heldBy: 'main' },
  ]);
  expect(names(drawing)).toEqual(['thread main', 'lock a', 'thread worker', 'lock b']);
  expect(arrows(drawing)).toEqual(['main waits a', 'a held worker', 'worker waits b', 'b held main']);
  for (const { to, x2, y2 } of drawing.edges) {
    const [dx, dy] = [Math.abs(x2 - to.x), Math.abs(y2 - to.y)];
    expect(dx > to.width / 2 - 1 || dy > NODE / 2 - 1).toBe(true);
    expect(dx < to.width / 2 + 5 && dy < NODE / 2 + 5).toBe(true);
  }
});

it('draws a thread that waits for itself, and two arrows beside each other', () => {
  const drawing = waitDrawing([{ name: 'main', lock: 'a', heldBy: 'main' }]);
  expect(names(drawing)).toEqual(['thread main', 'lock a']);
  expect(arrows(drawing)).toEqual(['main waits a', 'a held main']);
  const [there, back] = drawing.edges;
  expect(Math.abs(there!.y1 - back!.y1)).toBeGreaterThan(8);
});

it('draws who waits for the end of a thread, for what nobody gives, and several for one lock', () => {
  const drawing = waitDrawing([
    { name: 'main', endOf: 'worker#1' },
    { name: 'worker#1', lock: 'ready' },
    { name: 'worker#2', lock: 'ready' },
    { name: 'worker#3' },
  ]);
  expect(names(drawing)).toEqual([
    'thread main',
    'thread worker#1',
    'lock ready',
    'thread worker#2',
    'thread worker#3',
  ]);
  expect(arrows(drawing)).toEqual(['main waits worker#1', 'worker#1 waits ready', 'worker#2 waits ready']);
});

it.each([2, 3, 5, 8])('keeps %d philosophers and their forks apart, within its size', (count) => {
  const { nodes, width, height } = waitDrawing(
    Array.from({ length: count }, (_, n) => ({
      name: `philosopher#${n}`,
      lock: `forks[${n}]`,
      heldBy: `philosopher#${(n + 1) % count}`,
    })),
  );
  expect(nodes.length).toBe(2 * count);
  for (const [n, a] of nodes.entries()) {
    expect(a.x - a.width / 2).toBeGreaterThanOrEqual(0);
    expect(a.x + a.width / 2).toBeLessThanOrEqual(width);
    expect(a.y - NODE / 2).toBeGreaterThanOrEqual(0);
    expect(a.y + NODE / 2).toBeLessThanOrEqual(height);
    for (const b of nodes.slice(n + 1))
      expect(Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= NODE).toBe(true);
  }
});
