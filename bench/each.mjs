// `preempt check --each` on the corpus, against one process for each of its programs: seconds, and their ratio.
// Compiled files are in the cache for both, code of Preempt as well. What both report must be the same, but for the
// costs.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['atomicity', 'assertion', 'race', 'torn-access'];

export const aims = { 'each / alone': { atMost: 1 / 3 } };

function preempt(cache, ...args) {
  const start = performance.now();
  const { stdout } = spawnSync(
    process.execPath,
    ['dist/cli/main.js', 'check', '--arrivals', '1', ...args, '--format', 'json'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PREEMPT_CACHE: cache },
      maxBuffer: 2 ** 30,
    },
  );
  return { seconds: (performance.now() - start) / 1000, report: JSON.parse(stdout) };
}

const withoutCost = ({ statistics: _, schema: __, name: ___, exitCode: ____, ...report }) => JSON.stringify(report);

export async function run() {
  const cache = mkdtempSync(join(tmpdir(), 'preempt-each-'));
  try {
    let [each, alone, programs] = [0, 0, 0];
    for (const folder of folders) {
      const directory = `tests/corpus/${folder}`;
      preempt(cache, '--each', directory);
      const together = preempt(cache, '--each', directory);
      each += together.seconds;
      for (const { name, ...report } of together.report.programs) {
        const single = preempt(cache, name);
        alone += single.seconds;
        programs++;
        if (withoutCost(single.report) === withoutCost(report)) continue;
        process.stdout.write(`  ${name}: --each reports something else\n`);
        process.exitCode = 1;
      }
    }
    return { programs, 'alone, s': alone, 'each, s': each, 'each / alone': each / alone };
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}
