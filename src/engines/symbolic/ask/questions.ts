// All questions about a program, one after the other. The formula is asked first; where that takes long, a second one that says the same takes
// turns with it (the `gap` encoding with more states apart), and whichever is first has answered. What a model describes is run at once.

import { InternalError } from '../../../base/internal-error.js';
import type { Schedule } from '../../../execution/schedule.js';
import type { Stage } from '../../../findings/confirm.js';
import { unmodelledText } from '../../../findings/verdict.js';
import type { Machine } from '../../../machine/machine.js';
import type { Context } from '../../../model/program.js';
import { type Model, Query, type QueryStatistics } from '../../../solve/query.js';
import type { Solver } from '../../../solve/solver.js';
import { FALSE, type Term } from '../../../solve/term.js';
import type { Hit } from '../../explore/search.js';
import { breathe } from '../../limits.js';
import type { Story } from './counterexample.js';
import { type EncodingTools, formulaOf, type SymbolicOptions } from './encoding.js';
import { Inquiry, OutOfMemory } from './formula-solver.js';
import type { Formula, Question, Uncovered } from './question.js';
import { witness } from './witness.js';

/** Terms from which on a formula may be too large for the solver, and smaller ones are worth a try before. */
const LARGE = 50_000;
/** How long those try a question, in milliseconds. */
const SCOUT_PATIENCE = 2000;
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
interface Yes {
  readonly question: Question;
  readonly model: Model;
}

export class Interrogation {
  readonly hits = new Map<string, (readonly [Hit, Schedule])[]>();
  /** Why not everything is settled. */
  readonly reasons = new Set<string>();
  formula: Formula | undefined;
  undefinedBehaviour = 0;
  rejected = 0;
  bounded = false;
  /** When the first finding was seen. */
  firstSeen: number | undefined;
  private first!: Inquiry;
  /** Not tried, or there is none. */
  private second: Inquiry | 'untried' | 'none';
  private preferred: Inquiry | undefined;
  /** Answers of the second were used, so what it does not cover matters. */
  private reliesOnSecond = false;
  private settled = 0;

  constructor(
    private readonly machine: Machine,
    private readonly options: SymbolicOptions,
    private readonly tools: EncodingTools,
    private readonly stage: Stage,
    private readonly createSolver: () => Solver,
  ) {
    const hasSecond = options.encoding === 'gap' && !options.staysApart && machine.isrs.length > 1;
    this.second = hasSecond ? 'untried' : 'none';
  }

  /** Throws `Over` when time or memory is used up. */
  async run(): Promise<void> {
    const { machine, options } = this;
    const { terms } = machine;
    const { staysApart = false } = options;
    this.formula = await formulaOf(machine, options, { ...this.tools, staysApart });
    this.first = new Inquiry(terms, this.formula, this.createSolver);
    const { questions } = this.formula;
    if (options.encoding === 'gap' && terms.size > LARGE && machine.isrs.length > 1)
      for (const isr of machine.isrs) await this.scout(isr);
    for (const [number, question] of questions.entries()) {
      this.settled = number;
      if (!this.isOpen(question)) continue;
      const story = await this.answer(question);
      if (story === undefined) continue;
      if (question.property === 'undefined-behaviour') this.undefinedBehaviour++;
      else this.see(question.key, story);
    }
    for (const uncovered of this.formula.uncovered) await this.cover(this.first, uncovered);
    if (this.reliesOnSecond && typeof this.second !== 'string')
      for (const uncovered of this.second.formula.uncovered) await this.cover(this.second, uncovered);
  }

  /** Formulas that were asked. */
  get forms(): number {
    return this.inquiries().length;
  }

  statistics(): readonly QueryStatistics[] {
    return this.inquiries().flatMap((inquiry) => inquiry.statistics());
  }

  dispose(): void {
    for (const inquiry of this.inquiries()) inquiry.dispose();
  }

  private inquiries(): readonly Inquiry[] {
    return [this.first ?? [], typeof this.second === 'string' ? [] : this.second].flat();
  }

  private isOpen({ key, property }: Question): boolean {
    return property === 'undefined-behaviour' || (this.options.properties.includes(property) && !this.hits.has(key));
  }

  private async rest(): Promise<void> {
    const { length } = this.formula!.questions;
    const { settled: done, hits } = this;
    await breathe(this.options, () => ({
      phase: 'asking the solver',
      states: 0,
      sightings: hits.size,
      done,
      of: length,
    }));
    this.tools.checkLimits();
  }

  /** The execution that a model describes; the solver is told of what is none. */
  private async answer(question: Question): Promise<Story | undefined> {
    for (let yes = await this.ask(question); yes !== undefined; yes = await this.ask(question)) {
      const told = yes.question.tell(yes.model);
      if (told.kind === 'story') return told.story;
      this.reject(told.core, question.key);
    }
    return undefined;
  }

