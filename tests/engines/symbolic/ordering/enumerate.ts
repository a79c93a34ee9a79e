// What an ordering encoding admits, by asking the solver for one more model until there is none.

import { type Linearisation, linearise } from '../../../../src/engines/symbolic/ordering/linearise.js';
import { type EventOrdering, order } from '../../../../src/engines/symbolic/ordering/order.js';
import type { OrderingEncoding } from '../../../../src/engines/symbolic/ordering/precedence.js';
import type { CadicalLibrary } from '../../../../src/solve/cadical.js';
import { type Model, Query, type QueryStatistics } from '../../../../src/solve/query.js';
import { type Term, Terms } from '../../../../src/solve/term.js';
import { replay } from './brute-force.js';
import { type BuiltProgram, build, type Program } from './program.js';

export interface Encoded extends BuiltProgram {
  readonly terms: Terms;
  readonly ordering: EventOrdering;
  readonly query: Query;
}

export function encode(library: CadicalLibrary, program: Program, encoding: OrderingEncoding): Encoded {
  const terms = new Terms();
  const built = build(terms, program);
  const ordering = order(terms, built.graph, encoding);
  const query = new Query(terms, () => library.create('branches'));
  for (const assertion of [...ordering.assertions, ...built.assertions(ordering.before)]) query.assert(assertion);
  return { ...built, terms, ordering, query };
}

/** Calls `visit` with models until there is none; each returns the literals to exclude from then on. */
export function eachModel({ terms, query }: Encoded, visit: (model: Model) => readonly Term[]): QueryStatistics {
  for (let count = 0; query.check().kind === 'sat'; count++) {
    if (count > 5000) throw new Error('more than 5000 models');
    query.assert(terms.not(terms.all(visit(query.model))));
  }
  const statistics = query.statistics();
  query.dispose();
  return statistics;
}

/** The conditions as they are in the model. */
export function assignment(terms: Terms, model: Model, conditions: readonly Term[]): readonly Term[] {
  return conditions.map((condition) =>
    terms.eq(condition, terms.constant(terms.width(condition), model.value(condition))),
  );
}

function outcome(encoded: Encoded, model: Model): string {
  return encoded.observed.map((term) => model.value(term)).join(' ');
}

/** All outcomes that the encoding alone admits. */
export function outcomes(library: CadicalLibrary, program: Program, encoding: OrderingEncoding): ReadonlySet<string> {
  const encoded = encode(library, program, encoding);
  const all = new Set<string>();
  eachModel(encoded, (model) => {
    all.add(outcome(encoded, model));
    return assignment(encoded.terms, model, encoded.observed);
  });
  return all;
}

export interface Confirmed {
  readonly outcomes: ReadonlySet<string>;
  readonly rejected: number;
  readonly wrong: readonly string[];
}

/**
 * The outcomes of the models that can be linearised. Cores of the others are excluded, and each is handed to `onCore`.
 */
export function confirmedOutcomes(
  library: CadicalLibrary,
  program: Program,
  encoding: OrderingEncoding,
  onCore: (encoded: Encoded, core: readonly Term[]) => void = () => {},
): Confirmed {
  const encoded = encode(library, program, encoding);
  const all = new Set<string>();
  const wrong: string[] = [];
  let rejected = 0;
  eachModel(encoded, (model) => {
    const result = linearise(encoded.graph, encoded.ordering, model);
    if (result.kind === 'order') {
      const expected = outcome(encoded, model);
      const got = replayed(program, encoded, result);
      if (got !== expected) wrong.push(`${expected} in the model, ${got} in the order ${result.steps.join(' ')}`);
      all.add(expected);
      return assignment(encoded.terms, model, encoded.observed);
    }
    rejected++;
    if (!result.core.every((literal) => model.isTrue(literal))) wrong.push(`a core that is not true: ${result.core}`);
    onCore(encoded, result.core);
    return result.core;
  });
  return { outcomes: all, rejected, wrong };
}

/** The observer only looks: it is left out. */
export function replayed(program: Program, { places }: Encoded, { steps }: Linearisation & { kind: 'order' }): string {
  return replay(
    program,
    steps.map((step) => places[step]!).filter(({ instance }) => instance >= 0),
  );
}
