// Everything but native clang in one bundle for browsers: it names no module of Node, and checks a program where there
// is neither a process nor a disk.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'preempt-browser-'));
const file = join(folder, 'preempt.mjs');
let code = '';
let outside: readonly string[] = [];

beforeAll(async () => {
  // The glue of CaDiCaL's WebAssembly asks for the process where it may run in Node: as bundlers are told for browsers,
  // there is none.
  const bundle = await rolldown({
    input: join(root, 'dist/check.js'),
    platform: 'browser',
    transform: { define: { 'globalThis.process': 'undefined' } },
    onLog: () => {},
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  code = output[0].code;
  outside = output[0].imports.filter((name) => name !== output[0].fileName);
  writeFileSync(file, code);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names no module of Node', () => {
  expect(code.length).toBeGreaterThan(100_000);
  expect(code.match(/["'`]node:[\w/]+["'`]/g)).toBeNull();
  expect(outside).toEqual([]);
});

it('checks a program without a process and without a disk', async () => {
  const clang = dirname(require.resolve('@yowasp/clang'));
  const text = readFileSync(join(root, 'examples/debounce/debounce_bad.c'), 'utf8');
  const header = readFileSync(join(root, 'examples/debounce/board.h'), 'utf8');
  const worker = new Worker(
    `
    const { readFileSync } = require('node:fs');
    const { parentPort, workerData } = require('node:worker_threads');
    const load = (path) => import(path);
    (async () => {
      const bytes = workerData.files.map((path) => new Uint8Array(readFileSync(path)));
      const [clang, resources, solver] = bytes;
      const parts = {
        files: workerData.sources,
        headers: JSON.parse(new TextDecoder().decode(bytes[3])),
        clang: { module: await WebAssembly.compile(clang), resources },
        solver: await WebAssembly.compile(solver),
      };
      // From here on it is no Node.
      for (const name of ['process', 'Buffer', 'setImmediate', 'global']) delete globalThis[name];
      const { browserHost, check, render } = await load(workerData.bundle);
      const host = browserHost(parts);
      const result = await check({ paths: ['/project'], fix: true }, { host });
      if (result.kind === 'failed') return parentPort.postMessage(result);
      const report = result.value;
      parentPort.postMessage({
        kinds: report.verdicts.map((v) => v.kind),
        findings: report.findings.map((f) => [f.variable, f.schedule, f.explanation.fix?.function]),
        text: await render(report, 'text', { host }),
        sarif: JSON.parse(await render(report, 'sarif', { host })).version,
      });
    })().catch((error) => parentPort.postMessage(String(error.stack)));
    `,
    {
      eval: true,
      resourceLimits: { stackSizeMb: 64 },
      workerData: {
        bundle: pathToFileURL(file).href,
        sources: { '/project/main.c': text, '/project/board.h': header },
        files: [
          join(clang, 'llvm.core.wasm'),
          join(clang, 'llvm-resources.tar'),
          require.resolve('cadical-wasm/cadical.wasm'),
          join(root, 'dist/headers.json'),
        ],
      },
    },
  );
  const told = await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject));
  await worker.terminate();
  expect(told).toMatchObject({
    kinds: ['violated', 'holds', 'holds', 'holds'],
    findings: [['pending', '11:isr_1 15:isr_2 20. / 253 2', expect.any(String)]],
    text: expect.stringContaining('project/main.c:19:9: error: atomicity violation (RWW) on pending'),
    sarif: '2.1.0',
  });
});
