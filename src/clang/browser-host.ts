// A machine without a disk: sources, headers and compilers are handed in. For browsers and their workers; it runs
// anywhere. There is no cache, no compile_commands.json and no other compiler than the embedded clang.

import { latin1Text, utf8Bytes, utf8Text } from '../base/bytes.js';
import { type Diagnostic, errorAt, noteAt } from '../base/diagnostic.js';
import { hexHash } from '../base/hash.js';
import { normalPath, pathBelow, pathIn } from '../base/path.js';
import { failed, ok, type Result } from '../base/result.js';
import type { CompiledUnit, CompileOptions } from './compile.js';
import { dialectOptions } from './dialect-detect.js';
import { type DialectScope, dialectScope, rewrittenBytes, showsC51 } from './dialect-files.js';
import { resourceMount } from './file-view.js';
import { cleanFlags, saysUnoptimised } from './flags.js';
import type { Host, NamedSources, PackagedFile, Workspace } from './host.js';
import { clangArguments, defaultTarget, withPlainIncludes } from './invocation.js';
import { MemoryView } from './memory-view.js';
import type { RefusedArgument } from './messages.js';
import { PackedFiles } from './packed-files.js';
import { runUntilAccepted } from './refused-flags.js';
import { inferTarget } from './target.js';
import type { RunOutcome, TranslationUnit } from './translation-unit.js';
import { runWasi } from './wasi.js';

export interface BrowserParts {
  /** Texts by absolute path: all that the program includes, besides the headers below. */
  readonly files: Readonly<Record<string, string>>;
  /** Preempt's own headers: the content of `preempt/headers.json`. */
  readonly headers: Readonly<Record<string, string>>;
  /** `llvm.core.wasm` and `llvm-resources.tar` of the package `@yowasp/clang`; needed for C only. */
  readonly clang?: { readonly module: WebAssembly.Module; readonly resources: Uint8Array };
  /** `cadical.wasm` of the package `cadical-wasm`. */
  readonly solver: WebAssembly.Module;
  /** The script and the style of HTML reports; needed for these only. */
  readonly packaged?: (name: PackagedFile) => Promise<string>;
}

const root = '/';
const headerFolder = '/preempt-headers';

export function browserHost(parts: BrowserParts): Host {
  const texts = { ...parts.files, ...below(headerFolder, parts.headers) };
  const files = new Map(Object.entries(texts).map(([path, text]) => [normalPath(path), utf8Bytes(text)]));
  return {
    directory: root,
    packaged: (name) => (parts.packaged ?? missing)(name),
    solver: async () => parts.solver,
    open: (sources) => new MemoryWorkspace(files, parts, sources),
    now: () => performance.now(),
    memoryUsed: () => undefined,
    memoryPeak: () => undefined,
    rest: () => new Promise((resume) => setTimeout(resume, 0)),
    cores: 1,
    pool: () => undefined,
  };
}

