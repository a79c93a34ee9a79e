// Depth-first exploration of real executions. A node is a machine state with its observer; at each visible step the ISRs that the reduction
// names are started on copies, and the step itself goes on. States seen before are not expanded again.
// Complete within the bounds for atomicity, races and assertions, with `exhaustive` and with `reduced` alike.

import { ModelObjects } from '../../execution/model-objects.js';
import { Observer, type Rules, type Sighting } from '../../findings/pattern-observer.js';
import { Sites } from '../../findings/sites.js';
import type { Outcome } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import type { Input } from '../../machine/memory/memory.js';
import { type Peeked, peek } from '../../machine/peek.js';
import type { State } from '../../machine/state.js';
import type { ContextId } from '../../model/program.js';
import type { Term } from '../../solve/term.js';
import { breathe, type Limits } from '../limits.js';
import { isPaperName, strategyOf } from './reductions/paper/strategy.js';
import { Exhaustive, Reduced, type Reduction, type ReductionName } from './reductions/reduction.js';
import { Pace } from './visited/compare-policy.js';
import { NodeKeys } from './visited/node-key.js';
import { Compared } from './visited/visited-state.js';

export interface ExploreOptions extends Rules, Limits {
  readonly reduction: ReductionName;
  readonly arrivals: number;
  readonly unwind: number;
  /** Failing assertions are asked for: executions go on when no interrupt can come any more. */
  readonly assertions: boolean;
  readonly companion?: Companion;
}

/** Follows the executions beside the search. What it remembers of one is copied with it: never changed in place. */
export interface Companion {
  readonly nothing: unknown;
  /** Before each visible step. */
  stepping(memory: unknown, state: State): unknown;
  /** A state was compared with all that were compared before. */
  compared(memory: unknown, key: string, wasSeen: boolean): unknown;
  /** An ISR is started on a copy of the execution. */
  started(memory: unknown): unknown;
  /** The context that runs has nothing left to do. */
  idle(memory: unknown, state: State): void;
}

/** Can these conditions hold together? */
export type Feasible = (path: readonly Term[]) => boolean;

/** Choices that led to a node, the last first: what a schedule is made of. */
export type Trail = { readonly step: number; readonly before: Trail | undefined } & (
  | { readonly kind: 'start'; readonly context: ContextId }
  | { readonly kind: 'order'; readonly descending: boolean }
);

/** A sighting with an execution that shows it. */
export interface Hit {
  readonly sighting: Sighting;
  readonly trail: Trail | undefined;
  readonly steps: number;
  readonly path: readonly Term[];
  readonly inputs: Input | undefined;
  /** The common bytes: `ring[]`, and as the execution had them: `ring[3]`. */
  readonly variable: string;
  readonly example: string;
}

export interface ExploreCounts {
  /** Visible steps at which the exploration stood. */
  states: number;
  transitions: number;
  paths: number;
  triggerings: number;
  undefinedBehaviour: number;
}

export interface Exploration {
  /** By key of the sighting, up to `WITNESSES`, the first found first. */
  readonly witnesses: ReadonlyMap<string, readonly Hit[]>;
  readonly sites: Sites;
  readonly counts: ExploreCounts;
  /** Why not everything was explored; empty if it was. */
  readonly gaps: readonly Gap[];
  /** ISRs that were started at least once. */
  readonly started: ReadonlySet<ContextId>;
}

export type Gap =
  | { readonly kind: 'unmodelled'; readonly outcome: Extract<Outcome, { kind: 'unmodelled' }> }
  | { readonly kind: 'bounded' }
  | { readonly kind: 'interrupted'; readonly because: string };

/** Executions that are kept for each sighting: one may show harm that another does not. */
const WITNESSES = 8;
/** Steps of one execution before the alternatives on its way get their turn: a loop without an end must not keep them from it. */
const SLICE = 1024;

/** Steps of one execution between two looks at the clock. */
const BREATH = 256;
/** Looks at the clock in the middle of one computation before the alternatives get their turn. */
const MAX_INTERRUPTIONS = 32;

