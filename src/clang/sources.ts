// What the user named on the command line into translation units: C files, directories, compile_commands.json, LLVM IR.
// Files that no compiler could make sense of (missing, empty, binary, one endless line) are refused here, with their
// reason.

import { constants, existsSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { type Diagnostic, errorAt, hasErrors, noteAt, warningAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { readCompileCommands } from './compile-commands.js';
import { anchorFlags, cleanFlags, saysUnoptimised } from './flags.js';
import type { ConfiguredFlags } from './host.js';
import { accessTo, isInProject, type Project, projectOf } from './project.js';
import { cleanProjectFlags, placeOfWord, refusals } from './project-flags.js';
import { arduinoVersion, isSketch, sketchArguments } from './sketch.js';
import { inferTarget } from './target.js';
import type { TranslationUnit } from './translation-unit.js';

/** Clang's positions have 16-bit columns; far beyond that a line can only be an accident. */
const longestLine = 1 << 20;

/**
 * `flags` are the user's own. They hold for every C file and win over the configured ones, which win over those of a
 * compile_commands.json. Relative paths start at the working directory.
 */
export async function collectSources(
  paths: readonly string[],
  flags: readonly string[],
  project: Project = projectOf(paths),
  configured?: ConfiguredFlags,
): Promise<Result<readonly TranslationUnit[]>> {
  if (paths.length === 0) return failed(errorAt('no-sources', 'no source file was named'));
  const clean = cleanFlags(flags);
  const given = cleanProjectFlags(configured?.flags ?? [], process.cwd(), project);
  const target = inferTarget(undefined, [...given.vetted, ...flags]);
  const isUnoptimised = saysUnoptimised([...(configured?.flags ?? []), ...flags]);
  const diagnostics: Diagnostic[] = [...refusedFlags(configured?.file, given.refused)];
  const dropped = [...given.dropped, ...clean.dropped];
  if (dropped.length > 0) {
    diagnostics.push(noteAt('dropped-flag', `flags without use here, left out: ${dropped.join(', ')}`));
  }
  const units = new Map<string, TranslationUnit>();
  for (const path of paths) {
    const args = [...given.arguments, ...clean.arguments];
    const found = await unitsOf(path, { arguments: args, target, project, isUnoptimised });
    diagnostics.push(...found.diagnostics);
    if (found.kind === 'failed') continue;
    for (const unit of found.value) {
      const key = resolve(unit.directory, unit.file);
      if (!units.has(key)) units.set(key, unit);
    }
  }
  return hasErrors(diagnostics) ? failed(...diagnostics) : ok(besideSketches([...units.values()]), diagnostics);
}

/** The Arduino IDE tells the libraries that it compiles with a sketch which version of it they are compiled for. */
function besideSketches(units: readonly TranslationUnit[]): readonly TranslationUnit[] {
  if (!units.some(({ file }) => isSketch(file))) return units;
  return units.map((unit) => ({ ...unit, arguments: [arduinoVersion, ...unit.arguments] }));
}

interface Asked {
  readonly arguments: readonly string[];
  readonly target: string | undefined;
  readonly project: Project;
  readonly isUnoptimised: boolean | undefined;
}

function refusedFlags(file: string | undefined, refused: Parameters<typeof refusals>[0]): readonly Diagnostic[] {
  if (file === undefined || refused.length === 0) return [];
  const text = readFileSync(file, 'utf8');
  return refusals(refused, (flag) => placeOfWord(file, text, flag));
}

async function unitsOf(path: string, asked: Asked): Promise<Result<readonly TranslationUnit[]>> {
  const status = statusOf(path);
  if (status === undefined) return failed(missingFile(path));
  if (status.isDirectory()) {
    const commands = join(path, 'compile_commands.json');
    return existsSync(commands) ? unitsOfCommands(commands, asked) : unitsOfDirectory(path, asked);
  }
  if (!status.isFile())
    return failed(errorAt('not-a-file', `${path} is neither a file nor a directory`, wholeFile(path)));
  if (!(await isReadable(path))) return failed(unreadable(path));
  switch (extname(path).toLowerCase()) {
    case '.json':
      return unitsOfCommands(path, asked);
    case '.ll':
    case '.bc':
      return checked([{ kind: 'ir', file: path, directory: process.cwd(), arguments: [] }], asked.project, 'asked');
    case '.c':
    case '.i':
    case '.ii':
    case '.cc':
    case '.cpp':
    case '.cxx':
    case '.c++':
    case '.ino':
    case '.pde':
      return checked([unitOf(path, asked)], asked.project, 'asked');
    default:
      return failed(errorAt('unknown-kind', `${basename(path)} is neither C nor LLVM IR by its name`, wholeFile(path)));
  }
}

/** What a folder is searched for. */
const sourceName = /\.(?:c|cc|cpp|cxx|c\+\+|ino|pde)$/;

function unitOf(file: string, asked: Asked): TranslationUnit {
  const args = isSketch(file) ? [...asked.arguments, ...sketchArguments] : asked.arguments;
  const common = { kind: 'c', file, directory: process.cwd(), arguments: args } as const;
  const unit: TranslationUnit = asked.isUnoptimised === true ? { ...common, isUnoptimised: true } : common;
  return asked.target === undefined ? unit : { ...unit, target: asked.target };
}

function unitsOfCommands(path: string, asked: Asked): Result<readonly TranslationUnit[]> {
  if (accessTo(path, asked.project) === 'refused') return failed(outsideFile(path));
  const read = readCompileCommands(path, asked.project);
  if (read.kind === 'failed') return read;
  const added = anchorFlags(asked.arguments, process.cwd(), existsSync);
  const units = read.value.map(({ isUnoptimised, ...unit }): TranslationUnit => {
    const isUnoptimisedNow = asked.isUnoptimised ?? isUnoptimised;
    return {
      ...unit,
      arguments: [...unit.arguments, ...added],
      ...(asked.target === undefined ? {} : { target: asked.target }),
      ...(isUnoptimisedNow === true ? { isUnoptimised: true } : {}),
    };
  });
  const result = checked(units, asked.project, 'named');
  return { ...result, diagnostics: [...read.diagnostics, ...result.diagnostics] };
}

function unitsOfDirectory(path: string, asked: Asked): Result<readonly TranslationUnit[]> {
  const files: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const visited = new Set<string>();
  const walk = (directory: string): void => {
    if (!isInProject(directory, asked.project)) {
      diagnostics.push({ ...outsideFile(directory), severity: 'warning' });
      return;
    }
    try {
      const real = realpathSync(directory);
      if (visited.has(real)) return;
      visited.add(real);
      for (const name of readdirSync(directory)) {
        if (name.startsWith('.') || name === 'node_modules') continue;
        const entry = join(directory, name);
        const status = statusOf(entry);
        if (status?.isDirectory()) walk(entry);
        else if (status?.isFile() && sourceName.test(name)) files.push(entry);
      }
    } catch {
      diagnostics.push(warningAt('unreadable-file', `${directory} can't be read; left out`, wholeFile(directory)));
    }
  };
  walk(path);
  if (files.length === 0) {
    return failed(...diagnostics, errorAt('no-sources', `there is no C or C++ file in ${path}`, wholeFile(path)));
  }
  const units = files.sort().map((file) => unitOf(file, asked));
  const result = checked(units, asked.project, 'met');
  return { ...result, diagnostics: [...diagnostics, ...result.diagnostics] };
}

/**
 * What is wrong is an error where somebody named the file, and left out with a warning where it was only come across.
 */
function checked(
  units: readonly TranslationUnit[],
  project: Project,
  how: keyof typeof bearable,
): Result<readonly TranslationUnit[]> {
  const diagnostics: Diagnostic[] = [];
  const good: TranslationUnit[] = [];
  for (const unit of units) {
    const problem = problemOf(unit, project);
    if (problem === undefined) good.push(unit);
    else if (bearable[how].includes(problem.code)) diagnostics.push({ ...problem, severity: 'warning' });
    else diagnostics.push(problem);
  }
  if (hasErrors(diagnostics)) return failed(...diagnostics);
  if (good.length === 0) return failed(...diagnostics, errorAt('no-sources', 'all files are empty'));
  return ok(good, diagnostics);
}

/** `asked`: by the user. `named`: by compile_commands.json. `met`: in a folder. */
const bearable: Readonly<Record<'asked' | 'named' | 'met', readonly string[]>> = {
  asked: [],
  named: ['empty-file'],
  met: ['empty-file', 'outside-file'],
};

function problemOf(unit: TranslationUnit, project: Project): Diagnostic | undefined {
  const path = resolve(unit.directory, unit.file);
  const place = wholeFile(unit.file);
  let content: Buffer;
  try {
    const status = statusOf(path);
    if (status === undefined) return missingFile(unit.file);
    if (!status.isFile()) return errorAt('not-a-file', `${unit.file} is not a file`, place);
    if (accessTo(path, project) === 'refused') return outsideFile(unit.file);
    content = readFileSync(path);
  } catch {
    return unreadable(unit.file);
  }
  if (content.length >= 4 && content.readUInt32LE(0) === 0xdec04342) {
    return errorAt('binary-file', `${unit.file} is LLVM bitcode; turn it into text first: llvm-dis`, place);
  }
  if (content.includes(0)) {
    const wide = content[0] === 0xff || content[0] === 0xfe;
    return errorAt('binary-file', `${unit.file} is ${wide ? 'UTF-16 text; save it as UTF-8' : 'a binary file'}`, place);
  }
  if (content.toString('latin1', 0, 4096).trim() === '' && content.toString('latin1').trim() === '') {
    return errorAt('empty-file', `${unit.file} is empty`, place);
  }
  return unit.kind === 'c' ? endlessLine(content, unit.file) : undefined;
}

function endlessLine(content: Buffer, file: string): Diagnostic | undefined {
  let line = 1;
  for (let from = 0; from < content.length; line++) {
    const newline = content.indexOf(10, from);
    const end = newline === -1 ? content.length : newline;
    if (end - from > longestLine) {
      const message = `this line is ${end - from} bytes long; places in lines of more than ${longestLine} can't be told apart`;
      return errorAt('line-too-long', message, { file, line, column: 0 });
    }
    from = end + 1;
  }
  return undefined;
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

async function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}

function missingFile(file: string): Diagnostic {
  return errorAt('missing-file', `no such file: ${file}`, wholeFile(file));
}

function unreadable(file: string): Diagnostic {
  return errorAt('unreadable-file', `can't read ${file}`, wholeFile(file));
}

function outsideFile(file: string): Diagnostic {
  const message = `${file} leads out of the project, and is not read; --trust allows it`;
  return errorAt('outside-file', message, wholeFile(file));
}

function wholeFile(file: string): { file: string; line: number; column: number } {
  return { file, line: 0, column: 0 };
}
