// Who may interrupt whom, as C: own flags, the global mask, the ceiling, priorities and nesting, as
// machine/interrupts.ts has them, in the names of the TECS paper (§3.1): irq_enabled, irq_pty, curr_pty, count,
// active. Only what the program and its platform need is written.

import { NoCForm } from '../../emit-c/no-c-form.js';
import type { KnownCall } from '../../emit-c/readable/hooks.js';
import type { Call, Instruction } from '../../ir/instruction.js';
import { MAX_REENTRY } from '../../machine/interrupts.js';
import { type Effect, type EffectValue, reaches } from '../../model/platform.js';
import type { Context, Program } from '../../model/program.js';
import { hasSeveralFlags, registerBytes } from '../../model/registers.js';

export interface ArrivalOptions {
  /** Starts of each ISR; Infinity for no bound. */
  readonly arrivals: number;
  /** One bound for all ISRs together, as the paper has it. */
  readonly single: boolean;
}

export class InterruptState {
  readonly isrs: readonly Context[];
  /** Mentioned so far: then they are declared. */
  private readonly uses = { mask: false, ceiling: false, pended: false };
  private readonly nesting: Program['platform']['nesting']['kind'];

  constructor(
    private readonly program: Program,
    private readonly options: ArrivalOptions,
  ) {
    if (program.grouping !== undefined) throw new NoCForm('a split of priorities, below which nobody preempts,');
    this.isrs = program.contexts.filter((c) => c.kind === 'isr');
    this.nesting = program.platform.nesting.kind;
    this.uses.mask = program.platform.globalMask === 'closed' || this.nesting === 'masked';
    this.uses.pended = this.isrs.some((c) => c.softwarePended === true);
  }

  /** Of these together, in one execution. */
  arrivalsOf(group: readonly Context[]): number {
    return this.options.arrivals * (this.options.single ? 1 : group.length);
  }

  /** By priorities: then who comes behind a less urgent one may as well come at the end of it, and interrupt it. */
  get isOrdered(): boolean {
    return this.nesting === 'priority' && this.arrivalGroups.length > 1;
  }

  /**
   * Those that arrive where nobody names them, in an order that is enough at one place: each group any number of times,
   * then the next. By priorities, the most urgent first; else there is no such order.
   */
  get arrivalGroups(): readonly (readonly Context[])[] {
    const free = this.isrs.filter((c) => c.startsAt === undefined);
    if (this.nesting !== 'priority') return free.length === 0 ? [] : [free];
    const priorities = [...new Set(free.map((c) => c.priority))].sort((a, b) => b - a);
    return priorities.map((priority) => free.filter((c) => c.priority === priority));
  }

  numberOf(isr: Context): number {
    return this.isrs.indexOf(isr);
  }

