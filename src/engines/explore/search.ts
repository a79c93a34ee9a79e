// Depth-first search over real executions. A node is a machine state with its observer; at each visible step the ISRs
// that the reduction names are started on copies, and the step itself goes on. States seen before are not expanded
// again. Complete within the bounds for atomicity, races and assertions, with `exhaustive` and with `reduced` alike.

import { LimitReached } from '../../base/limits.js';
import { drive, type Ending, type Observer, type Point, type Scheduler } from '../../execution/drive.js';
import { PatternObserver } from '../../findings/pattern-observer.js';
import type { Event } from '../../machine/event.js';
import { MAX_REENTRY } from '../../machine/interrupts.js';
import type { Machine } from '../../machine/machine.js';
import type { Outcome } from '../../machine/outcome.js';
import { type Peeked, peek } from '../../machine/peek.js';
import type { State, ThreadId } from '../../machine/state.js';
import { isAtStandstill, ORDERS, STEP, startsIn, switchesIn, type Transition } from '../../machine/transition.js';
import { type ContextId, MAIN } from '../../model/program.js';
import { breathe, type News } from '../engine.js';
import type { PathObserver } from './path-observer.js';
import type { Reduction } from './reductions/reduction.js';
import type { Trail } from './schedules.js';
import type { SearchOptions } from './search-options.js';
import { SearchRecord } from './search-record.js';
import { type Remembered, SpentExecutions } from './spent-executions.js';
import { ComparePolicy } from './visited/compare-policy.js';
import { NodeKeys } from './visited/node-key.js';
import { OpenPatterns } from './visited/open-patterns.js';
import { VisitedState } from './visited/visited-state.js';

/**
 * Steps of one execution before the alternatives on its way get their turn: a loop without an end must not keep them
 * from it.
 */
const SLICE = 1024;
/** Characters of a state's key that take as long as a step, where something was decided about arbitrary data. */
const KEY_WEIGHT = 16;
/** A question to the solver is as much work as so many steps. */
const QUESTION_WEIGHT = 20;
/** Steps of one execution between two looks at the clock. */
const BREATH = 256;
/** Looks at the clock in the middle of one computation before the alternatives get their turn. */
const MAX_INTERRUPTIONS = 32;

interface Node {
  readonly state: State;
  readonly patterns: PatternObserver;
  reduction: Reduction;
  pathObserver: PathObserver | undefined;
  trail: Trail | undefined;
  /** The last state that was compared. */
  visited: VisitedState | undefined;
  /** The same, if it came from there without any choice. */
  alone: VisitedState | undefined;
  readonly compare: ComparePolicy;
  /** Steps since the execution was begun on a copy. */
  turns: number;
  /** Steps of main. */
  mainSteps: number;
  /** Units of work with decisions on arbitrary data. */
  decidedRounds: number;
  /** ISRs that are active, as far as was noticed, the innermost last. */
  readonly active: ContextId[];
  /** Nothing that is asked for can happen any more; it is followed for undefined behaviour alone. */
  isSpent: boolean;
  /** A state that it was in since, and at which of its turns. */
  remembered: Remembered | undefined;
  /** Of the computation that leads to the next visible step. */
  interruptions: number;
  /** It stopped where it stands, and its turn there was counted. */
  hasWaited: boolean;
  /** The thread that runs was switched to in order to make its next step. */
  mustStep: boolean;
}

export class Search extends SearchRecord implements Scheduler, Observer {
  private readonly machine: Machine;
  private readonly keys: NodeKeys;
  private readonly visited = new Map<string, VisitedState>();
  private readonly spent = new SpentExecutions();
  private readonly open: OpenPatterns;
  private readonly stack: Node[] = [];
  /** Executions that wait until the stack is empty, the first first. */
  private readonly later: Node[] = [];
  /** The execution that is followed, what it does next, and where it is to wait if it stops before its end. */
  private node!: Node;
  /** Steps and starts so far; those after decisions on arbitrary data count more. */
  private weighed = 0;
  /** To the solver. */
  private questions = 0;
  private next: Peeked | undefined;
  private waiting: Node[] | undefined;

  constructor(options: SearchOptions) {
    super(options);
    const { machine, objects, reduction, pathObserver } = options;
    this.machine = machine;
    this.keys = new NodeKeys(machine, objects, options.rules.unit);
    this.open = new OpenPatterns(machine.program, objects, options.rules.unit);
    this.stack.push({
      state: machine.initial(),
      patterns: PatternObserver.begin(options, (state, sighting) => this.hit(state, sighting, this.node.trail)),
      reduction,
      pathObserver,
      trail: undefined,
      visited: undefined,
      alone: undefined,
      compare: new ComparePolicy(),
      turns: 0,
      mainSteps: 0,
      decidedRounds: 0,
      active: [],
      isSpent: false,
      remembered: undefined,
      interruptions: 0,
      hasWaited: false,
      mustStep: false,
    });
  }

