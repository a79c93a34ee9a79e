// Which structures, and which tracked variables, a named place belongs to. A pattern names a variable or a member, and
// everything in it and behind it: `pxDelayed` is the pointer and the list that it leads to, `pxDelayed->` the list
// alone, `=pxDelayed` the pointer alone. Names by type come first: a task that is found through a list is a task, not
// the list.

import type { Description } from './description.js';
import type { NamedPlace } from './places.js';

/** What an access touches: the very place; the whole object; that, and all that its pointers lead to. */
export type AccessExtent = 'part' | 'whole' | 'reached';

export class Structures {
  /** By position: what reports call them. */
  readonly names: readonly string[];
  private readonly patterns: readonly { readonly pattern: string; readonly structure: number }[];
  private readonly trackedNames: readonly string[];
  private readonly known = new Map<string, readonly number[]>();

  constructor(description: Description) {
    this.names = Object.keys(description.structures);
    this.patterns = Object.values(description.structures).flatMap((patterns, structure) =>
      patterns.map((pattern) => ({ pattern, structure })),
    );
    this.trackedNames = Object.keys(description.tracked ?? {});
  }

  /** Ascending, none twice; empty: nobody has named it. */
  of(place: NamedPlace, extent: AccessExtent): readonly number[] {
    for (const name of place.names) {
      const found = this.named(name, extent);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** The tracked variable that a place is; −1: none. */
  tracked(place: NamedPlace): number {
    for (const name of place.names) {
      const at = this.trackedNames.indexOf(name);
      if (at !== -1) return at;
    }
    return -1;
  }

  private named(name: string, extent: AccessExtent): readonly number[] {
    const key = `${extent} ${name}`;
    let found = this.known.get(key);
    if (found === undefined) {
      const matching = this.patterns.filter(
        ({ pattern }) =>
          isPartOf(name, pattern) ||
          (extent !== 'part' && isPartOf(pattern, name) && (extent === 'reached' || !isBehind(pattern, name))),
      );
      found = [...new Set(matching.map(({ structure }) => structure))].sort((a, b) => a - b);
      this.known.set(key, found);
    }
    return found;
  }
}

/** `a.b[]` of `a`, but `ab` not; `a->b` of `a->`, but not of `=a`. */
function isPartOf(name: string, pattern: string): boolean {
  if (pattern.startsWith('=')) return isPartOf(name, pattern.slice(1)) && !isBehind(name, pattern.slice(1));
  if (name.startsWith('=')) return isPartOf(name.slice(1), pattern);
  if (pattern.endsWith('->')) return name.startsWith(pattern);
  return name === pattern || (name.startsWith(pattern) && /^(?:\.|\[|->)/.test(name.slice(pattern.length)));
}

function isBehind(pattern: string, name: string): boolean {
  return pattern.slice(name.length).includes('->');
}
