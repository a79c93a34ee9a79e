// What the atomic section at a place has ever read where it could not be gone through. Which bytes it reads depends on
// what it finds in them: with another value of the first, it may look at others, and it is those that let it go on or
// make it wait. So whoever writes one of them may decide whether the section can be gone through, though the section
// that was gone through has not read it. A search that has relied on less than what it knew in the end is made again.

import { ANY_OBJECT, StepFootprint, type Touched } from './step.js';

interface Known {
  readonly reads: Touched[];
  /** What all had that orders were left out for; undefined where there were none. */
  relied: readonly Touched[] | undefined;
}

export class SectionReads {
  private readonly known = new Map<number, Known>();
  /** Some section reads more than what was relied on. */
  isOutdated = false;
  /** Another one whenever something changes. */
  version = 0;

  constructor(
    /** Objects below have the same numbers in all executions. */
    private readonly fixedObjects: number,
  ) {}

  /** False where all of it is known. */
  add(place: number, reads: readonly Touched[]): boolean {
    const known = this.at(place);
    const more = reads.filter((read) => !read.isWrite && !covers(known.reads, read));
    if (more.length === 0) return false;
    for (const { object, from, to } of more) known.reads.push({ object, from, to, isWrite: false });
    this.version++;
    const { relied } = known;
    this.isOutdated ||= relied !== undefined && more.some((read) => !covers(relied, read));
    return true;
  }

  /** A footprint with what else the section there may read; itself if there is nothing. */
  extend(place: number, footprint: StepFootprint): StepFootprint {
    const { touched, isGlobal } = footprint;
    const others = (this.known.get(place)?.reads ?? []).filter((read) => !covers(touched, read));
    if (others.length === 0) return footprint;
    const named = others.map((read) => (read.object < this.fixedObjects ? read : { ...read, object: ANY_OBJECT }));
    return new StepFootprint([...touched, ...named], isGlobal);
  }

  /** What a section touches decides which orders are tried. */
  relyOn(place: number, { touched }: StepFootprint): void {
    const known = this.at(place);
    known.relied = known.relied?.filter((read) => covers(touched, read)) ?? touched;
  }

  /** For a search from the beginning. */
  forget(): void {
    this.isOutdated = false;
    this.version++;
    for (const known of this.known.values()) known.relied = undefined;
  }

  private at(place: number): Known {
    let known = this.known.get(place);
    if (known === undefined) this.known.set(place, (known = { reads: [], relied: undefined }));
    return known;
  }
}

function covers(touched: readonly Touched[], { object, from, to }: Touched): boolean {
  return touched.some((t) => t.object === object && t.from <= from && to <= t.to);
}
