// Does a changed program still have what was found before the change, and is nothing new in it? It is explored within
// the same bounds, to the end: what is not settled is no proof.

import { type Questions, settle } from '../engines/engine.js';
import { exploreEngine } from '../engines/explore/explore.js';
import { isPaperName } from '../engines/explore/reductions/paper/strategy.js';
import type { ReductionName } from '../engines/explore/reductions/reduction.js';
import type { Limits } from '../engines/limits.js';
import { undefinedWords } from '../findings/undefined-behaviour.js';
import { unreachedTexts } from '../findings/vacuous.js';
import type { Verdict } from '../findings/verdict.js';
import type { ContextId, Program } from '../model/program.js';
import type { Solvers } from '../solve/solver.js';
import { type Change, originalIdentity } from './change.js';
import { isClosed } from './closed.js';
import { WindowGuard, WindowReport } from './guard.js';

/** How findings are looked for. */
export interface FixOptions extends Questions, Limits {
  readonly solvers: Solvers;
  readonly reduction: ReductionName;
}

export interface FixQuestion {
  readonly change: Change;
  /** What the lines after the window open, whatever it was before. */
  readonly opens: 'mask' | readonly ContextId[] | undefined;
  readonly options: FixOptions;
  /** Visible steps after which it gives up. */
  readonly steps: number;
  /** What was found in the program as it is: identities, and the verdicts. */
  readonly before: ReadonlySet<string>;
  readonly verdicts: readonly Verdict[];
}

export type FixOutcome = { readonly steps: number } & (
  | { readonly kind: 'refused'; readonly because: string }
  /** `left`: identities of what is still found, as they were before the change. */
  | { readonly kind: 'verified'; readonly left: ReadonlySet<string>; readonly verified: string }
);

export async function verify(program: Program, question: FixQuestion): Promise<FixOutcome> {
  const { change, options } = question;
  if (!isClosed(program, change)) return { kind: 'refused', because: 'there is a way out of the window', steps: 0 };
  const report = new WindowReport();
  const pathObserver = WindowGuard.begin({ program, change, mustBeOpen: question.opens, report });
  const reduction = isPaperName(options.reduction) ? 'reduced' : options.reduction;
  const explored = await settle(
    exploreEngine({ reduction, solvers: options.solvers, pathObserver }),
    program,
    options,
    {
      ...options,
      // That a finding is still there is the question, not what harm it does.
      isJudgingOver: () => 'nobody asks for harm',
      isOver: () =>
        options.isOver() ??
        report.problem ??
        (report.steps > question.steps ? 'the steps for suggestions are used up' : undefined),
    },
  );
  const { steps } = report;
  const refused = (because: string): FixOutcome => ({ kind: 'refused', because, steps });
  if (report.problem !== undefined) return refused(report.problem);
  if (!report.wasEntered) return refused('the window is never run');
  const unsettled = explored.verdicts.map(doubtOf).find((doubt) => doubt !== undefined);
  if (unsettled !== undefined) return refused(unsettled);
  const known = new Set(question.verdicts.flatMap((v) => v.assumptions).map(withoutPlaces));
  // Where the preemption is kept out, code may be left that only it could reach.
  for (const v of explored.verdicts)
    if (v.kind === 'holds') for (const text of unreachedTexts(v.unreached ?? [])) known.add(withoutPlaces(text));
  const assumed = explored.verdicts.flatMap((v) => v.assumptions).find((a) => !known.has(withoutPlaces(a)));
  if (assumed !== undefined) return refused(assumed);
  const left = new Set(explored.findings.map((f) => originalIdentity(f, change, program.contexts)));
  const added = [...left].find((id) => !question.before.has(id));
  if (added !== undefined) return refused(`new: ${added}`);
  return { kind: 'verified', left, verified: textOf(options), steps };
}

function doubtOf(verdict: Verdict): string | undefined {
  switch (verdict.kind) {
    case 'holds':
      return undefined;
    case 'violated':
      return verdict.incomplete;
    case 'unknown':
      return verdict.because;
  }
}

/**
 * How often and where undefined behaviour ends executions may change; that it does, and that an ISR never starts, must
 * not.
 */
function withoutPlaces(assumption: string): string {
  return assumption.startsWith(undefinedWords) ? undefinedWords : assumption;
}

function textOf({ arrivals }: FixOptions): string {
  const times = !Number.isFinite(arrivals)
    ? 'any number of arrivals'
    : arrivals === 1
      ? 'one arrival'
      : `${arrivals} arrivals`;
  return `explored again with this change: the finding is gone and none is new, for ${times} of each ISR`;
}
