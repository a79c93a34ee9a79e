// A concurrent program as a sequential one, or, by `threads`, as one whose interrupts are threads: the C text, and what
// its trace means. Every function that some context reaches is written; who comes in between is said by a method.

import type { Place } from '../../base/diagnostic.js';
import { NoCForm } from '../../emit-c/no-c-form.js';
import type { Hooks } from '../../emit-c/readable/hooks.js';
import { LocatedNoCForm, ModuleText } from '../../emit-c/readable/module-text.js';
import { type SourceText, writeFunction } from '../../emit-c/readable/written-functions.js';
import type { IrFunction } from '../../ir/module.js';
import type { Program } from '../../model/program.js';
import { builtInTypes, libraryDeclarations } from './c-library.js';
import { type Dialect, preludeOf } from './dialect.js';
import { piecesCode } from './pieces-code.js';
import type { PointCounts } from './points.js';
import { TraceTable } from './trace-table.js';
import type { WrittenProgram } from './written-program.js';

export interface TranslationOptions extends SourceText {
  readonly dialect: Dialect;
  /** `preempt_trace` tells of every step and choice: for who maps an execution back. */
  readonly traced: boolean;
}

export interface Translation {
  readonly text: string;
  readonly trace: TraceTable;
  readonly points: PointCounts | undefined;
}

export type Translated =
  | { readonly kind: 'translated'; readonly translation: Translation }
  | { readonly kind: 'refused'; readonly because: string; readonly place: Place | undefined };

/** What a method adds to the program. */
export interface Method {
  readonly title: readonly string[];
  readonly hooks: Hooks;
  /** Names that the program must not have. */
  readonly roots: readonly string[];
  /** Above the functions; after they were written. */
  runtime(out: ModuleText): readonly string[];
  /** Below them. */
  main(out: ModuleText): readonly string[];
  /** Functions that are written more than once: under which names, and what each begins with. */
  points?(functions: readonly string[]): PointCounts;
  readonly headers?: readonly string[];
}

export type MakeMethod = (
  out: ModuleText,
  written: WrittenProgram,
  trace: TraceTable,
  nondet: (type: string) => string,
) => Method;

/** Of what the methods write, and of <pthread.h> and what that includes. */
const reservedNames =
  `section innermost preempted_by thread_level me BEGIN_STEP END_STEP NUM_THREADS status thread schedule_point told
  time clock mktime gmtime localtime asctime ctime tzname tzset daylight timezone timegm timelocal dysize nanosleep timer_create
  timer_delete timer_settime timer_gettime timer_getoverrun timespec_get timespec_getres sched_yield clone unshare setns getcpu
  schedule_irq start_isr may_start irq_enabled irq_pty curr_pty count active mask_open mask_before ceiling ceiling_before
  irq_pended runs_handler atomic_depth check assume fail raise raises schedule ts ts_size current_thread check_r check_w access distinguished
  run_thread put_thread preempt_trace copy_in_pieces copy_block fill_in_pieces HELPER_UNUSED NUM_IRQS MAX thread_running
  choose nondet_bool mark end_section exit`.split(/\s+/);

export function translate(written: WrittenProgram, makeMethod: MakeMethod, options: TranslationOptions): Translated {
  const { program } = written;
  const used = new Set<string>();
  const trace = new TraceTable();
  const nondet = (type: string): string => {
    used.add(type);
    return `nondet_${type}()`;
  };
  const out = new ModuleText(program, written.functionOf, reservedNames, options.traced ? '_body' : '');
  try {
    const method = makeMethod(out, written, trace, nondet);
    for (const root of method.roots) out.functionName(root);
    const bodies: string[] = [];
    const prototypes: string[] = [];
    // What is mentioned on the way is appended to the list, by functions and by initial values.
    for (let n = 0; n < out.mentioned.length; n++) {
      const symbol = out.mentioned[n]!;
      const fn: IrFunction = written.functionOf(symbol)!;
      const text = writeFunction(out, fn, method.hooks, written.original, options);
      prototypes.push(text.prototype);
      bodies.push('', ...text.lines);
      if (n === out.mentioned.length - 1) out.globalDefinitions();
    }
    const runtime = method.runtime(out);
    const main = method.main(out);
    const globals = out.globalDefinitions();
    const points = method.points?.(out.mentioned);
    const isUsed = (helper: string): boolean => bodies.some((line) => line.includes(`${helper}(`));
    const pieces = out.usesPieces
      ? piecesCode(nondet('uint8'), options.traced ? trace : undefined, 'schedule_point', isUsed)
      : [];
    const prelude = preludeOf(options.dialect, used, options.traced);
    const lines = [
      '/*',
      ...method.title.map((line) => ` * ${line}`),
      ...(points === undefined
        ? []
        : [
            ` * Calls of the scheduler: ${points.everywhere} at every boundary, ${points.shared} where others can see it, ${points.reduced} after the reduction.`,
          ]),
      ' */',
      ...(isForChecker(options) ? builtInTypes : ['#include <stddef.h>', '#include <stdint.h>']),
      ...(method.headers ?? []),
      ...libraryDeclarations([...prelude, ...runtime, ...pieces, ...bodies, ...main]),
      '#define HELPER_UNUSED __attribute__((unused))',
      // What only the original uses, and comparisons that it makes itself.
      ...['unused-but-set-variable', 'unused-variable', 'unused-parameter', 'tautological-compare', 'type-limits'].map(
        (warning) => `#pragma GCC diagnostic ignored "-W${warning}"`,
      ),
      // Gcc, with optimisation, where it does not follow what a caller does after a thread has ended.
      '#ifndef __clang__',
      '#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"',
      '#endif',
      '',
      ...prelude,
      ...out.aliasTypes,
      '',
      ...out.types.definitions(),
      '',
      ...out.globalDeclarations(),
      ...prototypes,
      ...globals,
      '',
      ...runtime,
      ...pieces,
      ...bodies,
      '',
      ...(options.hasLines ? ['#line 1 "beginning and end"'] : []),
      ...main,
    ];
    return { kind: 'translated', translation: { text: `${lines.join('\n')}\n`, trace, points } };
  } catch (thrown) {
    if (!(thrown instanceof NoCForm)) throw thrown;
    const place = thrown instanceof LocatedNoCForm ? thrown.place : undefined;
    return { kind: 'refused', because: thrown.message, place };
  }
}

/** It is started here, perhaps for another machine than this: headers of this one would not fit. */
function isForChecker({ dialect, traced }: TranslationOptions): boolean {
  return dialect === 'cbmc' && traced;
}

/** Who the program begins with, and its handlers. */
export function rootsOf(program: Program): readonly string[] {
  return program.contexts.filter((c) => c.kind !== 'thread').map((c) => c.entry ?? c.function);
}

/** The call of the program's main, and the statement that ends the translation as it ended. */
export function callOfMain(
  { contexts }: Program,
  out: ModuleText,
  first: readonly string[] = [],
): { readonly call: string; readonly end: string } {
  const { function: symbol } = contexts[0]!;
  const { parameters, type } = out.functionOf(symbol)!;
  const call = `${out.functionName(symbol)}(${[...first, ...parameters.map(() => '0')].join(', ')});`;
  return type.returns.kind === 'int'
    ? { call: `int status = ${call}`, end: 'return status;' }
    : { call, end: 'return 0;' };
}
