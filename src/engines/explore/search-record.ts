// What a search over executions has seen and not seen: the findings to be proved, with the executions that show them,
// how much was done, and why not everything. Every search of this engine keeps one.

import type { Ending } from '../../execution/drive.js';
import { hitIn } from '../../findings/hit.js';
import type { PatternObserver, Sighting } from '../../findings/pattern-observer.js';
import { UndefinedSeen } from '../../findings/undefined-behaviour.js';
import { keyOfWait } from '../../findings/waiting/waits.js';
import type { Outcome } from '../../machine/outcome.js';
import type { State } from '../../machine/state.js';
import { type ContextId, MAIN } from '../../model/program.js';
import type { Term } from '../../solve/term.js';
import { ReturningContexts } from './returning-contexts.js';
import type { SearchHit, Trail } from './schedules.js';
import type { SearchOptions } from './search-options.js';

export interface SearchCounts {
  /** Visible steps at which the search stood. */
  states: number;
  transitions: number;
  paths: number;
  triggerings: number;
  switches: number;
  undefinedBehaviour: number;
  /** Executions that turned out to be like others, where a reduction is to keep them out. */
  redundant?: number;
  /** Searches from the beginning, since more was known of what sections read. */
  repeated?: number;
  /** Executions that are made only to see a race, as far as that. */
  meetings?: number;
  /** Of the tables, where they were used: states of single contexts, their steps, and bytes for each state. */
  localStates?: number;
  localSteps?: number;
  bytesPerState?: number;
}

/** Why not everything was searched. */
export type Unexplored =
  | { readonly kind: 'unmodelled'; readonly outcome: Extract<Outcome, { kind: 'unmodelled' }> }
  | { readonly kind: 'bounded'; readonly what?: string }
  | { readonly kind: 'interrupted'; readonly because: string };

/** Executions that are kept for each sighting: one may show harm that another does not. */
const WITNESSES = 8;

export class SearchRecord {
  /** By key of the sighting, up to `WITNESSES`, the first found first. */
  readonly hits = new Map<string, SearchHit[]>();
  /** ISRs that were started at least once, and threads that went on. */
  readonly started = new Set<ContextId>();
  readonly undefinedSeen = new UndefinedSeen();
  readonly returning = new ReturningContexts();
  /** Some ISR was started as often as it may: with more arrivals, there are more executions. */
  isArrivalBoundReached = false;
  /** Something was waited for that an ISR which may start, or a device, may write. */
  hasOpenWaits = false;
  /** Some ISR could have been entered once more while it ran. */
  isReentryCut = false;
  readonly counts: SearchCounts = {
    states: 0,
    transitions: 0,
    paths: 0,
    triggerings: 0,
    switches: 0,
    undefinedBehaviour: 0,
  };
  /** Some loop was not judged: whether it waits for ever is not known. */
  isWaitUnjudged = false;
  /** By priority, a thread goes round for ever and keeps one from going on that is less urgent. */
  isKeptOut = false;
  protected readonly gaps = new Map<string, Unexplored>();
  private readonly sightings = new Map<string, number>();

  constructor(protected readonly options: SearchOptions) {}

  /** Why not everything was searched; empty if it was. */
  get unexplored(): readonly Unexplored[] {
    return [...this.gaps.values()];
  }

  /** Takes over what another search of the same has seen; its executions are shown first. */
  absorb(other: SearchRecord): void {
    for (const [key, hits] of other.hits) this.hits.set(key, hits);
    for (const context of other.started) this.started.add(context);
    for (const context of other.returning.all) this.returning.all.add(context);
    this.isArrivalBoundReached ||= other.isArrivalBoundReached;
    this.hasOpenWaits ||= other.hasOpenWaits;
    this.isWaitUnjudged ||= other.isWaitUnjudged;
  }

  /** `weighed`: transitions so far; those after decisions on arbitrary data may count more. */
  protected exhausted(weighed: number, transitions = this.options.limits.transitions): string | undefined {
    if (transitions === undefined || weighed < transitions) return undefined;
    const { transitions: steps, triggerings, switches } = this.counts;
    const weighing = weighed > steps + triggerings + switches ? ', weighed by conditions on arbitrary data' : '';
    return `the search was cut at ${grouped(transitions)} transitions${weighing}`;
  }

  /** An execution goes round for ever through these states: is there a thread that none of them lets go on? */
  protected goesRoundFor(states: readonly State[]): void {
    const { threads } = this.options.machine;
    const [first, ...others] = states;
    const kept = first === undefined ? [] : threads.keptOut(first);
    this.isKeptOut ||= kept.some((thread) => others.every((state) => threads.keptOut(state).includes(thread)));
  }

