// What programs read of the races of a library.

import { expect, it } from 'vitest';
import { libraryJson } from '../../../src/report/library/library-json.js';
import { kernelRequest, reportOf, smallKernel } from '../../engines/library/prepared.js';

it('lists pairs as candidates, with both accesses and an execution', async () => {
  const tasks = ['registry_add', 'registry_remove'];
  const report = await reportOf({ ...kernelRequest(), description: { ...smallKernel, tasks, fromIsr: [] } });
  const json = JSON.parse(libraryJson(report, process.cwd()));
  expect(json).toMatchObject({
    schema: 1,
    library: 'the small kernel',
    settled: true,
    search: { reduction: 'reduced', models: 3, named: 4, searched: 3 },
    premise: { kind: 'justified' },
    pairs: { racing: { statements: 3, calls: 3 } },
  });
  expect(json.candidates).toHaveLength(3);
  expect(json.candidates[1]).toMatchObject({
    id: 'H2',
    kind: 'high-level-race',
    structure: 'registry',
    replayed: false,
    functions: [['registry_add', 'registry_remove']],
    accesses: [
      { operation: 'W', function: 'registry_add', file: 'examples/library/kernel.c', line: 323 },
      { operation: 'W', function: 'registry_remove', file: 'examples/library/kernel.c', line: 335 },
    ],
  });
  expect(json.candidates[1].trace.at(-1)).toMatchObject({ text: 'begins write of registry' });
});
