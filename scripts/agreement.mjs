// Compares the explore engine with the brute-force oracle on many generated programs: node scripts/agreement.mjs [programs] [first seed].
// `npm test` does the same with the first 200.

import { startVitest } from 'vitest/node';

const [programs = '2000', seed = '1'] = process.argv.slice(2);
process.env.AGREEMENT_PROGRAMS = programs;
process.env.AGREEMENT_SEED = seed;
process.env.AGREEMENT_EXECUTIONS ??= '4000';
const vitest = await startVitest('test', ['tests/agreement.test.ts'], { watch: false });
await vitest.close();
