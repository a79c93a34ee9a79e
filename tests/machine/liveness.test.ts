// Registers that may still be read, in functions with more ways than anybody writes by hand: generated tables of cases.

import { expect, it } from 'vitest';
import { livenessOf } from '../../src/machine/liveness.js';
import { Machine } from '../../src/machine/machine.js';
import { loadText } from '../model/load.js';

async function mainOf(body: string) {
  const { program } = await loadText({ 'a.ll': `define i32 @main(i32 %x, i32 %y) {\n${body}\n}` });
  const machine = new Machine(program, { arrivals: 1, unwind: 8 });
  return machine.image.codes.get('main')!;
}

it('are those of the way that a phi comes from', async () => {
  const code = await mainOf(`
    %c = icmp eq i32 %x, 0
    br i1 %c, label %a, label %b
  a:
    br label %e
  b:
    br label %e
  e:
    %r = phi i32 [ %x, %a ], [ %y, %b ]
    ret i32 %r`);
  const [x, y] = code.fn.parameters.map((p) => p.index);
  expect(livenessOf(code).before(0, 0, -1)).toEqual([x, y]);
  expect(livenessOf(code).before(1, 0, 0)).toEqual([x]);
  expect(livenessOf(code).before(2, 0, 0)).toEqual([y]);
  expect(livenessOf(code).before(3, 0, 1)).toEqual([x]);
  expect(livenessOf(code).before(3, 0, 2)).toEqual([y]);
});

it('are found with more cases than a call may have arguments', async () => {
  const cases = Array.from({ length: 140_000 }, (_, n) => `i32 ${n}, label %e`);
  const code = await mainOf(`
    switch i32 %x, label %d [ ${cases.join('\n')} ]
  d:
    br label %e
  e:
    ret i32 %y`);
  const [x, y] = code.fn.parameters.map((p) => p.index);
  expect(livenessOf(code).before(0, 0, -1)).toEqual([x, y]);
  expect(livenessOf(code).before(1, 0, 0)).toEqual([y]);
});
