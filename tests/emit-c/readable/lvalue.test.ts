// Members by the source's names; what no member fits goes through a type that may alias.

import { expect, it } from 'vitest';
import { bodyOf } from './written-c.js';

it('are members, elements and parts of unions', async () => {
  const source = `struct point { short x; union { int whole; unsigned char bytes[4]; } u; };
struct point points[3];
int main(void) { points[1].x = 3; points[1].u.whole = 258; return points[1].u.bytes[1]; }`;
  expect((await bodyOf('program_main', source)).join(' ')).toContain(
    'points[1].x = 3; points[1].u.whole = 258; return points[1].u.bytes[1];',
  );
});

it('are bytes where a member is a bit-field', async () => {
  const source =
    'struct flags { unsigned a : 3; unsigned b : 5; };\nstruct flags flags;\nint main(void) { flags.b = 7; }';
  expect((await bodyOf('program_main', source)).join(' ')).toContain(
    '*(raw_uint8 *)(char *)&flags = (*(raw_uint8 *)(char *)&flags & 7) | 56;',
  );
});
