// Some batches of models of a library, searched beside others: plain data in, plain data out. The library is what all
// jobs share.

import { plainJson } from '../base/plain-json.js';
import { type SharedBytes, sharedText, sharedValue } from '../base/shared-bytes.js';
import type { Host } from '../clang/host.js';
import { type SearchedModels, searchModels } from '../engines/library/races.js';
import type { LibraryModel } from '../engines/library/reduced-model.js';
import { type LibraryJob, readLibrary } from './library-schema.js';

export function sharedLibrary(library: LibraryModel, hash: string): SharedBytes {
  return sharedText(plainJson(library), hash);
}

/** What a thread keeps from one job to the next. */
let known: { readonly hash: string; readonly library: LibraryModel } | undefined;

/** Once so long has passed, what is left is given back. */
const ENOUGH_MS = 1000;

/** In the thread. */
export function doLibraryJob(job: LibraryJob, shared: readonly SharedBytes[], host: Host): readonly SearchedModels[] {
  const { hash } = shared[0]!;
  if (known?.hash !== hash) known = { hash, library: readLibrary(sharedValue(shared[0]!)) };
  return searchedBatches(job, known.library, host);
}

/** The first ones, at least one. */
export function searchedBatches(
  { batches, tick, mostStates }: LibraryJob,
  library: LibraryModel,
  host: Host,
): readonly SearchedModels[] {
  const start = host.now();
  const searched: SearchedModels[] = [];
  for (const models of batches) {
    searched.push(searchModels(library, models, tick, mostStates));
    if (host.now() - start > ENOUGH_MS) break;
  }
  return searched;
}
