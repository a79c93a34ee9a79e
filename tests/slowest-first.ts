// The order of test files: those that take longest begin, so that no processor waits for the other at the end.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** From the longest on. Those that are not named follow. */
const slowest = ['mutants', 'corpus', 'agreement'];

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
