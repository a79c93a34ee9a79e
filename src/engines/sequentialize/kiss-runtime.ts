// The C of KISS: `ts` with put and get, schedule(), RAISE, and for races check_r and check_w (PLDI 2004, §4 and §5). A
// thread that finds `ts` full runs at once; one that is started inside of an atomic section, right behind the section.
// An ISR never raises: it runs to its end.

import type { ModuleText } from '../../emit-c/readable/module-text.js';
import type { Program } from '../../model/program.js';
import { checkMacro } from './dialect.js';
import type { InterruptState } from './interrupt-state.js';
import type { KissOptions } from './kiss-options.js';
import { AT_END, schedulerCode } from './scheduler-code.js';
import type { TraceTable } from './trace-table.js';

export function kissRuntime(
  program: Program,
  out: ModuleText,
  options: KissOptions,
  state: InterruptState,
  trace: TraceTable,
  nondet: (type: string) => string,
  checks: { readonly r: boolean; readonly w: boolean },
): readonly string[] {
  const { isTraced, max, race } = options;
  const hasIsrs = state.isrs.length > 0;
  const mark = (code: number): string => (isTraced ? `preempt_trace = ${code}; ` : '');
  const choose = `${mark(trace.code({ kind: 'choice' }))}`;
  const maybe = (n: string): string => `${nondet('uint8')} ${n}`;
  const told = (thread: string): string => (isTraced ? ` mark_thread(${thread});` : '');
  const hasThreads = program.contexts.some((c) => c.kind === 'thread');
  const alone =
    hasThreads && !hasIsrs ? ['    if (current_thread == 0 && ts_size == 0) return 0; /* nobody would go on */'] : [];
  return [
    'static int raise; /* the running thread ends: everything that it has called returns */',
    'static int atomic_depth, current_thread HELPER_UNUSED;',
    ...(hasIsrs ? ['static int handlers; /* that run */'] : []),
    ...(isTraced ? [`static void mark_thread(int thread) { preempt_trace = thread + ${1_000_000}; }`] : []),
    ...state.declarations(true),
    ...(hasIsrs
      ? [
          '',
          'static void schedule_irq(void);',
          '',
          ...state.start(
            (isr) => [
              'handlers++;',
              ...(isTraced ? [`preempt_trace = ${trace.code({ kind: 'enter', isr: isr.id })};`] : []),
              `${out.functionName(isr.entry ?? isr.function)}();`,
              ...(isTraced ? [`preempt_trace = ${trace.code({ kind: 'leave' })};`] : []),
              'handlers--;',
            ],
            state.isOrdered ? AT_END : undefined,
          ),
          '',
          ...schedulerCode(state, nondet('uint8'), choose),
        ]
      : []),
    ...(hasThreads ? threadCode(max, choose, maybe, told, options.scheduler, hasIsrs) : []),
    ...(hasThreads
      ? []
      : [
          'static void schedule(void)',
          '{',
          ...(hasIsrs ? ['    schedule_irq();'] : []),
          '}',
          'HELPER_UNUSED static void end_section(void) { atomic_depth--; }',
        ]),
    '',
    '/* RAISE: the thread may end at any step. Handlers run to their end. */',
    'HELPER_UNUSED static int raises(void)',
    '{',
    ...(hasThreads
      ? [
          `    if (atomic_depth > 0${hasIsrs ? ' || handlers > 0' : ''}) return 0;`,
          ...alone,
          `    ${choose}raise = ${maybe('& 1')};`,
          '    return raise;',
        ]
      : ['    return 0;']),
    '}',
    ...(race === undefined ? [] : raceCode(hasIsrs, alone, choose, maybe, checks, isTraced, out, race)),
    ...(out.usesPieces ? ['#define schedule_point schedule'] : []),
    '',
    '/* An assertion of the program. */',
    checkMacro(),
  ];
}

