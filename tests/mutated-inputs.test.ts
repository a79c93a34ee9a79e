// The first of the damaged inputs of scripts/mutated-inputs.mjs, which runs many more: none may end in an internal
// error, hang or start a program that is not clang.

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('survives damaged IR, configurations, schedules, baselines, reports, compile_commands.json and platforms', () => {
  const { stdout, status } = spawnSync(process.execPath, ['scripts/mutated-inputs.mjs', '100', '60', '1'], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^160 inputs in /m);
  expect(stdout).toMatch(/failures: 0$/m);
  expect(status).toBe(0);
});
