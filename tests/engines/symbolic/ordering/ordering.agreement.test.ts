// The ordering encodings against brute force, on random programs: `precise` admits exactly the nested executions; `po`
// admits them all, and with its models linearised and the cores of the others excluded, no more; `threads` admits what
// `po` does. With one ISR instance `po` is exact (the theorem).

import { beforeAll, describe, expect, test } from 'vitest';
import { linearise } from '../../../../src/engines/symbolic/ordering/linearise.js';
import type { CadicalLibrary } from '../../../../src/solve/cadical.js';
import { Query } from '../../../../src/solve/query.js';
import type { Term } from '../../../../src/solve/term.js';
import { sharedCadical } from '../../../solve/loaded-cadical.js';
import { Random } from '../../../solve/random.js';
import { nestedOutcomes } from './brute-force.js';
import { assignment, confirmedOutcomes, type Encoded, eachModel, encode, outcomes, replayed } from './enumerate.js';
import { type Program, randomProgram } from './program.js';

let library: CadicalLibrary;
beforeAll(async () => {
  library = await sharedCadical();
});

const sorted = (set: ReadonlySet<string>) => [...set].sort();

function programs(seed: number, count: number, isrs: (random: Random) => number, maxSteps: number): Program[] {
  return Array.from({ length: count }, (_, index) => {
    const random = new Random(seed + index);
    return randomProgram(random, { isrs: isrs(random), maxSteps });
  });
}

/**
 * Is there a nested execution with these literals? Asks the solver, with nesting stated for all steps over the same
 * clocks.
 */
function admitsNested({ terms: t, graph, ordering, assertions }: Encoded, literals: readonly Term[]): boolean {
  const query = new Query(t, () => library.create('branches'));
  for (const assertion of [...ordering.assertions, ...assertions(ordering.before)]) query.assert(assertion);
  for (const lower of graph.instances) {
    for (const upper of graph.instances) {
      if (lower === upper || lower.level > upper.level) continue;
      for (const step of lower.steps) {
        const apart = t.or(ordering.before(step, upper.steps[0]!), ordering.before(upper.steps.at(-1)!, step));
        query.assert(t.implies(t.and(upper.runs, graph.steps[step]!.guard), apart));
      }
    }
  }
  const answer = query.check(literals);
  query.dispose();
  return answer.kind === 'sat';
}

describe('random programs with two or three instances', () => {
  const generated = programs(1, 300, (random) => 1 + random.below(2), 4);

  test('precise admits the nested executions and nothing else', () => {
    let total = 0;
    for (const program of generated) {
      const expected = nestedOutcomes(program);
      total += expected.size;
      expect(sorted(outcomes(library, program, 'precise')), JSON.stringify(program)).toEqual(sorted(expected));
    }
    expect(total).toBeGreaterThan(1500);
  });

  test('every model of precise can be linearised, and replays', () => {
    for (const program of generated) {
      const { rejected, wrong } = confirmedOutcomes(library, program, 'precise');
      expect({ rejected, wrong }, JSON.stringify(program)).toEqual({ rejected: 0, wrong: [] });
    }
  });

  test('po admits them all, and only them once its models are linearised', () => {
    let rejected = 0;
    let falseAlarms = 0;
    for (const program of generated) {
      const expected = nestedOutcomes(program);
      const admitted = outcomes(library, program, 'po');
      for (const outcome of expected) expect(admitted, JSON.stringify(program)).toContain(outcome);
      const confirmed = confirmedOutcomes(library, program, 'po');
      expect(confirmed.wrong, JSON.stringify(program)).toEqual([]);
      expect(sorted(confirmed.outcomes), JSON.stringify(program)).toEqual(sorted(expected));
      rejected += confirmed.rejected;
      if (admitted.size > expected.size) falseAlarms++;
    }
    expect(rejected).toBeGreaterThan(0);
    expect(falseAlarms).toBeGreaterThan(0);
  });

  test('threads admits what po does, and more in many programs', () => {
    let larger = 0;
    for (const program of generated) {
      const po = outcomes(library, program, 'po');
      const threads = outcomes(library, program, 'threads');
      for (const outcome of po) expect(threads, JSON.stringify(program)).toContain(outcome);
      if (threads.size > po.size) larger++;
    }
    expect(larger).toBeGreaterThan(30);
  });
});

test('no core of a model of po or threads excludes a nested execution', () => {
  let cores = 0;
  for (const program of programs(10_000, 60, () => 2, 4)) {
    for (const encoding of ['po', 'threads'] as const) {
      const { outcomes: confirmed, wrong } = confirmedOutcomes(library, program, encoding, (encoded, core) => {
        cores++;
        expect(admitsNested(encoded, core), JSON.stringify(program)).toBe(false);
      });
      expect(wrong).toEqual([]);
      expect(sorted(confirmed), JSON.stringify(program)).toEqual(sorted(nestedOutcomes(program)));
    }
  }
  expect(cores).toBeGreaterThan(100);
});

test('with one ISR instance, no model of po is impossible', () => {
  let models = 0;
  for (const program of programs(50_000, 600, () => 1, 7)) {
    const encoded = encode(library, program, 'po');
    const { terms: t, graph, ordering } = encoded;
    const guard = (event: number) => graph.events[event]!.guard;
    const relations = [
      ...ordering.readFrom.map(({ chosen }) => chosen),
      ...ordering.writeOrders.map(({ first, second, before }) => t.all([before, guard(first), guard(second)])),
      ...graph.events.map((event) => event.guard),
    ];
    eachModel(encoded, (model) => {
      models++;
      const result = linearise(graph, ordering, model);
      expect(result.kind, JSON.stringify(program)).toBe('order');
      const values = encoded.observed.map((term) => model.value(term)).join(' ');
      if (result.kind === 'order') expect(replayed(program, encoded, result), JSON.stringify(program)).toBe(values);
      return assignment(t, model, [...relations, ...encoded.observed]);
    });
  }
  expect(models).toBeGreaterThan(2000);
});
