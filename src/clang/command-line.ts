// One command line, as a build system records it, into its words.

import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Words of a POSIX shell command; on Windows by the rules of its C runtime, where a backslash is an ordinary character.
 */
export function splitCommand(command: string, platform: NodeJS.Platform = process.platform): string[] {
  return platform === 'win32' ? splitWindows(command) : splitPosix(command);
}

export interface Expanded {
  readonly words: readonly string[];
  /** `@file`s that were not expanded, and why. */
  readonly refused: readonly { readonly flag: string; readonly because: string }[];
}

/** Far above what build systems write. */
const mostWords = 100_000;

/**
 * Replaces each `@file` by the words inside that file, where `mayRead` allows it; one that can't be read stays as it
 * is.
 */
export function expandResponseFiles(
  words: readonly string[],
  directory: string,
  mayRead: (file: string) => boolean,
): Expanded {
  const expanded: string[] = [];
  const refused: { flag: string; because: string }[] = [];
  const expand = (word: string, around: readonly string[]): void => {
    const file = word.startsWith('@') ? resolve(directory, word.slice(1)) : undefined;
    if (file === undefined || expanded.length > mostWords) expanded.push(word);
    else if (around.includes(file)) refused.push({ flag: word, because: 'the file of flags names itself' });
    else if (!mayRead(file)) refused.push({ flag: word, because: 'the file of flags is outside of the project' });
    else {
      const content = wordsIn(file);
      if (content === undefined) expanded.push(word);
      else for (const inner of content) expand(inner, [...around, file]);
    }
  };
  for (const word of words) expand(word, []);
  return { words: expanded, refused };
}

function wordsIn(file: string): readonly string[] | undefined {
  try {
    return statSync(file).isFile() ? splitPosix(readFileSync(file, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

function splitPosix(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < command.length; at++) {
    const character = command[at]!;
    if (quote === "'") {
      if (character === "'") quote = undefined;
      else word += character;
    } else if (character === '\\' && at + 1 < command.length) {
      const next = command[++at]!;
      if (next === '\n') continue;
      const literal = quote === '"' && !'"\\$`'.includes(next);
      word = (word ?? '') + (literal ? `\\${next}` : next);
    } else if (quote === '"') {
      if (character === '"') quote = undefined;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

function splitWindows(command: string): string[] {
  const words: string[] = [];
  for (const match of command.matchAll(/(?:[^\s"\\]|\\+(?!")|\\+"|"(?:[^"\\]|\\+(?!")|\\+")*(?:"|$))+/g)) {
    let word = '';
    let quoted = false;
    for (const part of match[0].matchAll(/(\\+)"|"|[^"\\]+|\\+/g)) {
      const slashes = part[1];
      if (slashes !== undefined) {
        word += '\\'.repeat(Math.floor(slashes.length / 2));
        if (slashes.length % 2 === 1) word += '"';
        else quoted = !quoted;
      } else if (part[0] === '"') quoted = !quoted;
      else word += part[0];
    }
    words.push(word);
  }
  return words;
}
