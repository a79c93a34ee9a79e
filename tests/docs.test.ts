// The documentation says what is there: every diagnostic code is explained, every link leads somewhere, and what
// README.md and docs/ show of a terminal is what the commands print. docs.claims.test.ts looks at the names in it.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Outcome, replay } from './cli/transcript.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Below the root, with forward slashes. */
const documents = [
  'README.md',
  'CHANGELOG.md',
  ...filesBelow('docs', '.md'),
  ...['examples', 'tests', 'bench'].flatMap((folder) => filesBelow(folder, 'README.md')),
];

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
}

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/**
 * Codes are written as literals: where a diagnostic or a parse failure is made, as a second argument of the lexer's
 * `fail`, in a choice between two, or in a constant named `code`.
 */
function codesIn(source: string): string[] {
  const code = "'([a-z]+(?:-[a-z]+)*)'";
  const patterns = [
    `\\b(?:errorAt|warningAt|noteAt|new ParseFailure)\\(\\s*${code}`,
    `\\b(?:errorAt|warningAt|noteAt|new ParseFailure)\\(\\s*[^'(),]*'[^']*' \\? ${code}`,
    `\\b(?:errorAt|warningAt|noteAt|new ParseFailure)\\(\\s*[^'(),]*'[^']*' \\? '[^']*' : ${code}`,
    `^\\s*(?:export )?const code = ${code}`,
    `'(ir-[a-z]+(?:-[a-z]+)*)'`,
  ];
  return patterns.flatMap((pattern) => [...source.matchAll(new RegExp(pattern, 'gm'))].map((match) => match[1]!));
}

describe('docs/diagnostics.md', () => {
  const inSource = new Set(filesBelow('src', '.ts').flatMap((file) => codesIn(textOf(file))));
  const rows = [...textOf('docs/diagnostics.md').matchAll(/^\| `([a-z-]+)` +\| [a-z, ]+\| .+\| .+\|$/gm)];
  const explained = rows.map((row) => row[1]!);

  it('explains exactly the codes that exist', () => {
    expect(inSource.size).toBeGreaterThan(50);
    expect([...explained].sort()).toEqual([...inSource].sort());
  });

  it('knows every way in which a code is written', () => {
    const calls = filesBelow('src', '.ts')
      .filter((file) => file !== 'src/base/diagnostic.ts')
      .flatMap((file) => [...textOf(file).matchAll(/\b(?:errorAt|warningAt|noteAt|new ParseFailure)\(\s*([^,]+),/g)])
      .map((match) => match[1]!.trim());
    const others = calls.filter((argument) => codesIn(`errorAt(${argument}, '')`).length === 0);
    // A code that was found elsewhere already and is passed on.
    expect([...new Set(others)].sort()).toEqual(['code', 'failure.code']);
  });
});

describe.each(documents)('%s', (document) => {
  const text = textOf(document);
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');

  it('links to files that exist', () => {
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
    const missing = targets.filter((target) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [path, anchor] = target.split('#') as [string, string?];
      const file = path === '' ? document : posix.join(posix.dirname(document), path);
      return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(textOf(file)).includes(anchor));
    });
    expect(missing).toEqual([]);
  });
});

/** As GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('terminals', () => {
  const program = join(root, 'dist/cli/main.js');
  if (!existsSync(program)) throw new Error('dist/ is missing: npm run build comes first');
  const scratch = mkdtempSync(join(tmpdir(), 'preempt-docs-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  const shown = documents.filter((document) => /^```console$/m.test(textOf(document)));

  it('are shown', () => {
    expect(shown).toContain('README.md');
  });

  it.each(shown)('%s shows what is printed', async (document) => {
    const expected = textOf(document);
    expect(await replay(expected, (command) => execute(command.replace(/^(?:npx )?preempt\b/, 'preempt')))).toBe(
      expected,
    );
  });

  function execute(command: string): Promise<Outcome> {
    return new Promise((finish, refuse) => {
      const script = `preempt() { '${process.execPath}' '${program}' "$@"; }\n${command}`;
      const env = {
        PATH: process.env.PATH,
        HOME: scratch,
        PREEMPT_CACHE: join(scratch, 'cache'),
        NO_COLOR: '1',
        LC_ALL: 'C',
      };
      const child = spawn('/bin/sh', ['-c', script], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const parts: Record<'output' | 'errors', string> = { output: '', errors: '' };
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (parts.output += chunk));
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (parts.errors += chunk));
      child.on('error', refuse);
      child.on('close', (exitCode) => finish({ ...parts, exitCode: exitCode ?? 128 }));
    });
  }
});
