// Is an atomicity finding harmful? Its witness is run again with the preemption moved to just before o1 and to just
// after o3. If the outside can tell the witness from both, no order of whole units explains it (docs/findings.md,
// harm). Sound for one witness: a difference was seen. Not complete: other witnesses, inputs and longer runs may show
// what these do not.

import { InternalError } from '../base/internal-error.js';
import { instructionPlace } from '../ir/instruction-place.js';
import { StateKeys } from '../machine/state-key.js';
import type { Match } from './access-table.js';
import type { Confirmer } from './confirm.js';
import type { LabelledStart } from './harm/activation-label.js';
import { differences } from './harm/compare.js';
import type { Difference } from './harm/difference.js';
import { type Meeting, Rerun, type RerunTools } from './harm/rerun.js';
import type { Triple, Witness } from './harm/witness.js';
import type { Sites } from './sites.js';

export function tripleOf(sites: Sites, { o1, o2, o3, byte }: Match): Triple {
  const [first, second, third] = [sites.all[o1], sites.all[o2], sites.all[o3]];
  if (first === undefined || second === undefined || third === undefined)
    throw new InternalError('a finding at sites that nobody knows');
  return { o1: first, o2: second, o3: third, byte };
}

export class HarmTrials {
  private readonly tools: RerunTools;

  constructor({ machine, describer, rules }: Confirmer, isOver: () => boolean) {
    const { unit } = rules;
    this.tools = { machine, describer, keys: new StateKeys(machine.terms), unit, isOver };
  }

  /** What differs from both other orders, in words; undefined when nothing does. */
  difference(witness: Witness): string | undefined {
    const original = new Rerun(witness, { to: 'nowhere' }, this.tools);
    const meeting = original.meet();
    const moving = (starts: readonly LabelledStart[]): string | undefined => {
      const rerun = (to: 'before' | 'after'): Rerun => new Rerun(witness, { to, starts }, this.tools);
      const before = this.compare(original, meeting, rerun('before'));
      if (before.length === 0) return undefined;
      const after = this.compare(original, meeting, rerun('after'));
      if (after.length === 0) return undefined;
      return explained(before, after, this.lineOf(witness.triple.o1), this.lineOf(witness.triple.o3));
    };
    const { preemption, together } = witness;
    return moving([preemption]) ?? (together.length > 1 ? moving(together) : undefined);
  }

  /** Where both meet in one state, the rest is the same and need not be run. */
  private compare(original: Rerun, meeting: Meeting | undefined, other: Rerun): readonly Difference[] {
    const { describer } = this.tools;
    const reached = other.meet();
    return meeting !== undefined && reached?.key === meeting.key
      ? differences(meeting.observed, reached.observed, describer)
      : differences(original.finish(), other.finish(), describer);
  }

  private lineOf({ function: name, instruction }: Triple['o1']): string {
    const { module } = this.tools.machine.program;
    const place = instructionPlace(module, instruction);
    return place === undefined
      ? `the access in ${module.functions.get(name)?.sourceName ?? name}`
      : `line ${place.line}`;
  }
}

/** `x ends as 1; with the preemption before line 5 or after line 7 it ends as 2`. */
function explained(before: readonly Difference[], after: readonly Difference[], first: string, last: string): string {
  const common = before.flatMap((b) => {
    const a = after.find((d) => d.subject === b.subject && d.original === b.original);
    return a === undefined ? [] : [{ ...b, after: a.other }];
  })[0];
  if (common === undefined) {
    const [b, a] = [before[0]!, after[0]!];
    return [
      `${b.subject} ${b.original}, but with the preemption before ${first} it ${b.other}`,
      `${a.subject} ${a.original}, but with the preemption after ${last} it ${a.other}`,
    ].join('; ');
  }
  const { subject, original, other } = common;
  const either = first === last ? `before or after ${first}` : `before ${first} or after ${last}`;
  return other === common.after
    ? `${subject} ${original}; with the preemption ${either} it ${other}`
    : `${subject} ${original}; with the preemption before ${first} it ${other}, after ${last} it ${common.after}`;
}
