// A temporary directory with files for one test, and the clangs that this machine has.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.js';
import { InternalError } from '../../src/base/internal-error.js';
import type { Result } from '../../src/base/result.js';
import { type CompiledUnit, type CompileOptions, compile } from '../../src/clang/compile.js';
import { pathsIn } from '../../src/clang/flags.js';
import { projectOf } from '../../src/clang/project.js';
import { collectSources } from '../../src/clang/sources.js';
import { nativeClangs } from '../native-clangs.js';

/** Creates the files and returns the directory; removed after the test. */
export function workspace(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'preempt-test-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) put(join(directory, name), content);
  return directory;
}

/** The file looks a little older than it is: what changed within the last millisecond is not kept in the cache. */
export function put(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  const earlier = new Date(Date.now() - 2000);
  utimesSync(file, earlier, earlier);
}

export type Choice = CompileOptions['clang'];

export interface NamedClang {
  readonly name: string;
  readonly clang: Choice;
  /** Not installed here. */
  readonly missing: boolean;
}

const natives = nativeClangs();

export const clangs: readonly NamedClang[] = [
  { name: 'embedded', clang: 'embedded', missing: false },
  ...['the oldest clang', 'the newest clang'].map((which, n) => {
    const native = natives[n];
    return {
      name: native?.name ?? `${which} (not installed)`,
      clang: { path: native?.path ?? 'clang' },
      missing: native === undefined,
    };
  }),
];

export const nativePath = natives.at(-1)?.path;

export async function build(
  paths: readonly string[],
  flags: readonly string[] = [],
  options: Partial<CompileOptions> = {},
): Promise<Result<readonly CompiledUnit[]>> {
  const project = options.project ?? projectOf(paths, { headers: pathsIn(flags, process.cwd()) });
  const sources = await collectSources(paths, flags, project);
  if (sources.kind === 'failed') return sources;
  const compiled = await compile(sources.value, {
    project,
    clang: 'embedded',
    includeDirectories: [],
    extraArguments: [],
    cacheDirectory: false,
    ...options,
  });
  return { ...compiled, diagnostics: [...sources.diagnostics, ...compiled.diagnostics] };
}

export function valueOrThrow<T>(result: Result<T>): T {
  if (result.kind === 'ok') return result.value;
  throw new InternalError(
    result.diagnostics.map((diagnostic) => `${diagnostic.message}\n${diagnostic.detail ?? ''}`).join('\n'),
  );
}

export function errorsOf(result: Result<unknown>): readonly Diagnostic[] {
  return result.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
}

export function codesOf(result: Result<unknown>): readonly string[] {
  return result.diagnostics.map((diagnostic) => diagnostic.code);
}