function below(folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

async function missing(name: PackagedFile): Promise<string> {
  throw new Error(`${name} was not handed to browserHost`);
}

class MemoryWorkspace implements Workspace {
  readonly headers = headerFolder;
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #clang: BrowserParts['clang'];
  readonly #sources: NamedSources;
  readonly #refusals = new Map<string, Map<string, RefusedArgument>>();

  constructor(files: ReadonlyMap<string, Uint8Array>, { clang }: BrowserParts, sources: NamedSources) {
    this.#files = files;
    this.#clang = clang;
    this.#sources = sources;
  }

  async units(): Promise<Result<readonly TranslationUnit[]>> {
    const { paths, flags = [], configured } = this.#sources;
    const given = [...(configured?.flags ?? []), ...flags];
    const { arguments: args, dropped } = cleanFlags(given);
    const optimisation = saysUnoptimised(given) === true ? ({ isUnoptimised: true } as const) : {};
    const target = inferTarget(undefined, args);
    const diagnostics: Diagnostic[] =
      dropped.length === 0
        ? []
        : [noteAt('dropped-flag', `flags of gcc that clang has no use for: ${dropped.join(', ')}`)];
    const units: TranslationUnit[] = [];
    for (const path of paths) {
      const named = this.#named(path);
      if (named.length === 0)
        return failed(errorAt('missing-file', `${path}: no such file`, { file: path, line: 0, column: 0 }));
      for (const file of named) {
        const kind = file.endsWith('.ll') ? 'ir' : 'c';
        const unit = { kind, file, directory: root, isHere: true, arguments: kind === 'ir' ? [] : args } as const;
        units.push({ ...unit, ...optimisation, ...(target === undefined ? {} : { target }) });
      }
    }
    return ok(units, diagnostics);
  }

  async compile(
    units: readonly TranslationUnit[],
    options: Omit<CompileOptions, 'project'>,
  ): Promise<Result<readonly CompiledUnit[]>> {
    const compiled: CompiledUnit[] = [];
    const diagnostics: Diagnostic[] = [];
    for (const [done, unit] of units.entries()) {
      const result = await this.#translate(unit, options);
      diagnostics.push(...result.diagnostics);
      if (result.kind === 'failed') return failed(...diagnostics);
      compiled.push(result.value);
      await options.onUnit?.(done + 1);
    }
    return ok(compiled, diagnostics);
  }

  packFlags(flags: readonly string[]) {
    return { flags: cleanFlags(flags).arguments, refused: [] };
  }

  read(path: string): Uint8Array | undefined {
    return this.#files.get(pathIn(root, path));
  }

  readShown(path: string): Uint8Array | undefined {
    return this.read(path);
  }

  /** A file, or the C files of a folder. */
  #named(path: string): readonly string[] {
    const absolute = pathIn(root, path).replace(/(?<=.)\/$/, '');
    if (this.#files.has(absolute)) return [absolute];
    return [...this.#files.keys()]
      .filter((file) => file.endsWith('.c') && pathBelow(absolute, file) !== undefined)
      .sort();
  }

  async #translate(unit: TranslationUnit, options: Omit<CompileOptions, 'project'>): Promise<Result<CompiledUnit>> {
    const bytes = this.read(unit.file)!;
    if (unit.kind === 'ir') return ok(asCompiled(unit, utf8Text(bytes), 'none'));
    if (this.#clang === undefined) return failed(errorAt('no-clang', 'no clang was handed to browserHost'));
    const clang = { module: this.#clang.module, resources: archive(this.#clang.resources) };
    const target = options.target ?? unit.target ?? defaultTarget;
    const args = clangArguments(unit, {
      target,
      version: undefined,
      sysroot: undefined,
      systemDirectories: options.includeDirectories,
      extraArguments: options.extraArguments,
    });
    const text = latin1Text(bytes);
    const shim = options.includeDirectories
      .map((folder) => `${folder}/dialect.h`)
      .find((file) => this.#files.has(file));
    const scope = dialectScope(text, target, [headerFolder], options.changed ?? {});
    const refusals = this.#refusals.get(target) ?? new Map<string, RefusedArgument>();
    this.#refusals.set(target, refusals);
    const run = (current: readonly string[]): RunOutcome => this.#run(clang, unit, current, scope);
    const attempts = { unit, target, refusals, text: () => text, run };
    const outcome = await runUntilAccepted(attempts, [...args, ...dialectOptions(text, shim)]);
    if (outcome.kind === 'failed') return outcome;
    return ok(asCompiled(unit, outcome.value.ir, 'embedded'), outcome.diagnostics);
  }

  /**
   * A header may be the first to show that a unit is written for an 8051: then the same words count in all of its
   * files.
   */
  #run(clang: LoadedClang, unit: TranslationUnit, args: readonly string[], scope: DialectScope): RunOutcome {
    const outcome = this.#runOnce(clang, args, scope);
    const headers = outcome.lookups.present.filter((file) => file !== unit.file);
    const textOf = (file: string): string => latin1Text(this.#files.get(file) ?? new Uint8Array());
    if (scope.c51 || !showsC51(headers, scope, textOf)) return outcome;
    return this.#runOnce(clang, args, { ...scope, c51: true });
  }

  #runOnce({ module, resources }: LoadedClang, args: readonly string[], scope: DialectScope): RunOutcome {
    const seen = new Map([...this.#files].map(([file, bytes]) => [file, rewrittenBytes(file, bytes, scope) ?? bytes]));
    const view = new MemoryView(seen, resources);
    const place = [`-resource-dir=${resourceMount}`, `-working-directory=${root}`];
    const outcome = runWasi(module, ['llvm', 'clang', ...place, ...withPlainIncludes(args)], view);
    return {
      ok: outcome.exitCode === 0,
      ...(outcome.crash === undefined ? {} : { crash: outcome.crash }),
      ir: utf8Text(outcome.standardOutput),
      errors: utf8Text(outcome.standardError),
      lookups: view.lookups(),
      refused: [],
      isHidden: false,
    };
  }
}

interface LoadedClang {
  readonly module: WebAssembly.Module;
  readonly resources: PackedFiles;
}

function archive(bytes: Uint8Array): PackedFiles {
  return new PackedFiles((offset, length) => bytes.subarray(offset, offset + length));
}

function asCompiled({ file }: TranslationUnit, ir: string, clang: string): CompiledUnit {
  return { file, ir, hash: hexHash(ir), clang, cached: false };
}
