// The priorities of interrupt handlers: what the user says, what the machine fixes, what the program sets, or what is
// there after reset. They are constants of the model. Where the program may set another value than the one that is
// assumed, a diagnostic says so and no verdict is `holds`: with other priorities, others preempt each other.

import { type Diagnostic, warningAt } from '../base/diagnostic.js';
import type { Platform } from './platform.js';
import { groupingOf } from './priority-grouping.js';
import type { Context, Operation } from './program.js';

/** What is known of a handler by now. */
interface Handler {
  readonly kind: Context['kind'];
  readonly function: string;
  readonly irq?: number;
  /** By the user, in Preempt's numbering. */
  readonly given?: number;
  /** By its name, in the machine's numbering. */
  readonly hardware?: number;
  /** Fixed, so many levels above all that can be set. */
  readonly above?: number;
}

type Priority = Pick<Context, 'priority' | 'hardwarePriority' | 'priorityEvidence'>;

export class Priorities {
  private readonly settings: readonly Operation[];
  /** Numbers whose priority is set and that no handler is known to have. */
  private readonly unclaimed: ReadonlySet<number>;
  private readonly unnumbered: number;
  /** How far the preempting part of a priority stands above its lowest bit. */
  private readonly shift: number;
  /** With one handler and no ceiling, every priority is above main's and means the same. */
  private readonly isCompared: boolean;

  constructor(
    private readonly platform: Platform,
    handlers: readonly Handler[],
    operations: readonly Operation[],
  ) {
    this.settings = operations.filter((o) => o.effect.kind === 'set-priority');
    const isrs = handlers.filter((h) => h.kind === 'isr');
    const claimed = new Set(isrs.map((h) => h.irq));
    this.unclaimed = new Set(
      this.settings.flatMap(({ irq }) => (typeof irq === 'number' && !claimed.has(irq) ? [irq] : [])),
    );
    this.shift = groupingOf(platform, operations)?.subBits ?? 0;
    this.unnumbered = isrs.filter((h) => h.irq === undefined).length;
    this.isCompared =
      isrs.length > 1 || operations.some(({ effect: { kind } }) => kind === 'set-ceiling' || kind === 'raise-ceiling');
  }

  of(handler: Handler, diagnostics: Diagnostic[]): Priority {
    const { order, bits, reset } = this.platform.priorities;
    if (handler.given !== undefined) return { priority: handler.given, priorityEvidence: 'named by the user' };
    if (order === 'none') return { priority: 1, priorityEvidence: 'this machine has no priorities among interrupts' };
    if (handler.above !== undefined)
      return { priority: 2 ** bits + handler.above, hardwarePriority: -handler.above, priorityEvidence: 'fixed' };
    const named = this.settings.filter(({ irq }) => irq === 'all' || (irq !== undefined && irq === handler.irq));
    const own = named.length === 0 ? this.byElimination(handler) : named;
    const unset = handler.hardware ?? (order === 'inverted' ? reset : undefined);
    // By its number it may be meant by every setting of which the number is not known.
    const others = this.isCompared ? this.possiblyMeant(handler).filter((o) => !own.includes(o)) : [];
    const values = new Set(own.map((o) => this.valueOf(o)));
    if (own.length === 0 && others.length > 0) values.add(unset);
    for (const o of others) values.add(this.valueOf(o));
    if (values.size > 1 || (own.length > 0 && values.has(undefined)))
      return this.doubtful(handler, [...own, ...others], values, diagnostics);
    if (own.length > 0) return this.shown(this.valueOf(own[0]!)!, own[0]!.text);
    if (handler.hardware !== undefined) return this.shown(handler.hardware, 'its name');
    if (order === 'inverted') return this.shown(reset, 'after reset');
    return { priority: 1, priorityEvidence: 'none given' };
  }

  private valueOf({ effect, value }: Operation): number | undefined {
    const isPreempting = effect.kind === 'set-priority' && effect.isPreempting === true;
    return value === undefined || !isPreempting ? value : value << this.shift;
  }

  /**
   * Where numbers are macros, nothing tells which handler a number belongs to. If priorities are set for as many
   * numbers without a handler as there are handlers without a number, these are those.
   */
  private byElimination({ irq }: Handler): readonly Operation[] {
    if (irq !== undefined || this.unclaimed.size < this.unnumbered) return [];
    return this.settings.filter((o) => typeof o.irq === 'number' && this.unclaimed.has(o.irq));
  }

  private possiblyMeant({ irq }: Handler): readonly Operation[] {
    return this.settings.filter(
      (o) => o.irq === undefined || (irq === undefined && typeof o.irq === 'number' && this.unclaimed.has(o.irq)),
    );
  }

  private doubtful(
    { function: name }: Handler,
    settings: readonly Operation[],
    values: ReadonlySet<number | undefined>,
    diagnostics: Diagnostic[],
  ): Priority {
    const { order, bits } = this.platform.priorities;
    const known = [...values].filter((v) => v !== undefined);
    const urgent = order === 'inverted' ? Math.min(...known, 2 ** bits - 1) : Math.max(...known, 1);
    const texts = [...new Set(settings.map((o) => o.text))].join(', ');
    const message = `the priority of ${name} is not one constant (${texts}); ${urgent} is assumed`;
    diagnostics.push(warningAt('priority-not-constant', message, settings[0]!.place));
    return this.shown(urgent, 'not constant');
  }

  private shown(written: number, priorityEvidence: string): Priority {
    const { order, bits } = this.platform.priorities;
    const levels = 2 ** bits;
    if (order !== 'inverted') return { priority: Math.max(1, written), priorityEvidence };
    // A priority is shifted into the upper bits of its byte: what does not fit is lost.
    const hardware = written & (levels - 1);
    return { priority: Math.max(1, levels - hardware), hardwarePriority: hardware, priorityEvidence };
  }
}
