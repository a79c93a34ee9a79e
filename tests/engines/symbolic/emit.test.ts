// What --emit writes, read by others: CaDiCaL on the DIMACS text and Z3 on the SMT-LIB text answer as the engine does,
// and the event graph has the relations of the paper's Fig. 8.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProgram, type Program } from '../../../src/check.js';
import type { EncodingName } from '../../../src/engines/symbolic/ask/encoding.js';
import { type Emission, type EmitOptions, emitEventGraph, emitFormula } from '../../../src/engines/symbolic/emit.js';
import type { CadicalLibrary } from '../../../src/solve/cadical.js';
import { loadCadical, sharedCadical } from '../../solve/loaded-cadical.js';
import { Referee } from '../../solve/z3.js';
import { checkSymbolically } from '../check.js';
import { loadTestProgram, paperPrograms } from './litmus.js';

const encodings: readonly EncodingName[] = ['gap', 'po', 'precise', 'threads'];
const options = {
  arrivals: 1,
  unwind: 8,
  effect: 'reaching',
  unit: 'task',
  races: 'default',
  isOver: () => undefined,
  solvers: await sharedCadical(),
} as const;

let library: CadicalLibrary;
let referee: Referee;
beforeAll(async () => {
  library = await loadCadical();
  referee = await Referee.start();
});
afterAll(() => referee.stop());

function linesOf(emission: Emission): readonly string[] {
  if (emission.kind !== 'lines') throw new Error(emission.because);
  return [...emission.lines];
}

interface Dimacs {
  readonly clauses: readonly (readonly number[])[];
  readonly variables: number;
  /** Bits of variables of this name. */
  readonly named: (name: RegExp) => readonly number[];
}

function readDimacs(lines: readonly string[]): Dimacs {
  const header = lines.map((line) => /^p cnf (\d+) (\d+)$/.exec(line)).find((match) => match !== null)!;
  const clauses = lines
    .filter((line) => !/^[cp] /.test(line))
    .map((line) => {
      const numbers = line.split(' ').map(Number);
      expect(numbers.at(-1)).toBe(0);
      return numbers.slice(0, -1);
    });
  expect(clauses).toHaveLength(Number(header[2]));
  const variables = Number(header[1]);
  for (const clause of clauses)
    for (const literal of clause) expect(Math.abs(literal) >= 1 && Math.abs(literal) <= variables).toBe(true);
  const named = (name: RegExp): readonly number[] =>
    lines.flatMap((line) => {
      const match = /^c (\S+)((?: \d+:\d+)+)$/.exec(line);
      return match === null || !name.test(match[1]!)
        ? []
        : [...match[2]!.matchAll(/\d+:(\d+)/g)].map((bit) => Number(bit[1]));
    });
  return { clauses, variables, named };
}

function solve({ clauses }: Dimacs, assumed: readonly number[] = []): string {
  const solver = library.create();
  for (const clause of clauses) solver.addClause(clause);
  for (const literal of assumed) solver.assume(literal);
  const { kind } = solver.solve();
  solver.dispose();
  return kind;
}

async function load(name: string): Promise<Program> {
  const loaded = await loadProgram({ paths: [`tests/corpus/${name}.c`] });
  if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
  return loaded.value.program;
}

/** One ISR, so that even po has no model but executions; threads has. */
const twins = ['assertion/lost_pulse', 'assertion/double_read'].flatMap((name) =>
  encodings.flatMap((encoding) => [
    { name: `${name}_bad`, encoding, answer: 'sat', verdict: 'violated' },
    { name: `${name}_ok`, encoding, answer: encoding === 'threads' ? 'sat' : 'unsat', verdict: 'holds' },
  ]),
);

