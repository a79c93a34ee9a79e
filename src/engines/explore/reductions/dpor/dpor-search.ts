// Stateful dynamic partial-order reduction with sleep sets, for threads and prioritised interrupts: Liang et al. 2014
// (SDPORS) on Flanagan and Godefroid 2005, with the source sets of Abdulla et al. 2014. From each state one process
// goes on; where two transitions of an execution are dependent and nothing orders them, the state before the first gets
// a process that leads to the other order. A state that was seen before is not expanded again: what is known to happen
// behind it counts as if it happened here. Finds what the unreduced search finds: docs/reductions.md.

import { LimitReached } from '../../../../base/limits.js';
import { drive, type Ending } from '../../../../execution/drive.js';
import { PatternObserver, type Sighting } from '../../../../findings/pattern-observer.js';
import { MAX_REENTRY } from '../../../../machine/interrupts.js';
import type { State, ThreadId } from '../../../../machine/state.js';
import type { Transition } from '../../../../machine/transition.js';
import type { ContextId } from '../../../../model/program.js';
import { breathe, type News } from '../../../engine.js';
import type { SearchOptions } from '../../search-options.js';
import { SearchRecord } from '../../search-record.js';
import { NodeKeys } from '../../visited/node-key.js';
import { Choices, firstOf } from './choices.js';
import { Clock } from './clock.js';
import { CoEnabled, type Undone } from './co-enabled.js';
import { IsrFootprints } from './isr-footprints.js';
import { Meetings } from './meetings.js';
import { copyOf, firstNode, isStart, type PathNode, type Taken, Visit, Visited } from './node.js';
import { ObjectRoles } from './object-roles.js';
import { addAll, type Later, Reversals } from './reversals.js';
import {
  attemptedBy,
  beginsUnseen,
  changesMasks,
  closesOut,
  conflict,
  isIsr,
  isrOf,
  keepsOut,
  NOTHING,
  type Process,
  runningProcess,
  StepFootprint,
} from './step.js';
import { Turn } from './turn.js';
import { Turns } from './turns.js';

/** Where the numbers of threads are given out. */
const THREAD_TABLE = -1;

export class DporSearch extends SearchRecord {
  private readonly path: PathNode[] = [];
  private readonly keys: NodeKeys;
  private readonly visited = new Map<string, Visited>();
  private readonly isrs: IsrFootprints;
  private readonly coEnabled: CoEnabled;
  private readonly turns: Turns;
  private readonly choices: Choices;
  private readonly reversals: Reversals;
  private readonly meetings: Meetings;
  /** Of the transition that is made. */
  private turn: Turn | undefined;
  private weighed = 0;

  constructor(
    options: SearchOptions,
    /** States that were seen before are not expanded again. */
    private readonly isStateful: boolean,
  ) {
    super(options);
    const { machine, objects, rules, feasible } = options;
    this.keys = new NodeKeys(machine, objects, rules.unit);
    this.isrs = new IsrFootprints(machine, objects);
    this.coEnabled = new CoEnabled(machine);
    this.turns = new Turns(machine);
    this.choices = new Choices(machine, feasible, this.turns);
    this.reversals = new Reversals(this.path);
    this.meetings = new Meetings({
      machine,
      choices: this.choices,
      turns: (turn) => {
        this.turn = turn;
      },
    });
    this.counts.redundant = 0;
    this.counts.meetings = 0;
  }

  *run(): Generator<News, void> {
    const { machine, limits } = this.options;
    try {
      this.begin(machine.initial());
      while (this.path.length > 0) {
        yield* breathe(limits, () => ({ phase: 'exploring', states: this.counts.states, sightings: this.hits.size }));
        const because = limits.isOver() ?? this.exhausted(this.weighed);
        if (because !== undefined) return void this.gaps.set('interrupted', { kind: 'interrupted', because });
        this.advance(this.path[this.path.length - 1]!);
      }
    } catch (thrown) {
      if (!(thrown instanceof LimitReached)) throw thrown;
      this.gaps.set('interrupted', { kind: 'interrupted', because: thrown.because });
    }
  }

  /** main comes to its first visible step. */
  private begin(state: State): void {
    const report = (at: State, sighting: Sighting): void => this.hit(at, sighting, this.turn?.trail);
    this.go(firstNode(state, PatternObserver.begin(this.options, report)), []);
  }

