// Compares the explore engine with the brute-force oracle on many generated programs: node scripts/agreement.mjs
// [programs] [first seed]. `npm test` does the same with the first 100. A tenth as many programs that do not end, which
// no oracle can follow, are compared among the reductions. As many with threads have an oracle of their own; by each
// rule for who may run, a twentieth is compared among the reductions. Harm is judged by an oracle in the first two.

import { startVitest } from 'vitest/node';

const [programs = '2000', seed = '1'] = process.argv.slice(2);
process.env.AGREEMENT_PROGRAMS = programs;
process.env.AGREEMENT_SEED = seed;
process.env.AGREEMENT_EXECUTIONS ??= '4000';
process.env.ENDLESS_PROGRAMS = String(Math.ceil(Number(programs) / 10));
process.env.ENDLESS_SEED = seed;
process.env.THREAD_PROGRAMS = programs;
process.env.THREAD_SEED = seed;
process.env.RULES_PROGRAMS = String(Math.ceil(Number(programs) / 20));
process.env.RULES_SEED = seed;
process.env.THEOREM_PROGRAMS ??= '520';
const files = [
  'tests/agreement.test.ts',
  'tests/endless-agreement.test.ts',
  'tests/engines/explore/reductions/dpor.agreement.test.ts',
  'tests/engines/explore/reductions/dpor.rules.test.ts',
  'tests/engines/symbolic/symbolic.thread-agreement.test.ts',
  'tests/engines/symbolic/symbolic.theorem.test.ts',
];
const vitest = await startVitest('test', files, { watch: false });
await vitest.close();
