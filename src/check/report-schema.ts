// What a report on its way must look like, and what is told before it: everything that a renderer takes for granted.

import { z } from 'zod';
import type { JobAnswer } from '../base/job-answer.js';
import { jobAnswer, validator } from '../base/validated.js';
import { finding, namedWait } from './finding-schema.js';
import { diagnostic, place, resultSchema } from './recorded-schema.js';
import { checkRequest } from './request-schema.js';

const text = z.string();
const texts = z.array(text);
const count = z.number().int().min(0);
const texted = z.record(text, text);
const reportAccess = z.object({ context: text, priority: z.number(), place: place().optional() });

const timelineEntry = z.object({
  kind: z.enum(['start', 'end', 'access', 'mask', 'call', 'switch', 'wait', 'thread-end']),
  step: count,
  depth: count,
  context: text,
  thread: text.optional(),
  function: text,
  place: place().optional(),
  text,
  operation: z.enum(['R', 'W']).optional(),
  variable: text.optional(),
  value: text.optional(),
  effects: texts,
  locks: z.record(text, text.nullable()).optional(),
  wait: namedWait().optional(),
  mark: z.number().optional(),
  because: text.optional(),
  changed: texted,
  leftOut: z.number().optional(),
});

const fix = z.object({
  context: text,
  function: text,
  file: text,
  firstLine: count,
  lastLine: count,
  before: texts,
  after: texts,
  keepsOut: texts,
  verified: text,
});

const reportFinding = finding(reportAccess).extend({
  fingerprint: text,
  driven: texts.optional(),
  status: z.enum(['open', 'ignored', 'baseline']),
  reason: text.optional(),
  change: z.enum(['new', 'unchanged']).optional(),
  explanation: z
    .object({ timeline: z.object({ initial: texted, entries: z.array(timelineEntry) }), fix: fix.optional() })
    .optional(),
});

const arrivals = z.union([z.number(), z.literal('unbounded')]);
const undefinedPlace = z.object({ message: text, function: text, place: place().optional() });
const verdictParts = z.object({
  property: z.enum(['atomicity', 'race', 'assertion', 'deadlock']),
  engine: text,
  bounds: z.object({
    arrivals,
    unwind: z.number().optional(),
    contextSwitches: z.number().optional(),
    reentry: z.number().optional(),
    cut: z.array(z.object({ arrivals, because: text })).optional(),
    scheduler: z.literal('priority').optional(),
    timeSlicing: z.boolean().optional(),
    cores: z.number().optional(),
    interruptsAsThreads: z.literal(true).optional(),
  }),
  assumptions: texts,
  undefinedBehaviour: z
    .object({
      executions: z.number().optional(),
      places: z.number(),
      stopped: z.array(undefinedPlace.extend({ context: text })),
      first: undefinedPlace,
    })
    .optional(),
});
const unreached = z.object({
  context: text,
  function: text,
  file: text,
  lines: z.array(z.tuple([z.number(), z.number()])),
  whole: z.literal(true).optional(),
});
const verdict = z.union([
  verdictParts.extend({ kind: z.literal('holds'), unreached: z.array(unreached).optional() }),
  verdictParts.extend({ kind: z.literal('violated'), incomplete: text.optional() }),
  verdictParts.extend({ kind: z.literal('unknown'), because: text }),
]);

const some = z.array(z.looseObject({}));
const program = z.looseObject({
  contexts: z.array(
    z.looseObject({
      name: text,
      kind: z.enum(['main', 'isr', 'thread']),
      function: text,
      irq: z.number().nullable(),
      priority: z.number(),
      evidence: text,
    }),
  ),
  interruptsInitially: z.record(text, z.enum(['on', 'off'])),
  suggestions: some.optional(),
  shared: some.optional(),
  operations: some.optional(),
  accesses: some.optional(),
  footprints: some.optional(),
});

const report = z.object({
  tool: z.object({ name: text, version: text }),
  command: text,
  program,
  verdicts: z.array(verdict),
  findings: z.array(reportFinding),
  candidates: z.array(reportFinding),
  diagnostics: z.array(
    z.object({
      code: text,
      severity: diagnostic().shape.severity,
      message: text,
      file: text.optional(),
      line: z.number().optional(),
      column: z.number().optional(),
    }),
  ),
  statistics: z.record(text, z.number()),
  sources: z.map(text, text),
  wasInterrupted: z.boolean(),
});

export const readCheckAnswer = validator<JobAnswer>('a result', () =>
  jobAnswer(
    z.union([
      z.object({ kind: z.literal('crowded') }),
      z.object({ kind: z.literal('checked'), checked: resultSchema(report) }),
    ]),
  ),
);

export const readCheckJob = validator('a job', () =>
  z.strictObject({ kind: z.literal('check'), request: checkRequest(), isOnly: z.literal(true).optional() }),
);

/** Told while a program is checked. */
export const readCheckNews = validator('news', () =>
  z.union([
    z.object({
      kind: z.literal('progress'),
      progress: z.object({
        phase: text.max(100),
        states: z.number().optional(),
        sightings: z.number().optional(),
        done: z.number().optional(),
        of: z.number().optional(),
        seconds: z.number(),
        secondsLeft: z.number(),
      }),
    }),
    z.object({ kind: z.literal('finding'), finding: finding(reportAccess) }),
  ]),
);
