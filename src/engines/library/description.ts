// What a person says of a library so that all its high-level races can be found: its functions, its structures, and
// what keeps tasks and interrupts out (VMCAI 2017, sections 3 and 4). Facts only: names, no code. The C source says
// the rest.

import { z } from 'zod';
import { once } from '../../base/once.js';

/** Built where there is such a file. */
export const descriptionSchema = once(() => {
  const names = (what: string) => z.array(z.string().min(1)).describe(what);
  const numbers = z.array(z.int().min(0)).optional();
  return z
    .object({
      $schema: z.string().optional(),
      library: z.string().min(1).describe('what reports call it'),
      tasks: names('functions that tasks call').min(1),
      fromIsr: names('functions that interrupt handlers call, but for the tick').optional(),
      tick: z.string().min(1).optional().describe('what the timer interrupt calls; part of every reduced model'),
      structures: z
        .record(z.string().min(1), names('variables, and members of structures: "pxReady", "QUEUE.locks"').min(1))
        .describe('units of memory that are meant to be accessed by one at a time'),
      benign: names('structures whose races are known and harmless: they are counted and not shown').optional(),
      tracked: z
        .record(
          z.string().min(1),
          z
            .object({
              initially: z.int().describe('its value between two calls'),
              range: z.tuple([z.int(), z.int()]).describe('values that are told apart; the last stands for all above'),
            })
            .strict(),
        )
        .optional()
        .describe('variables and members whose values decide who may access what: flags, locks, counters'),
      suspension: z
        .string()
        .min(1)
        .optional()
        .describe('the tracked variable that keeps other tasks from running while it is not 0'),
      masks: z
        .object({ enter: names('calls that keep interrupts out'), exit: names('calls that let them in again') })
        .strict()
        .optional(),
      yields: names('calls that let another task run').optional(),
      allocators: names('functions whose result is memory that nobody else knows').optional(),
      operations: z
        .record(
          z.string().min(1),
          z
            .object({
              reads: numbers.describe('arguments that it reads through'),
              writes: numbers.describe('arguments that it writes through'),
              follows: z.boolean().optional().describe('also what the pointers in those objects lead to'),
            })
            .strict(),
        )
        .optional()
        .describe('functions that are one access each, whatever they do inside'),
      ignored: names('functions that do nothing which matters here').optional(),
      sources: names('C files, relative to this file, where none are named').optional(),
      include: names('folders for #include, relative to this file').optional(),
      define: names('macros, as -D: NAME or NAME=VALUE').optional(),
      published: z.string().min(1).optional().describe('what others have found; printed beside the number of pairs'),
      confirm: z
        .object({
          sources: names('C files: the port of the library and what brings it into its states').min(1),
          setUps: names('functions that bring it there; they call preempt_call_first and _second, as tasks').min(1),
          calls: z
            .record(
              z.string().min(1),
              names('functions without parameters that call it, each in its own way').min(1).max(8),
            )
            .describe('by API function, the tick included'),
        })
        .strict()
        .optional()
        .describe('how --confirm runs the library itself'),
    })
    .strict();
});

export type Description = z.infer<ReturnType<typeof descriptionSchema>>;

/** A variable that skeletons keep, as the search numbers its values: from `least` on. */
export interface TrackedVariable {
  readonly name: string;
  readonly initially: number;
  readonly least: number;
  /** Stands for all larger values as well. */
  readonly most: number;
}

export function trackedVariables({ tracked = {} }: Description): readonly TrackedVariable[] {
  return Object.entries(tracked).map(([name, { initially, range }]) => ({
    name,
    initially,
    least: range[0],
    most: range[1],
  }));
}

/** What a description says that cannot be; empty where all is well. */
export function contradictions(description: Description): readonly string[] {
  const { tasks, fromIsr = [], tick, structures, benign = [], tracked = {}, suspension } = description;
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const name of [...tasks, ...fromIsr, ...(tick === undefined ? [] : [tick])]) {
    if (seen.has(name)) problems.push(`${name} is listed twice`);
    seen.add(name);
  }
  for (const name of benign) {
    if (!Object.hasOwn(structures, name)) problems.push(`benign: there is no structure ${name}`);
  }
  if (suspension !== undefined && !Object.hasOwn(tracked, suspension))
    problems.push(`suspension: ${suspension} is not tracked`);
  for (const [name, { initially, range }] of Object.entries(tracked)) {
    const [least, most] = range;
    if (least >= most || most - least > 64) problems.push(`tracked: the range of ${name} is not one of 2 to 65 values`);
    else if (initially < least || initially > most) problems.push(`tracked: ${name} begins outside of its range`);
  }
  return problems;
}
