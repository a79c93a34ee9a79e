// What threads begin with, where the user says so, and what every verdict has to say about how they are run.

import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import type { IrModule } from '../ir/module.js';
import type { Context } from './program.js';
import { lookUp, nearby } from './similar-names.js';
import type { Threading, ThreadingOptions } from './threading.js';

/** The contexts with the priorities that the user gives them. */
export function withPriorities(
  module: IrModule,
  contexts: readonly Context[],
  { priorities = [] }: ThreadingOptions,
): { readonly contexts: readonly Context[]; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const given = new Map<string, number>();
  for (const { function: name, priority } of priorities) {
    const fn = lookUp(module, name)?.name;
    const context = contexts.find((c) => c.function === fn);
    if (fn === undefined || context === undefined || context.kind === 'isr') {
      const why = fn === undefined ? `no such function with a body${nearby(module, name)}` : 'no thread runs it';
      diagnostics.push(errorAt('unknown-thread', `--thread-priority ${name}:${priority}: ${why}`));
    } else given.set(fn, priority);
  }
  return {
    contexts: contexts.map((c) => {
      const priority = given.get(c.function);
      return priority === undefined ? c : { ...c, threadPriority: priority };
    }),
    diagnostics,
  };
}

/** For every verdict: what it rests on besides, where threads are not run as usual. */
export function threadingAssumptions(
  { scheduler, cores, interruptsAsThreads }: Threading,
  contexts: readonly Context[],
): readonly string[] {
  const has = (kind: Context['kind']): boolean => contexts.some((c) => c.kind === kind);
  return [
    ...(interruptsAsThreads && has('isr')
      ? ['ISRs are taken for threads, which they are not: no mask, flag or priority keeps them out']
      : []),
    ...(scheduler === 'priority' && has('thread')
      ? ['a thread whose priority nothing sets has that of the one that starts it']
      : []),
    ...(cores > 1 && !interruptsAsThreads && has('isr') ? ['every core takes every interrupt'] : []),
  ];
}
