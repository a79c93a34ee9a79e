// Memory as bytes: copies of arrays and records, whole or in part, overlapping or not, and fills.

import { literal, variablePlace } from './build.js';
import type { Context } from './context.js';
import { needsValue } from './initial.js';
import { integerExpression } from './integer.js';
import { indexWithin, rootOf, simpleTarget, steadyArray } from './place.js';
import type { Place, Statement } from './syntax.js';
import { bool, int } from './type.js';

export function copy(c: Context): readonly Statement[] {
  const { random } = c;
  const isTarget = (p: Place): boolean => {
    const root = rootOf(p);
    return root !== undefined && !root.constant && (!c.pure || root.storage === 'local');
  };
  if (random.chance(3)) {
    const record = random.chance(3) ? simpleTarget(c, (t) => t.kind === 'record' && !needsValue(t)) : undefined;
    if (record !== undefined) return [{ kind: 'fill', target: record, byte: literal(int, 0) }];
    const array = steadyArray(c, (p) => isTarget(p) && p.type.element.kind === 'integer' && p.type.element !== bool);
    return array === undefined ? [] : [{ kind: 'fill', target: array, byte: integerExpression(c, 1) }];
  }
  const target = steadyArray(
    c,
    (p) => isTarget(p) && p.type.element.kind !== 'pointer' && p.type.element.kind !== 'callable',
  );
  if (target === undefined || random.chance(3)) return copyRecord(c);
  const { element } = target.type;
  const isSame = random.chance(3);
  const source = isSame ? target : steadyArray(c, (p) => p.type.element === element && rootOf(p) !== rootOf(target));
  if (source === undefined) return [];
  if (!isSame && source.type.length === target.type.length && random.chance(2))
    return [{ kind: 'copy', function: 'memcpy', target, source }];
  const count = 1 + random.below(Math.min(source.type.length, target.type.length));
  const elements = {
    count,
    to: indexWithin(c, 0, target.type.length - count),
    from: indexWithin(c, 0, source.type.length - count),
  };
  return [
    {
      kind: 'copy',
      function: isSame ? 'memmove' : random.pick(['memcpy', 'memmove'] as const),
      target,
      source,
      elements,
    },
  ];
}

function copyRecord(c: Context): readonly Statement[] {
  const target = simpleTarget(c, (t) => t.kind === 'record');
  if (target === undefined) return [];
  const sources = c.variables.filter((v) => v.type === target.type && v !== rootOf(target) && !v.volatile);
  if (sources.length === 0) return [];
  return [
    {
      kind: 'copy',
      function: c.random.pick(['memcpy', 'memmove'] as const),
      target,
      source: variablePlace(c.random.pick(sources)),
    },
  ];
}
