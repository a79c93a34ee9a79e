// What is done of a search through the models of a library, in a file: a run that was interrupted goes on with it.

import { existsSync } from 'node:fs';
import { z } from 'zod';
import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import type { LibraryProgress } from '../check/library-request.js';
import { readJsonFile } from './json-file.js';
import { show, writeOutput } from './output.js';

/** Undefined: there is none yet. A file that is something else is not overwritten. */
export function readLibraryProgress(file: string): Result<LibraryProgress | undefined> {
  if (!existsSync(file)) return ok(undefined);
  const place = z.object({ file: z.string(), line: z.number(), column: z.number() });
  const access = z.looseObject({ structure: z.string(), isWrite: z.boolean(), first: place, last: place });
  const race = z.looseObject({
    structure: z.string(),
    accesses: z.tuple([access, access]),
    functions: z.array(z.tuple([z.string(), z.string()])),
    trace: z.array(z.looseObject({ process: z.string(), text: z.string() })),
  });
  const searched = z.looseObject({
    races: z.array(race),
    states: z.number(),
    transitions: z.number(),
    models: z.number(),
    unfinished: z.array(z.string()),
  });
  const schema = z.object({ run: z.string(), batches: z.array(z.union([searched, z.null()])) });
  const read = readJsonFile(file, schema);
  switch (read.kind) {
    case 'read':
      return ok(read.value as unknown as LibraryProgress);
    case 'missing':
      return failed(errorAt('bad-option', `--resume ${file}: ${read.complaint.message}`));
    case 'bad':
      return failed(errorAt('bad-option', `--resume ${file}: it holds no earlier run of preempt library`));
  }
}

/** Writes it whole each time; a file that cannot be written is told once. */
export function writeLibraryProgress(file: string): (progress: LibraryProgress) => void {
  let isTold = false;
  return (progress) => {
    const problems = writeOutput('--resume', file, JSON.stringify(progress));
    if (!isTold) show(problems);
    isTold ||= problems.length > 0;
  };
}
