// What an atomic section does is one step of a formula. Which access of it matters to others is decided by what it does
// besides, in its order.

import { describe, expect, it } from 'vitest';
import { loadText } from '../../../model/load.js';
import { checkByExploring, checkSymbolically } from '../../check.js';
import { usualOptions } from '../../options.js';

const section = (accesses: string): string =>
  `void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); int x, y;
   void isr_1(void) { __VERIFIER_atomic_begin(); ${accesses} __VERIFIER_atomic_end(); }`;

describe.each(['po', 'precise', 'threads'] as const)('an atomic section of an ISR, by %s', (encoding) => {
  it.each([
    ['reads what it has written itself', section('x = 1; y = x;'), 'x = 2; x = 3;', []],
    ['reads what it finds, and then writes', section('y = x; x = 1;'), 'x = 2; x = 3;', ['WRW']],
    ['writes twice, and the last one is seen', section('x = 1; x = 2;'), 'y = x; y = x;', ['RWR']],
    ['writes or not, before it reads', section('if (y) x = 1; y = x;'), 'x = 2; x = 3;', ['WRW']],
  ])('%s', async (_, handler, main, patterns) => {
    const { program } = await loadText(`${handler} int main(void) { ${main} return 0; }`);
    const options = { ...usualOptions, properties: ['atomicity'] } as const;
    const explored = (await checkByExploring(program, options)).findings;
    const solved = (await checkSymbolically(program, { ...options, encoding })).findings;
    const idsOf = (findings: typeof solved): readonly string[] => findings.map((f) => f.id).sort();
    expect(idsOf(solved)).toEqual(idsOf(explored));
    expect(solved.map((f) => f.pattern)).toEqual(patterns);
  });
});
