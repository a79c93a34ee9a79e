// Sources → IrModule → Program: everything before the first question is asked. The models of libraries that the program
// calls are compiled and linked with it.

import { latin1Text, utf8Text } from '../base/bytes.js';
import type { Diagnostic } from '../base/diagnostic.js';
import { type CheckLimits, limitCheck } from '../base/limits.js';
import { pathIn } from '../base/path.js';
import { failed, ok, type Result } from '../base/result.js';
import type { CompiledUnit } from '../clang/compile.js';
import type { ChangedFiles } from '../clang/dialect-files.js';
import type { CheckerName, Host, OtherChecker, Workspace } from '../clang/host.js';
import { isSketch } from '../clang/sketch.js';
import type { TranslationUnit } from '../clang/translation-unit.js';
import { cleanUp } from '../ir/clean-up.js';
import { linkModules } from '../ir/link/link.js';
import { withoutUnusedModels } from '../ir/link/unused-models.js';
import type { IrModule } from '../ir/module.js';
import { parseModule } from '../ir/parse/parse.js';
import { TypeTable } from '../ir/type-table.js';
import { readForeignModule } from '../ir/verify/verify.js';
import { lowerAssembly } from '../model/assembly/lower.js';
import { withAtomicCalls } from '../model/atomic-calls.js';
import { buildProgram } from '../model/build.js';
import { type ChosenPlatform, choosePlatform } from '../model/choose-platform.js';
import { readCplusplus } from '../model/cplusplus.js';
import type { Harness, Program } from '../model/program.js';
import { withCriticalComments } from './critical-comments.js';
import { environmentOf } from './environment.js';
import { harnessFor } from './harness.js';
import { withInlineDefinitions } from './inline-definitions.js';
import { type Prototypes, prototypesOf, withPrototypes } from './prototypes.js';
import type { Request } from './request.js';

/** How far it has come, for people who wait. */
export interface LoadProgress {
  readonly phase: 'compiling' | 'modelling';
  /** Files that are done, and of how many. */
  readonly done?: number;
  readonly of?: number;
}

export interface Loaded {
  readonly program: Program;
  readonly statistics: LoadStatistics;
  readonly revise: Revise;
  /** Sources as reports quote them; undefined where one cannot be read or must not be shown. */
  readonly readShown: (file: string) => Uint8Array | undefined;
  /** C that was written from it, compiled for the same target: a program without handlers. */
  readonly translated: (text: string) => Promise<Result<Program>>;
  /** A checker by others, if it is installed. */
  readonly checker: (name: CheckerName) => OtherChecker | undefined;
  /** Preempt's own headers of C, for it. */
  readonly headers: string;
  /** All of it, linked, with every local in memory as the compiler gave it. */
  readonly linked: () => Result<IrModule>;
}

/**
 * The same program with another text for one of its files, one character for each byte. Only what it is part of is
 * compiled again.
 */
export type Revise = (file: string, text: string) => Promise<Result<Program>>;

export interface LoadStatistics {
  readonly wallMs: number;
  readonly clangMs: number;
  readonly irBytes: number;
}

const noPause: LoadLimits['pause'] = async () => {};

/** Its limits: `pause` is awaited between the stages, and a reason that `isOver` gives ends it. */
export interface LoadLimits {
  readonly pause: (progress: LoadProgress) => Promise<void>;
  readonly isOver: () => string | undefined;
}

