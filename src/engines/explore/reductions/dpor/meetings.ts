// A race is seen where one access is next while the other is made. Executions are made only to lead there: processes
// go on in a given order, as far as they can. What arbitrary data decides on the way goes every way, up to a bound.

import type { SearchCounts } from '../../search-record.js';
import type { Clock } from './clock.js';
import type { PathNode, Taken } from './node.js';
import type { Path } from './path.js';
import { conflict, isIsr, type Process, type StepFootprint } from './step.js';
import type { Made, World } from './world.js';

/** For one pair of instructions: what an access depends on may differ from one execution to the next. */
const MEETINGS = 16;
/** Answers that one of them tries. */
const ANSWERS = 64;

/** Two instructions of two processes: how often they were brought next to each other, or could not be. */
interface Pair {
  times: number;
}

const NO_PAIRS: readonly Pair[] = [];

/** Of two transitions, as long as one of them was tried less often than it may. */
interface KnownPairs {
  readonly earlier: Process;
  readonly later: Process;
  all: readonly Pair[];
}

export class Meetings<At> {
  private readonly pairs = new Map<string, Pair>();
  /** By the later footprint and the earlier one. */
  private readonly known = new WeakMap<StepFootprint, WeakMap<StepFootprint, KnownPairs>>();
  private answers = 0;

  constructor(
    private readonly path: Path<At>,
    private readonly world: World<At>,
    private readonly counts: SearchCounts,
  ) {
    counts.meetings = 0;
  }

  private pairsOf(f: Taken, footprint: StepFootprint, process: Process): readonly Pair[] {
    if (!footprint.isOfProgram || !f.footprint.isOfProgram) return NO_PAIRS;
    let known = this.known.get(footprint);
    if (known === undefined) this.known.set(footprint, (known = new WeakMap()));
    let pairs = known.get(f.footprint);
    if (pairs?.earlier !== f.process || pairs.later !== process) {
      pairs = { earlier: f.process, later: process, all: this.conflicts(f, footprint, process) };
      known.set(f.footprint, pairs);
    }
    if (pairs.all.length > 0 && pairs.all.every((pair) => pair.times >= MEETINGS)) pairs.all = NO_PAIRS;
    return pairs.all;
  }

  private conflicts(f: Taken, footprint: StepFootprint, process: Process): readonly Pair[] {
    const pairs: Pair[] = [];
    for (const x of f.footprint.touched)
      if (x.instruction !== undefined)
        for (const y of footprint.touched)
          if (y.instruction !== undefined && conflict(x, y))
            pairs.push(this.pair(`${f.process} ${x.instruction} ${process} ${y.instruction}`));
    return pairs;
  }

  private pair(key: string): Pair {
    let pair = this.pairs.get(key);
    if (pair === undefined) this.pairs.set(key, (pair = { times: 0 }));
    return pair;
  }

  /**
   * Of a transition on the path, by the index of the node behind it, and a later one of a process, with what happens
   * before that: as long as one of their pairs was tried less often than it may. The later one goes first; or, where it
   * is an ISR's, comes to its access, and the ISR that made the earlier one preempts it there. False: never again.
   */
  meet(at: number, footprint: StepFootprint, process: Process, past: Clock): boolean {
    const { nodes } = this.path;
    const f = nodes[at]!.taken!;
    const pairs = this.pairsOf(f, footprint, process);
    if (pairs.length === 0) return false;
    for (const pair of pairs) pair.times++;
    const isBefore = ({ taken }: PathNode<At>): readonly Process[] =>
      taken !== undefined && past.includes(taken.slot, taken.number) && !taken.clock.includes(f.slot, f.number)
        ? [taken.process]
        : [];
    this.follow(nodes[f.from]!, [...nodes.slice(at + 1).flatMap(isBefore), process]);
    const begin = this.path.startOf(process);
    const outer = f.within[0];
    if (begin === undefined || outer === undefined || nodes.findIndex((n) => n.taken === begin) < outer) return true;
    const own = nodes.filter(({ taken }) => taken?.process === process && taken.number >= begin.number);
    const before = nodes[nodes[outer]!.taken!.from]!;
    this.follow(before, [...own.map(() => process), nodes[outer]!.taken!.process]);
    return true;
  }

  private follow({ at }: PathNode<At>, order: readonly Process[]): void {
    this.counts.meetings!++;
    this.answers = 0;
    this.next(at, order, order.at(-1)!);
  }

  /** The rest of an ISR that comes last meets the same. */
  private next(at: At, [process, ...rest]: readonly Process[], last: Process): void {
    if (process !== undefined) {
      if (this.world.options(at).processes.includes(process)) this.go(this.world.make(at, process), rest, last);
    } else if (isIsr(last) && this.world.running(at) === last) this.go(this.world.make(at, last), rest, last);
  }

  private go({ at, ending, answers }: Made<At>, rest: readonly Process[], last: Process): void {
    if (answers === undefined) {
      if (ending.kind === 'stopped') this.next(at, rest, last);
      return;
    }
    for (const answer of answers) {
      if (++this.answers > ANSWERS) return;
      this.go(this.world.answer(at, answer), rest, last);
    }
  }
}