  /** By the formula that was first the last time that two were asked; by the other one, too, where that takes long. */
  private async ask(question: Question): Promise<Yes | undefined> {
    const attempts: Attempt[] = [];
    try {
      const attempt = (inquiry: Inquiry): void => void attempts.push(attemptAt(inquiry, question));
      attempt(this.preferred ?? this.first);
      for (let turn = 0; attempts.length > 0; turn++) {
        await this.rest();
        const tried = attempts[turn % attempts.length]!;
        const slice = nextSlice(tried.slices);
        if (slice === 'out of memory') attempts.splice(attempts.indexOf(tried), 1);
        else if (slice.done === true) return this.concluded(question, tried, slice.value, turn);
        if (turn > 0) continue;
        const other = this.preferred === this.second ? this.first : await this.secondOpinion();
        if (other !== undefined) attempt(other);
      }
      throw new Over(OUT_OF_MEMORY);
    } finally {
      for (const { slices } of attempts) slices.return(undefined);
    }
  }

  private concluded(
    question: Question,
    { inquiry, asked }: Attempt,
    model: Model | undefined,
    turn: number,
  ): Yes | undefined {
    if (turn > 0) this.preferred = inquiry;
    if (model !== undefined) return { question: asked!, model };
    if (inquiry !== this.first) {
      this.reliesOnSecond = true;
      this.first.learn(this.machine.terms.not(question.happens));
    }
    return undefined;
  }

  /** The program with states apart in which other instances have run; undefined where that is too large, or no encoding knows of it. */
  private async secondOpinion(): Promise<Inquiry | undefined> {
    if (this.second === 'untried') {
      const { terms } = this.machine;
      const most = (SECOND_FACTOR + 1) * terms.size + SECOND_BASE;
      const checkLimits = (): void => {
        this.tools.checkLimits();
        if (terms.size > most) throw new TooLarge();
      };
      this.second = 'none';
      try {
        const formula = await formulaOf(this.machine, this.options, { ...this.tools, staysApart: true, checkLimits });
        this.second = new Inquiry(terms, formula, this.createSolver);
      } catch (thrown) {
        if (!(thrown instanceof TooLarge)) throw thrown;
      }
    }
    return typeof this.second === 'string' ? undefined : this.second;
  }

  /** Can an execution get to where a formula ends? */
  private async cover(inquiry: Inquiry, { why, happens, tell }: Uncovered): Promise<void> {
    if (why.kind === 'bounded' && this.bounded) return;
    for (;;) {
      const model = await this.askOnly(inquiry, happens);
      if (model === undefined) return;
      const told = tell?.(model);
      if (told?.kind !== 'none') break;
      this.reject(told.core, why.kind);
    }
    if (why.kind === 'bounded') this.bounded = true;
    this.reasons.add(
      why.kind === 'bounded'
        ? `a loop goes on beyond --unwind ${this.options.unwind}`
        : unmodelledText(this.machine.program, why),
    );
  }

  private async askOnly(inquiry: Inquiry, happens: Term): Promise<Model | undefined> {
    const slices = inquiry.ask(happens);
    try {
      for (;;) {
        await this.rest();
        const slice = nextSlice(slices);
        if (slice === 'out of memory') throw new Over(OUT_OF_MEMORY);
        if (slice.done === true) return slice.value;
      }
    } finally {
      slices.return(undefined);
    }
  }

  /** A model that no execution has: conditions that no execution satisfies together. */
  private reject(core: readonly Term[], what: string): void {
    const { terms } = this.machine;
    if (this.formula!.isExact) throw new InternalError(`a model has no execution: ${what}`);
    if (core.length === 0) throw new InternalError(`nothing to learn from a model that has no execution: ${what}`);
    this.rejected++;
    this.first.learn(terms.not(terms.all(core)));
  }

  private see(key: string, story: Story): void {
    const { hits } = this;
    this.firstSeen ??= performance.now();
    for (const [hit, schedule] of witness(this.stage, story).hits) {
      const known = hits.get(hit.sighting.key);
      if (known === undefined) hits.set(hit.sighting.key, [[hit, schedule]]);
      else known.push([hit, schedule]);
    }
    if (!isSeen(hits, key)) throw new InternalError(`a model does not replay: ${key}`);
  }

  /** What one ISR alone does wrong. What it does not says nothing about the others. */
  private async scout(isr: Context): Promise<void> {
    const { machine } = this;
    const part = await formulaOf(machine, this.options, { ...this.tools, isrs: [isr] });
    const small = new Query(machine.terms, this.createSolver, { modelsKept: 0 });
    try {
      for (const question of part.questions) {
        const { key, property, happens, tell } = question;
        if (!this.isOpen(question) || property === 'undefined-behaviour' || happens === FALSE) continue;
        for (const assertion of part.needed(happens)) small.assert(assertion);
        await this.rest();
        if (small.check([happens], { milliseconds: SCOUT_PATIENCE }).kind !== 'sat') continue;
        const told = tell(small.model);
        if (told.kind === 'story') this.see(key, told.story);
      }
    } finally {
      small.dispose();
    }
  }
}

type Slices = Generator<void, Model | undefined>;

/** A question as one of the formulas has it; undefined if it is impossible there as it stands. */
interface Attempt {
  readonly inquiry: Inquiry;
  readonly asked: Question | undefined;
  readonly slices: Slices;
}

function attemptAt(inquiry: Inquiry, { key }: Question): Attempt {
  const asked = inquiry.question(key);
  return { inquiry, asked, slices: inquiry.ask(asked?.happens ?? FALSE) };
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