/** At a limit, `LimitReached` is thrown, by `revise` too. */
export async function load(request: Request, host: Host, limits: LoadLimits): Promise<Result<Loaded>> {
  const start = host.now();
  const read = await compileAll(request, host, limits);
  if (read.kind === 'failed') return read;
  const { diagnostics } = read;
  const { workspace, sources, chosen, options, compiled, own, types, clangMs, modules, others, harness } = read.value;
  const { withInlines, asUnit, readShown, prototypes } = read.value;
  const { pause, isOver } = limits;
  const checkLimits = limitCheck(isOver);
  const program = await programOf([...modules, ...others], chosen, request, harness, checkLimits, pause);
  if (program.kind === 'failed') return failed(...diagnostics, ...program.diagnostics);
  const irBytes = compiled.reduce((sum, unit) => sum + unit.ir.length, 0);
  const statistics = { wallMs: Math.round(host.now() - start), clangMs: Math.round(clangMs), irBytes };
  const revise: Revise = async (file, text) => {
    const isAffected = unitsWith(file, sources, host);
    const affected = sources.filter(isAffected);
    const changed = { [pathIn(host.directory, file)]: text };
    const again = await workspace.compile(affected, { ...options, changed, isOver });
    if (again.kind === 'failed') return again;
    const parsed = await parseAll(again.value, affected, types, checkLimits);
    if (parsed.kind === 'failed') return parsed;
    const parts = own.map((module, n) => {
      const at = affected.indexOf(sources[n]!);
      return at === -1 ? module : parsed.value[at]!;
    });
    const revised = await withInlines(parts, changed);
    if (revised.kind === 'failed') return revised;
    const result = await programOf(
      [...withPrototypes(revised.value, prototypes), ...others],
      chosen,
      request,
      harness,
      checkLimits,
    );
    return result.kind === 'failed' ? result : ok(result.value, [...again.diagnostics, ...result.diagnostics]);
  };
  const linked = (): Result<IrModule> => {
    const again = linkModules([...modules, ...others], checkLimits);
    return again.kind === 'failed' ? again : ok(withoutUnusedModels(again.value));
  };
  const translated = async (text: string): Promise<Result<Program>> => {
    const parsed = await asUnit(text);
    if (parsed.kind === 'failed') return parsed;
    const plain = choosePlatform({ platform: 'generic', target: chosen.target }, []);
    if (plain.kind === 'failed') return plain;
    return programOf(parsed.value, plain.value, { paths: [] }, undefined, checkLimits);
  };
  const checker = (name: CheckerName): OtherChecker | undefined => workspace.checker?.(name);
  const { headers } = workspace;
  return ok({ program: program.value, statistics, revise, readShown, linked, translated, checker, headers }, [
    ...diagnostics,
    ...program.diagnostics,
  ]);
}

/** All that a program consists of, compiled and read: what comes of it is still to be worked out. */
export interface CompiledProgram extends ReadModules {
  /** The program's own, with what its headers define. */
  readonly modules: readonly IrModule[];
  /** Around it: what drives it, and models of libraries. */
  readonly others: readonly IrModule[];
  readonly harness: Harness | undefined;
  readonly readShown: Loaded['readShown'];
  readonly withInlines: (parsed: readonly IrModule[], changed?: ChangedFiles) => Promise<Result<readonly IrModule[]>>;
  readonly asUnit: (text: string) => Promise<Result<readonly IrModule[]>>;
  readonly prototypes: Prototypes;
}

/** At a limit, `LimitReached` is thrown. */
export async function compileAll(request: Request, host: Host, limits: LoadLimits): Promise<Result<CompiledProgram>> {
  const read = await readModules(request, host, limits);
  if (read.kind === 'failed') return read;
  const { workspace, sources, chosen, options, own, types } = read.value;
  const { isOver } = limits;
  const checkLimits = limitCheck(isOver);
  const surroundings = { directory: host.directory, platform: chosen.platform, workspace, types };
  const withInlines: CompiledProgram['withInlines'] = (parsed, changed = {}) =>
    withInlineDefinitions(parsed, sources, surroundings, async (units) => {
      const again = await workspace.compile(units, { ...options, changed, isOver });
      return again.kind === 'failed' ? again : parseAll(again.value, units, types, checkLimits);
    });
  const asUnit: CompiledProgram['asUnit'] = async (text) => {
    // A file that is always there, and trusted: its text is another one.
    const file = pathIn(pathIn(workspace.headers, 'models'), 'bits.c');
    const unit: TranslationUnit = { kind: 'c', file, directory: host.directory, arguments: [] };
    const again = await workspace.compile([unit], { ...options, changed: { [file]: text }, isOver });
    return again.kind === 'failed' ? again : parseAll(again.value, [unit], types, checkLimits);
  };
  const { harnessText: written } = request;
  const given = written === undefined ? ok([]) : await asUnit(written);
  if (given.kind === 'failed') return given;
  const inlined = await withInlines([...own, ...given.value]);
  if (inlined.kind === 'failed') return inlined;
  const prototypes = await prototypesOf(inlined.value, sources, surroundings, async (units, changed) => {
    const again = await workspace.compile(units, { ...options, changed, isOver });
    return again.kind === 'failed' ? again : parseAll(again.value, units, types, checkLimits);
  });
  const modules = withPrototypes(inlined.value, prototypes);
  const again = { ...options, isOver };
  const driven = await harnessFor(modules, sources, request, surroundings, again, checkLimits);
  if (driven.kind === 'failed') return failed(...read.diagnostics, ...driven.diagnostics);
  const around = driven.value === undefined ? [] : [driven.value.module];
  const models = await environmentOf([...modules, ...around], sources, surroundings, again, checkLimits);
  const diagnostics = [...read.diagnostics, ...driven.diagnostics, ...models.diagnostics];
  if (models.kind === 'failed') return failed(...diagnostics);
  const readShown = (file: string): Uint8Array | undefined =>
    pathIn(host.directory, file) === driven.value?.file ? driven.value.bytes : workspace.readShown(file);
  const others = [...around, ...models.value];
  const harness = driven.value?.harness;
  const all = { ...read.value, modules, others, harness, readShown, withInlines, asUnit, prototypes };
  return ok(all, diagnostics);
}

