// `--engine auto`: the cheapest engine first. explore settles most programs in no time; where it has not after a few seconds, it is held
// where it stands, and the symbolic engine gets half of the time that is left: for assertions first, whose formula is much the smaller one.
// If that settles everything, explore is dismissed; else it goes on.
// A property is settled by an engine that looked at all of it. What is violated for one engine is violated; what no engine settled is unknown.

import type { Finding, Property, Verdict } from '../findings/finding.js';
import type { Limits, Progress } from './limits.js';

export interface Answered {
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
  readonly statistics: Readonly<Record<string, number>>;
}

/** An engine with its program and its settings. */
export interface Engines {
  readonly explore: (limits: Limits) => Promise<Answered>;
  /** `isComplete`: every question that it has was answered. */
  readonly symbolic: (
    properties: readonly Property[],
    limits: Limits,
  ) => Promise<Answered & { readonly isComplete: boolean }>;
}

export interface PortfolioOptions extends Limits {
  readonly properties: readonly Property[];
  /** Until `isOver` says that the time is over. */
  readonly seconds: number;
  /** Of the memory that may be used, how much is: 0 to 1. */
  readonly memoryUsed: () => number;
  /** In the order of a report, each identity once: the first of those that show the most harm. */
  readonly arrange: (findings: readonly Finding[]) => readonly Finding[];
  /** Milliseconds. */
  readonly now?: () => number;
}

export type FoundBy = Finding & { readonly engine: string };

export interface Settled extends Answered {
  readonly findings: readonly FoundBy[];
}

/** explore's first turn is so long, or a third of the time, and ends when half of the memory is used. */
const FIRST_SECONDS = 5;
const FIRST_MEMORY = 0.5;

export async function checkByPortfolio(engines: Engines, options: PortfolioOptions): Promise<Settled> {
  const now = options.now ?? (() => performance.now());
  const start = now();
  const firstEnds = start + 1000 * Math.min(FIRST_SECONDS, options.seconds / 3);
  const end = start + 1000 * options.seconds;
  const second: Awaited<ReturnType<Engines['symbolic']>>[] = [];
  let isFirst = true;
  let isDismissed = false;

  const takeTurn = async (progress: Progress): Promise<void> => {
    isFirst = false;
    const turnEnds = (now() + end) / 2;
    const [assertion, others] = [true, false].map((is) => options.properties.filter((p) => (p === 'assertion') === is));
    const rounds = [assertion!, others!].filter((properties) => properties.length > 0);
    for (const [n, properties] of rounds.entries()) {
      const until = n === rounds.length - 1 ? turnEnds : (now() + turnEnds) / 2;
      const limits: Limits = {
        isOver: () => options.isOver() ?? (now() > until ? 'its share of the time was over' : undefined),
        ...(options.isPauseDue === undefined ? {} : { isPauseDue: options.isPauseDue }),
        pause: async (own) =>
          options.pause?.({
            ...own,
            states: progress.states,
            sightings: Math.max(own.sightings, progress.sightings),
          }),
      };
      second.push(await engines.symbolic(properties, limits));
    }
    isDismissed = second.every((s) => s.isComplete && s.verdicts.every((v) => v.kind !== 'unknown'));
  };
  const first = await engines.explore({
    isOver: () => {
      if (!isDismissed) return options.isOver();
      // Said once, to end the exploration: what it found is still to be judged.
      isDismissed = false;
      return 'everything was settled';
    },
    isPauseDue: () => options.isPauseDue?.() === true || (isFirst && now() > firstEnds),
    pause: async (progress) => {
      await options.pause?.(progress);
      // Once it has explored everything, there is nothing left for another engine.
      const isTurnOver = progress.phase === 'exploring' && (now() > firstEnds || options.memoryUsed() > FIRST_MEMORY);
      if (isFirst && isTurnOver && options.isOver() === undefined) await takeTurn(progress);
    },
  });
  return isFirst ? settledBy(first) : merge(first, joined(second), options.arrange);
}

/** One engine alone. */
export function settledBy({ verdicts, findings, statistics }: Answered): Settled {
  const engine = verdicts[0]?.engine ?? '';
  return { verdicts, findings: findings.map((f) => ({ ...f, engine })), statistics };
}

/** Of one engine, asked about different properties. */
function joined(answers: readonly Answered[]): Answered {
  const statistics: Record<string, number> = {};
  for (const answer of answers)
    for (const [name, number] of Object.entries(answer.statistics)) statistics[name] = (statistics[name] ?? 0) + number;
  return {
    verdicts: answers.flatMap((a) => a.verdicts),
    findings: answers.flatMap((a) => a.findings),
    statistics,
  };
}

function merge(first: Answered, second: Answered, arrange: PortfolioOptions['arrange']): Settled {
  const [found, added] = [settledBy(first).findings, settledBy(second).findings];
  const engineOf = new Map<Finding, string>([...found, ...added].map((f) => [f, f.engine]));
  return {
    verdicts: first.verdicts.map((v) => verdictOf(v, second.verdicts.find((s) => s.property === v.property)!)),
    findings: arrange([...found, ...added]).map((f) => ({ ...f, engine: engineOf.get(f)! })),
    statistics: mergeStatistics(first.statistics, second.statistics),
  };
}

function verdictOf(first: Verdict, second: Verdict): Verdict {
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
function mergeStatistics(explore: Answered['statistics'], symbolic: Answered['statistics']): Answered['statistics'] {
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
