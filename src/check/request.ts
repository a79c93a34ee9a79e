// What a user can ask for, as plain data: which program, which questions, within which limits. Everything but the paths
// has a default.

import type { CompileOptions } from '../clang/compile.js';
import type { NamedSources } from '../clang/host.js';
import type { NamedIsr } from '../model/contexts.js';
import type { Dispatch } from '../model/harness/dispatch-harness.js';
import type { ThreadingOptions } from '../model/threading.js';
import type { Baseline } from '../report/baseline.js';
import type { EarlierReport } from '../report/diff.js';
import type { Settings } from './settings.js';

/** A program. */
export interface Request extends NamedSources {
  readonly clang?: CompileOptions['clang'];
  readonly target?: string;
  /** Name of a platform pack, or path of one. */
  readonly platform?: string;
  /** The function that runs first. */
  readonly entry?: string;
  readonly isrs?: readonly NamedIsr[];
  /** Without a `main`: the functions that are called in any order, or all that are public. docs/drive.md */
  readonly drive?: 'auto' | readonly string[];
  /** State of the interrupts' own flags at the start. */
  readonly interrupts?: 'on' | 'off';
  /** Who may go on, on how many cores. */
  readonly threading?: ThreadingOptions;
  /** A library of dispatch routines: the program is two threads that call them. */
  readonly dispatch?: Dispatch;
  /** One more file of C, which was written for it: compiled last, and needs no header but Preempt's own. */
  readonly harnessText?: string;
  /** Comments that annotate critical accesses are calls of preempt.h. */
  readonly criticalComments?: boolean;
  /** A folder for compiled files, or false for none. */
  readonly cache?: string | false;
  /** Files that are compiled, and findings that are proved, at once. */
  readonly jobs?: number;
}

/** A program, and what to find out about it. */
export interface CheckRequest extends Request, Partial<Settings> {
  /** False: findings come without the execution that shows them, which costs a replay for each. */
  readonly explain?: boolean;
  /** True: look for lines to put under a mask, which takes time. Only findings that are explained get one. */
  readonly fix?: boolean;
  /** True: a C program for each open finding that makes it happen natively. */
  readonly reproduce?: boolean;
  /** Findings that are known: they stay in the report, with the status `baseline`. */
  readonly baseline?: Read<Baseline>;
  /** A report of an earlier run, to compare with. */
  readonly earlier?: Read<EarlierReport>;
  /** How reports name the program to `preempt replay`; made of paths and flags by default. */
  readonly command?: string;
}

/** Something that was read, and the file's name, which reports show. */
export interface Read<Content> {
  readonly file: string;
  readonly content: Content;
}

/** Arguments of `preempt replay` that lead to the same program. */
export function replayArguments(request: Request): string {
  const { paths, flags = [], isrs = [] } = request;
  const named = (['entry', 'interrupts', 'platform', 'target', 'sysroot'] as const).flatMap((name) => {
    const value = request[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  const handlers = isrs.flatMap(({ function: name, irq, priority }) => [
    '--isr',
    [name, irq ?? (priority === undefined ? undefined : ''), priority].filter((part) => part !== undefined).join(':'),
  ]);
  const { drive } = request;
  const driven = drive === undefined ? [] : ['--drive', drive === 'auto' ? drive : drive.join(',')];
  const trust = request.trust === true ? ['--trust'] : [];
  return quoted([
    ...paths,
    ...named,
    ...threadingArguments(request),
    ...trust,
    ...driven,
    ...handlers,
    ...(request.configured?.flags ?? []),
    ...flags,
  ]);
}

function threadingArguments({ threading = {} }: Request): readonly string[] {
  const { scheduler, timeSlicing, cores, interruptsAsThreads, priorities = [] } = threading;
  return [
    ...(scheduler === undefined ? [] : ['--scheduler', scheduler]),
    ...(timeSlicing === undefined ? [] : ['--time-slicing', timeSlicing ? 'on' : 'off']),
    ...(cores === undefined ? [] : ['--cores', String(cores)]),
    ...(interruptsAsThreads === true ? ['--interrupts-as-threads'] : []),
    ...priorities.flatMap((p) => ['--thread-priority', `${p.function}:${p.priority}`]),
  ];
}

/** As a shell reads them. */
export function quoted(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
