// `--arrivals auto`: one arrival of each ISR, then two, then any number, each level within a budget of transitions: so
// every machine gives the same answer. What is found stays found; what holds, holds for the deepest level that was
// completed, and says what became of those behind it. A level at which no ISR has used up its arrivals covers all
// others.

import { type Finding, propertyOf } from '../findings/finding.js';
import { inOrder, withoutLesser } from '../findings/proven-finding.js';
import { arrivalBound, type Bounds, isComplete, reasonOf, type Verdict } from '../findings/verdict.js';
import type { Program } from '../model/program.js';
import type { Checked, Engine, News, Questions } from './engine.js';
import type { Limits } from './limits.js';

export interface ArrivalLevel {
  /** Infinity for no bound. */
  readonly arrivals: number;
  /** That the search may make. */
  readonly transitions: number;
}

export const arrivalLevels: readonly ArrivalLevel[] = [
  { arrivals: 1, transitions: 10_000_000 },
  { arrivals: 2, transitions: 500_000 },
  { arrivals: Number.POSITIVE_INFINITY, transitions: 2_000_000 },
];

/** Who answers a level, after what the first one gave; undefined: nobody can. */
export type EngineFor = (level: ArrivalLevel, first: Checked | undefined) => Promise<Engine | undefined>;

export const byArrivals = (engineFor: EngineFor, levels = arrivalLevels): Engine => ({
  name: 'auto',
  check: (program, questions, limits) => checkLevels(engineFor, levels, program, questions, limits),
});

interface LevelAnswer {
  readonly level: ArrivalLevel;
  readonly checked: Checked;
}

async function* checkLevels(
  engineFor: EngineFor,
  levels: readonly ArrivalLevel[],
  program: Program,
  questions: Questions,
  limits: Limits,
): AsyncGenerator<News, Checked> {
  const answers: LevelAnswer[] = [];
  const told = new Set<string>();
  let within = limits;
  for (const level of levels) {
    const engine = await engineFor(level, answers[0]?.checked);
    if (engine === undefined) break;
    if (answers.length === 1) within = halfOf(limits);
    const settled = settledIn(answers);
    const { arrivals, transitions } = level;
    const run = engine.check(program, { ...questions, arrivals, settled }, { ...within, transitions });
    const checked = yield* toldOnce(run, told);
    answers.push({ level, checked });
    if (checked.coversAllArrivals === true || within.isOver() !== undefined || isTooMuch(answers[0]!.checked)) break;
  }
  const findings = inOrder(answers.flatMap((a) => a.checked.findings));
  return {
    findings: withoutLesser(findings),
    candidates: inOrder(answers.flatMap((a) => a.checked.candidates ?? [])),
    verdicts: questions.properties.map((property) => {
      const verdicts = answers.map(({ level, checked }) => ({
        level,
        verdict: checked.verdicts.find((v) => v.property === property)!,
        coversAll: checked.coversAllArrivals === true,
      }));
      return deepest(
        verdicts,
        findings.some((f) => propertyOf(f) === property),
      );
    }),
    statistics: summed(answers.map((a) => a.checked.statistics)),
    isComplete: answers[0]!.checked.isComplete,
    arrivals: needed(answers, findings),
  };
}

/** What comes after the first level leaves half of the time for fixes. */
function halfOf(limits: Limits): Limits {
  const { secondsLeft } = limits;
  if (secondsLeft === undefined) return limits;
  const kept = secondsLeft() / 2;
  return {
    ...limits,
    secondsLeft: () => secondsLeft() - kept,
    isJudgingOver: limits.isOver,
    isOver: () => limits.isOver() ?? (secondsLeft() < kept ? 'half of the time was over' : undefined),
  };
}

/** After a first level that was cut short and settled nothing, the others are larger still. */
function isTooMuch({ wasCut, verdicts }: Checked): boolean {
  return wasCut === true && verdicts.every((v) => v.kind === 'unknown');
}

/** Findings of which no more is to be known. */
function settledIn(answers: readonly LevelAnswer[]): ReadonlySet<string> {
  const all = answers.flatMap((a) => a.checked.findings);
  return new Set(all.filter((f) => f.harm !== 'not-shown-harmful').map((f) => f.id));
}

async function* toldOnce(run: AsyncGenerator<News, Checked>, told: Set<string>): AsyncGenerator<News, Checked> {
  for (;;) {
    const { done, value } = await run.next();
    if (done === true) return value;
    if (value.kind === 'finding') {
      if (told.has(value.finding.id)) continue;
      told.add(value.finding.id);
    }
    yield value;
  }
}

interface LevelVerdict {
  readonly level: ArrivalLevel;
  readonly verdict: Verdict;
  readonly coversAll: boolean;
}

/** What all levels together say of a property. */
function deepest(levels: readonly LevelVerdict[], isViolated: boolean): Verdict {
  const last = levels.findLastIndex((l) => isComplete(l.verdict));
  const { verdict, coversAll } = levels[Math.max(last, 0)]!;
  const cut = levels.slice(last + 1).map(({ level, verdict: v }) => ({
    arrivals: arrivalBound(level.arrivals),
    because: reasonOf(v) ?? '',
  }));
  const bounds: Bounds = {
    ...verdict.bounds,
    ...(coversAll ? { arrivals: 'unbounded' } : {}),
    ...(last === -1 || cut.length === 0 ? {} : { cut }),
  };
  const { property, engine, assumptions, undefinedBehaviour } = verdict;
  const met = undefinedBehaviour === undefined ? {} : { undefinedBehaviour };
  const common = { property, engine, bounds, assumptions, ...met };
  const because = last === -1 ? reasonOf(verdict) : undefined;
  if (isViolated) return { ...common, kind: 'violated', ...(because === undefined ? {} : { incomplete: because }) };
  if (because !== undefined) return { ...common, kind: 'unknown', because };
  const unreached = verdict.kind === 'holds' ? verdict.unreached : undefined;
  return { ...common, kind: 'holds', ...(unreached === undefined ? {} : { unreached }) };
}

/** The first level that all findings were seen at, or before. */
function needed(answers: readonly LevelAnswer[], findings: readonly Finding[]): number {
  const seen = new Set<string>();
  for (const { level, checked } of answers) {
    for (const { id } of checked.findings) seen.add(id);
    if (findings.every(({ id }) => seen.has(id))) return level.arrivals;
  }
  return answers.at(-1)!.level.arrivals;
}

const largest = new Set(['variables', 'clauses']);

function summed(all: readonly Checked['statistics'][]): Checked['statistics'] {
  const sum: Record<string, number> = {};
  for (const statistics of all)
    for (const [name, number] of Object.entries(statistics))
      sum[name] = largest.has(name) ? Math.max(sum[name] ?? 0, number) : (sum[name] ?? 0) + number;
  return sum;
}
