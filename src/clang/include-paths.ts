// Where system headers lie for a translation unit: in its sysroot, or where the compiler that normally builds it
// looks. The program is never compiled with the headers of this machine unless its own build does so. Only known
// compilers are asked, by their names and never at the paths that the project gives.

import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { basename, isAbsolute, join, normalize } from 'node:path';
import { type Diagnostic, noteAt } from '../base/diagnostic.js';
import { findProgram, runProgram } from './native.js';
import { packageRoot } from './package-root.js';
import type { Project } from './project.js';
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
  readonly #project: Project;
  readonly #answers = new Map<string, Promise<readonly string[] | undefined>>();
  readonly #notes = new Map<string, Diagnostic>();

  constructor(project: Project) {
    this.#project = project;
  }

  /**
   * The compiler's own system include directories; none when it can't be asked, with a note if the build names it.
   * Where nobody names a compiler but somebody a device, the one that makes programs for it is asked.
   */
  async directories(unit: TranslationUnit, target: string): Promise<readonly string[]> {
    const isNamed = unit.compiler !== undefined;
    const compiler = unit.compiler ?? usualCompiler(target, unit.arguments);
    const compilerArguments = isNamed ? (unit.compilerArguments ?? []) : unit.arguments;
    if (compiler === undefined) return [];
    const language = /\.(c|i)$/.test(unit.file) ? 'c' : 'c++';
    const chosen = compilerArguments.filter((flag) => selectsHeaders.test(flag));
    const args = [...chosen, '-x', language, '-E', '-v', devNull];
    const key = JSON.stringify([compiler, args]);
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      const program = programOf(compiler, this.#project);
      answer = program === undefined ? Promise.resolve(undefined) : ask(program, args, this.#project);
      this.#answers.set(key, answer);
    }
    const directories = await answer;
    if (directories === undefined && isNamed) {
      const message = `${whyNotAsked(compiler)}; going on without its headers`;
      this.#notes.set(message, noteAt('compiler-not-asked', message));
    }
    return directories ?? [];
  }

  notes(): readonly Diagnostic[] {
    return [...this.#notes.values()];
  }
}

/** Only avr-libc has the registers of every device, and only the device's name shows that they are asked for. */
function usualCompiler(target: string, args: readonly string[]): string | undefined {
  return /^avr\b/.test(target) && args.some((argument) => argument.startsWith('-mmcu=')) ? 'avr-gcc' : undefined;
}

/** None of these takes a path. */
const selectsHeaders = /^(-m|--target=|-nostdinc)/;

const hosts = /^(gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(-[\d.]+)?$/;
const architectures = [
  ...[
    'arm\\w*',
    'thumb\\w*',
    'aarch64\\w*',
    'avr',
    'avr32',
    'msp430',
    'riscv(32|64)?',
    'xtensa',
    'mips\\w*',
    'powerpc\\w*',
    'ppc\\w*',
  ],
  ...[
    'rx',
    'rl78',
    'rh850',
    'v850',
    'sh',
    'h8300',
    'm68k',
    'm68hc1[12]',
    'm32c',
    'm32r',
    'or1k',
    'nios2',
    'microblaze',
  ],
  ...[
    'arc\\w*',
    'tricore',
    'lm32',
    'sparc\\w*',
    'x86_64',
    'i[3-6]86',
    'loongarch\\w*',
    'pic30',
    'pic32m?',
    'xc16',
    'xc32',
    'csky',
    'nds32\\w*',
  ],
];
const crossCompiler = new RegExp(
  `^(${architectures.join('|')})(-[\\w.]+)*-(gcc|g\\+\\+|cc|c\\+\\+|clang|clang\\+\\+)(-[\\d.]+)?$`,
);

/** `/opt/bin/arm-none-eabi-gcc.exe` → `arm-none-eabi-gcc` */
function plainName(compiler: string): string {
  return basename(compiler.replaceAll('\\', '/')).replace(/\.exe$/i, '');
}

export function isKnownCompiler(name: string): boolean {
  return hosts.test(name) || crossCompiler.test(name);
}

/**
 * The program on the PATH that has the name of a known compiler; what the project gives as its path is never started
 * unless it is trusted.
 */
function programOf(compiler: string, project: Project): string | undefined {
  if (project.isTrusted && isAbsolute(compiler)) return existsSync(compiler) ? compiler : undefined;
  const name = plainName(compiler);
  return project.isTrusted || isKnownCompiler(name) ? findProgram(name, project) : undefined;
}

function whyNotAsked(compiler: string): string {
  const name = plainName(compiler);
  if (!isKnownCompiler(name)) return `'${name}' is no compiler that Preempt knows, and is not run; --trust allows it`;
  const given = name === compiler ? '' : `, and ${compiler} is only run with --trust`;
  return `${name} can't be asked for its headers: it is not on the PATH${given}`;
}

/** Not in a folder of the project: gcc takes some files from where it is started. */
async function ask(program: string, args: readonly string[], project: Project): Promise<readonly string[] | undefined> {
  const { errors } = await runProgram(program, args, packageRoot, { timeout: 20_000, project });
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
