// `--engine auto`: the cheapest engine first. The first one settles most programs in no time; where it has not after so
// much work, it waits where it stands, and the second one gets half of the time that is left: for assertions first,
// whose formula is much the smaller one. If that settles everything, the first is dismissed; else it goes on. Work is
// counted, so that whether the second is asked is the same on every computer. A property is settled by an engine that
// looked at all of it. What is violated for one engine is violated; what no engine settled is unknown.

import type { Finding, Property } from '../findings/finding.js';
import { inOrder, withoutLesser } from '../findings/proven-finding.js';
import { isComplete, type Verdict } from '../findings/verdict.js';
import type { Program } from '../model/program.js';
import type { Checked, Engine, News, Questions } from './engine.js';
import type { Limits, Progress } from './limits.js';

export interface PortfolioSettings {
  /** Until the limits say that the time is over, where they do not say it themselves. */
  readonly seconds: number;
  /** Of the memory that may be used, how much is: 0 to 1. */
  readonly memoryUsed: () => number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/**
 * The first engine's first turn is so much work, some seconds of it. It ends as well when a third of the time is over,
 * or half of the memory used: another engine must get its chance.
 */
const FIRST_WORK = 400_000;
const FIRST_MEMORY = 0.5;
/** Of one that does not count its work. */
const FIRST_SECONDS = 5;

export const portfolio = (first: Engine, second: Engine, settings: PortfolioSettings): Engine => ({
  name: 'auto',
  check: (program, questions, limits) => checkBoth(first, second, settings, program, questions, limits),
});

async function* checkBoth(
  first: Engine,
  second: Engine,
  { seconds, memoryUsed, now = () => performance.now() }: PortfolioSettings,
  program: Program,
  questions: Questions,
  limits: Limits,
): AsyncGenerator<News, Checked> {
  const start = now();
  const left = limits.secondsLeft?.() ?? seconds;
  const end = start + 1000 * left;
  let isCounted = false;
  let isWorkDone = false;
  const isTurnOver = (work: number): boolean => {
    isCounted = true;
    isWorkDone ||= work >= FIRST_WORK;
    return isFirstTurn && isWorkDone;
  };
  const isFirstOver = (): boolean =>
    isWorkDone || now() > start + 1000 * (isCounted ? left / 3 : Math.min(FIRST_SECONDS, left / 3));
  const seconded: Checked[] = [];
  let isFirstTurn = true;
  let isDismissed = false;
  const run = first.check(program, questions, {
    ...limits,
    isOver: () => {
      if (!isDismissed) return limits.isOver();
      // Said once, to end the search: what it found is still to be judged.
      isDismissed = false;
      return 'everything was settled';
    },
    isPauseDue: () => limits.isPauseDue?.() === true || (isFirstTurn && isFirstOver()),
    isTurnOver,
  });
  const secondTurn = async function* (progress: Progress): AsyncGenerator<News, readonly Checked[]> {
    const turnEnds = (now() + end) / 2;
    const rounds = roundsOf(questions, second.leaves ?? []);
    const answers: Checked[] = [];
    for (const [n, round] of rounds.entries()) {
      const until = n === rounds.length - 1 ? turnEnds : (now() + turnEnds) / 2;
      const isOver = (): string | undefined =>
        limits.isOver() ?? (now() > until ? 'its share of the time was over' : undefined);
      answers.push(yield* withProgressOf(progress, second.check(program, round, { ...limits, isOver })));
    }
    return answers;
  };
  for (;;) {
    const { done, value } = await run.next();
    if (done === true) {
      const isCutInTime = isFirstTurn && value.wasCut === true && limits.isOver() === undefined;
      if (isCutInTime) {
        const { states = 0 } = value.statistics;
        seconded.push(...(yield* secondTurn({ phase: 'encoding', states, sightings: value.findings.length })));
      }
      return seconded.length === 0 ? value : merge(value, joined(seconded));
    }
    yield value;
    // Once it has searched everything, there is nothing left for another engine.
    if (!isFirstTurn || value.kind !== 'pause' || value.progress.phase !== 'exploring') continue;
    if ((!isFirstOver() && memoryUsed() <= FIRST_MEMORY) || limits.isOver() !== undefined) continue;
    isFirstTurn = false;
    seconded.push(...(yield* secondTurn(value.progress)));
    const settled = seconded.filter((s) => s.isComplete).flatMap((s) => s.verdicts.filter(isComplete));
    isDismissed = questions.properties.every((p) => settled.some((v) => v.property === p));
  }
}

/** Assertions, then the other properties that it has an answer to. */
function roundsOf(questions: Questions, left: readonly Property[]): readonly Questions[] {
  const asked = questions.properties.filter((p) => !left.includes(p));
  return [true, false]
    .map((is) => ({ ...questions, properties: asked.filter((p) => (p === 'assertion') === is) }))
    .filter(({ properties }) => properties.length > 0);
}

/** Whoever waits has also seen what the first engine did. */
async function* withProgressOf(
  { states, sightings }: Progress,
  run: AsyncGenerator<News, Checked>,
): AsyncGenerator<News, Checked> {
  for (;;) {
    const { done, value } = await run.next();
    if (done === true) return value;
    if (value.kind !== 'pause') yield value;
    else {
      const { progress } = value;
      yield { kind: 'pause', progress: { ...progress, states, sightings: Math.max(progress.sightings, sightings) } };
    }
  }
}

/** Of one engine, asked about different properties. */
function joined(answers: readonly Checked[]): Checked {
  const statistics: Record<string, number> = {};
  for (const answer of answers)
    for (const [name, number] of Object.entries(answer.statistics)) statistics[name] = (statistics[name] ?? 0) + number;
  return {
    verdicts: answers.flatMap((a) => a.verdicts),
    findings: answers.flatMap((a) => a.findings),
    statistics,
    isComplete: answers.every((a) => a.isComplete),
    coversAllArrivals: answers.every((a) => a.coversAllArrivals === true),
  };
}

function merge(first: Checked, second: Checked): Checked {
  const findings: readonly Finding[] = [...first.findings, ...second.findings];
  return {
    verdicts: first.verdicts.map((v) => {
      const other = second.verdicts.find((s) => s.property === v.property);
      return other === undefined ? v : settledVerdict(v, other);
    }),
    findings: withoutLesser(inOrder(findings)),
    candidates: first.candidates ?? [],
    statistics: mergeStatistics(first.statistics, second.statistics),
    isComplete: first.isComplete || second.isComplete,
    wasCut: first.wasCut === true,
    coversAllArrivals: first.coversAllArrivals === true || second.coversAllArrivals === true,
  };
}

function settledVerdict(first: Verdict, second: Verdict): Verdict {
  // Of two violated ones, the one that knows of all findings: together they have no fewer.
  const isWhole = (v: Verdict): boolean => v.kind === 'violated' && v.incomplete === undefined;
  const settled = [isWhole, ...(['violated', 'holds'] as const).map((kind) => (v: Verdict) => v.kind === kind)]
    .map((is) => [first, second].find(is))
    .find((v) => v !== undefined);
  if (settled !== undefined) return settled;
  const reasons = [first, second].flatMap((v) => (v.kind === 'unknown' ? [`${v.engine}: ${v.because}`] : []));
  return { ...first, kind: 'unknown', engine: `${first.engine}, ${second.engine}`, because: reasons.join('; ') };
}

/** Numbers that both have: each under its engine's name, and their sum. */
function mergeStatistics(explore: Checked['statistics'], symbolic: Checked['statistics']): Checked['statistics'] {
  const merged: Record<string, number> = { ...explore, ...symbolic };
  for (const name of Object.keys(explore)) {
    if (symbolic[name] === undefined) continue;
    const suffix = name[0]!.toUpperCase() + name.slice(1);
    merged[name] = explore[name]! + symbolic[name];
    merged[`explore${suffix}`] = explore[name]!;
    merged[`symbolic${suffix}`] = symbolic[name];
  }
  return merged;
}
