// All that is known to be made behind a state that was seen before, against the path that came to it: as if each step
// were compared by itself (comparison.ts), but all at once, as bits. From the last transition of the path to the first,
// steps are left that depend on it, that it does not happen before anyhow, and that are not settled. Settled at a node:
// all races of the step with the path up to there have been looked at, from where its process stood, and what had to be
// tried because of them is to be tried anyhow, whatever comes behind. For what comes later, the process can only know
// more, and so has no other races there. See docs/decisions/0060-what-is-settled-on-a-path.md.

import { Clock } from './clock.js';
import type { LaterSteps } from './later-steps.js';
import type { Meetings } from './meetings.js';
import type { Taken } from './node.js';
import type { OtherOrders } from './other-orders.js';
import type { Path } from './path.js';
import { NEVER_SETTLED } from './reversals.js';
import { isIsr, type Process } from './step.js';
import { StepSet } from './step-set.js';

const NO_STARTS: readonly number[] = [];

/** Who makes some of the steps, where the path ends. */
interface Maker {
  readonly process: Process;
  readonly slot: number;
  readonly steps: StepSet;
  /** What happens before its next step. */
  past: Clock;
  /** Nothing in it can go behind its next step. */
  floor: Clock;
  /** Of an ISR: what its start comes after. All of it may come before the rest. */
  begin: Clock | undefined;
}

/** A step that depends on something on the path. */
interface Found {
  readonly number: number;
  readonly maker: Maker;
  /** In which comparison. */
  time: number;
  /** What happens before it. */
  clock: Clock;
  /** What it cannot go before, or was put before already. */
  race: Clock;
  /** Indices of the nodes behind those that it could go before, so many of them. */
  readonly races: number[];
  raceCount: number;
  /** The last index that matters for it. */
  upTo: number;
}

/** For whom the transitions of a slot may be of interest, so many of them, and what they make. */
interface Open {
  readonly makers: Maker[];
  count: number;
  steps: Int32Array;
}

export class ComparisonBehind<At> {
  /** Of all processes; those that make some of the steps. */
  private readonly known: Maker[] = [];
  private makers: Maker[] = [];
  private readonly open: Open[] = [];
  /** Steps that are not settled. */
  private left = new Int32Array(0);
  /** By number. */
  private readonly steps: (Found | undefined)[] = [];
  private found: Found[] = [];
  private time = 0;
  private version = -1;

  constructor(
    private readonly path: Path<At>,
    private readonly later: LaterSteps,
    private readonly meetings: Meetings<At>,
    private readonly orders: OtherOrders<At>,
  ) {}

  /** The last node of the path is that of the state. */
  compare({ words }: StepSet): void {
    this.time++;
    this.begin(words);
    this.goBack(words.length, this.openAll(words));
    if (this.found.length > 0) {
      // In the order of their numbers, so that nothing depends on who makes them.
      this.found.sort((a, b) => a.number - b.number);
      for (const one of this.found) this.tryOrders(one);
      this.found = [];
    }
    for (const maker of this.makers) this.settleOthers(maker, words.length);
  }

  private begin(words: Int32Array): void {
    const { path, later, known } = this;
    if (this.version !== later.version) {
      for (const node of path.nodes) node.settled = undefined;
      this.version = later.version;
    }
    if (this.left.length < words.length) this.left = new Int32Array(2 * words.length);
    this.left.set(words);
    for (let n = known.length; n < later.byProcess.length; n++)
      known.push({ ...later.byProcess[n]!, past: Clock.zero, floor: Clock.zero, begin: undefined });
    this.makers = known.filter(({ steps }) => steps.meets(words));
    const { clocks } = path.last!;
    for (const maker of this.makers) {
      const { process } = maker;
      maker.past = clocks.get(process)?.clock ?? Clock.zero;
      maker.begin = isIsr(process) ? path.startOf(process)?.clock : undefined;
      maker.floor = maker.begin ?? maker.past;
    }
  }

  /** Gives how many there are, slot by slot. */
  private openAll(words: Int32Array): number {
    const { makers, path, open, left } = this;
    let count = 0;
    for (let slot = 0; slot < path.slots; slot++) {
      const at = (open[slot] ??= { makers: [], count: 0, steps: left.slice() });
      at.count = 0;
      if (!path.hasSlot(slot)) continue;
      if (at.steps.length < words.length) at.steps = left.slice();
      else at.steps.set(words);
      for (const maker of makers)
        if (maker.slot === slot) maker.steps.removeFrom(at.steps, words.length);
        else at.makers[at.count++] = maker;
      count += at.count;
    }
    return count;
  }

