// What happens behind a state, in words that hold for equal states with other numbers for their objects.

import { describe, expect, it } from 'vitest';
import { type LaterStep, LaterSteps } from '../../../../../src/engines/explore/reductions/dpor/later-steps.js';
import { ObjectRoles } from '../../../../../src/engines/explore/reductions/dpor/object-roles.js';
import { SectionReads } from '../../../../../src/engines/explore/reductions/dpor/section-reads.js';
import { ANY_OBJECT, StepFootprint } from '../../../../../src/engines/explore/reductions/dpor/step.js';
import { Visit, Visited } from '../../../../../src/engines/explore/reductions/dpor/visited.js';

const later = new LaterSteps(new SectionReads(10));

/** Objects 0 to 9 are static, those below `next` have been allocated, and 12 has an address. */
function rolesWith(places: readonly (readonly [number, number])[], next = 20): ObjectRoles {
  return new ObjectRoles({ staticCount: 10, nextNumber: next, exposedObjects: () => [12] }, new Map(places));
}

const writes = (...objects: readonly number[]) => ({
  process: 1,
  within: [],
  section: undefined,
  footprint: new StepFootprint(
    objects.map((object) => ({ object, from: 0, to: 4, isWrite: true })),
    false,
  ),
});

const objectsOf = (visit: Visit): readonly number[] => {
  const objects: number[] = [];
  const add = ({ footprint }: LaterStep): void => void objects.push(...footprint.touched.map((t) => t.object));
  visit.othersBehind(add);
  const numbered = visit.numberedBehind();
  for (let n = 0; n < later.count; n++) if (numbered.has(n)) add(later.get(n));
  return objects;
};

describe('a visit', () => {
  it('tells an equal state what happens to the objects with the same roles', () => {
    const visited = new Visited(later, []);
    new Visit(
      visited,
      rolesWith([
        [14, 0],
        [15, 1],
      ]),
    ).add(writes(14, 15, 3));
    const other = rolesWith([
      [18, 0],
      [16, 1],
    ]);
    expect(objectsOf(new Visit(visited, other))).toEqual([18, 16, 3]);
  });

  it('leaves out what was made later, and keeps what has an address or is static', () => {
    const visit = new Visit(new Visited(later, []), rolesWith([[14, 0]]));
    visit.add(writes(25, 12, 3));
    expect(objectsOf(visit)).toEqual([12, 3]);
  });

  it('does not know which object it was that has ended', () => {
    const visit = new Visit(new Visited(later, []), rolesWith([[14, 0]]));
    visit.add(writes(17));
    expect(objectsOf(visit)).toEqual([ANY_OBJECT]);
  });

  it('hands on to an earlier one what that one knows, too', () => {
    const early = new Visit(new Visited(later, []), rolesWith([[14, 0]], 15));
    const late = new Visit(
      new Visited(later, []),
      rolesWith([
        [16, 0],
        [14, 1],
      ]),
    );
    late.add(writes(14));
    late.add(writes(16));
    early.include(late);
    expect(objectsOf(early)).toEqual([14]);
  });

  it('knows no roles in other states of its cycle', () => {
    const other = new Visited(later, []);
    new Visit(other, rolesWith([[14, 0]])).add(writes(14, 3));
    const visited = new Visited(later, []);
    visited.comesBackTo(other);
    expect(objectsOf(new Visit(visited, rolesWith([[14, 0]])))).toEqual([ANY_OBJECT, 3]);
  });
});
