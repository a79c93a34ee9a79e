// Harm as an engine tells it against the oracle: the execution that a finding is reported with is judged by both, and
// where the oracle knows an execution that does harm, one is reported. What is only assumed, contents of registers and
// values of torn variables, is left out.

import { parseSchedule } from '../../../src/execution/schedule.js';
import type { Finding } from '../../../src/findings/finding.js';
import type { HarmOracle } from './judge.js';

export interface HarmTally {
  /** Reported executions that both judged alike. */
  harmful: number;
  harmless: number;
  /** Findings of which the oracle knows a harmful execution and the engine tried none. */
  missed: number;
  /** Of which both do. */
  found: number;
}

export const noHarm = (): HarmTally => ({ harmful: 0, harmless: 0, missed: 0, found: 0 });

export function addHarm(tally: HarmTally, more: HarmTally): void {
  for (const key of ['harmful', 'harmless', 'missed', 'found'] as const) tally[key] += more[key];
}

/** How the judgements of one reported execution differ; nothing if they agree. */
export function harmDifference(oracle: HarmOracle, finding: Finding, tally: HarmTally): string | undefined {
  if (!isComparable(finding)) return undefined;
  const parsed = parseSchedule(finding.schedule);
  if (parsed.kind !== 'schedule') return `has no schedule: ${finding.schedule}`;
  const recording = oracle.record(parsed.schedule);
  const judged = new Set<string>();
  for (const triple of oracle.lastTriples(recording)) {
    const events = [triple.o1, triple.o2, triple.o3].map((o) => o.event);
    const isIt = events.every((e, n) => {
      const { instruction, operation, context } = finding.accesses[n]!;
      return e.instruction === instruction && e.operation === operation && e.context === context;
    });
    if (isIt) judged.add(oracle.judge(recording, triple));
  }
  if (judged.size === 0) return `shows nothing by ${finding.schedule}`;
  const isHarmful = finding.harm === 'harmful';
  if (judged.has('harmful') !== isHarmful)
    return `says ${finding.harm} of ${finding.schedule} (${finding.difference ?? finding.harmReason}), which is ${[...judged].join(', ')}`;
  tally[isHarmful ? 'harmful' : 'harmless']++;
  return undefined;
}

/** Registers hold what is assumed. */
export function isComparable({ kind, variable, isUnjudged }: Finding): boolean {
  return kind === 'atomicity' && isUnjudged !== true && !variable.startsWith('*(0x') && !/^R\d$/.test(variable);
}
