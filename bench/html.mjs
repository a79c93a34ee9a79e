// The wait of a person who opens a report: 2000 findings, each with an execution of 300 events, written as HTML and
// opened in Chromium, until the first timeline is drawn.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { loadProgram } from '../dist/check.js';
import { thisMachine } from '../dist/clang/node-host.js';
import { settle } from '../dist/engines/engine.js';
import { exploreEngine } from '../dist/engines/explore/explore.js';
import { buildReport } from '../dist/report/build-report.js';
import { htmlPage } from '../dist/report/html/page.js';
import { loadCadical } from '../dist/solve/cadical.js';

const { packaged } = thisMachine();
const assets = { script: await packaged('client.js'), style: await packaged('client.css') };
const solvers = await loadCadical(await thisMachine().solver());
const checkByExploring = (program, options) =>
  settle(exploreEngine({ ...options, solvers }), program, options, options);

const root = fileURLToPath(new URL('..', import.meta.url));
const findings = 2000;
const events = 300;
const repetitions = 3;

export const aims = {
  MB: { atMost: 10 },
  'ms to open': { atMost: 2000 },
};

async function smallReport() {
  const file = join(root, 'tests/corpus/atomicity/nested_avr_isr_bad.c');
  const loaded = await loadProgram({ paths: [file] });
  const { program } = loaded.value;
  const checked = await checkByExploring(program, {
    properties: ['atomicity', 'race', 'assertion'],
    reduction: 'reduced',
    arrivals: 1,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
  });
  return buildReport({
    program,
    verdicts: checked.verdicts,
    findings: checked.findings.map((f) => ({ ...f, engine: 'explore' })),
    diagnostics: [],
    statistics: checked.statistics,
    version: '0',
    command: file,
    wasInterrupted: () => false,
    base: root,
    readSource: (name) => readFileSync(name, 'utf8'),
    isExplained: true,
  });
}

/** Each finding has names and an execution of its own. */
function repeated(report) {
  return {
    ...report,
    findings: Array.from({ length: findings }, (_, n) => {
      const f = report.findings[n % report.findings.length];
      const { initial, entries } = f.explanation.timeline;
      const first = entries.find((e) => e.depth === 0);
      const missing = events - entries.length;
      const before = Array.from({ length: missing }, (_, step) => {
        const value = String((n * 7919 + step) % 100_000);
        const place = { ...first.place, line: 1 + (step % 20) };
        const text = `W counter = ${value}`;
        const changed = { counter: value };
        return { ...first, step, place, text, operation: 'W', variable: 'counter', value, effects: [], changed };
      });
      return {
        ...f,
        fingerprint: String(n),
        example: `${f.example}_${n}`,
        explanation: {
          timeline: {
            initial: { ...initial, counter: '0' },
            entries: [...before, ...entries.map((e) => ({ ...e, step: e.step + missing }))],
          },
        },
      };
    }),
  };
}

export async function run() {
  const executablePath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .map((name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim())
    .find((path) => path !== '');
  const report = repeated(await smallReport());
  const start = performance.now();
  const html = htmlPage(report, assets);
  const written = Math.round(performance.now() - start);
  const folder = mkdtempSync(join(tmpdir(), 'preempt-bench-'));
  try {
    const file = join(folder, 'report.html');
    writeFileSync(file, html);
    const megabytes = Number((statSync(file).size / 1e6).toFixed(1));
    const opened = executablePath === undefined ? {} : { 'ms to open': await fastestOpening(executablePath, file) };
    return { findings, MB: megabytes, 'ms to write': written, ...opened };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fastestOpening(executablePath, file) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const times = [];
  for (let n = 0; n < repetitions; n++) {
    const page = await browser.newPage();
    const start = performance.now();
    await page.goto(pathToFileURL(file).href);
    await page.locator('.drawing .number').first().waitFor();
    times.push(performance.now() - start);
    await page.close();
  }
  await browser.close();
  return Math.round(Math.min(...times));
}
