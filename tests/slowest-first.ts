// The order of test files: first those that take longest, so that no processor waits for the other at the end.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** From the longest on. Those that are not named follow. */
const slowest = [
  'corpus',
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

function rank({ moduleId }: TestSpecification): number {
  const at = slowest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return at === -1 ? slowest.length : at;
}
