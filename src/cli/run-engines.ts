// The engine that was asked for, or both, on a loaded program.

import { type Checked, settle } from '../engines/engine.js';
import type { Limits } from '../engines/limits.js';
import type { Program } from '../model/program.js';
import { type Settings, whySymbolicCannot } from './check-settings.js';

export async function runEngines(program: Program, settings: Settings, limits: Limits): Promise<Checked> {
  const { unmodelledInModel } = await import('../findings/verdict.js');
  const isForBoth =
    settings.engine === 'auto' &&
    !settings.isReductionGiven &&
    whySymbolicCannot(settings) === undefined &&
    unmodelledInModel(program).length === 0;
  if (settings.engine === 'symbolic') return settle(await symbolic(settings), program, settings, limits);
  const { exploreEngine } = await import('../engines/explore/explore.js');
  const explore = exploreEngine(settings);
  if (!isForBoth) return settle(explore, program, settings, limits);
  const { portfolio } = await import('../engines/portfolio.js');
  const memoryUsed = (): number => process.memoryUsage.rss() / 2 ** 20 / settings.memory;
  const both = portfolio(explore, await symbolic(settings), { seconds: settings.timeout, memoryUsed });
  return settle(both, program, settings, limits);
}

async function symbolic({ encoding }: Settings) {
  const { symbolicEngine } = await import('../engines/symbolic/symbolic.js');
  return symbolicEngine({ encoding });
}
