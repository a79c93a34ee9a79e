// All questions about a program, one after the other. The formula is asked first; where that takes long, a second one
// that says the same takes turns with it (the `gap` encoding with trace partitioning), and whichever is first has
// answered. What a model describes is run at once.

import { InternalError } from '../../../base/internal-error.js';
import type { Schedule } from '../../../execution/schedule.js';
import type { Confirmer } from '../../../findings/confirm.js';
import type { Hit } from '../../../findings/hit.js';
import { UndefinedSeen } from '../../../findings/undefined-behaviour.js';
import { unmodelledText } from '../../../findings/verdict.js';
import type { Machine } from '../../../machine/machine.js';
import type { Context, ContextId } from '../../../model/program.js';
import { type Model, Query, type QueryStatistics } from '../../../solve/query.js';
import type { Solver } from '../../../solve/solver.js';
import { FALSE, type Term } from '../../../solve/term.js';
import { breathe, type News } from '../../engine.js';
import type { Counterexample } from '../counterexample.js';
import type { Formula, ReachabilityQuestion, UncoveredQuestion } from '../formula.js';
import { type EncodingTools, formulaOf, type SymbolicOptions } from './encoding.js';
import { FormulaSolver, OutOfMemory } from './formula-solver.js';
import { witness } from './witness.js';

/** Terms from which on a formula may be too large for the solver, and smaller ones are worth a try before. */
const LARGE = 50_000;
/** Ticks of the solver for which those try a question. */
const SINGLE_ISR_PATIENCE = 40_000_000;
/** Terms that a second formula may have: for each of the first, and besides. */
const SECOND_FACTOR = 4;
const SECOND_BASE = 100_000;

const OUT_OF_MEMORY = 'the solver ran out of memory';

/** Time, memory or Ctrl-C. */
export class Over {
  constructor(readonly because: string) {}
}

class TooLarge {}

/** A question in one of the formulas, and an execution in which the answer is yes. */
interface Satisfied {
  readonly question: ReachabilityQuestion;
  readonly model: Model;
}

export class Answers {
  readonly hits = new Map<string, (readonly [Hit, Schedule])[]>();
  /** Why not everything is settled. */
  readonly reasons = new Set<string>();
  formula: Formula | undefined;
  readonly undefinedSeen = new UndefinedSeen();
  /** Contexts with undefined behaviour of which some run comes to another end. */
  readonly returning = new Set<ContextId>();
  rejected = 0;
  bounded = false;
  /** Some ISR starts in some execution, as far as anybody knows. */
  hasStarts = true;
  /** When the first finding was seen. */
  firstSeen: number | undefined;
  private first!: FormulaSolver;
  /** Not tried, or there is none. */
  private second: FormulaSolver | 'untried' | 'none';
  private preferred: FormulaSolver | undefined;
  /** Answers of the second were used, so what it does not cover matters. */
  private reliesOnSecond = false;
  private settled = 0;

  constructor(
    private readonly machine: Machine,
    private readonly options: SymbolicOptions,
    private readonly tools: EncodingTools,
    private readonly confirmer: Confirmer,
    private readonly createSolver: () => Solver,
  ) {
    const hasSecond = options.encoding === 'gap' && !options.tracePartitioning && machine.isrs.length > 1;
    this.second = hasSecond ? 'untried' : 'none';
  }

  /** Throws `Over` when time or memory is used up. */
  *run(): Generator<News, void> {
    const { machine, options } = this;
    const { terms } = machine;
    const { tracePartitioning = false } = options;
    this.formula = yield* formulaOf(machine, options, { ...this.tools, tracePartitioning });
    this.first = new FormulaSolver(terms, this.formula, this.createSolver, this.tools.checkLimits);
    const { questions } = this.formula;
    if (options.encoding === 'gap' && terms.size > LARGE && machine.isrs.length > 1)
      for (const isr of machine.isrs) yield* this.askWithOnly(isr);
    yield* this.askLemmas();
    for (const [number, question] of questions.entries()) {
      this.settled = number;
      if (!this.isOpen(question)) continue;
      const counterexample = yield* this.answer(question);
      if (counterexample === undefined) continue;
      if (question.property === 'undefined-behaviour')
        this.undefinedSeen.add(question.failed!.failure, question.failed!.context);
      else this.replay(question.key, counterexample);
    }
    for (const context of this.undefinedSeen.contexts)
      if ((yield* this.askOnly(this.first, this.formula.returns(context))) !== undefined) this.returning.add(context);
    for (const uncovered of this.formula.uncovered) yield* this.askUncovered(this.first, uncovered);
    // That one may start where nobody has looked is as good as if one did.
    if (!this.hasSeenStart && this.reasons.size === 0 && this.formula.started.size > 0)
      this.hasStarts = (yield* this.askOnly(this.first, this.formula.someStart)) !== undefined;
    if (this.reliesOnSecond && typeof this.second !== 'string')
      for (const uncovered of this.second.formula.uncovered) yield* this.askUncovered(this.second, uncovered);
  }

