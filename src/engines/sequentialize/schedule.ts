// The scheduling function of the TECS paper (§3): before each step that others can see, `schedule_irq()` lets arbitrary
// enabled interrupts arrive, each of which runs as a call, and may be interrupted itself. Exact: the sequential program
// has the executions of the original at the same bound of arrivals, no fewer and no more.

import { NoCForm } from '../../emit-c/no-c-form.js';
import type { Hooks, KnownCall, SharedAccess, WrittenFunction } from '../../emit-c/readable/hooks.js';
import type { ModuleText } from '../../emit-c/readable/module-text.js';
import type { Call, Instruction } from '../../ir/instruction.js';
import { directCallee, functionName } from '../../model/known-calls.js';
import type { Effect } from '../../model/platform.js';
import type { Context, Program } from '../../model/program.js';
import { checkMacro } from './dialect.js';
import { type ArrivalOptions, InterruptState } from './interrupt-state.js';
import { Points } from './points.js';
import { AT_END, schedulerCode } from './scheduler-code.js';
import type { TraceTable } from './trace-table.js';
import { callOfMain, type MakeMethod, type Method, rootsOf } from './translation.js';

export interface ScheduleOptions extends ArrivalOptions {
  readonly isReduced: boolean;
  readonly isTraced: boolean;
  /** Others come between statements of the source, not within one: the paper's granularity. */
  readonly statements: boolean;
}

/** Why a program has no such translation; undefined: it has. */
export function whyNotScheduled({ contexts }: Program): string | undefined {
  const thread = contexts.find((c) => c.kind === 'thread');
  return thread === undefined ? undefined : `the thread ${thread.name} (kiss alone translates threads)`;
}

export const scheduleMethod =
  (program: Program, options: ScheduleOptions): MakeMethod =>
  (out, _written, trace, nondet): Method => {
    const why = whyNotScheduled(program);
    if (why !== undefined) throw new NoCForm(why);
    const state = new InterruptState(program, options);
    const points = new Points(program, (r) => out.isVisible(r), options.isReduced);
    const hooks = new ScheduleHooks(program, out, options, state, points, trace, nondet);
    const mark = (code: number): string => (options.isTraced ? ` preempt_trace = ${code};` : '');
    return {
      title: [
        'Sequential C, written by Preempt: interrupts arrive where schedule_irq() is called.',
        `Method: schedule (TECS 2017, section 3). Arrivals: ${Number.isFinite(options.arrivals) ? options.arrivals : 'unbounded'}${options.single ? ' in all' : ' of each interrupt'}.`,
        ...(options.statements ? ['Statements of the source are indivisible.'] : []),
      ],
      hooks,
      roots: rootsOf(program),
      runtime: () => [
        ...(state.isrs.length === 0 ? ['static void schedule_irq(void) { }'] : []),
        ...(hooks.hasAtomic ? ['static int atomic_depth;'] : []),
        ...state.declarations(hooks.hasAtomic),
        ...(state.isrs.length === 0
          ? []
          : [
              '',
              'static void schedule_irq(void);',
              '',
              ...state.start(
                (isr) =>
                  [
                    mark(trace.code({ kind: 'enter', isr: isr.id })),
                    `${out.functionName(isr.entry ?? isr.function)}();`,
                    mark(trace.code({ kind: 'leave' })),
                  ].filter((s) => s !== ''),
                state.isOrdered ? AT_END : undefined,
              ),
              '',
              ...schedulerCode(state, nondet('uint8'), mark(trace.code({ kind: 'choice' }))),
            ]),
        ...(out.usesPieces ? ['#define schedule_point schedule_irq'] : []),
        '',
        '/* An assertion of the program; interrupts may still arrive before it fails. */',
        checkMacro('schedule_irq(); '),
      ],
      main: () => mainCode(program, out),
      points: (functions) => points.counts(functions),
    };
  };

