// Every file, folder, flag, field and code that documents and comments name is there. The finder is tested on small
// texts that name what is not.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addCheck } from '../src/cli/check-command.js';
import { addLibrary } from '../src/cli/library-command.js';
import { withInspectOptions } from '../src/cli/program-options.js';
import { addQueue } from '../src/cli/queue-command.js';
import { addReplay } from '../src/cli/replay-command.js';
import { addSequentialize } from '../src/cli/sequentialize-command.js';
import { addWorker } from '../src/cli/worker-command.js';
import { configSchema } from '../src/model/config.js';
import { platformSchemas } from '../src/model/platform.js';
import { commentsOf, elsewhere, type Known, otherFlags, wrongClaims } from './claims.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['src', 'tests', 'docs', 'include', 'schema', 'scripts', 'examples', 'bench'];
const files = [
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/')),
  ),
];
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

function flagsOfCommands(): string[] {
  const program = new Command('preempt').version('0');
  withInspectOptions(program.command('inspect'));
  addCheck(program, [], () => {});
  addReplay(program, [], () => {});
  addLibrary(program, [], () => {});
  addSequentialize(program, [], () => {});
  addWorker(program, () => {});
  addQueue(program, () => {});
  return [program, ...program.commands].flatMap((command) => command.options.map((option) => option.long!));
}

const rows = textOf('docs/diagnostics.md').matchAll(/^\| `([a-z-]+)` +\| [a-z, ]+\| .+\| .+\|$/gm);
const sources = files.filter((file) => /^src\/.*\.tsx?$/.test(file));
const program = ['package.json', 'schema/platform.schema.json', ...sources].map(textOf).join('\n');
/** Put together when a report is made; a compiler that a pattern knows. */
const composed = ['unknown-verdict', 'incomplete-verdict', 'avr-gcc'];
const known: Known = {
  files: new Set(files),
  flags: new Set([...flagsOfCommands(), '--help']),
  fields: new Set(Object.keys(configSchema().shape)),
  // docs.test.ts compares these with the source.
  codes: new Set([...rows].map((row) => row[1]!)),
  words: (word) => program.includes(word) || composed.includes(word) || files.some((file) => file.includes(word)),
};

const documents = files.filter(
  (file) =>
    /^(?:README|CHANGELOG)\.md$|^docs\/.*\.md$|(?:^|\/)README\.md$|^examples\/.*\.yml$/.test(file) ||
    /^include\/preempt\/.*\.h$|^schema\/.*\.json$/.test(file),
);
/** With flags of their own. */
const scripts = files.filter((file) => /^(?:bench|scripts)\/.*\.mjs$/.test(file));
const isOfFlag = (claim: string): boolean => claim.includes(': no flag ');
/** A decision speaks of what was weighed, too, and not taken. */
const isOfThePast = (claim: string): boolean =>
  claim.startsWith('docs/decisions/') && claim.includes(': nothing is called ');

describe('what is named is there', () => {
  it('knows the commands, the fields and the codes', () => {
    expect([...known.flags]).toEqual(expect.arrayContaining(['--engine', '--schedule', '--no-cache', '--version']));
    expect([...known.fields]).toEqual(expect.arrayContaining(['paths', 'failOn']));
    expect(known.codes.size).toBeGreaterThan(50);
    expect(documents.length).toBeGreaterThan(40);
  });

  it.each(documents)('in %s', (document) => {
    const wrong = wrongClaims(document, textOf(document), known);
    expect(wrong.filter((claim) => !isOfThePast(claim))).toEqual([]);
  });

  it.each(documents.filter((document) => textOf(document).includes('```json')))('in the JSON of %s', (document) => {
    for (const [, json] of textOf(document).matchAll(/^```json\n([\s\S]*?)^```/gm)) {
      const isPlatform = json!.includes('"nesting"');
      const schema = isPlatform ? platformSchemas().platform : configSchema();
      expect(schema.safeParse(JSON.parse(json!)).error).toBeUndefined();
    }
  });

  it('in comments', () => {
    const inComments = (file: string): string[] => wrongClaims(file, commentsOf(textOf(file)), known);
    expect(sources.flatMap(inComments)).toEqual([]);
    expect(scripts.flatMap(inComments).filter((claim) => !isOfFlag(claim))).toEqual([]);
  });

  it('in what the command line says of itself', () => {
    const texts = sources.filter((file) => /^src\/(?:cli|check|model|report)\/[^/]*$/.test(file));
    expect(texts.flatMap((file) => wrongClaims(file, textOf(file), known)).filter(isOfFlag)).toEqual([]);
  });
});

