// One command line, as a build system records it, into its words.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Words of a POSIX shell command; on Windows by the rules of its C runtime, where a backslash is an ordinary character. */
export function splitCommand(command: string, platform: NodeJS.Platform = process.platform): string[] {
  return platform === 'win32' ? splitWindows(command) : splitPosix(command);
}

/** Replaces each `@file` by the words inside that file; one that can't be read stays as it is. */
export function expandResponseFiles(words: readonly string[], directory: string, depth = 0): string[] {
  return words.flatMap((word) => {
    if (!word.startsWith('@') || depth > 8) return [word];
    let text: string;
    try {
      text = readFileSync(resolve(directory, word.slice(1)), 'utf8');
    } catch {
      return [word];
    }
    return expandResponseFiles(splitPosix(text), directory, depth + 1);
  });
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
