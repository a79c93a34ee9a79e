// Runs every command of every transcript beside this file against dist/ and compares everything that is shown.
// `.ci/run` gives each command a process of its own, `npm test` those only that need a shell or a limit: the others
// share one.
// UPDATE_TRANSCRIPTS=1 writes what the commands show now into the transcripts instead.

import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { nativeClangs } from '../native-clangs.js';
import { type Outcome, replay } from './transcript.js';
import { plainWords, WarmProcess } from './warm-process.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist/cli/main.js');
if (!existsSync(program)) throw new Error('dist/ is missing: npm run build comes first');
const documents = readdirSync(join(root, 'tests/cli')).filter((name) => name.endsWith('.md') && name !== 'README.md');
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'preempt-transcripts-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Commands that transcripts may use besides preempt. */
const tools = ['cat', 'cmp', 'find', 'head', 'rm', 'tr'];

/**
 * A PATH on which `clang`, and nothing else of its kind, is the given one; undefined: only the embedded clang is left.
 */
function pathWith(name: string, clang: string | undefined): string {
  const folder = join(scratch, `bin-${name}`);
  mkdirSync(folder);
  for (const tool of tools) symlinkSync(findTool(tool), join(folder, tool));
  if (clang !== undefined) symlinkSync(clang, join(folder, 'clang'));
  writeFileSync(join(folder, 'preempt'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(folder, 'preempt'), 0o755);
  return folder;
}

function findTool(name: string): string {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`the transcripts need ${name} on the PATH`);
  return found;
}

/** Transcripts that look into the cache have one of their own. What one of the others compiles, all of them have. */
function cacheOf(clang: string, text: string, temporary: string): string {
  return text.includes('PREEMPT_CACHE') ? join(temporary, 'cache') : join(scratch, `cache-${clang}`);
}

interface Surroundings {
  readonly path: string;
  readonly cache: string;
  readonly temporary: string;
}

async function execute(command: string, { path, cache, temporary }: Surroundings, warm: WarmProcess): Promise<Outcome> {
  const env = {
    PATH: path,
    HOME: temporary,
    TMPDIR: temporary,
    PREEMPT_CACHE: cache,
    NO_COLOR: '1',
    LC_ALL: 'C',
  };
  const words = process.env.PREEMPT_TEST_SLOW === undefined ? plainWords(command, env) : undefined;
  const { output, errors, exitCode } = await (words === undefined ? inShell(command, env) : warm.run(words, root, env));
  const shown = (text: string): string => text.replaceAll(temporary, '$TMPDIR');
  return { output: shown(output), errors: shown(errors), exitCode };
}

function inShell(command: string, env: Readonly<Record<string, string>>): Promise<Outcome> {
  return new Promise((finish, refuse) => {
    const child = spawn('/bin/sh', ['-c', command], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, errors]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', refuse);
    child.on('close', (code, signal) => {
      const text = (chunks: Buffer[]): string => Buffer.concat(chunks).toString('utf8');
      finish({
        output: text(output),
        errors: text(errors) + (signal === null ? '' : `killed by ${signal}\n`),
        exitCode: code ?? 128,
      });
    });
  });
}

const isUpdate = process.env.UPDATE_TRANSCRIPTS !== undefined;
const natives = isUpdate ? [] : nativeClangs();
if (!isUpdate && natives.length < 2)
  console.warn('transcripts: not both clang-16 and a newer clang are installed; run without them');
const clangs = [{ name: 'embedded', path: undefined }, ...natives];
/** What is about the front end runs with every clang; of the rest, each document with one, which take turns. */
const isAboutClang = (name: string): boolean => /^(?:bad|cache|configuration|each|inspect|untrusted)\b/.test(name);
const documentsFor = (clang: number): readonly string[] =>
  documents.filter((name, index) => isAboutClang(name) || index % clangs.length === clang);

describe.each(clangs)('with clang: $name', (clang) => {
  const path = pathWith(clang.name, clang.path);
  const warm = new WarmProcess();
  afterAll(() => warm.close());

  it.concurrent.each(documentsFor(clangs.indexOf(clang)))('%s', async (document) => {
    const temporary = join(scratch, `${clang.name}-${document}`);
    mkdirSync(temporary);
    const file = join(root, 'tests/cli', document);
    const expected = readFileSync(file, 'utf8');
    const cache = cacheOf(clang.name, expected, temporary);
    const actual = await replay(expected, (command) => execute(command, { path, cache, temporary }, warm));
    if (isUpdate) writeFileSync(file, actual);
    else expect(actual).toBe(expected);
  });
});
