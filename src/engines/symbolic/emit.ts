// The formula for other tools: DIMACS and SMT-LIB ask whether some assertion can fail, all of them as one disjunction;
// the event graph of an execution goes to Graphviz. The bounds, and what the formula does not cover, stand in comments
// of the text.

import { Sites } from '../../findings/sites.js';
import { unmodelledInModel, unmodelledText } from '../../findings/verdict.js';
import { Machine } from '../../machine/machine.js';
import type { Program } from '../../model/program.js';
import { dimacsLines } from '../../solve/export-dimacs.js';
import { smtlibLines } from '../../solve/export-smtlib.js';
import { type Model, Query } from '../../solve/query.js';
import type { Term, Terms } from '../../solve/term.js';
import { toEnd } from '../engine.js';
import type { Limits } from '../limits.js';
import { type EncodingName, formulaOf, type SymbolicOptions } from './ask/encoding.js';
import type { Formula } from './formula.js';
import { dot } from './ordering/dot.js';
import { unrollEvents } from './ordering/events.js';
import { linearise } from './ordering/linearise.js';
import { Inexpressible } from './ordering/locations.js';
import { order } from './ordering/order.js';
import { orderFormula } from './ordering/order-formula.js';
import { missingReentry, refuseGroups } from './reentry.js';
import { unrolling } from './unroll/unroll.js';

export type EmitOptions = Pick<
  SymbolicOptions,
  'arrivals' | 'unwind' | 'contextSwitches' | 'effect' | 'unit' | 'races' | 'encoding' | 'solvers' | keyof Limits
>;
export type OrderingName = Exclude<EncodingName, 'gap'>;

/** Lines without their ends; or why there are none: the encoding cannot express the program, or a limit was reached. */
export type Emission =
  | { readonly kind: 'lines'; readonly lines: Iterable<string> }
  | { readonly kind: 'inexpressible'; readonly because: string }
  | { readonly kind: 'over'; readonly because: string };

/** Satisfiable exactly if some assertion can fail within the bounds; with po and threads, only if it can. */
export async function emitFormula(
  program: Program,
  options: EmitOptions,
  format: 'dimacs' | 'smt2',
): Promise<Emission> {
  return emission(program, options, async (machine, tools) => {
    const formula = await toEnd(formulaOf(machine, { ...options, properties: ['assertion'] }, tools), options);
    const fails = anyFails(machine.terms, formula);
    const conditions = [...formula.needed(fails), fails];
    const comments = describe(program, formula, options).map((text) => text.replaceAll(/\p{Cc}/gu, ' '));
    return format === 'dimacs'
      ? withComments('c', comments, dimacsLines(machine.terms, conditions))
      : withComments(';', comments, smtlibLines(machine.terms, conditions));
  });
}

/** Of an execution in which an assertion fails; else of one in which many instances run. */
export async function emitEventGraph(
  program: Program,
  options: EmitOptions & { readonly encoding: OrderingName },
): Promise<Emission> {
  return emission(program, options, async (machine, tools, query) => {
    const { terms } = machine;
    const unrolled = unrollEvents(machine, { arrivals: options.arrivals, ...tools });
    const ordering = order(terms, unrolled.graph, options.encoding, tools.checkLimits);
    const formula = orderFormula(program, terms, unrolled, ordering, {
      effect: options.effect,
      watches: false,
      checkLimits: tools.checkLimits,
    });
    const fails = anyFails(terms, formula);
    for (const assertion of formula.needed(fails)) query.assert(assertion);
    /** A model that is an execution. */
    const execution = (conditions: readonly Term[]): Model | undefined => {
      while (isSatisfiable(query, conditions, tools.checkLimits)) {
        const { model } = query;
        const line = linearise(unrolled.graph, ordering, model);
        if (line.kind === 'order') return model;
        query.assert(terms.not(terms.all(line.core)));
      }
      return undefined;
    };
    const failing = execution([fails]);
    if (failing !== undefined) return [dot(unrolled.graph, ordering, failing).trimEnd()];
    const runs: Term[] = [];
    let busiest = execution(runs);
    for (const instance of unrolled.graph.instances) {
      const found = execution([...runs, instance.runs]);
      if (found === undefined) continue;
      busiest = found;
      runs.push(instance.runs);
    }
    // Every execution violates an assumption of the program.
    return busiest === undefined ? ['digraph events {', '}'] : [dot(unrolled.graph, ordering, busiest).trimEnd()];
  });
}

class Over {
  constructor(readonly because: string) {}
}

type Tools = Parameters<typeof formulaOf>[2];

async function emission(
  program: Program,
  options: EmitOptions,
  make: (machine: Machine, tools: Tools, query: Query) => Promise<Iterable<string>>,
): Promise<Emission> {
  const { solvers } = options;
  const machine = new Machine(program, {
    arrivals: Number.POSITIVE_INFINITY,
    reentry: 1,
    unwind: options.unwind,
    ...unrolling(options.encoding !== 'gap'),
  });
  const branches = new Query(machine.terms, () => solvers.create('branches'));
  const query = new Query(machine.terms, () => solvers.create('proof'), { modelsKept: 0 });
  const tools: Tools = {
    sites: new Sites(),
    feasible: (conditions) => branches.check(conditions, { conflicts: 1000 }).kind !== 'unsat',
    checkLimits: () => {
      const because = options.isOver();
      if (because !== undefined) throw new Over(because);
    },
  };
  try {
    refuseGroups(program);
    return { kind: 'lines', lines: await make(machine, tools, query) };
  } catch (thrown) {
    if (thrown instanceof Over) return { kind: 'over', because: thrown.because };
    if (thrown instanceof Inexpressible) return { kind: 'inexpressible', because: thrown.why };
    throw thrown;
  } finally {
    query.dispose();
    branches.dispose();
  }
}

function isSatisfiable(query: Query, conditions: readonly Term[], checkLimits: () => void): boolean {
  for (let milliseconds = 500; ; milliseconds *= 2) {
    checkLimits();
    const answer = query.check(conditions, { milliseconds });
    if (answer.kind !== 'unknown') return answer.kind === 'sat';
    if (answer.reason === 'memory') throw new Over('the solver ran out of memory');
  }
}

function anyFails(terms: Terms, { questions }: Formula): Term {
  return terms.any(questions.filter((q) => q.property === 'assertion').map((q) => q.happens));
}

function describe(program: Program, formula: Formula, options: EmitOptions): readonly string[] {
  const beyond = formula.uncovered.map(({ why }) =>
    why.kind === 'bounded' ? `what loops do beyond --unwind ${options.unwind}` : unmodelledText(program, why),
  );
  const missing = [missingReentry(program, options.arrivals) ?? []].flat();
  return [
    `Can an assertion fail? --encoding ${options.encoding} --arrivals ${options.arrivals} --unwind ${options.unwind}`,
    'Unsatisfiable: none can, within these bounds.',
    formula.isExact
      ? 'Satisfiable: one can.'
      : `Satisfiable: perhaps; ${options.encoding} also has models that are no execution.`,
    options.encoding === 'gap'
      ? 'A variable called after an ISR and "starts": it starts there, in one certain gap between two steps.'
      : 'A variable called after an ISR and "runs": this instance of it starts at all.',
    ...new Set([...beyond, ...missing, ...unmodelledInModel(program)].map((what) => `Not covered: ${what}`)),
  ];
}

function* withComments(mark: string, comments: readonly string[], lines: Iterable<string>): Generator<string> {
  for (const comment of comments) yield `${mark} ${comment}`;
  yield* lines;
}
