// Which types of debug metadata hold themselves, by value: no compiler writes such, but whoever descends into members
// would never end. Each node is looked at once.

import { stronglyConnected } from '../strongly-connected.js';
import type { MetadataReader } from './metadata-reader.js';

const pointers: ReadonlySet<string> = new Set([
  'DW_TAG_pointer_type',
  'DW_TAG_reference_type',
  'DW_TAG_rvalue_reference_type',
  'DW_TAG_ptr_to_member_type',
]);

export class TypeNesting {
  private readonly seen = new Set<number>();
  private readonly inThemselves = new Set<number>();

  constructor(private readonly metadata: MetadataReader) {}

  isInItself(id: number): boolean {
    if (!this.seen.has(id)) this.look(id);
    return this.inThemselves.has(id);
  }

  /** What was seen before leads to nothing new: whatever goes round has been seen as a whole. */
  private look(id: number): void {
    const parts: number[][] = [];
    const reached = [id];
    this.seen.add(id);
    for (const at of reached) {
      parts[at] = this.partsOf(at);
      for (const part of parts[at]) {
        if (this.seen.has(part)) continue;
        this.seen.add(part);
        reached.push(part);
      }
    }
    for (const component of stronglyConnected(reached, parts))
      if (component.length > 1 || parts[component[0]!]!.includes(component[0]!))
        for (const member of component) this.inThemselves.add(member);
  }

  /** Nodes whose bytes are among its own. */
  private partsOf(id: number): number[] {
    const node = this.metadata.node(id);
    if (node === undefined || pointers.has(this.metadata.text(node, 'tag'))) return [];
    const single = ['baseType', 'discriminator'].map((field) => this.metadata.reference(node, field));
    const elements =
      node.name === 'DICompositeType' ? this.metadata.tuple(this.metadata.reference(node, 'elements')) : [];
    return [...single, ...elements].filter((part) => part !== -1);
  }
}