function threadCode(
  max: number,
  choose: string,
  maybe: (n: string) => string,
  told: (thread: string) => string,
  scheduler: string | undefined,
  hasIsrs: boolean,
): readonly string[] {
  const own = scheduler === undefined ? undefined : scheduler.trimEnd().split('\n');
  return [
    '',
    `#define MAX ${max} /* threads that wait in ts; one more runs at once */`,
    // Without padding: a copy of it must not read what nobody wrote, which would be one more arbitrary value.
    'struct started { void (*runner)(void); void (*entry)(void); void *argument; intptr_t id; };',
    'static struct started ts[MAX + 1];',
    'static int ts_size, last_thread HELPER_UNUSED;',
    '',
    '/* Runs a thread on top of who calls this, until it ends or raises. */',
    'static void run_thread(struct started thread)',
    '{',
    '    int saved = current_thread;',
    '',
    `    current_thread = (int)thread.id;${told('(int)thread.id')}`,
    '    if (thread.runner) ((void (*)(void (*)(void), void *))thread.runner)(thread.entry, thread.argument);',
    '    else ((void (*)(void *))thread.entry)(thread.argument);',
    '    raise = 0;',
    `    current_thread = saved;${told('saved')}`,
    '}',
    '',
    '/* put(): a new thread waits in ts. */',
    'HELPER_UNUSED static void put_thread(void (*runner)(void), void (*entry)(void), void *argument)',
    '{',
    '    struct started thread;',
    '',
    '    thread.runner = runner; thread.entry = entry; thread.argument = argument;',
    '    thread.id = ++last_thread;',
    '    assume(ts_size <= MAX);',
    '    ts[ts_size++] = thread;',
    '    if (ts_size > MAX && atomic_depth == 0) run_thread(ts[--ts_size]);',
    '}',
    '',
    '/* An atomic section ends; a thread that it has started while ts was full runs now. */',
    'HELPER_UNUSED static void end_section(void)',
    '{',
    '    if (--atomic_depth == 0 && ts_size > MAX) run_thread(ts[--ts_size]);',
    '}',
    '',
    ...(own ?? [
      '/* Some of those that wait run, in any order. */',
      'static void schedule(void)',
      '{',
      `    while (ts_size > 0 && atomic_depth == 0${hasIsrs ? ' && handlers == 0' : ''}) {`,
      '        struct started thread;',
      '        uint8_t n;',
      '',
      `        ${choose}n = ${maybe('')};`,
      '        if (n >= ts_size) break;',
      '        thread = ts[n]; /* get() */',
      '        ts[n] = ts[--ts_size];',
      '        run_thread(thread);',
      '    }',
      ...(hasIsrs ? ['    schedule_irq();'] : []),
      '}',
    ]),
  ];
}

function raceCode(
  hasIsrs: boolean,
  alone: readonly string[],
  choose: string,
  maybe: (n: string) => string,
  checks: { readonly r: boolean; readonly w: boolean },
  isTraced: boolean,
  out: ModuleText,
  race: NonNullable<KissOptions['race']>,
): readonly string[] {
  const given = isTraced ? ', int pending, int step' : '';
  const object = race.kind === 'variable' ? race : undefined;
  const name =
    object === undefined
      ? ''
      : `(const volatile char *)&${out.globalName(out.program.objects[object.object]!.symbol).name}${object.offset === 0 ? '' : ` + ${object.offset}`}`;
  const isIt =
    race.kind === 'field'
      ? ['    if (distinguished == 0) distinguished = x; /* this instance */', '    if (x != distinguished) return 0;']
      : object !== undefined && object.size > 8
        ? [
            `    if ((uintptr_t)x - (uintptr_t)(${name}) >= ${object.size}u) return 0;`,
            '    if (distinguished == 0) distinguished = x; /* this part of it */',
            '    if (x != distinguished) return 0;',
          ]
        : [`    if ((const volatile char *)x != ${name}) return 0;`];
  const body = (test: string, becomes: number): readonly string[] => [
    '{',
    `    ${choose}if (!(${maybe('& 1')})) return 0;`,
    ...isIt,
    `    if (${test}) {${isTraced ? ' preempt_trace = step;' : ''} fail(); exit(1); }`,
    // Nobody comes between the steps of an atomic section, or of a handler: none is seen to stand before one of them.
    `    if (atomic_depth > 0${hasIsrs ? ' || handlers > 0' : ''}) return 0;`,
    ...alone,
    ...(isTraced ? ['    preempt_trace = pending;'] : []),
    `    access = ${becomes};`,
    '    raise = 1;',
    '    return 1;',
    '}',
  ];
  return [
    '',
    'static int access; /* 0: nobody stands before an access of the distinguished variable; 1: to read it; 2: to write it */',
    ...(isIt.some((line) => line.includes('distinguished')) ? ['static const volatile void *distinguished;'] : []),
    ...(checks.r ? [`static int check_r(const volatile void *x${given})`, ...body('access == 2', 1)] : []),
    ...(checks.w ? [`static int check_w(const volatile void *x${given})`, ...body('access != 0', 2)] : []),
  ];
}
