// Identities of findings: two assertions that a macro makes at one position are two, and the first is named as if it
// were alone. Of races between two threads at two places, one stands for all.

import { expect, it } from 'vitest';
import type { Finding, FoundAccess } from '../../src/findings/finding.js';
import { withoutLesser } from '../../src/findings/proven-finding.js';
import { checkByExploring, checkSymbolically } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from '../model/load.js';
import { reportOf } from '../report/report-of.js';

const source = `#include <assert.h>
#define BOTH(a, b) do { assert(a); assert(b); } while (0)
volatile int f = 1, g = 1;
void isr_1(void) { f = 0; }
void isr_2(void) { g = 0; }
int main(void) { BOTH(f == 1, g == 1); return 0; }
`;

it('tells apart the assertions of one macro', async () => {
  const { program } = await loadText(source);
  const options = { ...usualOptions, properties: ['assertion'] } as const;
  for (const { findings } of [
    await checkByExploring(program, options),
    await checkSymbolically(program, { ...options, encoding: 'gap' }),
  ])
    expect(findings.map((f) => [f.id.replace(/R.*test\.c/, ''), f.message])).toEqual([
      ['assertion   :6:18@main', 'assertion f == 1'],
      ['assertion   :6:18@main#2', 'assertion g == 1'],
    ]);
});

it('recognises the second one also where the first is gone', async () => {
  const fingerprints = async (text: string) =>
    (await reportOf({ 'test.c': text })).findings.filter((f) => f.kind === 'assertion').map((f) => f.fingerprint);
  const [first, second] = await fingerprints(source);
  expect(await fingerprints(source.replace('f = 0', 'f = 1'))).toEqual([second]);
  expect(await fingerprints(source.replace('g = 0', 'g = 1'))).toEqual([first]);
});

const race = (...accesses: readonly [operation: 'R' | 'W', line: number, thread?: string][]): Finding => ({
  id: JSON.stringify(accesses),
  kind: 'race',
  variable: 'x',
  example: 'x',
  engine: 'explore',
  schedule: '',
  accesses: accesses.map(
    ([operation, line, thread]) =>
      ({
        operation,
        place: { file: 'a.c', line, column: 1 },
        ...(thread === undefined ? {} : { thread }),
      }) as FoundAccess,
  ),
});

it('reports one race of two threads for two places, in any order: one that both write', () => {
  const both = race(['W', 5, 'worker'], ['W', 9, 'main']);
  const others = [
    race(['R', 5, 'worker'], ['W', 9, 'main']),
    race(['R', 9, 'main'], ['W', 5, 'worker']),
    race(['W', 9, 'main'], ['W', 5, 'worker']),
  ];
  const elsewhere = race(['R', 5, 'worker'], ['W', 8, 'main']);
  const another = { ...others[0]!, variable: 'y' };
  expect(withoutLesser([others[0]!, both, elsewhere, ...others.slice(1), another])).toEqual([both, elsewhere, another]);
});

it('reports all races with an ISR', () => {
  const races = [race(['R', 5], ['W', 9, 'main']), race(['W', 5], ['W', 9, 'main']), race(['W', 5], ['R', 9, 'main'])];
  expect(withoutLesser(races)).toEqual(races);
});
