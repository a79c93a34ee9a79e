// Is a finding harmful? Its witness is run again with the preemption moved to just before o1 and to just after o3, or
// around the whole of a torn access. If the outside can tell the witness from all of these, no order of whole units
// explains it (docs/findings.md, harm); it is harmful if o1 and o3 belong together as well. Sound for one witness: a
// difference was seen. Not complete: other witnesses, inputs and longer runs may show what these do not.

import { InternalError } from '../base/internal-error.js';
import type { Schedule } from '../execution/schedule.js';
import { instructionPlace } from '../ir/instruction-place.js';
import type { Memory } from '../machine/memory/memory.js';
import { StateKeys } from '../machine/state-key.js';
import type { Match } from './access-table.js';
import type { Confirmer } from './confirm.js';
import type { Assumption } from './harm/assumption.js';
import { assumptions } from './harm/assumptions.js';
import { differences } from './harm/compare.js';
import { Comparisons } from './harm/comparisons.js';
import type { Difference } from './harm/difference.js';
import { explained } from './harm/explained.js';
import type { Harm } from './harm/judged.js';
import { latchContents } from './harm/latch-contents.js';
import { isLetIn } from './harm/let-in.js';
import { arePublishedInRounds } from './harm/published-in-rounds.js';
import { type Meeting, type Move, NO_MOVE, Rerun, type RerunTools } from './harm/rerun.js';
import { ThreadHarm } from './harm/threads/thread-harm.js';
import { threadWitness } from './harm/threads/thread-witness.js';
import { MAX_FOLLOWED, ValueDependence } from './harm/value-dependence.js';
import { waitLoops } from './harm/wait-loops.js';
import type { Triple, Witness } from './harm/witness.js';
import { writesBackChanged } from './harm/written-back-bits.js';
import type { MadeAccess } from './shared-prefix.js';
import type { Sites } from './sites.js';

export const NO_TIME: Harm = { kind: 'not-shown', because: 'there was no time to judge it', isUnjudged: true };

const NOT_REACHED = { kind: 'not-shown', because: 'the access is not reached' } as const;

export function tripleOf(
  sites: Sites,
  { o1, o2, o3, byte }: Pick<Match, 'o1' | 'o2' | 'o3' | 'byte'>,
  isTorn: boolean,
): Triple {
  const [first, second, third] = [sites.all[o1], sites.all[o2], sites.all[o3]];
  if (first === undefined || second === undefined || third === undefined)
    throw new InternalError('a finding at sites that nobody knows');
  return { o1: first, o2: second, o3: third, byte, isTorn };
}

export class HarmTrials {
  private readonly tools: RerunTools;
  /** Did what was judged last depend on values that the witness says nothing about? */
  private hasGuessed = false;
  /** Steps of the execution that was judged last, up to where it is met. */
  private length = 0;

  constructor(
    private readonly confirmer: Confirmer,
    isOver: () => boolean,
  ) {
    const { machine, describer, rules } = confirmer;
    const lookedAt = (steps: number): void => confirmer.lookedAt(steps);
    this.tools = { machine, describer, keys: new StateKeys(machine.terms), unit: rules.unit, lookedAt, isOver };
  }

  /** `what`: where only harm matters, nothing else is worked out of a witness that shows none. */
  judge(witness: Witness, what: 'all' | 'harm' = 'all'): Harm {
    if (this.tools.isOver()) return NO_TIME;
    const judged = witness.triple.isTorn ? this.judgeTorn(witness) : this.judgeRelated(witness, what);
    // What was cut off shows nothing, and proves nothing.
    return judged.kind === 'not-shown' && this.tools.isOver() ? NO_TIME : judged;
  }

  /** Between threads; `schedule` shows the triple, and `made` is how. */
  judgeThreads(schedule: Schedule, triple: Triple, made: readonly (MadeAccess | undefined)[]): Harm {
    if (this.tools.isOver()) return NO_TIME;
    const witness = threadWitness(this.tools, schedule, triple, made);
    const judged = new ThreadHarm(this.tools).judge(witness, made[1]);
    return judged.kind === 'not-shown' && this.tools.isOver() ? NO_TIME : judged;
  }

