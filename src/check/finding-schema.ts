// What a finding on its way must look like: of an engine or of a report, which differ in what an access is.

import { z } from 'zod';
import { once } from '../base/once.js';

export const namedWait = once(() => {
  const name = z.string().optional();
  return z.object({ lock: name, heldBy: name, endOf: name, keptOutBy: name });
});

/** `access`: what one of them has beside this. */
export function finding<Access extends z.ZodRawShape>(access: z.ZodObject<Access>) {
  const text = z.string();
  const isTrue = z.literal(true).optional();
  const found = access.extend({
    operation: z.enum(['R', 'W']),
    thread: text.optional(),
    function: text,
    value: text.optional(),
    accessed: text.optional(),
    isPart: isTrue,
    ordinal: z.number().optional(),
  });
  return z.object({
    id: text,
    kind: z.enum(['atomicity', 'race', 'torn-access', 'missing-volatile', 'assertion', 'deadlock']),
    pattern: z.enum(['RWR', 'WWR', 'RWW', 'WRW']).optional(),
    block: z.object({ name: text, mistake: z.enum(['write', 'read', 'dual-write']) }).optional(),
    entry: found.optional(),
    message: text.optional(),
    isMisuse: isTrue,
    isUndefined: isTrue,
    waiting: z.array(namedWait().extend({ name: text })).optional(),
    lockOrder: z.array(z.object({ name: text, holds: text, takes: text })).optional(),
    variable: text,
    example: text,
    harm: z.enum(['harmful', 'not-shown-harmful']).optional(),
    difference: text.optional(),
    harmReason: text.optional(),
    isUnjudged: isTrue,
    isUpdate: isTrue,
    engine: text,
    schedule: text,
    accesses: z.array(found).max(1000),
  });
}
