// The models of a library in batches, each searched once, by threads or by workers elsewhere; what is done can be kept
// and gone on with. The result is the same however many there are. To workers elsewhere, who cost more to ask, batches
// go in groups, large ones first. Nobody knows before how long one takes: a worker gives back what it has after a
// while, and the rest are jobs of their own, so that all can help with them. Which groups there are depends on the
// library and on results that are kept, so a run that is begun again asks for the same ones.

import type { Diagnostic } from '../base/diagnostic.js';
import { hexHash } from '../base/hash.js';
import { type JobAnswer, resultOf } from '../base/job-answer.js';
import { QueueLost, queueLost } from '../base/queue-lost.js';
import type { SharedBytes } from '../base/shared-bytes.js';
import { ThreadEnded } from '../base/thread-ended.js';
import { version } from '../base/version.js';
import type { Host, Pool } from '../clang/host.js';
import { nothingSearched, type SearchedModels, together } from '../engines/library/races.js';
import type { LibraryModel, Models } from '../engines/library/reduced-model.js';
import { searchedBatches, sharedLibrary } from './library-job.js';
import type { LibraryOptions, LibraryRequest } from './library-request.js';
import { type LibraryJob, readSearched } from './library-schema.js';
import { workersOf } from './workers.js';

/** Models that are searched without a break. */
const BATCH = 16;
/** Of what is left, so much is given out at once, so that the last groups are small; and the most. */
const PART = 1 / 4;
const MOST_TOGETHER = 64;

export async function searchAll(
  request: LibraryRequest,
  library: LibraryModel,
  models: Models['models'],
  { host, signal, onProgress, resume, keep }: LibraryOptions,
): Promise<{ readonly searched: SearchedModels; readonly diagnostics: readonly Diagnostic[] }> {
  const run = hexHash(JSON.stringify([version, library, models.map((m) => m.name), request.mostStates]));
  const count = Math.ceil(models.length / BATCH);
  const batches: (SearchedModels | null)[] = Array.from({ length: count }, (_, n) =>
    resume?.run === run ? (resume.batches[n] ?? null) : null,
  );
  const { pool, size, close } = workersOf(host, request, count);
  const left = [...batches.keys()].filter((n) => batches[n] === null);
  const groups = (pool?.isLocal === false ? groupsOf(left) : left.map((n) => [n])).values();
  const { tick } = request.description;
  const jobFor = (group: readonly number[]): LibraryJob => ({
    kind: 'library',
    batches: group.map((n) => models.slice(n * BATCH, (n + 1) * BATCH)),
    ...(tick === undefined ? {} : { tick }),
    mostStates: request.mostStates,
  });
  const shared = sharedLibrary(library, run);
  let lost: QueueLost | undefined;
  const search = async (group: readonly number[]): Promise<void> => {
    if (signal?.aborted === true || lost !== undefined) return;
    const searched = await done(jobFor(group), library, pool, shared, host);
    if (searched instanceof QueueLost) {
      lost = searched;
      return;
    }
    for (const [at, batch] of searched.entries()) batches[group[at]!] = batch;
    await host.rest();
    const finished = batches.filter((b) => b !== null).reduce((sum, b) => sum + b.models, 0);
    onProgress?.(finished, models.length);
    keep?.({ run, batches });
    const rest = inPieces(group.slice(searched.length), searched.length);
    await Promise.all(rest.map(search));
  };
  const work = async (): Promise<void> => {
    for (const group of groups) await search(group);
  };
  try {
    await Promise.all(Array.from({ length: size }, work));
  } finally {
    await close();
  }
  const diagnostics = lost === undefined || signal?.aborted === true ? [] : [queueLost(lost)];
  const searched = batches.reduce<SearchedModels>(
    (all, batch) => (batch === null ? all : together(all, batch)),
    nothingSearched,
  );
  return { searched, diagnostics };
}

/** Where a thread does not live to the end, its batches are searched here. As many as it came to, at least one. */
async function done(
  job: LibraryJob,
  library: LibraryModel,
  pool: Pool | undefined,
  shared: SharedBytes,
  host: Host,
): Promise<readonly SearchedModels[] | QueueLost> {
  if (pool === undefined) return searchedBatches(job, library, host);
  try {
    const read = (answer: unknown): JobAnswer => readSearched(answer, job);
    return resultOf<readonly SearchedModels[]>((await pool.run({ job, shared: [shared], read })) as JobAnswer);
  } catch (error) {
    if (error instanceof ThreadEnded) return searchedBatches(job, library, host);
    if (error instanceof QueueLost) return error;
    throw error;
  }
}

function groupsOf(batches: readonly number[]): readonly (readonly number[])[] {
  const groups: (readonly number[])[] = [];
  for (let at = 0; at < batches.length; at += groups.at(-1)!.length) {
    const size = Math.min(MOST_TOGETHER, Math.max(1, Math.floor((batches.length - at) * PART)));
    groups.push(batches.slice(at, at + size));
  }
  return groups;
}

function inPieces(batches: readonly number[], size: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(batches.length / size) }, (_, n) => batches.slice(n * size, (n + 1) * size));
}
