// A program out of a library of dispatch routines (PLDI 2004, §6): after its setup, two threads call one routine each,
// whichever. Pairs that never run at the same time (the paper's A1 to A3) are left out. Written as C, and compiled with
// the library.

import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import type { Type } from '../ir/type.js';

export interface Dispatch {
  /** Runs first, alone. */
  readonly setup?: string | undefined;
  /** A global that pointer parameters of routines are given: a pointer, by its value. */
  readonly argument?: string | undefined;
  readonly routines: readonly { readonly function: string; readonly category?: string | undefined }[];
  /** Two functions or categories each that never run at the same time; `*` is everything. */
  readonly never?: readonly (readonly [string, string])[] | undefined;
}

const HARNESS_ENTRY = 'main';

export function harnessText(dispatch: Dispatch, modules: readonly IrModule[]): Result<string> {
  const find = (name: string): IrFunction | undefined =>
    modules.map((m) => m.functions.get(name)).find((f) => f !== undefined && f.blocks.length > 0);
  const bad = (what: string): Result<string> => failed(errorAt('bad-option', `dispatch: ${what}`));
  const { routines, setup, argument, never = [] } = dispatch;
  if (routines.length === 0) return bad('at least one routine is needed');
  if (find(HARNESS_ENTRY) !== undefined) return bad(`the sources have a ${HARNESS_ENTRY}() of their own`);
  const names = setup === undefined ? routines.map((r) => r.function) : [setup, ...routines.map((r) => r.function)];
  const missing = names.find((name) => find(name) === undefined);
  if (missing !== undefined) return bad(`there is no function ${missing}()`);
  const known = new Set(['*', ...routines.flatMap((r) => [r.function, r.category ?? r.function])]);
  const unknown = never.flat().find((name) => !known.has(name));
  if (unknown !== undefined) return bad(`never: ${unknown} is no routine and no category of one`);
  const functions = [...new Set(names)].map((name) => find(name)!);
  const isIn = (n: number, name: string): boolean =>
    name === '*' || routines[n]!.function === name || routines[n]!.category === name;
  const excluded = routines.flatMap((_, a) =>
    routines.flatMap((__, b) =>
      never.some(([x, y]) => (isIn(a, x) && isIn(b, y)) || (isIn(a, y) && isIn(b, x)))
        ? [`    preempt_assume(!(first == ${a} && second == ${b}));`]
        : [],
    ),
  );
  const given = (type: Type): string =>
    type.kind === 'pointer' ? (argument === undefined ? '0' : argument) : 'preempt_nondet_u32()';
  const call = (fn: IrFunction): string => `${fn.name}(${fn.parameters.map((p) => given(p.type)).join(', ')});`;
  return ok(
    [
      '/* Two threads, each of which calls one routine. */',
      '#include <preempt.h>',
      ...functions.map(
        (fn) =>
          `extern ${typeText(fn.type.returns)} ${fn.name}(${fn.parameters.map((p) => typeText(p.type)).join(', ') || 'void'});`,
      ),
      ...(argument === undefined ? [] : [`extern void *${argument};`]),
      'static int second;',
      'static void call(int routine) {',
      '    switch (routine) {',
      ...routines.map((r, n) => `    case ${n}: ${call(find(r.function)!)} break;`),
      '    default: break;',
      '    }',
      '}',
      'static void other(void *unused) {',
      '    (void)unused;',
      '    call(second);',
      '}',
      'int main(void) {',
      '    int first = preempt_nondet_u8();',
      ...(setup === undefined ? [] : [`    ${call(find(setup)!)}`]),
      '    second = preempt_nondet_u8();',
      `    preempt_assume(first < ${routines.length} && second < ${routines.length});`,
      ...excluded,
      '    preempt_spawn(other, 0);',
      '    call(first);',
      '    preempt_exit();',
      '}',
      '',
    ].join('\n'),
  );
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'pointer':
      return 'void *';
    case 'float':
      return type.format === 'float' ? 'float' : 'double';
    case 'int':
      return `uint${type.bits <= 8 ? 8 : type.bits <= 16 ? 16 : type.bits <= 32 ? 32 : 64}_t`;
    default:
      return 'int';
  }
}
