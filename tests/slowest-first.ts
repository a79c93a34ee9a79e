// The order of test files: first those that need a process of their own, since whoever takes one then gives up the
// process that others share; then those that take longest, so that no processor waits for the other at the end.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** From the longest on. Those that are not named follow. */
const slowest = [
  'mutants',
  'agreement',
  'cli/cli.transcripts',
  'engines/symbolic/symbolic.corpus',
  'fix/fix.corpus',
  'endless-agreement',
  'engines/symbolic/symbolic.crowded',
  'machine/machine.differential',
  'engines/symbolic/symbolic.theorem',
  'model/model.clangs-agree',
  'engines/explore/explore.cycles',
  'engines/symbolic/symbolic.encodings',
];

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    return [...rest].sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  if (project.config.isolate) return -1;
  const at = slowest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return at === -1 ? slowest.length : at;
}
