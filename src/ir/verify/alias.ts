// Aliases that lead back to themselves, through whatever expressions.

import { forEachGlobal } from '../mentioned-globals.js';
import type { IrModule } from '../module.js';
import { stronglyConnected } from '../strongly-connected.js';

/** The names of those that are part of a circle. */
export function aliasesInCircles(module: IrModule): ReadonlySet<string> {
  const names = [...module.aliases.keys()];
  const numbers = new Map(names.map((name, n) => [name, n]));
  const edges = [...module.aliases.values()].map(({ target }) => {
    const mentioned: number[] = [];
    forEachGlobal(target, (name) => {
      const number = numbers.get(name);
      if (number !== undefined) mentioned.push(number);
    });
    return mentioned;
  });
  const circles = stronglyConnected(edges.keys(), edges).filter(
    ([first, ...rest]) => rest.length > 0 || (first !== undefined && edges[first]?.includes(first)),
  );
  return new Set(circles.flat().map((n) => names[n]!));
}