interface Node {
  readonly state: State;
  readonly observer: Observer;
  /** The reduction's. */
  memory: unknown;
  /** The companion's. */
  followed: unknown;
  trail: Trail | undefined;
  /** For the instruction that was undecided last, and what they say: it holds only once the instruction is done. */
  answers: readonly boolean[];
  answered: readonly Term[];
  /** The visible step is decided already: no ISR starts before it. */
  committed: boolean;
  /** The last state that was compared. */
  compared: Compared | undefined;
  readonly pace: Pace;
  /** Steps since the execution was begun on a copy. */
  turns: number;
  /** Of the computation that leads to the next visible step. */
  interruptions: number;
}

export async function explore(machine: Machine, options: ExploreOptions, feasible: Feasible): Promise<Exploration> {
  const { reduction } = options;
  const paper = isPaperName(reduction)
    ? new (await import('./reductions/paper/reduction.js')).PaperReduction(machine, strategyOf(reduction))
    : undefined;
  return new Explorer(machine, options, feasible, paper as Reduction | undefined).run();
}

class Explorer {
  private readonly sites = new Sites();
  private readonly objects: ModelObjects;
  private readonly keys: NodeKeys;
  private readonly reduction: Reduction;
  private readonly visited = new Map<string, Compared>();
  private readonly hits = new Map<string, Hit[]>();
  private readonly sightings = new Map<string, number>();
  private readonly gaps = new Map<string, Gap>();
  private readonly started = new Set<ContextId>();
  private readonly stack: Node[] = [];
  /** Executions that wait until the stack is empty, the first first. */
  private readonly later: Node[] = [];
  private readonly counts: ExploreCounts = {
    states: 0,
    transitions: 0,
    paths: 0,
    triggerings: 0,
    undefinedBehaviour: 0,
  };

  constructor(
    private readonly machine: Machine,
    private readonly options: ExploreOptions,
    private readonly feasible: Feasible,
    paper: Reduction | undefined,
  ) {
    this.objects = new ModelObjects(machine);
    this.keys = new NodeKeys(machine, this.objects);
    const isReduced = options.reduction === 'reduced';
    this.reduction = paper ?? (isReduced ? new Reduced(machine, this.objects) : new Exhaustive());
  }

  async run(): Promise<Exploration> {
    const limits: Limits = this.options;
    this.stack.push({
      state: this.machine.initial(),
      observer: Observer.begin(this.options, this.sites, this.objects),
      memory: this.reduction.nothing,
      followed: this.options.companion?.nothing,
      trail: undefined,
      answers: [],
      answered: [],
      committed: false,
      compared: undefined,
      pace: new Pace(),
      turns: 0,
      interruptions: 0,
    });
    for (let node = this.next(); node !== undefined; node = this.next()) {
      await breathe(limits, () => ({ phase: 'exploring', states: this.counts.states, sightings: this.hits.size }));
      const because = limits.isOver();
      if (because !== undefined) {
        this.gaps.set('interrupted', { kind: 'interrupted', because });
        break;
      }
      if (this.follow(node) === 'over') node.compared?.release();
    }
    const { hits: witnesses, sites, counts, gaps, started } = this;
    return { witnesses, sites, counts, gaps: [...gaps.values()], started };
  }

  /** Goes on with one execution until it ends, was seen before or has to wait; alternatives wait on the stack. */
  private follow(node: Node): 'over' | 'waits' {
    for (;;) {
      node.turns++;
      if (node.turns % SLICE === 0) return this.wait(node, this.later);
      if (node.turns % BREATH === 0 && this.mustStop()) return this.wait(node, this.stack);
      const known = node.state.path.length;
      const outcome: Outcome = node.committed ? { kind: 'visible' } : this.machine.run(node.state, node.answers);
      // Answers are for one instruction: of `run`, if something else is undecided by now, or of the visible step.
      const isAnswered = outcome.kind !== 'undecided' || node.state.path.length > known;
      const keepsAnswers = node.committed || (outcome.kind === 'visible' && outcome.keepsAnswers === true);
      if (isAnswered && !keepsAnswers) node.answers = node.answered = [];
      if (outcome.kind !== 'interrupted') node.interruptions = 0;
      node.observer.settle(node.state);
      switch (outcome.kind) {
        case 'undecided':
          this.fork(node, outcome);
          return 'over';
        case 'interrupted':
          // What is found must not depend on the clock, but for computations that do not seem to end.
          return this.wait(node, ++node.interruptions > MAX_INTERRUPTIONS ? this.later : this.stack);
        case 'iteration':
          this.iterate(node);
          continue;
        case 'visible': {
          const startable = this.machine.startable(node.state);
          const matters = startable.length > 0 || this.reduction.comparesAll;
          const next = matters ? peek(this.machine, node.state) : undefined;
          const passes = next !== undefined && this.reduction.stopsAt?.(node.memory, next) === false;
          if (!node.committed && !passes) {
            if (this.isSpent(node) || !this.startIsrs(node, startable, next)) return 'over';
            this.counts.states++;
          }
          if (!this.step(node, next)) return 'over';
          continue;
        }
        case 'idle':
          this.options.companion?.idle(node.followed, node.state);
          if (this.startIsrs(node, this.machine.startable(node.state), undefined)) this.counts.paths++;
          return 'over';
        default:
          this.end(node, outcome);
          return 'over';
      }
    }
  }

