// A program out of a library of dispatch routines (PLDI 2004, §6), as C: after its setup, two threads call one routine
// each, whichever. Pairs that never run at the same time (the paper's A1 to A3) are left out. What it assumes is told
// with every `holds`.

import { errorAt } from '../../base/diagnostic.js';
import { failed, ok, type Result } from '../../base/result.js';
import type { IrFunction, IrModule } from '../../ir/module.js';
import type { Harness } from '../program.js';
import { canCall, HarnessWriter } from './harness-writer.js';

export interface Dispatch {
  /** Runs first, alone. */
  readonly setup?: string | undefined;
  /** A global that pointer parameters of routines are given: a pointer, by its value. */
  readonly argument?: string | undefined;
  readonly routines: readonly Routine[];
  /** Routines that nobody calls here, and that are no handlers for that. */
  readonly left?: readonly string[] | undefined;
  /** Two functions or categories each that never run at the same time; `*` is everything. */
  readonly never?: readonly (readonly [string, string])[] | undefined;
  /**
   * The first thread calls the first routine and the second one the last. Enough for who looks at all executions, since
   * it does not matter which thread is which.
   */
  readonly isPair?: boolean | undefined;
}

export interface Routine {
  readonly function: string;
  readonly category?: string | undefined;
}

const ENTRY = 'main';

export function dispatchHarness(module: IrModule, dispatch: Dispatch): Result<Harness> {
  const bad = (what: string): Result<Harness> => failed(errorAt('bad-option', `dispatch: ${what}`));
  const { routines, setup, argument, never = [], left = [], isPair = false } = dispatch;
  const find = (name: string): IrFunction | undefined => {
    const fn = module.functions.get(name);
    return fn !== undefined && fn.blocks.length > 0 ? fn : undefined;
  };
  if (routines.length === 0) return bad('at least one routine is needed');
  if (find(ENTRY) !== undefined) return bad(`the sources have a ${ENTRY}() of their own`);
  const names = [...new Set([...(setup === undefined ? [] : [setup]), ...routines.map((r) => r.function)])];
  const missing = names.find((name) => find(name) === undefined);
  if (missing !== undefined) return bad(`there is no function ${missing}()`);
  const odd = names.find((name) => !canCall(find(name)!));
  if (odd !== undefined) return bad(`${odd}() takes or gives a structure by value, or any number of arguments`);
  const known = new Set(['*', ...routines.flatMap((r) => [r.function, r.category ?? r.function])]);
  const unknown = never.flat().find((name) => !known.has(name));
  if (unknown !== undefined) return bad(`never: ${unknown} is no routine and no category of one`);
  if (argument !== undefined && !module.globals.has(argument)) return bad(`there is no variable ${argument}`);

  const writer = new HarnessWriter(module, argument);
  const first = setup === undefined ? [] : [`    ${writer.call(find(setup)!)}`];
  const cases = routines.map((r, n) => `    case ${n}: ${writer.call(find(r.function)!)} break;`);
  const excluded = routines.flatMap((a, m) =>
    routines.flatMap((b, n) =>
      mayMeet(dispatch, a, b) ? [] : [`    preempt_assume(!(first == ${m} && second == ${n}));`],
    ),
  );
  const other = (body: string): readonly string[] => [
    'static void other(void *unused) {',
    '    (void)unused;',
    `    ${body}`,
    '}',
    '',
  ];
  const opening = ['/* The harness of `dispatch`: two threads, each of which calls one routine. */'];
  const text = isPair
    ? writer.text({
        opening,
        functions: other(writer.call(find(routines.at(-1)!.function)!)),
        entry: ENTRY,
        body: [
          ...writer.initialisation(),
          ...first,
          '    preempt_spawn(other, 0);',
          `    ${writer.call(find(routines[0]!.function)!)}`,
          '    preempt_exit();',
        ],
      })
    : writer.text({
        opening,
        declarations: ['static int second;'],
        functions: [
          'static void call(int routine) {',
          '    switch (routine) {',
          ...cases,
          '    default: break;',
          '    }',
          '}',
          '',
          ...other('call(second);'),
        ],
        entry: ENTRY,
        body: [
          '    int first = preempt_nondet_u8();',
          ...writer.initialisation(),
          ...first,
          '    second = preempt_nondet_u8();',
          `    preempt_assume(first < ${routines.length} && second < ${routines.length});`,
          ...excluded,
          '    preempt_spawn(other, 0);',
          '    call(first);',
          '    preempt_exit();',
        ],
      });
  const start = setup === undefined ? '' : `after ${setup}, `;
  const apart = never.map(([a, b]) => `${a} with ${b}`).join(', ');
  const assumptions = [
    `dispatch: ${start}two threads call one of ${names.filter((n) => n !== setup).join(', ')} each`,
    ...(apart === '' ? [] : [`dispatch: never at the same time: ${apart}`]),
    ...writer.assumptions(),
  ];
  return ok({ text, entry: ENTRY, calls: [...names, ...left], assumptions, kind: 'dispatch' });
}

/** May the two run at the same time? */
export function mayMeet({ never = [] }: Dispatch, a: Routine, b: Routine): boolean {
  const isIn = (r: Routine, name: string): boolean => name === '*' || r.function === name || r.category === name;
  return !never.some(([x, y]) => (isIn(a, x) && isIn(b, y)) || (isIn(a, y) && isIn(b, x)));
}
