// Stateful dynamic partial-order reduction with sleep sets, for threads and prioritised interrupts: Liang et al. 2014
// (SDPORS) on Flanagan and Godefroid 2005, with the source sets of Abdulla et al. 2014. From each state one process
// goes on; where two transitions of an execution are dependent and nothing orders them, the state before the first gets
// a process that leads to the other order. A state that was seen before is not expanded again: what is known to happen
// behind it counts as if it happened here. Finds what the unreduced search finds: docs/reductions.md.

import { LimitReached } from '../../../../base/limits.js';
import type { Ending } from '../../../../execution/drive.js';
import type { PatternObserver, Sighting } from '../../../../findings/pattern-observer.js';
import type { State, ThreadId } from '../../../../machine/state.js';
import type { Transition } from '../../../../machine/transition.js';
import type { ContextId } from '../../../../model/program.js';
import { breathe, type News } from '../../../engine.js';
import type { Trail } from '../../schedules.js';
import type { SearchOptions } from '../../search-options.js';
import { SearchRecord } from '../../search-record.js';
import { Clock, slotOf } from './clock.js';
import { Comparison } from './comparison.js';
import { ComparisonBehind } from './comparison-behind.js';
import { LaterSteps } from './later-steps.js';
import { Meetings } from './meetings.js';
import { isStart, nodeAt, type PathNode, type Taken } from './node.js';
import { OtherOrders } from './other-orders.js';
import { Path } from './path.js';
import { ProcessMap } from './process-map.js';
import { addAll } from './reversals.js';
import { SectionReads } from './section-reads.js';
import { isIsr, isrOf, NOTHING, type Process, StepFootprint } from './step.js';
import { Visit, Visited, VisitedStates } from './visited.js';
import type { Made, World } from './world.js';

/** Transitions between two looks at the clock. */
const BREATH = 16;
const NO_STARTS: readonly number[] = [];

/** Who is told what a search has seen. */
export interface Notes {
  hit(state: State, sighting: Sighting, trail: Trail | undefined): void;
  ended(ending: Ending, state: State, patterns: PatternObserver): void;
  /** The same, where what is seen at the end has been told. */
  endedIn(ending: Ending, contexts: readonly ContextId[]): void;
  stands(state: State, trail: Trail | undefined): void;
  comesThrough(contexts: readonly ContextId[]): void;
  goesRound(state: State, trail: Trail | undefined): void;
  goesRoundFor(states: readonly State[]): void;
}

export class DporSearch<At> extends SearchRecord {
  private readonly world: World<At>;
  private readonly path = new Path<At>();
  private readonly visited = new VisitedStates();
  private readonly sectionReads: SectionReads;
  private readonly laterSteps: LaterSteps;
  private readonly comparison: Comparison<At>;
  private readonly behind: ComparisonBehind<At>;
  private weighed = 0;
  private isBegun = false;

  constructor(
    options: SearchOptions,
    /** States that were seen before are not expanded again. */
    private readonly isStateful: boolean,
    worldOf: (options: SearchOptions, notes: Notes) => World<At>,
  ) {
    super(options);
    this.world = worldOf(options, {
      hit: (...seen) => this.hit(...seen),
      ended: (...how) => this.ended(...how),
      stands: (...where) => this.stands(...where),
      endedIn: (...how) => this.endedIn(...how),
      comesThrough: (contexts) => this.returning.comeThrough(contexts),
      goesRound: (...where) => this.goesRound(...where),
      goesRoundFor: (states) => this.goesRoundFor(states),
    });
    this.sectionReads = new SectionReads(this.world.fixedObjects);
    this.laterSteps = new LaterSteps(this.sectionReads);
    const meetings = new Meetings(this.path, this.world, this.counts);
    const orders = new OtherOrders(this.path, this.world, meetings);
    this.comparison = new Comparison(this.path, this.world, this.sectionReads, meetings, orders);
    this.behind = new ComparisonBehind(this.path, this.laterSteps, meetings, orders);
    this.counts.redundant = 0;
  }

