// Strict JSON with a place for its first mistake: the engine's own messages do not always tell where it is.

import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';

/** `code` is the code of the diagnostic when `text` is not JSON. */
export function parseJson(text: string, file: string, code: string): Result<unknown> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return ok(JSON.parse(source) as unknown);
  } catch {
    const mistake = findMistake(source);
    const before = source.slice(0, mistake.offset);
    const line = before.split('\n').length;
    const column = mistake.offset - before.lastIndexOf('\n');
    return failed(errorAt(code, `not valid JSON: ${mistake.expected}`, { file, line, column }));
  }
}

interface Mistake {
  readonly offset: number;
  readonly expected: string;
}

/** Walks the tokens without recursion; called only on text that is known to be wrong somewhere. */
function findMistake(text: string): Mistake {
  const open: ('{' | '[')[] = [];
  let state: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' = 'value';
  let at = 0;
  for (;;) {
    at = skip(text, at, /[ \t\r\n]*/y);
    const top = open.at(-1);
    if (state === 'comma-or-end' && top === undefined) {
      return { offset: at, expected: 'expected the end of the file' };
    }
    const closing = top === '{' ? '}' : ']';
    if (text[at] === closing && top !== undefined && (state === 'comma-or-end' || state.endsWith('-or-end'))) {
      open.pop();
      state = 'comma-or-end';
      at++;
    } else if (state === 'comma-or-end') {
      if (text[at] !== ',') return { offset: at, expected: `expected ',' or '${closing}'${ended(text, at)}` };
      state = top === '{' ? 'key' : 'value';
      at++;
    } else if (state === 'colon') {
      if (text[at] !== ':') return { offset: at, expected: `expected ':'${ended(text, at)}` };
      state = 'value';
      at++;
    } else if (state === 'key' || state === 'key-or-end') {
      const end = skip(text, at, stringToken);
      if (end === at) return { offset: at, expected: `expected a name in double quotes${ended(text, at)}` };
      state = 'colon';
      at = end;
    } else if (text[at] === '{' || text[at] === '[') {
      open.push(text[at] as '{' | '[');
      state = text[at] === '{' ? 'key-or-end' : 'value-or-end';
      at++;
    } else {
      const end = skip(text, at, scalarToken);
      if (end === at) return { offset: at, expected: `expected a value${ended(text, at)}` };
      state = 'comma-or-end';
      at = end;
    }
  }
}

const stringToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalarToken = new RegExp(
  `${stringToken.source}|true\\b|false\\b|null\\b|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?`,
  'y',
);

function skip(text: string, from: number, token: RegExp): number {
  token.lastIndex = from;
  return token.test(text) ? token.lastIndex : from;
}

function ended(text: string, at: number): string {
  return at >= text.length ? ', but the file ends' : '';
}
