// Who may preempt whom: the rules of docs/machine.md with the nesting policies of docs/platform-packs.md, and the
// effect of mask operations on a state.

import type { Context, ContextId, Program } from '../model/program.js';
import type { Activation, State, Thread } from './state.js';

/** What keeps an ISR from starting. */
export type Obstacle =
  | { readonly kind: 'atomic' | 'flag' | 'mask' | 'ceiling' | 'pending' | 'arrivals' | 'active' | 'reentry' }
  /** It starts only at calls that name it: this is none, or it has started at this one already. */
  | { readonly kind: 'elsewhere' | 'arrived' }
  /** The ISR that runs, and the rule by which it is not preempted. */
  | { readonly kind: 'no-nesting' | 'priority'; readonly running: Context };

/** Asked at every visible step for every ISR: none is made anew. */
const obstacles = {
  atomic: { kind: 'atomic' },
  flag: { kind: 'flag' },
  mask: { kind: 'mask' },
  ceiling: { kind: 'ceiling' },
  pending: { kind: 'pending' },
  arrivals: { kind: 'arrivals' },
  active: { kind: 'active' },
  reentry: { kind: 'reentry' },
} as const satisfies Record<string, Obstacle>;

/** An ISR that opens the mask may be entered again, and again in there: so many times at once, and no further. */
export const MAX_REENTRY = 3;

/** How often ISRs start. */
export interface StartBounds {
  /** Times that each may start; Infinity for no bound. */
  readonly arrivals: number;
  /** Activations of one ISR at once; absent: `MAX_REENTRY`. */
  readonly reentry?: number;
}

/** Why an ISR may not start now; undefined if it may. */
export function obstacleTo(
  program: Program,
  state: State,
  isr: Context,
  { arrivals, reentry = MAX_REENTRY }: StartBounds,
): Obstacle | undefined {
  if (state.atomicDepth > 0) return obstacles.atomic;
  if (!state.flags[isr.id]) return obstacles.flag;
  if (!isr.nonMaskable && !state.maskOpen) return obstacles.mask;
  if (!isr.nonMaskable && !isAbove(program, state, isr.priority, state.ceiling)) return obstacles.ceiling;
  if (isr.softwarePended && !state.pended[isr.id]) return obstacles.pending;
  if (state.arrivals[isr.id]! >= arrivals) return obstacles.arrivals;
  if (state.activations.some((a) => a.context === isr.id)) {
    if (program.platform.nesting.kind !== 'masked' || reentry === 1) return obstacles.active;
    // Whoever opens the mask lets all in that are enabled, itself among them.
    if (state.activations.filter((a) => a.context === isr.id).length >= reentry) return obstacles.reentry;
  }
  return nestingForbids(program, state, isr);
}

/**
 * The same where ISRs run beside all others, in threads of their own. On several cores one of them takes the interrupt,
 * whatever the masks of the others say; an ISR that is active on one is not started on another. As threads, ISRs start
 * whenever they like, once they are there.
 */
export function obstacleBeside(
  { threading }: Program,
  state: State,
  isr: Context,
  own: Thread,
  { arrivals }: StartBounds,
): Obstacle | undefined {
  if (state.atomicDepth > 0) return obstacles.atomic;
  const isInstalled = isr.given !== undefined || isr.registeredAt !== undefined;
  if (!state.flags[isr.id] && (!threading.interruptsAsThreads || isInstalled)) return obstacles.flag;
  if (isr.softwarePended && !state.pended[isr.id] && !threading.interruptsAsThreads) return obstacles.pending;
  if (state.arrivals[isr.id]! >= arrivals) return obstacles.arrivals;
  return own.activations.length > 0 ? obstacles.active : undefined;
}

function nestingForbids(program: Program, state: State, isr: Context): Obstacle | undefined {
  const running = state.running === undefined ? undefined : program.contexts[state.running.context]!;
  if (running === undefined || running.kind !== 'isr') return undefined;
  switch (program.platform.nesting.kind) {
    case 'none':
      return { kind: 'no-nesting', running };
    case 'masked':
      return undefined;
    case 'priority':
      return isAbove(program, state, isr.priority, running.priority) ? undefined : { kind: 'priority', running };
  }
}

/** Compares Preempt's priorities, by those of their bits that say who preempts whom as things stand. */
function isAbove({ grouping, platform }: Program, { registers }: State, a: number, b: number): boolean {
  if (grouping === undefined || b === 0 || !registers.has(grouping.address)) return a > b;
  const groupOf = (priority: number): number => (2 ** platform.priorities.bits - priority) >> grouping.subBits;
  return groupOf(a) < groupOf(b);
}

/** Entry: on `masked` platforms the hardware closes the mask. */
export function enterInterrupt(program: Program, state: State, isr: ContextId, ignoresMask: boolean): void {
  const { maskOpen: maskWasOpen } = state;
  state.pended[isr] = false;
  // It was about the section that the preempted context stands before.
  state.thread.attempt = undefined;
  state.thread.tried = undefined;
  if (program.platform.nesting.kind === 'masked') state.maskOpen = false;
  const ignoredMask = ignoresMask && !maskWasOpen;
  state.activations.push({ context: isr, frames: [], maskWasOpen, ignoredMask, sleeps: 0 });
}

/**
 * Exit: `reti` opens the mask (AVR) or restores what it was (MSP430). Flags, PRIMASK and BASEPRI stay as the handler
 * left them.
 */
export function leaveInterrupt(program: Program, state: State, { maskWasOpen, ignoredMask }: Activation): void {
  const { nesting } = program.platform;
  state.thread.attempt = undefined;
  state.thread.tried = undefined;
  if (ignoredMask) state.maskOpen = false;
  else if (nesting.kind === 'masked') state.maskOpen = nesting.exit === 'open' ? true : maskWasOpen;
}

/**
 * Sets or clears own flags by irq; −1 as `all` is resolved by the caller. A number that may be a handler's enables it,
 * but does not disable it, since it may be another's.
 */
export function setFlags(program: Program, state: State, irq: number | 'all', enabled: boolean): void {
  for (const c of program.contexts) {
    if (c.kind !== 'isr') continue;
    const isPossible = enabled && irq !== 'all' && c.possibleIrqs?.includes(irq) === true;
    if (irq === 'all' || c.irq === irq || isPossible) state.flags[c.id] = enabled;
  }
}

export function setPended(program: Program, state: State, irq: number | 'all', pended: boolean): void {
  for (const c of program.contexts)
    if (c.kind === 'isr' && (irq === 'all' || c.irq === irq)) state.pended[c.id] = pended;
}

/**
 * BASEPRI holds a hardware priority in its upper bits: 0 is no ceiling, else that priority and all less urgent ones are
 * kept out.
 */
export function ceilingFrom(program: Program, written: number): number {
  const { order, bits } = program.platform.priorities;
  if (order !== 'inverted') return written;
  const hardware = (written & 0xff) >> (8 - bits);
  return hardware === 0 ? 0 : 2 ** bits - hardware;
}

export function ceilingRead(program: Program, ceiling: number): number {
  const { order, bits } = program.platform.priorities;
  if (order !== 'inverted' || ceiling === 0) return ceiling;
  return (2 ** bits - ceiling) << (8 - bits);
}

/** A handler that is registered at run time can start from there on. */
export function registerHandler(program: Program, state: State, fn: string): void {
  for (const c of program.contexts) if (c.kind === 'isr' && c.function === fn) state.flags[c.id] = true;
}
