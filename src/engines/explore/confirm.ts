// A hit is believed only when its schedule, replayed on the machine with concrete inputs, shows the same sighting again.

import { peek } from '../../machine/peek.js';
import type { Choice, Schedule } from '../../machine/schedule.js';
import type { Value } from '../../machine/value.js';
import { Symbolic, SymbolicPointer } from '../../machine/value.js';
import type { Bench } from './bench.js';
import type { Trace } from './harm/witness.js';
import type { SiteId } from './history.js';
import type { ModelObjects } from './model-objects.js';
import { Observer, type Rules, type Sighting } from './observer.js';
import type { Sites } from './sites.js';

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
}

interface Done {
  readonly site: SiteId;
  readonly value: string;
}

/** Undefined when the replay does not show the sighting: a bug of ours. */
export function confirm(
  { bench, rules, sites, objects }: Stage,
  schedule: Schedule,
  key: string,
  trace?: Trace,
): Confirmation | undefined {
  const { machine } = bench;
  const observer = Observer.begin(rules, sites, objects);
  const inputs = [...schedule.inputs];
  bench.isSpent = () => false;
  bench.input = (bits, what) => {
    const value = BigInt.asUintN(bits, inputs.shift() ?? 0n);
    trace?.gave(what, value);
    return value;
  };
  const state = machine.initial();
  const choices = [...schedule.choices];
  const history: Done[] = [];
  const isDue = (kind: Choice['kind']): boolean => choices[0]?.kind === kind && choices[0].at === state.steps;
  for (;;) {
    const outcome = machine.run(state);
    observer.settle(state);
    trace?.settled(state);
    const seen: Sighting[] = [];
    const confirmed = (): Confirmation | undefined => {
      const sighting = seen.find((s) => s.key === key);
      return sighting && { sighting, values: valuesOf(sighting, history) };
    };
    if (outcome.kind === 'iteration') {
      observer.iteration();
      if (rules.unit === 'task') trace?.iteration();
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
      trace?.starting(isr.id);
      machine.start(state, isr.id);
      continue;
    }
    if (outcome.kind === 'idle' || isDue('stop')) return undefined;
    trace?.stepping(state, isDue('descending'));
    let stepped = machine.step(state);
    if (stepped.kind === 'undecided') {
      const isDescending = isDue('descending');
      if (isDescending) choices.shift();
      stepped = machine.step(state, [isDescending]);
    }
    if (stepped.kind === 'failed') observer.failure(state, stepped.failure, seen);
    if (stepped.kind === 'stepped') {
      trace?.stepped(stepped.events);
      for (const event of stepped.events) {
        if (event.kind === 'access') {
          const site = sites.of(event.context, event.instruction, event.operation, event.function);
          history.push({ site, value: shown(event.value) });
        }
        observer.observe(state, event, seen);
      }
    }
    if (seen.some((s) => s.key === key) || stepped.kind !== 'stepped') return confirmed();
  }
}

/** What the accesses of a sighting read or wrote: the last of each site, one before the other. */
function valuesOf(sighting: Sighting, history: readonly Done[]): readonly (string | undefined)[] {
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
