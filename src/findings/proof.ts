// What a finding is reported with: a schedule that was replayed and showed it, of several witnesses one that also shows
// harm.

import { InternalError } from '../base/internal-error.js';
import { type CheckLimits, noLimits } from '../base/limits.js';
import { printSchedule, type Schedule } from '../execution/schedule.js';
import type { Program } from '../model/program.js';
import { runsIsrsBeside } from '../model/threading.js';
import { type Confirmation, Confirmer } from './confirm.js';
import type { Harm } from './harm/judged.js';
import { HarmTrace } from './harm/witness.js';
import { HarmTrials, NO_TIME, tripleOf } from './harm.js';
import type { SiteId } from './history.js';
import type { Hit } from './hit.js';
import type { Rules, Sighting } from './pattern-observer.js';
import type { Sites } from './sites.js';

export interface Proof {
  readonly hit: Hit;
  readonly schedule: Schedule;
  readonly confirmed: Confirmation;
  /** Where that is a question: of patterns and of torn accesses. */
  readonly harm: Harm | undefined;
}

const unjudged = (because: string): Harm => ({ kind: 'not-shown', because, isUnjudged: true });
const TORN_BY_ISR = unjudged('in programs with threads, accesses that an interrupt tears are not judged');
const BESIDE = unjudged('harm is not judged where interrupts run beside what they would preempt');

export class Prover {
  /** Where executions are run again. */
  readonly confirmer: Confirmer;
  private readonly trials: HarmTrials;

  constructor(
    program: Program,
    sites: Sites,
    rules: Rules,
    /** No more than what is needed: harm is not judged any more. */
    private readonly isOver: () => boolean,
    /** Throws where there is no time even for that. */
    checkLimits: CheckLimits = noLimits,
  ) {
    this.confirmer = new Confirmer(program, rules, sites, checkLimits);
    this.trials = new HarmTrials(this.confirmer, isOver);
  }

  /**
   * Of several executions that show the same, the first that shows harm, where that is a question; else the first.
   * Undefined if that does not replay. After so much effort, no more are tried.
   */
  prove(witnesses: Iterable<readonly [Hit, Schedule]>, effort = Number.POSITIVE_INFINITY): Proof | undefined {
    const { confirmer } = this;
    const limit = confirmer.effort + effort;
    let first: Proof | undefined;
    for (const [hit, schedule] of witnesses) {
      const proof = this.replay(hit, schedule, first === undefined ? 'all' : 'harm');
      if (proof === undefined) return first;
      if (proof.harm?.kind !== 'not-shown') return proof;
      first ??= proof;
      if (confirmer.effort > limit || this.isOver()) return first;
    }
    return first;
  }

  private replay(hit: Hit, schedule: Schedule, what: 'all' | 'harm'): Proof | undefined {
    const { sighting } = hit;
    let trace = this.follow(sighting);
    let confirmed = this.confirmer.confirm(schedule, sighting.key, trace);
    const shown = confirmed?.sighting;
    // The same finding, seen earlier on another of its bytes: that is the one to follow.
    if (shown !== undefined && trace !== undefined && byteOf(shown) !== byteOf(sighting)) {
      trace = this.follow(shown);
      confirmed = this.confirmer.confirm(schedule, sighting.key, trace);
    }
    if (confirmed === undefined) return undefined;
    const { shorter } = confirmed;
    const again = shorter && this.confirmer.confirm(shorter, sighting.key);
    if (again !== undefined) return { hit, schedule: shorter!, confirmed: again, harm: undefined };
    const witness = trace?.witness();
    if (trace !== undefined && witness === undefined)
      throw new InternalError(`no preemption to move: ${sighting.key} by ${printSchedule(schedule)}`);
    if (this.confirmer.machine.threads.areMany)
      return { hit, schedule, confirmed, harm: this.betweenThreads(schedule, confirmed) };
    const harm = witness && (this.isOver() ? NO_TIME : this.trials.judge(witness, what));
    return this.latched({ hit, schedule, confirmed, harm });
  }

  /** Two threads that tear an access race, which is an error as such. */
  private betweenThreads(schedule: Schedule, { sighting, made }: Confirmation): Harm | undefined {
    const { sites, machine } = this.confirmer;
    if (sighting.kind === 'torn-access') {
      const { contexts } = machine.program;
      const isIsr = (site: SiteId): boolean => contexts[sites.all[site]!.context]!.kind === 'isr';
      return isIsr(sighting.first) || isIsr(sighting.second) ? TORN_BY_ISR : undefined;
    }
    if (sighting.kind !== 'atomicity') return undefined;
    if (runsIsrsBeside(machine.program.threading)) return BESIDE;
    return this.isOver() ? NO_TIME : this.trials.judgeThreads(schedule, tripleOf(sites, sighting.match, false), made);
  }

  /** With the inputs of the execution that was judged, so that its values are those that the report tells of. */
  private latched(proof: Proof): Proof {
    const { hit, harm } = proof;
    if (harm?.latched === undefined) return proof;
    const schedule = this.confirmer.latched(proof.schedule, harm.latched);
    const confirmed = schedule && this.confirmer.confirm(schedule, hit.sighting.key);
    return schedule === undefined || confirmed === undefined ? proof : { hit, schedule, confirmed, harm };
  }

  private follow(sighting: Sighting): HarmTrace | undefined {
    const { sites, machine, rules } = this.confirmer;
    if (machine.threads.areMany) return undefined;
    switch (sighting.kind) {
      case 'atomicity':
        return new HarmTrace(tripleOf(sites, sighting.match, false), machine, rules.unit);
      case 'torn-access': {
        const { first, second, byte } = sighting;
        return new HarmTrace(tripleOf(sites, { o1: first, o2: second, o3: first, byte }, true), machine, rules.unit);
      }
      default:
        return undefined;
    }
  }
}

function byteOf(sighting: Sighting): number | undefined {
  if (sighting.kind === 'failure' || sighting.kind === 'deadlock' || sighting.kind === 'blocked') return undefined;
  return sighting.kind === 'atomicity' ? sighting.match.byte : sighting.byte;
}