  /** Where they are fewer than the questions that they may answer. */
  private *askLemmas(): Generator<News, void> {
    const { lemmas = [], questions } = this.formula!;
    if (lemmas.length > questions.filter((q) => this.isOpen(q)).length) return;
    for (const lemma of lemmas) {
      yield* this.pause();
      this.first.tryToExclude(lemma);
    }
  }

  private get hasSeenStart(): boolean {
    const schedules = [...this.hits.values()].flat().map(([, schedule]) => schedule);
    return schedules.some(({ choices }) => choices.some((c) => c.kind === 'start'));
  }

  /** Formulas that were asked. */
  get formulaCount(): number {
    return this.solvers().length;
  }

  statistics(): readonly QueryStatistics[] {
    return this.solvers().flatMap((solver) => solver.statistics());
  }

  dispose(): void {
    for (const solver of this.solvers()) solver.dispose();
  }

  private solvers(): readonly FormulaSolver[] {
    return [this.first ?? [], typeof this.second === 'string' ? [] : this.second].flat();
  }

  private isOpen({ key, property }: ReachabilityQuestion): boolean {
    return property === 'undefined-behaviour' || (this.options.properties.includes(property) && !this.hits.has(key));
  }

  private *pause(): Generator<News, void> {
    const { length } = this.formula!.questions;
    const { settled: done, hits } = this;
    yield* breathe(this.options, () => ({
      phase: 'asking the solver',
      states: 0,
      sightings: hits.size,
      done,
      of: length,
    }));
    this.tools.checkLimits();
  }

  /** The execution that a model describes; spurious ones are excluded from then on. */
  private *answer(question: ReachabilityQuestion): Generator<News, Counterexample | undefined> {
    for (let found = yield* this.ask(question); found !== undefined; found = yield* this.ask(question)) {
      const concrete = found.question.concretise(found.model);
      if (concrete.kind === 'execution') return concrete.counterexample;
      this.reject(concrete.core, question.key);
    }
    return undefined;
  }

  /** By the formula that was first the last time that two were asked; by the other one, too, where that takes long. */
  private *ask(question: ReachabilityQuestion): Generator<News, Satisfied | undefined> {
    const attempts: Attempt[] = [];
    try {
      const attempt = (solver: FormulaSolver): void => void attempts.push(attemptAt(solver, question));
      attempt(this.preferred ?? this.first);
      for (let turn = 0; attempts.length > 0; turn++) {
        yield* this.pause();
        const tried = attempts[turn % attempts.length]!;
        const slice = nextSlice(tried.slices);
        if (slice === 'out of memory') attempts.splice(attempts.indexOf(tried), 1);
        else if (slice.done === true) return this.concluded(question, tried, slice.value, turn);
        if (turn > 0) continue;
        const other = this.preferred === this.second ? this.first : yield* this.secondFormula();
        if (other !== undefined) attempt(other);
      }
      throw new Over(OUT_OF_MEMORY);
    } finally {
      for (const { slices } of attempts) slices.return(undefined);
    }
  }

  private concluded(
    question: ReachabilityQuestion,
    { solver, asked }: Attempt,
    model: Model | undefined,
    turn: number,
  ): Satisfied | undefined {
    if (turn > 0) this.preferred = solver;
    if (model !== undefined) return { question: asked!, model };
    if (solver !== this.first) {
      this.reliesOnSecond = true;
      this.first.learn(this.machine.terms.not(question.happens));
    }
    return undefined;
  }

  /** By trace partitioning; undefined where that is too large, or the encoding has none. */
  private *secondFormula(): Generator<News, FormulaSolver | undefined> {
    if (this.second === 'untried') {
      const { terms } = this.machine;
      const most = (SECOND_FACTOR + 1) * terms.size + SECOND_BASE;
      const checkLimits = (): void => {
        this.tools.checkLimits();
        if (terms.size > most) throw new TooLarge();
      };
      this.second = 'none';
      try {
        const formula = yield* formulaOf(this.machine, this.options, {
          ...this.tools,
          tracePartitioning: true,
          checkLimits,
        });
        this.second = new FormulaSolver(terms, formula, this.createSolver, this.tools.checkLimits);
      } catch (thrown) {
        if (!(thrown instanceof TooLarge)) throw thrown;
      }
    }
    return typeof this.second === 'string' ? undefined : this.second;
  }

