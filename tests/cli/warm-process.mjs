// A process that carries out one command of preempt after the other, as warm-process.ts sends them: what the built
// command line does, in a process that has done others before.

import { createRequire } from 'node:module';

const { run } = createRequire(import.meta.url)('../../dist/cli/preempt.cjs');
const streams = { output: process.stdout, errors: process.stderr };

process.on('message', async ({ words, directory, env }) => {
  process.chdir(directory);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const written = { output: '', errors: '' };
  for (const [name, stream] of Object.entries(streams))
    stream.write = (text, ...rest) => {
      written[name] += text;
      // Whoever writes a report waits until it is written.
      for (const done of rest) if (typeof done === 'function') done();
      return true;
    };
  const exitCode = await run(words);
  // Each run listens as if it were the only one.
  for (const stream of Object.values(streams)) stream.removeAllListeners('error');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  process.send({ ...written, exitCode });
});
