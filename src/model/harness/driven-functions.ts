// Which functions `--drive` calls: those that are named, or the public ones that nothing inside calls and that are no
// handlers. One whose name says so comes first, and once.

import { type Diagnostic, errorAt, noteAt } from '../../base/diagnostic.js';
import { failed, ok, type Result } from '../../base/result.js';
import type { IrFunction, IrModule } from '../../ir/module.js';
import { annotationsOf } from '../annotations.js';
import { findHandlers } from '../evidence.js';
import { effectsOfFunction } from '../known-calls.js';
import type { Platform } from '../platform.js';
import { collectReferences } from '../references.js';
import { lookUp, nearby } from '../similar-names.js';
import { canCall } from './harness-writer.js';

export interface DrivenFunctions {
  readonly first: readonly IrFunction[];
  readonly others: readonly IrFunction[];
}

export function drivenFunctions(
  module: IrModule,
  platform: Platform,
  wish: 'auto' | readonly string[],
  isrs: readonly string[],
): Result<DrivenFunctions> {
  const diagnostics: Diagnostic[] = [];
  const chosen = wish === 'auto' ? publicFunctions(module, platform, isrs) : named(module, wish, diagnostics);
  const [good, odd] = [chosen.filter(canCall), chosen.filter((fn) => !canCall(fn))];
  for (const fn of odd) {
    const message = `${fn.sourceName} is not driven: it takes or gives a structure by value, or any number of arguments`;
    diagnostics.push(wish === 'auto' ? noteAt('not-driven', message) : errorAt('not-driven', message));
  }
  if (good.length === 0 && !diagnostics.some((d) => d.severity === 'error'))
    diagnostics.push(errorAt('nothing-driven', '--drive: no function that nothing calls and that is no handler'));
  if (diagnostics.some((d) => d.severity === 'error')) return failed(...diagnostics);
  const isFirst = (fn: IrFunction): boolean => initialises.test(fn.sourceName);
  return ok({ first: good.filter(isFirst), others: good.filter((fn) => !isFirst(fn)) }, diagnostics);
}

/** `uart_init`, `Ring::begin`, `setupTimer`; not `deinit` nor `initialised`. */
const initialises = /(?:^|_|::|[a-z](?=[A-Z]))(?:[Ii]nit|INIT|[Ii]nitiali[sz]e|[Ss]etup|[Bb]egin|[Cc]reate)(?![a-z])/;

function named(module: IrModule, names: readonly string[], diagnostics: Diagnostic[]): readonly IrFunction[] {
  return names.flatMap((name) => {
    const fn = lookUp(module, name);
    if (fn !== undefined) return [fn];
    diagnostics.push(
      errorAt('unknown-function', `--drive ${name}: no such function with a body${nearby(module, name)}`),
    );
    return [];
  });
}

function publicFunctions(module: IrModule, platform: Platform, isrs: readonly string[]): readonly IrFunction[] {
  const references = collectReferences(module);
  const handlers = new Set(findHandlers(module, platform, references).evidence.map((e) => e.function));
  // Start-up code and what changes stacks: no C calls it.
  const naked = new Set(annotationsOf(module).flatMap((a) => (a.text === 'preempt.naked' ? [a.symbol] : [])));
  const asked = new Set(isrs.flatMap((name) => lookUp(module, name)?.name ?? []));
  return [...module.functions.values()].filter(
    (fn) =>
      fn.blocks.length > 0 &&
      fn.linkage !== 'internal' &&
      fn.linkage !== 'private' &&
      fn.name !== 'main' &&
      !references.called.has(fn.name) &&
      !references.addressTaken.has(fn.name) &&
      !handlers.has(fn.name) &&
      !naked.has(fn.name) &&
      !asked.has(fn.name) &&
      effectsOfFunction(platform, fn.name) === undefined &&
      !/^_Z(?:N\w*[CD][0-9]E|T|Gv)|^_GLOBAL__|^__cxx_/.test(fn.name),
  );
}