function mainCode(program: Program, out: ModuleText): readonly string[] {
  const { call, end } = callOfMain(program, out);
  return ['int main(void)', '{', `    ${call}`, `    ${end}`, '}'];
}

class ScheduleHooks implements Hooks {
  readonly idle = 'schedule_irq();';
  hasAtomic = false;
  private lastStatement: string | undefined;

  constructor(
    private readonly program: Program,
    private readonly out: ModuleText,
    private readonly options: ScheduleOptions,
    private readonly state: InterruptState,
    private readonly points: Points,
    private readonly trace: TraceTable,
    readonly nondet: (type: string) => string,
  ) {}

  isShared(access: Instruction): boolean {
    return this.points.isShared(access);
  }

  beforeAccess(access: SharedAccess): readonly string[] {
    return this.before(access.instruction, this.points.isPoint(access.instruction));
  }

  toldPiece(access: Instruction): string | undefined {
    if (!this.options.isTraced) return undefined;
    return String(this.trace.code({ kind: 'step', instruction: access.id }));
  }

  beforeStep(instruction: Instruction): readonly string[] {
    return this.before(instruction, true);
  }

  private before(instruction: Instruction, isPoint: boolean): readonly string[] {
    const told = this.options.isTraced
      ? [`preempt_trace = ${this.trace.code({ kind: 'step', instruction: instruction.id })};`]
      : [];
    return [...(isPoint && this.begins(instruction) ? ['schedule_irq();'] : []), ...told];
  }

  /** By statements: is this the first step of its source line? */
  private begins(instruction: Instruction): boolean {
    if (!this.options.statements) return true;
    const { module } = this.program;
    const fn = module.functions.get(module.owners[instruction.id]!)!;
    const place = this.out.debugOf(fn).location(instruction.debug)?.place;
    const key = place === undefined ? undefined : `${place.file}:${place.line}`;
    const isFirst = key === undefined || key !== this.lastStatement;
    this.lastStatement = key;
    return isFirst;
  }

  /** Interrupts still arrive when main has returned: its frame stays, and handlers may hold pointers into it. */
  beforeReturn({ symbol }: WrittenFunction): readonly string[] {
    return symbol === this.program.contexts[0]!.function ? [this.idle] : [];
  }

  afterCall(): readonly string[] {
    this.lastStatement = undefined;
    return [];
  }

  known(call: Call, effect: Effect, argument: (n: number) => string, fn: WrittenFunction): KnownCall | undefined {
    const name = directCallee(this.program.module, call.callee) ?? '';
    switch (effect.kind) {
      case 'atomic-begin':
        this.hasAtomic = true;
        return { statements: [...this.beforeStep(call), 'atomic_depth++;'] };
      case 'atomic-end':
        this.hasAtomic = true;
        return { statements: ['atomic_depth--;'] };
      case 'arrive':
        return { statements: this.arrive(call, fn) };
      case 'in-isr':
        return {
          statements: [],
          result: this.program.platform.nesting.kind === 'priority' ? '(curr_pty > 0)' : undefined,
        };
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
        return { ...done, statements: [...this.beforeStep(call), ...done.statements] };
      }
    }
  }

  /** The TECS paper's `async: ISR()`: here, and nowhere else, it may arrive. */
  private arrive(call: Call, _fn: WrittenFunction): readonly string[] {
    const handler = functionName(this.program.module, call.arguments[0]!);
    const isr = this.state.isrs.find((c: Context) => c.function === handler);
    if (isr === undefined) throw new NoCForm('an arrival of what is not known to be an ISR');
    const n = this.state.numberOf(isr);
    const choice = this.options.isTraced ? `preempt_trace = ${this.trace.code({ kind: 'choice' })}; ` : '';
    const told = this.options.isTraced
      ? [`preempt_trace = ${this.trace.code({ kind: 'step', instruction: call.id })};`]
      : [];
    return [
      'schedule_irq();',
      `if (may_start(${n})) { ${choice}if (${this.nondet('uint8')} & 1) start_isr(${n}); }`,
      ...told,
    ];
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