  /** Statements that an effect on interrupts is; undefined: it is about something else. */
  effect(call: Call, effect: Effect, argument: (n: number) => string, name: string): KnownCall | undefined {
    const value = (v: EffectValue): string => (typeof v === 'number' ? String(v) : argument(v.argument));
    const bit = (v: EffectValue, n: number): string => (n === 0 ? `(${value(v)} & 1)` : `(${value(v)} >> ${n} & 1)`);
    const isOwn = name.startsWith('preempt_');
    switch (effect.kind) {
      case 'close-mask':
      case 'open-mask': {
        this.uses.mask = true;
        const to = `mask_open = ${effect.kind === 'open-mask' ? 1 : 0};`;
        return {
          statements: [effect.where === undefined ? to : `if (${bit(effect.where.value, effect.where.bit)}) ${to}`],
        };
      }
      case 'write-mask': {
        this.uses.mask = true;
        const before = this.maskValue(effect.bit, effect.openWhen);
        const held = call.result === undefined ? [] : [`mask_before = ${before};`];
        const set = `mask_open = ${effect.openWhen === 1 ? '' : '!'}${bit(effect.value, effect.bit)};`;
        return { statements: [...held, set], result: 'mask_before' };
      }
      case 'read-mask':
        this.uses.mask = true;
        return { statements: [], result: this.maskValue(effect.bit, effect.openWhen) };
      case 'read-and-close-mask':
        this.uses.mask = true;
        return { statements: ['mask_before = !mask_open; mask_open = 0;'], result: 'mask_before' };
      case 'set-ceiling':
      case 'raise-ceiling':
      case 'read-ceiling': {
        if (!isOwn && this.program.platform.priorities.order === 'inverted') return this.basePriority(effect, value);
        this.uses.ceiling = true;
        if (effect.kind === 'read-ceiling') return { statements: [], result: 'ceiling' };
        const raised = effect.kind === 'raise-ceiling' ? `if (${value(effect.value)} > ceiling) ` : '';
        return {
          statements: ['ceiling_before = ceiling;', `${raised}ceiling = ${value(effect.value)};`],
          result: 'ceiling_before',
        };
      }
      case 'enable':
      case 'disable':
        return { statements: this.flags('irq_enabled', effect, effect.kind === 'enable', value, name) };
      case 'pend':
      case 'unpend':
        this.uses.pended = true;
        return { statements: this.flags('irq_pended', effect, effect.kind === 'pend', value, name) };
      case 'set-priority':
      case 'set-priority-group':
        return { statements: [] };
      case 'register-isr':
        throw new NoCForm(`${name}(), which installs a handler while the program runs`);
      default:
        return undefined;
    }
  }

  /** Through an address that the model does not know, something may be written that interrupts depend on. */
  private mayActUnseen(store: Instruction): boolean {
    const { accesses, objects, platform } = this.program;
    const acting = platform.registers.filter((r) => r.kind !== 'plain' && r.kind !== 'symbol-flags');
    return accesses.some(
      ({ instruction, regions }) =>
        instruction === store &&
        regions.some(
          (r) =>
            objects[r.object]!.kind === 'device' &&
            objects[r.object]!.symbol === '' &&
            !(r.stride === 0 && Number.isFinite(r.size)) &&
            acting.some((register) => {
              const behind = register.address + registerBytes(register);
              return r.low < behind && register.address < r.high + r.size;
            }),
        ),
    );
  }

  /**
   * What a store to a device register does to interrupts: nothing, or, where its value is a constant, setting flags and
   * the mask; undefined: that depends on the value.
   */
  registerWrite(store: Instruction): readonly string[] | undefined {
    const operations = this.program.operations.filter((o) => o.instruction === store);
    if (operations.length === 0) return this.mayActUnseen(store) ? undefined : [];
    if (store.op !== 'store' || store.value.kind !== 'int') return undefined;
    const statements = new Set<string>();
    for (const { effect, irq } of operations) {
      if (effect.kind === 'set-priority' || effect.kind === 'set-priority-group') continue;
      if (effect.kind === 'open-mask' || effect.kind === 'close-mask') {
        this.uses.mask = true;
        statements.add(`mask_open = ${effect.kind === 'open-mask' ? 1 : 0};`);
      } else if ((effect.kind === 'enable' || effect.kind === 'disable') && typeof irq === 'number') {
        if (hasSeveralFlags(this.program.platform, irq)) return undefined;
        for (const c of this.isrs)
          if (c.irq === irq) statements.add(`irq_enabled[${this.numberOf(c)}] = ${effect.kind === 'enable' ? 1 : 0};`);
      } else return undefined;
    }
    return [...statements];
  }

  private basePriority(
    effect: Extract<Effect, { kind: 'set-ceiling' | 'raise-ceiling' | 'read-ceiling' }>,
    value: (v: EffectValue) => string,
  ): KnownCall {
    this.uses.ceiling = true;
    const { bits } = this.program.platform.priorities;
    const levels = 2 ** bits;
    const shift = 8 - bits;
    if (effect.kind === 'read-ceiling')
      return { statements: [], result: `(ceiling == 0 ? 0 : (${levels} - ceiling) << ${shift})` };
    const hardware = `(int)((${value(effect.value)}) & 255) >> ${shift}`;
    const raised =
      effect.kind === 'raise-ceiling' ? `if (${levels} - (${hardware}) > ceiling && (${hardware}) != 0) ` : '';
    return { statements: [`${raised}ceiling = (${hardware}) == 0 ? 0 : ${levels} - (${hardware});`] };
  }

