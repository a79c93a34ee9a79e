// All outcomes of the litmus programs by each encoding, and the verdicts of the paper's programs: equal to brute force and to the paper.

import { beforeAll, describe, expect, it } from 'vitest';
import { Sites } from '../../../src/engines/explore/sites.js';
import { encodeGaps } from '../../../src/engines/symbolic/gap.js';
import { Machine } from '../../../src/machine/machine.js';
import type { State } from '../../../src/machine/state.js';
import { pointer } from '../../../src/machine/value.js';
import type { Program } from '../../../src/model/program.js';
import { type CadicalLibrary, loadCadical } from '../../../src/solve/cadical.js';
import { Query } from '../../../src/solve/query.js';
import type { Term } from '../../../src/solve/term.js';
import { litmusPrograms, loadTestProgram, outGlobals, showOutcome } from './litmus.js';

let library: CadicalLibrary;
beforeAll(async () => {
  library = await loadCadical();
});

function outcomesByGaps(program: Program, arrivals: number): readonly string[] {
  const machine = new Machine(program, { arrivals: Number.POSITIVE_INFINITY, unwind: 8 });
  const { terms } = machine;
  const query = new Query(terms, () => library.create());
  const system = encodeGaps(machine, {
    arrivals,
    effect: 'reaching',
    watches: false,
    sites: new Sites(),
    feasible: () => true,
    checkLimits: () => {},
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
  for (const { guard, state } of system.endings) {
    const outs = outTerms(machine, state);
    const others: Term[] = [guard];
    for (const needed of outs.flatMap((out) => system.constraints.needed(out))) query.assert(needed);
    while (isPossible(others)) {
      const values = outs.map((term) => ({ width: terms.width(term), value: query.model.value(term) }));
      found.add(showOutcome(values));
      const same = outs.map((term, n) => terms.eq(term, terms.constant(values[n]!.width, values[n]!.value)));
      others.push(terms.not(terms.all(same)));
    }
  }
  return [...found].sort();
}

function outTerms(machine: Machine, state: State): readonly Term[] {
  return outGlobals(machine.program).map((name) => {
    const { type } = machine.program.module.globals.get(name)!;
    const address = pointer(machine.image.symbols.get(name)!, 0);
    return machine.arithmetic.term(type, machine.image.load(state.memory, address, type));
  });
}

describe.each(litmusPrograms)('$name', (litmus) => {
  it('has the same outcomes by gaps', async () => {
    const program = await loadTestProgram(litmus);
    expect(outcomesByGaps(program, litmus.arrivals)).toEqual(litmus.outcomes);
  });
});