  /** From where it was. `most`: transitions after which it comes back. */
  *run(most = Number.POSITIVE_INFINITY): Generator<News, 'done' | 'paused'> {
    const { limits } = this.options;
    try {
      if (!this.isBegun) this.begin();
      while (this.path.length > 0 || this.beginsAgain()) {
        yield* breathe(limits, () => ({ phase: 'exploring', states: this.counts.states, sightings: this.hits.size }));
        const because = limits.isOver() ?? this.exhausted(this.weighed);
        if (because !== undefined) {
          this.gaps.set('interrupted', { kind: 'interrupted', because });
          return 'done';
        }
        for (let n = 0; n < BREATH && this.path.length > 0; n++) {
          if (this.counts.transitions >= most) return 'paused';
          if (n > 0 && this.exhausted(this.weighed) !== undefined) break;
          this.advance(this.path.last!);
        }
      }
    } catch (thrown) {
      if (!(thrown instanceof LimitReached)) throw thrown;
      this.gaps.set('interrupted', { kind: 'interrupted', because: thrown.because });
    }
    return 'done';
  }

  /** main comes to its first visible step. */
  private begin(): void {
    this.isBegun = true;
    const made = this.world.begin();
    this.go(nodeAt(made.at, undefined, { process: 0, before: undefined, from: -1 }), made);
  }

  /** Orders were left out since it was not known what a section reads: now it is. */
  private beginsAgain(): boolean {
    if (!this.sectionReads.isOutdated) return false;
    this.sectionReads.forget();
    this.visited.clear();
    this.counts.repeated = (this.counts.repeated ?? 0) + 1;
    this.begin();
    return this.path.length > 0;
  }

  /** Follows one more way from the last node, or leaves it. */
  private advance(node: PathNode<At>): void {
    if (node.answers !== undefined) {
      const answer = node.answers.pop();
      return answer === undefined ? this.path.pop() : this.answer(node, answer);
    }
    const process = this.nextOf(node);
    if (process === undefined) return this.leave(node);
    node.done.set(process, NOTHING);
    const made = this.world.make(node.at, process);
    this.go(nodeAt(made.at, node, { process, before: node.at, from: this.path.length - 1 }), made);
  }

  private nextOf({ backtrack, done, sleep }: PathNode<At>): Process | undefined {
    for (const process of backtrack.all) if (!done.has(process) && !sleep.has(process)) return process;
    return undefined;
  }

  private leave(node: PathNode<At>): void {
    this.path.pop();
    if (node.done.size === 0 && node.options.processes.length > 0) this.counts.redundant!++;
    if (node.visit === undefined) return;
    node.visit.to.isOpen = false;
    this.lastVisit()?.include(node.visit);
  }

  private lastVisit(): Visit | undefined {
    return this.path.last?.lastVisit;
  }

  private answer(node: PathNode<At>, answer: Transition): void {
    const made = this.world.answer(node.at, answer);
    this.go(nodeAt(made.at, node, node.progress), made);
  }

  /** What came of one transition, or of the rest of it: the next choice is made from there. */
  private go(node: PathNode<At>, made: Made<At>): void {
    const { progress } = node;
    if (made.answers !== undefined) {
      node.answers = [...made.answers].reverse();
      return this.path.push(node);
    }
    if (progress.before !== undefined)
      this.place(node, progress.before, this.world.footprint(progress.before, progress.process, made));
    if (made.ending.kind !== 'stopped') this.end(node, made);
    else this.arrive(node);
  }

  /** The execution is over: what the others would have done is seen where one of them goes first. */
  private end(node: PathNode<At>, { at, ending }: Made<At>): void {
    this.world.ended(at, ending);
    const before = this.path.nodes[node.progress.from];
    if (before === undefined) return;
    this.compareWaiting(before);
    letOneGoFirst(
      before,
      before.options.processes.filter((p) => p !== node.progress.process),
    );
  }

  /** The place of a transition in the partial order of its execution, and the orders that are to be tried besides. */
  private place(node: PathNode<At>, before: At, footprint: StepFootprint): void {
    const { world } = this;
    const { at, progress } = node;
    const { process, from } = progress;
    const parent = this.path.nodes[from]!;
    this.counts.transitions++;
    this.weighed += world.weight(at);
    parent.done.set(process, joined(parent.done.get(process)!, footprint));

    const own = parent.clocks.get(process) ?? { clock: Clock.zero, number: 0 };
    if (isStart(parent, process)) this.noteStart(node, process);
    else if (!isIsr(process) && process !== world.current(before)) {
      this.counts.switches++;
      this.started.add(world.contextOf(at, process as ThreadId));
    }
    const within = isIsr(process) ? [...node.active] : NO_STARTS;
    const starts = isIsr(process) ? this.startsOf(within, process) : NO_STARTS;
    const made = { process, footprint, past: own.clock, standing: parent.at };
    const clock = this.comparison.compare(made, within, starts);
    const number = own.number + 1;
    const slot = slotOf(process);
    const taken: Taken = {
      process,
      slot,
      number,
      from,
      footprint,
      isUnseen: world.beginsUnseen(before, process),
      keepsOut: world.keepsOut(before, process),
      within,
      clock: clock.with(slot, number),
    };
    node.taken = taken;
    node.clocks.set(process, { clock: taken.clock, number });
    for (let n = world.threadCount(before); n < world.threadCount(at); n++)
      node.clocks.set(n, { clock: taken.clock, number: 0 });
    this.lastVisit()?.add({
      process,
      footprint,
      within: starts,
      section: world.sectionPlace(parent.at, process),
    });
    this.settleActive(node);
  }