  /** Can an execution get to where a formula ends? */
  private *askUncovered(solver: FormulaSolver, { why, happens, concretise }: UncoveredQuestion): Generator<News, void> {
    if (why.kind === 'bounded' && this.bounded) return;
    for (;;) {
      const model = yield* this.askOnly(solver, happens);
      if (model === undefined) return;
      const concrete = concretise?.(model);
      if (concrete?.kind !== 'spurious') break;
      this.reject(concrete.core, why.kind);
    }
    if (why.kind === 'bounded') this.bounded = true;
    this.reasons.add(
      why.kind === 'bounded'
        ? `a loop goes on beyond --unwind ${this.options.unwind}`
        : unmodelledText(this.machine.program, why),
    );
  }

  private *askOnly(solver: FormulaSolver, happens: Term): Generator<News, Model | undefined> {
    const slices = solver.ask(happens);
    try {
      for (;;) {
        yield* this.pause();
        const slice = nextSlice(slices);
        if (slice === 'out of memory') throw new Over(OUT_OF_MEMORY);
        if (slice.done === true) return slice.value;
      }
    } finally {
      slices.return(undefined);
    }
  }

  /** A spurious model: conditions that no execution satisfies together. */
  private reject(core: readonly Term[], what: string): void {
    const { terms } = this.machine;
    if (this.formula!.isExact) throw new InternalError(`a model has no execution: ${what}`);
    if (core.length === 0) throw new InternalError(`nothing to learn from a model that has no execution: ${what}`);
    this.rejected++;
    this.first.learn(terms.not(terms.all(core)));
  }

  private replay(key: string, counterexample: Counterexample): void {
    const { hits } = this;
    this.firstSeen ??= performance.now();
    for (const [hit, schedule] of witness(this.confirmer, counterexample).hits) {
      const known = hits.get(hit.sighting.key);
      if (known === undefined) hits.set(hit.sighting.key, [[hit, schedule]]);
      else known.push([hit, schedule]);
    }
    if (!isSeen(hits, key)) throw new InternalError(`a model does not replay: ${key}`);
  }

  /** An under-approximation: what goes wrong with one ISR alone. What does not says nothing about all of them. */
  private *askWithOnly(isr: Context): Generator<News, void> {
    const { machine } = this;
    const part = yield* formulaOf(machine, this.options, { ...this.tools, isrs: [isr] });
    const small = new Query(machine.terms, this.createSolver, {
      modelsKept: 0,
      checkLimits: this.tools.checkLimits,
    });
    try {
      for (const question of part.questions) {
        const { key, property, happens, concretise } = question;
        if (!this.isOpen(question) || property === 'undefined-behaviour' || happens === FALSE) continue;
        for (const assertion of part.needed(happens)) small.assert(assertion);
        yield* this.pause();
        if (small.check([happens], { ticks: SINGLE_ISR_PATIENCE }).kind !== 'sat') continue;
        const concrete = concretise(small.model);
        if (concrete.kind === 'execution') this.replay(key, concrete.counterexample);
      }
    } finally {
      small.dispose();
    }
  }
}

type Slices = Generator<void, Model | undefined>;

/** A question as one of the formulas has it; undefined if it is impossible there as it stands. */
interface Attempt {
  readonly solver: FormulaSolver;
  readonly asked: ReachabilityQuestion | undefined;
  readonly slices: Slices;
}

function attemptAt(solver: FormulaSolver, { key }: ReachabilityQuestion): Attempt {
  const asked = solver.question(key);
  return { solver, asked, slices: solver.ask(asked?.happens ?? FALSE) };
}

function nextSlice(slices: Slices): IteratorResult<void, Model | undefined> | 'out of memory' {
  try {
    return slices.next();
  } catch (thrown) {
    if (thrown instanceof OutOfMemory) return 'out of memory';
    throw thrown;
  }
}

/** The same accesses may have more bytes in common in the execution than the encoding looked at. */
function isSeen(hits: ReadonlyMap<string, unknown>, key: string): boolean {
  if (hits.has(key)) return true;
  const places = key
    .split(' ')
    .slice(0, key.startsWith('atomicity') ? 5 : 3)
    .join(' ');
  return !key.startsWith('failure') && [...hits.keys()].some((k) => k.startsWith(`${places} `));
}
