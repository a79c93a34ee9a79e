// preempt.json: where it is, and what it says, with paths as seen from here.

import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { type Config, configSchema } from '../model/config.js';
import { readJsonFile } from './json-file.js';

/** The file that holds without being named: in the working directory, or in the one directory that is checked. */
export function findConfig(paths: readonly string[]): string | undefined {
  const folders = ['.', ...(paths.length === 1 ? [paths[0]!] : [])];
  return folders.map((folder) => join(folder, 'preempt.json')).find((file) => existsSync(file));
}

export function readConfig(file: string): Result<Config> {
  const read = readJsonFile(file, configSchema());
  switch (read.kind) {
    case 'read':
      return ok(relativeTo(dirname(file), read.value));
    case 'missing':
      return failed(errorAt('missing-config', read.complaint.message, read.complaint.place));
    case 'bad':
      return failed(...read.complaints.map(({ message, place }) => errorAt('bad-config', message, place)));
  }
}

function relativeTo(folder: string, config: Config): Config {
  const at = (path: string): string => (isAbsolute(path) || folder === '.' ? path : join(folder, path));
  return {
    ...config,
    ...(config.paths === undefined ? {} : { paths: config.paths.map(at) }),
    ...(config.include === undefined ? {} : { include: config.include.map((p) => resolve(folder, p)) }),
    ...(config.sysroot === undefined ? {} : { sysroot: resolve(folder, config.sysroot) }),
    ...(config.platform?.endsWith('.json') ? { platform: at(config.platform) } : {}),
    ...(config.baseline === undefined ? {} : { baseline: at(config.baseline) }),
    ...(config.diff === undefined ? {} : { diff: at(config.diff) }),
  };
}
