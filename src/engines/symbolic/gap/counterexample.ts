// From a model of the `gap` encoding to the execution that it describes: the model says which instances start where,
// and which path each takes.

import { InternalError } from '../../../base/internal-error.js';
import { type Choice, scheduledName } from '../../../execution/schedule.js';
import type { Program } from '../../../model/program.js';
import { Evaluator } from '../../../solve/evaluate.js';
import type { Model } from '../../../solve/query.js';
import type { Term, Terms } from '../../../solve/term.js';
import { type Counterexample, InputValues } from '../counterexample.js';
import { selectPath } from '../unroll/trace.js';
import type { ExecutionPoint, Fire, GapTrace } from './variant.js';

/** How the execution that the model describes reaches a point. */
export function counterexampleTo(program: Program, terms: Terms, model: Model, point: ExecutionPoint): Counterexample {
  return new CounterexampleBuilder(program, terms, model).build(point);
}

class CounterexampleBuilder {
  private readonly choices: Choice[] = [];
  private readonly inputs: InputValues;
  private steps = 0;
  /** Inputs of instances, which the formula may have done without: known when the instance starts. */
  private readonly values = new Map<Term, bigint>();
  private readonly evaluator: Evaluator;

  constructor(
    private readonly program: Program,
    terms: Terms,
    private readonly model: Model,
  ) {
    this.evaluator = new Evaluator(terms, (variable) => this.values.get(variable) ?? model.value(variable));
    this.inputs = new InputValues(terms, (term) => this.evaluator.bigint(term));
  }

  build(point: ExecutionPoint): Counterexample {
    this.reach(point);
    return { choices: this.choices, inputs: this.inputs.asked, frozen: this.inputs.frozen };
  }

  private reach({ within, trace }: ExecutionPoint): void {
    if (within !== undefined) {
      const fire = within.fires.find((f) => this.model.isTrue(f.chosen));
      if (fire === undefined) throw new InternalError(`${within.isr.name} does not start in this model`);
      this.reach(fire.gap);
      this.start(fire);
    }
    this.follow(trace);
  }

  private start({ variant, contents }: Fire): void {
    for (const [n, variable] of variant.inputs.flatMap(({ variables }) => variables).entries())
      this.values.set(variable, this.evaluator.bigint(contents[n]!));
    this.choices.push({ kind: 'start', at: this.steps, isr: scheduledName(this.program, variant.isr.id) });
  }

  private follow(trace: GapTrace | undefined): void {
    for (const entry of selectPath(trace, this.evaluator))
      switch (entry.kind) {
        case 'step':
          this.steps++;
          break;
        case 'input':
          this.inputs.take(entry.input);
          break;
        case 'descending':
          this.choices.push({ kind: 'descending', at: this.steps });
          break;
        case 'start': {
          const { variant } = entry.start;
          this.start(entry.start);
          const exit = variant.exits.find((e) => this.evaluator.isTrue(e.guard));
          if (exit === undefined) throw new InternalError(`${variant.isr.name} does not end in this model`);
          this.follow(exit.trace);
        }
      }
  }
}
