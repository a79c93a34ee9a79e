// What the atomic section at a place has ever read while it was tried. Which bytes it reads depends on what it finds in
// them: with another value of the first, it may look at others, and it is those that let it go on or make it wait. So
// whoever writes one of them may decide whether the section can be gone through, though the section that was gone
// through has not read it.

import { StepFootprint, type Touched } from './step.js';

export class SectionReads {
  private readonly known = new Map<number, Touched[]>();

  /** False where all of it is known. */
  add(place: number, reads: readonly Touched[]): boolean {
    let known = this.known.get(place);
    if (known === undefined) this.known.set(place, (known = []));
    const count = known.length;
    for (const { object, from, to, isWrite } of reads)
      if (!isWrite && !known.some((k) => k.object === object && k.from <= from && to <= k.to))
        known.push({ object, from, to, isWrite: false });
    return known.length > count;
  }

  /** A footprint with what else the section there may read; itself if there is nothing. */
  extend(place: number, footprint: StepFootprint): StepFootprint {
    const { touched, isGlobal } = footprint;
    const others = (this.known.get(place) ?? []).filter(
      ({ object, from, to }) => !touched.some((t) => t.object === object && t.from <= from && to <= t.to),
    );
    return others.length === 0 ? footprint : new StepFootprint([...touched, ...others], isGlobal);
  }
}
