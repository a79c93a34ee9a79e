// Is a triple between threads harmful? What others did between o1 and o3 is done before o1, and after o3, instead: as
// close as locks and masks allow, so that two critical sections are not taken apart. If the outside can tell the
// execution from all of these, and o3 depends on what o1 read, a stale value was used. Stricter than for interrupts:
// between threads, two accesses that nothing orders are a race, an error as such, and what each section under a lock
// does for itself is meant to be seen by others. Where others cannot be moved, since they wait for the unit in between
// or it waits for them, nothing is shown. docs/findings.md, threads

import { isOfModel } from '../../../execution/own-frame.js';
import { threadName } from '../../../execution/thread-name.js';
import { instructionPlace } from '../../../ir/instruction-place.js';
import type { ThreadId } from '../../../machine/state.js';
import type { MadeAccess } from '../../shared-prefix.js';
import { differences } from '../compare.js';
import type { Difference } from '../difference.js';
import { explained } from '../explained.js';
import type { Harm } from '../judged.js';
import { isKeptOut, isLetIn } from '../let-in.js';
import { arePublishedInRounds } from '../published-in-rounds.js';
import type { Observed } from '../record.js';
import type { RerunTools } from '../rerun.js';
import type { Triple } from '../witness.js';
import { ThreadRerun } from './thread-rerun.js';
import type { ThreadWitness } from './thread-witness.js';

const UNMOVED: Harm = {
  kind: 'not-shown',
  because: 'what came in between cannot be moved as a whole',
  isUnjudged: true,
};

export class ThreadHarm {
  constructor(private readonly tools: RerunTools) {}

  judge(witness: ThreadWitness | undefined, second: MadeAccess | undefined): Harm {
    if (witness === undefined || second === undefined) return UNMOVED;
    const { triple, isUpdate } = witness;
    const who = this.nameOf(witness, second);
    const [first, last] = [this.lineOf(triple.o1), this.lineOf(triple.o3)];
    if (!this.isRelated(witness)) return { kind: 'not-shown', because: this.unrelated(triple, first, last), isUpdate };
    const original = new ThreadRerun(witness, witness.end, this.tools).finish();
    const found: (readonly Difference[])[] = [];
    for (const where of ['before', 'after'] as const)
      for (const isExtended of [false, true]) {
        const other = where === 'before' ? this.before(witness, isExtended) : this.after(witness, isExtended);
        const at = where === 'before' ? `before ${first}` : `after ${last}`;
        if (other === undefined && isExtended) continue;
        if (other === undefined)
          return { kind: 'not-shown', because: `${who} cannot do the same ${at}: one waits for the other`, isUpdate };
        if (original.end.kind === 'open' || other.end.kind === 'open')
          return {
            kind: 'not-shown',
            because: 'it takes too long to see what comes of it',
            isUnjudged: true,
            isUpdate,
          };
        const seen = this.compare(original, other);
        if (seen.length === 0)
          return { kind: 'not-shown', because: `it has the same effects as with ${who} ${at}`, isUpdate };
        if (!isExtended) found.push(seen);
      }
    return { kind: 'harmful', difference: explained(found[0]!, found[1]!, first, last, who), isUpdate };
  }

  /** Interrupts come without being asked: what one call does around them belongs together. */
  private isRelated({ triple, isDependent, isOneCall, points, end }: ThreadWitness): boolean {
    const { machine } = this.tools;
    const { program } = machine;
    const { o1, o2, o3 } = triple;
    if (program.contexts[o2.context]!.kind !== 'isr') return o1.operation === 'R' && isDependent;
    const first = isKeptOut(machine, points[0]!.state, o2.context);
    const third = isKeptOut(machine, end.state, o2.context);
    if (isLetIn(triple, { first, third, slept: false, waited: false }))
      return isDependent && !(o1.operation === 'W' && o3.operation === 'R');
    const isInFrame = isOneCall && !arePublishedInRounds(program, triple);
    return isInFrame || (o1.operation === 'W' && o3.operation === 'R') || isDependent;
  }

  private before(witness: ThreadWitness, isExtended: boolean): Observed | undefined {
    for (const point of witness.points) {
      const rerun = new ThreadRerun(witness, point, this.tools);
      if (point.state.atomicDepth === 0 && rerun.take(witness.turns, isExtended)) return rerun.finish();
    }
    return undefined;
  }

  private after(witness: ThreadWitness, isExtended: boolean): Observed | undefined {
    const rerun = new ThreadRerun(witness, witness.points[0]!, this.tools);
    return rerun.toThird() && rerun.takeSoon(witness.turns, isExtended) ? rerun.finish() : undefined;
  }

  /** How models do what they do is no effect. */
  private compare(a: Observed, b: Observed): readonly Difference[] {
    const { machine, describer } = this.tools;
    const { module } = machine.program;
    const inner = new Set([...module.globals.values()].filter((g) => isOfModel(module, g)).map((g) => g.sourceName));
    return differences(a, b, machine, describer).filter(
      ({ kind, subject }) => kind !== 'memory' || !inner.has(/^\w+/.exec(subject)?.[0] ?? ''),
    );
  }

  private nameOf({ end, triple }: ThreadWitness, { thread }: MadeAccess): string {
    const { program } = this.tools.machine;
    const { kind, name } = program.contexts[triple.o2.context]!;
    return kind === 'isr' ? name : threadName(program, end.state, thread as ThreadId);
  }

  private unrelated({ o1, o2 }: Triple, first: string, last: string): string {
    const isIsr = this.tools.machine.program.contexts[o2.context]!.kind === 'isr';
    return o1.operation === 'R' || isIsr
      ? `${last} does not depend on what ${first} ${o1.operation === 'R' ? 'read' : 'wrote'}`
      : `what ${first} wrote is meant to be seen by others, as far as anybody can tell`;
  }

  private lineOf({ function: name, instruction }: Triple['o1']): string {
    const { module } = this.tools.machine.program;
    const place = instructionPlace(module, instruction);
    return place === undefined
      ? `the access in ${module.functions.get(name)?.sourceName ?? name}`
      : `line ${place.line}`;
  }
}
