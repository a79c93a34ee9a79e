// The environment models that come with Preempt: which C files there are, and which of them a program needs. A model is
// needed where the program calls a name without a body that the model defines; what the program defines itself wins.

import type { IrFunction, IrModule } from '../ir/module.js';
import { effectsOfFunction } from './known-calls.js';
import type { Platform } from './platform.js';

export interface EnvironmentModel {
  /** Below `include/models`. */
  readonly file: string;
  /** For a `holds`: what it is taken to be like. */
  readonly library: string;
  readonly assumption: string;
  /** What it does to the program's memory are accesses of the program. */
  readonly isBody?: true;
}

const threads = { library: 'POSIX threads', assumption: 'creation succeeds, nobody is cancelled' };
const locks = { library: 'POSIX locks', assumption: 'any thread that waits may be the next, readers pass writers' };
const conditions = {
  library: 'POSIX conditions',
  assumption:
    'a signal wakes any thread that waits; waits may end by themselves, unless PREEMPT_NO_SPURIOUS_WAKEUPS is defined',
};

export const environmentModels: readonly EnvironmentModel[] = [
  { file: 'pthread.c', ...threads },
  { file: 'pthread-keys.c', ...threads },
  { file: 'pthread-locks.c', ...locks },
  { file: 'pthread-conditions.c', ...conditions },
  { file: 'semaphore.c', library: 'POSIX semaphores', assumption: 'any thread that waits may be the next' },
  { file: 'threads.c', library: 'C11 threads', assumption: threads.assumption },
  { file: 'spinlock.c', library: 'spin locks', assumption: 'who spins does not run until the lock is free' },
  { file: 'sched.c', library: 'scheduler calls', assumption: 'a yield lets threads of the same priority go on' },
  { file: 'ctype.c', library: 'isdigit() and its kin', assumption: 'they judge characters as the C locale does' },
  {
    file: 'string.c',
    library: 'strtok() and its kin',
    assumption: 'strtok keeps its place in one variable',
    isBody: true,
  },
  {
    file: 'stdlib.c',
    library: 'qsort() and bsearch()',
    assumption: 'they sort by insertion and search by halves',
    isBody: true,
  },
  { file: 'bits.c', library: 'ffs() and its kin', assumption: 'they give the place of the lowest bit that is set' },
];

/** Functions that a model defines for others. Models are written so that a definition begins its line. */
export function definedFunctions(text: string): readonly string[] {
  const definition = /^(?!static\b)[a-z][\w ]*[ *](\w+)\([^;{]*\) \{$/gm;
  return [...text.matchAll(definition)].map((match) => match[1]!);
}

/** Functions that some module calls, that none defines, and that nobody knows by name. */
export function undefinedFunctions(modules: readonly IrModule[], platform: Platform): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const { functions } of modules) {
    for (const fn of functions.values()) {
      const isDeclared = fn.blocks.length === 0 && fn.problems.length === 0 && fn.linkage === 'external';
      if (isDeclared && effectsOfFunction(platform, fn.name) === undefined) wanted.add(fn.name);
    }
  }
  for (const { functions, aliases } of modules) {
    for (const fn of functions.values()) if (fn.blocks.length > 0 || fn.problems.length > 0) wanted.delete(fn.name);
    for (const name of aliases.keys()) wanted.delete(name);
  }
  return wanted;
}

/** For a `holds`: libraries that the program uses as Preempt models them. */
export function environmentAssumptions(
  { units }: IrModule,
  { instances }: { readonly instances: readonly { readonly function: IrFunction }[] },
): readonly string[] {
  const files = new Set(
    instances.map((i) => units[i.function.unit]).filter((unit) => unit?.isModel || unit?.isLibrary),
  );
  const names = [...files].map((unit) => unit!.file.replace(/^.*[/\\]/, ''));
  const used = environmentModels.filter(({ file }) => names.includes(file));
  return [...new Set(used.map(({ library, assumption }) => `${library} are as modelled by Preempt: ${assumption}`))];
}
