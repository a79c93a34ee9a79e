// A clang that is installed on this machine: finding it and running it.

import { spawn } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';

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
export async function findNative(): Promise<NativeClang | undefined> {
  const names = ['clang'];
  for (let version = newestNamed; version >= oldestVersion; version--) names.push(`clang-${version}`);
  for (const name of names) {
    const path = findProgram(name);
    if (path === undefined) continue;
    const clang = await inspect(path);
    if (clang.kind === 'ok') return clang.value;
  }
  return undefined;
}

/** The clang that the user named. */
export async function useNative(path: string): Promise<Result<NativeClang>> {
  const found = /[/\\]/.test(path) ? resolve(path) : findProgram(path);
  if (found === undefined || !isProgram(found)) return failed(errorAt('bad-clang', `there is no program '${path}'`));
  return inspect(found);
}

/** Looks `name` up on the PATH, as a shell does. */
export function findProgram(name: string): string | undefined {
  if (isAbsolute(name)) return isProgram(name) ? name : undefined;
  const suffixes = process.platform === 'win32' ? ['.exe', ''] : [''];
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    if (directory === '') continue;
    for (const suffix of suffixes) {
      const candidate = join(directory, name + suffix);
      if (isProgram(candidate)) return candidate;
    }
  }
  return undefined;
}

export interface ProgramOutcome {
  /** The exit code; undefined when a signal ended it or it could not be started. */
  readonly exitCode: number | undefined;
  readonly signal?: string;
  readonly output: Buffer;
  readonly errors: string;
}

/** Runs a program to its end, with nothing on standard input and no environment variable that changes what clang or gcc do. */
export function runProgram(
  path: string,
  args: readonly string[],
  directory: string,
  timeout = 0,
): Promise<ProgramOutcome> {
  return new Promise((finish) => {
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    if (args.some((argument) => argument.includes('\0'))) {
      finish({ exitCode: undefined, output: Buffer.alloc(0), errors: 'an argument contains a NUL character' });
      return;
    }
    const start = () =>
      spawn(path, args, { cwd: directory, env: plainEnvironment(), stdio: ['ignore', 'pipe', 'pipe'], timeout });
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

function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !variablesWithEffect.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

const inspected = new Map<string, Promise<Result<NativeClang>>>();

function inspect(path: string): Promise<Result<NativeClang>> {
  let result = inspected.get(path);
  if (result === undefined) {
    result = askVersion(path);
    inspected.set(path, result);
  }
  return result;
}

async function askVersion(path: string): Promise<Result<NativeClang>> {
  const { exitCode, output } = await runProgram(path, ['--version'], process.cwd(), 20_000);
  const match = /clang version (\d+)(\S*)/.exec(output.toString('utf8'));
  if (exitCode !== 0 || match === null) return failed(errorAt('bad-clang', `'${path}' is not clang`));
  const version = `${match[1]}${match[2]}`;
  if (Number(match[1]) < oldestVersion) {
    return failed(errorAt('bad-clang', `'${path}' is clang ${version}; at least ${oldestVersion} is needed`));
  }
  const real = realpathSync(path);
  const { size, mtimeMs } = statSync(real);
  return ok({ kind: 'native', path, version, identity: [version, real, size, mtimeMs].join(' ') });
}

function isProgram(path: string): boolean {
  try {
    const status = statSync(path);
    return status.isFile() && (process.platform === 'win32' || (status.mode & 0o111) !== 0);
  } catch {
    return false;
  }
}
