// The globals, functions and aliases that a constant mentions, however deep.

import type { Constant } from './value.js';

/** Constants nest no deeper than the parser lets them. */
export function forEachGlobal(constant: Constant, visit: (name: string) => void): void {
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
