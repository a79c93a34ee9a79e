// Does the running context wait for ever? It goes round in a loop that it could leave, and reads only what nobody who
// could run in the meantime writes: not an ISR that could start, arrival bound aside, nor a device. docs/findings.md
// has the definition, docs/decisions/0027-waiting-for-ever.md how such rounds are found.

import type { ModelObjects } from '../../execution/model-objects.js';
import type { InstructionId } from '../../ir/instruction.js';
import type { Obstacle } from '../../machine/interrupts.js';
import type { Machine } from '../../machine/machine.js';
import { objectOf } from '../../machine/memory/value.js';
import type { State, ThreadId } from '../../machine/state.js';
import { StateKeys } from '../../machine/state-key.js';
import { unreadIn } from '../../machine/unread-parts.js';
import type { Context, ContextId } from '../../model/program.js';
import type { Term } from '../../solve/term.js';
import type { SiteId } from '../history.js';
import type { Sites } from '../sites.js';
import { Changers } from './changers.js';
import { mayWait, untakenExits } from './exits.js';
import { runningThreads } from './other-threads.js';
import { type Round, type RoundRead, walkRound } from './round.js';

/** Who writes what is waited for, and what keeps it from running. */
export interface KeptOut {
  readonly context: ContextId;
  /** Undefined: it is preempted, and goes on only when the wait is over. */
  readonly obstacle: Obstacle | undefined;
  /** Of another thread. */
  readonly thread?: 'not begun' | 'waits' | 'ended';
}

export interface Wait {
  readonly context: ContextId;
  /** The reads that decide, in the order of execution; without any, the branch that would leave the loop. */
  readonly sites: readonly SiteId[];
  /** What is waited for; undefined where it is no memory. */
  readonly awaited: { readonly byte: number; readonly size: number } | undefined;
  /** The branch that would leave the loop. */
  readonly exit: InstructionId;
  readonly keptOut: readonly KeptOut[];
  /** Visible steps of a round. */
  readonly steps: number;
  /** Why it is not believed: somebody may run that the model does not know of. */
  readonly doubt: string | undefined;
}

/** Equal for waits of one context in one loop for the same. */
export function keyOfWait({ sites, exit, doubt }: Wait, variable: string): string {
  return `deadlock ${sites.join(' ')} ${exit} ${variable} ${doubt ?? ''}`;
}

export function isWait(key: string): boolean {
  return key.startsWith('deadlock ');
}

/** `open`: it ends when somebody who can runs. `long`: it was not walked. */
export type Judged = { readonly kind: 'wait'; readonly wait: Wait } | { readonly kind: 'open' | 'long' | 'none' };

const NONE: Judged = { kind: 'none' };

export class Waits {
  /** States that go round alike are one. */
  readonly keys: StateKeys;
  private readonly changers: Changers;

  constructor(
    private readonly machine: Machine,
    objects: ModelObjects,
    private readonly sites: Sites,
    private readonly feasible?: (path: readonly Term[], decided: readonly Term[]) => boolean,
  ) {
    this.keys = new StateKeys(machine.terms, unreadIn(machine, 'do not matter'));
    this.changers = new Changers(machine.program, objects);
  }

