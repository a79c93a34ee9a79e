// Where in the source the accesses and the preemptions of a finding are, with the calls that led there: its schedule is
// replayed.

import type { Place } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import type { CheckLimits } from '../base/limits.js';
import type { NarratedEvent } from '../execution/narrated-event.js';
import { replay } from '../execution/replay.js';
import { parseSchedule } from '../execution/schedule.js';
import type { Finding } from '../findings/finding.js';
import { marksOf } from '../findings/marks.js';
import type { Instruction } from '../ir/instruction.js';
import type { Activation, Frame } from '../machine/state.js';
import type { ContextId, Program } from '../model/program.js';

/** One place in each function that is active, the entry of the context first. */
export interface Spot {
  readonly context: ContextId;
  readonly levels: readonly Level[];
}

export interface Level {
  /** In the module. */
  readonly function: string;
  /** Tells calls of one function apart. */
  readonly serial: number;
  readonly place: Place | undefined;
}

/** What must not be interrupted, from the one to the other, and by whom. */
export interface Span {
  readonly from: Spot;
  readonly to: Spot;
  readonly isrs: readonly ContextId[];
}

/** The shortest first; none where no preemption is to blame. Throws what `checkLimits` throws. */
export function spansOf(program: Program, finding: Finding, checkLimits: CheckLimits): readonly Span[] {
  const replayed = new ReplayedFinding(program, finding, checkLimits);
  switch (finding.kind) {
    case 'atomicity':
      return replayed.atomicity();
    case 'race':
    case 'torn-access':
    case 'missing-volatile':
      return replayed.race();
    case 'assertion':
      return replayed.preemptions();
    // A mask is rather what is to blame.
    case 'deadlock':
      return [];
  }
}

/**
 * Accesses before and after a preemption that are worth keeping together, for failures that don't say which ones
 * matter.
 */
const REACHES = [
  [1, 1],
  [2, 1],
  [1, 2],
  [2, 2],
  [4, 4],
] as const;

class ReplayedFinding {
  private readonly events: readonly NarratedEvent[];
  /** By event: of its context; for starts, of the context that is preempted. */
  private readonly spots: (Spot | undefined)[] = [];
  private readonly last: readonly Activation[];

  constructor(
    private readonly program: Program,
    private readonly finding: Finding,
    checkLimits: CheckLimits,
  ) {
    const parsed = parseSchedule(finding.schedule);
    if (parsed.kind === 'problem') throw new InternalError(`a finding's schedule is malformed: ${finding.schedule}`);
    const { events, state } = replay(program, parsed.schedule, {
      watch: (_, { activations }, now) => {
        for (let n = this.spots.length; n < now.length; n++) this.spots.push(this.spotOf(now[n]!, activations));
      },
      checkLimits,
    });
    this.events = events;
    this.last = state.activations;
  }

  atomicity(): readonly Span[] {
    const marked = [...marksOf(this.finding, this.events)].sort((a, b) => a[1] - b[1]).map(([at]) => this.spots[at]);
    const [from, , to] = marked;
    if (marked.length !== 3 || from === undefined || to === undefined) return [];
    return [{ from, to, isrs: [this.finding.accesses[1]!.context] }];
  }

  /** The access that is suspended has not happened. */
  race(): readonly Span[] {
    const [other, suspended] = this.finding.accesses;
    // Where it was entered again while it ran, the one that is about to make the access.
    const own = this.last.filter((a) => a.context === suspended!.context);
    const activation = own.find((a) => a.frames.at(-1)?.instruction.id === suspended!.instruction) ?? own[0];
    if (activation === undefined || other === undefined) return [];
    const spot = this.spotIn(activation, this.program.module.instructions[suspended!.instruction]!);
    return [{ from: spot, to: spot, isrs: [other.context] }];
  }

  /** The last preemption first: what came before it is longer ago. */
  preemptions(): readonly Span[] {
    const spans: Span[] = [];
    for (let at = this.events.length - 1; at >= 0; at--) {
      if (this.events[at]!.event.kind !== 'start') continue;
      const next = this.spots[at];
      if (next === undefined) continue;
      const isrs = this.startedAt(at);
      const before = this.nearby(at, -1, next.context);
      const after = [next, ...this.nearby(at, 1, next.context).slice(1)];
      for (const [back, ahead] of REACHES) {
        const from = before[Math.min(back, before.length) - 1] ?? next;
        const to = after[Math.min(ahead, after.length) - 1]!;
        spans.push({ from, to, isrs });
      }
    }
    return spans;
  }

  /** The ISR that starts there, and those that start before it has ended. */
  private startedAt(at: number): readonly ContextId[] {
    const { depth } = this.events[at]!;
    const started = new Set<ContextId>();
    for (let n = at; n < this.events.length; n++) {
      const { event, depth: now } = this.events[n]!;
      if (event.kind === 'end' && now <= depth) break;
      if (event.kind === 'start') started.add(event.context);
    }
    return [...started].sort((a, b) => a - b);
  }

  /** Spots of a context's own steps, the nearest first. */
  private nearby(at: number, direction: 1 | -1, context: ContextId): readonly Spot[] {
    const found: Spot[] = [];
    for (let n = at + direction; n >= 0 && n < this.events.length; n += direction) {
      const { event } = this.events[n]!;
      const spot = this.spots[n];
      if (event.kind !== 'start' && event.kind !== 'end' && event.context === context && spot !== undefined)
        found.push(spot);
    }
    return found;
  }

  private spotOf({ event }: NarratedEvent, activations: readonly Activation[]): Spot | undefined {
    if (!('instruction' in event)) {
      if (event.kind === 'end') return undefined;
      const at = activations.findLastIndex((a) => a.context === event.context);
      const preempted = at < 1 ? undefined : activations[at - 1]!;
      const top = preempted?.frames.at(-1);
      const next = top?.code.blocks[top.block]?.[top.index];
      return preempted === undefined || next === undefined ? undefined : this.spotIn(preempted, next);
    }
    const activation = activations.findLast((a) => a.context === event.context);
    const isThere = activation?.frames.at(-1)?.code.fn.name === event.function;
    return activation === undefined || !isThere
      ? undefined
      : this.spotIn(activation, this.program.module.instructions[event.instruction]!);
  }

  private spotIn({ context, frames }: Activation, instruction: Instruction): Spot {
    return {
      context,
      levels: frames.map((frame, n) => this.levelOf(frame, frames[n + 1]?.site ?? instruction)),
    };
  }

  private levelOf({ code, serial }: Frame, { debug }: { readonly debug: number }): Level {
    const { name, unit } = code.fn;
    return { function: name, serial, place: this.program.module.units[unit]?.debug.location(debug)?.place };
  }
}
