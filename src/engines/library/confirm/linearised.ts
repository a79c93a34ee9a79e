// Whether an overlap does harm (VMCAI 2017, section 3): its execution is compared with all linearised ones, in which
// the same calls and the same interrupts happen without overlapping: interrupts come only where no task is inside of
// the library, but for tasks that wait there. Harmful: none of them leaves memory as the execution does, or fails
// where it fails. Exact for what is compared: globals and what they lead to, at the end of all calls.

import { hexHash } from '../../../base/hash.js';
import { Describer } from '../../../execution/describe.js';
import { drive, type Ending, type Point, type Scheduler } from '../../../execution/drive.js';
import type { Choice } from '../../../execution/schedule.js';
import { memoryDifferences } from '../../../findings/harm/memory-difference.js';
import type { Machine } from '../../../machine/machine.js';
import type { State } from '../../../machine/state.js';
import { StateKeys } from '../../../machine/state-key.js';
import { startsIn, type Transition } from '../../../machine/transition.js';
import type { ContextId } from '../../../model/program.js';
import { CALLER, FIRST, SECOND, TICK_INTERRUPT } from './harness-text.js';
import type { Overlaps } from './overlaps.js';
import { type HarnessAttempt, inputsFor, type PairWitness, sourceOf } from './realise.js';

export type PairHarm =
  | { readonly kind: 'harmful'; readonly because: string }
  | { readonly kind: 'not-shown'; readonly because: string };

const LONGEST = 10_000;
/** Steps between two looks at whether a state comes again. */
const LOOK = 64;
/** Linearised executions that are compared; more are not expected. */
const MOST = 500;

interface Final {
  readonly state: State;
  readonly ending: Ending;
}

/** The execution once more, watched, and to its end. */
export function followed(machine: Machine, witness: PairWitness, attempt: HarnessAttempt, watch: Overlaps): Final {
  const state = machine.initial(sourceOf(inputsFor(attempt)));
  const ending = drive(machine, state, new Followed(machine, witness.choices), [watch]);
  if (ending.kind === 'failed') watch.failed(state);
  return { state, ending };
}

export function harmOf(machine: Machine, { state, ending }: Final, attempt: HarnessAttempt): PairHarm {
  const wanted = [...state.arrivals];
  const all = linearised(machine, attempt, wanted);
  if (all === undefined) return notShown('there are too many linearised executions to compare with');
  if (ending.kind === 'failed') {
    const isSame = (other: Final): boolean =>
      other.ending.kind === 'failed' && other.ending.failure.instruction === ending.failure.instruction;
    if (all.some(isSame)) return notShown('it fails where a linearised execution fails');
    return { kind: 'harmful', because: `no linearised execution fails there: ${ending.failure.message}` };
  }
  if (ending.kind !== 'ended') return notShown('its calls do not come back');
  const done = all.filter((other) => other.ending.kind === 'ended');
  if (done.length === 0) return notShown('no linearised execution comes to its end');
  const describer = new Describer(machine);
  let fewest: readonly string[] | undefined;
  for (const other of done) {
    const found = memoryDifferences(state.memory, other.state.memory, 'all', machine, describer);
    if (found.length === 0) return notShown('a linearised execution leaves the same');
    if (fewest === undefined || found.length < fewest.length)
      fewest = found.map((d) => `${d.subject} ${d.original}, linearised ${d.other.replace(/^ends as/, 'as')}`);
  }
  return { kind: 'harmful', because: `no linearised execution leaves this: ${fewest!.slice(0, 3).join('; ')}` };
}

function notShown(because: string): PairHarm {
  return { kind: 'not-shown', because };
}

/** Undefined: too many. */
function linearised(
  machine: Machine,
  attempt: HarnessAttempt,
  arrivals: readonly number[],
): readonly Final[] | undefined {
  const finals: Final[] = [];
  const stack: { state: State; early: Transition | undefined }[] = [
    { state: machine.initial(sourceOf(inputsFor(attempt))), early: undefined },
  ];
  const visited = new Set<string>();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (finals.length > MOST || stack.length > MOST) return undefined;
    const { state } = next;
    const scheduler = new Linearised(machine, arrivals, visited, next.early, (copy, early) =>
      stack.push({ state: copy, early }),
    );
    const ending = drive(machine, state, scheduler, []);
    const isWhole = ending.kind === 'failed' || state.arrivals.every((n, isr) => n === arrivals[isr]);
    if (isWhole && (ending.kind === 'ended' || ending.kind === 'failed')) finals.push({ state, ending });
  }
  return finals;
}