  /** What a register that is a latch held is not known: some contents are tried. */
  private judgeRelated(witness: Witness, what: 'all' | 'harm'): Harm {
    let first: Harm | undefined;
    for (const assumption of latchContents(this.confirmer, witness)) {
      if (this.tools.isOver()) return first ?? NO_TIME;
      const found = { ...this.judgePair(assumption.witness, what, assumption), latched: assumption.witness };
      if (found.kind === 'harmful') return found;
      if (first === undefined || (first.kind === 'not-shown' && first.because === NOT_REACHED.because)) first = found;
    }
    if (first !== undefined) return first;
    this.hasGuessed = false;
    const found = this.judgePair(witness, what);
    if (found.kind === 'harmful' || !this.hasGuessed) return found;
    // What is read later is arbitrary as well: with zeros it may end in a failure that has nothing to do with this.
    const other = this.judgePair({ ...witness, inputs: witness.inputs.otherwise() }, what);
    return other.kind === 'harmful' ? other : found;
  }

  private judgePair(witness: Witness, what: 'all' | 'harm', assumption?: Assumption): Harm {
    const excuse = what === 'harm' ? this.excuse(witness, assumption !== undefined) : undefined;
    if (excuse !== undefined) return { kind: 'not-shown', because: excuse };
    const { preemption, together } = witness;
    const alone = this.compareWith(witness, aroundEach([preemption]), assumption);
    const found =
      alone.kind === 'harmful' || together.length < 2
        ? alone
        : this.compareWith(
            witness,
            [
              { before: together, after: [] },
              { before: [], after: together },
            ],
            assumption,
          );
    const { o3 } = witness.triple;
    if (found.kind === 'not-shown' && what === 'harm') {
      // As much effort as to follow it.
      if (o3.operation === 'W') this.tools.lookedAt(Math.min(this.length, MAX_FOLLOWED));
      return found;
    }
    const isPublished = arePublishedInRounds(this.tools.machine.program, witness.triple);
    const follower = new ValueDependence(this.tools.machine, this.tools.lookedAt, isPublished);
    // Also to say whether what o3 writes was computed from what o1 read.
    if (o3.operation === 'W' || found.kind === 'harmful') this.follow(witness, follower);
    const { isUpdate } = follower;
    if (found.kind === 'not-shown') return { ...alone, isUpdate };
    const because = this.excuse(witness, assumption !== undefined);
    if (because !== undefined) return { kind: 'not-shown', because, isUpdate };
    if (isLetIn(witness.triple, witness.keptOut))
      return follower.isDependent === true
        ? { ...found, isUpdate }
        : { kind: 'not-shown', because: this.letIn(witness), isUpdate };
    const isInFrame = witness.isOneCall && !isPublished;
    return isInFrame || isReadBack(witness.triple) || follower.isDependent === true
      ? { ...found, isUpdate }
      : { kind: 'not-shown', because: this.unrelated(witness.triple), isUpdate };
  }

  /** Why no difference that is seen is harm; nothing has to be run for that. */
  private excuse(witness: Witness, isLatch: boolean): string | undefined {
    const { triple, keptOut } = witness;
    // Only of registers: what a variable's bits mean is the program's own affair.
    if (isLatch && !writesBackChanged(this.tools.machine.program, triple)) return this.overwritten(triple);
    if (isReadBack(triple) && isLetIn(triple, keptOut)) return this.letIn(witness);
    if (this.isPolled(witness)) return `${this.lineOf(triple.o1)} is read until it changes`;
    return undefined;
  }

  /** Read again in the next round of a loop that waits for what this ISR writes. */
  private isPolled({ triple: { o1, o3 }, preemption, isOneCall }: Witness): boolean {
    if (!isOneCall || o1.operation === 'W' || o3.operation === 'W' || o1.instruction !== o3.instruction) return false;
    const { program } = this.tools.machine;
    const { ownLoopOf, awaited } = waitLoops(program);
    const loop = ownLoopOf.get(program.module.instructions[o1.instruction]!);
    return loop !== undefined && awaited[loop]!.has(preemption.isr);
  }

  /** Behind o3, the rest runs compiled; it counts as before. */
  private follow(witness: Witness, follower: ValueDependence): void {
    const { machine, lookedAt } = this.tools;
    const computed = machine.compiledSteps;
    new Rerun(witness, NO_MOVE, this.tools, follower).meet();
    lookedAt(Math.min(machine.compiledSteps - computed - follower.passed, follower.left));
  }

  /** The variable may have had other values than in this execution. */
  private judgeTorn(witness: Witness): Harm {
    let first: Harm | undefined;
    const turning = (valueIn: (memory: Memory) => bigint | undefined): readonly bigint[] => {
      const comparisons = new Comparisons(this.tools.machine, this.tools.lookedAt);
      const { memory } = new Rerun(witness, NO_MOVE, this.tools, comparisons).finish();
      // What was compared came from before the preemption or from it.
      const values = [witness.state.memory, memory].flatMap((m) => valueIn(m) ?? []);
      return values.flatMap((value) => comparisons.distances.map((distance) => value + distance));
    };
    for (const assumption of assumptions(this.confirmer, witness, turning)) {
      if (this.tools.isOver()) return first ?? NO_TIME;
      const found = this.compareWith(assumption.witness, aroundEach(assumption.witness.together), assumption);
      if (found.kind === 'harmful') return found;
      first ??= found;
    }
    return first!;
  }

