// Interrupts as threads (TECS paper, §4): each arrival is a thread of its own with its own copy of the handler's
// variables, `thread_running` says which have begun and not ended, and before every step an atomic assumption lets only
// that thread go on which nobody of greater priority, or of greater depth, has preempted. For checkers of programs with
// POSIX threads; Preempt's own engines check it as a program of threads.

import { NoCForm } from '../../emit-c/no-c-form.js';
import type { Hooks, KnownCall, SharedAccess } from '../../emit-c/readable/hooks.js';
import type { ModuleText } from '../../emit-c/readable/module-text.js';
import type { Call, Instruction } from '../../ir/instruction.js';
import { directCallee } from '../../model/known-calls.js';
import type { Effect } from '../../model/platform.js';
import type { Program } from '../../model/program.js';
import { checkMacro } from './dialect.js';
import { InterruptState } from './interrupt-state.js';
import { Points } from './points.js';
import { whyNotScheduled } from './schedule.js';
import type { TraceTable } from './trace-table.js';
import { type MakeMethod, type Method, rootsOf } from './translation.js';

export interface ThreadsOptions {
  /** Threads for each ISR. */
  readonly arrivals: number;
  readonly isTraced: boolean;
  /** How a thread is begun: by the intrinsics of Preempt, as POSIX has it, or by the labels of CBMC. */
  readonly spawn: 'preempt' | 'posix' | 'cbmc';
}

export const threadsMethod =
  (program: Program, options: ThreadsOptions): MakeMethod =>
  (out, _written, trace, nondet): Method => {
    out.extraParameter = 'me';
    const why = whyNotScheduled(program) ?? whyNotThreads(program, options);
    if (why !== undefined) throw new NoCForm(why);
    const state = new InterruptState(program, { arrivals: Number.POSITIVE_INFINITY, single: false });
    const points = new Points(program, (r) => out.isVisible(r), false);
    const hooks = new ThreadsHooks(program, options, state, points, trace, nondet);
    return {
      title: [
        'C with threads, written by Preempt: each arrival of an interrupt is a thread.',
        `Method: threads (TECS 2017, section 4). Arrivals: ${options.arrivals} of each interrupt.`,
      ],
      hooks,
      roots: rootsOf(program),
      headers: { preempt: ['#include <preempt.h>'], posix: ['#include <pthread.h>'], cbmc: [] }[options.spawn],
      runtime: () => runtime(program, out, options, state, trace),
      main: () => mainCode(program, out, options, state),
    };
  };

function whyNotThreads({ platform, contexts }: Program, { arrivals }: ThreadsOptions): string | undefined {
  if (!Number.isFinite(arrivals)) return 'threads for an unbounded number of arrivals';
  if (platform.nesting.kind === 'masked') return 'a platform on which a handler may be entered again while it runs';
  return contexts.some((c) => c.startsAt !== undefined)
    ? 'an interrupt that arrives only where a call names it'
    : undefined;
}

/** A number for each arrival; main is 0. */
function arrivalsOf(
  state: InterruptState,
  { arrivals }: ThreadsOptions,
): readonly { readonly number: number; readonly isr: number }[] {
  return state.isrs.flatMap((_, isr) =>
    Array.from({ length: arrivals }, (__, k) => ({ isr, number: 1 + isr * arrivals + k })),
  );
}

function runtime(
  program: Program,
  out: ModuleText,
  options: ThreadsOptions,
  state: InterruptState,
  trace: TraceTable,
): readonly string[] {
  const { isTraced, spawn } = options;
  const isOwn = spawn === 'preempt';
  const all = arrivalsOf(state, options);
  const mark = (code: number): string => (isTraced ? ` preempt_trace = ${code};` : '');
  const levels =
    program.platform.nesting.kind === 'priority' ? state.isrs.map((c) => c.priority) : state.isrs.map(() => 1);
  const [begin, end] = isOwn
    ? ['preempt_atomic_begin();', 'preempt_atomic_end();']
    : ['__VERIFIER_atomic_begin();', '__VERIFIER_atomic_end();'];
  const wait = (condition: string): string => (isOwn ? `preempt_block_until(${condition});` : `assume(${condition});`);
  return [
    ...(isOwn ? [] : ['extern void __VERIFIER_atomic_begin(void);', 'extern void __VERIFIER_atomic_end(void);']),
    ...state
      .declarations(false)
      .map((line) => line.replace('static int may_start', 'HELPER_UNUSED static int may_start')),
    `#define NUM_THREADS ${all.length + 1}`,
    'static int thread_running[NUM_THREADS]; /* those that have begun and not ended */',
    `static const int thread_level[NUM_THREADS] = { ${[0, ...all.map((a) => levels[a.isr])].join(', ')} };`,
    'static int innermost; /* the thread that runs; the others are preempted by it */',
    'static int preempted_by[NUM_THREADS]; /* whom a thread has preempted */',
    'static int section; /* of the program: nobody may begin */',
    '',
    '/* The calling thread goes on only while nobody that has preempted it is still running. */',
    `#define BEGIN_STEP(thread) ${begin} ${wait('innermost == (thread)')}`,
    `#define END_STEP ${end}`,
    '',
    ...all.flatMap(({ number, isr }) => {
      const context = state.isrs[isr]!;
      const name = out.functionName(context.entry ?? context.function);
      const may = `section == 0 && may_start(${isr}) && active[${isr}] == 0 && thread_level[${number}] > thread_level[innermost]`;
      // Arrivals of one interrupt are alike: they come in this order.
      const first = (number - 1) % options.arrivals === 0 ? '' : ` && thread_running[${number - 1}] == 2`;
      return [
        `/* ${context.name}, arrival ${((number - 1) % options.arrivals) + 1} */`,
        `static void ${spawn === 'posix' ? '*' : ''}arrival_${number}(void *unused)`,
        '{',
        '    (void)unused;',
        `    ${begin} ${wait(`${may}${first}`)}`,
        `    preempted_by[${number}] = innermost; innermost = ${number}; thread_running[${number}] = 1; active[${isr}]++;`,
        `   ${program.platform.nesting.kind === 'priority' ? ` curr_pty = irq_pty[${isr}];` : ''}${mark(trace.code({ kind: 'enter', isr: context.id }))}`,
        `    ${end}`,
        `    ${name}(${number});`,
        `    ${begin} ${wait(`innermost == ${number}`)}`,
        `    innermost = preempted_by[${number}]; thread_running[${number}] = 2; active[${isr}]--;`,
        `   ${program.platform.nesting.kind === 'priority' ? ' curr_pty = thread_level[innermost];' : ''}${mark(trace.code({ kind: 'leave' }))}`,
        `    ${end}`,
        ...(spawn === 'posix' ? ['    return 0;'] : []),
        '}',
        '',
      ];
    }),
    '/* An assertion of the program. */',
    checkMacro(),
  ];
}

