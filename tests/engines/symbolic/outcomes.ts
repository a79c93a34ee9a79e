// All outcomes of a litmus program, by asking the solver for one more until there is none: by gaps, and by the
// orderings of events.

import type { ReachabilityQuestion } from '../../../src/engines/symbolic/formula.js';
import { encodeGaps } from '../../../src/engines/symbolic/gap/gap.js';
import { unrollEvents } from '../../../src/engines/symbolic/ordering/events.js';
import { linearise, type RequiredOrder } from '../../../src/engines/symbolic/ordering/linearise.js';
import { type EventOrdering, order } from '../../../src/engines/symbolic/ordering/order.js';
import { orderFormula } from '../../../src/engines/symbolic/ordering/order-formula.js';
import type { OrderingEncoding } from '../../../src/engines/symbolic/ordering/precedence.js';
import type { Unrolled } from '../../../src/engines/symbolic/ordering/unrolled.js';
import { unrolling } from '../../../src/engines/symbolic/unroll/unroll.js';
import { Sites } from '../../../src/findings/sites.js';
import { Machine } from '../../../src/machine/machine.js';
import { pointer } from '../../../src/machine/memory/value.js';
import type { State } from '../../../src/machine/state.js';
import type { Context, Program } from '../../../src/model/program.js';
import type { CadicalLibrary } from '../../../src/solve/cadical.js';
import { type Model, Query } from '../../../src/solve/query.js';
import { FALSE, type Term, type Terms } from '../../../src/solve/term.js';
import { outGlobals, showOutcome } from './litmus.js';

const tools = { sites: new Sites(), feasible: () => true, checkLimits: () => {} };

export function outcomesByGaps(
  library: CadicalLibrary,
  program: Program,
  arrivals: number,
  limited: { readonly isrs?: readonly Context[]; readonly tracePartitioning?: boolean } = {},
): readonly string[] {
  const machine = new Machine(program, { arrivals: Number.POSITIVE_INFINITY, unwind: 8, ...unrolling(false) });
  const { terms } = machine;
  const query = new Query(terms, () => library.create());
  const system = encodeGaps(machine, {
    arrivals,
    effect: 'reaching',
    watches: false,
    ...tools,
    ...limited,
  });
  const isPossible = (conditions: readonly Term[]): boolean => {
    for (const needed of conditions.flatMap((c) => system.constraints.needed(c))) query.assert(needed);
    return query.check(conditions).kind === 'sat';
  };
  for (const { guard, why } of system.uncovered)
    if (isPossible([guard])) throw new Error(`not covered: ${JSON.stringify(why.kind)}`);
  const found = new Set<string>();
  for (const goal of system.goals)
    if (isPossible([terms.any(goal.occurrences.map((o) => o.guard))])) found.add('fails');
  for (const { guard, state } of system.executionEnds) {
    const outs = outTerms(machine, state);
    const others: Term[] = [guard];
    for (const needed of outs.flatMap((out) => system.constraints.needed(out))) query.assert(needed);
    while (isPossible(others)) {
      found.add(outcomeOf(terms, query.model, outs));
      others.push(isAnother(terms, query.model, outs));
    }
  }
  query.dispose();
  return [...found].sort();
}

/** The outcomes, and how many models had no execution. Throws `Inexpressible`. */
export function outcomesByOrder(
  library: CadicalLibrary,
  original: Program,
  arrivals: number,
  encoding: OrderingEncoding,
): { readonly outcomes: readonly string[]; readonly rejected: number } {
  const program = withSharedOuts(original);
  const machine = new Machine(program, { arrivals: Number.POSITIVE_INFINITY, unwind: 8, ...unrolling(true) });
  const { terms } = machine;
  const unrolled = unrollEvents(machine, { arrivals, ...tools });
  const ordering = order(terms, unrolled.graph, encoding);
  const formula = orderFormula(program, terms, unrolled, ordering, { effect: 'reaching', watches: false });
  const query = new Query(terms, () => library.create());
  for (const assertion of formula.needed(FALSE)) query.assert(assertion);
  let rejected = 0;
  const learn = (core: readonly Term[]): void => {
    if (encoding === 'precise' || core.length === 0) throw new Error(`a model of ${encoding} has no execution`);
    rejected++;
    query.assert(terms.not(terms.all(core)));
  };
  /** Has one of its models an execution? */
  const isPossible = (happens: Term, concretise: ReachabilityQuestion['concretise']): boolean => {
    while (query.check([happens]).kind === 'sat') {
      const concrete = concretise(query.model);
      if (concrete.kind === 'execution') return true;
      learn(concrete.core);
    }
    return false;
  };
  for (const { happens, concretise, why } of formula.uncovered)
    if (concretise === undefined || isPossible(happens, concretise)) throw new Error(`not covered: ${why.kind}`);
  const found = new Set<string>();
  for (const { property, happens, concretise } of formula.questions) {
    if (!isPossible(happens, concretise)) continue;
    if (property !== 'assertion') throw new Error('a litmus program only fails in assertions');
    found.add('fails');
  }
  const final = new FinalValues(machine, unrolled, ordering);
  const outs = outGlobals(program).map((name) => final.of(name));
  const conditions = [...final.isComplete()];
  while (query.check(conditions).kind === 'sat') {
    const linearised = linearise(unrolled.graph, ordering, query.model, final.required(query.model));
    if (linearised.kind === 'impossible') {
      learn(linearised.core);
      continue;
    }
    found.add(outcomeOf(terms, query.model, outs));
    conditions.push(isAnother(terms, query.model, outs));
  }
  query.dispose();
  return { outcomes: [...found].sort(), rejected };
}

