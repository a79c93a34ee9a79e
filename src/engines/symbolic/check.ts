// The symbolic engine's contract with the rest: Program → verdicts and findings. The program is one formula; every question is an assumption
// on one incremental solver; every model is turned into a schedule and replayed before anything is reported.
// Complete within its bounds: arrivals, and --unwind for loops that arbitrary data decides and for endless ones.

import { InternalError } from '../../base/internal-error.js';
import { Machine } from '../../machine/machine.js';
import type { Schedule } from '../../machine/schedule.js';
import type { Context, Program } from '../../model/program.js';
import { sharedCadical } from '../../solve/cadical.js';
import { Op } from '../../solve/operation.js';
import { type Model, Query, type QueryStatistics } from '../../solve/query.js';
import { FALSE, type Term, type Terms } from '../../solve/term.js';
import type { Checked, CheckOptions } from '../explore/check.js';
import type { Hit } from '../explore/explore.js';
import {
  findingOf,
  inOrder,
  isAsked,
  propertyOf,
  unmodelledInModel,
  unmodelledText,
  verdictFor,
  withoutLesser,
} from '../explore/findings.js';
import { Prover } from '../explore/proof.js';
import { Sites } from '../explore/sites.js';
import type { Bounds, Finding, Property, Verdict } from '../finding.js';
import { breathe, type Limits, type Progress } from '../limits.js';
import { unrollEvents } from './events.js';
import { type GapOptions, gapEncoding } from './gap.js';
import { gapFormula } from './gap-formula.js';
import { Inexpressible } from './locations.js';
import { orderFormula } from './order-questions.js';
import { order } from './ordering/order.js';
import type { Formula, Question } from './question.js';
import type { Story } from './story.js';
import { witness } from './witness.js';

export type EncodingName = 'gap' | 'po' | 'precise' | 'threads';

export interface SymbolicOptions extends Omit<CheckOptions, 'reduction'> {
  readonly encoding: EncodingName;
}

/** Conflicts after which the question without multiplications is given up for the whole one. */
const ROUGH = 20_000;

export interface SymbolicallyChecked extends Checked {
  /** Every question was answered. */
  readonly isComplete: boolean;
}

/** Milliseconds after which the limits are looked at again, and Ctrl-C is noticed. */
const MAX_PATIENCE = 2000;
const ROUGH_PATIENCE = 8000;
/** How long the solver of all questions tries a single one. */
const FIRST_PATIENCE = 1500;

/** Terms from which on a formula may be too large for the solver, and smaller ones are worth a try before. */
const LARGE = 50_000;

/** Time, memory or Ctrl-C. */
class Over {
  constructor(readonly because: string) {}
}

