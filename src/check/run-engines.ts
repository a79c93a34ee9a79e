// The engine that was asked for, or both, on a loaded program.

import { type Checked, settle } from '../engines/engine.js';
import type { Limits } from '../engines/limits.js';
import type { Finding } from '../findings/finding.js';
import type { Program } from '../model/program.js';
import type { Solvers } from '../solve/solver.js';
import { type Settings, whySymbolicCannot } from './settings.js';

export interface EngineRun extends Limits {
  readonly solvers: Solvers;
  /** Of the memory that may be used, how much is: 0 to 1. */
  readonly memoryUsed: () => number;
  readonly found?: ((finding: Finding) => void) | undefined;
}

export async function runEngines(program: Program, settings: Settings, run: EngineRun): Promise<Checked> {
  const { solvers, memoryUsed, found } = run;
  const symbolic = async () => {
    const { symbolicEngine } = await import('../engines/symbolic/symbolic.js');
    return symbolicEngine({ encoding: settings.encoding, solvers });
  };
  if (settings.engine === 'symbolic') return settle(await symbolic(), program, settings, run, found);
  const { exploreEngine } = await import('../engines/explore/explore.js');
  const explore = exploreEngine({ reduction: settings.reduction ?? 'reduced', solvers });
  if (!(await isForBoth(program, settings))) return settle(explore, program, settings, run, found);
  const { portfolio } = await import('../engines/portfolio.js');
  const both = portfolio(explore, await symbolic(), { seconds: settings.timeout, memoryUsed });
  return settle(both, program, settings, run, found);
}

async function isForBoth(program: Program, settings: Settings): Promise<boolean> {
  if (settings.engine !== 'auto' || settings.reduction !== undefined) return false;
  const { unmodelledInModel } = await import('../findings/verdict.js');
  return whySymbolicCannot(settings) === undefined && unmodelledInModel(program).length === 0;
}
