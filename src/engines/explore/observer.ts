// Watches one execution: the access tables of all units on the stack, what suspended contexts are about to do, and the findings that follow.
// The same observer serves the exploration and the replay that confirms its findings.

import type { Event, Failure } from '../../machine/event.js';
import type { Peeked, PeekedAccess } from '../../machine/peek.js';
import type { State } from '../../machine/state.js';
import { pointer } from '../../machine/value.js';
import { AccessTable, type Effect, type Match } from './access-table.js';
import type { ModelObjects } from './model-objects.js';
import type { Sites } from './sites.js';

export interface Rules {
  readonly unit: 'task' | 'function';
  readonly effect: Effect;
}

/** Something seen; `key` is equal for what is one finding. */
export type Sighting =
  | { readonly kind: 'atomicity'; readonly key: string; readonly match: Match }
  | {
      readonly kind: 'race' | 'torn-access';
      readonly key: string;
      readonly first: number;
      readonly second: number;
      readonly byte: number;
    }
  | { readonly kind: 'failure'; readonly key: string; readonly failure: Failure; readonly site: number };

/** What is known of one activation besides its frames. */
interface Unit {
  readonly table: AccessTable;
  /** The step that a preempted context will make next. */
  readonly pending: Peeked | undefined;
  /** A torn access in progress: conflicting accesses to bytes already done, and to the rest. */
  readonly torn: { readonly done: boolean; readonly rest: boolean };
}

const UNTORN = { done: false, rest: false } as const;
const fresh = (): Unit => ({ table: new AccessTable(), pending: undefined, torn: UNTORN });

export class Observer {
  private units: Unit[] = [fresh()];

  constructor(
    private readonly rules: Rules,
    private readonly sites: Sites,
    private readonly objects: ModelObjects,
  ) {}

  clone(): Observer {
    const copy = new Observer(this.rules, this.sites, this.objects);
    copy.units = this.units.map((u) => ({ table: u.table.clone(), pending: u.pending, torn: u.torn }));
    return copy;
  }

  /** An ISR starts before the step `next` of what it preempts. */
  started(next: Peeked | undefined): void {
    const last = this.units.length - 1;
    const below = this.units[last];
    if (below !== undefined)
      this.units[last] = { ...below, pending: next, torn: next?.whole?.started ? below.torn : UNTORN };
    this.units.push(fresh());
  }

  /** Activations may have ended: their units are gone, and what they preempted goes on. */
  settle(state: State): void {
    if (this.units.length <= state.activations.length) return;
    this.units.length = state.activations.length;
    const last = this.units.length - 1;
    if (last >= 0) this.units[last] = { ...this.units[last]!, pending: undefined };
  }

  /** The running context begins a new unit of work. */
  iteration(): void {
    this.units[this.units.length - 1]!.table.clear();
  }

  observe(state: State, event: Event, seen: Sighting[]): void {
    if (event.kind !== 'access' || this.objects.isDevice(state, event.object)) return;
    const { effect } = this.rules;
    const isWrite = event.operation === 'W';
    const site = this.sites.of(event.context, event.instruction, event.operation, event.function);
    const top = this.units.length - 1;
    const matches: Match[] = [];
    const activation = this.activation(state);
    for (let n = 0; n < event.size; n++) {
      const byte = pointer(event.object, event.offset + n);
      this.units[top]!.table.own(byte, site, isWrite, activation, effect, matches);
      for (let below = 0; below < top; below++) this.units[below]!.table.foreign(byte, site, isWrite, effect);
    }
    for (const match of matches) {
      const key = `atomicity ${match.pattern} ${match.o1} ${match.o2} ${match.o3} ${this.objects.nameKey(state, match.byte)}`;
      seen.push({ kind: 'atomicity', key, match });
    }
    for (let below = 0; below < top; below++) this.meet(state, below, event, site, seen);
  }

  failure(state: State, failure: Failure, seen: Sighting[]): void {
    const site = this.sites.of(state.running?.context ?? 0, failure.instruction, 'R', failure.function);
    seen.push({ kind: 'failure', key: `failure ${failure.kind} ${site}`, failure, site });
  }

  /** Everything here that later sightings depend on. */
  key(state: State): string {
    return this.units
      .map((unit, n) => {
        const frames = state.activations[n]?.frames ?? [];
        const calls = this.rules.unit === 'function' ? frames.map((f) => f.serial).join(',') : '';
        return `${unit.table.key()}|${calls}|${unit.torn.done ? 'd' : ''}${unit.torn.rest ? 'r' : ''}`;
      })
      .join('\n');
  }

  private activation(state: State): number {
    if (this.rules.unit === 'task') return -1;
    const frames = state.running?.frames;
    return frames?.[frames.length - 1]?.serial ?? -1;
  }

  /** Does an access conflict with what a suspended context is about to do, or does in part already? */
  private meet(
    state: State,
    below: number,
    event: Extract<Event, { kind: 'access' }>,
    second: number,
    seen: Sighting[],
  ): void {
    const unit = this.units[below]!;
    const { pending } = unit;
    if (pending === undefined || pending.kind !== 'access') return;
    const { context } = state.activations[below]!;
    const first = this.sites.of(
      context,
      pending.instruction,
      pending.accesses[0]?.operation === 'R' ? 'R' : 'W',
      pending.function,
    );
    const conflicts = (a: PeekedAccess): boolean =>
      a.object === event.object &&
      a.offset < event.offset + event.size &&
      event.offset < a.offset + a.size &&
      (event.operation === 'W' || a.operation !== 'R');
    const report = (kind: 'race' | 'torn-access', a: PeekedAccess): void => {
      const byte = pointer(a.object, Math.max(a.offset, event.offset));
      seen.push({ kind, key: `${kind} ${first} ${second} ${this.objects.nameKey(state, byte)}`, first, second, byte });
    };
    const met = pending.accesses.find(conflicts);
    if (met !== undefined) report('race', met);
    if (pending.whole?.started !== true || !conflicts(pending.whole.access)) return;
    const torn = { done: unit.torn.done || met === undefined, rest: unit.torn.rest || met !== undefined };
    if (torn.done === unit.torn.done && torn.rest === unit.torn.rest) return;
    this.units[below] = { ...unit, torn };
    if (torn.done && torn.rest) report('torn-access', pending.whole.access);
  }
}
