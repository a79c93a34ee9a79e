// A process that takes up executions, or begins them, and goes on with each for a while: plain data in, plain data out.

import { readFileSync } from 'node:fs';
import { loadProgram } from '../../dist/check.js';
import { Execution } from '../../dist/execution/execution.js';
import { Machine } from '../../dist/machine/machine.js';

const done = [];
for (const work of JSON.parse(readFileSync(0, 'utf8'))) done.push(await doWork(work));
const plain = (_, value) => (typeof value === 'bigint' ? `${value}n` : value);
process.stdout.write(JSON.stringify(done, plain));

async function doWork({ path, seed, limit, suspended, isSymbolic }) {
  const loaded = await loadProgram({ paths: [path] });
  if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
  const machine = new Machine(loaded.value.program, { arrivals: 2, unwind: 4 });

  /** The same for the n-th question, whoever asks it. */
  const random = (n) => {
    let x = (seed * 2654435761 + n * 40503) >>> 0;
    for (let round = 0; round < 3; round++) x = Math.imul(x ^ (x >>> 15), 2246822519) >>> 0;
    return x;
  };

  let asked = suspended?.inputs.length ?? 0;
  const source = isSymbolic ? undefined : (bits) => BigInt.asUintN(bits, BigInt(random(asked++ + 100_000)));
  const execution =
    suspended === undefined ? new Execution(machine, source) : Execution.resume(machine, suspended, source);
  let chosen = suspended?.transitions.reduce((sum, t) => sum + (typeof t === 'number' ? t : 1), 0) ?? 0;
  const events = [];
  const ending = execution?.drive(
    {
      early: () => (chosen >= limit ? 'stop' : undefined),
      choose(state, _point, list) {
        const enabled = list();
        // A step that has asked something is no new choice.
        if (enabled.length === 0 || (state.isStepBegun && enabled[0].kind === 'step')) return enabled[0];
        return enabled[random(chosen++) % enabled.length];
      },
    },
    [{ took: (_, transition, made) => events.push({ transition, made }) }],
  );
  return { suspended: execution?.suspend(), events, ending: ending?.kind };
}
