// Many seeds, one after the other, and what came of them. A seed whose program has too many executions gives a smaller
// one.

import { cpuTime } from '../cpu-time.js';
import { type Comparison, compareAll, load, PATIENCE } from './compare.js';
import { generateProgram, largestSize } from './generate.js';
import { addHarm, type HarmTally, noHarm } from './harm/agree.js';
import { printProgram } from './print.js';
import { shrink } from './shrink.js';
import type { GeneratedProgram } from './syntax.js';

type Loading = ReturnType<typeof load>;

export interface Tally {
  programs: number;
  executions: number;
  /** By kind and pattern. */
  findings: Map<string, number>;
  /** Of all findings, those on device registers at absolute addresses. */
  onRegisters: number;
  harm: HarmTally;
  /** Programs that were given up for smaller ones. */
  tooLarge: number;
  /** Texts, each with its seed. */
  disagreements: string[];
}

export function emptyTally(): Tally {
  return {
    programs: 0,
    executions: 0,
    findings: new Map(),
    onRegisters: 0,
    harm: noHarm(),
    tooLarge: 0,
    disagreements: [],
  };
}

/** Compares the programs of seeds; the first disagreement of all is shrunk. */
export async function addSeeds(tally: Tally, seeds: readonly number[], limit: number): Promise<void> {
  const loads = seeds.map((seed) => ({ seed, program: generateProgram(seed) }));
  let next = loads[0] && load(loads[0].program);
  for (const [n, { seed }] of loads.entries()) {
    const loading = next!;
    // The next one is compiled meanwhile.
    const follower = loads[n + 1];
    if (follower !== undefined) next = load(follower.program);
    await addSeed(tally, seed, limit, loading);
  }
}

async function addSeed(tally: Tally, seed: number, limit: number, loading: Loading): Promise<void> {
  const { program, comparison, tooLarge } = await compareSeed(seed, limit, loading);
  tally.programs++;
  tally.tooLarge += tooLarge;
  switch (comparison.kind) {
    case 'agree':
      tally.executions += comparison.executions;
      addHarm(tally.harm, comparison.harm);
      for (const id of comparison.findings) {
        const kind = id.split(' ').slice(0, 2).join(' ').trim();
        tally.findings.set(kind, (tally.findings.get(kind) ?? 0) + 1);
        if (id.includes(' *(0x')) tally.onRegisters++;
      }
      return;
    case 'disagree':
      tally.disagreements.push(
        await describe(program, comparison.differences, limit, tally.disagreements.length === 0),
      );
      return;
    case 'unfit':
      tally.disagreements.push(
        `seed ${seed}: the generator made what cannot be compared: ${comparison.why}\n${printProgram(program)}`,
      );
      return;
    case 'too-large':
      tally.disagreements.push(`seed ${seed}: even the smallest program has too many executions`);
  }
}

async function compareSeed(
  seed: number,
  limit: number,
  loading: Loading,
): Promise<{ program: GeneratedProgram; comparison: Comparison; tooLarge: number }> {
  for (let size = largestSize; ; size--) {
    const program = generateProgram(seed, size);
    const comparison = await compareAll(program, limit, PATIENCE, size === largestSize ? loading : load(program));
    if (comparison.kind !== 'too-large' || size === 1) return { program, comparison, tooLarge: largestSize - size };
  }
}

/**
 * Shrinking asks the engines hundreds of times: none of them needs long for a program this small, and it ends with what
 * it has got.
 */
const SHRINK_PATIENCE = 5000;
const SHRINK_LIMIT = 120_000;

async function describe(
  program: GeneratedProgram,
  differences: readonly string[],
  limit: number,
  isShrunk: boolean,
): Promise<string> {
  if (!isShrunk || process.env.AGREEMENT_SHRINK === 'no') return `seed ${program.seed}: ${differences.join('\n  ')}`;
  // `reduced misses race`: a smaller program shall show the same, not just anything.
  const sort = (difference: string): string => difference.split(' ').slice(0, 3).join(' ');
  const wanted = sort(differences[0]!);
  const differencesOf = async (p: GeneratedProgram): Promise<readonly string[]> => {
    const comparison = await compareAll(p, limit, SHRINK_PATIENCE);
    return comparison.kind === 'disagree' ? comparison.differences : [];
  };
  const until = cpuTime() + SHRINK_LIMIT;
  const isAsWanted = async (p: GeneratedProgram): Promise<boolean> =>
    cpuTime() < until && (await differencesOf(p)).some((d) => sort(d) === wanted);
  const small = await shrink(program, isAsWanted);
  return describeProgram(small, small === program ? differences : await differencesOf(small));
}

export function describeProgram(program: GeneratedProgram, differences: readonly string[]): string {
  const { seed, unit, effect, arrivals, interrupts, target, isrs, nesting } = program;
  const platform = nesting === 'priority' ? '' : `platform ${nesting}, `;
  const settings = `${platform}unit ${unit}, effect ${effect}, arrivals ${arrivals}, interrupts ${interrupts}, target ${target}`;
  const named = isrs.map((isr) => `--isr ${isr.name}:${isr.irq}:${isr.priority}`).join(' ');
  return [`seed ${seed}: ${settings} ${named}`, ...differences.map((d) => `  ${d}`), printProgram(program)].join('\n');
}
