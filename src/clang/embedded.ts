// The clang that comes with Preempt: LLVM compiled to WebAssembly, from the package @yowasp/clang. Its module speaks
// plain WASI, so it is run on our own view of the disk (wasi.ts) instead of the package's in-memory one, which would
// need every header copied in.

import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import type { DialectScope } from './dialect-files.js';
import { type EmbeddedOutcome, type EmbeddedProgram, type EmbeddedTask, runEmbedded } from './embedded-run.js';
import { packageRoot } from './package-root.js';
import type { Project } from './project.js';

export interface EmbeddedClang {
  readonly kind: 'embedded';
  readonly version: string;
  /** Directory with the module and its resources. */
  readonly directory: string;
}

const require = createRequire(import.meta.url);
const moduleFile = 'llvm.core.wasm';
const resourceFile = 'llvm-resources.tar';

/** Finds the package without loading it: a run that is served from the cache needs no more than the version. */
export function findEmbedded(): Result<EmbeddedClang> {
  try {
    const directory = dirname(require.resolve('@yowasp/clang'));
    const { version } = JSON.parse(readFileSync(join(directory, '..', 'package.json'), 'utf8')) as { version: string };
    if ([moduleFile, resourceFile].every((name) => existsSync(join(directory, name)))) {
      return ok({ kind: 'embedded', version, directory });
    }
  } catch {
    // Not resolved: not installed.
  }
  return failed(
    errorAt('no-clang', 'no clang: none is installed, and the npm package @yowasp/clang is missing or incomplete'),
  );
}

/** A number of threads, each with the embedded clang; they start when they are first needed. */
export class EmbeddedPool {
  readonly #program: Promise<EmbeddedProgram>;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  #isClosed = false;

  constructor(clang: EmbeddedClang) {
    this.#program = loadProgram(clang.directory);
  }

  /** The caller limits how many runs are under way at once. */
  async run(args: readonly string[], scope?: DialectScope, project?: Project): Promise<EmbeddedOutcome> {
    const task = { program: await this.#program, args, scope, project };
    if (!existsSync(workerFile)) return runEmbedded(task);
    if (this.#isClosed) return crashed('it was stopped');
    const worker = this.#idle.pop() ?? restedWorker() ?? startWorker();
    this.#busy.add(worker);
    const outcome = await ask(worker, task);
    this.#busy.delete(worker);
    // A crash leaves nothing behind in the thread but its garbage, yet a fresh one is cheap.
    if (outcome.crash === undefined) this.#idle.push(worker);
    else await worker.terminate();
    return outcome;
  }

  /** Runs that are under way end as crashes. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const [next, ...others] = this.#idle;
    const isKept = next !== undefined && closed++ > 0 && resting === undefined;
    if (isKept) rest(next);
    const rests = isKept ? others : this.#idle;
    await Promise.all([...rests, ...this.#busy].map((worker) => worker.terminate()));
  }
}

/** Who has compiled two programs will compile a third, and a thread takes about as long to start as that does. */
let closed = 0;
let resting: { readonly worker: Worker; readonly end: NodeJS.Timeout } | undefined;
const restMs = 1000;

/** It waits for the next pool, for a while; nobody waits for it. */
function rest(worker: Worker): void {
  const end = setTimeout(() => {
    resting = undefined;
    void worker.terminate();
  }, restMs);
  end.unref();
  worker.unref();
  resting = { worker, end };
}

function restedWorker(): Worker | undefined {
  if (resting === undefined) return undefined;
  const { worker, end } = resting;
  resting = undefined;
  clearTimeout(end);
  worker.ref();
  return worker;
}

/** In a built package. Run from the TypeScript sources, there is none, and clang runs in the main thread. */
const isBuilt = !import.meta.url.endsWith('.ts');
const workerFile = join(packageRoot, isBuilt ? 'dist' : 'src', 'clang', 'embedded-worker.js');

const stackMegabytes = 64;

function startWorker(): Worker {
  return new Worker(workerFile, { resourceLimits: { stackSizeMb: stackMegabytes } });
}

function ask(worker: Worker, task: EmbeddedTask): Promise<EmbeddedOutcome> {
  return new Promise((resolve) => {
    const finish = (outcome: EmbeddedOutcome): void => {
      worker.off('message', finish).off('error', fail).off('exit', exit);
      resolve(outcome);
    };
    const fail = (error: Error): void => finish(crashed(error.message));
    const exit = (): void => finish(crashed('its thread ended'));
    worker.on('message', finish).on('error', fail).on('exit', exit);
    worker.postMessage(task);
  });
}

function crashed(reason: string): EmbeddedOutcome {
  return { exitCode: 1, crash: reason, output: new Uint8Array(), errors: '', ...nothingRead };
}

const nothingRead = { lookups: { present: [], absent: [] }, refused: [], isHidden: false };

const programs = new Map<string, Promise<EmbeddedProgram>>();

function loadProgram(directory: string): Promise<EmbeddedProgram> {
  let program = programs.get(directory);
  if (program === undefined) {
    // Of 75 MB of code, a compilation reaches a small part: the rest need not be validated or compiled at all.
    setFlagsFromString('--wasm-lazy-compilation');
    setFlagsFromString('--wasm-lazy-validation');
    program = readFile(join(directory, moduleFile))
      .then((bytes) => WebAssembly.compile(bytes))
      .then((module) => ({ module, resources: join(directory, resourceFile) }));
    programs.set(directory, program);
  }
  return program;
}
