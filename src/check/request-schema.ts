// What a request on its way must look like. What it says about files is not used where it arrives: the program comes
// along. Settings are looked at by `settingsOf`, as those of anybody.

import { z } from 'zod';
import { once } from '../base/once.js';

const words = once(() => z.array(z.string()));
const threading = once(() =>
  z.object({
    scheduler: z.enum(['any', 'priority']).optional(),
    timeSlicing: z.boolean().optional(),
    cores: z.number().int().min(1).optional(),
    interruptsAsThreads: z.boolean().optional(),
    priorities: z.array(z.object({ function: z.string(), priority: z.number() })).optional(),
  }),
);
const dispatch = once(() =>
  z.object({
    setup: z.string().optional(),
    argument: z.string().optional(),
    routines: z.array(z.object({ function: z.string(), category: z.string().optional() })),
    left: words().optional(),
    never: z.array(z.tuple([z.string(), z.string()])).optional(),
    isPair: z.boolean().optional(),
  }),
);

/** Of a program alone. */
export const programRequest = once(() =>
  z.strictObject({
    paths: words(),
    entry: z.string().optional(),
    isrs: z
      .array(z.object({ function: z.string(), irq: z.number().optional(), priority: z.number().optional() }))
      .optional(),
    drive: z.union([z.literal('auto'), words()]).optional(),
    interrupts: z.enum(['on', 'off']).optional(),
    threading: threading().optional(),
    dispatch: dispatch().optional(),
    harnessText: z.string().optional(),
    criticalComments: z.boolean().optional(),
    platform: z.string().optional(),
    target: z.string().optional(),
    sysroot: z.string().optional(),
    flags: words().optional(),
    configured: z.object({ file: z.string(), flags: words() }).optional(),
  }),
);

/** With what is asked about it. */
export const checkRequest = once(() =>
  programRequest().extend({
    engine: z.string(),
    max: z.number(),
    watched: z.string().optional(),
    benign: words().optional(),
    atomic: z.string(),
    encoding: z.string().optional(),
    properties: words(),
    reduction: z.string().optional(),
    kernel: z.string(),
    // Infinity is a number of arrivals.
    arrivals: z.union([z.literal('auto'), z.number().positive(), z.literal(Number.POSITIVE_INFINITY)]),
    unwind: z.number().positive(),
    contextSwitches: z.number().optional(),
    unit: z.string(),
    effect: z.string(),
    races: z.string(),
    undefined: z.string(),
    timeout: z.number().positive(),
    memory: z.number().positive(),
    explain: z.boolean().optional(),
    fix: z.boolean().optional(),
    reproduce: z.literal(false).optional(),
    command: z.string().optional(),
  }),
);