/** The linked module alone, as it is: no models of other libraries, no contexts. For what has no `main`. */
export async function loadModule(request: Request, host: Host, limits: LoadLimits): Promise<Result<LoadedModule>> {
  const read = await readModules(request, host, limits);
  if (read.kind === 'failed') return read;
  const checkLimits = limitCheck(limits.isOver);
  const linked = linkModules(read.value.own, checkLimits);
  const diagnostics = [...read.diagnostics, ...linked.diagnostics];
  if (linked.kind === 'failed') return failed(...diagnostics);
  const module = cleanUp(linked.value, checkLimits);
  return ok({ module, readShown: (file) => read.value.workspace.readShown(file) }, diagnostics);
}

export interface LoadedModule {
  readonly module: IrModule;
  readonly readShown: Loaded['readShown'];
}

interface ReadModules {
  readonly workspace: Workspace;
  readonly sources: readonly TranslationUnit[];
  readonly chosen: ChosenPlatform;
  readonly options: ReturnType<typeof compileOptions>;
  readonly compiled: readonly CompiledUnit[];
  /** One for each source. */
  readonly own: readonly IrModule[];
  readonly types: TypeTable;
  readonly clangMs: number;
}

async function readModules(request: Request, host: Host, { pause, isOver }: LoadLimits): Promise<Result<ReadModules>> {
  const workspace = host.open(request);
  await pause({ phase: 'compiling' });
  const sources = await workspace.units();
  if (sources.kind === 'failed') return sources;
  const chosen = choosePlatform(
    wishOf(request, sources.value, workspace),
    sources.value.map((unit) => textOf(unit, workspace)),
    (file) => textIn(file, workspace),
  );
  if (chosen.kind === 'failed') return chosen;
  const pack = workspace.packFlags(chosen.value.platform.arguments, {
    file: request.platform ?? '',
    line: 0,
    column: 0,
  });
  if (pack.refused.length > 0) return failed(...pack.refused);
  const options = compileOptions(request, chosen.value, workspace.headers, pack.flags);

  const clangStart = host.now();
  const changed = request.criticalComments === true ? annotated(sources.value, workspace) : {};
  const compiled = await workspace.compile(sources.value, {
    ...options,
    changed,
    isOver,
    onUnit: (done) => pause({ phase: 'compiling', done, of: sources.value.length }),
  });
  const clangMs = host.now() - clangStart;
  if (compiled.kind === 'failed') return failed(...sources.diagnostics, ...compiled.diagnostics);

  const types = new TypeTable();
  const own = await parseAll(compiled.value, sources.value, types, limitCheck(isOver), pause);
  const diagnostics = [...sources.diagnostics, ...compiled.diagnostics, ...own.diagnostics];
  if (own.kind === 'failed') return failed(...diagnostics);
  const read = { workspace, sources: sources.value, chosen: chosen.value, options };
  return ok({ ...read, compiled: compiled.value, own: own.value, types, clangMs }, diagnostics);
}

/** Sources with comments that are calls. */
function annotated(units: readonly TranslationUnit[], workspace: Workspace): ChangedFiles {
  const changed: Record<string, string> = {};
  for (const unit of units) {
    const file = pathIn(unit.directory, unit.file);
    const bytes = unit.kind === 'c' ? workspace.read(file) : undefined;
    const text = bytes && withCriticalComments(latin1Text(bytes));
    if (text !== undefined) changed[file] = text;
  }
  return changed;
}