  /** Processes that began at these indices; the node that is about to come onto the path is one of `process`. */
  private startsOf(within: readonly number[], process: Process): readonly Process[] {
    return within.map((n) => (n === this.path.length ? process : this.path.nodes[n]!.taken!.process));
  }

  private noteStart(node: PathNode<At>, process: Process): void {
    const { isr, isInside } = this.world.startOf(process);
    if (isInside) node.active.push(this.path.length);
    this.started.add(isr);
    this.counts.triggerings++;
    this.isArrivalBoundReached ||= this.world.isLastArrival(node.at, isr);
    this.isReentryCut ||= this.world.isReentryCut(node.at);
  }

  /** ISRs that have ended are not active any more. */
  private settleActive(node: PathNode<At>): void {
    if (node.active.length === 0) return;
    const left = this.world.activeIsrs(node.at);
    if (node.active.length > left) node.active.length = left;
  }

  /** A state with choices: what may be left out here? */
  private arrive(node: PathNode<At>): void {
    const { world } = this;
    const { at, taken } = node;
    this.counts.states++;
    node.options = world.options(at);
    const { processes, starts } = node.options;
    if (taken !== undefined) {
      const before = this.path.nodes[taken.from]!;
      this.keepAsleep(node, before, taken);
      // Who is kept out from here on may never come to what it would have done.
      if (taken.footprint.isGlobal) {
        const isKeptOut = (p: Process): boolean => p !== taken.process && !processes.includes(p);
        const keptOut = before.options.processes.filter(isKeptOut);
        const isTriedFirst = (p: Process): boolean => isStart(before, p) || world.areTurnsGiven;
        for (const p of keptOut) if (isTriedFirst(p)) before.backtrack.add(p);
        letOneGoFirst(
          before,
          keptOut.filter((p) => !isTriedFirst(p)),
        );
        this.tryBeforeStarts(node, taken);
      }
    }
    // Whoever runs in an ISR waits with everybody else.
    if (processes.length === starts.length) {
      world.stands(at);
      this.path.push(node);
      this.compareWaiting(node);
      this.path.pop();
    }
    if (world.goesIdle(at)) {
      world.goesRoundFor([at]);
      world.goesRound(at);
    }
    if (processes.length === 0) {
      this.counts.paths++;
      world.comesThrough(at);
      return;
    }
    if (this.isStateful && node.active.length === 0 && this.wasSeen(node)) return;
    const first = this.firstOf(node);
    if (first !== undefined) node.backtrack.add(first);
    else this.lastGoesRound(node);
    this.path.push(node);
    // Another execution has the rest of this one, but not with others before those that wait here.
    if (first === undefined) this.compareWaiting(node);
  }

  /** Whoever runs goes on, as long as it can: the fewest switches. */
  private firstOf(node: PathNode<At>): Process | undefined {
    const running = this.world.running(node.at);
    const awake = node.options.processes.filter((p) => !node.sleep.has(p));
    return awake.find((p) => p === running) ?? awake.find((p) => !isStart(node, p)) ?? awake[0];
  }

  /** Whom an ISR keeps out, it may have kept out before, by its priority: they go before it starts. */
  private tryBeforeStarts({ at }: PathNode<At>, { within }: Taken): void {
    const { world } = this;
    for (const start of within) {
      const started = this.path.nodes[start]?.taken;
      if (started === undefined) continue;
      const before = this.path.nodes[started.from]!;
      const others = before.options.processes.filter((p) => p !== started.process);
      for (const p of others) if (isStart(before, p) && world.isClosedTo(at, isrOf(p))) before.backtrack.add(p);
      if (!world.isMaskOpen(at))
        letOneGoFirst(
          before,
          others.filter((p) => !isIsr(p) && p !== world.current(before.at)),
        );
    }
  }

