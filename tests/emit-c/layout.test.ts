// Initial data of the program in generated C.

import { expect, it, vi } from 'vitest';
import { Layout } from '../../src/emit-c/layout.js';
import { Names } from '../../src/emit-c/names.js';
import { NoCForm } from '../../src/emit-c/no-c-form.js';
import { Machine } from '../../src/machine/machine.js';
import { loadText } from '../model/load.js';

async function layoutOf(source: string, ...mentioned: readonly string[]) {
  const { program } = await loadText(source);
  const machine = new Machine(program, { arrivals: 1, unwind: 8 });
  const layout = new Layout(machine, new Names(undefined, []));
  for (const symbol of mentioned) layout.addressName(symbol);
  return { machine, layout };
}

it('is what variables hold at the start, where that is not zero', async () => {
  const { layout } = await layoutOf(
    'int one = 1, none; char text[] = "ab"; int main(void) { return one + none + text[0]; }',
    'one',
    'none',
    'text',
  );
  const rows = layout.text([]).match(/^ {4}\{ 0x.*$/gm)!;
  expect(rows.map((row) => row.replace(/0x\w+/, 'AT'))).toEqual([
    '    { AT, 4, "\\001\\000\\000\\000" }, /* one */',
    '    { AT, 3, "\\141\\142\\000" }, /* text */',
  ]);
});

it('is refused before it is worked out where it is too much', async () => {
  const { machine, layout } = await layoutOf('int much[1 << 20] = {1}; int main(void) { return much[0]; }', 'much');
  const workedOut = vi.spyOn(machine.image, 'constant');
  expect(() => layout.text([])).toThrow(new NoCForm('more than 65536 bytes of initial data'));
  expect(workedOut).not.toHaveBeenCalled();
});
