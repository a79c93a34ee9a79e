// What a batch of findings on its way to be proved, and what came of it, must look like.

import { z } from 'zod';
import type { JobAnswer } from '../base/job-answer.js';
import { jobAnswer, validator } from '../base/validated.js';
import type { ProofBatch, ProvedBatch } from '../findings/proof-batch.js';
import { finding } from './finding-schema.js';
import { place } from './recorded-schema.js';
import type { Request } from './request.js';
import { programRequest } from './request-schema.js';

/** Its program is `shared`; the `signals`: harm is not judged any more; it is too late for everything. */
export interface ProveJob {
  readonly kind: 'prove';
  readonly request: Request;
  /** Undefined: the program is to be loaded, for later. */
  readonly batch: ProofBatch | undefined;
}

export const readProveJob = validator<ProveJob>('a job', () => {
  const number = z.number().int().min(0);
  const at = z.union([number, z.literal('end')]);
  const choice = z.union([
    z.object({ kind: z.literal('start'), at, isr: z.string() }),
    z.object({ kind: z.literal('switch'), at: number, thread: number }),
    z.object({ kind: z.enum(['descending', 'stop']), at: number }),
  ]);
  const hit = z.object({
    sighting: z.looseObject({
      kind: z.enum(['atomicity', 'block', 'race', 'torn-access', 'failure', 'deadlock', 'blocked']),
      key: z.string(),
    }),
    steps: number,
    variable: z.string(),
    example: z.string(),
  });
  const schedule = z.object({ choices: z.array(choice), inputs: z.array(z.bigint()) });
  return z.strictObject({
    kind: z.literal('prove'),
    request: programRequest(),
    batch: z.strictObject({
      rules: z.strictObject({ unit: z.enum(['task', 'function']), effect: z.enum(['reaching', 'any']) }),
      sites: z.array(
        z.object({
          id: number,
          context: number,
          instruction: number,
          operation: z.enum(['R', 'W']),
          function: z.string(),
        }),
      ),
      engine: z.string(),
      effort: z.number(),
      mayFail: z.boolean(),
      questions: z.array(z.strictObject({ witnesses: z.array(z.tuple([hit, schedule])), hasMore: z.boolean() })),
    }),
  });
});

export const readProved = validator<JobAnswer & { readonly result: ProvedBatch }>('a result', () => {
  const number = z.number().int().min(0);
  const found = z.object({ context: number, instruction: number, place: place().optional() });
  return jobAnswer(
    z.object({
      proved: z.array(
        z.object({
          finding: finding(found).optional(),
          isOpen: z.boolean(),
          effort: z.number().min(0),
        }),
      ),
    }),
  );
});
