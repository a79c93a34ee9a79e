// What is written is whole, or the exit code says that it is not: files that stay as they were, full disks, readers
// that go away.

import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeOutput } from '../../src/cli/output.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const preempt = join(root, 'dist/cli/main.js');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preempt-output-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a file', () => {
  it('is replaced as a whole, and keeps its permissions', () => {
    const file = join(folder, 'report.json');
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    expect(writeOutput('--output', file, 'new')).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['report.json']);
  });

  it('behind a link is replaced there', () => {
    const [file, link] = [join(folder, 'report.json'), join(folder, 'latest')];
    writeFileSync(file, 'old');
    symlinkSync(file, link);
    expect(writeOutput('--output', link, 'new')).toEqual([]);
    expect([readFileSync(file, 'utf8'), lstatSync(link).isSymbolicLink()]).toEqual(['new', true]);
  });

  it('stays as it was where the new one cannot be written', () => {
    const file = join(folder, 'report.json');
    writeFileSync(file, 'old');
    // Something is in the way of the file that is written first.
    writeFileSync(`${file}.${process.pid}.tmp`, 'of somebody else');
    expect(writeOutput('--output', file, 'new')).toEqual([
      expect.objectContaining({ code: 'bad-output', message: expect.stringContaining('EEXIST') }),
    ]);
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readFileSync(`${file}.${process.pid}.tmp`, 'utf8')).toBe('of somebody else');
  });

  it('in a folder that does not exist is refused', () => {
    expect(writeOutput('--output', join(folder, 'no', 'report.json'), 'new')[0]!.message).toContain('ENOENT');
  });
});

describe('the command line', () => {
  const example = join(root, 'examples/debounce/debounce_bad.c');

  it.skipIf(!existsSync('/dev/full'))('says so when the disk is full', () => {
    for (const output of [['--output', '/dev/full'], []]) {
      const command = `"${process.execPath}" "${preempt}" check "${example}" ${output.join(' ')} > /dev/full`;
      const { status, stderr } = spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
      expect(stderr).toContain('ENOSPC');
      expect(status).toBe(2);
    }
  });

  it('says so when whoever reads has gone', async () => {
    const child = spawn(process.execPath, [preempt, 'check', example], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const status = await new Promise((done) => child.on('close', done));
    expect(errors).toContain('whoever read it has gone');
    expect(status).toBe(2);
  });
});
