// What preempt.json may say without being trusted. It may come with somebody else's code: it must not make Preempt
// run a program, write somewhere or read what is not part of the project.

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import { isInProject, leadsOutside, type Project, projectOf } from '../clang/project.js';
import { placeOfWord } from '../clang/project-flags.js';
import type { Config } from '../model/config.js';

/** What is wrong with the fields of `file` that name programs, folders and files; nothing in a trusted project. */
export function untrustedFields(file: string, config: Config, paths: readonly string[]): readonly Diagnostic[] {
  const text = readFileSync(file, 'utf8');
  const refused = (field: keyof Config, why: string): Diagnostic =>
    errorAt('untrusted-setting', `${field}: ${why}; --trust allows it`, placeOfWord(file, text, `"${field}"`));
  const problems: Diagnostic[] = [];
  if (config.clang !== undefined && !/^(auto|embedded|clang(-\d+)?(\.exe)?)$/.test(config.clang))
    problems.push(refused('clang', `'${config.clang}' is a program that a file of the project names, and is not run`));
  if (typeof config.cache === 'string')
    problems.push(refused('cache', 'a folder that a file of the project names is not used; PREEMPT_CACHE names one'));
  const project = projectOf([...paths, dirname(file)]);
  for (const field of ['paths', 'platform', 'baseline', 'diff'] as const) {
    const named = [config[field] ?? []].flat().filter((path) => field !== 'platform' || path.endsWith('.json'));
    const outside = named.find((path) => !isInProject(path, project));
    if (outside !== undefined) problems.push(refused(field, `${outside} is outside of the project, and is not read`));
  }
  return problems;
}

interface NamedFiles {
  readonly baseline?: string;
  readonly diff?: string;
  readonly output?: string;
  readonly writeBaseline?: string;
  readonly reproduce?: string;
  readonly trust?: boolean;
}

/** Of the files that `preempt check` reads and writes besides the program. */
export function linkedOutputs(options: NamedFiles, paths: readonly string[]): readonly Diagnostic[] {
  const { baseline, diff, output, writeBaseline, reproduce, trust = false } = options;
  const files = { '--baseline': baseline, '--diff': diff, '--output': output, '--write-baseline': writeBaseline };
  return linksOutside({ ...files, '--reproduce': reproduce }, projectOf(paths, { trust }));
}

/** Files that the command line names, but that turn out to be links of the project to something outside of it. */
export function linksOutside(files: Readonly<Record<string, string | undefined>>, project: Project): Diagnostic[] {
  return Object.entries(files).flatMap(([option, file]) =>
    file === undefined || !leadsOutside(file, project)
      ? []
      : [
          errorAt(
            'outside-file',
            `${option} ${file}: it is a link of the project to something outside; --trust allows it`,
          ),
        ],
  );
}
