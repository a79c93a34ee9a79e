// What is said of a thread that waits.

import { expect, it } from 'vitest';
import { waitText } from '../../src/execution/waiting.js';

it.each([
  [{ lock: 'a', heldBy: 'worker' }, 'waits for a, which worker holds'],
  [{ lock: 'a', heldBy: 'main' }, 'waits for a, which it holds itself'],
  [{ lock: 'ready' }, 'waits for ready'],
  [{ endOf: 'worker#2' }, 'waits for the end of worker#2'],
  [{}, 'waits'],
])('%j: %s', (wait, text) => {
  expect(waitText(wait, 'main')).toBe(text);
});
