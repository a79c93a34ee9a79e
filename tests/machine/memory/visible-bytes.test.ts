import fc from 'fast-check';
import { expect, it } from 'vitest';
import { VisibleBytes, visibleBytes } from '../../../src/machine/memory/visible-bytes.js';
import { loadText } from '../../model/load.js';

it('says whether one of the bytes is visible', () => {
  const edges = fc.uniqueArray(fc.nat(40), { maxLength: 8 }).map((all) => {
    const sorted = all.sort((a, b) => a - b);
    return sorted.length % 2 === 0 ? sorted : sorted.slice(1);
  });
  fc.assert(
    fc.property(edges, fc.nat(45), fc.nat(10), (runs, from, size) => {
      const isVisible = (byte: number): boolean =>
        runs.some((begin, n) => n % 2 === 0 && begin <= byte && byte < runs[n + 1]!);
      const expected = Array.from({ length: size }, (_, n) => from + n).some(isVisible);
      expect(new VisibleBytes(runs).some(from, from + size)).toBe(expected);
    }),
  );
});

it('goes through the accesses once for all objects', async () => {
  const variables = ['a', 'b', 'c', 'd'];
  const { program } = await loadText(
    `static int ${variables.join(', ')}; void isr_1(void) { ${variables.map((v) => `${v}++;`).join(' ')} }
     int main(void) { ${variables.map((v) => `${v}++;`).join(' ')} return 0; }`,
  );
  let rounds = 0;
  const watched = {
    ...program,
    get accesses() {
      rounds++;
      return program.accesses;
    },
  };
  for (const name of variables) {
    const { id } = program.objects.find((o) => o.name === name)!;
    expect(visibleBytes(watched, id)!.some(0, 4)).toBe(true);
  }
  expect(rounds).toBe(1);
});
