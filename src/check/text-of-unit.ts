// What the text of a unit says, before anybody preprocesses it: its file, and those that it includes by name and that
// are found beside it or in its own folders. A hint whether it is worth while to ask clang.

import { utf8Text } from '../base/bytes.js';
import { pathIn } from '../base/path.js';
import type { Workspace } from '../clang/host.js';
import type { TranslationUnit } from '../clang/translation-unit.js';

export function saysInText(unit: TranslationUnit, pattern: RegExp, workspace: Pick<Workspace, 'read'>): boolean {
  const seen = new Set<string>();
  const folders = unit.arguments.flatMap((a, n) => {
    const folder = a === '-I' ? unit.arguments[n + 1] : /^-I(.+)/.exec(a)?.[1];
    return folder === undefined ? [] : [pathIn(unit.directory, folder)];
  });
  const waiting = [[pathIn(unit.directory, unit.file)]];
  for (let places = waiting.pop(); places !== undefined; places = waiting.pop()) {
    for (const path of places) {
      const bytes = seen.has(path) ? undefined : workspace.read(path);
      seen.add(path);
      if (bytes === undefined) continue;
      const text = utf8Text(bytes);
      if (pattern.test(text)) return true;
      const here = path.replace(/[/\\][^/\\]*$/, '');
      for (const [, header] of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm))
        waiting.push([here, ...folders].map((folder) => pathIn(folder, header!)));
      break;
    }
  }
  return false;
}

export function escaped(name: string): string {
  return name.replace(/[^\w]/g, '\\$&');
}