  /** Nobody can go on: do all threads that have not ended wait for each other? */
  protected stands(state: State, trail: Trail | undefined): void {
    const judged = this.options.blocked?.judge(state);
    if (judged === 'open') this.hasOpenWaits = true;
    else if (judged !== undefined) this.hit(state, judged, trail);
    // Whoever does not wait goes round for ever.
    this.goesRoundFor([state]);
  }

  /** The running context comes back to this state by itself. */
  protected goesRound(state: State, trail: Trail | undefined): void {
    const { machine } = this.options;
    if (!this.waitsIn(state, trail)) return;
    // Threads that wait for each other do so whoever goes round first.
    for (const transition of machine.enabled(state)) {
      if (transition.kind !== 'switch' || !state.threads[transition.thread]!.isBegun) continue;
      const copy = state.clone();
      machine.take(copy, transition);
      this.waitsIn(copy, { ...transition, step: state.steps, before: trail });
    }
  }

  private waitsIn(state: State, trail: Trail | undefined): boolean {
    const { waits, objects } = this.options;
    const judged = waits?.judge(state);
    if (judged?.kind === 'open') this.hasOpenWaits = true;
    if (judged?.kind === 'long') this.isWaitUnjudged = true;
    if (judged?.kind !== 'wait') return false;
    const { wait } = judged;
    const variable = wait.awaited && objects.genericName(state, wait.awaited.byte, wait.awaited.size);
    this.hit(state, { kind: 'deadlock', key: keyOfWait(wait, variable ?? ''), wait }, trail);
    return true;
  }

  /** An execution has come to its end, whatever is still asked of it. */
  protected noteEnd(how: Ending, state: State): void {
    if (how.kind === 'failed' && how.failure.kind !== 'assertion') {
      this.counts.undefinedBehaviour++;
      this.undefinedSeen.add(how.failure, state.running?.context ?? MAIN);
    } else if (how.kind !== 'stopped' && !(how.kind === 'ended' && how.because !== 'exit'))
      this.returning.comesThrough(state);
  }

  /** The same, and what it shows. */
  protected ended(how: Ending, state: State, patterns: PatternObserver): void {
    this.noteEnd(how, state);
    switch (how.kind) {
      case 'ended':
        if (how.because === 'exit') this.counts.paths++;
        // What it waits for depends on arbitrary data: nobody has asked whether it has to.
        if (how.because === 'waits') this.isWaitUnjudged = true;
        return;
      case 'failed':
        return patterns.failed(state, how.failure);
      case 'unmodelled': {
        const { debug } = this.options.machine.program.module.instructions[how.instruction]!;
        const key = `${how.what} ${how.function} ${debug}`;
        return void this.gaps.set(key, { kind: 'unmodelled', outcome: how });
      }
      case 'bounded':
        return void this.gaps.set(`bounded ${how.what ?? ''}`, how);
    }
  }

  /** The same of one without undefined behaviour whose state is not at hand; what it shows has been told. */
  protected endedIn(how: Ending, contexts: readonly ContextId[]): void {
    if (how.kind === 'failed' || (how.kind === 'ended' && how.because === 'exit')) this.returning.comeThrough(contexts);
    if (how.kind !== 'ended') return;
    if (how.because === 'exit') this.counts.paths++;
    if (how.because === 'waits') this.isWaitUnjudged = true;
  }

  protected hit(state: State, sighting: Sighting, trail: Trail | undefined): void {
    const known = this.hits.get(sighting.key) ?? [];
    const count = (this.sightings.get(sighting.key) ?? 0) + 1;
    this.sightings.set(sighting.key, count);
    // The first ones, and of the others a few from all over the search.
    const isSample = Number.isInteger(Math.log2(count));
    if (known.length >= WITNESSES && !isSample) return;
    const meeting = this.meeting(sighting);
    if (meeting.length > 0 && !this.options.feasible(state.path, meeting)) return;
    const path = [...state.wholePath(), ...meeting];
    const slot = known.length < WITNESSES ? known.length : WITNESSES / 2 + (Math.log2(count) % (WITNESSES / 2));
    this.hits.set(sighting.key, known);
    const { inputs } = state.memory;
    known[slot] = { ...hitIn(state, sighting, this.options.objects), trail, path, inputs };
  }

  /** That an access at an arbitrary offset is where it makes a race. */
  private meeting(sighting: Sighting): readonly Term[] {
    if ((sighting.kind !== 'race' && sighting.kind !== 'torn-access') || sighting.meets === undefined) return [];
    const { offset, oneOf } = sighting.meets;
    const { terms } = this.options.machine;
    return [terms.any(oneOf.map((at) => terms.eq(offset, terms.constant(terms.width(offset), at))))];
  }
}

/** `2 000 000`. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ' ');
}
