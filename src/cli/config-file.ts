// Reading preempt.json: JSON with comments, checked against the schema, every complaint with its line.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { findNodeAtLocation, getNodeValue, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Diagnostic, errorAt, type Place } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { type Config, ConfigSchema } from '../model/config.js';

/** The file that holds without being named: in the working directory, or in the one directory that is checked. */
export function findConfig(paths: readonly string[]): string | undefined {
  const folders = ['.', ...(paths.length === 1 ? [paths[0]!] : [])];
  return folders.map((folder) => join(folder, 'preempt.json')).find((file) => existsSync(file));
}

export function readConfig(file: string): Result<Config> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return failed(errorAt('missing-config', isMissing ? 'no such file' : (error as Error).message, { file, line: 0, column: 0 }));
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first !== undefined || tree === undefined) {
    const message = first === undefined ? 'the file is empty' : sentence(printParseErrorCode(first.error));
    return failed(errorAt('bad-config', message, placeAt(file, text, first?.offset ?? 0)));
  }
  const parsed = ConfigSchema.safeParse(getNodeValue(tree));
  if (parsed.success) return ok(relativeTo(dirname(file), parsed.data));
  const diagnostics = parsed.error.issues.map((issue): Diagnostic => {
    const path = issue.path.filter((p): p is string | number => typeof p !== 'symbol');
    const key = issue.code === 'unrecognized_keys' ? [...path, issue.keys[0]!] : path;
    const node = findNodeAtLocation(tree, key) ?? findNodeAtLocation(tree, path) ?? tree;
    const offset = issue.code === 'unrecognized_keys' ? (node.parent?.offset ?? node.offset) : node.offset;
    const where = path.length === 0 ? '' : `${path.join('.')}: `;
    return errorAt('bad-config', `${where}${issue.message}`, placeAt(file, text, offset));
  });
  return failed(...diagnostics);
}

function relativeTo(folder: string, config: Config): Config {
  const at = (path: string): string => (isAbsolute(path) || folder === '.' ? path : join(folder, path));
  return {
    ...config,
    ...(config.paths === undefined ? {} : { paths: config.paths.map(at) }),
    ...(config.include === undefined ? {} : { include: config.include.map((p) => resolve(folder, p)) }),
    ...(config.sysroot === undefined ? {} : { sysroot: resolve(folder, config.sysroot) }),
    ...(config.platform?.endsWith('.json') ? { platform: at(config.platform) } : {}),
  };
}

/** `InvalidSymbol` → `invalid symbol`. */
function sentence(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function placeAt(file: string, text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: before.at(-1)!.length + 1 };
}
