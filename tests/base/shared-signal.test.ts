// A signal that work in another thread sees without a message.

import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { SharedSignal } from '../../src/base/shared-signal.js';

it('says nothing until it is aborted, and then why', () => {
  const controller = new AbortController();
  const shared = SharedSignal.of(controller.signal);
  const elsewhere = new SharedSignal(shared.buffer);
  expect([elsewhere.aborted, elsewhere.reason]).toEqual([false, undefined]);
  controller.abort('it was interrupted by Ctrl-C – schön');
  expect([elsewhere.aborted, elsewhere.reason]).toEqual([true, 'it was interrupted by Ctrl-C – schön']);
});

it('follows one that was aborted before, and one that says no reason in words', () => {
  expect(SharedSignal.of(AbortSignal.abort('early')).reason).toBe('early');
  const wordless = SharedSignal.of(AbortSignal.abort());
  expect([wordless.aborted, wordless.reason]).toEqual([true, undefined]);
  expect(SharedSignal.of(undefined).aborted).toBe(false);
});

it('is seen by a thread that never pauses', async () => {
  const shared = new SharedSignal();
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    const words = new Int32Array(workerData, 0, 2);
    parentPort.postMessage('begun');
    while (Atomics.load(words, 0) === 0);
    parentPort.postMessage('ended');`;
  const thread = new Worker(code, { eval: true, workerData: shared.buffer });
  const said = await new Promise<string[]>((done) => {
    const all: string[] = [];
    thread.on('message', (text: string) => {
      all.push(text);
      shared.abort(undefined);
    });
    thread.on('exit', () => done(all));
  });
  expect(said).toEqual(['begun', 'ended']);
});
