// A checker of C by others, started on a text of ours: found by its bare name on the PATH, outside of the project, and
// run without a shell in a folder of its own that is removed again (docs/security.md).

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckerName, CheckerOutcome, OtherChecker } from './host.js';
import { findProgram, runProgram } from './native.js';
import { packageRoot } from './package-root.js';
import type { Project } from './project.js';

/** How often a limit is looked at while it runs, in milliseconds. */
const PERIOD = 200;

export function otherChecker(name: CheckerName, project: Project): OtherChecker | undefined {
  const path = findProgram(name, project);
  if (path === undefined) return undefined;
  return {
    name,
    async version() {
      const { output } = await runProgram(path, ['--version'], packageRoot, { timeout: 20_000, project });
      return /^(\d+(?:\.\d+)*)/.exec(output.toString('utf8'))?.[1];
    },
    run: (text, options, isOver) => runOn(path, text, options, isOver, project),
  };
}

async function runOn(
  path: string,
  text: string,
  options: readonly string[],
  isOver: () => string | undefined,
  project: Project,
): Promise<CheckerOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-checker-'));
  const stop = new AbortController();
  let over: string | undefined;
  const watch = setInterval(() => {
    over = isOver();
    if (over !== undefined) stop.abort();
  }, PERIOD);
  try {
    writeFileSync(join(folder, 'translation.c'), text);
    const { signal } = stop;
    const outcome = await runProgram(path, [...options, 'translation.c'], folder, { signal, project });
    return {
      ...(over === undefined ? {} : { over }),
      exitCode: outcome.exitCode,
      output: outcome.output.toString('utf8'),
      errors: outcome.errors,
    };
  } finally {
    clearInterval(watch);
    rmSync(folder, { recursive: true, force: true });
  }
}
