// Compares the machine with natively compiled code on many generated programs: node scripts/differential.mjs [programs]
// [first seed]. `npm test` does the same with the first 200.

import { startVitest } from 'vitest/node';

const [programs = '1000', seed = '1'] = process.argv.slice(2);
process.env.DIFFERENTIAL_PROGRAMS = programs;
process.env.DIFFERENTIAL_SEED = seed;
const vitest = await startVitest('test', ['tests/machine/machine.differential.test.ts'], { watch: false });
await vitest.close();
