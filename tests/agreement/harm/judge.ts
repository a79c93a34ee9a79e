// Is a triple of an execution harmful, by the definition alone? The preemption is moved to just before o1 and to just
// after o3, and the outside can tell; and o1 and o3 have to do with each other. Shares nothing with the engines but the
// machine; slow, and meant to be obviously right.

import type { Schedule } from '../../../src/execution/schedule.js';
import { Machine } from '../../../src/machine/machine.js';
import type { State } from '../../../src/machine/state.js';
import type { ContextId, Program } from '../../../src/model/program.js';
import { accessesOf, type Triple, type TripleRules, triplesAt } from '../triples.js';
import { Dependence } from './dependence.js';
import { differ } from './effects.js';
import { effectsOf, type Follower, type Witness } from './moved.js';
import { type Recording, record } from './record.js';
import { areOfTwoRounds } from './rounds.js';
import type { Label, WalkedStep } from './walk.js';

export type Judgement = 'harmful' | 'same effects' | 'unrelated';

export class HarmOracle {
  readonly machine: Machine;

  constructor(
    program: Program,
    private readonly rules: TripleRules,
  ) {
    const unlimited = Number.POSITIVE_INFINITY;
    this.machine = new Machine(program, { arrivals: unlimited, unwind: unlimited, execution: 'interpreted' });
  }

  record(schedule: Schedule): Recording {
    return record(this.machine, schedule);
  }

  /** The triples that the last step of a schedule completes. */
  *lastTriples({ steps }: Recording): Iterable<Triple> {
    const all = accessesOf(steps);
    for (let k = 0; k < all.length; k++) if (all[k]!.at === steps.length - 1) yield* triplesAt(all, k, this.rules);
  }

  /** What is read only where the execution goes on is arbitrary as well: it is tried with zeros and with ones. */
  judge(recording: Recording, triple: Triple): Judgement {
    const judged = this.judgeWith(recording, triple, 0n);
    if (judged === 'harmful') return judged;
    return this.judgeWith(recording, triple, -1n) === 'harmful' ? 'harmful' : judged;
  }

  private judgeWith(recording: Recording, triple: Triple, unread: bigint): Judgement {
    const { machine } = this;
    const witness = witnessOf(recording, triple, this.rules.unit, unread);
    const dependence = new Dependence(machine, triple);
    const doors = new Doors(machine, preemptedBy(witness));
    const original = effectsOf(machine, witness, { to: 'nowhere', labels: [] }, new Both(dependence, doors));
    const isDifferent = (labels: readonly Label[]): boolean =>
      differ(original, effectsOf(machine, witness, { to: 'before', labels })) &&
      differ(original, effectsOf(machine, witness, { to: 'after', labels }));
    const [alone, together] = preemptionsOf(witness);
    if (!isDifferent(alone) && (together.length < 2 || !isDifferent(together))) return 'same effects';
    const { o1, o3 } = triple;
    const isOneCall = o1.step.call === o3.step.call && !areOfTwoRounds(machine.program, triple);
    const isReadAgain = o1.event.operation === 'W' && o3.event.operation === 'R';
    // It was let in on purpose between the two: only a value that is carried over relates them.
    const [isShut, isShutAgain] = [doors.isShutAt('o1'), doors.isShutAt('o3')];
    const pattern = `${o1.event.operation}${o3.event.operation}`;
    const isApart = { RR: isShut && isShutAgain, RW: false, WR: isShut || isShutAgain, WW: isShut }[pattern];
    if (isApart === true) return dependence.isThere && !isReadAgain ? 'harmful' : 'unrelated';
    return isOneCall || isReadAgain || dependence.isThere ? 'harmful' : 'unrelated';
  }
}

function witnessOf(recording: Recording, triple: Triple, kind: Witness['kind'], unread: bigint): Witness {
  const [first, last] = [triple.o1, triple.o3].map(({ at }) => recording.steps[at]!) as [WalkedStep, WalkedStep];
  const calls = first.calls.filter((call, n) => last.calls[n] === call);
  const { activation: unit, stack } = first;
  const starts = recording.starts.filter((s) => s.before <= triple.o3.at);
  return { triple, recording, unit, depth: stack.indexOf(unit), firstStep: first.begun, starts, calls, kind, unread };
}

/** Is the ISR kept out of o1, and of o3: by a mask, its own flag, a ceiling or an atomic section? */
class Doors implements Follower {
  private readonly shut = new Set<'o1' | 'o3'>();
  private state: State | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly isr: ContextId,
  ) {}

  isShutAt(which: 'o1' | 'o3'): boolean {
    return this.shut.has(which);
  }

  isWatching(): boolean {
    return true;
  }

  executing(state: State): void {
    this.state = state;
  }

  returned(): void {}

  made(which: 'o1' | 'o3'): void {
    const { flags, maskOpen, ceiling, atomicDepth } = this.state!;
    const { priority, nonMaskable } = this.machine.program.contexts[this.isr]!;
    const isMasked = nonMaskable !== true && (!maskOpen || priority <= ceiling);
    if (isMasked || flags[this.isr] !== true || atomicDepth > 0) this.shut.add(which);
  }
}

class Both implements Follower {
  constructor(
    private readonly a: Follower,
    private readonly b: Follower,
  ) {}

  isWatching(): boolean {
    return true;
  }

  executing(...of: Parameters<Follower['executing']>): void {
    this.a.executing(...of);
    this.b.executing(...of);
  }

  returned(...of: Parameters<Follower['returned']>): void {
    this.a.returned(...of);
    this.b.returned(...of);
  }

  made(...of: Parameters<Follower['made']>): void {
    this.a.made(...of);
    this.b.made(...of);
  }
}

function preemptedBy(witness: Witness): ContextId {
  const [[label]] = preemptionsOf(witness);
  return witness.starts.find((s) => s.label === label)!.isr;
}

/** The activation on top of the unit that o2 belongs to; and all that came right before it, with it. */
function preemptionsOf({ triple, recording, unit, depth, starts }: Witness): readonly [Label[], Label[]] {
  const label = recording.steps[triple.o2.at]!.stack[depth + 1]!;
  const { at } = starts.find((s) => s.label === label)!;
  const together = starts.filter((s) => s.preempted === unit && s.at === at && s.label <= label);
  return [[label], together.map((s) => s.label)];
}
