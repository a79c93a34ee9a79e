// Every complete execution of a program, one by one, by nothing but the machine's run, step and start: at each visible step, and when
// nothing is left to do, any ISR that may start does or does not; what arbitrary data decides goes every way that is satisfiable.
// Exact and hopeless for all but tiny programs: the referee of everything that is cleverer.

import { type Choice, inputsOf, type Schedule, scheduledName } from '../../src/execution/schedule.js';
import type { Event, Failure, Outcome } from '../../src/machine/event.js';
import { Machine } from '../../src/machine/machine.js';
import type { State } from '../../src/machine/state.js';
import type { ContextId, Program } from '../../src/model/program.js';
import { type Model, Query } from '../../src/solve/query.js';
import type { Solver } from '../../src/solve/solver.js';
import type { Term } from '../../src/solve/term.js';

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

  /** Runs to the next point at which others may start, and makes every choice there. */
  private *goOn(path: Path): Generator<Execution> {
    for (const { path: reached, outcome } of this.everyWay(path, (state, answers) =>
      this.machine.run(state, answers),
    )) {
      switch (outcome.kind) {
        case 'visible':
          yield* this.startAny(reached, reached.state.steps);
          yield* this.stepOn(reached);
          break;
        case 'idle':
          yield* this.startAny(reached, 'end');
          yield this.complete(reached);
          break;
        default:
          yield* this.ended(reached, outcome);
      }
    }
  }

  private *startAny(path: Path, at: number | 'end'): Generator<Execution> {
    if (path.starts >= (this.options.maxStarts ?? Number.POSITIVE_INFINITY)) return;
    for (const isr of this.machine.startable(path.state)) yield* this.goOn(this.started(path, isr, at));
  }

  private started(path: Path, isr: ContextId, at: number | 'end'): Path {
    const state = path.state.clone();
    const event = this.machine.start(state, isr);
    const choice: Choice = { kind: 'start', at, isr: scheduledName(this.program, isr) };
    return {
      state,
      happenings: [...path.happenings, happening(state, event, state.steps)],
      choices: [...path.choices, choice],
      starts: path.starts + 1,
    };
  }

  private *stepOn(path: Path): Generator<Execution> {
    const before = path.state.steps;
    for (const { path: made, outcome } of this.everyWay(path, (state, answers) => this.machine.step(state, answers))) {
      if (outcome.kind !== 'stepped') {
        yield* this.ended(made, outcome);
        continue;
      }
      const happenings = outcome.events.map((event) => happening(made.state, event, before));
      yield* this.goOn({ ...made, happenings: [...path.happenings, ...happenings] });
    }
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

  /** All outcomes of a call to the machine, with every satisfiable answer to what it cannot decide. */
  private everyWay(path: Path, call: (state: State, answers: readonly boolean[]) => Outcome): readonly Way[] {
    const ways: Way[] = [];
    const follow = (
      state: State,
      choices: readonly Choice[],
      answers: readonly boolean[],
      assumed: readonly Term[],
    ): void => {
      const before = state.path.length;
      let outcome = call(state, answers);
      while (outcome.kind === 'iteration') outcome = call(state, []);
      if (outcome.kind !== 'undecided') {
        ways.push({ path: { ...path, state, choices }, outcome });
        return;
      }
      // Answers that were used are part of the path by now: `run` has gone on to another instruction.
      const [given, known] = state.path.length === before ? [answers, assumed] : [[], []];
      for (const answer of [false, true]) {
        const copy = state.clone();
        if (outcome.decision.kind === 'descending') {
          const choice: Choice[] = answer ? [{ kind: 'descending', at: state.steps }] : [];
          follow(copy, [...choices, ...choice], [...given, answer], known);
          continue;
        }
        const { condition } = outcome.decision;
        const literal = answer ? condition : this.machine.terms.not(condition);
        const { kind } = this.query.check([...state.path, ...known, literal]);
        if (kind === 'unknown') throw new Error('the solver gave up');
        if (kind === 'sat') follow(copy, choices, [...given, answer], [...known, literal]);
      }
    };
    follow(path.state.clone(), path.choices, [], []);
    return ways;
  }
}

interface Path {
  readonly state: State;
  readonly happenings: readonly Happening[];
  readonly choices: readonly Choice[];
  readonly starts: number;
}

interface Way {
  readonly path: Path;
  readonly outcome: Outcome;
}

function happening(state: State, event: Event, step: number): Happening {
  return { step, depth: state.activations.filter((a) => a.context !== 0).length, event };
}
