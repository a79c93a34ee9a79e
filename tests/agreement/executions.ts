// Every complete execution of a program, by nothing but the machine's run, enabled and take: at each visible step, and
// when nothing is left to do, every ISR that may start does and does not; what arbitrary data decides goes every way
// that is satisfiable; pieces go both ways. No state is ever recognised, nothing is left out. Executions come as traces
// that say who did what on top of whom.

import { type Choice, type Schedule, scheduledName } from '../../src/execution/schedule.js';
import type { Event } from '../../src/machine/event.js';
import { Machine } from '../../src/machine/machine.js';
import type { Input } from '../../src/machine/memory/memory.js';
import type { ObjectInfo } from '../../src/machine/memory/object-info.js';
import type { Failure, Outcome } from '../../src/machine/outcome.js';
import type { State } from '../../src/machine/state.js';
import { STEP } from '../../src/machine/transition.js';
import type { ContextId, Program } from '../../src/model/program.js';
import { Query } from '../../src/solve/query.js';
import type { Solver } from '../../src/solve/solver.js';

export type AccessEvent = Extract<Event, { kind: 'access' }>;

/** One visible step of one activation of a context. */
export interface Step {
  readonly activation: number;
  /** All activations there were, the base context first; the last is `activation`. */
  readonly stack: readonly number[];
  /** Counts the iterations of the activation's outermost endless loop. */
  readonly iteration: number;
  /** Tells calls of functions apart. */
  readonly call: number;
  /** Accesses to memory and to device registers; none for masks and calls. */
  readonly accesses: readonly AccessEvent[];
  readonly objects: readonly ObjectInfo[];
  /** Where the step is a piece of a wider access: which access, and all bytes of it. */
  readonly whole: { readonly id: number; readonly offset: number; readonly size: number } | undefined;
}

export interface Execution {
  readonly steps: readonly Step[];
  /** What was chosen, with one solution for what is arbitrary. */
  readonly schedule: () => Schedule;
  readonly failure: Failure | undefined;
  /** What activations that never came to their next step would have done there, by activation. */
  readonly unfinished: ReadonlyMap<number, readonly Step[]>;
}

export interface ExecutionOptions {
  readonly arrivals: number;
  readonly createSolver: () => Solver;
  /** Gives up beyond so many. */
  readonly limit: number;
}

/** There are more executions than anyone wants to see. */
export class TooMany extends Error {}

/** The program does something that the machine does not model: a fault of the generator. */
export class Unfit extends Error {}

const UNWIND = 100;

/** `isDescending`: its pieces go from the last one down. */
type AfterStep = (state: State, outcome: Outcome, step: Step | undefined, isDescending: boolean) => void;

interface Running {
  readonly id: number;
  readonly iteration: number;
  readonly whole: Step['whole'];
}

/** The steps and choices of an execution so far, the last first. */
type Trace = { readonly did: Step | Choice; readonly before: Trace } | undefined;

export class Executions {
  readonly machine: Machine;
  count = 0;
  readonly started = new Set<ContextId>();
  private readonly query: Query;
  /** Where executions go on, the latest branch last. */
  private readonly work: (() => void)[] = [];
  private activations = 0;
  private wholes = 0;

  constructor(
    readonly program: Program,
    private readonly options: ExecutionOptions,
    private readonly visit: (execution: Execution) => void,
  ) {
    this.machine = new Machine(program, { arrivals: options.arrivals, unwind: UNWIND });
    this.query = new Query(this.machine.terms, options.createSolver);
  }

  enumerate(): void {
    try {
      this.goOn(this.machine.initial(), [this.fresh()], undefined);
      for (let next = this.work.pop(); next !== undefined; next = this.work.pop()) next();
    } finally {
      this.query.dispose();
    }
  }

  private fresh(): Running {
    return { id: this.activations++, iteration: 0, whole: undefined };
  }

  /** When its turn comes; calls would nest as deep as executions are long. */
  private goOn(state: State, running: readonly Running[], trace: Trace): void {
    this.work.push(() => this.proceed(state, running, trace));
  }

  /** Runs to where others may start, and makes every choice there. */
  private proceed(start: State, running: readonly Running[], trace: Trace): void {
    this.everyWay(start, 'run', (state, outcome) => {
      // Activations may have come to their end.
      const alive = running.slice(0, state.activations.length);
      switch (outcome.kind) {
        case 'iteration': {
          const top = alive[alive.length - 1]!;
          this.goOn(state, [...alive.slice(0, -1), { ...top, iteration: top.iteration + 1 }], trace);
          return;
        }
        case 'visible':
          this.startAny(state, alive, trace, state.steps);
          this.stepOn(state, alive, trace);
          return;
        case 'blocked':
          this.startAny(state, alive, trace, 'end');
          this.complete(state, alive, trace, undefined);
          return;
        default:
          this.end(state, alive, trace, outcome);
      }
    });
  }

  private startAny(state: State, running: readonly Running[], before: Trace, at: number | 'end'): void {
    for (const isr of this.machine.startable(state)) {
      const copy = state.clone();
      this.machine.take(copy, { kind: 'start', isr });
      this.started.add(isr);
      const did: Choice = { kind: 'start', at, isr: scheduledName(this.program, isr) };
      this.goOn(copy, [...running, this.fresh()], { did, before });
    }
  }

