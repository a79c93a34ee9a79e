// Steps behind seen states against paths: what they are in a race with, and what of that need not be looked at again.

import { describe, expect, it } from 'vitest';
import { ComparisonBehind } from '../../../../../src/engines/explore/reductions/dpor/comparison-behind.js';
import { type LaterStep, LaterSteps } from '../../../../../src/engines/explore/reductions/dpor/later-steps.js';
import type { Meetings } from '../../../../../src/engines/explore/reductions/dpor/meetings.js';
import type { OtherOrders } from '../../../../../src/engines/explore/reductions/dpor/other-orders.js';
import type { Path } from '../../../../../src/engines/explore/reductions/dpor/path.js';
import { SectionReads } from '../../../../../src/engines/explore/reductions/dpor/section-reads.js';
import type { StepFootprint } from '../../../../../src/engines/explore/reductions/dpor/step.js';
import { StepSet } from '../../../../../src/engines/explore/reductions/dpor/step-set.js';
import { begun, go, touching } from './path-builder.js';

const by = (process: number, footprint: StepFootprint, section?: number): LaterStep => ({
  process,
  footprint,
  within: [],
  section,
});

/** Compares with a path; gives the processes of races and the indices of what they are in a race with. */
class Bench {
  readonly sections = new SectionReads(100);
  readonly later = new LaterSteps(this.sections);
  readonly path: Path<string> = begun();
  /** What settles a race, by the index of the transition. */
  settles = (at: number): number => at;
  private races: string[] = [];
  private readonly comparison: ComparisonBehind<string>;

  constructor() {
    const meetings: Pick<Meetings<string>, 'meet'> = { meet: () => false };
    const orders: Pick<OtherOrders<string>, 'try'> = {
      try: (at, _footprint, { process }) => {
        this.races.push(`${process}@${at}`);
        return this.settles(at);
      },
    };
    this.comparison = new ComparisonBehind(
      this.path,
      this.later,
      meetings as Meetings<string>,
      orders as OtherOrders<string>,
    );
  }

  compare(...steps: readonly LaterStep[]): readonly string[] {
    const behind = new StepSet();
    for (const step of steps) behind.add(this.later.of(step));
    this.races = [];
    this.comparison.compare(behind);
    return this.races;
  }
}

describe('steps behind a seen state', () => {
  it('are in races with what others did on the path, the last first', () => {
    const on = new Bench();
    go(on.path, 1, touching(3, true));
    go(on.path, 2, touching(3, false));
    go(on.path, 2, touching(4, true));
    go(on.path, 3, touching(5, true));
    expect(on.compare(by(3, touching(3, true)), by(1, touching(4, false)))).toEqual(['3@2', '3@1', '1@3']);
  });

  it('are in no race with what they happen after', () => {
    const on = new Bench();
    const first = go(on.path, 1, touching(3, true));
    const next = go(on.path, 2, touching(3, true));
    const { clock, number } = next.clocks.get(2)!;
    next.clocks.set(2, { clock: clock.join(first.taken!.clock), number });
    go(on.path, 1, touching(4, true));
    expect(on.compare(by(2, touching(3, true)), by(2, touching(4, true)))).toEqual(['2@3']);
  });

  it('are compared again only with what comes behind the part that is settled', () => {
    const on = new Bench();
    const step = by(1, touching(7, true));
    go(on.path, 1, touching(3, true));
    go(on.path, 2, touching(7, true));
    go(on.path, 2, touching(5, true));
    expect(on.compare(step)).toEqual(['1@2']);
    on.path.pop();
    go(on.path, 3, touching(7, true));
    expect(on.compare(step)).toEqual(['1@3']);
    on.path.pop();
    on.path.pop();
    go(on.path, 2, touching(7, true));
    go(on.path, 2, touching(5, true));
    expect(on.compare(step)).toEqual(['1@2']);
  });

  it('are settled where their process has come to, and not before', () => {
    const on = new Bench();
    const step = by(1, touching(7, true));
    go(on.path, 2, touching(7, true));
    go(on.path, 1, touching(3, true));
    go(on.path, 2, touching(5, true));
    expect(on.compare(step)).toEqual(['1@1']);
    expect(on.compare(step)).toEqual([]);
    on.path.pop();
    on.path.pop();
    go(on.path, 2, touching(4, true));
    expect(on.compare(step)).toEqual(['1@1']);
  });

  it('are not settled where more may have to be tried', () => {
    const on = new Bench();
    on.settles = () => Number.POSITIVE_INFINITY;
    const step = by(1, touching(7, true));
    go(on.path, 1, touching(3, true));
    go(on.path, 2, touching(7, true));
    go(on.path, 2, touching(5, true));
    expect(on.compare(step)).toEqual(['1@2']);
    expect(on.compare(step)).toEqual(['1@2']);
  });

  it('are compared anew once more is known of what their sections read', () => {
    const on = new Bench();
    const step = by(1, touching(7, true), 4);
    go(on.path, 2, touching(8, true));
    go(on.path, 1, touching(3, true));
    go(on.path, 2, touching(5, true));
    expect(on.compare(step)).toEqual([]);
    on.sections.add(4, [{ object: 8, from: 0, to: 4, isWrite: false }]);
    expect(on.compare(step)).toEqual(['1@1']);
  });
});
