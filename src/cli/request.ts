// Options of the command line and fields of preempt.json into one `Request`. A flag wins over a field.

import { existsSync } from 'node:fs';
import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import type { Request } from '../check.js';
import { projectOf } from '../clang/project.js';
import type { Config } from '../model/config.js';
import type { NamedIsr } from '../model/contexts.js';
import type { NamedPriority, ThreadingOptions } from '../model/threading.js';
import { findConfig, readConfig } from './config-file.js';
import { linksOutside, untrustedFields } from './trust.js';

/** As commander gives them. */
export interface ProgramFlags {
  readonly config?: string;
  readonly entry?: string;
  readonly drive?: string;
  readonly isr?: readonly string[];
  readonly interrupts?: string;
  readonly scheduler?: string;
  readonly timeSlicing?: string;
  readonly threadPriority?: readonly string[];
  readonly cores?: string;
  readonly interruptsAsThreads?: boolean;
  readonly platform?: string;
  readonly target?: string;
  readonly sysroot?: string;
  readonly clang?: string;
  readonly cache?: boolean | string;
  readonly jobs?: string;
  readonly format?: string;
  readonly trust?: boolean;
}

interface Asked<Format extends string> {
  readonly request: Request;
  readonly format: Format;
  /** All of preempt.json. */
  readonly config: Config;
}

const usualFormats = ['text', 'json'] as const;

export function askedFor(
  paths: readonly string[],
  flags: readonly string[],
  options: ProgramFlags,
): Result<Asked<(typeof usualFormats)[number]>>;
export function askedFor<Format extends string>(
  paths: readonly string[],
  flags: readonly string[],
  options: ProgramFlags,
  formats: readonly Format[],
): Result<Asked<Format | 'text'>>;
export function askedFor(
  paths: readonly string[],
  flags: readonly string[],
  options: ProgramFlags,
  formats: readonly string[] = usualFormats,
): Result<Asked<string>> {
  const file = options.config ?? findConfig(paths);
  const trust = options.trust === true;
  const links = linksOutside({ '--config': file, '--platform': options.platform }, projectOf(paths, { trust }));
  if (links.length > 0) return failed(...links);
  const config: Result<Config> = file === undefined ? ok({}) : readConfig(file);
  if (config.kind === 'failed') return config;
  const c = config.value;
  const diagnostics: Diagnostic[] = trust || file === undefined ? [] : [...untrustedFields(file, c, paths)];
  const named = paths.length > 0 ? paths : (c.paths ?? []);
  if (named.length === 0)
    diagnostics.push(
      errorAt('no-sources', 'name the C files, directories, compile_commands.json or .ll files to look at'),
    );
  const isrs = [...(options.isr ?? []).map((text) => readIsr(text, diagnostics)), ...(c.isrs ?? []).map(fromConfig)];
  const interrupts = oneOf('--interrupts', options.interrupts ?? c.interrupts, ['on', 'off'] as const, diagnostics);
  const threading = readThreading(options, c, diagnostics);
  // A file of settings is for all commands: a format that this one does not have is meant for another.
  const usual = c.format !== undefined && formats.includes(c.format) ? c.format : 'text';
  const format = oneOf('--format', options.format ?? usual, formats, diagnostics);
  const jobs = options.jobs === undefined ? c.jobs : Number(options.jobs);
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs > 0))
    diagnostics.push(errorAt('bad-option', `--jobs ${options.jobs}: a whole number above 0 is needed`));
  const sysroot = options.sysroot ?? c.sysroot;
  if (sysroot !== undefined && !existsSync(sysroot))
    diagnostics.push(errorAt('bad-option', `--sysroot ${sysroot}: no such directory`));
  if (diagnostics.length > 0) return failed(...diagnostics);
  const chosen = {
    ...defined('entry', options.entry ?? c.entry),
    ...defined('drive', driveWish(options.drive ?? c.drive)),
    ...defined('platform', options.platform ?? c.platform),
  };
  const machine = {
    ...defined('target', options.target ?? c.target),
    ...defined('sysroot', options.sysroot),
  };
  const own = [
    ...(c.include ?? []).map((d) => `-I${d}`),
    ...(c.define ?? []).map((d) => `-D${d}`),
    ...(c.sysroot === undefined ? [] : [`--sysroot=${c.sysroot}`]),
    ...(c.flags ?? []),
  ];
  return ok({
    format: format!,
    config: c,
    request: {
      paths: named,
      flags,
      ...(file === undefined ? {} : { configured: { file, flags: own } }),
      trust,
      isrs: isrs.filter((isr): isr is NamedIsr => isr !== undefined),
      ...chosen,
      ...machine,
      ...defined('interrupts', interrupts),
      ...defined('threading', threading),
      ...defined('clang', clangChoice(options.clang ?? c.clang)),
      ...defined('cache', cacheChoice(options.cache, c.cache)),
      ...defined('jobs', jobs),
    },
  });
}