  private wait(node: Node, where: Node[]): 'waits' {
    where.push(node);
    return 'waits';
  }

  private next(): Node | undefined {
    if (this.stack.length === 0) for (const node of this.later.splice(0).reverse()) this.stack.push(node);
    return this.stack.pop();
  }

  private mustStop(): boolean {
    const limits: Limits = this.options;
    return limits.isPauseDue?.() === true || limits.isOver() !== undefined;
  }

  /** Nothing that is asked for can happen any more: no ISR can start, and none did something that a later access could complete. */
  private isSpent({ state, observer }: Node): boolean {
    if (this.options.assertions || this.reduction.comparesAll || !observer.isDone) return false;
    const isUsedUp = this.machine.isrs.every((isr) => state.arrivals[isr.id]! >= this.machine.options.arrivals);
    if (isUsedUp) this.counts.paths++;
    return isUsedUp;
  }

  /** Starts ISRs on copies; false when the state was seen before. */
  private startIsrs(node: Node, startable: readonly ContextId[], next: Peeked | undefined): boolean {
    const chosen = startable.length === 0 ? [] : this.reduction.choose(node.memory, node.state, next, startable);
    const isCompared = chosen.length > 0 || this.reduction.comparesAll;
    if (isCompared) node.pace.start();
    const how = isCompared ? 'compare' : node.pace.next(node.state);
    if (how !== undefined) {
      // Answers that the step is still to be made with tell two nodes in one state apart.
      const answers = node.answers.join();
      const key = this.keys.key(node.state, node.observer, `${this.reduction.key(node.memory)}${answers}`);
      const seen = this.visited.get(key);
      if (how === 'compare' || seen !== undefined)
        node.followed = this.options.companion?.compared(node.followed, key, seen !== undefined);
      if (seen !== undefined) {
        if (seen.isOpen && !seen.isCycle && this.reduction.postpones) {
          seen.isCycle = true;
          this.startPostponed(node, startable, next, chosen);
        }
        return false;
      }
      if (how === 'compare') {
        node.compared = new Compared(node.compared);
        this.visited.set(key, node.compared);
      }
    }
    this.startOnCopies(node, chosen, next);
    return true;
  }

  /** What is postponed until the end must not be postponed for ever: an execution that may go round in a cycle starts it there. */
  private startPostponed(
    node: Node,
    startable: readonly ContextId[],
    next: Peeked | undefined,
    chosen: readonly ContextId[],
  ): void {
    const postponed = startable.filter((isr) => !chosen.includes(isr));
    this.startOnCopies(node, postponed, next);
  }

  private startOnCopies(node: Node, isrs: readonly ContextId[], next: Peeked | undefined): void {
    for (const isr of isrs) {
      const copy = this.copy(node);
      copy.answers = copy.answered = [];
      copy.observer.started(next);
      copy.memory = this.reduction.started(node.memory, node.state, isr);
      copy.followed = this.options.companion?.started(node.followed);
      this.machine.start(copy.state, isr);
      copy.trail = { kind: 'start', step: node.state.steps, context: isr, before: node.trail };
      this.counts.triggerings++;
      this.started.add(isr);
      this.stack.push(copy);
    }
  }

