// Some models of a library, searched in a thread beside others: plain data in, plain data out.

import { type SearchedModels, searchModels } from '../engines/library/races.js';
import type { LibraryModel, ReducedModel } from '../engines/library/reduced-model.js';

export interface LibraryJob {
  readonly kind: 'library';
  readonly library: LibraryModel;
  readonly models: readonly ReducedModel[];
  readonly tick?: string;
  readonly mostStates: number;
}

export function doLibraryJob({ library, models, tick, mostStates }: LibraryJob): SearchedModels {
  return searchModels(library, models, tick, mostStates);
}
