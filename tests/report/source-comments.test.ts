// Which comments a C file has, and which line of code each is about.

import { expect, it } from 'vitest';
import { commentsWith } from '../../src/report/source-comments.js';

/** `line:column codeLine text` of each comment with `@`. */
function comments(source: string): string[] {
  return commentsWith('@', source).map((c) => `${c.line}:${c.column} ${c.codeLine ?? '-'} ${c.text}`);
}

it.each([
  ['behind code', 'a++; // @ x', ['1:6 1 @ x']],
  ['before code', '/* @ x */ a++;', ['1:1 1 @ x']],
  ['alone on a line', '// @ x\n\n  a++;\n', ['1:1 3 @ x']],
  ['alone, with others in between', '// @ x\n// y\n/* z\n */\na++;', ['1:1 5 @ x']],
  ['several for one line', '// @ x\n// @ y\na++; /* @ z */', ['1:1 3 @ x', '2:1 3 @ y', '3:6 3 @ z']],
  ['over several lines, behind code', 'a++; /* @ x\n  * y\n  z */ b++;', ['1:6 1 @ x y z']],
  ['over several lines, before code', '/* @ x\n * y */ b++;\nc++;', ['1:1 2 @ x y']],
  ['a continued line comment', '// @ x \\\n y\na++;', ['1:1 3 @ x y']],
  ['with the marks of documentation', '/** @ x **/\n///< @ y\na++;', ['1:1 3 @ x *', '2:1 3 @ y']],
  ['before directives, which are no code', '// @ x\n#ifdef A\n#define B \\\n  1\na++;\n#endif', ['1:1 5 @ x']],
  ['behind a directive', '#define A 1 // @ x\na++;', ['1:13 1 @ x']],
  ['with nothing behind it', 'a++;\n// @ x\n', ['2:1 - @ x']],
  ['not closed', 'a++;\n/* @ x\n', ['2:1 - @ x']],
  ['with other ends of lines', 'a++;\r\n// @ x\r\nb++;\r\n', ['2:1 3 @ x']],
])('%s', (_, source, expected) => {
  expect(comments(source)).toEqual(expected);
});

it.each([
  ['strings', 'a = "// @ x"; b = "\\"/* @ y */";'],
  ['a string over several lines', 'a = "\\\n// @ x";'],
  ['characters', 'a = \'"\'; b = "// @ x"; c = \'\\\'\'; d = "// @ y";'],
  ['names of headers', '#include <a//@b>\n'],
  ['code', 'a = @ + b; /* c */'],
])('no comment is in %s', (_, source) => {
  expect(comments(source)).toEqual([]);
});

it.each([
  ['a literal that is not closed ends with its line', `#error don't\na++; // @ x`, ['2:6 2 @ x']],
  ['digits may be separated', "a = 1'000; // @ x '", ["1:12 1 @ x '"]],
  ['a division is no comment', 'a = b / c; /* @ x */', ['1:12 1 @ x']],
  ['one comment does not begin in another', '/* // */ a++; // @ x /* y', ['1:15 1 @ x /* y']],
])('%s', (_, source, expected) => {
  expect(comments(source)).toEqual(expected);
});

it('takes a time in proportion to the text', () => {
  const many = 200_000;
  for (const piece of ['a ', '"', "'", '/*', '/* @ */', '// @\n', '\\\n', '#\n', '/', '1'])
    expect(commentsWith('@', `@${piece.repeat(many)}`).length).toBeLessThanOrEqual(many);
});