  /** Makes the visible step; false when the execution does not go on. */
  private step(node: Node, next: Peeked | undefined): boolean {
    node.followed = this.options.companion?.stepping(node.followed, node.state);
    const outcome = this.machine.step(node.state, node.answers);
    if (outcome.kind === 'undecided') {
      node.committed = true;
      this.fork(node, outcome);
      return false;
    }
    node.answers = node.answered = [];
    node.committed = false;
    if (outcome.kind === 'iteration') this.iterate(node);
    else if (outcome.kind !== 'stepped') {
      this.end(node, outcome);
      return false;
    }
    this.counts.transitions++;
    const seen: Sighting[] = [];
    const events = outcome.kind === 'stepped' ? outcome.events : [];
    for (const event of events) node.observer.observe(node.state, event, seen);
    for (const sighting of seen) this.hit(node, sighting);
    if (next !== undefined) node.memory = this.reduction.stepped(node.memory, node.state, next, events);
    return true;
  }

  private iterate(node: Node): void {
    node.observer.iteration();
    node.pace.round();
  }

  private fork(node: Node, { decision }: Extract<Outcome, { kind: 'undecided' }>): void {
    // The last is followed first. Pieces from the first one up make the shorter schedules.
    for (const answer of decision.kind === 'descending' ? [true, false] : [false, true]) {
      const { terms } = this.machine;
      const told = decision.kind === 'condition' ? [answer ? decision.condition : terms.not(decision.condition)] : [];
      const answered = [...node.answered, ...told];
      if (told.length > 0 && !this.feasible([...node.state.path, ...answered])) continue;
      const copy = this.copy(node);
      copy.answers = [...node.answers, answer];
      copy.pace.fork();
      copy.answered = answered;
      if (decision.kind === 'descending')
        copy.trail = { kind: 'order', step: node.state.steps, descending: answer, before: node.trail };
      this.stack.push(copy);
    }
  }

  private end(node: Node, outcome: Outcome): void {
    switch (outcome.kind) {
      case 'ended':
        if (outcome.because === 'exit') this.counts.paths++;
        return;
      case 'failed': {
        if (outcome.failure.kind !== 'assertion') this.counts.undefinedBehaviour++;
        const seen: Sighting[] = [];
        node.observer.failure(node.state, outcome.failure, seen);
        for (const sighting of seen) this.hit(node, sighting);
        return;
      }
      case 'unmodelled':
        this.gaps.set(`${outcome.what} ${outcome.function} ${outcome.instruction.debug}`, {
          kind: 'unmodelled',
          outcome,
        });
        return;
      case 'bounded':
        this.gaps.set('bounded', { kind: 'bounded' });
        return;
      default:
        return;
    }
  }

  private hit(node: Node, sighting: Sighting): void {
    const known = this.hits.get(sighting.key) ?? [];
    const count = (this.sightings.get(sighting.key) ?? 0) + 1;
    this.sightings.set(sighting.key, count);
    // The first ones, and of the others a few from all over the exploration.
    const isSample = Number.isInteger(Math.log2(count));
    if (known.length >= WITNESSES && !isSample) return;
    const { steps, memory } = node.state;
    const path = [...node.state.path, ...this.meeting(sighting)];
    if (path.length > node.state.path.length && !this.feasible(path)) return;
    const bytes = sighting.kind === 'failure' ? undefined : sighting;
    const variable = bytes === undefined ? '' : this.objects.genericName(node.state, bytes.byte, bytes.size);
    const example = bytes === undefined ? '' : this.objects.exampleName(node.state, bytes.byte, bytes.size);
    const slot = known.length < WITNESSES ? known.length : WITNESSES / 2 + (Math.log2(count) % (WITNESSES / 2));
    this.hits.set(sighting.key, known);
    known[slot] = { sighting, trail: node.trail, steps, path, inputs: memory.inputs, variable, example };
  }

  /** That an access at an arbitrary offset is where it makes a race. */
  private meeting(sighting: Sighting): readonly Term[] {
    if ((sighting.kind !== 'race' && sighting.kind !== 'torn-access') || sighting.meets === undefined) return [];
    const { offset, oneOf } = sighting.meets;
    const { terms } = this.machine;
    return [terms.any(oneOf.map((at) => terms.eq(offset, terms.constant(terms.width(offset), at))))];
  }

  private copy(node: Node): Node {
    node.compared?.hold();
    return {
      state: node.state.clone(),
      observer: node.observer.clone(),
      memory: node.memory,
      followed: node.followed,
      trail: node.trail,
      answers: node.answers,
      answered: node.answered,
      committed: node.committed,
      compared: node.compared,
      pace: node.pace.clone(),
      turns: 0,
      interruptions: 0,
    };
  }
}
