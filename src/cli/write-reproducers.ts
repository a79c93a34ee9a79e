// `--reproduce DIR`: writes the programs that reproduce findings, and a Makefile. Files that Preempt did not write are
// never overwritten: where one of them is in the way, nothing is written at all.

import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, errorAt, warningAt } from '../base/diagnostic.js';
import { primaryAccess } from '../findings/finding.js';
import { isReproducer, type Reproducers } from '../report/reproduce/reproducer.js';
import { show } from './output.js';

/** False where nothing could be written. What cannot be reproduced is said, and does not change the exit code. */
export function writeReproducers(directory: string, reproducers: Reproducers): boolean {
  const { notes, problem } = write(directory, reproducers);
  show(problem === undefined ? notes : [...notes, problem]);
  return problem === undefined;
}

interface Written {
  readonly notes: readonly Diagnostic[];
  readonly problem: Diagnostic | undefined;
}

function write(directory: string, { files, refused }: Reproducers): Written {
  const notes = refused.map(({ finding, because }) => {
    const place = primaryAccess(finding)?.place;
    const message = `no reproducer for the ${finding.kind} finding${finding.variable === '' ? '' : ` on ${finding.variable}`}: ${because}`;
    return warningAt('not-reproducible', message, place);
  });
  const problem = (why: string): Written => ({
    notes,
    problem: errorAt('bad-output', `--reproduce ${directory}: ${why}`),
  });
  try {
    mkdirSync(directory, { recursive: true });
    for (const { name } of files) {
      if (lstatSync(join(directory, name), { throwIfNoEntry: false })?.isSymbolicLink())
        return problem(`${name} is a link`);
      const existing = readIfThere(join(directory, name));
      if (existing !== undefined && !isReproducer(existing))
        return problem(`${name} is there already and was not written by Preempt`);
    }
    for (const { name, text } of files) writeFileSync(join(directory, name), text);
    return { notes, problem: undefined };
  } catch (error) {
    return problem((error as NodeJS.ErrnoException).code ?? String(error));
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
