// What documents and comments say by name: files, folders, flags, fields of preempt.json, codes of diagnostics. A name
// that nothing has is a claim that is not true. Names are recognised by their form, so a sentence that paraphrases one
// escapes; what is reported is wrong, or belongs into the list of what is elsewhere.

/** What there is. */
export interface Known {
  /** Below the root, with forward slashes. */
  readonly files: ReadonlySet<string>;
  /** With both hyphens. */
  readonly flags: ReadonlySet<string>;
  /** Of preempt.json. */
  readonly fields: ReadonlySet<string>;
  /** Of diagnostics. */
  readonly codes: ReadonlySet<string>;
  /** Other words with hyphens that programs and packages use. */
  readonly words: (word: string) => boolean;
}

/** Names that stand for something that is not in the repository, each with what it is. */
export const elsewhere: ReadonlyMap<string, string> = new Map([
  ['Exa.c', 'a program of the ESEC/FSE 2023 paper'],
  ['Exa_I.c', 'a program of the ESEC/FSE 2023 paper'],
  ['Exa_F.c', 'a program of the ESEC/FSE 2023 paper'],
  ['01-atomicity-count.c', 'a reproducer'],
  ['check.mjs', 'what a reader of docs/library.md writes'],
  ['a.c', 'any file'],
  ['main.c', 'any file'],
  ['stddef.h', "clang's own header"],
  ['stdint.h', "clang's own header"],
  ['dist/', 'what the build makes'],
  ['bench/results/', 'what npm run bench writes'],
]);

/** Flags of other programs, each with whose it is. */
export const otherFlags: ReadonlyMap<string, string> = new Map([
  ['--specs', 'gcc'],
  ['--gcc-toolchain', 'clang'],
  ['--expose-gc', 'V8'],
  ['--max-old-space-size', 'V8'],
  ['--input-type', 'node'],
  ['--without', 'a reproducer'],
  ['--crate-type', 'rustc'],
]);

/** Words in backticks that stand beside preempt.json and are none of its fields. */
const besidePreemptJson: ReadonlySet<string> = new Set(['check', 'inspect', 'main', 'zod']);

/** What a text names that is not there: one line for each, with its place. */
export function wrongClaims(document: string, text: string, known: Known): string[] {
  const found: string[] = [];
  const report = (at: number, what: string): void => {
    const line = text.slice(0, at).split('\n').length;
    found.push(`${document}:${line}: ${what}`);
  };
  for (const { name, at } of filesNamedIn(text))
    if (!isThere(name, document, known.files)) report(at, `no file ${name}`);
  for (const { name, at } of flagsIn(text))
    if (!known.flags.has(name) && !otherFlags.has(name)) report(at, `no flag ${name}`);
  for (const { name, at } of fieldsIn(text))
    if (!known.fields.has(name)) report(at, `no field ${name} of preempt.json`);
  const codes = codesIn(text);
  for (const { name, at } of codes) if (!known.codes.has(name)) report(at, `no diagnostic ${name}`);
  for (const { name, at } of hyphenatedIn(text)) {
    const isCode = known.codes.has(name) || codes.some((code) => code.name === name);
    if (!isCode && !known.words(name)) report(at, `nothing is called ${name}`);
  }
  for (const { name, at } of matches(text, /\bDESIGN(?: ?§ ?[\d.]+)?/g)) report(at, `no document ${name}`);
  return found;
}

interface Named {
  readonly name: string;
  readonly at: number;
}

/** The first group, or all of it. */
function matches(text: string, pattern: RegExp): Named[] {
  return [...text.matchAll(pattern)].map((match) => ({ name: match[1] ?? match[0], at: match.index }));
}

const top = '(?:src|tests|docs|include|schema|scripts|examples|bench)';

/**
 * Anything below a folder of the root, wherever it stands; names with an ending of ours; folders, which end in a slash.
 */
function filesNamedIn(text: string): Named[] {
  const below = new RegExp(`(?<![\\w./-])(${top}/[\\w./*-]*)`, 'g');
  const withEnding = /(?<![\w./*<>-])([A-Za-z0-9][\w-]*(?:\/[\w.-]+)*\.(?:tsx?|mjs|md|c|h))(?![\w/*<>]|\.\w)/g;
  const folders = /(?:`|(?<=[\s(]))([a-z][\w-]*(?:\/[\w-]+)*\/)(?=`|[\s,;:)]|\.(?!\w)|$)/gm;
  // What is shown of a terminal, of C or of JSON may be about any project.
  const prose = withoutFences(text);
  const all = [...matches(text, below), ...matches(prose, withEnding), ...matches(prose, folders)];
  const named = all.map(({ name, at }) => ({ name: name.replace(/[.-]+$/, ''), at }));
  return named.filter(({ name }, n) => named.findIndex((other) => other.name === name) === n);
}

function isThere(name: string, document: string, files: ReadonlySet<string>): boolean {
  if (elsewhere.has(name)) return true;
  const escaped = name.replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*');
  // A folder is there if something is in it; without a slash at its end it may be either.
  const pattern = new RegExp(`(?:^|/)${escaped}${name.endsWith('/') ? '' : '(?:/|$)'}`);
  if (new RegExp(`^${top}/`).test(name) && !name.includes('*')) return [...files].some((f) => startsAt(f, name));
  const folder = document.slice(0, document.lastIndexOf('/') + 1);
  return files.has(`${folder}${name}`) || [...files].some((file) => pattern.test(file));
}

function startsAt(file: string, name: string): boolean {
  return file === name || file.startsWith(name.endsWith('/') ? name : `${name}/`);
}

function flagsIn(text: string): Named[] {
  return matches(text, /(?<![\w-])(--[a-z][a-z-]*[a-z])(?![\w-])/g);
}

/** Words in backticks in a sentence that speaks of `preempt.json`. */
function fieldsIn(text: string): Named[] {
  const prose = withoutFences(text);
  const sentences = matches(prose, /((?:[^.|\n]|\.(?!\s)|\n(?!\n))+)/g).filter(({ name }) =>
    name.includes('preempt.json'),
  );
  return sentences.flatMap(({ name: sentence, at }) =>
    matches(sentence, /`([a-z]+(?:[A-Z][a-z]+)*)`/g)
      .filter(({ name }) => !besidePreemptJson.has(name))
      .map((word) => ({ name: word.name, at: at + word.at })),
  );
}

/** Behind the word for what it is, and at the end of a diagnostic that is shown. */
function codesIn(text: string): Named[] {
  return [
    ...matches(text, /\b(?:errors?|warnings?|notes?|diagnostics?|codes?) \(?`([a-z]+(?:-[a-z]+)*)`/g),
    ...matches(text, /^(?:2> )?.*: (?:error|warning|note): .* \[([a-z]+(?:-[a-z]+)*)\]$/gm),
  ];
}

function hyphenatedIn(text: string): Named[] {
  return matches(withoutFences(text), /`([a-z]+(?:-[a-z]+)+)`/g);
}

/** Lines stay where they are. */
function withoutFences(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));
}

/** The comments of a source file, each where it stands. */
export function commentsOf(source: string): string {
  let kept = '';
  let at = 0;
  for (const { 0: token, index } of source.matchAll(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g,
  )) {
    kept += blank(source.slice(at, index));
    kept += token.startsWith('/') ? token : blank(token);
    at = index + token.length;
  }
  return kept + blank(source.slice(at));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
