// Which code of an ISR is said to be unreached, by both engines, interpreted and compiled.

import { describe, expect, it } from 'vitest';
import type { Checked } from '../../src/engines/engine.js';
import { checkByExploring, checkSymbolically } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from '../model/load.js';

type Check = (source: string) => Promise<Checked>;

const engines: readonly [string, Check][] = [
  ['explore', async (source) => checkByExploring((await loadText(source)).program, usualOptions)],
  [
    'symbolic',
    async (source) => checkSymbolically((await loadText(source)).program, { ...usualOptions, encoding: 'gap' }),
  ],
];

it('an ISR runs to its end, also where nothing is left to be found', async () => {
  const source = `volatile int a, b;
    void isr_1(void) {
      a = 1;
    }
    void isr_2(void) {
      if (a)
        b = 1;
    }
    int main(void) { return 0; }`;
  const { program } = await loadText(source);
  const { verdicts } = await checkByExploring(program, { ...usualOptions, properties: ['atomicity'] });
  expect(verdicts[0]).toMatchObject({ kind: 'holds', assumptions: [] });
});

/** Of the last property, which nothing violates. */
async function unreached(check: Check, source: string): Promise<readonly string[]> {
  const verdict = (await check(source)).verdicts.at(-1)!;
  expect(verdict.kind).toBe('holds');
  if (verdict.kind !== 'holds') return [];
  return (verdict.unreached ?? []).map(
    (u) => `${u.context} ${u.function}${u.whole === true ? ' whole' : ''} ${u.lines.map((l) => l.join('-')).join(' ')}`,
  );
}

const mode = `volatile int mode, x;
  static void extra(void) {
    x = 7;
  }
  void isr_1(void) {
    if (mode == 3) {
      x = 2;
      extra();
    }
    x = 1;
  }
  int main(void) { mode = 1; return 0; }`;

it('explore names lines that no execution gets to, and functions that are never called', async () => {
  const [, explore] = engines[0]!;
  expect(await unreached(explore, mode)).toEqual(['isr_1 isr_1 7-8', 'isr_1 extra whole 3-4']);
  expect((await explore(mode)).verdicts.at(-1)!.assumptions).toEqual([
    'isr_1 did not reach test.c:7–8, extra() within these bounds',
  ]);
});

it('a formula says that it does not tell which branches are taken', async () => {
  const [, symbolic] = engines[1]!;
  expect((await symbolic(mode)).verdicts.at(-1)!.assumptions).toEqual([
    'symbolic (gap) does not tell which branches of isr_1 are ever taken',
  ]);
});

describe.each(engines)('%s', (_, check) => {
  it('names nothing where all is reached, or what is left only reports a failure', async () => {
    const source = `#include <assert.h>
      volatile int mode, x; void reach_error(void);
      void fail(void) { reach_error(); }
      void isr_1(void) {
        assert(x < 9);
        if (x > 9)
          fail();
        if (mode)
          x = 1;
      }
      int main(void) { mode = 1; return 0; }`;
    expect(await unreached(check, source)).toEqual([]);
  });

  it('tells two ISRs that share a function apart', async () => {
    const source = `volatile int a, b;
      static void put(int high) {
        if (high)
          a = 1;
        else
          b = 1;
      }
      void isr_1(void) { put(0); }
      void isr_2(void) { put(1); }
      int main(void) { return 0; }`;
    expect(await unreached(check, source)).toEqual(['isr_1 put 4-4', 'isr_2 put 6-6']);
  });

  it('sees what compiled code reaches', async () => {
    const source = `volatile int a; static int ring[8];
      void isr_1(void) {
        int sum = 0;
        for (int i = 0; i < 300; i++) {
          ring[i & 7] += i;
          if (i == 250)
            sum += 5;
          if (i == 450)
            sum += 7;
        }
        a = sum;
      }
      int main(void) { return 0; }`;
    expect(await unreached(check, source)).toEqual(['isr_1 isr_1 9-9']);
  });

  it('sees what a loop does only in some of its many rounds', async () => {
    const source = `volatile int a;
      void isr_1(void) {
        unsigned sum = 0;
        for (int i = 0; i < 90; i++) {
          if (i < 15)
            sum += 3;
          else if (i < 60)
            sum += 5;
          else if (i < 90)
            sum += 6;
          else
            sum += 7;
        }
        a = sum;
      }
      int main(void) { return 0; }`;
    expect(await unreached(check, source)).toEqual(['isr_1 isr_1 12-12']);
  });
});

it('leaves out what models have for other programs', async () => {
  const source = `#include <linux/spinlock.h>
    static DEFINE_SPINLOCK(lock);
    static int data;
    void isr_1(void) { spin_lock(&lock); data++; spin_unlock(&lock); }
    int main(void) {
      unsigned long flags;
      spin_lock_irqsave(&lock, flags);
      data++;
      spin_unlock_irqrestore(&lock, flags);
      return 0;
    }`;
  const { program } = await loadText(source);
  const { verdicts } = await checkByExploring(program, { ...usualOptions, properties: ['assertion'] });
  expect(verdicts[0]).toMatchObject({ kind: 'holds' });
  expect(verdicts[0]).not.toHaveProperty('unreached');
});