function driveWish(wish: string | undefined): Request['drive'] {
  if (wish === undefined || wish === 'auto') return wish;
  const names = wish.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

/** NAME[:IRQ[:PRIO]] */
function readIsr(text: string, diagnostics: Diagnostic[]): NamedIsr | undefined {
  const match = /^([^:]+)(?::(-?\d+)?)?(?::(\d+))?$/.exec(text);
  if (match === null || match[3] === '0') {
    const why =
      match === null ? 'NAME, NAME:IRQ or NAME:IRQ:PRIORITY is needed' : 'the priority of an ISR is 1 or more';
    diagnostics.push(errorAt('bad-option', `--isr ${text}: ${why}`));
    return undefined;
  }
  return { function: match[1]!, ...numeric('irq', match[2]), ...numeric('priority', match[3]) };
}

/** Undefined: nothing is said. */
function readThreading(options: ProgramFlags, c: Config, diagnostics: Diagnostic[]): ThreadingOptions | undefined {
  const scheduler = oneOf('--scheduler', options.scheduler ?? c.scheduler, ['any', 'priority'] as const, diagnostics);
  const slicing = oneOf('--time-slicing', options.timeSlicing ?? c.timeSlicing, ['on', 'off'] as const, diagnostics);
  if (slicing !== undefined && scheduler !== 'priority')
    diagnostics.push(errorAt('bad-option', `--time-slicing ${slicing}: only --scheduler priority has it`));
  const cores = options.cores === undefined ? c.cores : Number(options.cores);
  if (cores !== undefined && !(Number.isInteger(cores) && cores > 0))
    diagnostics.push(errorAt('bad-option', `--cores ${options.cores}: a whole number above 0 is needed`));
  const asThreads = options.interruptsAsThreads ?? c.interruptsAsThreads;
  if (asThreads === true && scheduler === 'priority')
    diagnostics.push(errorAt('bad-option', '--interrupts-as-threads: only --scheduler any has it'));
  const priorities = [
    ...(c.threads ?? []),
    ...(options.threadPriority ?? []).flatMap((text) => readPriority(text, diagnostics)),
  ];
  if (priorities.length > 0 && scheduler !== 'priority' && options.threadPriority !== undefined)
    diagnostics.push(errorAt('bad-option', '--thread-priority: only --scheduler priority has priorities of threads'));
  const threading: ThreadingOptions = {
    ...defined('scheduler', scheduler),
    ...(slicing === undefined ? {} : { timeSlicing: slicing === 'on' }),
    ...defined('cores', cores),
    ...(asThreads === true ? { interruptsAsThreads: true } : {}),
    ...(priorities.length === 0 || scheduler !== 'priority' ? {} : { priorities }),
  };
  return Object.keys(threading).length === 0 ? undefined : threading;
}

/** NAME:PRIO */
function readPriority(text: string, diagnostics: Diagnostic[]): readonly NamedPriority[] {
  const match = /^([^:]+):(-?\d+)$/.exec(text);
  if (match !== null) return [{ function: match[1]!, priority: Number(match[2]) }];
  diagnostics.push(errorAt('bad-option', `--thread-priority ${text}: NAME:PRIORITY is needed`));
  return [];
}

function fromConfig(isr: NonNullable<Config['isrs']>[number]): NamedIsr {
  return { function: isr.function, ...defined('irq', isr.irq), ...defined('priority', isr.priority) };
}

function clangChoice(text: string | undefined): Request['clang'] {
  return text === undefined || text === 'auto' ? 'auto' : text === 'embedded' ? 'embedded' : { path: text };
}

function cacheChoice(
  flag: boolean | string | undefined,
  field: boolean | string | undefined,
): string | false | undefined {
  // commander gives true when --no-cache was not said.
  const value = flag === undefined || flag === true ? field : flag;
  return value === true ? undefined : value;
}

function oneOf<T extends string>(
  option: string,
  value: string | undefined,
  allowed: readonly T[],
  diagnostics: Diagnostic[],
): T | undefined {
  if (value === undefined || (allowed as readonly string[]).includes(value)) return value as T | undefined;
  diagnostics.push(errorAt('bad-option', `${option} ${value}: ${allowed.join(' or ')} is needed`));
  return undefined;
}

function defined<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}

function numeric<K extends string>(key: K, text: string | undefined): { [P in K]?: number } {
  return defined(key, text === undefined ? undefined : Number(text));
}
