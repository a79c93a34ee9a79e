// Functions that may be handlers, though nothing says so: no context reaches them, and they look like it. Shown to the
// user, with the reason, and never assumed.

import type { IrFunction, IrModule } from '../ir/module.js';
import { hasHandlerShape } from './evidence.js';
import { looksLikeHandler } from './handler-names.js';
import type { CallGraph, Context, Suggestion } from './program.js';
import type { References } from './references.js';

/** The likeliest first. */
export function suggest(
  module: IrModule,
  contexts: readonly Context[],
  references: References,
  callGraph: CallGraph,
  excluded: ReadonlySet<string>,
): readonly Suggestion[] {
  const reached = new Set(contexts.flatMap((c) => [...callGraph.reachable(c.id)]));
  const isOpen = (fn: IrFunction): boolean =>
    fn.blocks.length > 0 &&
    hasHandlerShape(fn) &&
    !reached.has(fn.name) &&
    !excluded.has(fn.name) &&
    !references.called.has(fn.name);
  return [...module.functions.values()]
    .filter((fn) => isOpen(fn) && (fn.linkage === 'external' || references.addressTaken.has(fn.name)))
    .map((fn) => ({ fn, isLikely: looksLikeHandler(fn.sourceName) }))
    .filter(
      ({ fn, isLikely }) => isLikely || (fn.type.parameters.length === 0 && !references.addressTaken.has(fn.name)),
    )
    .sort((a, b) => Number(b.isLikely) - Number(a.isLikely))
    .map(({ fn, isLikely }) => {
      const place = module.units[fn.unit]?.debug.subprogram(fn.debug)?.place;
      const calls = references.addressTaken.has(fn.name)
        ? 'its address is taken, and nothing calls it'
        : 'nothing calls it';
      return {
        function: fn.sourceName,
        because: isLikely ? `${calls}, and its name is a handler's` : calls,
        ...(place === undefined ? {} : { place }),
      };
    });
}
