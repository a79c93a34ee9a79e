// One cache of compiled programs for a run of the tests, empty at its start: what several of them read is compiled
// once, and neither the user's cache nor an earlier run has a say.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-tests-'));
  process.env.PREEMPT_CACHE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
