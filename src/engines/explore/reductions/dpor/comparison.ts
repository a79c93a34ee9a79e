// A transition against those before it in its execution: which happen before it, and with which it is in a race, so
// that the other order has to be tried. What is known to be made behind a state that was seen before is compared in the
// same way, as if it were made here: numbered steps all at once (comparison-behind.ts), others one by one.

import type { ThreadId } from '../../../../machine/state.js';
import { Clock } from './clock.js';
import type { LaterStep } from './later-steps.js';
import type { Meetings } from './meetings.js';
import type { PathNode } from './node.js';
import type { OtherOrders } from './other-orders.js';
import type { Path } from './path.js';
import type { Later } from './reversals.js';
import type { SectionReads } from './section-reads.js';
import { isIsr, type Process, type StepFootprint } from './step.js';
import type { TriedBefore, UndoneTransition, World } from './world.js';

const NEVER: TriedBefore = { could: 'no', reads: [] };
const NO_STARTS: readonly number[] = [];

/** A transition that is made, or would be. */
export interface Compared<At> {
  readonly process: Process;
  readonly footprint: StepFootprint;
  /** What happens before it by its process alone. */
  readonly past: Clock;
  /** Where it is the next one of its process. */
  readonly standing: At;
}

export class Comparison<At> {
  /** Of the comparison at hand: indices on the path of the nodes behind those that could be made after it. */
  private readonly races: number[] = [];
  private raceCount = 0;

  constructor(
    private readonly path: Path<At>,
    private readonly world: World<At>,
    private readonly sectionReads: SectionReads,
    private readonly meetings: Meetings<At>,
    private readonly orders: OtherOrders<At>,
  ) {}

  /** Gives what happens before it. `within`: indices of the starts that it is part of; `starts`: their processes. */
  compare(e: Compared<At>, within: readonly number[], starts: readonly Process[]): Clock {
    const { process, footprint, past, standing } = e;
    const place = this.world.sectionPlace(standing, process);
    const clock = place === undefined ? this.plain(process, footprint, past, false) : this.ofSection(e, place);
    this.tryOthers(footprint, { process, within, starts, clock });
    return clock;
  }

  /** A step that is made somewhere behind the last node of the path, and has no number. */
  compareLater({ process, footprint, within, section }: LaterStep, last: PathNode<At>): void {
    const past = last.clocks.get(process)?.clock ?? Clock.zero;
    const clock = this.plain(process, footprint, past, section !== undefined);
    this.tryOthers(footprint, { process, within: NO_STARTS, starts: within, clock });
  }

  private tryOthers(footprint: StepFootprint, e: Later): void {
    for (let n = 0; n < this.raceCount; n++) this.orders.try(this.races[n]!, footprint, e);
  }

  /**
   * Goes through those before it that it may depend on, the last first; nothing makes it wait, or nobody knows whether
   * it would have to: `mayWait`. `from`: nodes up to this one are left out.
   */
  private plain(process: Process, footprint: StepFootprint, past: Clock, mayWait: boolean): Clock {
    const { path, races } = this;
    const { nodes } = path;
    const isThread = !isIsr(process);
    // All of an ISR may come before what its start does not come after.
    const begin = isThread ? undefined : path.startOf(process)?.clock;
    let race = past;
    let clock = past;
    let isEnough = false;
    this.raceCount = 0;
    for (let n = path.lastBefore(footprint, process); n !== 0; n = path.nextBefore(n, isEnough)) {
      const f = nodes[n]!.taken!;
      isEnough = false;
      if (f.isUnseen || !footprint.dependsInWord(f.footprint)) continue;
      const known = clock;
      // What it happens after, all of that happens before.
      if (!clock.includes(f.slot, f.number)) clock = clock.join(f.clock);
      if (!race.includes(f.slot, f.number)) {
        // If it could not go before this one, it may still go before an earlier one.
        if (!isThread || !f.keepsOut) {
          races[this.raceCount++] = n;
          if (!mayWait) race = race === known ? clock : race.join(f.clock);
        }
      } else if (begin?.includes(f.slot, f.number) === false) this.meetings.meet(n, footprint, process, known);
      isEnough = race.includes(f.slot, f.number) && begin?.includes(f.slot, f.number) !== false;
    }
    return clock;
  }

  /** A section that others could make wait. What it reads where it could not go may be more than was known. */
  private ofSection(e: Compared<At>, place: number): Clock {
    let clock: Clock | undefined;
    while (clock === undefined) clock = this.tryOrders(e, place);
    return clock;
  }

  /** Undefined: more is known of what it reads, and is to be compared. */
  private tryOrders({ process, footprint, past, standing }: Compared<At>, place: number): Clock | undefined {
    const { path, races, sectionReads } = this;
    const { nodes } = path;
    const wanted = sectionReads.extend(place, footprint);
    const undone: UndoneTransition<At>[] = [];
    let race = past;
    let clock = past;
    let isLocked = false;
    let isEnough = false;
    this.raceCount = 0;
    for (let n = path.lastBefore(wanted, process); n !== 0; n = path.nextBefore(n, isEnough)) {
      const f = nodes[n]!.taken!;
      isEnough = false;
      if (f.isUnseen || !f.footprint.dependsOn(wanted)) continue;
      const isDependent = wanted === footprint || f.footprint.dependsOn(footprint);
      if (!race.includes(f.slot, f.number)) {
        undone.push({ footprint: f.footprint, before: nodes[f.from]!.at });
        // Nothing but whether it has to wait depends on this one.
        if (!isDependent && !isLocked) continue;
        const tried = f.keepsOut ? NEVER : this.world.tryBefore(standing, process as ThreadId, undone);
        if (tried.could !== 'yes' && sectionReads.add(place, tried.reads)) return undefined;
        isLocked = tried.could === 'no';
        if (isLocked) sectionReads.relyOn(place, wanted);
        else races[this.raceCount++] = n;
        // If it could not go before this one, it may still go before an earlier one.
        if (tried.could === 'yes') race = race.join(f.clock);
      }
      if (isDependent && !clock.includes(f.slot, f.number)) clock = clock.join(f.clock);
      isEnough = race.includes(f.slot, f.number) && clock.includes(f.slot, f.number);
    }
    return clock;
  }
}
