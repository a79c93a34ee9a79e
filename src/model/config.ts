// preempt.json: what can be said once for a project instead of on every command line. Each field is also a flag, and a
// flag wins.

import { z } from 'zod';
import { once } from '../base/once.js';

/** Built where there is such a file. */
export const configSchema = once(() => {
  const ThreadSchema = z
    .object({
      function: z.string().min(1).describe('the function that the thread runs, or main'),
      priority: z.int().describe('what it begins with; higher is more urgent'),
    })
    .strict();

  const IsrSchema = z
    .object({
      function: z.string().min(1).describe('name of the handler'),
      irq: z.int().optional().describe('interrupt number'),
      priority: z.int().min(1).optional().describe('1 or more; higher preempts lower'),
    })
    .strict();

  const DispatchSchema = z
    .object({
      setup: z.string().min(1).optional().describe('runs first, alone'),
      argument: z.string().min(1).optional().describe('a global pointer that pointer parameters of routines are given'),
      routines: z
        .array(
          z
            .object({
              function: z.string().min(1),
              category: z
                .string()
                .min(1)
                .optional()
                .describe('how pairs that never run together name it, together with others'),
            })
            .strict(),
        )
        .min(1),
      never: z
        .array(z.tuple([z.string().min(1), z.string().min(1)]))
        .optional()
        .describe('two routines or categories each that never run at the same time; * is everything'),
    })
    .strict();

  return z
    .object({
      $schema: z.string().optional(),
      paths: z
        .array(z.string())
        .min(1)
        .optional()
        .describe('C files, directories, compile_commands.json or .ll files, relative to this file'),
      entry: z.string().min(1).optional().describe('the function that runs first; main by default'),
      drive: z
        .string()
        .min(1)
        .optional()
        .describe('without main: functions, with commas, that are called in any order; or auto, all public ones'),
      isrs: z
        .array(IsrSchema)
        .optional()
        .describe('interrupt handlers that are not found by themselves, or whose numbers are not'),
      interrupts: z
        .enum(['on', 'off'])
        .optional()
        .describe('state of the interrupts’ own flags when the program starts'),
      scheduler: z
        .enum(['any', 'priority'])
        .optional()
        .describe('which threads may go on of those that can, every one, the default, or the most urgent'),
      timeSlicing: z
        .enum(['on', 'off'])
        .optional()
        .describe('by priority, whether threads of one priority take turns at any time; on by default'),
      cores: z.int().min(1).optional().describe('how many threads run at once; 1 by default'),
      interruptsAsThreads: z
        .boolean()
        .optional()
        .describe('true: ISRs are taken for threads that nothing keeps out, for comparison with tools that do so'),
      threads: z
        .array(ThreadSchema)
        .optional()
        .describe('priorities of threads, for the scheduler priority, where the program does not set them'),
      dispatch: DispatchSchema.optional().describe(
        'a library of dispatch routines instead of a program: two threads call one of them each',
      ),
      benign: z
        .array(z.string().min(1))
        .optional()
        .describe('by the engine kiss: FILE:LINE of accesses whose races are not told'),
      platform: z.string().optional().describe('name of a platform pack, or path of one'),
      target: z.string().optional().describe("clang's target triple"),
      sysroot: z.string().optional().describe('where the target’s own headers are'),
      clang: z.string().optional().describe('"auto", "embedded", or the path of a clang 16 or newer'),
      include: z.array(z.string()).optional().describe('folders for #include, as -I'),
      define: z.array(z.string()).optional().describe('macros, as -D: NAME or NAME=VALUE'),
      flags: z.array(z.string()).optional().describe('further flags for clang'),
      cache: z
        .union([z.boolean(), z.string()])
        .optional()
        .describe('false: no cache of compiled files; a path: where it is'),
      jobs: z.int().min(1).optional().describe('files compiled and findings proved at once'),
      arrivals: z
        .union([z.int().min(1), z.enum(['auto', 'unbounded'])])
        .optional()
        .describe('how often each ISR may start: a number, unbounded, or auto, the default: 1, then 2, then unbounded'),
      baseline: z
        .string()
        .min(1)
        .optional()
        .describe('a file of findings that do not fail the run, relative to this file'),
      diff: z.string().min(1).optional().describe('an earlier JSON report to compare with, relative to this file'),
      failOn: z.enum(['harmful', 'any', 'none']).optional().describe('which findings fail the run; harmful by default'),
      format: z.enum(['text', 'json', 'sarif', 'junit', 'html']).optional().describe('of the report of preempt check'),
    })
    .strict();
});

export type Config = z.infer<ReturnType<typeof configSchema>>;
