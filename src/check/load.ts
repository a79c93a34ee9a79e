// Sources → IrModule → Program: everything before the first question is asked.

import { utf8Text } from '../base/bytes.js';
import type { Diagnostic } from '../base/diagnostic.js';
import { pathIn } from '../base/path.js';
import { failed, ok, type Result } from '../base/result.js';
import type { CompiledUnit } from '../clang/compile.js';
import type { Host } from '../clang/host.js';
import type { TranslationUnit } from '../clang/translation-unit.js';
import { cleanUp } from '../ir/clean-up.js';
import { linkModules } from '../ir/link/link.js';
import type { IrModule } from '../ir/module.js';
import { parseModule } from '../ir/parse/parse.js';
import { TypeTable } from '../ir/type-table.js';
import { readForeignModule } from '../ir/verify/verify.js';
import { buildProgram } from '../model/build.js';
import { type ChosenPlatform, choosePlatform } from '../model/choose-platform.js';
import type { Program } from '../model/program.js';
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
}

/** The same program with another text for one of its files, one character for each byte. Only what it is part of is compiled again. */
export type Revise = (file: string, text: string) => Promise<Result<Program>>;

export interface LoadStatistics {
  readonly wallMs: number;
  readonly clangMs: number;
  readonly irBytes: number;
}

type Pause = (progress: LoadProgress) => Promise<void>;
const noPause: Pause = async () => {};

/** `pause` is awaited between the stages. */
export async function load(request: Request, host: Host, pause: Pause = noPause): Promise<Result<Loaded>> {
  const { frontEnd } = host;
  const start = host.now();
  await pause({ phase: 'compiling' });
  const sources = await frontEnd.collect(request.paths, request.flags ?? []);
  if (sources.kind === 'failed') return sources;
  const chosen = choosePlatform(
    wishOf(request, sources.value, host),
    sources.value.map((unit) => textOf(unit, host)),
    (file) => textIn(file, host),
  );
  if (chosen.kind === 'failed') return chosen;

  const clangStart = host.now();
  const compiled = await frontEnd.compile(sources.value, {
    ...compileOptions(request, chosen.value, host),
    onUnit: (done) => pause({ phase: 'compiling', done, of: sources.value.length }),
  });
  const clangMs = host.now() - clangStart;
  if (compiled.kind === 'failed') return failed(...sources.diagnostics, ...compiled.diagnostics);

  const types = new TypeTable();
  const modules = await parseAll(compiled.value, types, pause);
  if (modules.kind === 'failed') return failed(...sources.diagnostics, ...compiled.diagnostics, ...modules.diagnostics);
  const diagnostics = [...sources.diagnostics, ...compiled.diagnostics, ...modules.diagnostics];
  const program = await programOf(modules.value, chosen.value, request, pause);
  if (program.kind === 'failed') return failed(...diagnostics, ...program.diagnostics);
  const irBytes = compiled.value.reduce((sum, unit) => sum + unit.ir.length, 0);
  const statistics = { wallMs: Math.round(host.now() - start), clangMs: Math.round(clangMs), irBytes };
  const revise: Revise = async (file, text) => {
    const isAffected = unitsWith(file, sources.value, host);
    const affected = sources.value.filter(isAffected);
    const options = {
      ...compileOptions(request, chosen.value, host),
      changed: { [pathIn(host.directory, file)]: text },
    };
    const again = await frontEnd.compile(affected, options);
    if (again.kind === 'failed') return again;
    const parsed = await parseAll(again.value, types);
    if (parsed.kind === 'failed') return parsed;
    const revised = modules.value.map((module, n) => {
      const at = affected.indexOf(sources.value[n]!);
      return at === -1 ? module : parsed.value[at]!;
    });
    const result = await programOf(revised, chosen.value, request);
    return result.kind === 'failed' ? result : ok(result.value, [...again.diagnostics, ...result.diagnostics]);
  };
  return ok({ program: program.value, statistics, revise }, [...diagnostics, ...program.diagnostics]);
}

async function parseAll(
  units: readonly CompiledUnit[],
  types: TypeTable,
  pause: Pause = noPause,
): Promise<Result<readonly IrModule[]>> {
  const modules: IrModule[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const unit of units) {
    await pause({ phase: 'modelling' });
    const read = unit.clang === 'none' ? readForeignModule : parseModule;
    const module = read(unit.ir, unit.file, types, unit.hash);
    diagnostics.push(...module.diagnostics);
    if (module.kind === 'failed') return failed(...diagnostics);
    modules.push(module.value);
  }
  return ok(modules, diagnostics);
}

async function programOf(
  modules: readonly IrModule[],
  chosen: ChosenPlatform,
  request: Request,
  pause: Pause = noPause,
): Promise<Result<Program>> {
  await pause({ phase: 'modelling' });
  const linked = linkModules(modules);
  if (linked.kind === 'failed') return linked;
  await pause({ phase: 'modelling' });
  const program = buildProgram(cleanUp(linked.value), chosen, { ...contextOptions(request) });
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

function compileOptions(request: Request, { platform, target }: ChosenPlatform, { frontEnd }: Host) {
  return {
    clang: request.clang ?? 'auto',
    target,
    ...(request.sysroot === undefined ? {} : { sysroot: request.sysroot }),
    includeDirectories: [...platform.headers, 'libc', 'preempt', 'c51'].map((folder) =>
      pathIn(frontEnd.headers, folder),
    ),
    extraArguments: platform.arguments,
    ...(request.cache === undefined ? {} : { cacheDirectory: request.cache }),
    ...(request.jobs === undefined ? {} : { jobs: request.jobs }),
  } as const;
}

function wishOf(request: Request, units: readonly TranslationUnit[], host: Host) {
  const target = request.target ?? units.map((u) => u.target ?? tripleOf(u, host)).find((t) => t !== undefined);
  return {
    ...(request.platform === undefined ? {} : { platform: request.platform }),
    ...(target === undefined ? {} : { target }),
  };
}

/** The triple that LLVM IR carries itself. */
function tripleOf(unit: TranslationUnit, host: Host): string | undefined {
  return unit.kind === 'ir' ? /^target triple = "([^"]+)"/m.exec(textOf(unit, host).text)?.[1] : undefined;
}

function textOf(unit: TranslationUnit, host: Host): { file: string; text: string } {
  return { file: unit.file, text: textIn(pathIn(unit.directory, unit.file), host) ?? '' };
}

function textIn(file: string, host: Host): string | undefined {
  const bytes = host.readFile(file);
  return bytes && utf8Text(bytes);
}

function contextOptions(request: Request) {
  return {
    isrs: request.isrs ?? [],
    ...(request.entry === undefined ? {} : { entry: request.entry }),
    ...(request.interrupts === undefined ? {} : { interrupts: request.interrupts }),
  };
}
