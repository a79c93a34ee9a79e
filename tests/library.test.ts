// The package as it is installed: what is packed, in an empty project, runs the examples of docs/library.md.

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const example = join(root, 'examples/debounce/debounce_bad.c');
const page = readFileSync(join(root, 'docs/library.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1]!);
const [plain, worker] = blocks('js');
const [printed] = blocks('text');

describe('docs/library.md, in an empty project', () => {
  const project = mkdtempSync(join(tmpdir(), 'preempt-library-'));
  const inNode = async (file: string, ...args: string[]): Promise<string> =>
    (await run(process.execPath, [file, ...args], { cwd: project })).stdout;

  beforeAll(async () => {
    const installed = join(project, 'node_modules', 'preempt');
    mkdirSync(installed, { recursive: true });
    // Without one of its own, a package.json that lies above would decide what `preempt` is.
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--dry-run'], { cwd: root });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    for (const { path } of files) {
      mkdirSync(dirname(join(installed, path)), { recursive: true });
      cpSync(join(root, path), join(installed, path));
    }
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) {
      mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
    }
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it('checks a program in plain Node', async () => {
    writeFileSync(join(project, 'check.mjs'), plain!);
    expect(await inNode('check.mjs', example)).toBe(printed);
  });

  it('checks a program in a worker thread', async () => {
    writeFileSync(join(project, 'worker.mjs'), worker!);
    expect(await inNode('worker.mjs', example)).toBe('violated, holds, holds, holds\n');
  });

  it('has types that a strict compiler takes', async () => {
    // What the example leaves to JavaScript is said here: arguments and places may be missing.
    const typed = plain!.replaceAll('process.argv[2]', "'a.c'").replaceAll('a.place.line', 'a.place?.line');
    writeFileSync(join(project, 'check.mts'), typed);
    const options = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [tsc, '--noEmit', ...options, ...types, 'check.mts'], { cwd: project });
  });
});
