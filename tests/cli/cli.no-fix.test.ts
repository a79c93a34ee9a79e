// When `preempt check` looks for fixes: where its output shows them, and nobody said --no-fix.

import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addCheck } from '../../src/cli/check-command.js';

const tried = vi.hoisted(() => ({ programs: 0 }));
vi.mock('../../src/fix/suggest.js', async (original) => {
  const real = await original<typeof import('../../src/fix/suggest.js')>();
  const suggestFixes: typeof real.suggestFixes = (input) =>
    real.suggestFixes({
      ...input,
      revise: (file, text) => {
        tried.programs++;
        return input.revise(file, text);
      },
    });
  return { ...real, suggestFixes };
});

async function check(...words: readonly string[]): Promise<string> {
  let output = '';
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    output += text;
    // Whoever writes a report waits until it is written.
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  const program = new Command('preempt').exitOverride();
  addCheck(program, [], () => {});
  const file = 'tests/corpus/atomicity/tick_count_bad.c';
  await program.parseAsync(['check', file, '--no-cache', ...words], { from: 'user' });
  out.mockRestore();
  return output;
}

afterEach(() => {
  tried.programs = 0;
});

describe('preempt check', () => {
  it('shows a fix', async () => {
    expect(await check()).toContain('uint8_t sreg = SREG;');
    expect(tried.programs).toBe(1);
  });

  it.each([['--no-fix'], ['--format', 'json'], ['--quiet']])('does not look for one with %s', async (...words) => {
    expect(await check(...words)).not.toContain('sreg');
    expect(tried.programs).toBe(0);
  });
});
