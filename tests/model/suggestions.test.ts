// Functions that may be handlers: the likeliest first, with the reason.

import { expect, it } from 'vitest';
import { loadText } from './load.js';

it('come with what speaks for them, and without what the program reaches', async () => {
  const source = `int x; void helper(void) { x++; } void on_timer(void) { x++; } void error_handler(void) { x--; }
    static void rx_callback(int n) { x = n; } void (*hook)(int) = rx_callback; void called(void) {} int compute(void) { return x; }
    void (*used)(void) = called; int main(void) { used(); return x; }`;
  const { program } = await loadText(source);
  expect(program.suggestions.map((s) => [s.function, s.because])).toEqual([
    ['on_timer', "nothing calls it, and its name is a handler's"],
    ['error_handler', "nothing calls it, and its name is a handler's"],
    ['rx_callback', "its address is taken, and nothing calls it, and its name is a handler's"],
    ['helper', 'nothing calls it'],
  ]);
});
