// How the exploration grows with the number of ISRs, of interruption points and of arrivals: states and milliseconds,
// `exhaustive` against `reduced`. Each row varies one of the three; the others stay at 2 ISRs, 50 points, 1 arrival.
// Runs that take longer than the limit end there and say so.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadProgram } from '../dist/check.js';
import { thisMachine } from '../dist/clang/node-host.js';
import { settle } from '../dist/engines/engine.js';
import { exploreEngine } from '../dist/engines/explore/explore.js';
import { loadCadical } from '../dist/solve/cadical.js';

const solvers = await loadCadical(await thisMachine().solver());
const checkByExploring = (program, options) =>
  settle(exploreEngine({ ...options, solvers }), program, options, options);

const LIMIT_MS = 5000;
const usual = { isrs: 2, points: 50, arrivals: 1 };
const rows = [
  ...[1, 2, 3, 4, 5, 6].map((isrs) => ({ ...usual, isrs })),
  ...[10, 30, 100, 300, 1000].map((points) => ({ ...usual, points })),
  ...[1, 2, 3, 4].map((arrivals) => ({ ...usual, arrivals })),
];

/**
 * Each ISR writes a flag of its own, which main reads and clears, and a variable that it shares with one other ISR;
 * priorities rise, so ISRs nest. Half of main's accesses are to a record that only the first ISR reads.
 */
function source({ isrs, points }) {
  const numbers = Array.from({ length: isrs }, (_, n) => n + 1);
  const handlers = numbers.map((n) => {
    const read = n === 1 ? '(void)record;' : '';
    return `volatile unsigned char flag${n}, pair${n};\nvoid isr_${n}(void) { flag${n} = 1; pair${n - (n % 2)} = ${n}; ${read} }`;
  });
  const statements = Array.from({ length: points }, (_, at) => {
    const n = (at % isrs) + 1;
    return [`x = flag${n};`, `record = ${n};`, `flag${n} = 0;`, `record = 0;`][Math.floor(at / isrs) % 4];
  });
  return `volatile unsigned char record, pair0;\n${handlers.join('\n')}\nint main(void) {\n  unsigned char x = 0;\n  ${statements.join('\n  ')}\n  return x;\n}\n`;
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-scale-'));
  const values = {};
  try {
    for (const row of rows) {
      const file = join(folder, `isrs${row.isrs}-points${row.points}.c`);
      writeFileSync(file, source(row));
      const loaded = await loadProgram({ paths: [file], cache: false, interrupts: 'on' });
      if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
      const name = `${row.isrs} ISRs, ${row.points} points, ${row.arrivals} arrivals`;
      for (const reduction of ['exhaustive', 'reduced']) {
        const start = performance.now();
        const isOver = () => (performance.now() - start > LIMIT_MS ? 'the limit was reached' : undefined);
        const { statistics, verdicts } = await checkByExploring(loaded.value.program, {
          properties: ['atomicity', 'race', 'assertion'],
          reduction,
          arrivals: row.arrivals,
          unwind: 8,
          unit: 'task',
          effect: 'reaching',
          races: 'default',
          isOver,
        });
        const isCut =
          performance.now() - start > LIMIT_MS &&
          verdicts.some((v) => v.property === 'assertion' && v.kind === 'unknown');
        const what = isCut ? `${reduction} (cut)` : reduction;
        values[`${name}: ${what} states`] = statistics.states;
        values[`${name}: ${what} ms`] = Math.round(performance.now() - start);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return values;
}
