// A hit is believed only when its schedule, replayed on the machine with concrete inputs, shows the same sighting again.

import type { Describer } from '../execution/describe.js';
import type { ModelObjects } from '../execution/model-objects.js';
import type { Choice, Schedule } from '../execution/schedule.js';
import type { Event } from '../machine/event.js';
import { peek } from '../machine/peek.js';
import type { State } from '../machine/state.js';
import type { Bench } from './bench.js';
import type { Trace } from './harm/witness.js';
import type { SiteId } from './history.js';
import { Observer, type Rules, type Sighting } from './pattern-observer.js';
import type { Sites } from './sites.js';
import { type Done, inputOf, type Trunk } from './trunk.js';

export interface Confirmation {
  readonly sighting: Sighting;
  /** What the accesses of the sighting read or wrote, in the order of the report. */
  readonly values: readonly (string | undefined)[];
}

/** Where sightings are looked for. */
export interface Stage {
  readonly bench: Bench;
  readonly rules: Rules;
  readonly sites: Sites;
  readonly objects: ModelObjects;
  readonly trunk: Trunk;
  readonly describer: Describer;
}

/** Undefined when the replay does not show the sighting: a bug of ours. */
export function confirm(stage: Stage, schedule: Schedule, key: string, trace?: Trace): Confirmation | undefined {
  return new Replay(stage, schedule, key, trace).run();
}

class Replay {
  private readonly state: State;
  private readonly observer: Observer;
  private readonly choices: Choice[];
  private readonly done: Done[];
  /** Steps made, steps made before the instruction that is under way, and before its unit of work. */
  private made: number;
  private begun: number;
  private unitBegun: number;
  private given: number;
  /** Compiled steps of the machine before this execution began. */
  private readonly origin: number;
  /** No choice was made, and no input given, that the trunk does not have. */
  private isTrunk = true;
  private readonly seen: Sighting[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly schedule: Schedule,
    private readonly key: string,
    private readonly trace: Trace | undefined,
  ) {
    const { bench, rules, sites, objects, trunk } = stage;
    this.choices = [...schedule.choices];
    const firstStep = this.choices[0]?.at;
    const before = typeof firstStep === 'number' ? firstStep : Number.POSITIVE_INFINITY;
    const moment = trunk.before(before, schedule.inputs);
    this.made = this.begun = moment?.made ?? 0;
    this.given = moment?.given ?? 0;
    this.unitBegun = moment?.unitBegun ?? 0;
    this.done = trunk.done.slice(0, moment?.done ?? 0);
    this.observer = moment?.observer.clone() ?? Observer.begin(rules, sites, objects);
    if (moment !== undefined) trace?.resume(trunk, moment, bench);
    this.origin = bench.machine.compiledSteps - (moment?.computed ?? 0);
    bench.isSpent = () => false;
    bench.input = (bits, what) => this.give(bits, what);
    this.state = moment?.state.clone() ?? bench.machine.initial();
  }

  run(): Confirmation | undefined {
    const { observer, state, trace, seen } = this;
    const { machine } = this.stage.bench;
    for (;;) {
      seen.length = 0;
      this.keepMoment();
      const outcome = machine.run(state);
      observer.settle(state);
      trace?.settled(state);
      if (outcome.kind === 'iteration') {
        this.iteration();
        continue;
      }
      if (outcome.kind === 'failed') observer.failure(state, outcome.failure, seen);
      if (outcome.kind !== 'visible' && outcome.kind !== 'idle') return this.confirmed();
      const choice = this.choices[0];
      if (choice?.kind === 'start' && this.isDue('start')) {
        if (!this.start(choice.isr, outcome.kind === 'visible')) return undefined;
        continue;
      }
      if (outcome.kind === 'idle' || this.isDue('stop')) return undefined;
      const isOver = this.step();
      if (isOver) return this.confirmed();
    }
  }

  private iteration(): void {
    this.observer.iteration();
    if (this.stage.rules.unit !== 'task') return;
    this.trace?.iteration();
    this.unitBegun = this.made;
  }

