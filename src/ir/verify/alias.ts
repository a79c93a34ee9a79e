// Aliases that lead back to themselves, through whatever expressions.

import type { IrModule } from '../module.js';
import { stronglyConnected } from '../strongly-connected.js';
import type { Constant } from '../value.js';

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

/** Constants nest no deeper than the parser lets them. */
function forEachGlobal(constant: Constant, visit: (name: string) => void): void {
  if (constant.kind === 'global') visit(constant.name);
  if (constant.kind === 'aggregate') for (const element of constant.elements) forEachGlobal(element, visit);
  if (constant.kind !== 'expression') return;
  for (const part of partsOf(constant)) forEachGlobal(part, visit);
}

function partsOf(expression: Extract<Constant, { kind: 'expression' }>): readonly Constant[] {
  if (expression.op === 'getelementptr') return [expression.base];
  if (expression.op === 'other') return expression.operands;
  return 'value' in expression ? [expression.value] : [expression.left, expression.right];
}