  /** Of a state that the running context comes back to by itself. */
  judge(state: State): Judged {
    if (!mayWait(state)) return NONE;
    const { machine, keys, feasible } = this;
    const round = walkRound({ machine, keys, feasible }, state);
    if (round === 'none') return NONE;
    if (round === 'long') return { kind: 'long' };
    if (round === 'changing') return { kind: 'open' };
    const exits = untakenExits(round);
    if (exits.length === 0) return NONE;
    if (this.mayChange(state, round)) return { kind: 'open' };
    const deciding = new Set(exits.flatMap((e) => [...e.reads]));
    const reads = fromFirst(round.reads.filter((r) => deciding.has(r)));
    const context = state.running!.context;
    const exit = exits.map((e) => e.terminator).reduce((a, b) => (a.id < b.id ? a : b));
    const isLocal = ({ byte }: RoundRead): boolean => state.memory.info(objectOf(byte))?.kind === 'local';
    const shared = reads.filter((r) => !isLocal(r));
    const shown = shared.length > 0 ? shared : reads;
    const [awaited] = shown;
    const sites = shown.map((r) => this.sites.of(context, r.instruction.id, 'R', r.function));
    return {
      kind: 'wait',
      wait: {
        context,
        sites: sites.length > 0 ? [...new Set(sites)] : [this.sites.of(context, exit.id, 'R', round.code.fn.name)],
        awaited: awaited && { byte: awaited.byte, size: awaited.size },
        exit: exit.id,
        keptOut: this.keptOut(state, shown),
        steps: round.steps,
        doubt: this.doubt(state, round),
      },
    };
  }

  private mayChange(state: State, round: Round): boolean {
    const isrs = this.changers.following(round.startable);
    const { machine, changers } = this;
    const threads = runningThreads({ machine, changers, roundOf: (other) => this.roundOf(other) }, state, round, isrs);
    const running = new Set([...isrs, ...threads]);
    if (round.readsMask && running.size > 0) return true;
    return round.reads.some(
      (read) => this.changers.isOfOthers(state, read) || this.changers.writers(state, read, running).size > 0,
    );
  }

  /** Of a loop that only memory ends. */
  private roundOf(state: State): Round | undefined {
    const { machine, keys, feasible } = this;
    const round = mayWait(state) ? walkRound({ machine, keys, feasible }, state) : 'none';
    if (round === 'none' || round === 'long' || round === 'changing') return undefined;
    return round.reads.some((read) => this.changers.isOfOthers(state, read)) ? undefined : round;
  }

  private keptOut(state: State, reads: readonly RoundRead[]): readonly KeptOut[] {
    const { contexts } = this.machine.program;
    const own = state.running!.context;
    const others = contexts.filter((c) => c.id !== own).map((c) => c.id);
    const writers = new Set(reads.flatMap((read) => [...this.changers.writers(state, read, others)]));
    const preempted = new Set(state.activations.map((a) => a.context));
    return contexts
      .filter((c) => writers.has(c.id))
      .map((c) => ({
        context: c.id,
        obstacle: preempted.has(c.id) || c.kind !== 'isr' ? undefined : this.obstacle(state, c),
        ...(preempted.has(c.id) || c.kind === 'isr' ? {} : this.thread(state, c.id)),
      }));
  }

  /** Of a thread that writes it: why it does not. */
  private thread(state: State, context: ContextId): Pick<KeptOut, 'thread'> {
    const own = state.threads.flatMap((t, n) => (t.context === context && n !== state.current ? [n as ThreadId] : []));
    if (own.length === 0) return { thread: 'not begun' };
    return { thread: own.some((n) => state.threads[n]!.status === 'runnable') ? 'waits' : 'ended' };
  }

  private obstacle(state: State, isr: Context): Obstacle | undefined {
    return this.machine.obstacle(state, isr);
  }

  private doubt(state: State, round: Round): string | undefined {
    if (this.machine.isrs.length === 0 && !this.machine.threads.areMany) return 'there is no interrupt handler';
    for (const read of round.reads) {
      const fn = this.changers.uncalledWriter(state, read);
      if (fn !== undefined) return `${fn.sourceName}(), which nothing calls, writes it`;
    }
    return undefined;
  }
}

/** A round begins anywhere: the same reads in the same order, from the one that stands first in the program. */
function fromFirst(reads: readonly RoundRead[]): readonly RoundRead[] {
  const first = Math.min(...reads.map((r) => r.instruction.id));
  const at = Math.max(
    0,
    reads.findIndex((r) => r.instruction.id === first),
  );
  return [...reads.slice(at), ...reads.slice(0, at)];
}
