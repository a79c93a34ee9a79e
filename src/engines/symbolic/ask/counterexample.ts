// What a model of the formula says happens: the choices of a schedule and the values of arbitrary data, in the order of execution.

import { InternalError } from '../../../base/internal-error.js';
import { type Choice, scheduledName } from '../../../execution/schedule.js';
import type { Input } from '../../../machine/memory/memory.js';
import type { Program } from '../../../model/program.js';
import { Evaluator } from '../../../solve/evaluate.js';
import type { Model } from '../../../solve/query.js';
import type { Term, Terms } from '../../../solve/term.js';
import type { Fire, Moment } from '../gap/variant.js';
import { happenings } from '../unroll/trace.js';

export interface Story {
  readonly choices: readonly Choice[];
  /** Of reads and calls that give arbitrary data, in order. */
  readonly inputs: readonly bigint[];
  /** Uninitialised memory, by what it is and by byte: when it is read depends on the path, what it holds does not. */
  readonly frozen: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** How the execution that the model describes reaches a moment. */
export function storyOf(program: Program, terms: Terms, model: Model, moment: Moment): Story {
  return new Teller(program, terms, model).tell(moment);
}

/** Values of arbitrary data. */
export class Inputs {
  readonly asked: bigint[] = [];
  readonly frozen = new Map<string, Map<number, number>>();

  constructor(
    private readonly terms: Terms,
    private readonly evaluate: (term: Term) => bigint,
  ) {}

  take(input: Input): void {
    const value = this.evaluate(input.term);
    if (input.offset === undefined) return void this.asked.push(value);
    let bytes = this.frozen.get(input.what);
    if (bytes === undefined) this.frozen.set(input.what, (bytes = new Map()));
    for (let n = 0; n * 8 < this.terms.width(input.term); n++)
      bytes.set(input.offset + n, Number((value >> BigInt(n * 8)) & 255n));
  }
}

class Teller {
  private readonly choices: Choice[] = [];
  private readonly inputs: Inputs;
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
    this.inputs = new Inputs(terms, (term) => this.evaluator.bigint(term));
  }

  tell(moment: Moment): Story {
    this.reach(moment);
    return { choices: this.choices, inputs: this.inputs.asked, frozen: this.inputs.frozen };
  }

  private reach({ within, trace }: Moment): void {
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

  private follow(trace: Moment['trace']): void {
    for (const happening of happenings(trace, this.evaluator))
      switch (happening.kind) {
        case 'step':
          this.steps++;
          break;
        case 'input':
          this.inputs.take(happening.input);
          break;
        case 'descending':
          this.choices.push({ kind: 'descending', at: this.steps });
          break;
        case 'start': {
          const { variant } = happening.start;
          this.start(happening.start);
          const exit = variant.exits.find((e) => this.evaluator.isTrue(e.guard));
          if (exit === undefined) throw new InternalError(`${variant.isr.name} does not end in this model`);
          this.follow(exit.trace);
        }
      }
  }
}
