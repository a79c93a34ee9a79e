// Windows of lines: which statements they hold, and what rules one out.

import { describe, expect, it } from 'vitest';
import { SourceFile } from '../../src/fix/windows.js';

/** Marks `1` and `3` in a comment at the end of a line are the places; the function begins in line 1. */
function windowsOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const at = (mark: string) => {
    const line = lines.findIndex((each) => new RegExp(`// .*${mark}`).test(each));
    return { line: line + 1, column: lines[line]!.search(/\S/) + 1 };
  };
  return new SourceFile(text).windows(1, at('1'), at('3')).map((w) => `${w.firstLine}-${w.lastLine}`);
}

function body(...lines: readonly string[]): string {
  return ['void f(void) {', ...lines.map((line) => `    ${line}`), '}', ''].join('\n');
}

describe('windows', () => {
  it.each<[what: string, text: string, windows: readonly string[]]>([
    ['one statement', body('a++; // 1 3'), ['2-2']],
    ['statements that follow each other', body('x = a; // 1', 'b();', 'a = x; // 3', 'c();'), ['2-4', '2-5']],
    ['the places in either order', body('x = a; // 3', 'a = x; // 1'), ['2-3']],
    ['a condition and what depends on it', body('if (a) // 1', '    a--; // 3', 'b();'), ['2-3', '2-4']],
    ['else', body('if (a) { // 1', '    b();', '} else', '    a--; // 3'), ['2-5']],
    [
      'a block, then what encloses it',
      body('b();', 'if (b) {', '    a++; // 1 3', '    c();', '}'),
      ['4-4', '3-6', '2-6'],
    ],
    ['a loop', body('for (i = 0; i < 3; i++) {', '    a++; // 1 3', '}'), ['3-3', '2-4']],
    ['do', body('do {', '    a++; // 1 3', '} while (a < 3);'), ['3-3', '2-4']],
    ['a statement over several lines', body('a = b + // 1 3', '    c;', 'd();'), ['2-3', '2-4']],
    ['more on the lines than is needed', body('b(); a++; c(); // 1 3', 'd();'), ['2-2', '2-3']],
    ['a macro with a block', body('ATOMIC_BLOCK(X) {', '    a++; // 1 3', '}'), ['3-3', '2-4']],
    ['brackets in texts', body('s("}{");', "c('{');", 'a++; /* { */ // 1 3'), ['4-4', '2-4']],
    ['initialisers', body('int t[] = {1, 2}; // 1', 'a = t[0]; // 3'), ['2-3']],
    ['a whole condition of the preprocessor', body('x = a; // 1', '#if B', 'b();', '#endif', 'a = x; // 3'), ['2-6']],
  ])('%s', (_, text, windows) => {
    expect(windowsOf(text)).toEqual(windows);
  });

  it.each<[what: string, text: string, windows: readonly string[]]>([
    ['a return between', body('x = a; // 1', 'if (!x) return;', 'a = x - 1; // 3', 'b();'), []],
    ['the value that is returned', body('return a; // 1 3'), []],
    ['a jump out', body('x = a; // 1', 'if (!x) goto out;', 'a = x; // 3', 'out: b();'), []],
    ['a label that is jumped to', body('x = a; // 1', 'again:', 'a = x; // 3', 'b();'), []],
    [
      'break out of the loop',
      body('while (b) {', '    x = a; // 1', '    if (x) break;', '    a = x; // 3', '}'),
      ['2-6'],
    ],
    ['continue', body('while (b) {', '    x = a; // 1', '    if (x) continue;', '    a = x; // 3', '}'), ['2-6']],
    ['break of a loop inside', body('x = a; // 1', 'while (b) { break; }', 'a = x; // 3'), ['2-4']],
    ['a case between', body('switch (b) {', 'case 1:', '    x = a; // 1', 'case 2:', '    a = x; // 3', '}'), ['2-7']],
    ['break of a switch', body('switch (b) {', 'case 1:', '    a++; // 1 3', '    break;', '}'), ['4-4', '2-6']],
    ['an endless loop', body('for (;;) {', '    a++; // 1 3', '}'), ['3-3']],
    ['while (1)', body('while (1) {', '    a++; // 1 3', '}'), ['3-3']],
    ['an endless loop that is left', body('while (1) {', '    a++; // 1 3', '    if (a) break;', '}'), ['3-3', '2-5']],
    [
      'half a condition of the preprocessor',
      body('#if B', 'x = a; // 1', '#else', 'x = 0;', '#endif', 'a = x; // 3'),
      [],
    ],
    ['a function in one line', 'void f(void) { a++; } // 1 3\n', []],
    [
      'the beginning of a block in the same line',
      body('if (b) { x = a; // 1', '    a = x; // 3', '}', 'c();'),
      ['2-4', '2-5'],
    ],
    ['a comment that goes on', body('a++; /* 1 3 // 1 3', '   more */', 'b();'), ['2-4']],
    ['a continued line', body('b(); \\', 'a++; // 1 3'), ['2-3']],
    ['brackets that do not match', 'void f(void) {\n    a++; // 1 3\n    b(;\n', []],
  ])('what does not do: %s', (_, text, windows) => {
    expect(windowsOf(text)).toEqual(windows);
  });

  it('tell where a label stands before them', () => {
    const file = new SourceFile(body('switch (b) {', 'case 1:', '    a++;', '    c++;', '}'));
    const place = (line: number) => ({ line, column: 9 });
    expect(file.windows(1, place(4), place(4))[0]?.isBehindLabel).toBe(true);
    expect(file.windows(1, place(5), place(5))[0]?.isBehindLabel).toBe(false);
  });

  it('are those of the function that is named', () => {
    const text = 'int g(int x)\n{\n    return x;\n}\nvoid f(void (*p)(void))\n{\n    a++;\n}\n';
    const place = { line: 7, column: 5 };
    expect(new SourceFile(text).windows(5, place, place)).toHaveLength(1);
    expect(new SourceFile(text).windows(1, place, place)).toEqual([]);
  });

  it('are found in long files and long lines', () => {
    const text = `void f(void) {\n${'    b();\n'.repeat(20_000)}    a++; // 1 3\n    s("${'x'.repeat(100_000)}");\n}\n`;
    expect(windowsOf(text)).toEqual(['20002-20002', '2-20003']);
  });
});
