// KISS (Qadeer & Wu, PLDI 2004): threads that were started wait in `ts`, at most MAX of them; `schedule()` runs some to
// their end, on the stack of whoever calls it, and a thread may end at any step (RAISE, Fig. 4). For races (Fig. 5) one
// distinguished variable is watched: a thread that is about to access it stops there, and an access by another one
// fails. Every failure is one of the original program; what needs more switches than a stack allows is missed.

import { NoCForm } from '../../emit-c/no-c-form.js';
import type { Hooks, KnownCall, SharedAccess, WrittenFunction } from '../../emit-c/readable/hooks.js';
import type { ModuleText } from '../../emit-c/readable/module-text.js';
import type { Call, Instruction } from '../../ir/instruction.js';
import { insideSections } from '../../model/atomic-sections.js';
import { directCallee } from '../../model/known-calls.js';
import type { Effect } from '../../model/platform.js';
import type { Program } from '../../model/program.js';
import { type DistinguishedVariable, mayAccess } from './distinguished.js';
import { InterruptState } from './interrupt-state.js';
import type { KissOptions } from './kiss-options.js';
import { kissRuntime } from './kiss-runtime.js';
import { Points } from './points.js';
import type { TraceTable } from './trace-table.js';
import { callOfMain, type MakeMethod, type Method, rootsOf } from './translation.js';

export const kissMethod =
  (program: Program, options: KissOptions): MakeMethod =>
  (out, _written, trace, nondet): Method => {
    const state = new InterruptState(program, options);
    const points = new Points(program, (r) => out.isVisible(r), false);
    const hooks = new KissHooks(program, out, options, state, points, trace, nondet);
    return {
      title: [
        'Sequential C, written by Preempt: other threads run where schedule() is called.',
        `Method: kiss (PLDI 2004). MAX = ${options.max}. ${options.race === undefined ? 'Assertions.' : `Races on ${options.race.name}.`} It may miss errors; those that it has are real.`,
      ],
      hooks,
      roots: rootsOf(program),
      runtime: () => kissRuntime(program, out, options, state, trace, nondet, hooks.checks),
      main: () => mainCode(program, out, options),
    };
  };

function mainCode(program: Program, out: ModuleText, { isTraced }: KissOptions): readonly string[] {
  const { call, end } = callOfMain(program, out);
  const hasIsrs = program.contexts.some((c) => c.kind === 'isr');
  const hasThreads = program.contexts.some((c) => c.kind === 'thread');
  return [
    'int main(void)',
    '{',
    ...(isTraced ? ['    mark_thread(0);'] : []),
    `    ${call}`,
    // Main's return ends everybody; where it only stopped, the others go on.
    ...(hasThreads ? ['    if (raise) { raise = 0; schedule(); }'] : []),
    ...(hasIsrs && !hasThreads ? ['    raise = 0; schedule_irq();'] : []),
    `    ${end}`,
    '}',
  ];
}

class KissHooks implements Hooks {
  readonly checks = { r: false, w: false };
  /** Nobody comes there, and nobody ends. */
  private readonly inside: ReadonlySet<Instruction>;

  constructor(
    private readonly program: Program,
    private readonly out: ModuleText,
    private readonly options: KissOptions,
    private readonly state: InterruptState,
    private readonly points: Points,
    private readonly trace: TraceTable,
    readonly nondet: (type: string) => string,
  ) {
    this.inside = insideSections(program);
  }

  isShared(access: Instruction): boolean {
    return this.points.isShared(access) || this.isWatched(access);
  }

  private isWatched(access: Instruction): boolean {
    return this.options.race !== undefined && mayAccess(this.program, this.out.accessesOf(access), this.options.race);
  }

  beforeAccess(access: SharedAccess, fn: WrittenFunction): readonly string[] {
    const { race } = this.options;
    const isInside = this.inside.has(access.instruction);
    const stop = isInside ? [] : [`schedule(); if (raises()) ${fn.leave}`];
    const told = this.told(access.instruction);
    if (race === undefined || !this.checked(access, race)) return [...stop, ...told];
    const isWrite = access.operation !== 'R';
    this.checks[isWrite ? 'w' : 'r'] = true;
    const code = this.options.isTraced
      ? `, ${this.trace.code({ kind: 'pending', instruction: access.instruction.id })}, ${this.trace.code({ kind: 'step', instruction: access.instruction.id })}`
      : '';
    return [
      `${isInside ? '' : 'schedule(); '}if (${isWrite ? 'check_w' : 'check_r'}(${access.at}${code}) || raises()) ${fn.leave}`,
      ...told,
    ];
  }

