// What a finding is reported with: a schedule that was replayed and showed it, of several witnesses one that also shows harm.

import { InternalError } from '../base/internal-error.js';
import { printSchedule, type Schedule } from '../execution/schedule.js';
import type { Program } from '../model/program.js';
import type { Match } from './access-table.js';
import { type Confirmation, Confirmer } from './confirm.js';
import { HarmTrace } from './harm/witness.js';
import { HarmTrials, tripleOf } from './harm.js';
import type { Hit } from './hit.js';
import type { Rules } from './pattern-observer.js';
import type { Sites } from './sites.js';

export interface Proof {
  readonly hit: Hit;
  readonly schedule: Schedule;
  readonly confirmed: Confirmation;
  /** Of atomicity findings: what shows that it is harmful. */
  readonly difference: string | undefined;
}

export class Prover {
  /** Where executions are run again. */
  readonly confirmer: Confirmer;
  private readonly trials: HarmTrials;

  constructor(
    program: Program,
    sites: Sites,
    rules: Rules,
    private readonly isOver: () => boolean,
  ) {
    this.confirmer = new Confirmer(program, rules, sites);
    this.trials = new HarmTrials(this.confirmer, isOver);
  }

  /**
   * Of several executions that show the same, the first that shows harm, where that is a question; else the first. Undefined if that does
   * not replay. After so much effort, no more are tried.
   */
  prove(witnesses: Iterable<readonly [Hit, Schedule]>, effort = Number.POSITIVE_INFINITY): Proof | undefined {
    const { confirmer } = this;
    const limit = confirmer.effort + effort;
    let first: Proof | undefined;
    for (const [hit, schedule] of witnesses) {
      const proof = this.replay(hit, schedule);
      if (proof === undefined) return first;
      if (proof.difference !== undefined) return proof;
      first ??= proof;
      if (hit.sighting.kind !== 'atomicity' || confirmer.effort > limit || this.isOver()) return first;
    }
    return first;
  }

  private replay(hit: Hit, schedule: Schedule): Proof | undefined {
    const { sighting } = hit;
    const { sites, machine, rules } = this.confirmer;
    const follow = (match: Match): HarmTrace => new HarmTrace(tripleOf(sites, match), machine, rules.unit);
    let trace = sighting.kind === 'atomicity' ? follow(sighting.match) : undefined;
    let confirmed = this.confirmer.confirm(schedule, sighting.key, trace);
    const shown = confirmed?.sighting;
    // The same finding, seen earlier on another of its bytes: that is the one to follow.
    if (sighting.kind === 'atomicity' && shown?.kind === 'atomicity' && shown.match.byte !== sighting.match.byte) {
      trace = follow(shown.match);
      confirmed = this.confirmer.confirm(schedule, sighting.key, trace);
    }
    if (confirmed === undefined) return undefined;
    const witness = trace?.witness();
    if (trace !== undefined && witness === undefined)
      throw new InternalError(`no preemption to move: ${sighting.key} by ${printSchedule(schedule)}`);
    const difference = witness === undefined || this.isOver() ? undefined : this.trials.difference(witness);
    return { hit, schedule, confirmed, difference };
  }
}
