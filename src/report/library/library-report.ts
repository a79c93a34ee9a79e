// All high-level races of a library, as every output shows them. Plain data.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { PairConfirmation } from '../../engines/library/confirm/confirm.js';
import type { FoundRace } from '../../engines/library/races.js';

export interface LibraryReport {
  readonly version: string;
  readonly library: string;
  /** What others have found. */
  readonly published?: string;
  readonly functions: readonly LibraryFunction[];
  /** Structures that races were looked for in, and those whose races are known to be harmless. */
  readonly structures: readonly string[];
  readonly benign: readonly string[];
  readonly search: LibrarySearch;
  readonly premise: LibraryPremise;
  readonly races: readonly LibraryRace[];
  /** How to replay the schedules of those that were confirmed. */
  readonly replay?: string;
  /** Pairs that would race if nothing kept them apart: of statements, and of statements in API functions. */
  readonly conflicting: { readonly statements: number; readonly calls: number };
  readonly assumptions: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly statistics: Readonly<Record<string, number>>;
  /** It was interrupted: nothing is ruled out. */
  readonly wasInterrupted: boolean;
}

export interface LibraryFunction {
  readonly name: string;
  readonly role: 'task' | 'isr' | 'tick';
  readonly locations: number;
  readonly accesses: number;
}

export interface LibrarySearch {
  readonly reduction: 'reduced' | 'full';
  /** Of the full model. */
  readonly tasks?: number;
  readonly nesting: boolean;
  /** Searched, to be searched, and with those that differ from one of these in names only. */
  readonly searched: number;
  readonly models: number;
  readonly named: number;
  /** Models that had more states than allowed. */
  readonly unfinished: readonly string[];
}

export type LibraryPremise =
  | { readonly kind: 'justified' }
  | { readonly kind: 'not-justified'; readonly because: readonly string[] }
  /** The full model needs none: it is about so many tasks and no more. */
  | { readonly kind: 'none'; readonly tasks: number };

export interface LibraryRace extends FoundRace {
  readonly id: string;
  /** What came of it on the library itself, where that was tried. */
  readonly confirmation?: PairConfirmation;
}

/** Does it say of every pair that is not listed that no application has it? */
export function isSettled({ search, premise, wasInterrupted, diagnostics }: LibraryReport): boolean {
  const isWhole = !wasInterrupted && search.unfinished.length === 0 && search.searched === search.models;
  return isWhole && premise.kind !== 'not-justified' && !diagnostics.some((d) => d.code === 'library-unfollowed');
}

/** Pairs as `conflicting.calls` counts them. */
export function racingCalls({ races }: LibraryReport): number {
  return races.reduce((sum, race) => sum + race.functions.length, 0);
}