  private maskValue(bit: number, openWhen: 0 | 1): string {
    const set = openWhen === 1 ? 'mask_open' : '!mask_open';
    return bit === 0 ? set : `(${set} ? ${2 ** bit} : 0)`;
  }

  private flags(
    array: string,
    effect: Extract<Effect, { kind: 'enable' | 'disable' | 'pend' | 'unpend' }>,
    on: boolean,
    value: (v: EffectValue) => string,
    name: string,
  ): readonly string[] {
    const hasAll = name === 'enable_isr' || name === 'disable_isr' || name.startsWith('preempt_');
    const all = this.isrs.map((c) => `${array}[${this.numberOf(c)}] = ${on ? 1 : 0};`);
    if (effect.irq === 'all') return all;
    const text = value(effect.irq);
    const isNumber = /^-?\d+$/.test(text);
    if (isNumber && hasAll && text === '-1') return [all.join(' ')];
    const named = this.isrs.filter((c) => c.irq !== undefined && reaches(effect, c.irq));
    const possible = on && array === 'irq_enabled' ? this.isrs.filter((c) => c.possibleIrqs !== undefined) : [];
    if (isNumber) {
      const hit = [
        ...named.filter((c) => c.irq === Number(text)),
        ...possible.filter((c) => c.possibleIrqs!.includes(Number(text))),
      ];
      return [
        hit.map((c) => `${array}[${this.numberOf(c)}] = ${on ? 1 : 0};`).join(' ') ||
          `/* no handler has the number ${text} */;`,
      ];
    }
    const tests = [
      ...named.map((c) => [c, `(${text}) == ${c.irq}${hasAll ? ` || (${text}) == -1` : ''}`] as const),
      ...possible.map((c) => [c, c.possibleIrqs!.map((n) => `(${text}) == ${n}`).join(' || ')] as const),
    ];
    return tests.map(([c, test]) => `if (${test}) ${array}[${this.numberOf(c)}] = ${on ? 1 : 0};`);
  }

  // ---- the C of it -------------------------------------------------------------------------------------------------

  /** Variables and `may_start`; after all functions were written. */
  declarations(hasAtomic: boolean): readonly string[] {
    const { isrs, options } = this;
    if (isrs.length === 0) return [];
    const numbers = (of: (c: Context) => number): string => isrs.map(of).join(', ');
    const bounded = Number.isFinite(options.arrivals);
    const lines = [
      `#define NUM_IRQS ${isrs.length}`,
      ...isrs.map(
        (c, n) => `/* irq ${n}: ${c.name}${c.irq === undefined ? '' : `, number ${c.irq}`}, priority ${c.priority} */`,
      ),
      `static int irq_enabled[NUM_IRQS] = { ${numbers((c) => (c.initially?.enabled === true ? 1 : 0))} };`,
      `static int active[NUM_IRQS]; /* runs of each handler that have begun and not ended */`,
    ];
    if (bounded)
      lines.push(
        options.single
          ? `static int count = ${options.arrivals}; /* arrivals that are left, of all together */`
          : `static int count[NUM_IRQS] = { ${numbers(() => options.arrivals)} }; /* arrivals that are left */`,
      );
    if (this.nesting === 'priority')
      lines.push(
        `static const int irq_pty[NUM_IRQS] = { ${numbers((c) => c.priority)} };`,
        'static int curr_pty; /* of the handler that runs; 0: none does */',
      );
    else if (this.uses.ceiling) lines.push(`static const int irq_pty[NUM_IRQS] = { ${numbers((c) => c.priority)} };`);
    if (this.nesting === 'none') lines.push('static int runs_handler;');
    if (this.uses.mask)
      lines.push(
        `static int mask_open = ${this.program.platform.globalMask === 'closed' ? 0 : 1}, mask_before HELPER_UNUSED;`,
      );
    if (this.uses.ceiling) lines.push('static int ceiling, ceiling_before HELPER_UNUSED;');
    if (this.uses.pended) lines.push('static int irq_pended[NUM_IRQS];');
    return [...lines, '', ...this.mayStart(hasAtomic)];
  }