  /** Harmful if the outside can tell the witness from every other order. */
  private compareWith(witness: Witness, moves: readonly Move[], assumption?: Assumption): Harm {
    const { machine } = this.tools;
    const before = machine.interpretedSteps + machine.compiledSteps;
    const original = new Rerun(witness, NO_MOVE, this.tools);
    const meeting = original.meet();
    this.length = machine.interpretedSteps + machine.compiledSteps - before;
    // With another value, the execution may go another way.
    const isThere = witness.triple.isTorn ? original.isTorn : assumption === undefined || original.isComplete;
    if (!isThere) return NOT_REACHED;
    const found: (readonly Difference[])[] = [];
    for (const move of moves) {
      const other = new Rerun(witness, move, this.tools);
      const seen = this.compare(original, meeting, other);
      this.hasGuessed ||= original.hasGuessed || other.hasGuessed;
      if (seen.length === 0) return { kind: 'not-shown', because: this.same(witness.triple, move) };
      found.push(seen);
    }
    const { o1, o3 } = witness.triple;
    const difference = explained(found[0]!, found.at(-1)!, this.lineOf(o1), this.lineOf(o3));
    return {
      kind: 'harmful',
      difference: `${assumption?.text === undefined ? '' : `${assumption.text}, `}${difference}`,
    };
  }

  /** Where both meet in one state, the rest is the same and need not be run. */
  private compare(original: Rerun, meeting: Meeting | undefined, other: Rerun): readonly Difference[] {
    const { machine, describer } = this.tools;
    const reached = other.meet();
    return meeting !== undefined && reached?.key === meeting.key
      ? differences(meeting.observed, reached.observed, machine, describer)
      : differences(original.finish(), other.finish(), machine, describer);
  }

  private unrelated({ o1, o3 }: Triple): string {
    const done = o1.operation === 'R' ? 'read' : 'wrote';
    return `${this.lineOf(o3)} does not depend on what ${this.lineOf(o1)} ${done}`;
  }

  private letIn({ triple, preemption, keptOut }: Witness): string {
    const { name } = this.tools.machine.program.contexts[preemption.isr]!;
    if (keptOut.waited && !keptOut.first) {
      const [o1, o3] = [this.lineOf(triple.o1), this.lineOf(triple.o3)];
      return `the unit waits for what ${name} writes between ${o1} and ${o3}`;
    }
    if (keptOut.slept && !keptOut.first && !keptOut.third) {
      const [o1, o3] = [this.lineOf(triple.o1), this.lineOf(triple.o3)];
      return `the unit waits for an interrupt between ${o1} and ${o3}, and reads what came of it`;
    }
    return keptOut.first
      ? `${this.lineOf(triple.o1)} is done with ${name} kept out, which is let in after it`
      : `${this.lineOf(triple.o3)} reads anew, with ${name} kept out, which was let in before it`;
  }

  private overwritten({ o2, o3 }: Triple): string {
    return `${this.lineOf(o3)} writes back none of the bits that ${this.lineOf(o2)} changes`;
  }

  private same({ o1, o3 }: Triple, { before, after }: Move): string {
    const alone = after.length === 0 ? `before ${this.lineOf(o1)}` : `after ${this.lineOf(o3)}`;
    const where = before.length > 0 && after.length > 0 ? `around ${this.lineOf(o1)}` : alone;
    return `it has the same effects as with the preemption ${where}`;
  }

  private lineOf({ function: name, instruction }: Triple['o1']): string {
    const { module } = this.tools.machine.program;
    const place = instructionPlace(module, instruction);
    return place === undefined
      ? `the access in ${module.functions.get(name)?.sourceName ?? name}`
      : `line ${place.line}`;
  }
}

/** Does o3 read what o1 wrote? */
function isReadBack({ o1, o3 }: Triple): boolean {
  return o1.operation === 'W' && o3.operation === 'R';
}

/** All orders in which the first of them come before, and the others after. */
function aroundEach(starts: Move['before']): readonly Move[] {
  return Array.from({ length: starts.length + 1 }, (_, n) => {
    const k = starts.length - n;
    return { before: starts.slice(0, k), after: starts.slice(k) };
  });
}
