// The programs of a folder, for `--each`: every folder with a preempt.json is one, and elsewhere every C file that may
// have an entry.

import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, errorAt, warningAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { readConfig } from './config-file.js';

export interface ListedProgram {
  /** Its file or folder. */
  readonly name: string;
  /** What to check; empty where its preempt.json says it. */
  readonly paths: readonly string[];
  readonly config?: string;
  /** Of its file; infinite for a folder. The more, the longer it may take. */
  readonly bytes: number;
}

/** In the order of their names. `entry`: of the command line. */
export function programsIn(directory: string, entry: string): Result<readonly ListedProgram[]> {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    return failed(errorAt('bad-option', `--each ${directory}: no such directory`));
  const programs: ListedProgram[] = [];
  const diagnostics: Diagnostic[] = [];
  const visited = new Set<string>();
  const mayHaveEntry = new RegExp(`(?<![\\w$])${entry.replace(/[^\w]/g, '\\$&')}(?![\\w$])`);
  const walk = (folder: string): void => {
    try {
      const real = realpathSync(folder);
      if (visited.has(real)) return;
      visited.add(real);
      const names = readdirSync(folder).sort();
      if (names.includes('preempt.json')) {
        programs.push(ofFolder(folder));
        return;
      }
      for (const name of names) {
        if (name.startsWith('.') || name === 'node_modules') continue;
        const path = join(folder, name);
        const status = statSync(path, { throwIfNoEntry: false });
        if (status?.isDirectory()) walk(path);
        else if (status?.isFile() && name.endsWith('.c') && mayHaveEntry.test(readFileSync(path, 'latin1')))
          programs.push({ name: path, paths: [path], bytes: status.size });
      }
    } catch {
      const place = { file: folder, line: 0, column: 0 };
      diagnostics.push(warningAt('unreadable-file', `${folder} can't be read as a whole; the rest is left out`, place));
    }
  };
  walk(directory);
  return programs.length > 0
    ? ok(programs, diagnostics)
    : failed(...diagnostics, errorAt('no-sources', `--each ${directory}: no C file there has a function ${entry}`));
}

function ofFolder(folder: string): ListedProgram {
  const config = join(folder, 'preempt.json');
  const read = readConfig(config);
  const hasPaths = read.kind === 'ok' && read.value.paths !== undefined;
  return { name: folder, paths: hasPaths ? [] : [folder], config, bytes: Number.POSITIVE_INFINITY };
}
