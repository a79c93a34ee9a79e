// Loops, branches and switches stand where the source had them; what has no such form is a goto, and right.

import { expect, it } from 'vitest';
import { bodyOf } from './written-c.js';

it('has loops with a call of the scheduler', async () => {
  const source =
    'int table[4];\nint main(void) { int sum = 0; for (int i = 0; i < 4; i++) sum += table[i]; return sum; }';
  expect((await bodyOf('program_main', source)).slice(2)).toEqual([
    'sum = 0; i = 0;',
    'while (i < 4) {',
    'schedule_irq(); sum = sum + table[i]; i = i + 1;',
    '}',
    'return sum;',
  ]);
});

it('has what comes before the condition of a loop in it', async () => {
  const body = await bodyOf('program_main', 'int n;\nint main(void) { do { n++; } while (n < 3); return n; }');
  expect(body).toEqual(['for (;;) {', 'schedule_irq(); n = n + 1;', 'if (n >= 3) {', 'break;', '}', '}', 'return n;']);
});

it('has switches with what several cases share', async () => {
  const source = `int n;
int main(void) { switch (n) { case 0: n = 4; break; case 1: case 2: n = 5; break; default: n = 6; } return n; }`;
  expect(await bodyOf('program_main', source)).toEqual([
    'switch (n) {',
    'case 0:',
    'n = 4; break;',
    'case 1:',
    'case 2:',
    'n = 5; break;',
    'default:',
    'n = 6; break;',
    '}',
    'return n;',
  ]);
});
