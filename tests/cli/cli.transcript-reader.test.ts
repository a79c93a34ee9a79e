// The transcripts' own reader: it must notice every difference, and nothing but differences.

import { describe, expect, it } from 'vitest';
import { matches, type Outcome, replay } from './transcript.js';

const document = (...lines: readonly string[]): string =>
  ['# Title', '', '```console', ...lines, '```', '', 'The end.', ''].join('\n');
const says =
  (output: string, errors = '', exitCode = 0) =>
  (): Promise<Outcome> =>
    Promise.resolve({ output, errors, exitCode });

describe('replay', () => {
  it('leaves a document alone that is right', async () => {
    const right = document('$ mkdir a', '$ preempt inspect x.c', '2> a warning', 'Contexts', '', '  main', 'exit 3');
    const run = (command: string): Promise<Outcome> =>
      Promise.resolve(
        command === 'mkdir a'
          ? { output: '', errors: '', exitCode: 0 }
          : { output: 'Contexts\n\n  main\n', errors: 'a warning\n', exitCode: 3 },
      );
    expect(await replay(right, run)).toBe(right);
  });

  it.each([
    ['another line', says('two\n'), ['two', 'exit 0']],
    ['another exit code', says('one\n', '', 2), ['one', 'exit 2']],
    ['a line more', says('one\ntwo\n'), ['one', 'two', 'exit 0']],
    ['nothing at all', says(''), ['exit 0']],
    ['the other stream', says('', 'one\n'), ['2> one', 'exit 0']],
    ['no newline at the end', says('one'), ['one', '(no newline at the end)', 'exit 0']],
  ])('shows %s', async (_, run, expected) => {
    expect(await replay(document('$ preempt', 'one', 'exit 0'), run)).toBe(document('$ preempt', ...expected));
  });

  it('shows the failure of a command that is not ours', async () => {
    expect(await replay(document('$ mkdir a'), says('', 'no\n', 1))).toBe(document('$ mkdir a', '2> no', 'exit 1'));
  });

  it('keeps wildcards when the lines around them stay', async () => {
    const before = document('$ preempt', 'old', '{', '  …', '}', 'at ⟨…⟩ ms', 'exit 0');
    const after = document('$ preempt', 'new', '{', '  …', '}', 'at ⟨…⟩ ms', 'exit 0');
    expect(await replay(before, says('new\n{\n 1\n 2\n}\nat 17 ms\n'))).toBe(after);
  });

  it('leaves other blocks alone', async () => {
    const text = '```c\n$ int x;\n```\n';
    expect(await replay(text, says('no'))).toBe(text);
  });
});

describe('matches', () => {
  it.each([
    [['a', '…', 'd'], ['a', 'b', 'c', 'd'], true],
    [['a', '…', 'd'], ['a', 'd'], true],
    [['…'], [], true],
    [['a', '…'], ['a', 'b'], true],
    [['a', '…', 'd'], ['a', 'b', 'c'], false],
    [['a', '2> …', 'd'], ['a', '2> b', 'd'], true],
    [['took ⟨…⟩ ms'], ['took 12 ms'], true],
    [['took ⟨…⟩ ms'], ['took 12 s'], false],
    [['SREG = …'], ['SREG = 5'], false],
    [['a.c'], ['abc'], false],
  ] as const)('%j describes %j: %s', (expected, actual, answer) => {
    expect(matches(expected, actual)).toBe(answer);
  });
});
