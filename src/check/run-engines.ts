// The engine that was asked for, or both, on a loaded program; with `--arrivals auto`, at each level.

import { InternalError } from '../base/internal-error.js';
import { arrivalLevels, byArrivals } from '../engines/arrival-levels.js';
import { type Checked, type Engine, settle } from '../engines/engine.js';
import { isPaperName } from '../engines/explore/reductions/paper/strategy.js';
import type { SearchThreads } from '../engines/explore/tabulated/shared-search.js';
import type { Limits } from '../engines/limits.js';
import type { OtherThreads } from '../engines/proving.js';
import type { Finding } from '../findings/finding.js';
import type { Program } from '../model/program.js';
import { runsIsrsBeside } from '../model/threading.js';
import type { Solvers } from '../solve/solver.js';
import type { AskedThreads } from './ask-job.js';
import type { Loaded } from './load.js';
import { firstArrivals, isSequential, type SequentialName, type Settings, whySymbolicCannot } from './settings.js';

export interface EngineRun extends Limits {
  readonly solvers: Solvers;
  /** That prove findings, where there are many. */
  readonly threads?: OtherThreads | undefined;
  /** That work ahead of a long search. */
  readonly searchThreads?: SearchThreads | undefined;
  /** That the symbolic engine runs in, while another runs here. */
  readonly askedThreads?: AskedThreads | undefined;
  /** Of the memory that may be used, how much is: 0 to 1. */
  readonly memoryUsed: () => number;
  readonly found?: ((finding: Finding) => void) | undefined;
  /** What engines need that check a translation: the program as it was loaded, and where files are shown from. */
  readonly source?: { readonly loaded: Loaded; readonly base: string } | undefined;
}

export async function runEngines(program: Program, settings: Settings, run: EngineRun): Promise<Checked> {
  const questions = { ...settings, arrivals: firstArrivals(settings) };
  if (isSequential(settings.engine))
    return settle(await sequentialOf(settings.engine, settings, run), program, questions, run, run.found);
  const engine =
    settings.arrivals === 'auto'
      ? levelled(program, settings, run)
      : await engineOf(program, { ...settings, arrivals: settings.arrivals }, run);
  return settle(engine, program, questions, run, run.found);
}

/** Of one number of arrivals. */
type Numbered = Settings & { readonly arrivals: number };

function levelled(program: Program, settings: Settings, run: EngineRun): Engine {
  // The published reductions are about one arrival, and never settle anything.
  const isPaper = settings.reduction !== undefined && isPaperName(settings.reduction);
  return byArrivals(
    async ({ arrivals }, first) => {
      // Where one arrival is too much for the search, more are: the formula is left, which needs a number of them.
      const needsNumber = settings.engine === 'symbolic' || first?.wasCut === true;
      if (needsNumber && !Number.isFinite(arrivals)) return undefined;
      return first === undefined || needsNumber
        ? engineOf(program, { ...settings, arrivals }, run)
        : exploreOf(settings, run);
    },
    isPaper ? arrivalLevels.slice(0, 1) : arrivalLevels,
  );
}

async function engineOf(program: Program, settings: Numbered, run: EngineRun): Promise<Engine> {
  if (settings.engine === 'symbolic') return symbolicOf(program, settings, run);
  const explore = await exploreOf(settings, run);
  if (!(await isForBoth(program, settings))) return explore;
  const { portfolio } = await import('../engines/portfolio.js');
  const { memoryUsed, askedThreads } = run;
  const symbolic = await symbolicOf(program, settings, run);
  const { usualEncoding } = await import('../engines/symbolic/ask/encoding.js');
  const encoding = settings.encoding ?? usualEncoding(program);
  const ahead = (): Engine | undefined =>
    askedThreads?.hasRoom() === true ? askedThreads.engine(symbolic, encoding) : undefined;
  return portfolio(explore, symbolic, { seconds: settings.timeout, memoryUsed, ahead });
}

/**
 * A translation is concrete but for its choices: who walks executions is the one to check it. By `threads`, every step
 * waits for `innermost`, so that any two depend on one another: there are no orders to leave out, only states to meet
 * again, and what it takes to look for such orders is the whole of the time (decision 0078).
 */
async function sequentialOf(name: SequentialName, settings: Settings, run: EngineRun): Promise<Engine> {
  const { engineOn } = await import('./sequentialized.js');
  if (run.source === undefined) throw new InternalError(`--engine ${name} without a program to translate`);
  const { loaded, base } = run.source;
  const reduction = name === 'threads' ? 'exhaustive' : undefined;
  return engineOn(loaded, name, settings, base, () => exploreOf({ ...settings, reduction }, run));
}

async function symbolicOf(program: Program, { encoding }: Settings, { solvers, threads }: EngineRun): Promise<Engine> {
  const { symbolicEngine } = await import('../engines/symbolic/symbolic.js');
  const { usualEncoding } = await import('../engines/symbolic/ask/encoding.js');
  return symbolicEngine({ encoding: encoding ?? usualEncoding(program), solvers, threads });
}

async function exploreOf({ reduction = 'reduced', kernel }: Settings, run: EngineRun): Promise<Engine> {
  const { exploreEngine } = await import('../engines/explore/explore.js');
  const { solvers, threads, searchThreads } = run;
  return exploreEngine({ reduction, kernel, solvers, threads, searchThreads });
}

async function isForBoth(program: Program, settings: Settings): Promise<boolean> {
  if (settings.engine !== 'auto' || settings.reduction !== undefined || runsIsrsBeside(program.threading)) return false;
  const { unmodelledInModel } = await import('../findings/verdict.js');
  return whySymbolicCannot(settings) === undefined && unmodelledInModel(program).length === 0;
}
