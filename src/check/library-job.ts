// Some models of a library, searched beside others: plain data in, plain data out. The library is what all jobs share.

import { plainJson } from '../base/plain-json.js';
import { type SharedBytes, sharedText, sharedValue } from '../base/shared-bytes.js';
import { type SearchedModels, searchModels } from '../engines/library/races.js';
import type { LibraryModel } from '../engines/library/reduced-model.js';
import { type LibraryJob, readLibrary } from './library-schema.js';

export function sharedLibrary(library: LibraryModel, hash: string): SharedBytes {
  return sharedText(plainJson(library), hash);
}

/** What a thread keeps from one job to the next. */
let known: { readonly hash: string; readonly library: LibraryModel } | undefined;

/** In the thread. */
export function doLibraryJob(job: LibraryJob, shared: readonly SharedBytes[]): SearchedModels {
  const { hash } = shared[0]!;
  if (known?.hash !== hash) known = { hash, library: readLibrary(sharedValue(shared[0]!)) };
  return searchedModels(job, known.library);
}

export function searchedModels({ models, tick, mostStates }: LibraryJob, library: LibraryModel): SearchedModels {
  return searchModels(library, models, tick, mostStates);
}
