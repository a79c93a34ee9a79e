import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandResponseFiles } from '../../src/clang/command-line.js';
import { collectSources } from '../../src/clang/sources.js';
import { workspace } from './workspace.js';

const anywhere = (): boolean => true;

describe('files of flags', () => {
  it('are expanded inside of each other', () => {
    const directory = workspace({ 'a.rsp': '-DA @sub/b.rsp -DC', 'sub/b.rsp': "-DB='x y'\n" });
    const { words, refused } = expandResponseFiles(['gcc', '@a.rsp', '@gone.rsp'], directory, anywhere);
    expect(words).toEqual(['gcc', '-DA', '-DB=x y', '-DC', '@gone.rsp']);
    expect(refused).toEqual([]);
  });

  it('may not name themselves', () => {
    const directory = workspace({ 'a.rsp': '-DA @b.rsp', 'b.rsp': `${'@a.rsp '.repeat(1000)}-DB` });
    const { words, refused } = expandResponseFiles(['@a.rsp'], directory, anywhere);
    expect(words).toEqual(['-DA', '-DB']);
    expect(new Set(refused.map((each) => each.because))).toEqual(new Set(['the file of flags names itself']));
  });

  it('cannot multiply without end', () => {
    const levels = Array.from({ length: 12 }, (_, n) => [`${n}.rsp`, `@${n + 1}.rsp `.repeat(100)] as const);
    const directory = workspace({ ...Object.fromEntries(levels), '12.rsp': '-DX' });
    expect(expandResponseFiles(['@0.rsp'], directory, anywhere).words.length).toBeLessThan(200_000);
  });

  it('are refused outside of the project, with their place', async () => {
    const directory = workspace({
      'outside.rsp': '-DSECRET',
      'in/a.c': 'int a;',
      'in/compile_commands.json': '[\n{ "file": "a.c", "command": "gcc @../outside.rsp -c a.c" }\n]',
    });
    const project = join(directory, 'in');
    expect(await collectSources([project], [])).toMatchObject({
      kind: 'failed',
      diagnostics: [
        {
          code: 'untrusted-flag',
          message:
            '@../outside.rsp: the file of flags is outside of the project; --trust allows it, for code that you trust',
          place: { file: join(project, 'compile_commands.json'), line: 2, column: 34 },
        },
      ],
    });
  });
});
