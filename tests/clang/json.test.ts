import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/clang/json.js';

describe('JSON with places', () => {
  it.each([
    ['[\n  {"a": 1,}\n]', 2, 11, 'expected a name in double quotes'],
    ['{"a" 1}', 1, 6, "expected ':'"],
    ['[1 2]', 1, 4, "expected ',' or ']'"],
    ['[1, 2', 1, 6, "expected ',' or ']', but the file ends"],
    ['[1,\n', 2, 1, 'expected a value, but the file ends'],
    ['', 1, 1, 'expected a value, but the file ends'],
    ['{}}', 1, 3, 'expected the end of the file'],
    ["{'a': 1}", 1, 2, 'expected a name in double quotes'],
    ['[tru]', 1, 2, 'expected a value'],
    ['{"a": "x\ny"}', 1, 7, 'expected a value'],
  ])('%j is wrong at %d:%d', (text, line, column, expected) => {
    const result = parseJson(text, 'f.json', 'bad-json');
    expect(result.kind).toBe('failed');
    expect(result.diagnostics).toEqual([
      {
        severity: 'error',
        code: 'bad-json',
        message: `not valid JSON: ${expected}`,
        place: { file: 'f.json', line, column },
      },
    ]);
  });

  it('gives the value of what is right, and a place for whatever is not', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        const whole = parseJson(text, 'f', 'bad-json');
        expect(whole.kind === 'ok' && whole.value).toEqual(JSON.parse(text));
        const part = text.slice(0, cut % text.length);
        const partial = parseJson(part, 'f', 'bad-json');
        if (partial.kind === 'failed') expect(partial.diagnostics[0]?.place?.column).toBeGreaterThan(0);
      }),
    );
  });
});
