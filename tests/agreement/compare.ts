// One generated program through everything that claims to know its findings: `exhaustive`, `reduced` and the oracle.
// They agree when the sets of findings are equal and every verdict says what its findings say.

import { InternalError } from '../../src/base/internal-error.js';
import type { Program } from '../../src/check.js';
import { type CheckOptions, checkByExploring } from '../../src/engines/explore/check.js';
import type { Finding } from '../../src/engines/finding.js';
import { loadCadical } from '../../src/solve/cadical.js';
import { loadText } from '../model/load.js';
import { TooMany, Unfit } from './executions.js';
import { findAll, identity } from './oracle.js';
import { printProgram } from './print.js';
import type { GeneratedProgram } from './syntax.js';

export type Comparison =
  | { readonly kind: 'agree'; readonly executions: number; readonly findings: readonly string[] }
  | { readonly kind: 'too-large' }
  /** It does not compile, or does what is not modelled. */
  | { readonly kind: 'unfit'; readonly why: string }
  | { readonly kind: 'disagree'; readonly differences: readonly string[] };

export async function compareAll(
  generated: GeneratedProgram,
  limit: number,
  patience: number = PATIENCE,
  loading: Promise<Program | string> = load(generated),
): Promise<Comparison> {
  const loaded = await loading;
  if (typeof loaded === 'string') return { kind: 'unfit', why: loaded };
  const solvers = await loadCadical();
  const { unit, effect, arrivals } = generated;
  let expected: ReturnType<typeof findAll>;
  try {
    expected = findAll(loaded, { unit, effect, arrivals, limit, createSolver: () => solvers.create() });
  } catch (thrown) {
    if (thrown instanceof TooMany) return { kind: 'too-large' };
    if (thrown instanceof Unfit) return { kind: 'unfit', why: thrown.message };
    return { kind: 'disagree', differences: [`the oracle throws ${String(thrown)}`] };
  }
  const differences: string[] = [];
  for (const reduction of ['exhaustive', 'reduced'] as const)
    differences.push(...(await differencesOf(loaded, generated, reduction, expected.findings, patience)));
  if (differences.length > 0) return { kind: 'disagree', differences };
  return { kind: 'agree', executions: expected.executions, findings: expected.findings };
}

/** Why it cannot be loaded, if it cannot. */
export async function load(generated: GeneratedProgram): Promise<Program | string> {
  try {
    const { program } = await loadText(printProgram(generated), {
      clang: 'auto',
      platform: 'generic',
      target: generated.target,
      isrs: generated.isrs.map(({ name, irq, priority }) => ({ function: name, irq, priority })),
      ...(generated.interrupts === 'default' ? {} : { interrupts: generated.interrupts }),
    });
    return program;
  } catch (thrown) {
    if (thrown instanceof InternalError || !(thrown instanceof Error)) throw thrown;
    return thrown.message;
  }
}

/** Exploration of a program whose executions can be counted takes no half minute: one that does has lost its way. */
export const PATIENCE = 30_000;

async function differencesOf(
  program: Program,
  generated: GeneratedProgram,
  reduction: CheckOptions['reduction'],
  expected: readonly string[],
  patience: number,
): Promise<readonly string[]> {
  const until = performance.now() + patience;
  const options: CheckOptions = {
    properties: ['atomicity', 'race', 'assertion'],
    reduction,
    arrivals: generated.arrivals,
    unwind: 100,
    unit: generated.unit,
    effect: generated.effect,
    races: 'all',
    isOver: () => (performance.now() > until ? 'too long for a program of this size' : undefined),
  };
  let checked: Awaited<ReturnType<typeof checkByExploring>>;
  try {
    checked = await checkByExploring(program, options);
  } catch (thrown) {
    return [`${reduction} throws ${thrown instanceof Error ? thrown.message : String(thrown)}`];
  }
  const found = checked.findings.map(identityOf);
  const differences = [
    ...expected.filter((id) => !found.includes(id)).map((id) => `${reduction} misses ${id}`),
    ...found.filter((id) => !expected.includes(id)).map((id) => `${reduction} invents ${id}`),
    ...found.filter((id, n) => found.indexOf(id) !== n).map((id) => `${reduction} repeats ${id}`),
  ];
  for (const verdict of checked.verdicts) {
    const kinds = verdict.property === 'race' ? ['race', 'torn-access'] : [verdict.property];
    const isFound = checked.findings.some((f) => kinds.includes(f.kind));
    if (verdict.kind !== (isFound ? 'violated' : 'holds'))
      differences.push(
        `${reduction} says ${verdict.property} ${verdict.kind}${verdict.kind === 'unknown' ? `: ${verdict.because}` : ''}`,
      );
  }
  return differences;
}

function identityOf(finding: Finding): string {
  const places = finding.accesses.map(({ operation, place, function: fn }) => ({
    operation,
    at: `${place?.line ?? 0}:${place?.column ?? 0}`,
    function: fn,
  }));
  return identity(finding.kind, finding.pattern ?? '', finding.variable, places);
}