  /** What was tried before the transition, and does not depend on it, need not be tried behind it. */
  private keepAsleep(node: PathNode<At>, before: PathNode<At>, { process, footprint }: Taken): void {
    const running = this.world.running(before.at);
    for (const tried of [before.sleep, before.done])
      for (let n = 0; n < tried.size; n++) {
        const other = tried.processes[n]!;
        if (other === process) continue;
        const depends =
          isIsr(other) && other !== running
            ? this.world.mayDepend(isrOf(other), node.at, footprint)
            : tried.at(n).dependsOn(footprint);
        if (!depends) node.sleep.set(other, tried.at(n));
      }
  }

  /** Threads that wait at the end could have gone on before somebody who was faster. The node is on the path. */
  private compareWaiting(node: PathNode<At>): void {
    for (const { thread, footprint } of this.world.waiting(node.at)) {
      const past = node.clocks.get(thread)?.clock ?? Clock.zero;
      const section = this.world.sectionPlace(node.at, thread);
      if (section !== undefined) this.sectionReads.add(section, footprint.touched);
      this.lastVisit()?.add({ process: thread, footprint, within: [], section });
      const next = { process: thread, footprint, past, standing: node.at };
      this.comparison.compare(next, NO_STARTS, NO_STARTS);
    }
  }

  /** False: it is to be expanded, for the first time or for what slept then. */
  private wasSeen(node: PathNode<At>): boolean {
    const key = this.world.key(node.at);
    const known = this.visited.get(key);
    const roles = this.world.roles(node.at);
    if (known === undefined) {
      const visited = new Visited(this.laterSteps, node.sleep.processes, this.path.length);
      this.visited.set(key, visited);
      node.visit = node.lastVisit = new Visit(visited, roles);
      return false;
    }
    const visit = new Visit(known, roles);
    if (this.isAloneSince(known, node)) this.world.goesRound(node.at);
    else this.lastGoesRound(node);
    const isCovered = known.sleep.every((p) => node.sleep.has(p));
    if (!isCovered && !known.isOpen) {
      known.sleep = known.sleep.filter((p) => node.sleep.has(p));
      const sleep = new ProcessMap<StepFootprint>();
      for (const p of known.sleep) sleep.set(p, node.sleep.get(p)!);
      node.sleep = sleep;
      known.isOpen = true;
      known.at = this.path.length;
      node.visit = node.lastVisit = visit;
      return false;
    }
    this.closeCycles(known);
    if (known.isOpen) this.world.goesRoundFor(this.path.nodes.slice(known.at).map((n) => n.at));
    this.path.push(node);
    this.behind.compare(visit.numberedBehind());
    visit.othersBehind((step) => this.comparison.compareLater(step, node));
    this.path.pop();
    this.lastVisit()?.include(visit);
    return true;
  }

  /** Has one thread alone come back to a state on the path? */
  private isAloneSince(known: Visited, { taken }: PathNode<At>): boolean {
    if (!known.isOpen || taken === undefined || isIsr(taken.process)) return false;
    for (let n = this.path.length - 1; n > known.at; n--) {
      const other = this.path.nodes[n]!.taken;
      if (other !== undefined && other.process !== taken.process) return false;
    }
    return true;
  }

  /** Does the only thread that can go on wait for ever, though its steps were made elsewhere? */
  private lastGoesRound({ at, options }: PathNode<At>): void {
    const [only, other] = options.processes;
    if (!this.world.judgesRounds || only === undefined || other !== undefined || isIsr(only)) return;
    if (only === this.world.running(at)) this.world.goesRound(at);
    else this.world.goesRound(at, only as ThreadId);
  }

  /** What happens on a cycle may happen again behind all of it: nothing is left out there. */
  private closeCycles(known: Visited): void {
    let first = Number.POSITIVE_INFINITY;
    for (const { isOpen, at } of known.withCycles()) if (isOpen && at < first) first = at;
    for (let n = first; n < this.path.length; n++) {
      addAll(this.path.nodes[n]!);
      this.path.nodes[n]!.visit?.to.comesBackTo(known);
    }
  }
}

/** What one process does next may depend on answers: all of it. */
function joined(a: StepFootprint, b: StepFootprint): StepFootprint {
  return a === NOTHING ? b : new StepFootprint([...a.touched, ...b.touched], a.isGlobal || b.isGlobal);
}

/** What the others do is seen if one of them goes first: then the next may, and so on. */
function letOneGoFirst<At>({ backtrack, sleep }: PathNode<At>, others: readonly Process[]): void {
  if (others.some((p) => backtrack.has(p))) return;
  const next = others.find((p) => !sleep.has(p)) ?? others[0];
  if (next !== undefined) backtrack.add(next);
}