function mainCode(
  program: Program,
  out: ModuleText,
  options: ThreadsOptions,
  state: InterruptState,
): readonly string[] {
  const main = program.contexts[0]!;
  const fn = out.functionOf(main.function)!;
  const given = ['0', ...fn.parameters.map(() => '0')].join(', ');
  const all = arrivalsOf(state, options);
  return [
    'int main(void)',
    '{',
    ...(options.spawn === 'posix' ? ['    pthread_t thread;'] : []),
    ...all.map(({ number }) => `    ${spawned(options.spawn, number)}`),
    `    ${fn.type.returns.kind === 'void' ? '' : '(void)'}${out.functionName(main.function)}(${given});`,
    // Main's return would end the others, and interrupts still arrive.
    { preempt: '    preempt_exit();', posix: '    pthread_exit(0);', cbmc: '' }[options.spawn],
    ...(options.spawn === 'preempt' ? [] : ['    return 0;']),
    '}',
  ];
}

function spawned(spawn: ThreadsOptions['spawn'], number: number): string {
  switch (spawn) {
    case 'preempt':
      return `preempt_spawn(arrival_${number}, 0);`;
    case 'posix':
      return `pthread_create(&thread, 0, arrival_${number}, 0);`;
    case 'cbmc':
      return `__CPROVER_ASYNC_${number}: arrival_${number}(0);`;
  }
}

class ThreadsHooks implements Hooks {
  private openStep = false;

  constructor(
    private readonly program: Program,
    private readonly options: ThreadsOptions,
    private readonly state: InterruptState,
    private readonly points: Points,
    private readonly trace: TraceTable,
    readonly nondet: (type: string) => string,
  ) {}

  isShared(access: Instruction): boolean {
    return this.points.isShared(access);
  }

  toldPiece(): string {
    throw new NoCForm('an access that the target makes in several pieces');
  }

  beforeAccess(access: SharedAccess): readonly string[] {
    return this.wait(access.instruction);
  }

  beforeStep(instruction: Instruction): readonly string[] {
    return this.wait(instruction);
  }

  /** The step itself follows: it is inside of the section that ends behind it. */
  private wait(instruction: Instruction): readonly string[] {
    const told = this.options.isTraced
      ? [`preempt_trace = ${this.trace.code({ kind: 'step', instruction: instruction.id })};`]
      : [];
    this.openStep = true;
    return ['BEGIN_STEP(me);', ...told];
  }

  afterAccess(): readonly string[] {
    if (!this.openStep) return [];
    this.openStep = false;
    return ['END_STEP;'];
  }

  afterCall(): readonly string[] {
    return [];
  }

  known(call: Call, effect: Effect, argument: (n: number) => string): KnownCall | undefined {
    const name = directCallee(this.program.module, call.callee) ?? '';
    switch (effect.kind) {
      case 'atomic-begin':
        return { statements: [...this.beforeStep(call), 'section++;', ...this.afterAccess()] };
      case 'atomic-end':
        return { statements: ['section--;'] };
      case 'in-isr':
        return { statements: [], result: '(me != 0)' };
      case 'self':
      case 'by-priority':
        return { statements: [], result: '0' };
      case 'expect-atomic-begin':
      case 'expect-atomic-end':
      case 'yield':
      case 'sleep':
      case 'thread-priority':
        return { statements: [] };
      default: {
        const done = this.state.effect(call, effect, argument, name);
        if (done === undefined) throw new NoCForm(`${name}() means something to threads`);
        return { ...done, statements: [...this.beforeStep(call), ...done.statements, ...this.afterAccess()] };
      }
    }
  }

  deviceWrite(store: Instruction): readonly string[] | undefined {
    return this.state.registerWrite(store);
  }

  deviceRead(): string | undefined {
    return undefined;
  }

  assume(condition: string): string {
    return `assume(${condition});`;
  }

  assert(_instruction: Instruction, condition: string | undefined): readonly string[] {
    return [`check(${condition ?? '0'});`];
  }
}