async function parseAll(
  units: readonly CompiledUnit[],
  /** What they were compiled from. */
  sources: readonly TranslationUnit[],
  types: TypeTable,
  checkLimits: CheckLimits,
  pause: LoadLimits['pause'] = noPause,
): Promise<Result<readonly IrModule[]>> {
  const modules: IrModule[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [n, unit] of units.entries()) {
    await pause({ phase: 'modelling' });
    const read = unit.clang === 'none' ? readForeignModule : parseModule;
    const module = read(unit.ir, unit.file, types, unit.hash, checkLimits);
    diagnostics.push(...module.diagnostics);
    if (module.kind === 'failed') return failed(...diagnostics);
    const { value } = module;
    modules.push(
      sources[n]?.isUnoptimised === true
        ? { ...value, units: value.units.map((u) => ({ ...u, isUnoptimised: true }) as const) }
        : value,
    );
  }
  return ok(modules, diagnostics);
}

async function programOf(
  modules: readonly IrModule[],
  chosen: ChosenPlatform,
  request: Request,
  harness: Harness | undefined,
  checkLimits: CheckLimits,
  pause: LoadLimits['pause'] = noPause,
): Promise<Result<Program>> {
  await pause({ phase: 'modelling' });
  const linked = linkModules(modules, checkLimits);
  if (linked.kind === 'failed') return linked;
  await pause({ phase: 'modelling' });
  const module = cleanUp(
    withAtomicCalls(lowerAssembly(readCplusplus(withoutUnusedModels(linked.value)), chosen.platform)),
    checkLimits,
  );
  const program = buildProgram(module, chosen, contextOptions(request, harness), checkLimits);
  if (program.kind === 'failed') return failed(...linked.diagnostics, ...program.diagnostics);
  return ok(program.value, [...linked.diagnostics, ...program.value.diagnostics]);
}

/** A source is its own unit; a header may be part of all of them. */
function unitsWith(
  file: string,
  units: readonly TranslationUnit[],
  { directory }: Host,
): (unit: TranslationUnit) => boolean {
  const isIt = (unit: TranslationUnit): boolean => pathIn(unit.directory, unit.file) === pathIn(directory, file);
  return units.some(isIt) ? isIt : (unit) => unit.kind === 'c';
}

function compileOptions(
  request: Request,
  { platform, target }: ChosenPlatform,
  headers: string,
  extraArguments: readonly string[],
) {
  return {
    clang: request.clang ?? 'auto',
    target,
    ...(request.sysroot === undefined ? {} : { sysroot: request.sysroot }),
    includeFirst: platform.headersFirst.map((folder) => pathIn(headers, folder)),
    includeDirectories: [...platform.headers, 'libc', 'preempt', 'c51', 'arduino'].map((folder) =>
      pathIn(headers, folder),
    ),
    extraArguments,
    ...(request.cache === undefined ? {} : { cacheDirectory: request.cache }),
    ...(request.jobs === undefined ? {} : { jobs: request.jobs }),
  } as const;
}

function wishOf(request: Request, units: readonly TranslationUnit[], workspace: Workspace) {
  const target = request.target ?? units.map((u) => u.target ?? tripleOf(u, workspace)).find((t) => t !== undefined);
  return {
    ...(request.platform === undefined ? {} : { platform: request.platform }),
    ...(target === undefined ? {} : { target }),
  };
}

/** The triple that LLVM IR carries itself. */
function tripleOf(unit: TranslationUnit, workspace: Workspace): string | undefined {
  return unit.kind === 'ir' ? /^target triple = "([^"]+)"/m.exec(textOf(unit, workspace).text)?.[1] : undefined;
}

function textOf(unit: TranslationUnit, workspace: Workspace): { file: string; text: string } {
  const text = textIn(pathIn(unit.directory, unit.file), workspace) ?? '';
  return { file: unit.file, text: isSketch(unit.file) ? `#include <Arduino.h>\n${text}` : text };
}

function textIn(file: string, workspace: Workspace): string | undefined {
  const bytes = workspace.read(file);
  return bytes && utf8Text(bytes);
}

function contextOptions(request: Request, harness: Harness | undefined) {
  return {
    isrs: request.isrs ?? [],
    ...(request.entry === undefined ? {} : { entry: request.entry }),
    ...(harness === undefined ? {} : { harness }),
    ...(request.interrupts === undefined ? {} : { interrupts: request.interrupts }),
    ...(request.threading === undefined ? {} : { threading: request.threading }),
  };
}
