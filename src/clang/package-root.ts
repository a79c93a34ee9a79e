// The folder of the package, wherever in it the running code has been put: sources, tsc's output or the bundle. It is
// known by the headers that come with Preempt, so that a tree that was copied without package.json works, too.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

export const packageRoot = rootAbove(here, 'include/preempt/preempt.h') ?? rootAbove(here, 'package.json') ?? here;

function rootAbove(folder: string, mark: string): string | undefined {
  if (existsSync(join(folder, mark))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : rootAbove(above, mark);
}
