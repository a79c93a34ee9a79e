// A hit is believed only when its schedule, executed with concrete inputs, shows the same sighting again.

import { type CheckLimits, noLimits } from '../base/limits.js';
import { inputOf } from '../execution/checkpoint.js';
import { Describer } from '../execution/describe.js';
import { drive, type Observer, type Point, type Scheduler } from '../execution/drive.js';
import { ModelObjects } from '../execution/model-objects.js';
import type { Schedule } from '../execution/schedule.js';
import { ScheduleReader } from '../execution/schedule-reader.js';
import { Machine } from '../machine/machine.js';
import type { State } from '../machine/state.js';
import type { Transition } from '../machine/transition.js';
import type { Program } from '../model/program.js';
import type { HarmTrace } from './harm/witness.js';
import type { SiteId } from './history.js';
import { PatternObserver, type Rules, type Sighting, type Watched } from './pattern-observer.js';
import { type MadeAccess, PrefixRecorder, SharedPrefix } from './shared-prefix.js';
import type { Sites } from './sites.js';

export interface Confirmation {
  readonly sighting: Sighting;
  /** What the accesses of the sighting read or wrote, in the order of the report. */
  readonly values: readonly (string | undefined)[];
}

/** One machine, and what its executions share, for all that is executed again with concrete data. */
export class Confirmer implements Watched {
  readonly machine: Machine;
  readonly objects: ModelObjects;
  readonly describer: Describer;
  readonly prefix: SharedPrefix;

  constructor(
    program: Program,
    readonly rules: Rules,
    readonly sites: Sites,
    checkLimits: CheckLimits = noLimits,
  ) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.machine = new Machine(program, { arrivals: unlimited, unwind: unlimited, checkLimits });
    this.objects = new ModelObjects(this.machine);
    this.describer = new Describer(this.machine);
    this.prefix = new SharedPrefix(this.machine);
  }

  /** What was computed so far, in steps that are made one by one; compiled ones cost little. */
  get effort(): number {
    return this.machine.interpretedSteps + this.machine.compiledSteps / 128;
  }

  /** Undefined when the execution does not show the sighting: a bug of ours. */
  confirm(schedule: Schedule, key: string, trace?: HarmTrace): Confirmation | undefined {
    return new ConfirmingExecution(this, schedule, key, trace).run();
  }
}

class ConfirmingExecution implements Scheduler {
  private readonly state: State;
  private readonly reader: ScheduleReader;
  private readonly patterns: PatternObserver;
  private readonly recorder: PrefixRecorder;
  private found: Sighting | undefined;

  constructor(
    private readonly confirmer: Confirmer,
    schedule: Schedule,
    key: string,
    private readonly trace: HarmTrace | undefined,
  ) {
    const { machine, prefix, rules, sites } = confirmer;
    const first = schedule.choices[0]?.at;
    const before = typeof first === 'number' ? first : Number.POSITIVE_INFINITY;
    const from = prefix.checkpoints.before(before, schedule.inputs);
    const report = (_: State, sighting: Sighting): void => {
      if (sighting.key === key) this.found ??= sighting;
    };
    this.patterns = from?.extra.patterns.clone(report) ?? PatternObserver.begin(confirmer, report);
    this.recorder = new PrefixRecorder(prefix, machine, sites, rules.unit, this.patterns, from);
    this.reader = new ScheduleReader(machine, schedule.choices);
    if (from !== undefined) trace?.resume(prefix, from);
    const source = (bits: number, what: string): bigint => {
      const value = inputOf(schedule.inputs, this.recorder.inputs, bits);
      this.recorder.gave(bits, what, value);
      trace?.gave(what, value);
      return value;
    };
    this.state = from?.state.clone(source) ?? machine.initial(source);
  }

  early(): 'stop' | undefined {
    return this.found === undefined ? undefined : 'stop';
  }

  choose(state: State, point: Point): Transition | undefined {
    return this.reader.choose(state, point);
  }

  run(): Confirmation | undefined {
    const { state, patterns, recorder, trace } = this;
    const observers: readonly Observer[] = trace === undefined ? [recorder, patterns] : [recorder, patterns, trace];
    const ending = drive(this.confirmer.machine, state, this, observers);
    if (ending.kind === 'failed') patterns.failed(state, ending.failure);
    const sighting = this.found;
    return sighting && { sighting, values: valuesOf(sighting, recorder.accesses, (made) => this.valueText(made)) };
  }

  /** In the words of the source, as the timeline of a finding shows it. */
  private valueText({ site, ...access }: MadeAccess): string {
    const { sites, describer } = this.confirmer;
    return describer.accessed(this.state.memory, { kind: 'access', ...sites.all[site]!, ...access });
  }
}

/** What the accesses of a sighting read or wrote: the last of each site, one before the other. */
function valuesOf(
  sighting: Sighting,
  history: readonly MadeAccess[],
  text: (made: MadeAccess) => string,
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
