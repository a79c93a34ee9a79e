// A hit is believed only when its schedule, executed with concrete inputs, shows the same sighting again.

import { type CheckLimits, noLimits } from '../base/limits.js';
import { inputOf } from '../execution/checkpoint.js';
import { Describer } from '../execution/describe.js';
import { drive, type Observer, type Point, type Scheduler } from '../execution/drive.js';
import { ModelObjects } from '../execution/model-objects.js';
import { Narrator } from '../execution/narration.js';
import type { Schedule } from '../execution/schedule.js';
import { ScheduleReader } from '../execution/schedule-reader.js';
import { threadName } from '../execution/thread-name.js';
import { Machine } from '../machine/machine.js';
import type { State, ThreadId } from '../machine/state.js';
import { isAtStandstill, type Transition } from '../machine/transition.js';
import type { Program } from '../model/program.js';
import { actingThreads } from './acting-threads.js';
import type { FoundAccess, WaitingThread } from './finding.js';
import { LatchedInputs } from './harm/latched-inputs.js';
import type { HarmTrace, Witness } from './harm/witness.js';
import { Histories } from './history.js';
import { entryOf, type SightedAccess, sightedAccesses } from './made-accesses.js';
import { PatternObserver, type Rules, type Sighting, type Watched } from './pattern-observer.js';
import { type MadeAccess, PrefixRecorder, SharedPrefix } from './shared-prefix.js';
import type { Sites } from './sites.js';
import type { BlockedThread } from './waiting/blocked-thread.js';
import { BlockedThreads, isBlocked } from './waiting/blocked-threads.js';
import { shortest } from './waiting/shortest.js';
import { isWait, keyOfWait, type Wait, Waits } from './waiting/waits.js';
import { keptOut, waitingText, waitingThreads, waitMessage } from './waiting/words.js';

export interface Confirmation {
  readonly sighting: Sighting;
  /** The accesses of the sighting as they were made, in the order of the report. */
  readonly accesses: readonly SeenAccess[];
  /** The same, as they were made. */
  readonly made: readonly (MadeAccess | undefined)[];
  /** Of a wait: for what, and who would end it. */
  readonly message?: string;
  readonly waiting?: readonly WaitingThread[];
  /** Of a block: how (2) came to be after (1), if that was another access. */
  readonly entry?: SeenAccess;
  /** An execution that shows the same sooner. */
  readonly shorter?: Schedule;
}

type SeenAccess = Pick<FoundAccess, 'value' | 'accessed' | 'step' | 'isPart' | 'thread'>;

/** One machine, and what its executions share, for all that is executed again with concrete data. */
export class Confirmer implements Watched {
  readonly machine: Machine;
  readonly objects: ModelObjects;
  readonly histories: Histories;
  readonly describer: Describer;
  readonly prefix: SharedPrefix;
  readonly waits: Waits;
  readonly blocked: BlockedThreads;
  private compiledInFull = 0;

