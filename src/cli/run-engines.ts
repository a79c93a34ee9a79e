// The engine that was asked for, or both, on a loaded program.

import type { Limits } from '../engines/limits.js';
import type { Settled } from '../engines/portfolio.js';
import type { Property } from '../findings/finding.js';
import type { Program } from '../model/program.js';
import { type Settings, whySymbolicCannot } from './check-settings.js';

export async function runEngines(program: Program, settings: Settings, limits: Limits): Promise<Settled> {
  const { checkByPortfolio, settledBy } = await import('../engines/portfolio.js');
  const explore = async (l: Limits) => {
    const { checkByExploring } = await import('../engines/explore/check.js');
    return checkByExploring(program, { ...settings, ...l });
  };
  const symbolic = async (properties: readonly Property[], l: Limits) => {
    const { checkSymbolically } = await import('../engines/symbolic/check.js');
    return checkSymbolically(program, { ...settings, properties, ...l });
  };
  if (settings.engine === 'symbolic') return settledBy(await symbolic(settings.properties, limits));
  const { inOrder, unmodelledInModel, withoutLesser } = await import('../findings/verdict.js');
  const isForBoth =
    settings.engine === 'auto' &&
    !settings.isReductionGiven &&
    whySymbolicCannot(settings) === undefined &&
    unmodelledInModel(program).length === 0;
  if (!isForBoth) return settledBy(await explore(limits));
  return checkByPortfolio(
    { explore, symbolic },
    {
      ...limits,
      properties: settings.properties,
      seconds: settings.timeout,
      memoryUsed: () => process.memoryUsage.rss() / 2 ** 20 / settings.memory,
      arrange: (findings) => withoutLesser(inOrder(findings)),
    },
  );
}