  private stepOn(start: State, running: readonly Running[], before: Trace): void {
    const { steps: at } = start;
    const then: AfterStep = (state, outcome, step, isDescending) => {
      const trace: Trace = isDescending ? { did: { kind: 'descending', at }, before } : before;
      if (step === undefined) {
        this.end(state, running, trace, outcome);
        return;
      }
      const top = running[running.length - 1]!;
      const isUnfinished = pendingOf(state, running.length - 1) !== undefined;
      const goingOn = [...running.slice(0, -1), { ...top, whole: isUnfinished ? step.whole : undefined }];
      this.goOn(state, goingOn, { did: step, before: trace });
    };
    this.everyStep(start, running, then);
  }

  /** Makes the visible step of the activation on top, in every way. */
  private everyStep(start: State, running: readonly Running[], then: AfterStep): void {
    const frames = start.running!.frames;
    const call = frames[frames.length - 1]!.serial;
    const top = running[running.length - 1]!;
    this.everyWay(start, 'step', (state, outcome, isDescending) => {
      if (outcome.kind !== 'stepped') {
        then(state, outcome, undefined, isDescending);
        return;
      }
      const accesses = outcome.events.filter((e): e is AccessEvent => e.kind === 'access');
      const step: Step = {
        activation: top.id,
        stack: running.map((r) => r.id),
        iteration: top.iteration,
        call,
        accesses,
        objects: accesses.map((a) => state.memory.info(a.object)!),
        whole: top.whole ?? this.wholeOf(state, running.length - 1, accesses[0]),
      };
      then(state, outcome, step, isDescending);
    });
  }

  /** After the first piece of a wide load or store: all its bytes. */
  private wholeOf(state: State, activation: number, first: AccessEvent | undefined): Step['whole'] {
    const pending = pendingOf(state, activation);
    const op = first && this.program.module.instructions[first.instruction]!.op;
    if (pending === undefined || first === undefined || (op !== 'load' && op !== 'store')) return undefined;
    const size = pending.size * pending.order.length;
    return { id: this.wholes++, offset: first.offset - pending.order[0]!, size };
  }

  private end(state: State, running: readonly Running[], trace: Trace, outcome: Outcome): void {
    switch (outcome.kind) {
      case 'ended':
        this.complete(state, running, trace, undefined);
        return;
      case 'failed':
        this.complete(state, running, trace, outcome.failure);
        return;
      case 'unmodelled':
        throw new Unfit(`${outcome.what} is not modelled`);
      default:
        throw new Unfit(`an execution stops at: ${outcome.kind}`);
    }
  }

  private complete(state: State, running: readonly Running[], trace: Trace, failure: Failure | undefined): void {
    if (++this.count > this.options.limit) throw new TooMany();
    const unfinished = new Map<number, readonly Step[]>();
    // Below the activation that ended the execution, others wait for their next step.
    for (let below = 0; below < running.length - 1; below++) {
      const copy = state.clone();
      copy.activations.length = below + 1;
      copy.answers = [];
      const found: Step[] = [];
      this.everyStep(copy, running.slice(0, below + 1), (_, _outcome, step) => {
        if (step !== undefined) found.push(step);
      });
      unfinished.set(running[below]!.id, found);
    }
    const steps: Step[] = [];
    const choices: Choice[] = [];
    for (let t = trace; t !== undefined; t = t.before) {
      if ('kind' in t.did) choices.push(t.did);
      else steps.push(t.did);
    }
    steps.reverse();
    choices.reverse();
    this.visit({ steps, schedule: () => ({ choices, inputs: this.inputsOf(state) }), failure, unfinished });
  }

  /** Values for what is arbitrary with which the execution goes this way. */
  private inputsOf(state: State): readonly bigint[] {
    if (this.query.check(state.wholePath()).kind !== 'sat') throw new Error('an execution that cannot be');
    const values: bigint[] = [];
    for (let input: Input | undefined = state.memory.inputs; input !== undefined; input = input.previous)
      values.push(this.query.model.value(input.term));
    return values.reverse();
  }

  /** Calls the machine, with every satisfiable answer to what it cannot decide. `start` is used up. */
  private everyWay(
    start: State,
    call: 'run' | 'step',
    then: (state: State, outcome: Outcome, isDescending: boolean) => void,
  ): void {
    const { machine } = this;
    const follow = (state: State, isDescending: boolean): void => {
      const outcome = call === 'run' ? machine.run(state) : machine.take(state, STEP);
      if (outcome.kind !== 'undecided') return then(state, outcome, isDescending);
      const known = [...state.path, ...state.answers.flatMap((a) => a.says ?? [])];
      for (const answer of machine.enabled(state)) {
        const copy = state.clone();
        machine.take(copy, answer);
        const says = copy.answers.at(-1)!.says;
        const { kind } = this.query.check(says === undefined ? known : [...known, says]);
        if (kind === 'unknown') throw new Error('the solver gave up');
        if (kind === 'sat') follow(copy, isDescending || (answer.kind === 'order' && answer.descending));
      }
    };
    follow(start, false);
  }
}

function pendingOf(state: State, activation: number) {
  const frames = state.activations[activation]?.frames;
  return frames?.[frames.length - 1]?.pending;
}
