// Translation units into LLVM IR text: from the cache, or by clang, several at once. Problems of the sources are
// diagnostics; all units are compiled before the failures of any are reported.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Diagnostic, errorAt, hasErrors, noteAt } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import { LimitReached } from '../base/limits.js';
import { failed, ok, type Result } from '../base/result.js';
import { cacheFormat, type IrCache, openCache } from './cache.js';
import { cacheDirectory } from './cache-directory.js';
import { FileFacts, hashOf, systemDirectories } from './dependencies.js';
import { dialectVersion } from './dialect.js';
import { dialectOptions } from './dialect-detect.js';
import { type ChangedFiles, type DialectScope, dialectScope, showsC51 } from './dialect-files.js';
import { type EmbeddedClang, EmbeddedPool, findEmbedded } from './embedded.js';
import { fileText } from './file-text.js';
import { resourceMount } from './file-view.js';
import { CompilerQueries, sysrootDirectories } from './include-paths.js';
import { clangArguments, defaultTarget, fileArgument, sysrootOf, withPlainIncludes } from './invocation.js';
import { KnownVersions } from './known-version.js';
import type { RefusedArgument } from './messages.js';
import { findNative, type NativeClang, useNative } from './native.js';
import { NativeOverlay } from './native-overlay.js';
import { runNative } from './native-run.js';
import { type Project, realPath, withHeaders } from './project.js';
import { runUntilAccepted } from './refused-flags.js';
import type { RunOutcome, TranslationUnit } from './translation-unit.js';
import { virtualArgument, virtualPath } from './virtual-path.js';

/** `auto`: a native clang on the PATH if there is one, else the embedded one. */
type ClangChoice = 'auto' | 'embedded' | { readonly path: string };

export interface CompileOptions {
  readonly clang: ClangChoice;
  /** What the units belong to: says what may be run, read and quoted. */
  readonly project: Project;
  /** Target triple; overrides what was told about the units. */
  readonly target?: string;
  readonly sysroot?: string;
  /** Preempt's own headers that stand for the system's: searched before those. */
  readonly includeFirst?: readonly string[];
  /** Preempt's own headers: searched after everything else. */
  readonly includeDirectories: readonly string[];
  /** Added to the arguments of every C file. */
  readonly extraArguments: readonly string[];
  /** `false`: no cache; undefined: the user's cache directory. */
  readonly cacheDirectory?: string | false;
  /** What clang is to see instead of the content of some files. */
  readonly changed?: ChangedFiles;
  /** Files compiled at once; by default as many as there are processors. */
  readonly jobs?: number;
  /** Called with the number of units that are done, after each. */
  readonly onUnit?: (done: number) => Promise<void>;
  /** A reason to end, asked all the time: what clang is doing is stopped, and `LimitReached` thrown. */
  readonly isOver?: () => string | undefined;
}

/** Milliseconds between two looks at the limits while clang works. */
const LOOK = 50;

export interface CompiledUnit {
  readonly file: string;
  readonly ir: string;
  /** Of the IR's text. */
  readonly hash: string;
  /** `native 22.1.8`, `embedded 22.0.0-…`, or `none` for IR that was given as such. */
  readonly clang: string;
  readonly cached: boolean;
}

/** The compiled units in the order of `units`. */
export async function compile(
  units: readonly TranslationUnit[],
  options: CompileOptions,
): Promise<Result<readonly CompiledUnit[]>> {
  const clang = units.some((unit) => unit.kind === 'c') ? await chooseClang(options) : ok(undefined);
  if (clang.kind === 'failed') return clang;
  const session = new Session(clang.value, options);
  let over: string | undefined;
  const look = (): void => {
    over ??= options.isOver?.();
    if (over !== undefined) session.abort();
  };
  const checkLimits = (): void => {
    look();
    if (over !== undefined) throw new LimitReached(over);
  };
  const looking = options.isOver === undefined ? undefined : setInterval(look, LOOK);
  try {
    let done = 0;
    const results = await mapLimited(units, options.jobs ?? availableParallelism(), async (unit) => {
      checkLimits();
      const result = await session.translate(unit);
      // What was stopped looks as if it had crashed.
      checkLimits();
      await options.onUnit?.(++done);
      return result;
    });
    const diagnostics = unique([...results.flatMap((result) => result.diagnostics), ...session.finish()]);
    if (hasErrors(diagnostics)) return failed(...diagnostics);
    return ok(
      results.flatMap((result) => (result.kind === 'ok' ? [result.value] : [])),
      diagnostics,
    );
  } finally {
    clearInterval(looking);
    await session.close();
  }
}