/** Interrupts come where the context that runs is not inside of the library, in all ways; as often as they did. */
class Linearised implements Scheduler {
  private readonly keys: StateKeys;

  constructor(
    machine: Machine,
    private readonly arrivals: readonly number[],
    private readonly visited: Set<string>,
    private first: Transition | undefined,
    private readonly branch: (state: State, early: Transition) => void,
  ) {
    this.keys = new StateKeys(machine.terms);
  }

  early(): Transition | undefined {
    const { first } = this;
    this.first = undefined;
    return first;
  }

  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    const possible = enabled();
    if (point.kind === 'undecided' || state.isStepBegun) return possible[0];
    if (state.steps > LONGEST) return undefined;
    const goesOn = possible.find((t) => t.kind !== 'start');
    const starts =
      isOutside(state) || goesOn === undefined
        ? startsIn(possible).filter((isr) => state.arrivals[isr]! < this.arrivals[isr]!)
        : [];
    if (starts.length > 0 || goesOn?.kind === 'switch' || state.steps % LOOK === 0) {
      const key = hexHash(this.keys.key(state));
      if (this.visited.has(key)) return undefined;
      this.visited.add(key);
    }
    for (const isr of starts) this.branch(state.clone(), { kind: 'start', isr });
    return goesOn;
  }
}

function isTick({ program }: Machine, isr: ContextId): boolean {
  return program.contexts[isr]!.name === TICK_INTERRUPT;
}

/** The tasks that are looked at have begun, and the one that runs is in none of its calls. */
function isOutside({ running, threads }: State): boolean {
  const names = running?.frames.map(({ code }) => code.fn.name) ?? [];
  if (names.includes(CALLER)) return false;
  const isTask = names.includes(FIRST) || names.includes(SECOND);
  return (
    isTask ||
    threads.some(({ activations }) =>
      activations.some(({ frames }) => frames.some(({ code }) => code.fn.name === FIRST || code.fn.name === SECOND)),
    )
  );
}

/** What was chosen, and then nothing but what is next; it ends where it would go round. */
class Followed implements Scheduler {
  private next = 0;
  private isTickDue = false;
  private readonly keys: StateKeys;
  private readonly seen = new Set<string>();

  constructor(
    private readonly machine: Machine,
    private readonly choices: readonly Choice[],
  ) {
    this.keys = new StateKeys(machine.terms);
  }

  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    const possible = enabled();
    if (point.kind === 'undecided' || state.isStepBegun) return possible[0];
    const choice = this.choices[this.next];
    if (choice !== undefined && choice.at === state.steps) {
      const transition = possible.find((t) => this.isIt(t, choice));
      if (transition !== undefined) {
        this.next++;
        return transition;
      }
    }
    const goesOn = possible.find((t) => t.kind !== 'start');
    if (state.steps > LONGEST) return undefined;
    if (choice === undefined && (goesOn?.kind === 'switch' || state.steps % LOOK === 0)) {
      const key = hexHash(this.keys.key(state));
      // Somebody waits: time passes.
      if (this.seen.has(key)) this.isTickDue = true;
      this.seen.add(key);
    }
    const tick = this.isTickDue && possible.find((t) => t.kind === 'start' && isTick(this.machine, t.isr));
    if (tick) {
      this.isTickDue = false;
      this.seen.clear();
      return tick;
    }
    return goesOn;
  }

  private isIt(transition: Transition, choice: Choice): boolean {
    if (choice.kind === 'switch') return transition.kind === 'switch' && transition.thread === choice.thread;
    if (choice.kind !== 'start' || transition.kind !== 'start') return false;
    return this.machine.program.contexts[transition.isr]!.name === choice.isr;
  }
}
