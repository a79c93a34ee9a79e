// When `preempt check` looks for fixes: where its output shows them, and nobody said --no-fix.

import { describe, expect, it } from 'vitest';
import { check, render } from '../../src/check.js';
import { thisMachine } from '../../src/clang/node-host.js';
import { planned } from './planned.js';

/** The report, and how many programs were compiled for it: the given one, and each with a change to try. */
async function checked(...words: readonly string[]): Promise<{ readonly output: string; readonly compiled: number }> {
  const plan = planned(['tests/corpus/atomicity/tick_count_bad.c', '--no-cache', ...words]);
  let compiled = 0;
  const machine = thisMachine();
  const open: typeof machine.open = (sources) => {
    const workspace = machine.open(sources);
    const compile: typeof workspace.compile = (...given) => {
      compiled++;
      return workspace.compile(...given);
    };
    return { ...workspace, compile };
  };
  const result = await check(plan.request, { host: { ...machine, open } });
  if (result.kind === 'failed') throw new Error(result.diagnostics[0]!.message);
  return { output: await render(result.value, plan.format, { detail: plan.detail }), compiled };
}

describe('preempt check', () => {
  it('shows a fix', async () => {
    const { output, compiled } = await checked();
    expect(output).toContain('uint8_t sreg = SREG;');
    expect(compiled).toBe(2);
  });

  it.each([['--no-fix'], ['--format', 'json'], ['--quiet']])('does not look for one with %s', async (...words) => {
    const { output, compiled } = await checked(...words);
    expect(output).not.toContain('sreg');
    expect(compiled).toBe(1);
  });
});
