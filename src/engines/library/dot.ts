// A skeleton as a graph for Graphviz: masked locations are grey, those inside of critical accesses name them.

import type { TrackedVariable } from './description.js';
import type { Skeleton, SkeletonEdge } from './skeleton.js';

export function dotOf(skeleton: Skeleton, variables: readonly TrackedVariable[]): string {
  const lines = [`digraph ${quoted(skeleton.name)} {`, '  node [shape=box, fontname="sans-serif", fontsize=10];'];
  for (const [n, { isMasked, open, place }] of skeleton.locations.entries()) {
    const accesses = open.map((each) => {
      const { isWrite, structure } = skeleton.accesses[each]!;
      return `${isWrite ? 'W' : 'R'} ${structure}`;
    });
    const label = [n === 0 ? skeleton.name : `${n}${place === undefined ? '' : `: line ${place.line}`}`, ...accesses];
    const look = isMasked ? ', style=filled, fillcolor=lightgrey' : '';
    lines.push(`  n${n} [label=${quoted(label.join('\n'))}${look}];`);
  }
  for (const [n, { edges }] of skeleton.locations.entries())
    for (const edge of edges) lines.push(`  n${n} -> n${edge.to} [label=${quoted(labelOf(edge, variables))}];`);
  return [...lines, '}', ''].join('\n');
}

function labelOf({ kind, variable, value }: SkeletonEdge, variables: readonly TrackedVariable[]): string {
  switch (kind) {
    case 'guard':
      return `${variables[variable]!.name} == ${value}`;
    case 'set':
      return `${variables[variable]!.name} := ${value}`;
    case 'yield':
      return 'yield';
    case 'end':
      return 'return';
    case 'step':
      return '';
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