export async function checkSymbolically(program: Program, options: SymbolicOptions): Promise<SymbolicallyChecked> {
  const solvers = await sharedCadical();
  const machine = new Machine(program, { arrivals: Number.POSITIVE_INFINITY, unwind: options.unwind });
  const sites = new Sites();
  const branches = new Query(machine.terms, () => solvers.create('branches'));
  const query = new Query(machine.terms, () => solvers.create('proof'), { modelsKept: 0 });
  const rough = new Query(machine.terms, () => solvers.create('proof'), { modelsKept: 0, arithmetic: 'free' });
  const hard: QueryStatistics[] = [];
  const reasons: string[] = [];
  const checkLimits = (): void => {
    const because = options.isOver();
    if (because !== undefined) throw new Over(because);
  };
  let formula: Formula | undefined;
  const hits = new Map<string, (readonly [Hit, Schedule])[]>();
  const prover = new Prover(program, { sites }, options, query, machine.terms, () => options.isOver() !== undefined);
  const { terms } = machine;
  let undefinedBehaviour = 0;
  let rejected = 0;
  let bounded = false;
  let isComplete = true;
  let settled = 0;
  const pauseIn = (phase: Progress['phase'], done: number, of: number): Promise<void> =>
    breathe(options, () => ({ phase, states: 0, sightings: hits.size, done, of }));
  try {
    const tools: EncodingTools = {
      sites,
      feasible: (conditions) => branches.check(conditions, { conflicts: 1000 }).kind !== 'unsat',
      checkLimits,
    };
    formula = await formulaOf(machine, options, tools);
    const { length } = formula.questions;
    const rest = async (): Promise<void> => {
      await pauseIn('asking the solver', settled, length);
      checkLimits();
    };
    const isRoughlyImpossible = async (happens: Term): Promise<boolean> => {
      for (let spent = 0; spent < ROUGH_PATIENCE; spent += MAX_PATIENCE) {
        await rest();
        const answer = rough.check([happens], { conflicts: ROUGH, milliseconds: MAX_PATIENCE });
        if (answer.kind !== 'unknown' || answer.reason !== 'time') return answer.kind === 'unsat';
      }
      return false;
    };
    /** A model, if it can happen. */
    const ask = async (happens: Term): Promise<Model | undefined> => {
      if (happens === FALSE || query.isLocallyImpossible(happens)) return undefined;
      for (const assertion of formula!.needed(happens)) {
        query.assert(assertion);
        rough.assert(assertion);
      }
      if (hasProducts(terms) && (await isRoughlyImpossible(happens))) return undefined;
      await rest();
      const answer = query.check([happens], { milliseconds: FIRST_PATIENCE });
      if (answer.kind === 'unknown') return askAlone(happens);
      return answer.kind === 'sat' ? query.model : undefined;
    };
    /** A hard question gets a solver of its own, which may use it for its simplifications: an assumption is of no use for those. */
    const askAlone = async (happens: Term): Promise<Model | undefined> => {
      const alone = new Query(terms, () => solvers.create('proof'), { modelsKept: 0 });
      try {
        for (const assertion of [...query.assertions, happens]) alone.assert(assertion);
        for (;;) {
          await rest();
          const answer = alone.check([], { milliseconds: MAX_PATIENCE });
          if (answer.kind === 'sat') return alone.model;
          if (answer.kind === 'unsat') {
            for (const each of [query, rough]) each.assert(terms.not(happens));
            return undefined;
          }
          if (answer.reason === 'memory') throw new Over('the solver ran out of memory');
        }
      } finally {
        hard.push(alone.statistics());
        alone.dispose();
      }
    };
    /** The execution that a model describes; the solver is told of what is none. */
    const answer = async (question: Pick<Question, 'happens' | 'tell' | 'key'>): Promise<Story | undefined> => {
      const { happens, tell, key } = question;
      for (let model = await ask(happens); model !== undefined; model = await ask(happens)) {
        const told = tell(model);
        if (told.kind === 'story') return told.story;
        if (formula!.isExact) throw new InternalError(`a model has no execution: ${key}`);
        rejected++;
        if (told.core.length === 0)
          throw new InternalError(`nothing to learn from a model that has no execution: ${key}`);
        for (const each of [query, rough]) each.assert(terms.not(terms.all(told.core)));
      }
      return undefined;
    };
    const see = (key: string, story: Story): void => {
      for (const [hit, schedule] of witness(prover.place, story).hits) {
        const known = hits.get(hit.sighting.key);
        if (known === undefined) hits.set(hit.sighting.key, [[hit, schedule]]);
        else known.push([hit, schedule]);
      }
      if (!isSeen(hits, key)) throw new InternalError(`a model does not replay: ${key}`);
    };
    /** What one ISR alone does wrong. What it does not says nothing about the others. */
    const scout = async (isr: Context): Promise<void> => {
      const part = await formulaOf(machine, options, { ...tools, isrs: [isr] });
      const small = new Query(terms, () => solvers.create('proof'), { modelsKept: 0 });
      try {
        for (const { key, property, happens, tell } of part.questions) {
          const isWanted = property !== 'undefined-behaviour' && options.properties.includes(property);
          if (!isWanted || hits.has(key) || happens === FALSE) continue;
          for (const assertion of part.needed(happens)) small.assert(assertion);
          await rest();
          if (small.check([happens], { milliseconds: MAX_PATIENCE }).kind !== 'sat') continue;
          const told = tell(small.model);
          if (told.kind === 'story') see(key, told.story);
        }
      } finally {
        small.dispose();
      }
    };
    if (options.encoding === 'gap' && terms.size > LARGE && machine.isrs.length > 1)
      for (const isr of machine.isrs) await scout(isr);
    for (const [number, question] of formula.questions.entries()) {
      const { key, property } = question;
      settled = number;
      if (property !== 'undefined-behaviour' && (!options.properties.includes(property) || hits.has(key))) continue;
      const story = await answer(question);
      if (story === undefined) continue;
      if (property === 'undefined-behaviour') undefinedBehaviour++;
      else see(key, story);
    }
    for (const { why, happens, tell } of formula.uncovered) {
      if (why.kind === 'bounded' && bounded) continue;
      const isPossible =
        (tell === undefined ? await ask(happens) : await answer({ happens, tell, key: why.kind })) !== undefined;
      if (!isPossible) continue;
      if (why.kind === 'bounded') {
        bounded = true;
        reasons.push(`a loop goes on beyond --unwind ${options.unwind}`);
      } else reasons.push(unmodelledText(program, why));
    }
  } catch (thrown) {
    isComplete = false;
    if (thrown instanceof Over) reasons.push(thrown.because);
    else if (thrown instanceof Inexpressible)
      reasons.push(`the encoding ${options.encoding} cannot express ${thrown.why}`);
    else throw thrown;
  }
  const seen = [...hits.values()].filter(([first]) => isAsked(machine, sites, first![0], options));
  const replayed: Finding[] = [];
  for (const [done, witnesses] of seen.entries()) {
    await pauseIn('replaying', done, seen.length);
    const proof = prover.proveByReplay(witnesses.slice(0, 8));
    if (proof === undefined) throw new InternalError(`a finding does not replay: ${witnesses[0]![0].sighting.key}`);
    replayed.push(findingOf(program, sites, proof));
  }
  const found = inOrder(replayed);
  const solved = [query.statistics(), rough.statistics(), ...hard];
  const total = (count: (s: QueryStatistics) => number): number => solved.reduce((sum, s) => sum + count(s), 0);
  const asides = branches.statistics();
  for (const each of [query, rough, branches]) each.dispose();
  const verdicts = options.properties.map((p) =>
    verdictOf(program, p, found, options, { reasons, bounded, undefinedBehaviour, formula }),
  );
  return {
    verdicts,
    isComplete,
    findings: withoutLesser(found),
    statistics: {
      ...formula?.counts,
      rejected,
      solverCalls: total((s) => s.solverCalls) + asides.solverCalls,
      variables: Math.max(...solved.map((s) => s.variables)),
      clauses: Math.max(...solved.map((s) => s.clauses)),
      solveMs: Math.round(total((s) => s.solveMilliseconds)),
    },
  };
}

