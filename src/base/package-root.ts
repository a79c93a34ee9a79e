// The folder of the package and its version, wherever in it the running code has been put: sources, tsc's output or the bundle.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InternalError } from './internal-error.js';

export const packageRoot = rootAbove(dirname(fileURLToPath(import.meta.url)));

/** Read only where it is shown. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version;
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new InternalError('the package has lost its package.json');
  return rootAbove(above);
}