  /** Done so far, in transitions. */
  get work(): number {
    return this.weighed + this.questions * QUESTION_WEIGHT;
  }

  /** Until all is searched, or so many transitions were made; then it can be called again. */
  *run(transitions = Infinity): Generator<News, 'done' | 'paused'> {
    const { limits } = this.options;
    for (let node = this.pop(); node !== undefined; node = this.pop()) {
      if (this.counts.transitions >= transitions) {
        this.stack.push(node);
        return 'paused';
      }
      yield* breathe(limits, () => ({ phase: 'exploring', states: this.counts.states, sightings: this.hits.size }));
      const because = limits.isOver() ?? this.exhausted(this.weighed);
      if (because !== undefined) return this.cut(because);
      try {
        this.follow(node);
      } catch (thrown) {
        if (!(thrown instanceof LimitReached)) throw thrown;
        return this.cut(thrown.because);
      }
    }
    return 'done';
  }

  private cut(because: string): 'done' {
    this.gaps.set('interrupted', { kind: 'interrupted', because });
    return 'done';
  }

  /** Goes on with one execution until it ends, was seen before or has to wait; alternatives wait on the stack. */
  private follow(node: Node): void {
    this.node = node;
    this.waiting = undefined;
    const interrupt = (): boolean => this.mustStop();
    const observers = node.isSpent ? [this] : [node.patterns, this];
    const ending = drive(this.machine, node.state, this, observers, { interrupt });
    // What is found must not depend on the clock, but for computations that do not seem to end.
    if (ending.kind === 'interrupted') {
      const count = ++node.interruptions;
      if (!node.isSpent || !this.spent.isStuck(count))
        this.waiting = count > MAX_INTERRUPTIONS ? this.later : this.stack;
    }
    if (this.waiting !== undefined) {
      node.hasWaited = true;
      return void this.waiting.push(node);
    }
    this.end(node, ending);
    node.visited?.release();
  }

  private pop(): Node | undefined {
    if (this.stack.length === 0) for (const node of this.later.splice(0).reverse()) this.stack.push(node);
    return this.stack.pop();
  }

  private mustStop(): boolean {
    const { limits } = this.options;
    return limits.isPauseDue?.() === true || limits.isOver() !== undefined;
  }

