// Is the metadata that something refers to of the kind that it needs? Each node is looked at once.

import type { MetadataIndex } from '../debug/metadata-index.js';

const wanted = {
  location: ['DILocation'],
  subprogram: ['DISubprogram'],
  variable: ['DIGlobalVariableExpression', 'DIGlobalVariable'],
  local: ['DILocalVariable'],
} as const;

export class DebugKinds {
  private readonly names = new Map<number, string>();

  constructor(private readonly index: MetadataIndex | undefined) {}

  /** −1: nothing is referred to. */
  problem(id: number, role: keyof typeof wanted): string | undefined {
    if (id === -1) return undefined;
    const name = this.nameOf(id);
    const kinds: readonly string[] = wanted[role];
    if (name === undefined) return `metadata !${id} is not defined`;
    return kinds.includes(name) ? undefined : `metadata !${id} is no ${kinds[0]}`;
  }

  private nameOf(id: number): string | undefined {
    const known = this.names.get(id);
    if (known !== undefined) return known;
    const text = this.index?.text(id);
    if (text === undefined) return undefined;
    const name = /^\s*(?:distinct\s+)?!(\w*)/.exec(text)?.[1] ?? '';
    this.names.set(id, name);
    return name;
  }
}
