// Executions of the real library in which pairs of critical accesses overlap: a depth-first search over the harness
// with fixed choices of what is called. `inside`: interrupts come only where a context stands inside of a block that
// is looked for; fast, finds most, rules out nothing. `anywhere`: they come anywhere, states are compared, and what is
// not found does not happen with so many interrupts, if the search came to its end.

import { hexHash } from '../../../base/hash.js';
import { drive, type Ending, type Observer, type Point, type Scheduler } from '../../../execution/drive.js';
import { type Choice, inputsOf, scheduledName } from '../../../execution/schedule.js';
import type { Machine } from '../../../machine/machine.js';
import type { State } from '../../../machine/state.js';
import { StateKeys } from '../../../machine/state-key.js';
import { startsIn, type Transition } from '../../../machine/transition.js';
import type { ContextId } from '../../../model/program.js';
import { CALLER, FIRST, SECOND, TICK_INTERRUPT } from './harness-text.js';
import { Overlaps, type SoughtCode } from './overlaps.js';

/** Arguments of the harness: which set-up, and what is called. */
export interface HarnessAttempt {
  readonly setUp: number;
  readonly first: number;
  readonly second: number;
  readonly other: number;
}

/** How often each may arrive. */
export interface Arrivals {
  readonly tick: number;
  readonly other: number;
}

export interface RealiseOptions {
  readonly arrivals: Arrivals;
  /** Where each comes. */
  readonly where: { readonly tick: 'inside' | 'anywhere'; readonly other: 'inside' | 'anywhere' };
  /** Visible steps of all executions together. */
  readonly mostSteps: number;
  /** Of one pair. */
  readonly mostWitnesses: number;
  readonly isOver: () => boolean;
}

/** An execution that shows a pair. Plain data. */
export interface PairWitness {
  readonly pair: string;
  readonly choices: readonly Choice[];
  /** Everything that arbitrary data got. */
  readonly inputs: readonly bigint[];
  /** Visible steps until it was seen. */
  readonly steps: number;
}

export interface Realised {
  readonly witnesses: readonly PairWitness[];
  /** All executions within the bounds were gone through to their ends. */
  readonly isComplete: boolean;
  /** Wrong steps that ended executions in the middle of a block. */
  readonly failures: readonly string[];
  /** One call of the library came into the middle of another. */
  readonly isMixed: boolean;
}

/** Visible steps of one execution; what is longer goes round without an end. */
const LONGEST = 5000;
/** Steps between two looks at whether a state comes again. */
const LOOK = 64;

export function inputsFor({ setUp, first, second, other }: HarnessAttempt): readonly number[] {
  return [setUp, first, second, other];
}

interface Trail {
  readonly choice: Choice;
  readonly before: Trail | undefined;
}

interface Node {
  readonly state: State;
  readonly overlaps: Overlaps;
  trail: Trail | undefined;
  /** The tasks that are looked at have begun. */
  isBegun: boolean;
  early: Transition | undefined;
  readonly begunAt: number;
}

export function realise(
  machine: Machine,
  code: SoughtCode,
  attempt: HarnessAttempt,
  reached: Set<number>,
  options: RealiseOptions,
): Realised {
  return new Realisation(machine, code, attempt, reached, options).run();
}

class Realisation implements Scheduler, Observer {
  private readonly stack: Node[] = [];
  private node!: Node;
  private readonly visited = new Set<string>();
  private readonly keys: StateKeys;
  private readonly witnesses = new Map<string, (PairWitness & { readonly node: Node })[]>();
  private readonly failures = new Set<string>();
  private isComplete = true;
  private isMixed = false;
  private steps = 0;

  constructor(
    private readonly machine: Machine,
    private readonly code: SoughtCode,
    private readonly attempt: HarnessAttempt,
    private readonly reached: Set<number>,
    private readonly options: RealiseOptions,
  ) {
    this.keys = new StateKeys(machine.terms);
  }

  run(): Realised {
    const state = this.machine.initial(sourceOf(inputsFor(this.attempt)));
    const overlaps = new Overlaps(this.code, this.reached, (pair) => this.seen(pair));
    this.stack.push({ state, overlaps, trail: undefined, isBegun: false, early: undefined, begunAt: 0 });
    for (let node = this.stack.pop(); node !== undefined; node = this.stack.pop()) {
      if (this.steps > this.options.mostSteps || this.options.isOver()) {
        this.isComplete = false;
        break;
      }
      if (this.isDone()) break;
      this.node = node;
      this.ended(drive(this.machine, node.state, this, [this, node.overlaps]));
    }
    return {
      witnesses: [...this.witnesses.values()].flat(),
      isComplete: this.isComplete,
      failures: [...this.failures],
      isMixed: this.isMixed,
    };
  }

