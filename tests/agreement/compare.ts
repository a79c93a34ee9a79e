// One generated program through everything that claims to know its findings: `exhaustive`, `reduced`, the symbolic
// engine and the oracle. They agree when the sets of findings are equal and every verdict says what its findings say.

import { fileURLToPath } from 'node:url';
import { InternalError } from '../../src/base/internal-error.js';
import type { Program } from '../../src/check.js';
import type { Checked } from '../../src/engines/engine.js';
import type { Finding } from '../../src/findings/finding.js';
import { undefinedReasons } from '../../src/findings/undefined-behaviour.js';
import type { Verdict } from '../../src/findings/verdict.js';
import { cpuTime } from '../cpu-time.js';
import { type CheckOptions, checkByExploring, checkSymbolically } from '../engines/check.js';
import { loadText } from '../model/load.js';
import { loadCadical } from '../solve/loaded-cadical.js';
import { TooMany, Unfit } from './executions.js';
import { type HarmTally, harmDifference, isComparable, noHarm } from './harm/agree.js';
import { HarmOracle } from './harm/judge.js';
import { HarmSearch } from './harm/search.js';
import { findAll, identity, type OracleAnswer } from './oracle.js';
import { printProgram } from './print.js';
import type { GeneratedProgram } from './syntax.js';

export type Comparison =
  | {
      readonly kind: 'agree';
      readonly executions: number;
      readonly findings: readonly string[];
      readonly harm: HarmTally;
    }
  | { readonly kind: 'too-large' }
  /** It does not compile, or does what is not modelled. */
  | { readonly kind: 'unfit'; readonly why: string }
  | { readonly kind: 'disagree'; readonly differences: readonly string[] };

/** `npm run agreement` asks everybody about every program, `npm test` the symbolic engine about some. */
const isLong = process.env.AGREEMENT_PROGRAMS !== undefined;

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
  const oracle = new HarmOracle(loaded, generated);
  const search = isLong || generated.seed % 3 === 0 ? new HarmSearch(oracle) : undefined;
  const judge: Judge = { oracle, search, tally: noHarm() };
  let expected: ReturnType<typeof findAll>;
  try {
    expected = findAll(loaded, {
      unit,
      effect,
      arrivals,
      limit,
      createSolver: () => solvers.create(),
      visitTriple: (execution, triple, name) => search?.visit(execution, triple, name()),
    });
  } catch (thrown) {
    if (thrown instanceof TooMany) return { kind: 'too-large' };
    if (thrown instanceof Unfit) return { kind: 'unfit', why: thrown.message };
    return { kind: 'disagree', differences: [`the oracle throws ${String(thrown)}`] };
  }
  const differences: string[] = [];
  for (const engine of engines)
    if (engine.accepts(generated))
      differences.push(...(await differencesOf(loaded, generated, engine, expected, judge, patience)));
  if (differences.length > 0) return { kind: 'disagree', differences };
  return { kind: 'agree', executions: expected.executions, findings: expected.findings, harm: judge.tally };
}

interface Judge {
  readonly oracle: HarmOracle;
  /** What all executions show: slow, `npm test` asks it about some programs. */
  readonly search: HarmSearch | undefined;
  readonly tally: HarmTally;
}

interface Engine {
  readonly name: string;
  readonly mayGiveUp: boolean;
  readonly accepts: (generated: GeneratedProgram) => boolean;
  readonly check: (program: Program, options: Omit<CheckOptions, 'reduction'>) => Promise<Checked>;
}

const allEngines: readonly Engine[] = [
  ...(['exhaustive', 'reduced'] as const).map(
    (reduction): Engine => ({
      name: reduction,
      mayGiveUp: false,
      accepts: () => true,
      check: (program, options) => checkByExploring(program, { ...options, reduction }),
    }),
  ),
  ...(['exhaustive', 'reduced'] as const).map(
    (reduction): Engine => ({
      name: `${reduction}-tables`,
      mayGiveUp: false,
      accepts: ({ seed }) => isLong || seed % 4 === 2,
      check: (program, options) => checkByExploring(program, { ...options, reduction, kernel: 'on' }),
    }),
  ),
  ...(['gap', 'precise', 'po', 'threads'] as const).map(
    (encoding): Engine => ({
      name: encoding,
      mayGiveUp: encoding !== 'gap',
      // Units of work are tasks there.
      accepts: ({ unit, seed }) => unit === 'task' && (isLong || seed % (encoding === 'gap' ? 2 : 8) === 0),
      check: (program, options) => checkSymbolically(program, { ...options, encoding }),
    }),
  ),
  {
    name: 'gap-partitioned',
    // Sets of instances are many; it is only ever the second formula.
    mayGiveUp: true,
    accepts: ({ unit, seed }) => unit === 'task' && (isLong || seed % 4 === 1),
    check: (program, options) => checkSymbolically(program, { ...options, encoding: 'gap', tracePartitioning: true }),
  },
];

const engines = allEngines.filter(({ name }) => process.env.AGREEMENT_ENGINES?.split(',').includes(name) ?? true);

