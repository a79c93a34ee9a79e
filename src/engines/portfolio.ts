// `--engine auto`: the cheapest engine first. The first one settles most programs in no time; where it has not after so
// much work, it waits where it stands, and the second one gets half of the time that is left: for assertions first,
// whose formula is much the smaller one. If that settles everything, the first is dismissed; else it goes on. Work is
// counted, so that whether the second is asked is the same on every computer. A property is settled by an engine that
// looked at all of it. What is violated for one engine is violated; what no engine settled is unknown.
//
// With a thread to spare, the second begins before its turn, and the first goes on beside it where nothing that the
// second may say could dismiss it. Its answers are taken where its turn would have been, or not at all: what is told
// does not depend on who was faster (docs/decisions/0064-the-second-engine-works-ahead.md).

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
  /** The second engine in another thread, where there is one for it now. */
  readonly ahead?: () => Engine | undefined;
}

/**
 * The first engine's first turn is so much work, some seconds of it. It ends as well when a third of the time is over,
 * or half of the memory used: another engine must get its chance.
 */
const FIRST_WORK = 400_000;
const FIRST_MEMORY = 0.5;
/** Of one that does not count its work. */
const FIRST_SECONDS = 5;
/** From which part of the first turn on it is likely enough that there is a second. */
const AHEAD = 1 / 8;

export const portfolio = (first: Engine, second: Engine, settings: PortfolioSettings): Engine => ({
  name: 'auto',
  check: (program, questions, limits) => checkBoth(first, second, settings, program, questions, limits),
});

async function* checkBoth(
  first: Engine,
  second: Engine,
  { seconds, memoryUsed, now = () => performance.now(), ahead }: PortfolioSettings,
  program: Program,
  questions: Questions,
  limits: Limits,
): AsyncGenerator<News, Checked> {
  const start = now();
  const left = limits.secondsLeft?.() ?? seconds;
  const end = start + 1000 * left;
  let work: number | undefined;
  let isWorkDone = false;
  const isTurnOver = (done: number): boolean => {
    work = done;
    isWorkDone ||= done >= FIRST_WORK;
    return isFirstTurn && isWorkDone;
  };
  const isFirstOver = (): boolean =>
    isWorkDone || now() > start + 1000 * (work === undefined ? Math.min(FIRST_SECONDS, left / 3) : left / 3);
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
  const turnOf = async function* (engine: Engine): AsyncGenerator<News, readonly Checked[]> {
    const turnEnds = (now() + end) / 2;
    const rounds = roundsOf(questions, second.leaves ?? []);
    const answers: Checked[] = [];
    for (const [n, round] of rounds.entries()) {
      const until = n === rounds.length - 1 ? turnEnds : (now() + turnEnds) / 2;
      const isOver = (): string | undefined =>
        limits.isOver() ?? (now() > until ? 'its share of the time was over' : undefined);
      answers.push(yield* engine.check(program, round, { ...limits, isOver }));
    }
    return answers;
  };
  let beside: Beside<readonly Checked[]> | undefined;
  const isAheadDue = (): boolean =>
    work === undefined ? now() > start + 1000 * AHEAD * FIRST_SECONDS : work >= AHEAD * FIRST_WORK;
  const askAhead = (): void => {
    const engine = beside === undefined && isAheadDue() ? ahead?.() : undefined;
    if (engine !== undefined) beside = new Beside(turnOf(engine));
  };
  const secondTurn = (progress: Progress): AsyncGenerator<News, readonly Checked[]> =>
    withProgressOf(progress, beside?.rest() ?? turnOf(second));
  // What it has no answer to, only the first can settle.
  const canDismiss = questions.properties.every((p) => second.leaves?.includes(p) !== true);
  /** The second has had its turn, or has it still, beside the first. */
  let isSeconded = false;
  try {
    for (;;) {
      const { done, value } = await run.next();
      if (done === true) {
        const isCutInTime = isFirstTurn && value.wasCut === true && limits.isOver() === undefined;
        if (isCutInTime || (isSeconded && seconded.length === 0)) {
          const { states = 0 } = value.statistics;
          seconded.push(...(yield* secondTurn({ phase: 'encoding', states, sightings: value.findings.length })));
        }
        return seconded.length === 0 ? value : merge(value, joined(seconded));
      }
      yield value;
      // Once it has searched everything, there is nothing left for another engine.
      if (!isFirstTurn || value.kind !== 'pause' || value.progress.phase !== 'exploring') continue;
      askAhead();
      if ((!isFirstOver() && memoryUsed() <= FIRST_MEMORY) || limits.isOver() !== undefined) continue;
      isFirstTurn = false;
      isSeconded = true;
      if (beside !== undefined && !canDismiss) continue;
      seconded.push(...(yield* secondTurn(value.progress)));
      const settled = seconded.filter((s) => s.isComplete).flatMap((s) => s.verdicts.filter(isComplete));
      isDismissed = questions.properties.every((p) => settled.some((v) => v.property === p));
    }
  } finally {
    beside?.drop();
  }
}

/** An engine's work that goes on while this thread waits for something else. */
class Beside<Result> {
  private readonly found: News[] = [];
  private state: 'on its way' | 'taken' | 'dropped' = 'on its way';
  private result: { readonly value: Result } | undefined;
  private readonly watched: Promise<void>;

  constructor(private readonly run: AsyncGenerator<News, Result>) {
    this.watched = this.watch();
    // Heard by whoever takes it.
    this.watched.catch(() => {});
  }

  private async watch(): Promise<void> {
    while (this.state === 'on its way') {
      const { done, value } = await this.run.next();
      if (done === true) {
        this.result = { value };
        return;
      }
      if (value.kind === 'finding') this.found.push(value);
    }
    if (this.state === 'dropped') await this.run.return(undefined as never);
  }

  /** What it has told meanwhile, and all that follows. */
  async *rest(): AsyncGenerator<News, Result> {
    this.state = 'taken';
    await this.watched;
    yield* this.found;
    return this.result === undefined ? yield* this.run : this.result.value;
  }

  /** Nobody wants to know, unless somebody has taken it. */
  drop(): void {
    if (this.state === 'on its way') this.state = 'dropped';
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
async function* withProgressOf<Result>(
  { states, sightings }: Progress,
  run: AsyncGenerator<News, Result>,
): AsyncGenerator<News, Result> {
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
