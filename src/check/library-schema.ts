// What a library on its way, its models and what was found in them must look like. Numbers that stand for functions,
// places in a skeleton and variables are looked at, since the search takes them as they are.

import { z } from 'zod';
import type { JobAnswer } from '../base/job-answer.js';
import { jobAnswer, NotValid, validator } from '../base/validated.js';
import type { SearchedModels } from '../engines/library/races.js';
import type { LibraryModel, ReducedModel } from '../engines/library/reduced-model.js';
import { place } from './recorded-schema.js';

/** The library is `shared`. */
export interface LibraryJob {
  readonly kind: 'library';
  /** As many of them are searched, the first ones first, as there is time for. */
  readonly batches: readonly (readonly ReducedModel[])[];
  readonly tick?: string;
  readonly mostStates: number;
}

const count = z.number().int().min(0);
const access = z.object({
  structure: z.string(),
  isWrite: z.boolean(),
  function: z.string(),
  first: place(),
  last: place(),
  isSingle: z.boolean(),
});
const edge = z.object({
  kind: z.enum(['step', 'guard', 'set', 'yield', 'end']),
  variable: z.number().int().min(-1),
  value: z.number().int(),
  place: place().optional(),
  to: count,
});

const libraryShape = validator<LibraryModel>('a library', () =>
  z.object({
    skeletons: z
      .array(
        z.object({
          name: z.string(),
          role: z.enum(['task', 'isr']),
          accesses: z.array(access),
          locations: z
            .array(
              z.object({
                isMasked: z.boolean(),
                open: z.array(count),
                place: place().optional(),
                edges: z.array(edge),
              }),
            )
            .min(1),
        }),
      )
      .max(10_000),
    variables: z
      .array(z.object({ name: z.string(), initially: z.int32(), least: z.int32(), most: z.int32() }))
      .max(1000),
    suspension: z.number().int().min(-1),
    nesting: z.boolean(),
    benign: z.array(z.string()),
  }),
);

export function readLibrary(value: unknown): LibraryModel {
  const library = libraryShape(value);
  const { skeletons, variables, suspension } = library;
  const areKnown = skeletons.every(({ accesses, locations }) =>
    locations.every(
      ({ open, edges }) =>
        open.every((n) => n < accesses.length) &&
        edges.every(({ to, variable }) => to < locations.length && variable < variables.length),
    ),
  );
  const areRanges = variables.every(({ initially, least, most }) => least <= initially && initially <= most);
  if (!areKnown || !areRanges || suspension >= variables.length)
    throw new NotValid('a library: it speaks of places or variables that it does not have');
  return library;
}

export const readLibraryJob = validator<LibraryJob>('a job', () =>
  z.strictObject({
    kind: z.literal('library'),
    batches: z
      .array(
        z
          .array(z.object({ name: z.string(), tasks: z.array(z.array(count)), isrs: z.array(z.array(count)) }))
          .min(1)
          .max(1000),
      )
      .min(1)
      .max(1000),
    tick: z.string().optional(),
    mostStates: z.number().int().min(1).max(500_000_000),
  }),
);

const searchedShape = validator<JobAnswer & { readonly result: readonly SearchedModels[] }>('a result', () =>
  jobAnswer(
    z
      .array(
        z.object({
          races: z.array(
            z.object({
              structure: z.string(),
              accesses: z.tuple([access, access]),
              functions: z.array(z.tuple([z.string(), z.string()])),
              model: z.string(),
              trace: z.array(
                z.object({
                  process: z.string(),
                  function: z.string(),
                  depth: count,
                  kind: z.enum(['call', 'start', 'return', 'step']),
                  text: z.string(),
                  place: place().optional(),
                }),
              ),
            }),
          ),
          states: count,
          transitions: count,
          models: count,
          unfinished: z.array(z.string()),
        }),
      )
      .min(1),
  ),
);

/** What came of the first batches of a job. */
export function readSearched(value: unknown, { batches }: LibraryJob): JobAnswer {
  const answer = searchedShape(value);
  const isOfThem = (searched: readonly SearchedModels[]): boolean =>
    searched.length <= batches.length && searched.every(({ models }, n) => models === batches[n]!.length);
  if (answer.kind === 'done' && !isOfThem(answer.result)) throw new NotValid('a result: it is of other models');
  return answer;
}