type Clang = NativeClang | EmbeddedClang;

async function chooseClang({ clang: choice, project, cacheDirectory: cache }: CompileOptions): Promise<Result<Clang>> {
  if (choice === 'embedded') return findEmbedded();
  const known = new KnownVersions(cache === false ? undefined : (cache ?? cacheDirectory()));
  if (choice !== 'auto') return useNative(choice.path, project, known);
  const native = await findNative(project, known);
  return native === undefined ? findEmbedded() : ok(native);
}

interface Job {
  readonly unit: TranslationUnit;
  readonly scope: DialectScope;
  /** With the headers of the compiler that was asked. */
  readonly project: Project;
}

class Session {
  readonly #chosen: Clang | undefined;
  readonly #options: CompileOptions;
  readonly #cache: IrCache | undefined;
  /** dialect.h, where Preempt's own headers have it. */
  readonly #shim: string | undefined;
  readonly #facts = new FileFacts();
  readonly #queries: CompilerQueries;
  /** With the headers of clang and of Preempt. */
  readonly #project: Project;
  /** Flags that clang refused for a target: other units need not try them again. */
  readonly #refusals = new Map<string, Map<string, RefusedArgument>>();
  /** Native clang's view of the files, by scope. */
  readonly #overlays = new Map<string, NativeOverlay>();
  #pool: EmbeddedPool | undefined;
  readonly #abort = new AbortController();

