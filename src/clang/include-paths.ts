// Where system headers lie for a translation unit: in its sysroot, or where the compiler that normally builds it looks.
// The program is never compiled with the headers of this machine unless its own build does so.

import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { basename, isAbsolute, join, normalize } from 'node:path';
import { type Diagnostic, noteAt } from '../base/diagnostic.js';
import { findProgram, runProgram } from './native.js';
import type { TranslationUnit } from './translation-unit.js';

/** The include directories inside a sysroot, in the order in which compilers search them. */
export function sysrootDirectories(sysroot: string, target: string): readonly string[] {
  const [architecture = ''] = target.split('-');
  const machine = /^(thumb|arm)/.test(architecture) ? 'arm' : architecture;
  const names = [
    target,
    `${machine}-none-eabi`,
    `${machine}-elf`,
    `${machine}-unknown-elf`,
    `${machine}-linux-gnu`,
    machine,
  ];
  const candidates = [
    'usr/local/include',
    'include',
    ...names.map((name) => `${name}/include`),
    ...names.map((name) => `usr/include/${name}`),
    'usr/include',
  ];
  return candidates.map((candidate) => join(sysroot, candidate)).filter((directory) => existsSync(directory));
}

/** Asks the compilers that a build names, each only once for the same flags. */
export class CompilerQueries {
  readonly #answers = new Map<string, Promise<readonly string[] | undefined>>();
  readonly #notes = new Map<string, Diagnostic>();

  /** The compiler's own system include directories; none, with a note, when it can't be asked. */
  async directories(unit: TranslationUnit): Promise<readonly string[]> {
    const { compiler, compilerArguments = [] } = unit;
    if (compiler === undefined) return [];
    const language = /\.(c|i)$/.test(unit.file) ? 'c' : 'c++';
    const args = [
      ...compilerArguments.filter((flag) => selectsHeaders.test(flag)),
      '-x',
      language,
      '-E',
      '-v',
      devNull,
    ];
    const key = JSON.stringify([compiler, args]);
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      answer = askCompiler(compiler, args, unit.directory);
      this.#answers.set(key, answer);
    }
    const directories = await answer;
    if (directories === undefined) {
      const message = `${basename(compiler)} can't be asked for its headers (not installed?); going on without them`;
      this.#notes.set(message, noteAt('compiler-not-asked', message));
    }
    return directories ?? [];
  }

  notes(): readonly Diagnostic[] {
    return [...this.#notes.values()];
  }
}

const selectsHeaders = /^(-m|--?specs=|--sysroot=|--target=|-nostdinc)/;

/** Only what is called like a compiler is started, and never a program that lies somewhere relative to the sources. */
const looksLikeCompiler = /(^|-)(gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(-[\d.]+)?(\.exe)?$/;

async function askCompiler(
  compiler: string,
  args: readonly string[],
  directory: string,
): Promise<readonly string[] | undefined> {
  const name = basename(compiler.replaceAll('\\', '/'));
  if (!looksLikeCompiler.test(name) || (name !== compiler && !isAbsolute(compiler))) return undefined;
  const program = findProgram(compiler);
  if (program === undefined) return undefined;
  const { errors } = await runProgram(program, args, directory, { timeout: 20_000 });
  const listed = /#include <\.\.\.> search starts here:\n([\s\S]*?)End of search list\./.exec(errors)?.[1];
  if (listed === undefined) return undefined;
  return listed
    .split('\n')
    .map((line) => line.trim().replace(/ \(framework directory\)$/, ''))
    .filter((line) => line !== '')
    .map((line) => normalize(line))
    .filter((line) => !compilerOwn.test(line.replaceAll('\\', '/')));
}

/** stddef.h and its kin belong to the compiler that reads them: clang has its own. */
const compilerOwn = /\/(gcc|gcc-cross)\/[^/]+\/[^/]+\/include(-fixed)?\/?$|\/clang\/[^/]+\/include\/?$/;
