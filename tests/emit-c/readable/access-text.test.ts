// An access that others can see is a statement of its own; one that they cannot is part of an expression.

import { expect, it } from 'vitest';
import { bodyOf } from './written-c.js';

it('is a statement where others see it', async () => {
  const body = await bodyOf('program_main', 'int seen;\nint main(void) { seen = ticks + ticks; return 0; }');
  expect(body.join(' ')).toContain('schedule_irq(); t1 = ticks; schedule_irq(); t2 = ticks; seen = t1 + t2;');
});

it('goes right into the local that it is for', async () => {
  const body = await bodyOf('program_main', 'int main(void) { int before = ticks; ticks = 5; return before; }');
  expect(body.join(' ')).toContain('schedule_irq(); before = ticks; schedule_irq(); ticks = 5;');
});

it('of a device register is arbitrary to read, and nothing to write', async () => {
  const body = await bodyOf('program_main', 'extern volatile unsigned char PORT;\nint main(void) { PORT = PORT | 1; }');
  expect(body.join(' ')).toContain('= nondet_uint8();');
  expect(body.join(' ')).toContain('/* to PORT, a device register */');
});