  /** `clang` is needed only for C. */
  constructor(clang: Clang | undefined, options: CompileOptions) {
    this.#chosen = clang;
    this.#options = options;
    this.#queries = new CompilerQueries(options.project);
    const own = clang?.kind === 'native' ? [resourceFolder(clang.path)] : [];
    this.#project = withHeaders(options.project, [
      ...(options.includeFirst ?? []),
      ...options.includeDirectories,
      ...own,
    ]);
    this.#cache = openCache(options.cacheDirectory);
    this.#shim = options.includeDirectories
      .map((directory) => resolve(directory, 'dialect.h'))
      .find((header) => existsSync(header));
  }

  get #clang(): Clang {
    if (this.#chosen === undefined) throw new InternalError('a C file, but no clang was chosen');
    return this.#chosen;
  }

  finish(): readonly Diagnostic[] {
    return [...this.#queries.notes(), ...(this.#cache?.close() ?? [])];
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  /** Whatever clang is doing ends at once, as a crash. */
  abort(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    void this.#pool?.close();
  }

  translate(unit: TranslationUnit): Promise<Result<CompiledUnit>> {
    const isHere = unit.directory === process.cwd();
    return unit.kind === 'ir' ? readIr(unit) : this.#compileUnit({ ...unit, isHere });
  }

  async #compileUnit(unit: TranslationUnit): Promise<Result<CompiledUnit>> {
    const target = this.#options.target ?? unit.target ?? defaultTarget;
    const file = resolve(unit.directory, unit.file);
    const { args, project } = await this.#invocation(unit, target);
    const identity = this.#clang.kind === 'native' ? this.#clang.identity : `embedded ${this.#clang.version}`;
    const main = this.#facts.hash(file);
    const changed = this.#options.changed ?? {};
    const { isTrusted, ...folders } = project;
    const parts = [cacheFormat, dialectVersion, identity, args, unit.directory, main, isTrusted || folders];
    const key = hashOf(JSON.stringify(Object.keys(changed).length === 0 ? parts : [...parts, changed]));
    const cached = this.#cache?.find(key, this.#facts) ?? { kind: 'miss' };
    if (cached.kind === 'hit') return ok(this.#compiled(unit, cached.ir, true), cached.diagnostics);

    const startedAt = Date.now();
    const text = fileText(file);
    const scope = dialectScope(text, target, systemDirectories(args, unit.directory), changed);
    const compiled = await this.#compileAnew({ unit, scope, project }, [...args, ...dialectOptions(text, this.#shim)]);
    const damaged =
      cached.kind === 'damaged' ? [noteAt('damaged-cache', `a damaged cache entry was replaced: ${cached.file}`)] : [];
    if (compiled.kind === 'failed') return failed(...damaged, ...compiled.diagnostics);
    const { ir, lookups } = compiled.value;
    this.#cache?.store(key, { ir, diagnostics: compiled.diagnostics }, lookups, startedAt, this.#facts);
    return ok(this.#compiled(unit, ir, false), [...damaged, ...compiled.diagnostics]);
  }

  async #invocation(unit: TranslationUnit, target: string) {
    const sysroot = this.#sysroot(unit);
    const asked = sysroot === undefined ? await this.#queries.directories(unit, target) : [];
    const system = sysroot === undefined ? asked : sysrootDirectories(sysroot, target);
    const args = clangArguments(unit, {
      target,
      version: this.#clang.version,
      sysroot,
      systemDirectories: [
        ...(this.#options.includeFirst ?? []).map((directory) => resolve(directory)),
        ...system,
        ...this.#options.includeDirectories.map((directory) => resolve(directory)),
      ],
      extraArguments: this.#options.extraArguments,
    });
    return { args, project: withHeaders(this.#project, asked) };
  }

  #sysroot(unit: TranslationUnit): string | undefined {
    if (this.#options.sysroot !== undefined) return resolve(this.#options.sysroot);
    const own = sysrootOf(unit.arguments);
    return own === undefined ? undefined : resolve(unit.directory, own);
  }

  async #compileAnew(job: Job, args: readonly string[]): Promise<Result<RunOutcome>> {
    const { target } = job.scope;
    const refusals = this.#refusals.get(target) ?? new Map<string, RefusedArgument>();
    this.#refusals.set(target, refusals);
    const run = (current: readonly string[]): Promise<RunOutcome> => this.#run(job, current);
    const text = (): string => fileText(resolve(job.unit.directory, job.unit.file));
    return runUntilAccepted({ unit: job.unit, target, refusals, text, run }, args);
  }

  /**
   * A header may be the first to show that a unit is written for an 8051: then the same words count in all of its
   * files.
   */
  async #run(job: Job, args: readonly string[]): Promise<RunOutcome> {
    const { unit, scope } = job;
    const outcome = await this.#runOnce(job, args);
    const main = resolve(unit.directory, unit.file);
    const headers = outcome.lookups.present.filter((file) => file !== main);
    if (scope.c51 || !showsC51(headers, scope, fileText)) return outcome;
    return this.#runOnce({ ...job, scope: { ...scope, c51: true } }, args);
  }

  #runOnce(job: Job, args: readonly string[]): Promise<RunOutcome> {
    const plain = withPlainIncludes(args);
    return this.#clang.kind === 'native'
      ? runNative(this.#clang, job.unit, plain, this.#overlay(job.scope), job.project, this.#abort.signal)
      : this.#runEmbedded(this.#clang, job, plain);
  }

  #overlay(scope: DialectScope): NativeOverlay {
    const key = JSON.stringify(scope);
    const overlay = this.#overlays.get(key) ?? new NativeOverlay(scope);
    this.#overlays.set(key, overlay);
    return overlay;
  }

  async #runEmbedded(
    clang: EmbeddedClang,
    { unit, scope, project }: Job,
    args: readonly string[],
  ): Promise<RunOutcome> {
    this.#pool ??= new EmbeddedPool(clang);
    const place = [`-resource-dir=${resourceMount}`, `-working-directory=${virtualPath(unit.directory)}`];
    const main = fileArgument(unit.file);
    const mapped = args.map((argument) => (argument === main ? virtualPath(argument) : virtualArgument(argument)));
    const outcome = await this.#pool.run([...place, ...mapped], scope, project);
    const { exitCode, crash, output, ...rest } = outcome;
    const ir = Buffer.from(output.buffer, output.byteOffset, output.byteLength).toString('utf8');
    return { ok: exitCode === 0, ...(crash === undefined ? {} : { crash }), ir, ...rest };
  }

  #compiled(unit: TranslationUnit, ir: string, cached: boolean): CompiledUnit {
    return { file: unit.file, ir, hash: hashOf(ir), clang: `${this.#clang.kind} ${this.#clang.version}`, cached };
  }
}

async function readIr(unit: TranslationUnit): Promise<Result<CompiledUnit>> {
  try {
    const ir = await readFile(resolve(unit.directory, unit.file), 'utf8');
    return ok({ file: unit.file, ir, hash: hashOf(ir), clang: 'none', cached: false });
  } catch {
    return failed(errorAt('unreadable-file', `can't read ${unit.file}`, { file: unit.file, line: 0, column: 0 }));
  }
}

/** clang's own headers. */
function resourceFolder(clang: string): string {
  return join(dirname(realPath(clang)), '..', 'lib');
}

function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

/** `Promise.all` over `work`, with at most `limit` of them under way. */
async function mapLimited<T, R>(items: readonly T[], limit: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array<R>(items.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, lane));
  return results;
}