  early(): 'stop' | undefined {
    const { node } = this;
    if (node.hasWaited) {
      // Whoever looked at the clock more often must not get to the end of its slice sooner.
      node.hasWaited = false;
      return undefined;
    }
    const turns = ++node.turns;
    if (turns % SLICE === 0) this.waiting = this.later;
    else if (turns % BREATH === 0 && this.mustStop()) this.waiting = this.stack;
    else if (this.options.limits.isTurnOver?.(this.work) === true) this.waiting = this.stack;
    return this.waiting === undefined ? undefined : 'stop';
  }

  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    const { node } = this;
    if (node.isSpent) return this.spentStep(point, enabled);
    if (point.kind === 'undecided') return this.fork(node, enabled());
    if (node.mustStep) return this.nextStep(node, undefined);
    const possible = enabled();
    const startable = startsIn(possible);
    const switches = switchesIn(possible);
    if (state.activations.length > MAX_REENTRY) this.isReentryCut ||= this.isKeptFromReentry(state);
    if (point.kind === 'blocked') {
      node.pathObserver?.blocked(state);
      if (state.blocked === 'endless-loop') {
        this.goesRoundFor([state]);
        this.goesRound(state, node.trail);
      }
      if (this.startOthers(node, startable, switches, undefined)) {
        if (switches.length === 0) this.counts.paths++;
        this.returning.comesThrough(state);
        if (isAtStandstill(possible)) this.stands(state, node.trail);
      }
      return undefined;
    }
    const { reduction } = node;
    const isAsked = startable.length > 0 || switches.length > 0 || reduction.comparesAll;
    const next = isAsked ? peek(this.machine, state) : undefined;
    // A step that has begun is made.
    if (!state.isStepBegun && (next === undefined || reduction.stopsAt(next))) {
      if (this.isSpent(node)) return this.spend(node);
      if (!this.startOthers(node, startable, switches, next)) return undefined;
      this.counts.states++;
    }
    if (isAtStandstill(possible)) this.stands(state, node.trail);
    if (!state.isStepBegun && possible[0] !== STEP) return undefined;
    return this.nextStep(node, next);
  }

  private nextStep(node: Node, next: Peeked | undefined): Transition {
    const { state } = node;
    node.mustStep = false;
    this.next = next;
    node.pathObserver = node.pathObserver?.stepping(state);
    if (state.running?.context === MAIN) node.mainSteps++;
    return STEP;
  }

  /** It goes on from here without those who look for patterns, unless another has been here. */
  private spend(node: Node): undefined {
    if (!this.spent.begins(this.keys.key(node.state, node.patterns, ''))) return;
    node.visited?.release();
    node.visited = undefined;
    node.isSpent = true;
    node.turns = 0;
    this.waiting = this.stack;
  }

  /** There is nothing to choose any more but answers. */
  private spentStep(point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    const { node } = this;
    const isFork = point.kind === 'undecided';
    const { transitions } = this.counts;
    if (point.kind !== 'blocked' && this.spent.mayGoOn(node.turns, transitions, isFork)) {
      if (isFork) return this.fork(node, enabled());
      this.spent.leap(node, transitions);
      return STEP;
    }
    this.returning.comesThrough(node.state);
    return undefined;
  }

  ran(state: State, { kind }: Outcome): void {
    if (kind !== 'interrupted') this.node.interruptions = 0;
    this.returning.returned(this.node.active, state);
  }

  iteration(state: State): void {
    const { node } = this;
    node.compare.round();
    if (this.beginsAnew(state) && ++node.decidedRounds % this.machine.options.unwind === 0) this.waiting = this.later;
  }

  /**
   * Decisions on arbitrary data are counted in each unit of work anew, where arrivals are not counted either. So that
   * rounds without an end do not keep others from their turn, who has made some with decisions waits.
   */
  private beginsAnew(state: State): boolean {
    const frames = state.running!.frames;
    if (Number.isFinite(this.machine.options.arrivals) || frames[frames.length - 1]!.choices === undefined)
      return false;
    state.top().choices = undefined;
    return true;
  }

  took(state: State, _step: Transition, events: readonly Event[]): void {
    if (this.node.isSpent) return;
    this.counts.transitions++;
    this.weighed += 1 + state.path.length;
    if (this.next !== undefined) this.node.reduction = this.node.reduction.stepped(state, this.next, events);
  }

  /**
   * Nothing that is asked for can happen any more: no ISR can start, and none did something that a later access could
   * complete. An ISR runs to its end, so that it is known which of its code is reached.
   */
  private isSpent({ state, patterns, reduction }: Node): boolean {
    if (this.machine.threads.areMany) return false;
    if (this.options.assertions || this.options.waits !== undefined || reduction.comparesAll) return false;
    const { running } = state;
    if (running !== undefined && running.context !== MAIN) return false;
    if (!this.machine.isrs.every((isr) => state.arrivals[isr.id]! >= this.machine.options.arrivals)) return false;
    const isDone = patterns.isDone((unit) => running !== undefined && this.open.areIn(state, unit, running));
    if (isDone) this.counts.paths++;
    return isDone;
  }

  private isKeptFromReentry(state: State): boolean {
    return this.machine.isrs.some((isr) => this.machine.obstacle(state, isr)?.kind === 'reentry');
  }

  /** Starts ISRs and lets other threads go on, on copies; false when the state was seen before. */
  private startOthers(
    node: Node,
    startable: readonly ContextId[],
    switches: readonly ThreadId[],
    next: Peeked | undefined,
  ): boolean {
    const { state, reduction, compare } = node;
    const chosen = startable.length === 0 ? [] : reduction.choose(state, next, startable);
    const isCompared = chosen.length > 0 || switches.length > 0 || reduction.comparesAll;
    if (isCompared) compare.start();
    const how = isCompared ? 'compare' : compare.next(state);
    if (how !== undefined) {
      // Answers that the step is still to be made with tell two nodes in one state apart.
      const answers = state.answers.map((a) => a.value).join();
      const key = this.keys.key(state, node.patterns, `${reduction.key}${answers}`);
      if (state.settled !== undefined || state.path.length > 0) this.weighed += Math.floor(key.length / KEY_WEIGHT);
      const seen = this.visited.get(key);
      if (how === 'compare' || seen !== undefined)
        node.pathObserver = node.pathObserver?.compared(key, seen !== undefined);
      if (seen !== undefined) {
        // Which thread runs does not tell states apart: where only one can go on, it may be its own.
        const isLast = this.machine.threads.areMany && switches.length === 0;
        const isAlone = node.alone?.leadsTo(seen) === true;
        if (isAlone) this.goesRoundFor([state]);
        if (isAlone || isLast) this.goesRound(state, node.trail);
        if (seen.isOpen && seen.mainSteps < node.mainSteps) this.returning.comesThrough(state);
        if (seen.isOpen && !seen.isCycle && reduction.postpones) {
          seen.isCycle = true;
          // What is postponed until the end must not be postponed for ever: an execution that may go round in a cycle
          // starts it there.
          const postponed = startable.filter((isr) => !chosen.includes(isr));
          this.startOnCopies(node, postponed, next);
        }
        return false;
      }
      if (how === 'compare') {
        node.visited = new VisitedState(node.visited, node.mainSteps);
        this.visited.set(key, node.visited);
        node.alone?.leadsTo(node.visited);
        node.alone = node.visited;
      }
    }
    this.startOnCopies(node, chosen, next);
    this.switchOnCopies(node, switches, next);
    return true;
  }

  private switchOnCopies(node: Node, threads: readonly ThreadId[], next: Peeked | undefined): void {
    for (const thread of threads.toReversed()) {
      const copy = this.copy(node);
      copy.alone = undefined;
      copy.patterns.switched(thread, next);
      // One that begins comes to its first visible step, before which others may go on again.
      copy.mustStep = copy.state.threads[thread]!.isBegun;
      this.machine.take(copy.state, { kind: 'switch', thread });
      copy.trail = { kind: 'switch', step: node.state.steps, thread, before: node.trail };
      this.counts.switches++;
      this.started.add(copy.state.thread.context);
      this.weighed += 1 + copy.state.path.length;
      this.stack.push(copy);
    }
  }

  private startOnCopies(node: Node, isrs: readonly ContextId[], next: Peeked | undefined): void {
    for (const isr of isrs) {
      const copy = this.copy(node);
      copy.alone = undefined;
      copy.patterns.started(isr, next);
      copy.reduction = node.reduction.started(node.state, isr);
      copy.pathObserver = node.pathObserver?.started();
      this.machine.take(copy.state, { kind: 'start', isr });
      if (this.machine.threads.ownThread(isr) === undefined) copy.active.push(isr);
      this.isArrivalBoundReached ||= copy.state.arrivals[isr]! >= this.machine.options.arrivals;
      copy.trail = { kind: 'start', step: node.state.steps, isr, before: node.trail };
      this.counts.triggerings++;
      this.weighed += 1 + copy.state.path.length;
      this.started.add(isr);
      this.stack.push(copy);
    }
  }

  /** Follows every answer, the first one first. */
  private fork(node: Node, answers: readonly Transition[]): undefined {
    const { state } = node;
    const said = state.answers.flatMap((a) => a.says ?? []);
    const how = node.isSpent ? 'quick' : undefined;
    const possible = answers.filter((answer) => {
      const says = answer.kind === 'answer' ? this.machine.saysOf(state.question!, answer.value) : undefined;
      if (says !== undefined) this.questions++;
      return says === undefined || this.options.feasible(state.path, [...said, says], how);
    });
    for (const answer of possible.toReversed()) {
      const copy = this.copy(node);
      // Whoever goes on alone comes to the same in any order of pieces.
      if (possible.length > 1 && answer !== ORDERS[0]) copy.alone = undefined;
      this.machine.take(copy.state, answer);
      copy.compare.fork();
      if (answer.kind === 'order')
        copy.trail = { kind: 'order', step: state.steps, descending: answer.descending, before: node.trail };
      this.stack.push(copy);
    }
  }

  private end(node: Node, ending: Ending): void {
    // What is asked for of a spent one is settled before.
    if (node.isSpent) this.noteEnd(ending, node.state);
    else this.ended(ending, node.state, node.patterns);
  }

  private copy(node: Node): Node {
    node.visited?.hold();
    return {
      state: node.state.clone(),
      patterns: node.patterns.clone(),
      reduction: node.reduction,
      pathObserver: node.pathObserver,
      trail: node.trail,
      visited: node.visited,
      alone: node.alone,
      compare: node.compare.clone(),
      turns: 0,
      mainSteps: node.mainSteps,
      decidedRounds: node.decidedRounds,
      active: node.active.slice(),
      isSpent: node.isSpent,
      remembered: undefined,
      interruptions: 0,
      hasWaited: false,
      mustStep: node.mustStep,
    };
  }
}