  private goBack(wordCount: number, openCount: number): void {
    const { nodes } = this.path;
    const { left, open, later } = this;
    let count = openCount;
    for (let n = nodes.length - 1; n > 0 && count > 0; n--) {
      const { taken, settled } = nodes[n]!;
      if (settled !== undefined) settled.removeFrom(left, wordCount);
      if (taken === undefined || taken.isUnseen) continue;
      const at = open[taken.slot]!;
      if (at.count === 0) continue;
      count -= close(at, taken, wordCount);
      if (at.count === 0) continue;
      const { steps } = at;
      const dependent = later.dependentOn(taken.footprint);
      let some = 0;
      for (let w = 0; w < wordCount; w++) {
        const open = left[w]! & steps[w]!;
        some |= open;
        for (let bits = open & dependent[w]!; bits !== 0; bits &= bits - 1)
          this.find(32 * w + 31 - Math.clz32(bits & -bits), n, taken);
      }
      // All that were of interest are settled before.
      if (some === 0) {
        count -= at.count;
        at.count = 0;
      }
    }
  }

  /** A step depends on a transition that it may not come after. */
  private find(number: number, n: number, f: Taken): void {
    const found = this.foundOf(number, n);
    const { maker, clock } = found;
    // What it happens after, all of that happens before.
    if (!clock.includes(f.slot, f.number)) found.clock = clock.join(f.clock);
    if (!found.race.includes(f.slot, f.number)) {
      // If it could not go before this one, it may still go before an earlier one.
      if (f.keepsOut && !isIsr(maker.process)) return;
      found.races[found.raceCount++] = n;
      // Nobody knows whether it would have to wait.
      if (this.later.get(number).section !== undefined) return;
      found.race = found.race === clock ? found.clock : found.race.join(f.clock);
    } else if (maker.begin?.includes(f.slot, f.number) === false) {
      const { footprint } = this.later.get(number);
      if (this.meetings.meet(n, footprint, maker.process, clock)) found.upTo = NEVER_SETTLED;
    }
  }

  private foundOf(number: number, n: number): Found {
    let found = this.steps[number];
    if (found === undefined) {
      const { process } = this.later.get(number);
      const maker = this.makers.find((m) => m.process === process)!;
      const { past } = maker;
      this.steps[number] = found = {
        ...{ number, maker, time: 0, clock: past, race: past },
        races: [],
        raceCount: 0,
        upTo: n,
      };
    }
    if (found.time !== this.time) {
      found.time = this.time;
      found.clock = found.race = found.maker.past;
      found.raceCount = 0;
      found.upTo = n;
      this.found.push(found);
    }
    return found;
  }

  private tryOrders(found: Found): void {
    const { number, maker, races, raceCount, clock } = found;
    if (raceCount > 0) {
      const { process, footprint, within } = this.later.get(number);
      const step = { process, within: NO_STARTS, starts: within, clock };
      for (let n = 0; n < raceCount; n++) {
        const upTo = this.orders.try(races[n]!, footprint, step);
        if (upTo > found.upTo) found.upTo = upTo;
      }
    }
    this.settledAt(maker, found.upTo)?.add(number);
  }

  /** Where nothing was found. */
  private settleOthers(maker: Maker, wordCount: number): void {
    const settled = this.settledAt(maker, 0);
    if (settled === undefined) return;
    const { words } = maker.steps;
    for (let w = Math.min(wordCount, words.length) - 1; w >= 0; w--)
      for (let bits = this.left[w]! & words[w]!; bits !== 0; bits &= bits - 1) {
        const number = 32 * w + 31 - Math.clz32(bits & -bits);
        if (this.steps[number]?.time !== this.time) settled.add(number);
      }
  }

  /** All up to an index has been looked at, and somebody has stood there since. The last node is about to leave. */
  private settledAt({ process, past }: Maker, index: number): StepSet | undefined {
    const { path } = this;
    const at = Math.max(index, path.lastIndexOf(process));
    if (at === 0 || at >= path.length - 1) return undefined;
    const end = path.nodes[at]!;
    if ((end.clocks.get(process)?.clock ?? Clock.zero) !== past) return undefined;
    return (end.settled ??= new StepSet());
  }
}

/** Whose steps a transition happens before anyhow, all earlier ones of its process do. Gives how many they are. */
function close(open: Open, { slot, number }: Taken, wordCount: number): number {
  const { makers, count, steps } = open;
  let kept = 0;
  for (let n = 0; n < count; n++) {
    const maker = makers[n]!;
    if (maker.floor.includes(slot, number)) maker.steps.removeFrom(steps, wordCount);
    else makers[kept++] = maker;
  }
  open.count = kept;
  return count - kept;
}
