// The machine against the host: generated sequential programs without undefined behaviour have to give the same values
// to `out` on the machine, interpreted and compiled, as the host's gcc makes them give. `scripts/differential.mjs` runs
// more of them.

import { describe, expect, it } from 'vitest';
import { nativeClangs } from '../native-clangs.js';
import { compareBatch, type Difference } from './compare.js';
import { allFeatures, featuresOf } from './generate/features.js';
import { generateProgram } from './generate/program.js';
import { hostCompiler } from './native.js';

const first = Number(process.env.DIFFERENTIAL_SEED ?? 1);
const count = Number(process.env.DIFFERENTIAL_PROGRAMS ?? 200);
const batch = 20;

const compiler = hostCompiler();
if (compiler === undefined) console.warn('differential tests are skipped: there is no gcc to compare with');

/**
 * Batches take turns with the oldest and the newest clang (DIFFERENTIAL_CLANG=newest: only with that); one takes the
 * embedded one.
 */
const natives = process.env.DIFFERENTIAL_CLANG === 'newest' ? nativeClangs().slice(-1) : nativeClangs();
const batches = Array.from({ length: Math.ceil(count / batch) }, (_, index) => {
  const native = index === 0 ? undefined : natives[index % natives.length];
  return {
    start: first + index * batch,
    name: native?.name ?? 'embedded clang',
    clang: native === undefined ? ('embedded' as const) : { path: native.path },
  };
});

describe.skipIf(compiler === undefined)('generated programs give the same values as natively compiled', () => {
  it.each(batches)('from seed $start, $name', { timeout: 900_000 }, async ({ start, clang }) => {
    const size = Math.min(batch, first + count - start);
    const programs = Array.from({ length: size }, (_, index) => generateProgram(start + index));
    const differences = await compareBatch(programs, compiler!, clang);
    expect(differences.map(describeDifference)).toEqual([]);
  });
});

describe('the generator', () => {
  it('uses every feature in the programs of npm test', () => {
    const used = new Set(
      Array.from({ length: 200 }, (_, index) => featuresOf(generateProgram(1 + index))).flatMap((set) => [...set]),
    );
    expect(allFeatures.filter((feature) => !used.has(feature))).toEqual([]);
  });

  it('gives the same program for the same seed', () => {
    expect(generateProgram(7)).toEqual(generateProgram(7));
  });
});

function describeDifference({ seed, way, what, reduced }: Difference): string {
  return `seed ${seed}, ${way}: ${what}\n${reduced}`;
}
