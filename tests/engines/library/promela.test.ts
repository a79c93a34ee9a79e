// Spin is the referee: on the exact Promela of reduced models of the small kernel it finds races on the same structures
// as our search, and on the paper's form too, but for three reads at a time. Skipped where there is no Spin or no gcc.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PromelaForm, promelaOf, promelaStructures } from '../../../src/engines/library/promela.js';
import { type LibraryModel, type ReducedModel, reducedModels } from '../../../src/engines/library/reduced-model.js';
import { ModelStates, searchModel } from '../../../src/engines/library/search.js';
import { share } from '../../share.js';
import { kernelRequest, modelOf, modelOfText } from './prepared.js';

function has(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const canSpin = has('spin', '-V') && has('gcc', '--version');
if (!canSpin) process.stderr.write('there is no spin or no gcc: our search is not compared with theirs\n');

const folder = mkdtempSync(join(tmpdir(), 'preempt-spin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Spun {
  readonly structures: readonly string[];
  readonly states: number;
}

function spin(library: LibraryModel, model: ReducedModel, form: PromelaForm): Spun {
  writeFileSync(join(folder, 'model.pml'), promelaOf(library, model, form));
  const run = (program: string, ...given: readonly string[]): string =>
    execFileSync(program, given, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e9,
    });
  run('spin', '-DLIST', '-a', 'model.pml');
  run('gcc', '-O0', '-DSAFETY', '-DPRINTF', '-DNOREDUCE', '-o', 'pan', 'pan.c');
  const output = run('./pan', '-m1000000', '-n', '-E', '-c0');
  const names = promelaStructures(library);
  const found = new Set([...output.matchAll(/^\s*race (\d+)$/gm)].map((match) => names[Number(match[1])]!));
  return { structures: [...found].sort(), states: Number(/(\d+) states, stored/.exec(output)![1]) };
}

function searched(library: LibraryModel, model: ReducedModel): Spun {
  const { pairs, states } = searchModel(library, model, { states: 1e7 });
  const of = pairs.map(({ first }) => library.skeletons[first.skeleton]!.accesses[first.access]!.structure);
  return { structures: [...new Set(of)].sort(), states };
}

/** Structures that some state has three processes reading. */
function readByThree(library: LibraryModel, model: ReducedModel): readonly string[] {
  const { processes } = new ModelStates(library, model);
  const found = new Set<string>();
  const visit = (vector: Int32Array): void => {
    const read = processes.flatMap(({ open, openSets }, p) => {
      const accesses = open[openSets[vector[ModelStates.LOCATIONS + p]!]!]!;
      return [...new Set(accesses.map((a) => library.skeletons[a.skeleton]!.accesses[a.access]!.structure))];
    });
    for (const name of read) if (read.filter((each) => each === name).length > 2) found.add(name);
  };
  searchModel(library, model, { states: 1e7, visit });
  return [...found];
}

describe.skipIf(!canSpin)('Spin', () => {
  let library!: LibraryModel;
  let chosen: readonly ReducedModel[] = [];

  beforeAll(async () => {
    ({ library } = await modelOf(kernelRequest()));
    const { models } = reducedModels(library, 'tick_handler');
    const racing = models.filter((model) => searched(library, model).structures.length > 0);
    // Every planted race, and as many others.
    chosen = [...racing.filter((_, n) => n % 12 === 0), ...models.filter((_, n) => n % 50 === 0)];
  });

  it('agrees on the exact form, state by state', () => {
    expect(chosen.length).toBeGreaterThanOrEqual(20);
    for (const model of share(chosen, 9)) {
      const [ours, theirs] = [searched(library, model), spin(library, model, 'exact')];
      expect([model.name, theirs.structures]).toEqual([model.name, ours.structures]);
      // Theirs has one more, in which no process has begun.
      expect([model.name, theirs.states - ours.states]).toEqual([model.name, 1]);
    }
  }, 300_000);

  it('agrees on the form of the paper, but for three reads', () => {
    for (const model of share(chosen, 9)) {
      const theirs = spin(library, model, 'paper');
      const allowed = [...searched(library, model).structures, ...readByThree(library, model)];
      const more = theirs.structures.filter((name) => !allowed.includes(name));
      const missing = searched(library, model).structures.filter((name) => !theirs.structures.includes(name));
      expect([model.name, more, missing]).toEqual([model.name, [], []]);
    }
  }, 300_000);

  it('alarms on three reads in the form of the paper, and there alone', async () => {
    const text = 'static int x, y; int f(void) { return x; } int i(void) { return x; } void g(void) { y = x; }';
    const { library: reading } = await modelOfText(text, {
      library: 'three readers',
      tasks: ['f', 'g'],
      fromIsr: ['i'],
      structures: { x: ['x'] },
    });
    const model = { name: 'three', tasks: [[0], [1]], isrs: [[2]] };
    expect(searched(reading, model).structures).toEqual([]);
    expect(spin(reading, model, 'exact').structures).toEqual([]);
    expect(spin(reading, model, 'paper').structures).toEqual(['x']);
  }, 60_000);
});