  private mayStart(hasAtomic: boolean): readonly string[] {
    const { options } = this;
    const special = (of: (c: Context) => boolean): string =>
      this.isrs
        .filter(of)
        .map((c) => `irq == ${this.numberOf(c)}`)
        .join(' || ');
    const free = special((c) => c.nonMaskable === true);
    const unless = free === '' ? '' : `!(${free}) && `;
    const pended = special((c) => c.softwarePended === true);
    // First what is often known without knowing the execution: it ends nesting for checkers that propagate constants.
    const nesting = {
      priority: 'if (irq_pty[irq] <= curr_pty) return 0;',
      masked: `if (active[irq] >= ${MAX_REENTRY}) return 0;`,
      none: 'if (runs_handler) return 0;',
    }[this.nesting];
    const tests = [
      nesting,
      ...(hasAtomic ? ['if (atomic_depth > 0) return 0;'] : []),
      ...(this.uses.mask ? [`if (${unless}!mask_open) return 0;`] : []),
      ...(this.uses.ceiling ? [`if (${unless}irq_pty[irq] <= ceiling) return 0;`] : []),
      ...(this.uses.pended && pended !== '' ? [`if ((${pended}) && !irq_pended[irq]) return 0;`] : []),
      ...(Number.isFinite(options.arrivals) ? [`if (${options.single ? 'count' : 'count[irq]'} == 0) return 0;`] : []),
    ];
    return [
      '/* May the interrupt be taken now? */',
      'static int may_start(int irq)',
      '{',
      ...tests.map((t) => `    ${t}`),
      '    return irq_enabled[irq];',
      '}',
    ];
  }

  /** `start_isr(irq)`: the handler runs to its end, others may interrupt it; `atEnd`, before it has ended. */
  start(callOf: (isr: Context) => readonly string[], atEnd?: string): readonly string[] {
    const bounded = Number.isFinite(this.options.arrivals);
    const lines: string[] = ['/* The handler preempts who calls this. */', 'static void start_isr(int irq)', '{'];
    if (this.nesting === 'priority') lines.push('    int saved_pty = curr_pty;');
    if (this.nesting === 'none') lines.push('    int saved = runs_handler;');
    if (this.nesting === 'masked') lines.push('    int was_open = mask_open;');
    if (bounded) lines.push(`    ${this.options.single ? 'count' : 'count[irq]'}--;`);
    if (this.nesting === 'priority') lines.push('    curr_pty = irq_pty[irq];');
    if (this.nesting === 'none') lines.push('    runs_handler = 1;');
    if (this.nesting === 'masked') lines.push('    mask_open = 0; /* by the hardware */');
    if (this.uses.pended) lines.push('    irq_pended[irq] = 0;');
    lines.push('    active[irq]++;', '    switch (irq) {');
    for (const isr of this.isrs) lines.push(`    case ${this.numberOf(isr)}: ${callOf(isr).join(' ')} break;`);
    lines.push('    default: break;', '    }');
    if (atEnd !== undefined) lines.push(`    ${atEnd}`);
    lines.push('    active[irq]--;');
    if (this.nesting === 'priority') lines.push('    curr_pty = saved_pty;');
    if (this.nesting === 'none') lines.push('    runs_handler = saved;');
    if (this.nesting === 'masked') {
      const { nesting } = this.program.platform;
      const restores = nesting.kind === 'masked' && nesting.exit === 'restore';
      if (restores) lines.push('    if (mask_open && !was_open) schedule_irq();', '    mask_open = was_open;');
      else lines.push('    (void)was_open;', '    mask_open = 1;');
    }
    lines.push('}');
    return lines;
  }
}
