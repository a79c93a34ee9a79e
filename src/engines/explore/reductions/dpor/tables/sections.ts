// Atomic sections, and threads that go on by themselves, tried on tables: who waits, and who comes to an end.

import { StepFootprint, type Touched } from '../step.js';
import type { ThreadTables, Vector } from './thread-tables.js';

/** A section that was tried, by what it has read. */
export interface TriedByTables {
  readonly slots: readonly number[];
  readonly contents: readonly number[];
  readonly waits: boolean;
  readonly footprint: StepFootprint;
  /** It depends on nothing else. */
  readonly isLasting: boolean;
}

/** Steps of one section, and of one round. */
const MAX_STEPS = 1000;

export class SectionsByTables {
  private readonly tried = new Map<number, TriedByTables[]>();

  constructor(private readonly tables: ThreadTables) {}

  /** Could it make a step, if it were let? */
  canStep(vector: Vector, owner: number): boolean {
    const local = this.tables.localIn(vector, owner);
    const { kind, mayWait } = this.tables.locals.get(local);
    if (kind === 'new') return true;
    return kind === 'visible' && !(mayWait && this.sectionOf(vector, owner, local).waits);
  }

  /** What is known, or now found out, about the section that somebody stands before. */
  sectionOf(vector: Vector, owner: number, local: number): TriedByTables {
    let tried = this.tried.get(local);
    if (tried === undefined) this.tried.set(local, (tried = []));
    for (let n = 0; n < tried.length; n++) {
      const { slots, contents } = tried[n]!;
      let isSame = true;
      for (let k = 0; k < slots.length && isSame; k++) isSame = vector[slots[k]!] === contents[k];
      if (isSame) return tried[n]!;
    }
    const found = this.trySection(vector, owner, local);
    if (found.isLasting) tried.push(found);
    return found;
  }

  private trySection(vector: Vector, owner: number, first: number): TriedByTables {
    const now = vector.slice();
    const read = new Map<number, number>();
    const reads: Touched[] = [];
    let [local, waits, isLasting] = [first, false, true];
    for (let n = 0; n < MAX_STEPS; n++) {
      const { usesMasks, reads: slots } = this.tables.locals.get(local);
      if (usesMasks) read.set(this.tables.masksAt, vector[this.tables.masksAt]!);
      else for (const slot of slots) if (!read.has(slot)) read.set(slot, vector[slot]!);
      const step = this.tables.steps.make(local, this.tables.givenIn(now, local, owner));
      if (step.ending.kind === 'ended' && step.ending.because === 'waits') {
        waits = true;
        break;
      }
      if (step.to === -1 || !step.isInSection) break;
      for (const t of step.touched) if (!t.isWrite) reads.push({ ...t });
      for (const [slot, contents] of step.writes) {
        // What it has written itself is not read of others.
        if (!read.has(slot)) read.set(slot, vector[slot]!);
        now[slot] = contents;
      }
      if (step.masks !== -1) now[this.tables.masksAt] = step.masks;
      if (step.spawns !== -1) {
        this.tables.setUnit(now, this.tables.threadsIn(now), this.tables.units.begin(step.spawns));
        isLasting = false;
      }
      local = step.to;
      if (this.tables.locals.get(local).kind !== 'visible') break;
    }
    const touched = reads.map(({ object, from, to }) => ({ object, from, to, isWrite: false }));
    const footprint = new StepFootprint(touched, false);
    return { slots: [...read.keys()], contents: [...read.values()], waits, footprint, isLasting };
  }

  /** Does it go on by itself up to where it waits or ends, and so does not go round? False: it does, or for long. */
  comesToAnEnd(vector: Vector, owner: number): boolean {
    const now = vector.slice();
    let local = this.tables.localIn(vector, owner);
    if (this.tables.locals.get(local).kind === 'idle') return false;
    for (let n = 0; n < MAX_STEPS; n++) {
      const { kind, mayWait } = this.tables.locals.get(local);
      if (kind !== 'visible' || (mayWait && this.sectionOf(now, owner, local).waits)) return kind !== 'idle';
      const step = this.tables.steps.make(local, this.tables.givenIn(now, local, owner));
      if (step.to === -1) return true;
      if (step.leaves || step.spawns !== -1) return false;
      for (const [slot, contents] of step.writes) now[slot] = contents;
      if (step.masks !== -1) now[this.tables.masksAt] = step.masks;
      local = step.to;
    }
    return false;
  }
}