  /** Follows one more way from the last node, or leaves it. */
  private advance(node: PathNode): void {
    if (node.answers !== undefined) {
      const answer = node.answers.pop();
      return answer === undefined ? void this.path.pop() : this.answer(node, answer);
    }
    const process = [...node.backtrack].find((p) => !node.done.has(p) && !node.sleep.has(p));
    if (process === undefined) return this.leave(node);
    node.done.set(process, NOTHING);
    this.go({ ...copyOf(node), progress: { process, touched: [], before: node.state, from: this.path.length - 1 } }, [
      ...node.options.get(process)!,
    ]);
  }

  private leave(node: PathNode): void {
    this.path.pop();
    if (node.done.size === 0 && node.options.size > 0) this.counts.redundant!++;
    if (node.visit === undefined) return;
    node.visit.to.isOpen = false;
    this.lastVisit()?.include(node.visit);
  }

  private lastVisit(): Visit | undefined {
    return this.path.findLast((n) => n.visit !== undefined)?.visit;
  }

  private answer(node: PathNode, answer: Transition): void {
    const copy = { ...copyOf(node), progress: { ...node.progress, touched: [...node.progress.touched] } };
    if (answer.kind === 'order')
      copy.trail = { kind: 'order', step: copy.state.steps, descending: answer.descending, before: copy.trail };
    this.options.machine.take(copy.state, answer);
    this.go(copy, []);
  }

  /** Makes one transition, or the rest of it, and comes to the next choice. */
  private go(node: PathNode, begin: Transition[]): void {
    const { machine } = this.options;
    const { state, patterns, progress } = node;
    const turn = new Turn(machine.program, begin, progress.touched, node.trail);
    this.turn = turn;
    const ending = drive(machine, state, turn, [patterns, turn]);
    node.trail = turn.trail;
    if (turn.question !== undefined) {
      node.answers = [...this.choices.answersIn(state, turn.question)].reverse();
      return void this.path.push(node);
    }
    if (ending.kind === 'failed') progress.touched.push(...attemptedBy(machine, state));
    if (progress.before !== undefined) this.place(node, progress.before);
    // Executions that were made to see races are over: what is seen at the end belongs to this one.
    this.turn = turn;
    if (ending.kind !== 'stopped') this.end(node, ending);
    else this.arrive(node);
  }

  /** The execution is over: what the others would have done is seen where one of them goes first. */
  private end(node: PathNode, ending: Ending): void {
    this.ended(ending, node.state, node.patterns);
    const before = this.path[node.progress.from];
    if (before === undefined) return;
    this.compareWaiting(before);
    letOneGoFirst(
      before,
      [...before.options.keys()].filter((p) => p !== node.progress.process),
    );
  }

  /** The place of a transition in the partial order of its execution, and the orders that are to be tried besides. */
  private place(node: PathNode, before: State): void {
    const { state, progress } = node;
    const { process, from } = progress;
    const parent = this.path[from]!;
    this.counts.transitions++;
    this.weighed += 1 + state.path.length;
    const spawned = state.threads.slice(before.threads.length);
    if (spawned.length > 0) progress.touched.push({ object: THREAD_TABLE, from: 0, to: 1, isWrite: true });
    const isGlobal =
      changesMasks(before, state) ||
      closesOut(before, process) ||
      this.turns.changes(process, before, state, progress.touched);
    const footprint = new StepFootprint(progress.touched, isGlobal);
    parent.done.set(process, joined(parent.done.get(process)!, footprint));

    const own = parent.clocks.get(process) ?? { clock: Clock.zero, number: 0 };
    const begun = parent.options.get(process)![0]!;
    if (begun.kind === 'start') this.noteStart(node, begun.isr);
    else if (!isIsr(process) && process !== before.current) {
      this.counts.switches++;
      this.started.add(state.threads[process]!.context);
    }
    const within = isIsr(process) ? [...node.active] : [];
    const index = this.path.length;
    const startsOf = (): readonly Process[] =>
      within.map((n) => (n === index ? process : this.path[n]!.taken!.process));
    const clock = this.compare(footprint, own.clock, process, parent.state, (past) => ({
      process,
      within,
      starts: startsOf(),
      clock: past,
    }));
    const number = own.number + 1;
    const taken: Taken = { process, number, from, footprint, within, clock: clock.with(process, number) };
    node.taken = taken;
    node.clocks.set(process, { clock: taken.clock, number });
    for (let n = before.threads.length; n < state.threads.length; n++)
      node.clocks.set(n, { clock: taken.clock, number: 0 });
    this.lastVisit()?.add({ process, footprint, within: startsOf(), mayWait: this.mayWait(parent.state, process) });
    this.settleActive(node);
  }

