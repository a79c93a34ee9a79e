// Preempt's own headers as one file, dist/headers.json, for where there is no disk: text by path below include/.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'include');
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(folder, name)).isFile(),
);
const headers = names.sort().map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]);
writeFileSync(join(root, 'dist', 'headers.json'), JSON.stringify(Object.fromEntries(headers)));
