// compile_commands.json, the list of compiler calls that CMake, Meson, Bear and others write, into translation units.
// Wrong entries are located by their position in the list; entries that are not C or C++ are left out with a note.
// Whoever wrote it is not trusted: see project-flags.ts.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Diagnostic, errorAt, hasErrors, noteAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { type Expanded, expandResponseFiles, splitCommand } from './command-line.js';
import { saysUnoptimised } from './flags.js';
import { parseJson } from './json.js';
import { isInProject, type Project } from './project.js';
import { cleanProjectFlags, MOST_SHOWN, placeOfWord, type RefusedFlag, refusals } from './project-flags.js';
import { impliedFlags, inferTarget } from './target.js';
import type { TranslationUnit } from './translation-unit.js';

const code = 'bad-compile-commands';

export function readCompileCommands(file: string, project: Project): Result<readonly TranslationUnit[]> {
  const text = readFileSync(file, 'utf8');
  const parsed = parseJson(text, file, code);
  if (parsed.kind === 'failed') return parsed;
  const whole = { file, line: 0, column: 0 };
  if (!Array.isArray(parsed.value)) return failed(errorAt(code, 'the file is not a list of compiler calls', whole));
  const units = new Map<string, TranslationUnit>();
  const diagnostics: Diagnostic[] = [];
  const notC: string[] = [];
  const repeated: string[] = [];
  const dropped = new Set<string>();
  const refused: RefusedFlag[] = [];
  let malformed = 0;
  for (const [index, raw] of (parsed.value as readonly unknown[]).entries()) {
    const entry = readEntry(raw, index, file, project);
    if (entry.kind === 'failed') {
      if (++malformed <= MOST_SHOWN) diagnostics.push(...entry.diagnostics);
      continue;
    }
    const { source, directory, expanded } = entry.value;
    const [compiler, ...flags] = withoutLaunchers(expanded.words);
    const clean = cleanProjectFlags(flags, directory, project);
    if (clean.assembler || !isCompiled(source, clean.arguments)) {
      notC.push(basename(source));
      continue;
    }
    if (units.has(source)) {
      repeated.push(basename(source));
      continue;
    }
    for (const flag of clean.dropped) dropped.add(flag);
    // One by one: there may be more than a call may have arguments.
    for (const flag of [...expanded.refused, ...clean.refused]) refused.push(flag);
    const target = inferTarget(compiler, clean.vetted);
    units.set(source, {
      kind: 'c',
      file: source,
      directory,
      arguments: [...impliedFlags(compiler), ...clean.arguments],
      ...(compiler === undefined ? {} : { compiler, compilerArguments: clean.vetted }),
      ...(target === undefined ? {} : { target }),
      ...(saysUnoptimised(flags) === true ? { isUnoptimised: true } : {}),
    });
  }
  if (malformed > MOST_SHOWN)
    diagnostics.push(errorAt(code, `${malformed - MOST_SHOWN} more entries cannot be read`, whole));
  if (notC.length > 0) diagnostics.push(noteAt('not-c', `left out, not C: ${list(notC)}`, whole));
  if (repeated.length > 0) {
    diagnostics.push(noteAt('repeated-entry', `compiled more than once, first entry taken: ${list(repeated)}`, whole));
  }
  if (dropped.size > 0) {
    diagnostics.push(noteAt('dropped-flag', `flags without use here, left out: ${list([...dropped])}`, whole));
  }
  diagnostics.push(...refusals(refused, (flag) => placeOfWord(file, text, flag)));
  if (hasErrors(diagnostics)) return failed(...diagnostics);
  if (units.size === 0) return failed(...diagnostics, errorAt('no-sources', 'no C file is named in it', whole));
  return ok([...units.values()], diagnostics);
}

interface Entry {
  readonly source: string;
  readonly directory: string;
  readonly expanded: Expanded;
}

function readEntry(raw: unknown, index: number, file: string, project: Project): Result<Entry> {
  const wrong = (what: string): Result<Entry> =>
    failed(errorAt(code, `entry ${index + 1}: ${what}`, { file, line: 0, column: 0 }));
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return wrong('is not an object');
  const entry = raw as Readonly<Record<string, unknown>>;
  const { file: source, directory = '.', arguments: words, command } = entry;
  if (typeof source !== 'string' || source === '') return wrong('has no "file"');
  if (typeof directory !== 'string') return wrong('"directory" is not a string');
  const base = resolve(dirname(file), directory);
  let split: readonly string[];
  if (words !== undefined) {
    if (!isStrings(words)) return wrong('"arguments" is not a list of strings');
    split = words;
  } else if (typeof command === 'string') {
    split = splitCommand(command);
  } else {
    return wrong('has neither "command" nor "arguments"');
  }
  const existing = existsSync(base) ? base : dirname(resolve(file));
  const expanded = expandResponseFiles(split, base, (response) => isInProject(response, project));
  return ok({ source: resolve(base, source), directory: existing, expanded });
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

/** `ccache arm-none-eabi-gcc …` and `env A=1 gcc …` name the compiler second. */
function withoutLaunchers(words: readonly string[]): readonly string[] {
  let from = 0;
  while (from < words.length - 1) {
    const name = basename(words[from]!.replaceAll('\\', '/')).replace(/\.exe$/i, '');
    const launcher = /^(ccache|sccache|distcc|icecc|gomacc|env|time|nice|buildcache)$/.test(name);
    if (!launcher && !/^[A-Za-z_]\w*=/.test(words[from]!)) break;
    from++;
  }
  return words.slice(from);
}

function isCompiled(source: string, flags: readonly string[]): boolean {
  return /\.(c|i|cc|cpp|cxx|c\+\+|ii)$/i.test(source) || flags.includes('-x');
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 8).join(', ');
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}