/** Why it cannot be loaded, if it cannot. */
export async function load(generated: GeneratedProgram): Promise<Program | string> {
  try {
    const { program } = await loadText(printProgram(generated), {
      clang: 'auto',
      platform: platformOf(generated),
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

export function platformOf({ nesting }: GeneratedProgram): string {
  return nesting === 'priority' ? 'generic' : fileURLToPath(new URL(`platforms/${nesting}.json`, import.meta.url));
}

const TOO_LONG = 'too long for a program of this size';

/** Exploration of a program whose executions can be counted takes no half minute: one that does has lost its way. */
export const PATIENCE = 30_000;

async function differencesOf(
  program: Program,
  generated: GeneratedProgram,
  { name, check, mayGiveUp }: Engine,
  { findings: expected, undefinedPlaces, isDefinedOnce, hasStarts, unreached }: OracleAnswer,
  { oracle, search, tally }: Judge,
  patience: number,
): Promise<readonly string[]> {
  const until = cpuTime() + patience;
  const options: Omit<CheckOptions, 'reduction'> = {
    properties: ['atomicity', 'race', 'assertion'],
    arrivals: generated.arrivals,
    unwind: 100,
    unit: generated.unit,
    effect: generated.effect,
    races: 'all',
    isOver: () => (cpuTime() > until ? TOO_LONG : undefined),
  };
  let checked: Checked;
  try {
    checked = await check(program, options);
  } catch (thrown) {
    return [`${name} throws ${thrown instanceof Error ? thrown.message : String(thrown)}`];
  }
  // What an encoding cannot express it refuses; the published ones may need long, too.
  const isRefused = ({ because }: { readonly because?: string }): boolean =>
    because?.includes('cannot express') === true || (mayGiveUp && because?.includes(TOO_LONG) === true);
  if (checked.verdicts.some((v) => v.kind === 'unknown' && isRefused(v))) return [];
  if (mayGiveUp && 'isComplete' in checked && checked.isComplete === false) return [];
  const found = checked.findings.map(identityOf);
  // What it says of the rest is that there may be more.
  const isPartial = checked.verdicts.some(
    (v) => v.kind === 'violated' && v.incomplete?.includes('cannot express') === true,
  );
  const differences = [
    ...expected.filter((id) => !found.includes(id) && !isPartial).map((id) => `${name} misses ${id}`),
    ...found.filter((id) => !expected.includes(id)).map((id) => `${name} invents ${id}`),
    ...found.filter((id, n) => found.indexOf(id) !== n).map((id) => `${name} repeats ${id}`),
  ];
  for (const finding of checked.findings) {
    const difference = harmDifference(oracle, finding, tally);
    const id = identityOf(finding);
    if (difference !== undefined) differences.push(`${name} harm ${difference} of ${id}`);
    if (!isComparable(finding) || search?.harmful.has(id) !== true) continue;
    tally[finding.harm === 'harmful' ? 'found' : 'missed']++;
  }
  for (const verdict of checked.verdicts) {
    const { places = 0, stopped = [] } = verdict.undefinedBehaviour ?? {};
    if (places !== undefinedPlaces)
      differences.push(`${name} sees undefined behaviour in ${places} places instead of ${undefinedPlaces}`);
    const isStopped = stopped.some((s) => s.context === 'main');
    if (isStopped === isDefinedOnce) differences.push(`${name} says that main ${isStopped ? 'never' : 'once'} ends`);
    if (stopped.length > 0 && verdict.kind === 'unknown' && isOnlyStopped(verdict)) continue;
    const kinds = verdict.property === 'race' ? ['race', 'torn-access', 'missing-volatile'] : [verdict.property];
    const isFound = checked.findings.some((f) => kinds.includes(f.kind));
    const isVacuous =
      verdict.kind === 'unknown' && /^(?:no ISR starts|there is no interrupt handler)/.test(verdict.because);
    const isRight = isFound ? verdict.kind === 'violated' : hasStarts ? verdict.kind === 'holds' : isVacuous;
    // Formulas don't know of all.
    if (verdict.kind === 'holds' && verdict.engine === 'explore') {
      const [mine, right] = [verdict.unreached ?? [], unreached].map((codes) => JSON.stringify(codes));
      if (mine !== right) differences.push(`${name} says that ISRs do not reach ${mine}, but that is ${right}`);
    }
    if (!isRight)
      differences.push(
        `${name} says ${verdict.property} ${verdict.kind}${verdict.kind === 'unknown' ? `: ${verdict.because}` : ''}`,
      );
  }
  return differences;
}

/** Is it unknown for no other reason than that every run of some context ends in undefined behaviour? */
function isOnlyStopped({ because, undefinedBehaviour }: Extract<Verdict, { kind: 'unknown' }>): boolean {
  return because === undefinedReasons(undefinedBehaviour!).join('; ');
}

function identityOf(finding: Finding): string {
  const places = finding.accesses.map(({ operation, place, function: fn }) => ({
    operation,
    at: `${place?.line ?? 0}:${place?.column ?? 0}`,
    function: fn,
  }));
  return identity(finding.kind, finding.pattern ?? '', finding.variable, places);
}