  private ended(ending: Ending): void {
    const { state, overlaps } = this.node;
    if (ending.kind === 'failed') {
      // What would come after it is not known.
      if (overlaps.isUnderWay(state)) this.failures.add(ending.failure.message);
      overlaps.failed(state);
    }
    if (ending.kind === 'unmodelled') this.failures.add(`not modelled: ${ending.what}`);
    if (ending.kind === 'unmodelled' || ending.kind === 'bounded' || ending.kind === 'interrupted')
      this.isComplete = false;
  }

  early(): Transition | undefined {
    const { early } = this.node;
    this.node.early = undefined;
    return early;
  }

  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    const { node } = this;
    const possible = enabled();
    if (point.kind === 'undecided' || state.isStepBegun) return possible[0];
    if (!node.isBegun) node.isBegun = hasBegun(state);
    if (!this.isMixed && node.trail !== undefined) this.isMixed = callsIn(state) > 1;
    if (state.steps - node.begunAt > LONGEST) {
      this.isComplete = false;
      return undefined;
    }
    const starts = node.isBegun ? startsIn(possible).filter((isr) => this.mayArrive(state, isr)) : [];
    const { where } = this.options;
    const isInside = starts.length > 0 && node.overlaps.isInside(state);
    const wanted = starts.filter((isr) => isInside || where[this.isTick(isr) ? 'tick' : 'other'] === 'anywhere');
    const goesOn = possible.find((t) => t.kind !== 'start');
    const isLooked =
      wanted.length > 0 || goesOn?.kind === 'switch' || point.kind === 'blocked' || state.steps % LOOK === 0;
    if (node.isBegun && isLooked && this.wasVisited(state)) return undefined;
    for (const isr of wanted.toReversed()) this.branch(node, { kind: 'start', isr });
    // Who waits for ever may still be woken by an interrupt.
    if (goesOn === undefined && wanted.length === 0)
      for (const isr of starts) this.branch(node, { kind: 'start', isr });
    return goesOn;
  }

  private mayArrive(state: State, isr: ContextId): boolean {
    const { tick, other } = this.options.arrivals;
    return state.arrivals[isr]! < (this.isTick(isr) ? tick : other);
  }

  private isTick(isr: ContextId): boolean {
    return this.machine.program.contexts[isr]!.name === TICK_INTERRUPT;
  }

  private wasVisited(state: State): boolean {
    const key = hexHash(`${this.keys.key(state)}#${this.node.overlaps.key}`);
    if (this.visited.has(key)) return true;
    this.visited.add(key);
    return false;
  }

  private branch(node: Node, early: Transition): void {
    const state = node.state.clone();
    this.stack.push({
      state,
      overlaps: node.overlaps.clone((pair) => this.seen(pair)),
      trail: node.trail,
      isBegun: true,
      early,
      begunAt: state.steps,
    });
  }

  taking(state: State, transition: Transition): void {
    const { node } = this;
    const at = state.steps;
    if (transition.kind === 'start') {
      const choice: Choice = { kind: 'start', at, isr: scheduledName(this.machine.program, transition.isr) };
      node.trail = { choice, before: node.trail };
    } else if (transition.kind === 'switch') {
      node.trail = { choice: { kind: 'switch', at, thread: transition.thread }, before: node.trail };
    } else this.steps++;
  }

  private seen(pair: number): void {
    const { id } = this.code.pairs[pair]!;
    const known = this.witnesses.get(id) ?? [];
    if (known.length >= this.options.mostWitnesses || known.at(-1)?.node === this.node) return;
    const choices: Choice[] = [];
    for (let t = this.node.trail; t !== undefined; t = t.before) choices.push(t.choice);
    const { state } = this.node;
    const inputs = givenTo(this.machine, state);
    const witness = { node: this.node, pair: id, choices: choices.reverse(), inputs, steps: state.steps };
    this.witnesses.set(id, [...known, witness]);
  }

  /** All that is looked for was seen, often enough. */
  private isDone(): boolean {
    const { mostWitnesses } = this.options;
    return this.code.pairs.every(({ id }) => (this.witnesses.get(id)?.length ?? 0) >= mostWitnesses);
  }
}

/** The numbers that are asked for first; whatever else is arbitrary is 0. */
export function sourceOf(inputs: readonly number[]): () => bigint {
  let n = 0;
  return () => BigInt(inputs[n++] ?? 0);
}

/** All of it is known. */
function givenTo({ terms }: Machine, state: State): readonly bigint[] {
  return inputsOf(state, (term) => terms.wideValue(term));
}

/** Calls of the library that are under way. */
function callsIn({ threads }: State): number {
  let calls = 0;
  for (const { activations } of threads)
    for (const { frames } of activations) if (frames.some(({ code }) => code.fn.name === CALLER)) calls++;
  return calls;
}

function hasBegun({ threads }: State): boolean {
  return threads.some(({ activations }) =>
    activations.some(({ frames }) => frames.some(({ code }) => code.fn.name === FIRST || code.fn.name === SECOND)),
  );
}
