// `explore` against Spin on the same state spaces: programs/peers/ has each as C and, by hand, as Promela. Both count
// every state once and must count the same: a process for each context, a step for each access, nothing that is dead.
// Both use one core.
// Seconds are of the processor, since others may use it, too: Preempt's with all that it does before and after the
// search, Spin's without its compilation. Memory is what a state takes in the set of states.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = ['three_handlers', 'ladder', 'ring', 'masked'];

export const aims = Object.fromEntries(
  programs.flatMap((name) => [
    [`${name}, states/s, Preempt / Spin`, { atLeast: 1 }],
    [`${name}, bytes/state, Preempt / Spin`, { atMost: 2 }],
  ]),
);

/** What a command prints, and the seconds that it computes. */
function timed(command, args, cwd) {
  const script = 'TIMEFORMAT="seconds %U %S"; time "$0" "$@"';
  const { stdout, stderr, error } = spawnSync('bash', ['-c', script, command, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  const [, user, system] = /seconds ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  return { stdout, seconds: Number(user) + Number(system) };
}

function ours(name) {
  const source = join('bench', 'programs', 'peers', `${name}.c`);
  const options = /^\/\/ options: (.*)$/m.exec(readFileSync(join(root, source), 'utf8'))[1].split(' ');
  const args = [
    'dist/cli/main.js',
    'check',
    source,
    ...options,
    '--reduction',
    'exhaustive',
    '--kernel',
    'on',
    '--jobs',
    '1',
  ];
  const { stdout, seconds } = timed(process.execPath, [...args, '--timeout', '600', '--format', 'json'], root);
  const { statistics, verdicts } = JSON.parse(stdout);
  if (verdicts[0].kind !== 'holds') throw new Error(`${name} is ${verdicts[0].kind}`);
  return { seconds, states: statistics.states, bytes: statistics.bytesPerState };
}

function spin(name) {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-peers-'));
  try {
    const model = join(root, 'bench', 'programs', 'peers', `${name}.pml`);
    timed('spin', ['-a', model], folder);
    timed('gcc', ['-O2', '-w', '-DNOREDUCE', '-DSAFETY', '-DNOCLAIM', '-o', 'pan', 'pan.c'], folder);
    const { stdout, seconds } = timed('./pan', ['-m4000000', '-w24', '-E'], folder);
    const number = (text) => Number(text.exec(stdout)?.[1] ?? Number.NaN);
    if (number(/errors: (\d+)/) !== 0) throw new Error(`spin fails on ${name}`);
    const table = (number(/([\d.]+)\s+memory used for hash table/) * 2 ** 20) / number(/(\d+) states, stored/);
    const stored = /as stored = (\d+) byte \+ (\d+) byte overhead/.exec(stdout);
    return {
      seconds,
      states: number(/(\d+) states, stored/),
      bytes: stored === null ? Number.NaN : Number(stored[1]) + Number(stored[2]) + table,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function run({ keep }) {
  if (spawnSync('spin', ['-V']).error) {
    process.stdout.write('  not measured: there is no spin here\n');
    return {};
  }
  const rows = {};
  const values = {};
  for (const name of programs) {
    // Compiled before it is measured.
    ours(name);
    const [mine, theirs] = [ours(name), spin(name)];
    rows[name] = { mine, theirs };
    if (mine.states !== theirs.states) {
      process.stdout.write(`  ${name}: ${mine.states} states, Spin ${theirs.states}\n`);
      process.exitCode = 1;
    }
    values[name] = {
      states: mine.states,
      'Preempt, states/s': mine.states / mine.seconds,
      'Spin, states/s': theirs.states / theirs.seconds,
      'states/s, Preempt / Spin': mine.states / mine.seconds / (theirs.states / theirs.seconds),
      'bytes/state, Preempt / Spin': mine.bytes / theirs.bytes,
    };
  }
  keep(rows);
  return values;
}
