// JSON that is safe to show keeps its value.

import { expect, it } from 'vitest';
import { jsonText } from '../../src/report/json-text.js';
import { hostileTexts } from './made-up.js';

it.each(hostileTexts)('is the same value, and inert: %s', (_, text) => {
  for (const indent of [undefined, 2]) {
    const value = { [text]: [text, { a: 1 }] };
    const json = jsonText(value, indent);
    expect(JSON.parse(json)).toEqual(value);
    expect(json).not.toMatch(/^\s*::|##\[|[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2066\u2028]/m);
  }
});
