// Undefined behaviour in verdicts: how often, where first, and whether anything comes behind it; both engines alike.

import { describe, expect, it } from 'vitest';
import { undefinedAssumption } from '../../src/findings/undefined-behaviour.js';
import { checkByExploring, checkSymbolically } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from '../model/load.js';

async function verdictsOf(source: string) {
  const { program } = await loadText(source);
  const options = { ...usualOptions, properties: ['assertion'] } as const;
  const [explored] = (await checkByExploring(program, options)).verdicts;
  const [solved] = (await checkSymbolically(program, { ...options, encoding: 'gap' })).verdicts;
  return { explored: explored!, solved: solved! };
}

const shared = 'volatile int x; int a[4], *p;';

describe('undefined behaviour', () => {
  it('is met where nothing that is asked for can happen any more', async () => {
    const { explored, solved } = await verdictsOf(
      `${shared} void isr_1(void) { x = 9; } int main(void) { a[x] = 1; return 0; }`,
    );
    for (const verdict of [explored, solved]) {
      expect(verdict).toMatchObject({ kind: 'holds', undefinedBehaviour: { places: 1, stopped: [] } });
      expect(verdict.undefinedBehaviour!.first).toMatchObject({ function: 'main', place: { line: 1 } });
    }
    expect(explored.assumptions).toEqual([
      'up to the first undefined behaviour, which ended 1 execution: ' +
        'out-of-bounds write: bytes 36..39 of a, which has 16 (test.c:1)',
    ]);
    expect(solved.assumptions).toEqual([
      'up to the first undefined behaviour, which is possible in 1 place: ' +
        'out-of-bounds write: an index outside of a, which has 16 bytes (test.c:1)',
    ]);
  });

  it('is told by its first place in the source, whichever is met first', async () => {
    const { explored, solved } = await verdictsOf(
      `${shared}\nvoid isr_1(void) { x = 1 / (x - 3); }\nint main(void) { x = 3; if (x > 4) *p = 1; x = 5; *p = 2; }`,
    );
    for (const { undefinedBehaviour } of [explored, solved])
      expect(undefinedBehaviour).toMatchObject({
        places: 2,
        first: { message: 'division by zero', function: 'isr_1', place: { line: 2 } },
        stopped: [{ context: 'main', message: 'invalid write: null pointer', place: { line: 3 } }],
      });
  });

  it('proves nothing where every run of a handler ends in it', async () => {
    const { explored, solved } = await verdictsOf(
      `${shared} void isr_1(void) { x = 1; *p = 1; x = 2; } int main(void) { x = 4; return 0; }`,
    );
    for (const verdict of [explored, solved])
      expect(verdict).toMatchObject({
        kind: 'unknown',
        because: 'every run of isr_1 ends in undefined behaviour: invalid write: null pointer (test.c:1)',
      });
  });

  it('does so not where one run returns', async () => {
    const { explored, solved } = await verdictsOf(
      `${shared} void isr_1(void) { if (x == 3) *p = 1; } int main(void) { x = 3; x = 4; return 0; }`,
    );
    for (const verdict of [explored, solved])
      expect(verdict).toMatchObject({ kind: 'holds', undefinedBehaviour: { places: 1, stopped: [] } });
  });

  it('is not how every run ends where the failing assertion of a handler ends one before', async () => {
    const nested = 'void isr_2(void) { if (x == 1) reach_error(); }';
    for (const handlers of [
      'void isr_1(void) { if (x == 1) reach_error(); } int main(void) { x = 1; *p = 1; return 0; }',
      `void isr_1(void) { x = 1; *p = 1; } ${nested} int main(void) { return 0; }`,
    ]) {
      const { explored, solved } = await verdictsOf(`${shared} void reach_error(void); ${handlers}`);
      for (const verdict of [explored, solved])
        expect(verdict).toMatchObject({ kind: 'violated', undefinedBehaviour: { places: 1, stopped: [] } });
    }
  });

  it('has no say where a main goes on for ever without it', async () => {
    const { explored } = await verdictsOf(
      `${shared} void isr_1(void) { x = 7; } int main(void) { for (;;) if (x == 7) *p = 1; else x = 1; }`,
    );
    expect(explored).toMatchObject({ kind: 'holds', undefinedBehaviour: { stopped: [] } });
  });

  it('is not what an arbitrary register is', async () => {
    const { explored, solved } = await verdictsOf(
      `extern volatile unsigned char SEL; volatile int x; void isr_1(void) { x = 1; }
       int main(void) { ((volatile char *)0x40000000)[SEL] = 1; return x; }`,
    );
    for (const verdict of [explored, solved]) {
      expect(verdict).toMatchObject({ kind: 'unknown', because: expect.stringMatching(/registers at an arbitrary/) });
      expect(verdict.undefinedBehaviour).toBeUndefined();
    }
  });
});

it('says how many there are besides the first', () => {
  const first = { message: 'division by zero', function: 'f' };
  expect(undefinedAssumption({ executions: 7, places: 3, stopped: [], first })).toBe(
    'up to the first undefined behaviour, which ended 7 executions, first: division by zero (f)',
  );
});
