// Whether explore goes over tables or stays on the machine must change nothing that it finds. This forces it to either,
// in turn, and runs what judges explore: litmus programs and its own tests, generated programs against the oracle, and
// the deliberate faults in it, which tests have to notice either way: node scripts/kernels.mjs [programs] [first seed];
// `npm run build` comes first. One line of JSON for each. All of it takes long: `--kernel on|off` and `--part
// tests|agreement|mutants` do one of these, and `--share 2/5` the second fifth of the faults. Where a test says itself
// which kernel it means, it means it; corpus tests take whatever a person would get.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const {
  values: { kernel: only, part, share = '1/1' },
  positionals: [programs = '200', seed = '1'],
} = parseArgs({
  options: { kernel: { type: 'string' }, part: { type: 'string' }, share: { type: 'string' } },
  allowPositionals: true,
});
const [number, shares] = share.split('/').map(Number);
const folder = 'tests/mutants';
/** Faults in what the two ways to search share, or in one of them. */
const mutations = readdirSync(folder)
  .filter((file) => file.endsWith('.patch'))
  .map((file) => ({ patch: join(folder, file), text: readFileSync(join(folder, file), 'utf8') }))
  .filter(({ text }) => /^\+\+\+ b\/src\/(?:engines\/(?:explore|kernel)|machine|execution)\//m.test(text));
const patches = mutations.map(({ patch }) => patch).filter((_, n) => n % shares === number - 1);
/** Those that notice a fault have to pass without one. */
const killers = mutations
  .map(({ text }) => /^Killed by: (\S+)/m.exec(text)[1])
  .filter((f) => f !== 'tests/corpus.test.ts');
const judges = [...new Set(['tests/machine/machine.litmus.test.ts', 'tests/engines/explore/', ...killers])];

/** What vitest says of some tests. */
function tests(env, files) {
  const results = mkdtempSync(join(tmpdir(), 'preempt-kernels-'));
  try {
    const outputFile = join(results, 'results.json');
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${outputFile}`, ...files];
    spawnSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const { numPassedTests, testResults } = JSON.parse(readFileSync(outputFile, 'utf8'));
    const failed = testResults.flatMap(({ assertionResults, name, status, message }) => {
      const each = assertionResults.filter((t) => t.status === 'failed').map((t) => t.fullName);
      return each.length === 0 && status === 'failed' ? [`${name}: ${message}`] : each;
    });
    return { passed: numPassedTests, failed };
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

function agreement(env) {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/agreement.mjs', programs, seed], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? { agrees: true } : { agrees: false, said: stdout };
}

function mutants(env) {
  const args = ['scripts/mutants.mjs', ...patches];
  const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const told = stdout.split('\n').filter((line) => line.startsWith('{"patch"'));
  const all = told.map((line) => JSON.parse(line));
  return {
    killed: all.filter((m) => m.failed > 0).length,
    alive: all.filter((m) => !(m.failed > 0)),
    of: patches.length,
  };
}

/** What is done, by part; each tells whether it is as it should be. */
const parts = {
  tests: (env, say) => {
    const judged = tests(env, judges);
    say('tests', judged);
    return judged.passed > 0 && judged.failed.length === 0;
  },
  agreement: (env, say) => {
    const compared = agreement(env);
    say(`agreement of ${programs} programs from seed ${seed}`, compared);
    return compared.agrees;
  },
  mutants: (env, say) => {
    const killed = mutants(env);
    say(share === '1/1' ? 'mutants' : `mutants, ${share}`, killed);
    return killed.of > 0 && killed.killed === killed.of;
  },
};

const kernels = ['on', 'off'].filter((k) => only === undefined || k === only);
const chosen = Object.keys(parts).filter((name) => part === undefined || name === part);
if (kernels.length === 0 || chosen.length === 0 || !(number >= 1 && number <= shares)) {
  console.error('--kernel on|off, --part tests|agreement|mutants, --share N/OF');
  process.exit(2);
}
for (const kernel of kernels) {
  const env = { ...process.env, PREEMPT_TEST_KERNEL: kernel, PREEMPT_TEST_SLOW: 'yes' };
  const say = (what, result) => console.log(JSON.stringify({ kernel, what, ...result }));
  for (const name of chosen) if (!parts[name](env, say)) process.exitCode = 1;
}