  /** Does a thread stand before a section that others could make wait? */
  private mayWait(state: State, process: Process): boolean {
    return !isIsr(process) && this.options.machine.threads.attemptOf(state, process as ThreadId) !== undefined;
  }

  private noteStart(node: PathNode, isr: ContextId): void {
    const { machine } = this.options;
    if (machine.threads.ownThread(isr) === undefined) node.active.push(this.path.length);
    this.started.add(isr);
    this.counts.triggerings++;
    this.isArrivalBoundReached ||= node.state.arrivals[isr]! >= machine.options.arrivals;
    if (node.state.activations.length > MAX_REENTRY)
      this.isReentryCut ||= machine.isrs.some((other) => machine.obstacle(node.state, other)?.kind === 'reentry');
  }

  /** ISRs that have ended are not active any more. */
  private settleActive(node: PathNode): void {
    const { activations, thread } = node.state;
    const left = activations.filter((a) => a.context !== thread.context || a !== activations[0]).length;
    if (node.active.length > left) node.active.length = left;
  }

  /**
   * Compares a transition with those before it, the last first. Gives what happens before it. `standing`: where it is
   * the next one of its process; `unknown`: somewhere later, before a section that might have to wait.
   */
  private compare(
    footprint: StepFootprint,
    past: Clock,
    process: Process,
    standing: State | 'unknown' | undefined,
    later: (past: Clock) => Later,
  ): Clock {
    const races: number[] = [];
    const undone: Undone[] = [];
    // All of an ISR may come before what its start does not come after.
    const begin = this.lastStart(process)?.clock;
    let [race, real] = [past, past];
    for (let n = this.path.length - 1; n > 0; n--) {
      const f = this.path[n]!.taken;
      if (f === undefined || f.process === process || !f.footprint.dependsOn(footprint)) continue;
      if (beginsUnseen(this.path[f.from]!.state, f.process)) continue;
      if (!race.includes(f.process, f.number)) {
        undone.push({ touched: f.footprint.touched, before: this.path[f.from]!.state });
        const isLocked =
          !isIsr(process) &&
          (keepsOut(this.path[f.from]!.state, f.process) ||
            (typeof standing === 'object' && !this.coEnabled.couldGoBefore(standing, process as ThreadId, undone)));
        if (!isLocked) races.push(n);
        // If it could not go before this one, it may still go before an earlier one.
        if (!isLocked && standing !== 'unknown') race = race.join(f.clock);
      } else if (begin?.includes(f.process, f.number) === false) this.meet(n, footprint, process, real);
      // What it happens after, all of that happens before.
      if (!real.includes(f.process, f.number)) real = real.join(f.clock);
    }
    for (const n of races) {
      this.reversals.reverse(n, later(real));
      this.meet(n, footprint, process, real);
    }
    return real;
  }

  /** Of an ISR that runs. */
  private lastStart(process: Process): Taken | undefined {
    if (!isIsr(process)) return undefined;
    const within = this.path.findLast(({ taken }) => taken?.process === process)?.taken?.within;
    return within === undefined ? undefined : this.path[within.at(-1)!]?.taken;
  }

  /**
   * A race is seen where one access is next while the other is made: executions that lead there are made. The later one
   * goes first; or, where it is an ISR's, comes to its access, and the ISR that made the earlier one preempts it there.
   */
  private meet(at: number, footprint: StepFootprint, process: Process, past: Clock): void {
    const f = this.path[at]!.taken!;
    const pairs: string[] = [];
    for (const x of f.footprint.touched)
      if (x.instruction !== undefined)
        for (const y of footprint.touched)
          if (y.instruction !== undefined && conflict(x, y))
            pairs.push(`${f.process} ${x.instruction} ${process} ${y.instruction}`);
    if (!this.meetings.isWanted(pairs)) return;
    const isBefore = ({ taken }: PathNode): readonly Process[] =>
      taken !== undefined && past.includes(taken.process, taken.number) && !taken.clock.includes(f.process, f.number)
        ? [taken.process]
        : [];
    this.follow(this.path[f.from]!, [...this.path.slice(at + 1).flatMap(isBefore), process]);
    const begin = this.lastStart(process);
    const outer = f.within[0];
    if (begin === undefined || outer === undefined || this.path.findIndex((n) => n.taken === begin) < outer) return;
    const own = this.path.filter(({ taken }) => taken?.process === process && taken.number >= begin.number);
    const before = this.path[this.path[outer]!.taken!.from]!;
    this.follow(before, [...own.map(() => process), this.path[outer]!.taken!.process]);
  }

