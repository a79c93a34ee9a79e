// All parts of a program, outer ones first. Types and variables are not parts: they are what parts refer to.

import type { Expression, Place, Statement } from './syntax.js';

/** Where a node is: property names and indices from the program on. */
export type Path = readonly (string | number)[];

const references = new Set([
  'type',
  'range',
  'variable',
  'field',
  'of',
  'node',
  'parameters',
  'result',
  'record',
  'members',
  'labels',
]);

export function walk(value: unknown, see: (part: unknown, path: Path) => void, path: Path = []): void {
  if (typeof value !== 'object' || value === null || 'storage' in value) return;
  if (path.length > 0 || !('seed' in value)) see(value, path);
  const entries = Array.isArray(value)
    ? value.entries()
    : Object.entries(value).filter(([key]) => !references.has(key));
  for (const [key, part] of entries) walk(part, see, [...path, key]);
}

const statementKinds: ReadonlySet<unknown> = new Set<Statement['kind']>([
  'declare',
  'assign',
  'chain',
  'increment',
  'evaluate',
  'out',
  'if',
  'loop',
  'walk',
  'switch',
  'web',
  'labelled',
  'goto',
  'break',
  'continue',
  'block',
  'return',
  'copy',
  'fill',
  'allocate',
  'list',
]);

const placeKinds: ReadonlySet<unknown> = new Set<Place['kind']>([
  'variable',
  'index',
  'element',
  'member',
  'byte',
  'character',
]);

export function isExpression(part: unknown): part is Expression {
  return isNode(part) && 'kind' in part && 'range' in part && 'type' in part && !('storage' in part);
}

/** A list initialiser has the kind of a list statement, but items. */
export function isStatement(part: unknown): part is Statement {
  return isNode(part) && statementKinds.has(part.kind) && !('range' in part) && !('items' in part);
}

export function isPlace(part: unknown): part is Place {
  return isNode(part) && placeKinds.has(part.kind) && 'type' in part && !('range' in part);
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
