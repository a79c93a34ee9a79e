// How far steps behind seen states are compared for good, as executions are followed and left.

import { describe, expect, it } from 'vitest';
import { Clock } from '../../../../../src/engines/explore/reductions/dpor/clock.js';
import type { Path } from '../../../../../src/engines/explore/reductions/dpor/path.js';
import { Settled } from '../../../../../src/engines/explore/reductions/dpor/settled.js';
import { begun, go, touching } from './path-builder.js';

const clockOf = (path: Path<string>, process: number): Clock => path.last!.clocks.get(process)?.clock ?? Clock.zero;

describe('what is settled', () => {
  it('holds for every path with the same beginning, and no other', () => {
    const path = begun();
    const [step, settled] = [touching(7, true), new Settled<string>()];
    go(path, 1, touching(3, true));
    go(path, 2, touching(4, true));
    go(path, 2, touching(5, true));
    expect(settled.upTo(path, step)).toBe(0);
    settled.settle(path, 1, clockOf(path, 1), 2);
    expect(settled.upTo(path, step)).toBe(2);
    path.pop();
    go(path, 3, touching(5, true));
    expect(settled.upTo(path, step)).toBe(2);
    path.pop();
    path.pop();
    go(path, 2, touching(4, true));
    expect(settled.upTo(path, step)).toBe(0);
  });

  it('begins where the process has come to', () => {
    const path = begun();
    const [step, settled] = [touching(7, true), new Settled<string>()];
    go(path, 2, touching(4, true));
    go(path, 1, touching(3, true));
    go(path, 2, touching(5, true));
    settled.upTo(path, step);
    settled.settle(path, 1, clockOf(path, 1), 1);
    expect(settled.upTo(path, step)).toBe(2);
  });

  it('ends with what the step is known to touch', () => {
    const path = begun();
    const settled = new Settled<string>();
    go(path, 1, touching(3, true));
    go(path, 2, touching(4, true));
    const step = touching(7, true);
    settled.upTo(path, step);
    settled.settle(path, 1, clockOf(path, 1), 1);
    expect(settled.upTo(path, step)).toBe(1);
    expect(settled.upTo(path, touching(8, true))).toBe(0);
  });
});
