// What happens behind a state, told in a way that holds for every state that equals it: equal states may have other
// numbers for locals and heap objects, since they were allocated in another order. An object that a state leads to is
// known by its place among them; one that is made later can conflict with nothing before.

import type { Memory } from '../../../../machine/memory/memory.js';
import { ANY_OBJECT, StepFootprint, type Touched } from './step.js';

/** Below the numbers that mean the same in all states. */
const FIRST_ROLE = -16;

/** Undefined: nothing before can conflict with it. */
type Rename = (object: number) => number | undefined;

export class ObjectRoles {
  private readonly staticCount: number;
  private readonly begun: number;
  private readonly exposed: ReadonlySet<number>;

  constructor(
    memory: Pick<Memory, 'staticCount' | 'nextNumber' | 'exposedObjects'>,
    /** Of the objects that the state leads to. */
    private readonly places: ReadonlyMap<number, number>,
  ) {
    this.staticCount = memory.staticCount;
    this.begun = memory.nextNumber;
    this.exposed = new Set(memory.exposedObjects());
  }

  /** Have all objects numbers that mean the same in all states? */
  areFixed({ touched }: StepFootprint): boolean {
    return touched.every((t) => t.object > FIRST_ROLE && t.object < this.staticCount);
  }

  /** From the numbers of the execution that goes through the state. */
  rolesIn<Step extends { readonly footprint: StepFootprint }>(step: Step): Step {
    if (this.areFixed(step.footprint)) return step;
    return renamed(step, (object) => {
      if (object < this.staticCount || this.exposed.has(object)) return object;
      const place = this.places.get(object);
      if (place !== undefined) return FIRST_ROLE - place;
      // One that has ended is known by nothing; to one that nothing leads to nobody comes.
      return object < this.begun ? ANY_OBJECT : undefined;
    });
  }

  /** The other way round. */
  objectOf(): Rename {
    if (this.places.size === 0) return (role) => (role <= FIRST_ROLE ? ANY_OBJECT : role);
    const numbers = new Map([...this.places].map(([object, place]) => [FIRST_ROLE - place, object]));
    return (role) => (role <= FIRST_ROLE ? (numbers.get(role) ?? ANY_OBJECT) : role);
  }

  /** Of roles in another state. */
  readonly anyOf: Rename = (role) => (role <= FIRST_ROLE || role >= this.staticCount ? ANY_OBJECT : role);
}

/** The very step where all its objects keep their names. */
export function renamed<Step extends { readonly footprint: StepFootprint }>(step: Step, name: Rename): Step {
  const { footprint } = step;
  if (footprint.touched.every((t) => name(t.object) === t.object)) return step;
  const touched = footprint.touched.flatMap((t): Touched[] => {
    const object = name(t.object);
    return object === undefined ? [] : [{ ...t, object }];
  });
  return { ...step, footprint: new StepFootprint(touched, footprint.isGlobal) };
}
