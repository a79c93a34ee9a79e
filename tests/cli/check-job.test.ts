// A program that is checked beside others: what its thread needs counts, and where all of them need too much it gives
// up.

import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SharedSignal } from '../../src/base/shared-signal.js';
import { settingsOf } from '../../src/check/settings.js';
import type { PoolOptions } from '../../src/clang/host.js';
import { thisMachine } from '../../src/clang/node-host.js';
import { type CheckNews, doCheckJob } from '../../src/cli/check-job.js';
import { readJob } from '../../src/cli/remote-job.js';

const file = fileURLToPath(new URL('../../examples/debounce/debounce_bad.c', import.meta.url));

function job(megabytes: { readonly process: number; readonly thread: number }, stop = new SharedSignal()) {
  const request = {
    ...settingsOf({ arrivals: 1, memory: 1000, engine: 'explore' }, []),
    paths: [file],
    explain: false,
  };
  const host = {
    ...thisMachine(),
    memoryUsed: () => megabytes.process,
    threadMemoryUsed: () => megabytes.thread,
  };
  const news: CheckNews[] = [];
  const tell = (each: CheckNews): unknown => news.push(each);
  return { news, answer: doCheckJob({ kind: 'check', request }, { host, stop, tell }) };
}

it('is checked as if it were alone, and tells its findings', async () => {
  const { news, answer } = job({ process: 900, thread: 100 });
  expect(await answer).toMatchObject({ kind: 'checked', checked: { value: { findings: [{ variable: 'pending' }] } } });
  expect(news.filter((n) => n.kind === 'finding')).toHaveLength(1);
});

it('gives up where the process needs more than it may', async () => {
  expect(await job({ process: 1001, thread: 100 }).answer).toEqual({ kind: 'crowded' });
});

it('comes to its own limit as it does alone', async () => {
  const { answer } = job({ process: 900, thread: 1001 });
  const because = expect.stringContaining('the memory limit of 1000 MB was reached');
  expect(await answer).toMatchObject({ kind: 'checked', checked: { value: { verdicts: [{ because }, {}, {}, {}] } } });
});

it('is told to end by shared memory', async () => {
  const stop = new SharedSignal();
  stop.abort('it was interrupted by Ctrl-C');
  const { answer } = job({ process: 900, thread: 100 }, stop);
  expect(await answer).toMatchObject({ checked: { value: { wasInterrupted: true } } });
});

it('has the threads of a worker that is free for it, where it is the only one, and says so by no means itself', () => {
  const request = { ...settingsOf({ arrivals: 1 }, []), paths: [file] };
  expect(readJob({ kind: 'check', request, isOnly: true }, 3)).toMatchObject({ work: { threads: 3 }, memory: 2048 });
  expect(readJob({ kind: 'check', request }, 3).work).not.toHaveProperty('threads');
  expect(() => readJob({ kind: 'check', request, threads: 1e6 }, 3)).toThrow('threads');
});

it('starts as many threads as it is given', async () => {
  const sizes: number[] = [];
  const machine = thisMachine();
  const host = {
    ...machine,
    pool(options: PoolOptions) {
      sizes.push(options.size);
      return undefined;
    },
  };
  const request = { ...settingsOf({ arrivals: 1, engine: 'explore' }, []), paths: [file], explain: false };
  await doCheckJob({ kind: 'check', request, threads: 3 }, { host, tell: () => {} });
  await doCheckJob({ kind: 'check', request }, { host, tell: () => {} });
  expect(sizes).toEqual([3]);
});

it('is refused as a library whose models may need more memory than there is', () => {
  const models = [{ name: 'a', tasks: [[0]], isrs: [] }];
  const memoryFor = (mostStates: number): number =>
    readJob({ kind: 'library', batches: [models], mostStates }, 1).memory;
  expect(memoryFor(20_000_000)).toBeLessThan(1000);
  expect(memoryFor(500_000_000)).toBeGreaterThan(20_000);
  expect(() => memoryFor(2 ** 40)).toThrow('mostStates');
});
