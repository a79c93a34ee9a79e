// Which findings the list shows. Pure.

import type { ShownFinding } from './decode.js';

export interface Filters {
  /** All of its words occur in the variable, a file, a function, a context or the headline. */
  readonly text: string;
  /** None: all. */
  readonly kinds: ReadonlySet<string>;
  /** Empty: any; so below. */
  readonly harm: string;
  readonly context: string;
  readonly status: string;
  readonly change: string;
}

export const noFilters: Filters = { text: '', kinds: new Set(), harm: '', context: '', status: '', change: '' };

export function filtered(findings: readonly ShownFinding[], f: Filters): readonly ShownFinding[] {
  const words = f.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return findings.filter(
    (finding) =>
      (f.kinds.size === 0 || f.kinds.has(finding.kind)) &&
      (f.harm === '' || harmOf(finding) === f.harm) &&
      (f.context === '' || finding.accesses.some((a) => a.context === f.context)) &&
      (f.status === '' || finding.status === f.status) &&
      (f.change === '' || finding.change === f.change) &&
      words.every((word) => finding.haystack.includes(word)),
  );
}

export function isFiltering(f: Filters): boolean {
  return f.text.trim() !== '' || f.kinds.size > 0 || [f.harm, f.context, f.status, f.change].some((v) => v !== '');
}

/** A race or a failed assertion has no harm of its own to be shown. */
export function harmOf(finding: ShownFinding): string {
  return finding.harm ?? 'not-examined';
}

/** How often each value occurs, in the order of the first. */
export function counts(values: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}

export const kindNames: Readonly<Record<string, string>> = {
  atomicity: 'Atomicity',
  race: 'Race',
  'torn-access': 'Torn access',
  'missing-volatile': 'Missing volatile',
  assertion: 'Assertion',
  deadlock: 'Deadlock',
};

export const harmNames: Readonly<Record<string, string>> = {
  harmful: 'Harmful',
  'not-shown-harmful': 'Not shown harmful',
  'not-examined': 'Harm not examined',
};

export const statusNames: Readonly<Record<string, string>> = {
  open: 'Open',
  ignored: 'Ignored',
  baseline: 'In the baseline',
};
