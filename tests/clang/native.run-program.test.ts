// A program that cannot be started is an outcome, however the system says so.

import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runProgram } from '../../src/clang/native.js';

it('a working directory that is a file is no reason to throw', async () => {
  const { exitCode, errors } = await runProgram(process.execPath, ['--version'], fileURLToPath(import.meta.url));
  expect(exitCode).toBeUndefined();
  expect(errors).toMatch(/ENOTDIR|ENOENT/);
});