  constructor(
    program: Program,
    readonly rules: Rules,
    readonly sites: Sites,
    checkLimits: CheckLimits = noLimits,
  ) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.machine = new Machine(program, { arrivals: unlimited, unwind: unlimited, checkLimits });
    this.objects = new ModelObjects(this.machine);
    this.histories = new Histories(rules.effect);
    this.describer = new Describer(this.machine);
    this.prefix = new SharedPrefix(this.machine);
    this.waits = new Waits(this.machine, this.objects, sites);
    this.blocked = new BlockedThreads(this.machine, this.objects, sites);
  }

  /**
   * What was computed so far, in steps that are made one by one. Compiled ones cost little, but of those that harm is
   * looked for in each counts: how many witnesses are tried must not depend on what happens to be compiled.
   */
  get effort(): number {
    return this.machine.interpretedSteps + this.compiledInFull + this.machine.compiledSteps / 128;
  }

  lookedAt(compiledSteps: number): void {
    this.compiledInFull += compiledSteps;
  }

  /** Undefined when the execution does not show the sighting: a bug of ours. */
  confirm(schedule: Schedule, key: string, trace?: HarmTrace): Confirmation | undefined {
    return new ConfirmingExecution(this, schedule, key, trace).run();
  }

  /** The schedule with the inputs of an execution in which a register is a latch; undefined if it goes another way. */
  latched(schedule: Schedule, witness: Witness): Schedule | undefined {
    const { machine } = this;
    const inputs = new LatchedInputs(machine, witness, schedule.inputs);
    const reader = new ScheduleReader(machine, schedule.choices);
    const state = machine.initial((bits, what) => inputs.next(bits, what));
    const scheduler: Scheduler = { choose: (s, point, enabled) => reader.choose(s, point, enabled) };
    const { kind } = drive(machine, state, scheduler, [inputs]);
    return kind === 'stopped' ? { choices: schedule.choices, inputs: inputs.given } : undefined;
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
    private readonly schedule: Schedule,
    private readonly key: string,
    private readonly trace: HarmTrace | undefined,
  ) {
    const { machine, prefix, rules, sites } = confirmer;
    const first = schedule.choices[0]?.at;
    const before = typeof first === 'number' ? first : Number.POSITIVE_INFINITY;
    // Of a torn variable, all accesses of the unit are wanted.
    const isWhole = trace?.triple.isTorn === true || isWait(key);
    const from = isWhole ? undefined : prefix.checkpoints.before(before, schedule.inputs);
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

  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    return this.reader.choose(state, point, enabled);
  }

  run(): Confirmation | undefined {
    const { state, patterns, recorder, trace } = this;
    const narrator = isWait(this.key) ? new Narrator(this.confirmer.machine) : undefined;
    const observers: readonly Observer[] = [recorder, patterns, trace, narrator].filter((o) => o !== undefined);
    const ending = drive(this.confirmer.machine, state, this, observers);
    if (ending.kind === 'failed') patterns.failed(state, ending.failure);
    else if (isWait(this.key)) this.found = this.waitIn(state);
    else if (isBlocked(this.key)) this.found = this.blockedIn(state);
    const sighting = this.found;
    if (sighting === undefined) return undefined;
    const sighted = sightedAccesses(sighting, this.recorder.accesses, this.confirmer.sites);
    const made = sighted.map((a) => a?.made);
    const accesses = this.seen(sighting, sighted);
    if (sighting.kind === 'blocked') {
      const waiting = [...this.waiting(state, sighting.threads), ...keptOut(this.confirmer.machine, state)];
      return { sighting, accesses, made, message: waitingText(waiting), waiting };
    }
    const entry = this.entry(sighting);
    if (sighting.kind !== 'deadlock' || narrator === undefined)
      return { sighting, accesses, made, ...(entry === undefined ? {} : { entry }) };
    const { machine, waits } = this.confirmer;
    const { wait } = sighting;
    const shorter = shortest(machine, waits.keys, this.schedule, state, wait.steps);
    const message = this.messageOf(state, wait, narrator);
    return { sighting, accesses, made, message, ...(shorter === undefined ? {} : { shorter }) };
  }

  private seen(sighting: Sighting, made: readonly (SightedAccess | undefined)[]): readonly SeenAccess[] {
    const { machine, sites } = this.confirmer;
    const makers = actingThreads(
      machine,
      this.state,
      sighting,
      sites,
      made.map((a) => a?.made),
    );
    // Who waits is seen to do so at the end.
    const atEnd = sighting.kind === 'blocked' ? { step: this.state.steps } : {};
    return makers.map((thread, n) => ({
      ...atEnd,
      ...this.inWords(made[n]),
      ...(thread === undefined ? {} : { thread }),
    }));
  }

  private entry(sighting: Sighting): SeenAccess | undefined {
    const made = entryOf(sighting, this.recorder.accesses);
    if (made === undefined) return undefined;
    const { machine, sites } = this.confirmer;
    const { kind } = machine.program.contexts[sites.all[made.site]!.context]!;
    const isThread = machine.threads.areMany && kind !== 'isr';
    const thread = isThread ? threadName(machine.program, this.state, made.thread as ThreadId) : undefined;
    return { ...this.inWords({ made, isPart: false }), ...(thread === undefined ? {} : { thread }) };
  }

  private messageOf(state: State, wait: Wait, { causes }: Narrator): string {
    const { machine, objects } = this.confirmer;
    const variable = wait.awaited && objects.exampleName(state, wait.awaited.byte, wait.awaited.size);
    return waitMessage(machine.program, wait, variable ?? '', causes);
  }

  /** Where the execution stops, it goes round in a loop: the one that was meant? */
  private waitIn(state: State): Sighting | undefined {
    const { waits, objects } = this.confirmer;
    const judged = waits.judge(state);
    if (judged.kind !== 'wait') return undefined;
    const { wait } = judged;
    const variable = wait.awaited && objects.genericName(state, wait.awaited.byte, wait.awaited.size);
    const key = keyOfWait(wait, variable ?? '');
    return key === this.key ? { kind: 'deadlock', key, wait } : undefined;
  }

  /** Where the execution stops, nobody can go on. */
  private blockedIn(state: State): Sighting | undefined {
    const { machine, blocked } = this.confirmer;
    const judged = isAtStandstill(machine.enabled(state)) ? blocked.judge(state) : undefined;
    return judged !== undefined && judged !== 'open' && judged.key === this.key ? judged : undefined;
  }

  private waiting(state: State, threads: readonly BlockedThread[]): readonly WaitingThread[] {
    const { machine, describer } = this.confirmer;
    return waitingThreads(machine.program, state, threads, ({ address, size }) =>
      describer.lock(state.memory, address, size),
    );
  }

  /** As the timeline of a finding shows it. */
  private inWords(sighted: SightedAccess | undefined): SeenAccess {
    if (sighted === undefined) return {};
    const { sites, describer } = this.confirmer;
    const { memory } = this.state;
    const { site, ...access } = sighted.made;
    const { step, object, offset, size } = access;
    if (sighted.isPart) return { step, isPart: true };
    const isPart = this.found?.kind === 'torn-access' && this.state.running?.frames.at(-1)?.pending !== undefined;
    return {
      step,
      ...(isPart ? { isPart } : {}),
      accessed: describer.bytes(memory, object, offset, size),
      value: describer.accessed(memory, { kind: 'access', ...sites.all[site]!, ...access }),
    };
  }
}