  private start(name: string, isBeforeStep: boolean): boolean {
    const { state } = this;
    const { machine } = this.stage.bench;
    this.choices.shift();
    this.isTrunk = false;
    const isr = machine.isrs.find((c) => c.name === name);
    if (isr === undefined || machine.obstacle(state, isr) !== undefined) return false;
    this.observer.started(isBeforeStep ? peek(machine, state) : undefined);
    this.trace?.starting(isr.id);
    machine.start(state, isr.id);
    return true;
  }

  /** Did it show the sighting, or end? */
  private step(): boolean {
    const { state, observer, trace, seen } = this;
    const { machine } = this.stage.bench;
    trace?.stepping(state, this.isDue('descending'));
    const { steps } = state;
    if (state.top().pending === undefined) this.begun = this.made;
    let stepped = machine.step(state);
    if (stepped.kind === 'undecided') {
      const isDescending = this.isDue('descending');
      if (isDescending) {
        this.choices.shift();
        this.isTrunk = false;
      }
      stepped = machine.step(state, [isDescending]);
    }
    if (stepped.kind === 'failed') observer.failure(state, stepped.failure, seen);
    if (stepped.kind !== 'stepped') return true;
    trace?.stepped(stepped.events);
    for (const event of stepped.events) {
      this.note(event, steps);
      observer.observe(state, event, seen);
    }
    this.made++;
    if (this.isTrunk && this.made > this.stage.trunk.made) this.stage.trunk.made = this.made;
    return seen.some((s) => s.key === this.key);
  }

  private note(event: Event, step: number): void {
    if (event.kind !== 'access') return;
    const { object, offset, size, value } = event;
    const site = this.stage.sites.of(event.context, event.instruction, event.operation, event.function);
    const done = { site, object, offset, size, value, step, begun: this.begun, computed: this.computed };
    this.done.push(done);
    if (this.isTrunk && this.made === this.stage.trunk.made) this.stage.trunk.done.push(done);
  }

  private give(bits: number, what: string): bigint {
    const { trunk } = this.stage;
    const value = inputOf(this.schedule.inputs, this.given, bits);
    const known = trunk.given[this.given++];
    if (this.isTrunk && known === undefined) trunk.given.push({ bits, what, value });
    else if (known?.value !== value) this.isTrunk = false;
    this.trace?.gave(what, value);
    return value;
  }

  private keepMoment(): void {
    const { made, given, unitBegun, computed } = this;
    const { trunk } = this.stage;
    if (!this.isTrunk || made < trunk.made || !trunk.isMomentDue(made)) return;
    if (this.state.running?.frames.at(-1)?.pending !== undefined) return;
    const [state, observer] = [this.state.clone(), this.observer.clone()];
    trunk.keep({ state, observer, made, given, unitBegun, computed, done: trunk.done.length });
  }

  private get computed(): number {
    return this.stage.bench.machine.compiledSteps - this.origin;
  }

  private isDue(kind: Choice['kind']): boolean {
    return this.choices[0]?.kind === kind && this.choices[0].at === this.state.steps;
  }

  private confirmed(): Confirmation | undefined {
    const sighting = this.seen.find((s) => s.key === this.key);
    return sighting && { sighting, values: valuesOf(sighting, this.done, (done) => this.valueText(done)) };
  }

  /** In the words of the source, as the timeline of a finding shows it. */
  private valueText({ site, ...access }: Done): string {
    const { sites, describer } = this.stage;
    return describer.accessed(this.state.memory, { kind: 'access', ...sites.all[site]!, ...access });
  }
}

/** What the accesses of a sighting read or wrote: the last of each site, one before the other. */
function valuesOf(
  sighting: Sighting,
  history: readonly Done[],
  text: (done: Done) => string,
): readonly (string | undefined)[] {
  const textAt = (n: number): string | undefined => (history[n] === undefined ? undefined : text(history[n]));
  if (sighting.kind === 'failure') return [];
  // The suspended access of a race has not happened yet.
  if (sighting.kind !== 'atomicity') return [textAt(history.length - 1), undefined];
  const { o1, o2, o3 } = sighting.match;
  let end = history.length;
  const valueBefore = (site: SiteId): string | undefined => {
    for (end--; end >= 0 && history[end]!.site !== site; ) end--;
    return textAt(end);
  };
  return [o3, o2, o1].map(valueBefore).reverse();
}
