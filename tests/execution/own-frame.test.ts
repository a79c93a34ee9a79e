// Wrong use of a library is reported where the program calls it, and at the end of a thread where nobody calls.

import { expect, it } from 'vitest';
import { collapsed } from '../../src/execution/collapse.js';
import { replay } from '../../src/execution/replay.js';
import { parseSchedule } from '../../src/execution/schedule.js';
import { checkByExploring } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from '../model/load.js';
import { kept, misused } from './thread-programs.js';

it.each([
  [misused, 'pthread_mutex_unlock: the caller does not hold the mutex', 6, 'pthread_mutex_unlock(&a)', 6],
  [kept, 'the thread ends while it holds a lock', 5, 'the end of worker', undefined],
])('is at the place of the program', async (source, message, line, what, at) => {
  const { program } = await loadText(source);
  const { findings } = await checkByExploring(program, { ...usualOptions, properties: ['assertion'] });
  expect(findings.map((f) => [f.message, f.isMisuse, f.accesses[0]?.place?.line, f.accesses[0]?.function])).toEqual([
    [message, true, line, 'worker'],
  ]);
  const parsed = parseSchedule(findings[0]!.schedule);
  if (parsed.kind === 'problem') throw new Error(parsed.problem.message);
  // It goes on; the replay tells of it where it happens.
  const told = collapsed(replay(program, parsed.schedule).events).filter(({ event }) =>
    event.effects.some((text) => message.endsWith(text)),
  );
  expect(told.map(({ event }) => [event.what, event.place?.line])).toEqual([[what, at]]);
});

it('leaves assertions of the program alone', async () => {
  const { program } = await loadText('#include <assert.h>\nint main(void) { assert(0); return 0; }');
  const { findings } = await checkByExploring(program, { ...usualOptions, properties: ['assertion'] });
  expect(findings.map((f) => [f.message, f.isMisuse])).toEqual([['assertion 0', undefined]]);
});