describe.each(twins)('$name by $encoding', ({ name, encoding, answer, verdict }) => {
  it(`is ${answer} for other solvers, as it is ${verdict} for the engine`, async () => {
    const program = await load(name);
    const { verdicts } = await checkSymbolically(program, { ...options, encoding, properties: ['assertion'] });
    expect(verdicts).toMatchObject([{ property: 'assertion', kind: verdict }]);
    const text = linesOf(await emitFormula(program, { ...options, encoding }, 'dimacs'));
    const dimacs = readDimacs(text);
    expect(solve(dimacs)).toBe(answer);
    expect(text.join('\n').includes('perhaps')).toBe(encoding === 'po' || encoding === 'threads');
    const script = linesOf(await emitFormula(program, { ...options, encoding }, 'smt2'));
    expect(script).toContain('(set-logic QF_BV)');
    expect(script.at(-1)).toBe('(check-sat)');
    expect(referee.check([script.join('\n')])).toEqual([answer]);
  });
});

describe('the comments', () => {
  it.each(encodings)('of the DIMACS text name the variables that say whether ISRs start: %s', async (encoding) => {
    const program = await load('assertion/double_read_bad');
    const dimacs = readDimacs(linesOf(await emitFormula(program, { ...options, encoding }, 'dimacs')));
    const starts = dimacs.named(/_(?:starts|runs)$/);
    expect(starts.length).toBeGreaterThan(0);
    expect(solve(dimacs)).toBe('sat');
    const none = starts.map((variable) => -variable);
    expect(solve(dimacs, none), 'without the interrupt, no assertion fails').toBe('unsat');
  });

  it('say the bounds, and what is not covered', async () => {
    const covered = await load('assertion/double_read_bad');
    const all = linesOf(await emitFormula(covered, { ...options, arrivals: 3, encoding: 'gap' }, 'smt2'));
    expect(all[0]).toBe('; Can an assertion fail? --encoding gap --arrivals 3 --unwind 8');
    expect(all.filter((line) => line.includes('Not covered'))).toEqual([]);
    const endless = await load('unbounded/block_owner_ok');
    const lines = linesOf(await emitFormula(endless, { ...options, unwind: 2, encoding: 'gap' }, 'dimacs'));
    expect(lines).toContain('c Not covered: what loops do beyond --unwind 2');
  });
});

describe('the event graph', () => {
  const fig8 = paperPrograms.find((p) => p.name === 'fig6-reached.c')!;
  const fig6 = paperPrograms.find((p) => p.name === 'fig6.c')!;
  const relations = (text: string): readonly string[] => [
    ...new Set([...text.matchAll(/label="(po|ws|rf|fr|ni)"/g)].map((match) => match[1]!)),
  ];

  it.each(['po', 'precise', 'threads'] as const)(
    'of the execution that fails has all relations: %s',
    async (encoding) => {
      const program = await loadTestProgram(fig8);
      const text = linesOf(await emitEventGraph(program, { ...options, encoding })).join('\n');
      expect(text.startsWith('digraph events {\n') && text.endsWith('\n}')).toBe(true);
      expect(relations(text).toSorted()).toEqual(['fr', 'ni', 'po', 'rf', 'ws']);
      for (const name of ['main', 'ISR_A', 'ISR_B']) expect(text).toContain(`label="${name} (level `);
      // The failing values: a is 1, b is 2.
      expect(text).toMatch(/W a 1"/);
      expect(text).toMatch(/W b 2"/);
    },
  );

  it('shows instances at work where no assertion fails', async () => {
    const program = await loadTestProgram(fig6);
    const text = linesOf(await emitEventGraph(program, { ...options, encoding: 'precise' })).join('\n');
    for (const name of ['main', 'ISR_A', 'ISR_B']) expect(text).toContain(`label="${name} (level `);
    expect(relations(text)).toContain('rf');
  });
});

describe('no text', () => {
  const once: EmitOptions = { ...options, encoding: 'precise' };

  it('when a limit is reached', async () => {
    const program = await load('assertion/double_read_bad');
    const over = { ...once, isOver: () => 'the time is over' };
    expect(await emitFormula(program, over, 'dimacs')).toEqual({ kind: 'over', because: 'the time is over' });
    expect(await emitEventGraph(program, { ...over, encoding: 'precise' })).toMatchObject({ kind: 'over' });
  });
});
