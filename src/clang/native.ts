// Programs that are installed on this machine, a clang above all: finding them and running them. Only what lies in an
// absolute folder of the PATH and outside of the project is found; nothing is run by a shell.

import { spawn } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import type { KnownVersions } from './known-version.js';
import { packageRoot } from './package-root.js';
import { mayBelongTo, type Project } from './project.js';

export interface NativeClang {
  readonly kind: 'native';
  readonly path: string;
  readonly version: string;
  /** Changes whenever the program behind `path` does. */
  readonly identity: string;
}

const oldestVersion = 16;
const newestNamed = 22;

/** The first usable clang on the PATH; undefined when there is none. */
export async function findNative(project: Project, known: KnownVersions): Promise<NativeClang | undefined> {
  const names = ['clang'];
  for (let version = newestNamed; version >= oldestVersion; version--) names.push(`clang-${version}`);
  for (const name of names) {
    const path = findProgram(name, project);
    if (path === undefined) continue;
    const clang = await inspect(path, project, known);
    if (clang.kind === 'ok') return clang.value;
  }
  return undefined;
}

/** The clang that the user named: a path is taken as it is. */
export async function useNative(path: string, project: Project, known: KnownVersions): Promise<Result<NativeClang>> {
  const found = /[/\\]/.test(path) ? resolve(path) : findProgram(path, project);
  if (found === undefined || !isProgram(found)) return failed(errorAt('bad-clang', `there is no program '${path}'`));
  return inspect(found, project, known);
}

/** Looks a plain name up on the PATH, as a shell does. */
export function findProgram(name: string, project?: Project): string | undefined {
  if (/[/\\]/.test(name)) return undefined;
  const suffixes = process.platform === 'win32' ? ['.exe', ''] : [''];
  for (const directory of programFolders(project)) {
    for (const suffix of suffixes) {
      const candidate = join(directory, name + suffix);
      if (isProgram(candidate) && !isOwnedBy(project, candidate)) return candidate;
    }
  }
  return undefined;
}

/** The PATH without what the project could have put there: `.`, `node_modules/.bin`. */
function programFolders(project: Project | undefined): readonly string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.filter((folder) => !isOwnedBy(project, folder));
}

function isOwnedBy(project: Project | undefined, path: string): boolean {
  return project !== undefined && mayBelongTo(project, path);
}

export interface ProgramOutcome {
  /** The exit code; undefined when a signal ended it or it could not be started. */
  readonly exitCode: number | undefined;
  readonly signal?: string;
  readonly output: Buffer;
  readonly errors: string;
}

export interface RunLimits {
  /** Milliseconds. */
  readonly timeout?: number;
  readonly signal?: AbortSignal | undefined;
  readonly project?: Project | undefined;
}

/**
 * Runs a program to its end, with nothing on standard input and no environment variable that changes what clang or gcc
 * do.
 */
export function runProgram(
  path: string,
  args: readonly string[],
  directory: string,
  { timeout = 0, signal, project }: RunLimits = {},
): Promise<ProgramOutcome> {
  return new Promise((finish) => {
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    if (args.some((argument) => argument.includes('\0'))) {
      finish({ exitCode: undefined, output: Buffer.alloc(0), errors: 'an argument contains a NUL character' });
      return;
    }
    const start = () =>
      spawn(path, args, {
        cwd: directory,
        env: plainEnvironment(project),
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout,
        ...(signal === undefined ? {} : { signal }),
        killSignal: 'SIGKILL',
      });
    let child: ReturnType<typeof start>;
    try {
      child = start();
    } catch (error) {
      // Some failures are thrown, not emitted: a working directory that is a file.
      finish({ exitCode: undefined, output: Buffer.alloc(0), errors: (error as Error).message });
      return;
    }
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', (error) => finish({ exitCode: undefined, output: Buffer.alloc(0), errors: error.message }));
    child.on('close', (code, signal) =>
      finish({
        exitCode: code ?? undefined,
        ...(signal === null ? {} : { signal }),
        output: Buffer.concat(output),
        errors: Buffer.concat(errors).toString('utf8'),
      }),
    );
  });
}

const variablesWithEffect =
  /^(CPATH|C_INCLUDE_PATH|CPLUS_INCLUDE_PATH|OBJC_INCLUDE_PATH|CCC_.*|GCC_.*|COMPILER_PATH|CLANG_.*|LC_.*|LANG)$/;

function plainEnvironment(project: Project | undefined): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !variablesWithEffect.test(name));
  return { ...Object.fromEntries(kept), PATH: programFolders(project).join(delimiter), LC_ALL: 'C' };
}

const inspected = new Map<string, Promise<Result<NativeClang>>>();

function inspect(path: string, project: Project, known: KnownVersions): Promise<Result<NativeClang>> {
  let result = inspected.get(path);
  if (result === undefined) {
    result = versionOf(path, project, known);
    inspected.set(path, result);
  }
  return result;
}

async function versionOf(path: string, project: Project, known: KnownVersions): Promise<Result<NativeClang>> {
  const real = realpathSync(path);
  const { size, mtimeMs } = statSync(real);
  const program = { real, identity: [real, size, mtimeMs, libraryTime(real)].join(' ') };
  const version = known.find(program) ?? (await askVersion(path, project));
  if (version === undefined) return failed(errorAt('bad-clang', `'${path}' is not clang`));
  if (Number.parseInt(version, 10) < oldestVersion)
    return failed(errorAt('bad-clang', `'${path}' is clang ${version}; at least ${oldestVersion} is needed`));
  known.keep(program, version);
  return ok({ kind: 'native', path, version, identity: [version, real, size, mtimeMs].join(' ') });
}

/** When the libraries beside it last changed: most of clang is in one of them. */
function libraryTime(real: string): number {
  return statSync(join(dirname(real), '..', 'lib'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function askVersion(path: string, project: Project): Promise<string | undefined> {
  const { exitCode, output } = await runProgram(path, ['--version'], packageRoot, { timeout: 20_000, project });
  const match = /clang version (\d+)(\S*)/.exec(output.toString('utf8'));
  return exitCode !== 0 || match === null ? undefined : `${match[1]}${match[2]}`;
}

function isProgram(path: string): boolean {
  try {
    const status = statSync(path);
    return status.isFile() && (process.platform === 'win32' || (status.mode & 0o111) !== 0);
  } catch {
    return false;
  }
}
