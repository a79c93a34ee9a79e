// Deadlock of threads: none can go on, not all have ended, and no ISR that could start, arrival bound aside, writes
// what one of them waits for. An ISR that waits in the middle of a thread keeps all threads from going on.

import type { ModelObjects } from '../../execution/model-objects.js';
import { ownFrame } from '../../execution/own-frame.js';
import { waitOf } from '../../execution/waiting.js';
import type { InstructionId } from '../../ir/instruction.js';
import type { Machine } from '../../machine/machine.js';
import { pointer } from '../../machine/memory/value.js';
import type { Frame, State, ThreadId } from '../../machine/state.js';
import type { Sighting } from '../pattern-observer.js';
import type { Sites } from '../sites.js';
import type { BlockedThread } from './blocked-thread.js';
import { Changers } from './changers.js';

const BLOCKED = 'blocked ';

export function isBlocked(key: string): boolean {
  return key.startsWith(BLOCKED);
}

export class BlockedThreads {
  private readonly changers: Changers;

  constructor(
    private readonly machine: Machine,
    objects: ModelObjects,
    private readonly sites: Sites,
  ) {
    this.changers = new Changers(machine.program, objects);
  }

  /** Of a state in which nobody can go on; `open`: an ISR may end it. Undefined: nobody waits. */
  judge(state: State): Sighting | 'open' | undefined {
    const waiting = state.threads.flatMap((_, n) => this.waiting(state, n as ThreadId) ?? []);
    if (waiting.length === 0) return undefined;
    const blocked = waiting.sort((a, b) => rank(a) - rank(b));
    if (this.mayBeEnded(state)) return 'open';
    const key = `${BLOCKED}${[...new Set(blocked.map((b) => b.site))].sort((a, b) => a - b).join(' ')}`;
    return { kind: 'blocked', key, threads: blocked };
  }

  private waiting(state: State, thread: ThreadId): BlockedThread | undefined {
    const wait = waitOf(this.machine, state, thread);
    if (wait === undefined) return undefined;
    const activation = state.threads[thread]!.activations.at(-1)!;
    const { instruction, function: fn } = this.callIn(activation.frames);
    const site = this.sites.of(activation.context, instruction, 'R', fn);
    return { thread, context: activation.context, site, wait };
  }

  /** The innermost call that is not one of a model. */
  private callIn(frames: readonly Frame[]): { readonly instruction: InstructionId; readonly function: string } {
    const own = frames.at(ownFrame(this.machine.program.module, frames))!;
    return { instruction: own.instruction.id, function: own.code.fn.name };
  }

  /** Could an ISR, or one that this lets in, write something that a thread waits for? */
  private mayBeEnded(state: State): boolean {
    const bounds = { ...this.machine.options, arrivals: Number.POSITIVE_INFINITY };
    const startable = this.machine.isrs.filter((isr) => this.machine.obstacle(state, isr, bounds) === undefined);
    if (startable.length === 0) return false;
    // Whoever is kept out by one that is more urgent may become more urgent than that.
    const { operations, contexts } = this.machine.program;
    const setsPriority = operations.some(
      (o) => contexts[o.context]!.kind === 'isr' && o.effect.kind === 'thread-priority',
    );
    if (setsPriority && this.machine.threads.isByPriority) return true;
    const running = this.changers.following(new Set(startable.map((isr) => isr.id)));
    // While an ISR waits no thread goes on, even if what it waits for comes.
    const isIsr = state.running !== undefined && this.machine.program.contexts[state.running.context]!.kind === 'isr';
    const stuck = isIsr ? [state.current] : [...state.threads.keys()].map((n) => n as ThreadId);
    const reads = stuck.flatMap((n) => this.machine.threads.attemptOf(state, n)?.reads ?? []);
    return reads.some(
      ({ object, offset, size }) =>
        this.changers.writers(state, { byte: pointer(object, offset), size }, running).size > 0,
    );
  }
}

/** Whoever waits for a lock that somebody has comes first: the others wait for them. */
function rank({ wait }: BlockedThread): number {
  return wait.holder !== undefined ? 0 : wait.lock !== undefined ? 1 : 2;
}