/** What locations hold when the execution has ended. */
class FinalValues {
  private readonly writes = new Set<number>();

  constructor(
    private readonly machine: Machine,
    private readonly unrolled: Unrolled,
    private readonly ordering: EventOrdering,
  ) {}

  /** The execution ends by itself or by exit(). */
  isComplete(): Term[] {
    const { terms } = this.machine;
    return this.unrolled.finalSteps
      .filter((last) => last.because !== 'exit')
      .map((last) => terms.not(terms.and(last.guard, this.isReached(last.step))));
  }

  of(name: string): Term {
    const { terms, image, program } = this.machine;
    const { locations, events } = this.unrolled.graph;
    const parts = [...locations.entries()]
      .filter(([, location]) => location.name === name || location.name.startsWith(`${name}+`))
      .map(([id, location]) => ({ id, start: Number(location.name.slice(name.length + 1)) }))
      .sort((a, b) => a.start - b.start);
    const values = parts.map(({ id }) => {
      const writes = events.filter((e) => e.location === id && e.operation === 'W');
      for (const write of writes) this.writes.add(write.step);
      let value = writes[0]!.value;
      for (const write of writes) {
        const isLast = writes.map((other) =>
          other === write
            ? terms.and(write.guard, this.isReached(write.step))
            : terms.not(
                terms.all([other.guard, this.isReached(other.step), this.ordering.precedes(write.id, other.id)]),
              ),
        );
        value = terms.ite(terms.all(isLast), write.value, value);
      }
      return value;
    });
    if (values.length > 0) return values.reduce((low, high) => terms.concat(high, low));
    const { type } = program.module.globals.get(name)!;
    const address = pointer(image.symbols.get(name)!, 0);
    return this.machine.arithmetic.term(type, image.load(this.machine.initial().memory, address, type));
  }

  private isReached(step: number): Term {
    const { terms } = this.machine;
    const { finalSteps } = this.unrolled;
    return terms.all(finalSteps.map((s) => terms.not(terms.and(s.guard, this.ordering.before(s.step, step)))));
  }

  /** Which writes and ends come before which ends. */
  required(model: Model): readonly RequiredOrder[] {
    const { graph, finalSteps } = this.unrolled;
    const final = finalSteps.filter((s) => model.isTrue(s.guard)).map((s) => s.step);
    const steps = [...new Set([...this.writes, ...final])].filter((s) => model.isTrue(graph.steps[s]!.guard));
    return final.flatMap((last) =>
      steps
        .filter((step) => step !== last)
        .map((step) =>
          model.isTrue(this.ordering.before(last, step))
            ? { first: last, second: step }
            : { first: step, second: last },
        ),
    );
  }
}

/** Accesses to what is looked at in the end become events, also where only one context makes them. */
function withSharedOuts(program: Program): Program {
  const outs = new Set(outGlobals(program));
  const ids = new Set(program.objects.filter((o) => o.site === undefined && outs.has(o.symbol)).map((o) => o.id));
  const accesses = program.accesses.filter((a) => a.regions.some((r) => ids.has(r.object)));
  const shown = program.contexts.map((c) => c.id);
  return {
    ...program,
    accesses: [...program.accesses, ...accesses.flatMap((a) => shown.map((context) => ({ ...a, context })))],
    shared: [...program.shared, ...[...ids].map((object) => ({ ...program.shared[0]!, object }))],
  };
}

function outTerms(machine: Machine, state: State): readonly Term[] {
  return outGlobals(machine.program).map((name) => {
    const { type } = machine.program.module.globals.get(name)!;
    const address = pointer(machine.image.symbols.get(name)!, 0);
    return machine.arithmetic.term(type, machine.image.load(state.memory, address, type));
  });
}

function outcomeOf(terms: Terms, model: Model, outs: readonly Term[]): string {
  return showOutcome(outs.map((term) => ({ width: terms.width(term), value: model.value(term) })));
}

function isAnother(terms: Terms, model: Model, outs: readonly Term[]): Term {
  const same = outs.map((term) => terms.eq(term, terms.constant(terms.width(term), model.value(term))));
  return terms.not(terms.all(same));
}
