// What the outcome of a compilation depends on besides its arguments: the content of the files that it read, and the
// absence of the files that it would have read instead. Both are needed: a header added earlier in the search path must
// count as a change.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Lookups } from './file-view.js';

export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The state of files during one call of `compile`: each file is read, and each absence tested, only once. */
export class FileFacts {
  readonly #hashes = new Map<string, string | undefined>();
  readonly #exists = new Map<string, boolean>();

  /** Undefined when the file can't be read. */
  hash(file: string): string | undefined {
    if (!this.#hashes.has(file)) this.#hashes.set(file, tryHash(file));
    return this.#hashes.get(file);
  }

  exists(path: string): boolean {
    let known = this.#exists.get(path);
    if (known === undefined) {
      known = existsSync(path);
      this.#exists.set(path, known);
    }
    return known;
  }
}

function tryHash(file: string): string | undefined {
  try {
    return hashOf(readFileSync(file));
  } catch {
    return undefined;
  }
}

/**
 * The lookups of a native clang, which tells only the files that it read. The absent ones are over-approximated: every
 * name that an include-like directive of any of these files mentions, in every directory where it could have been.
 */
export function lookupsOfNative(rule: string, args: readonly string[], directory: string): Lookups {
  const present = filesOfRule(rule).map((file) => resolve(directory, file));
  const searched = searchDirectories(args).map((path) => resolve(directory, path));
  const absent = new Set<string>();
  for (const file of new Set([...present, ...forcedIncludes(args).map((name) => resolve(directory, name))])) {
    const places = [dirname(file), ...searched];
    for (const name of mentionedNames(file)) {
      const candidates = isAbsolute(name) ? [name] : places.map((place) => join(place, name));
      for (const candidate of candidates) if (!absent.has(candidate) && !existsSync(candidate)) absent.add(candidate);
    }
  }
  for (const name of forcedIncludes(args)) {
    for (const place of [directory, ...searched]) {
      const candidate = resolve(place, name);
      if (!existsSync(candidate)) absent.add(candidate);
    }
  }
  return { present, absent: [...absent] };
}

/** The prerequisites of a dependency rule as compilers write it for make. */
export function filesOfRule(rule: string): string[] {
  const joined = rule.replaceAll(/\\\r?\n/g, ' ');
  const prerequisites = joined.slice(joined.search(/:(\s|$)/) + 1);
  return [...prerequisites.matchAll(/(?:\\.|\$\$|[^ \t\r\n\\])+/g)].map(([word]) =>
    word.replaceAll('$$', '$').replaceAll(/\\([ #])/g, '$1'),
  );
}

/**
 * Whether no name in it has characters that rules cannot tell from their own: line breaks, odd spaces, bytes that are
 * no text.
 */
export function isPlainRule(rule: string): boolean {
  const words = rule.replaceAll(/ \\\r?\n {2}/g, ' ').replace(/\r?\n$/, '');
  return !/[^\S ]|\ufffd/.test(words) && (process.platform === 'win32' || !/\\(?![ #])/.test(words));
}

/** Also finds the names behind `__has_include`, and behind macros that an `#include` may use. */
function mentionedNames(file: string): Set<string> {
  const names = new Set<string>();
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch {
    return names;
  }
  for (const [directive] of text.matchAll(/^[ \t]*(?:#|%:|\?\?=)(?:[^\n\\]|\\\r?\n|\\)*/gm)) {
    const certain = /^\W*(include|import|embed)|__has_(include|embed)/.test(directive);
    for (const [, name] of directive.matchAll(/[<"]([^<>"\n]+)[>"]/g)) {
      if (certain || /^[\w./+@~-]+\.\w+$/.test(name!)) names.add(name!.trim());
    }
  }
  return names;
}

/** Where headers count as the system's. */
export function systemDirectories(args: readonly string[], directory: string): readonly string[] {
  return valuesOf(args, /^(-isystem|-idirafter)(.*)$/).map((path) => resolve(directory, path));
}

function searchDirectories(args: readonly string[]): string[] {
  return valuesOf(args, /^(-I|-iquote|-isystem|-idirafter)(.*)$/);
}

function forcedIncludes(args: readonly string[]): string[] {
  return valuesOf(args, /^(-include|-imacros)(.*)$/);
}

function valuesOf(args: readonly string[], pattern: RegExp): string[] {
  const values: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const match = pattern.exec(args[at]!);
    if (match === null) continue;
    const value = match[2] === '' ? args[++at] : match[2];
    if (value !== undefined && !value.startsWith('=')) values.push(value);
  }
  return values;
}
