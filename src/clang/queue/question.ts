// A question of a worker about a program, on its way to the run that the program comes from.

import { z } from 'zod';
import { validator } from '../../base/validated.js';

export interface WorkerQuestion {
  readonly kind: 'question';
  /** The program, by its hash. */
  readonly about: string;
  readonly question: unknown;
}

export const readQuestion = validator<WorkerQuestion>('a question', () =>
  z.strictObject({ kind: z.literal('question'), about: z.string().regex(/^[0-9a-f]{64}$/), question: z.unknown() }),
);
