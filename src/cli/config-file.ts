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
    return failed(
      errorAt('missing-config', isMissing ? 'no such file' : (error as Error).message, { file, line: 0, column: 0 }),
    );
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
    const where = path.length === 0 ? '' : `${path.join('.')}: `;
    return errorAt('bad-config', `${where}${complaint(issue)}`, placeAt(file, text, offsetOf(tree, key)));
  });
  return failed(...diagnostics);
}

type Tree = NonNullable<ReturnType<typeof parseTree>>;

/** Where a field's name stands, or the nearest part of the file around a missing one. */
function offsetOf(tree: Tree, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return tree.offset;
}

function complaint(issue: {
  readonly code?: string;
  readonly message: string;
  readonly keys?: readonly string[];
  readonly expected?: string;
  readonly input?: unknown;
  readonly values?: readonly unknown[];
}): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `there is no field ${(issue.keys ?? []).map((k) => `"${k}"`).join(', ')}`;
    case 'invalid_type':
      return /received undefined/.test(issue.message)
        ? 'is missing'
        : `should be ${article(issue.expected ?? 'something else')}`;
    case 'invalid_value':
      return `should be ${(issue.values ?? []).map((v) => JSON.stringify(v)).join(' or ')}`;
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

function article(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind === 'int' ? 'whole number' : kind}`;
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
