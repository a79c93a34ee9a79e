// One generated program with threads through the oracle and the explore engine: what one finds and the other does not.

import type { ReductionName } from '../../../src/engines/explore/reductions/reduction.js';
import type { Finding } from '../../../src/findings/finding.js';
import type { Verdict } from '../../../src/findings/verdict.js';
import { cpuTime } from '../../cpu-time.js';
import { checkByExploring } from '../../engines/check.js';
import type { ThreadProgram } from '../thread-program.js';
import { compiled } from './compiled.js';
import { findInThreads, type ThreadFindings } from './oracle.js';

export interface ThreadComparison {
  readonly differences: readonly string[];
  readonly findings: readonly string[];
  /** Deadlocks that no engine reports, since an ISR accesses what is waited for. */
  readonly leftOpen: number;
  readonly states: number;
  /** By reduction. */
  readonly transitions: readonly number[];
}

export interface ThreadLimits {
  readonly states: number;
  /** Milliseconds for each search. */
  readonly patience: number;
}

/** Undefined: the program is too large for one of them. */
export async function compareThreads(
  generated: ThreadProgram,
  reductions: readonly ReductionName[],
  { states: limit, patience }: ThreadLimits,
): Promise<ThreadComparison | undefined> {
  const { text, isrs, interrupts, arrivals } = generated;
  const expected = findInThreads(text, { isrs, interrupts, arrivals, limit });
  if (expected === undefined) return undefined;
  const program = await compiled(generated);
  const differences: string[] = [];
  const transitions: number[] = [];
  const reported = new Set<string>();
  for (const reduction of reductions) {
    const until = cpuTime() + patience;
    const { findings, verdicts, statistics } = await checkByExploring(program, {
      properties: ['atomicity', 'race', 'assertion', 'deadlock'],
      reduction,
      arrivals,
      unwind: 1000,
      unit: 'task',
      effect: 'reaching',
      races: 'all',
      isOver: () => (cpuTime() > until ? 'too long' : undefined),
    });
    if (cpuTime() > until) return undefined;
    const found = new Set(findings.map((finding) => nameOf(finding, isrs)));
    for (const name of found) reported.add(name);
    differences.push(
      ...[...differencesOf(expected, found), ...wrongVerdicts(found, verdicts)].map((d) => `${reduction} ${d}`),
    );
    transitions.push(statistics.transitions ?? 0);
  }
  return {
    differences,
    findings: [...expected.findings, ...expected.deadlocks],
    leftOpen: [...expected.doubtful].filter((name) => !reported.has(name)).length,
    states: expected.states,
    transitions,
  };
}

function differencesOf(
  { findings, deadlocks, doubtful }: ThreadFindings,
  found: ReadonlySet<string>,
): readonly string[] {
  return [
    ...[...findings, ...deadlocks].filter((n) => !found.has(n) && !doubtful.has(n)).map((n) => `misses ${n}`),
    ...[...found].filter((n) => !findings.has(n) && !deadlocks.has(n)).map((n) => `invents ${n}`),
  ];
}

function wrongVerdicts(found: ReadonlySet<string>, verdicts: readonly Verdict[]): readonly string[] {
  return verdicts.flatMap((v) => {
    const kinds = v.property === 'race' ? ['race', 'missing-volatile'] : [v.property];
    const isFound = [...found].some((name) => kinds.includes(name.split(' ')[0]!));
    if (v.kind === 'unknown')
      return isVacuous(v.because) && !isFound ? [] : [`says ${v.property} unknown: ${v.because}`];
    return isFound === (v.kind === 'violated') ? [] : [`says ${v.property} ${v.kind}`];
  });
}

function isVacuous(because: string): boolean {
  return /^(?:no ISR starts|no thread starts|there is no interrupt handler)/.test(because);
}

/** As the oracle names it. */
function nameOf({ kind, pattern, variable, accesses }: Finding, isrs: ThreadProgram['isrs']): string {
  const lines = accesses.map((a) => a.place?.line ?? 0);
  const ascending = [...lines].sort((a, b) => a - b);
  switch (kind) {
    case 'atomicity':
      return ['atomicity', pattern, variable, ...lines].join(' ');
    case 'deadlock': {
      const ofIsr = accesses.filter((a) => isrs.some((isr) => isr.function === a.function));
      return ['deadlock', ...new Set(ofIsr.length > 0 ? ofIsr.map((a) => a.place?.line ?? 0) : ascending)].join(' ');
    }
    case 'assertion':
      return ['assertion', ...lines].join(' ');
    default:
      return [kind, variable, ...ascending].join(' ');
  }
}
