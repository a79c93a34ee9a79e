// What came from somewhere else, looked at before it is used: it is what the schema says, or an error is thrown that
// tells the first difference. The value itself is given back, with all that the schema does not speak of.

import { z } from 'zod';

export class NotValid extends Error {
  override readonly name = 'NotValid';
}

/** `schema` is made when it is needed first. */
export function validator<Value>(what: string, schema: () => z.ZodType): (value: unknown) => Value {
  let made: z.ZodType | undefined;
  return (value) => {
    made ??= schema();
    const { success, error } = made.safeParse(value);
    if (success) return value as Value;
    const first = error.issues[0];
    const difference = first === undefined ? 'it is something else' : `${first.path.join('.')}: ${first.message}`;
    throw new NotValid(`${what}: ${difference}`);
  };
}

/** A `JobAnswer` of a job with such a result. */
export function jobAnswer(result: z.ZodType): z.ZodType {
  return z.union([
    z.object({ kind: z.literal('done'), result }),
    z.object({
      kind: z.literal('thrown'),
      isInternal: z.boolean(),
      message: z.string(),
      stack: z.string().optional(),
    }),
  ]);
}