  private follow(node: PathNode, order: readonly Process[]): void {
    this.counts.meetings!++;
    this.meetings.follow(node, order);
  }

  /** A state with choices: what may be left out here? */
  private arrive(node: PathNode): void {
    const { state, taken } = node;
    this.counts.states++;
    node.options = this.choices.optionsIn(state);
    if (taken !== undefined) {
      const before = this.path[taken.from]!;
      this.keepAsleep(node, before, taken);
      // Who is kept out from here on may never come to what it would have done.
      if (taken.footprint.isGlobal) {
        const isKeptOut = (p: Process): boolean => p !== taken.process && !node.options.has(p);
        const keptOut = [...before.options.keys()].filter(isKeptOut);
        const isTriedFirst = (p: Process): boolean => isStart(before, p) || this.turns.areGiven;
        for (const p of keptOut) if (isTriedFirst(p)) before.backtrack.add(p);
        letOneGoFirst(
          before,
          keptOut.filter((p) => !isTriedFirst(p)),
        );
        this.tryBeforeStarts(node, taken);
      }
    }
    // Whoever runs in an ISR waits with everybody else.
    if ([...node.options.keys()].every((p) => isStart(node, p))) {
      this.stands(state, node.trail);
      this.path.push(node);
      this.compareWaiting(node);
      this.path.pop();
    }
    if (state.blocked === 'endless-loop') {
      this.goesRoundFor([state]);
      this.goesRound(state, node.trail);
    }
    if (node.options.size === 0) {
      this.counts.paths++;
      this.returning.comesThrough(state);
      return;
    }
    if (this.isStateful && node.active.length === 0 && this.wasSeen(node)) return;
    const first = firstOf(node);
    if (first !== undefined) node.backtrack.add(first);
    else this.lastGoesRound(node);
    this.path.push(node);
    // Another execution has the rest of this one, but not with others before those that wait here.
    if (first === undefined) this.compareWaiting(node);
  }

  /** Whom an ISR keeps out, it may have kept out before, by its priority: they go before it starts. */
  private tryBeforeStarts({ state }: PathNode, { within }: Taken): void {
    const { machine } = this.options;
    const closed = ['flag', 'mask', 'ceiling'];
    for (const start of within) {
      const started = this.path[start]?.taken;
      if (started === undefined) continue;
      const before = this.path[started.from]!;
      const others = [...before.options.keys()].filter((p) => p !== started.process);
      for (const p of others) {
        const isr = isStart(before, p) ? machine.program.contexts[isrOf(p)]! : undefined;
        if (isr !== undefined && closed.includes(machine.obstacle(state, isr)?.kind ?? '')) before.backtrack.add(p);
      }
      if (!state.maskOpen)
        letOneGoFirst(
          before,
          others.filter((p) => !isIsr(p) && p !== before.state.current),
        );
    }
  }

  /** What was tried before the transition, and does not depend on it, need not be tried behind it. */
  private keepAsleep(node: PathNode, before: PathNode, { process, footprint }: Taken): void {
    const isIndependent = (other: Process, its: StepFootprint): boolean =>
      isIsr(other) && !this.isRunning(before, other)
        ? !this.isrs.dependsOn(isrOf(other), node.state, footprint)
        : !its.dependsOn(footprint);
    for (const [other, its] of [...before.sleep, ...before.done])
      if (other !== process && isIndependent(other, its)) node.sleep.set(other, its);
  }

  private isRunning({ state }: PathNode, process: Process): boolean {
    return runningProcess(state) === process;
  }

