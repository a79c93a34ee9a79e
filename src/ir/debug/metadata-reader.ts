// Nodes of a module's metadata by id, and typed access to their fields; a field that is absent or of another kind has a
// neutral value.

import type { MetadataIndex } from './metadata-index.js';
import { type MetadataNode, readMetadataNode } from './metadata-node.js';

export class MetadataReader {
  constructor(private readonly index: MetadataIndex) {}

  node(id: number): MetadataNode | undefined {
    const text = id < 0 ? undefined : this.index.text(id);
    return text === undefined ? undefined : readMetadataNode(text);
  }

  /** Operands of a named line such as `!llvm.dbg.cu = !{!0}`. */
  named(name: string): readonly number[] {
    return this.index.named(name);
  }

  /** Operands of the tuple `!{!1, null, !2}` that are references. */
  tuple(id: number): readonly number[] {
    const elements = this.node(id)?.elements ?? [];
    return elements.flatMap((element) => (element.kind === 'reference' ? [element.id] : []));
  }

  /** The same with −1 for each `null`. */
  places(id: number): readonly number[] {
    return (this.node(id)?.elements ?? []).map((element) => (element.kind === 'reference' ? element.id : -1));
  }

  /** −1 where there is none. */
  reference(node: MetadataNode, field: string): number {
    const value = node.fields.get(field);
    return value?.kind === 'reference' ? value.id : -1;
  }

  integer(node: MetadataNode, field: string): number | undefined {
    const value = node.fields.get(field);
    return value?.kind === 'integer' ? value.value : undefined;
  }

  /** A string or a word, '' where there is none. */
  text(node: MetadataNode, field: string): string {
    const value = node.fields.get(field);
    return value?.kind === 'string' || value?.kind === 'word' ? value.text : '';
  }

  /** Whether `flags: DIFlagA | DIFlagB` has `flag`. */
  hasFlag(node: MetadataNode, flag: string): boolean {
    return this.text(node, 'flags').split(' | ').includes(flag);
  }
}
