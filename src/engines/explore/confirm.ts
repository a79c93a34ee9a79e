// A hit is believed only when its schedule, replayed on the machine with concrete inputs, shows the same sighting again.

import { StateKeys } from '../../machine/key.js';
import { Machine } from '../../machine/machine.js';
import { peek } from '../../machine/peek.js';
import type { Choice, Schedule } from '../../machine/schedule.js';
import type { Value } from '../../machine/value.js';
import { Symbolic, SymbolicPointer } from '../../machine/value.js';
import type { Program } from '../../model/program.js';
import type { SiteId } from './history.js';
import { ModelObjects } from './model-objects.js';
import { Observer, type Rules, type Sighting } from './observer.js';
import { type RecordedAccess, Recorder, type Recording } from './recording.js';
import type { Sites } from './sites.js';

export interface Confirmation {
  readonly sighting: Sighting;
  /** What the accesses of the sighting read or wrote, in the order of the report. */
  readonly values: readonly (string | undefined)[];
  readonly recording: Recording;
}

/** Replays schedules on one machine with concrete inputs. */
export class Confirmer {
  readonly machine: Machine;
  /** Pages remember their number in it: one for all that is replayed. */
  readonly keys: StateKeys;
  /** Where arbitrary data comes from at the moment. */
  input: (what: string) => bigint = () => 0n;
  readonly objects: ModelObjects;

  constructor(
    program: Program,
    readonly rules: Rules,
    private readonly sites: Sites,
  ) {
    this.machine = new Machine(program, {
      arrivals: Number.POSITIVE_INFINITY,
      unwind: Number.POSITIVE_INFINITY,
      input: (_bits, what) => this.input(what),
    });
    this.keys = new StateKeys(this.machine.terms);
    this.objects = new ModelObjects(this.machine);
  }

  /** Undefined when the replay does not show the sighting: a bug of ours. */
  confirm(schedule: Schedule, key: string): Confirmation | undefined {
    const { machine } = this;
    const observer = Observer.begin(this.rules, this.sites, this.objects);
    const recorder = new Recorder();
    const inputs = [...schedule.inputs];
    this.input = (what) => recorder.input(what, inputs.shift() ?? 0n);
    const state = machine.initial();
    const choices = [...schedule.choices];
    const isDue = (kind: Choice['kind']): boolean => choices[0]?.kind === kind && choices[0].at === state.steps;
    for (;;) {
      const outcome = machine.run(state);
      observer.settle(state);
      recorder.settle(state);
      const seen: Sighting[] = [];
      const confirmed = (): Confirmation | undefined => {
        const sighting = seen.find((s) => s.key === key);
        const recording = recorder.recording;
        return sighting && { sighting, values: valuesOf(sighting, recording.accesses), recording };
      };
      if (outcome.kind === 'iteration') {
        observer.iteration();
        continue;
      }
      if (outcome.kind === 'failed') observer.failure(state, outcome.failure, seen);
      if (outcome.kind !== 'visible' && outcome.kind !== 'idle') return confirmed();
      const choice = choices[0];
      if (choice?.kind === 'start' && isDue('start')) {
        choices.shift();
        const isr = machine.isrs.find((c) => c.name === choice.isr);
        if (isr === undefined || machine.obstacle(state, isr) !== undefined) return undefined;
        observer.started(outcome.kind === 'visible' ? peek(machine, state) : undefined);
        recorder.started(isr.id, outcome.kind === 'idle');
        machine.start(state, isr.id);
        continue;
      }
      if (outcome.kind === 'idle' || isDue('stop')) return undefined;
      let stepped = machine.step(state);
      if (stepped.kind === 'undecided') {
        const isDescending = isDue('descending');
        if (isDescending) choices.shift();
        recorder.ordered(isDescending);
        stepped = machine.step(state, [isDescending]);
      }
      if (stepped.kind === 'failed') observer.failure(state, stepped.failure, seen);
      if (stepped.kind === 'stepped') {
        for (const event of stepped.events) {
          if (event.kind === 'access')
            recorder.accessed(
              event,
              this.sites.of(event.context, event.instruction, event.operation, event.function),
              shown(event.value),
            );
          observer.observe(state, event, seen);
        }
        recorder.stepped();
      }
      if (seen.some((s) => s.key === key) || stepped.kind !== 'stepped') return confirmed();
    }
  }
}

/** What the accesses of a sighting read or wrote: the last of each site, one before the other. */
function valuesOf(sighting: Sighting, history: readonly RecordedAccess[]): readonly (string | undefined)[] {
  if (sighting.kind === 'failure') return [];
  // The suspended access of a race has not happened yet.
  if (sighting.kind !== 'atomicity') return [history[history.length - 1]?.value, undefined];
  const { o1, o2, o3 } = sighting.match;
  let end = history.length;
  const valueBefore = (site: SiteId): string | undefined => {
    for (end--; end >= 0 && history[end]!.site !== site; ) end--;
    return history[end]?.value;
  };
  return [o3, o2, o1].map(valueBefore).reverse();
}

function shown(value: Value): string {
  if (Array.isArray(value)) return `{${value.map(shown).join(', ')}}`;
  if (value instanceof Symbolic || value instanceof SymbolicPointer) return '?';
  return String(value);
}