  /** Threads that wait at the end could have gone on before somebody who was faster. The node is on the path. */
  private compareWaiting(node: PathNode): void {
    const { machine } = this.options;
    for (const [id] of node.state.threads.entries()) {
      const attempt = machine.threads.attemptOf(node.state, id as ThreadId);
      if (attempt === undefined || attempt.isOpen) continue;
      const touched = attempt.reads.map((r) => ({
        object: r.object,
        from: r.offset,
        to: r.offset + r.size,
        isWrite: false,
      }));
      const past = node.clocks.get(id)?.clock ?? Clock.zero;
      const footprint = new StepFootprint(touched, false);
      this.lastVisit()?.add({ process: id, footprint, within: [], mayWait: true });
      this.compare(footprint, past, id, node.state, (clock) => ({
        process: id,
        within: [],
        starts: [],
        clock,
      }));
    }
  }

  /** False: it is to be expanded, for the first time or for what slept then. */
  private wasSeen(node: PathNode): boolean {
    const key = this.keys.key(node.state, node.patterns, '');
    const known = this.visited.get(key);
    const roles = new ObjectRoles(node.state.memory, this.keys.places);
    if (known === undefined) {
      const visited = new Visited(new Set(node.sleep.keys()), this.path.length);
      this.visited.set(key, visited);
      node.visit = new Visit(visited, roles);
      return false;
    }
    const visit = new Visit(known, roles);
    if (this.isAloneSince(known, node)) this.goesRound(node.state, node.trail);
    else this.lastGoesRound(node);
    const isCovered = [...known.sleep].every((p) => node.sleep.has(p));
    if (!isCovered && !known.isOpen) {
      known.sleep = new Set([...known.sleep].filter((p) => node.sleep.has(p)));
      node.sleep = new Map([...node.sleep].filter(([p]) => known.sleep.has(p)));
      known.isOpen = true;
      known.at = this.path.length;
      node.visit = visit;
      return false;
    }
    this.closeCycles(known);
    if (known.isOpen) this.goesRoundFor(this.path.slice(known.at).map((n) => n.state));
    this.path.push(node);
    for (const { process, footprint, within, mayWait } of visit.behind()) {
      const past = node.clocks.get(process)?.clock ?? Clock.zero;
      this.compare(footprint, past, process, mayWait ? 'unknown' : undefined, (clock) => ({
        process,
        within: [],
        starts: within,
        clock,
      }));
    }
    this.path.pop();
    this.lastVisit()?.include(visit);
    return true;
  }

  /** Has one thread alone come back to a state on the path? */
  private isAloneSince(known: Visited, { taken }: PathNode): boolean {
    if (!known.isOpen || taken === undefined || isIsr(taken.process)) return false;
    for (let n = this.path.length - 1; n > known.at; n--) {
      const other = this.path[n]!.taken;
      if (other !== undefined && other.process !== taken.process) return false;
    }
    return true;
  }

  /** Does the only thread that can go on wait for ever, though its steps were made elsewhere? */
  private lastGoesRound({ state, options, trail }: PathNode): void {
    const [only, other] = options.keys();
    if (this.options.waits === undefined || only === undefined || other !== undefined || isIsr(only)) return;
    if (only === runningProcess(state)) return this.goesRound(state, trail);
    const copy = state.clone();
    const thread = only as ThreadId;
    this.options.machine.take(copy, { kind: 'switch', thread });
    this.goesRound(copy, { kind: 'switch', step: state.steps, thread, before: trail });
  }

  /** What happens on a cycle may happen again behind all of it: nothing is left out there. */
  private closeCycles(known: Visited): void {
    let first = Number.POSITIVE_INFINITY;
    for (const { isOpen, at } of known.withCycles()) if (isOpen && at < first) first = at;
    for (let n = first; n < this.path.length; n++) {
      addAll(this.path[n]!);
      this.path[n]!.visit?.to.cycles.add(known);
    }
  }
}

/** What one process does next may depend on answers: all of it. */
function joined(a: StepFootprint, b: StepFootprint): StepFootprint {
  return a === NOTHING ? b : new StepFootprint([...a.touched, ...b.touched], a.isGlobal || b.isGlobal);
}

/** What the others do is seen if one of them goes first: then the next may, and so on. */
function letOneGoFirst({ backtrack, sleep }: PathNode, others: readonly Process[]): void {
  if (others.some((p) => backtrack.has(p))) return;
  const next = others.find((p) => !sleep.has(p)) ?? others[0];
  if (next !== undefined) backtrack.add(next);
}