  /** check_r and check_w are left out where types, or the points-to analysis, say that it is another variable. */
  private checked(access: SharedAccess, race: DistinguishedVariable): boolean {
    const { member, instruction } = access;
    const { module } = this.program;
    const owner = module.functions.get(module.owners[instruction.id]!)!;
    if (module.units[owner.unit]?.isModel === true) return false;
    if (this.options.isBenign?.(this.program, instruction.id) === true) return false;
    if (race.kind === 'field' && member !== undefined && member.record !== '')
      return member.record === race.record && member.name === race.field;
    if (race.kind === 'field' && access.object !== undefined && member === undefined) return false;
    return mayAccess(this.program, this.out.accessesOf(instruction), race);
  }

  toldPiece(access: Instruction): string | undefined {
    if (!this.options.isTraced) return undefined;
    return String(this.trace.code({ kind: 'step', instruction: access.id }));
  }

  beforeStep(instruction: Instruction, fn: WrittenFunction): readonly string[] {
    return [`schedule(); if (raises()) ${fn.leave}`, ...this.told(instruction)];
  }

  private told(instruction: Instruction): readonly string[] {
    return this.options.isTraced
      ? [`preempt_trace = ${this.trace.code({ kind: 'step', instruction: instruction.id })};`]
      : [];
  }

  afterCall(_instruction: Instruction, fn: WrittenFunction): readonly string[] {
    return [`if (raise) ${fn.leave}`];
  }

  known(call: Call, effect: Effect, argument: (n: number) => string, fn: WrittenFunction): KnownCall | undefined {
    const name = directCallee(this.program.module, call.callee) ?? '';
    const value = (v: number | { readonly argument: number }): string =>
      typeof v === 'number' ? String(v) : argument(v.argument);
    switch (effect.kind) {
      case 'atomic-begin':
        return { statements: [`if (atomic_depth == 0) { ${this.beforeStep(call, fn).join(' ')} }`, 'atomic_depth++;'] };
      case 'atomic-end':
        return { statements: ['end_section();'] };
      case 'spawn': {
        const runner = effect.runner === undefined ? '0' : `(void (*)(void))${value(effect.runner)}`;
        const given = effect.parameter === undefined ? '0' : `(void *)${value(effect.parameter)}`;
        const isLoose = effect.runner === undefined;
        const before = isLoose ? [`if (atomic_depth == 0) { ${this.beforeStep(call, fn).join(' ')} }`] : [];
        return {
          statements: [...before, `put_thread(${runner}, (void (*)(void))${value(effect.entry)}, ${given});`],
          result: 'last_thread',
        };
      }
      case 'block':
        return { statements: ['assume(0);'] };
      case 'thread-exit':
        return { statements: [`raise = 1; ${fn.leave}`] };
      case 'self':
        return { statements: [], result: 'current_thread' };
      case 'in-isr':
        return { statements: [], result: this.state.isrs.length === 0 ? '0' : '(handlers > 0)' };
      case 'by-priority':
      case 'read-thread-priority':
        return { statements: [], result: '0' };
      case 'misuse':
        return { statements: this.options.race === undefined ? ['check(0);'] : [] };
      case 'unmodelled':
        return { statements: ['assume(0);'] };
      case 'expect-atomic-begin':
      case 'expect-atomic-end':
      case 'yield':
      case 'sleep':
      case 'thread-priority':
      case 'unknown-thread-priority':
        return { statements: [] };
      default: {
        const done = this.state.effect(call, effect, argument, name);
        if (done === undefined) throw new NoCForm(`${name}()`);
        return { ...done, statements: [...this.beforeStep(call, fn), ...done.statements] };
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
    // Looking for a race, executions end where an assertion fails.
    if (this.options.race !== undefined) return [`assume(${condition ?? '0'});`];
    return [`check(${condition ?? '0'});`];
  }
}