function hasProducts(terms: Terms): boolean {
  for (let term = 0; term < terms.size; term++) {
    const op = terms.op(term as Term);
    if (op >= Op.mul && op <= Op.srem) return true;
  }
  return false;
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

type EncodingOptions = Pick<SymbolicOptions, 'arrivals' | 'effect' | 'encoding' | 'properties'>;
type EncodingTools = Pick<GapOptions, 'sites' | 'feasible' | 'checkLimits' | 'isrs'>;

export async function formulaOf(
  machine: Machine,
  options: EncodingOptions & Limits,
  tools: EncodingTools,
): Promise<Formula> {
  const pieces = encodingOf(machine, options, tools);
  for (;;) {
    await breathe(options, () => ({ phase: 'encoding', states: 0, sightings: 0 }));
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
  }
}

/** Piece by piece; the published encodings, which are for comparison, in one. */
function* encodingOf(machine: Machine, options: EncodingOptions, tools: EncodingTools): Generator<void, Formula> {
  const { arrivals, effect, encoding, properties } = options;
  const watches = properties.some((p) => p !== 'assertion');
  if (encoding === 'gap')
    return gapFormula(machine, yield* gapEncoding(machine, { arrivals, effect, watches, ...tools }));
  const unrolled = unrollEvents(machine, { arrivals, ...tools });
  const { checkLimits } = tools;
  const ordering = order(machine.terms, unrolled.graph, encoding, checkLimits);
  return orderFormula(machine.program, machine.terms, unrolled, ordering, { effect, watches, checkLimits });
}

function verdictOf(
  program: Program,
  property: Property,
  findings: readonly Finding[],
  options: SymbolicOptions,
  known: {
    readonly reasons: readonly string[];
    readonly bounded: boolean;
    readonly undefinedBehaviour: number;
    readonly formula: Formula | undefined;
  },
): Verdict {
  const bounds: Bounds = { arrivals: options.arrivals, ...(known.bounded ? { unwind: options.unwind } : {}) };
  const { undefinedBehaviour: count } = known;
  const assumptions = [
    ...program.assumptions,
    ...(count > 0
      ? [`up to the first undefined behaviour, which is possible in ${count} ${count === 1 ? 'place' : 'places'}`]
      : []),
    ...program.contexts
      .filter((c) => c.kind === 'isr' && known.formula?.started.has(c.id) === false)
      .map((c) => `${c.name} never started within these bounds`),
  ];
  const common = { property, engine: `symbolic (${options.encoding})`, bounds, assumptions };
  const reasons = [...new Set([...known.reasons, ...unmodelledInModel(program)])];
  const isViolated = findings.some((f) => propertyOf(f) === property);
  return { ...common, ...verdictFor(isViolated, reasons) };
}
