// Every complete execution of a program, one by one, by nothing but the machine's run, enabled and take: wherever there
// is a choice, every transition that is enabled is made; what arbitrary data decides goes every way that is
// satisfiable. Exact and hopeless for all but tiny programs: the referee of everything that is cleverer.

import { type Choice, inputsOf, type Schedule, scheduledName } from '../../src/execution/schedule.js';
import type { Event } from '../../src/machine/event.js';
import { Machine } from '../../src/machine/machine.js';
import type { Failure, Outcome } from '../../src/machine/outcome.js';
import type { State } from '../../src/machine/state.js';
import { isAtStandstill, STEP, type Transition } from '../../src/machine/transition.js';
import type { Program } from '../../src/model/program.js';
import { type Model, Query } from '../../src/solve/query.js';
import type { Solver } from '../../src/solve/solver.js';

export interface BruteForceOptions {
  readonly arrivals: number;
  readonly unwind?: number;
  /** Executions with more starts of ISRs are left out. */
  readonly maxStarts?: number;
  readonly createSolver: () => Solver;
}

/** An event with the number of visible steps before it and the number of ISRs that are active. */
export interface Happening {
  readonly step: number;
  readonly depth: number;
  readonly event: Event;
}

export interface Execution {
  readonly happenings: readonly Happening[];
  readonly choices: readonly Choice[];
  readonly failure: Failure | undefined;
  readonly state: State;
  /** Values of arbitrary data under which it happens. */
  readonly model: Model;
}

export class BruteForce {
  readonly machine: Machine;
  private readonly query: Query;

  constructor(
    readonly program: Program,
    private readonly options: BruteForceOptions,
  ) {
    this.machine = new Machine(program, { arrivals: options.arrivals, unwind: options.unwind ?? 100 });
    this.query = new Query(this.machine.terms, options.createSolver);
  }

  *executions(): Generator<Execution> {
    yield* this.goOn({ state: this.machine.initial(), happenings: [], choices: [], starts: 0 });
  }

  schedule(execution: Execution): Schedule {
    return {
      choices: execution.choices,
      inputs: inputsOf(execution.state, (term) => execution.model.value(term)),
    };
  }

  /** Runs to the next point where there is a choice, and makes every transition there. The path's state is used up. */
  private *goOn(path: Path): Generator<Execution> {
    let outcome = this.machine.run(path.state);
    while (outcome.kind === 'iteration') outcome = this.machine.run(path.state);
    if (outcome.kind !== 'visible' && outcome.kind !== 'undecided' && outcome.kind !== 'blocked')
      yield* this.ended(path, outcome);
    else {
      const enabled = this.machine.enabled(path.state);
      // A thread that was switched to goes on: nobody sees who is only about to.
      const possible = path.mustStep === true && enabled.includes(STEP) ? ONLY_STEP : enabled;
      for (const transition of possible)
        if (this.isPossible(path, transition)) yield* this.taken(path, transition, outcome.kind === 'blocked');
      if (isAtStandstill(enabled)) yield this.complete(path);
    }
  }

  private isPossible({ state, starts }: Path, transition: Transition): boolean {
    if (transition.kind === 'start') return starts < (this.options.maxStarts ?? Number.POSITIVE_INFINITY);
    if (transition.kind !== 'answer') return true;
    const says = this.machine.saysOf(state.question!, transition.value)!;
    const { kind } = this.query.check([...state.path, ...state.answers.flatMap((a) => a.says ?? []), says]);
    if (kind === 'unknown') throw new Error('the solver gave up');
    return kind === 'sat';
  }

  private *taken(path: Path, transition: Transition, isEnd: boolean): Generator<Execution> {
    const state = path.state.clone();
    const { steps } = state;
    const outcome = this.machine.take(state, transition);
    const next: Path = {
      state,
      happenings: path.happenings,
      choices: [...path.choices, ...this.choicesOf(transition, isEnd ? 'end' : steps, steps)],
      starts: path.starts + (transition.kind === 'start' ? 1 : 0),
      mustStep: transition.kind === 'switch',
    };
    if (outcome.kind === 'undecided') yield* this.goOn(next);
    else if (outcome.kind !== 'stepped') yield* this.ended(next, outcome);
    else {
      const happenings = outcome.events.map((event) => happening(state, event, steps));
      yield* this.goOn({ ...next, happenings: [...path.happenings, ...happenings] });
    }
  }

  private choicesOf(transition: Transition, at: number | 'end', steps: number): readonly Choice[] {
    if (transition.kind === 'start') return [{ kind: 'start', at, isr: scheduledName(this.program, transition.isr) }];
    if (transition.kind === 'switch') return [{ kind: 'switch', at: steps, thread: transition.thread }];
    return transition.kind === 'order' && transition.descending ? [{ kind: 'descending', at: at as number }] : [];
  }

  private *ended(path: Path, outcome: Outcome): Generator<Execution> {
    if (outcome.kind === 'ended') {
      if (outcome.because === 'exit') yield this.complete(path);
    } else if (outcome.kind === 'failed') yield this.complete(path, outcome.failure);
    else
      throw new Error(
        `brute force stops at: ${outcome.kind}${outcome.kind === 'unmodelled' ? ` ${outcome.what}` : ''}`,
      );
  }

  private complete({ state, happenings, choices }: Path, failure?: Failure): Execution {
    if (this.query.check(state.path).kind !== 'sat') throw new Error('an execution on an infeasible path');
    return { state, happenings, choices, failure, model: this.query.model };
  }
}

interface Path {
  readonly state: State;
  readonly happenings: readonly Happening[];
  readonly choices: readonly Choice[];
  readonly starts: number;
  readonly mustStep?: boolean;
}

const ONLY_STEP: readonly Transition[] = [STEP];

function happening(state: State, event: Event, step: number): Happening {
  return { step, depth: state.activations.filter((a) => a.context !== state.thread.context).length, event };
}