it('has no exception that nothing needs', () => {
  const looked = [...documents.map(textOf), ...[...sources, ...scripts].map((file) => commentsOf(textOf(file)))];
  const cli = sources.filter((file) => file.startsWith('src/cli/')).map(textOf);
  const all = [...looked, ...cli].join('\n');
  expect([...elsewhere.keys(), ...otherFlags.keys()].filter((name) => !all.includes(name))).toEqual([]);
});

describe('the finder', () => {
  const small: Known = {
    files: new Set([
      'src/ir/parse/lexer.ts',
      'src/cli/main.ts',
      'docs/machine.md',
      'include/preempt/preempt.h',
      'a/b.c',
    ]),
    flags: new Set(['--engine', '--no-fix']),
    fields: new Set(['paths', 'failOn']),
    codes: new Set(['no-entry', 'callback']),
    words: (word) => word === 'torn-access',
  };
  const wrongIn = (text: string): string[] => wrongClaims('docs/machine.md', text, small);

  it.each([
    ['a file', 'See `src/ir/lexer.ts`.', 'no file src/ir/lexer.ts'],
    ['one without backticks', 'it is in src/ir/lexer.ts, as ever', 'no file src/ir/lexer.ts'],
    ['one in brackets', '(src/cli/watchdog.ts)', 'no file src/cli/watchdog.ts'],
    ['one by the end of its path', '`parser/lexer.ts`', 'no file parser/lexer.ts'],
    ['one by its name', 'browser-host.ts takes its place', 'no file browser-host.ts'],
    ['a path in what is shown of a terminal', '```\n$ cat src/gone.ts\n```', 'no file src/gone.ts'],
    ['a document', 'docs/security.md says how', 'no file docs/security.md'],
    ['a header', 'as in `preempt2.h`', 'no file preempt2.h'],
    ['a folder', 'in `src/parser/`', 'no file src/parser/'],
    ['a folder by its end', 'what `lexer/` does', 'no file lexer/'],
    ['a folder without backticks', 'only parser/ knows', 'no file parser/'],
    ['a file for a folder', 'in src/cli/main.ts/', 'no file src/cli/main.ts/'],
    ['a pattern that nothing fits', '`src/cli/*-command.ts`', 'no file src/cli/*-command.ts'],
    ['a flag', 'with `--engines`', 'no flag --engines'],
    ['a flag without backticks', 'say --fix for that', 'no flag --fix'],
    ['a flag in a command', '```sh\npreempt check a.c --trace\n```', 'no flag --trace'],
    ['a field', 'Say `failsOn` in `preempt.json`.', 'no field failsOn of preempt.json'],
    ['a field in the next line', 'In `preempt.json`,\n`paths` and `failOnly` are known.', 'no field failOnly of'],
    ['a code', 'the warning `no-main` says so', 'no diagnostic no-main'],
    ['a code of one word', 'see the note `recall`', 'no diagnostic recall'],
    ['a code that is shown', '2> a.c:1:2: error: there is no main [no-main]', 'no diagnostic no-main'],
    ['a word with hyphens', 'a `half-done` one', 'nothing is called half-done'],
    ['a section of what is not there', 'as DESIGN §4 says', 'no document DESIGN §4'],
  ])('finds %s', (_, text, expected) => {
    expect(wrongIn(text)).toEqual([expect.stringContaining(expected)]);
  });

  it('gives the line, and each name once', () => {
    expect(wrongIn('one\n\nsrc/gone.ts and `src/gone.ts`\n')).toEqual(['docs/machine.md:3: no file src/gone.ts']);
  });

  it.each([
    'src/ir/parse/lexer.ts, `parse/lexer.ts`, `lexer.ts` and `src/ir/`',
    '`ir/parse/`, parse/ and `src/cli/*.ts`; [machine](machine.md), machine.md.',
    '#include "preempt.h", and/or R/W, text/html, https://example.org/src/x.ts',
    '`--engine auto`, --no-fix; count--; a -- b; node --expose-gc',
    'Both `paths` and `failOn` stand in `preempt.json`. So `engine` does not.',
    'the note `callback`; error `no-entry`; a `torn-access`; `<case>_bad.c`',
    '```json\n{ "paths": ["board/startup.c"] }\n```',
  ])('accepts what is right: %s', (text) => {
    expect(wrongIn(text)).toEqual([]);
  });

  it('reads comments, and nothing else, of a source file', () => {
    const source = "const a = '--gone // no'; // src/gone.ts\n/** --lost */ import './gone.ts';\n";
    const comments = commentsOf(source);
    expect(comments.split('\n').map((line) => line.length)).toEqual(source.split('\n').map((line) => line.length));
    expect(wrongIn(comments)).toEqual(['docs/machine.md:1: no file src/gone.ts', 'docs/machine.md:2: no flag --lost']);
  });
});
