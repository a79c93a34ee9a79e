// The second stage: pairs that the models of a library have are tried on the library itself, with a port and a set-up
// in C. A pair is `confirmed` by an execution, which was made twice and is given as a schedule, and judged for harm;
// `refuted` if all executions within the stated bounds were gone through, both blocks were reached in them, and they
// never overlapped on a common byte; else `open`. Sound both ways, within those bounds.

import { replay } from '../../../execution/replay.js';
import { printSchedule } from '../../../execution/schedule.js';
import { Machine } from '../../../machine/machine.js';
import type { Program } from '../../../model/program.js';
import type { Description } from '../description.js';
import type { FoundRace } from '../races.js';
import { accessKey, type RegionCode } from '../regions.js';
import { regionsOf } from '../skeleton.js';
import { LibraryCode } from '../walk.js';
import type { HarnessCall, LibraryHarness } from './harness-text.js';
import { followed, harmOf, type PairHarm } from './linearised.js';
import { Overlaps, SoughtCode, type SoughtPair, type SoughtRegion } from './overlaps.js';
import { type Arrivals, type HarnessAttempt, type PairWitness, realise } from './realise.js';
import { StructureBytes } from './structure-bytes.js';

/** Plain data. */
export type PairConfirmation =
  | {
      readonly kind: 'confirmed';
      readonly schedule: string;
      /** What was called, through which functions of the set-up. */
      readonly setUp: string;
      readonly calls: readonly string[];
      readonly harm: PairHarm;
    }
  | { readonly kind: 'refuted'; readonly bounds: string }
  | { readonly kind: 'open'; readonly because: string };

export interface ConfirmOptions {
  readonly derive: boolean;
  readonly isOver: () => boolean;
  readonly onProgress: (settled: number, of: number) => Promise<void>;
}

/** Visible steps of one search: inside of blocks, and anywhere. */
const STEPS_INSIDE = 400_000;
const STEPS_ANYWHERE = 3_000_000;
const MOST_ARRIVALS = 4;
/** Executions of a pair that are judged for harm, of one search and in all. */
const MOST_WITNESSES = 6;
const MOST_JUDGED = 40;

export async function confirmRaces(
  program: Program,
  description: Description,
  harness: LibraryHarness,
  races: readonly NamedRace[],
  options: ConfirmOptions,
): Promise<ReadonlyMap<string, PairConfirmation>> {
  return new Confirming(program, description, harness, races, options).run();
}

interface NamedRace extends FoundRace {
  readonly id: string;
}

type Combination = readonly [string, string];

class Confirming {
  private readonly machine: Machine;
  private readonly code: LibraryCode;
  private readonly regions = new Map<string, RegionCode>();
  private readonly settled = new Map<string, PairConfirmation>();
  /** Executions by pair that were judged for harm. */
  private readonly judged = new Map<string, number>();

  constructor(
    private readonly program: Program,
    private readonly description: Description,
    private readonly harness: LibraryHarness,
    private readonly races: readonly NamedRace[],
    private readonly options: ConfirmOptions,
  ) {
    this.machine = new Machine(program, { arrivals: MOST_ARRIVALS, unwind: Number.POSITIVE_INFINITY });
    this.code = new LibraryCode(program.module, description);
    const { tasks, fromIsr = [], tick } = description;
    for (const name of [...tasks, ...fromIsr, ...(tick === undefined ? [] : [tick])]) {
      if ((program.module.functions.get(name)?.blocks.length ?? 0) === 0) continue;
      const role = tasks.includes(name) ? 'task' : 'isr';
      const { accesses, codes } = regionsOf(this.code, name, role, options);
      for (const [n, access] of accesses.entries()) this.addRegion(accessKey(access), codes[n]!);
    }
  }

  private addRegion(key: string, code: RegionCode): void {
    const known = this.regions.get(key);
    const both = (a: ReadonlySet<RegionCode['users'] extends ReadonlySet<infer T> ? T : never>, b: typeof a) =>
      new Set([...a, ...b]);
    this.regions.set(
      key,
      known === undefined
        ? code
        : { ...code, instructions: both(known.instructions, code.instructions), users: both(known.users, code.users) },
    );
  }

  async run(): Promise<ReadonlyMap<string, PairConfirmation>> {
    const stages = [
      // Fast, and finds most.
      ...this.combinations().map((combination) => () => this.tryInside(combination)),
      ...this.races.map((race) => () => this.isOpen(race) && this.tryAnywhere(race)),
      // Some need an interrupt that does something first.
      ...this.races.map((race) => () => this.isOpen(race) && this.tryWithInterrupts(race)),
    ];
    for (const stage of stages) {
      if (this.options.isOver()) break;
      stage();
      await this.options.onProgress(this.settledCount(), this.races.length);
    }
    for (const { id } of this.races)
      if (!this.settled.has(id)) this.settled.set(id, { kind: 'open', because: 'there was no time to try all of it' });
    return this.settled;
  }

  private settledCount(): number {
    return [...this.settled.values()].filter(({ kind }) => kind !== 'open').length;
  }

  private isOpen({ id }: NamedRace): boolean {
    const known = this.settled.get(id);
    return known === undefined || known.kind === 'open';
  }

  /** Pairs of API functions that some race was met in. */
  private combinations(): readonly Combination[] {
    const all = this.races.flatMap((race) => race.functions);
    return [...new Map(all.map((pair) => [[...pair].sort().join(' '), pair])).values()];
  }

  private tryInside(combination: Combination): void {
    for (const { attempt, arrivals } of this.attempts(combination)) {
      // Of those that were confirmed, a harmful execution is still looked for.
      const sought = this.races.filter(
        (race) => isMetIn(race, combination) && !this.isHarmful(race) && (this.judged.get(race.id) ?? 0) < MOST_JUDGED,
      );
      if (sought.length === 0 || this.options.isOver()) return;
      const { witnesses } = realise(this.machine, this.sought(sought), attempt, new Set(), {
        arrivals,
        where: { tick: 'inside', other: 'inside' },
        mostSteps: STEPS_INSIDE,
        mostWitnesses: MOST_WITNESSES,
        isOver: this.options.isOver,
      });
      for (const witness of witnesses) this.confirm(witness, attempt, sought);
    }
  }

  private isHarmful({ id }: NamedRace): boolean {
    const known = this.settled.get(id);
    return known?.kind === 'confirmed' && known.harm.kind === 'harmful';
  }

  /** All ways to call the two functions. */
  private attempts([f, g]: Combination): readonly { readonly attempt: HarnessAttempt; readonly arrivals: Arrivals }[] {
    const { tasks, tick } = this.description;
    const callsOf = (api: string): readonly HarnessCall[] => this.harness.calls.filter((call) => call.api === api);
    const found: { attempt: HarnessAttempt; arrivals: Arrivals }[] = [];
    for (const setUp of this.harness.setUps.keys())
      for (const a of callsOf(f))
        for (const b of callsOf(g)) {
          const [x, y] = [a.number, b.number];
          if (tasks.includes(f) && tasks.includes(g)) {
            const arrivals = { tick: 1, other: 0 };
            found.push({ attempt: { setUp, first: x, second: y, other: 0 }, arrivals });
            if (x !== y) found.push({ attempt: { setUp, first: y, second: x, other: 0 }, arrivals });
          } else {
            const [task, isr] = tasks.includes(f) ? [x, y] : [y, x];
            const isTick = (tasks.includes(f) ? g : f) === tick;
            const arrivals = isTick ? { tick: 1, other: 0 } : { tick: 0, other: 1 };
            found.push({ attempt: { setUp, first: task, second: 0, other: isTick ? 0 : isr }, arrivals });
          }
        }
    return found;
  }

  private sought(races: readonly NamedRace[]): SoughtCode {
    const regions: SoughtRegion[] = [];
    const numbers = new Map<string, number>();
    const numberOf = (access: FoundRace['accesses'][number]): number => {
      const key = accessKey(access);
      let number = numbers.get(key);
      if (number === undefined) {
        const { isSingle, isWrite, structure } = access;
        const code = this.regions.get(key) ?? NO_CODE;
        number = regions.push({ code, isSingle, isWrite, bytes: this.bytesOf(structure) }) - 1;
        numbers.set(key, number);
      }
      return number;
    };
    const pairs = races.map(
      ({ id, structure, accesses: [a, b] }): SoughtPair => ({
        id,
        regions: [numberOf(a), numberOf(b)],
        bytes: this.bytesOf(structure),
      }),
    );
    return new SoughtCode(regions, pairs);
  }

  private readonly structures = new Map<string, StructureBytes>();

  private bytesOf(structure: string): StructureBytes {
    let bytes = this.structures.get(structure);
    if (bytes === undefined) {
      bytes = new StructureBytes(this.description.structures[structure] ?? [], this.machine, this.code.records);
      this.structures.set(structure, bytes);
    }
    return bytes;
  }

  /** Once more, to its end; and as a schedule that anybody can replay. */
  private confirm(witness: PairWitness, attempt: HarnessAttempt, races: readonly NamedRace[]): void {
    const race = races.find(({ id }) => id === witness.pair);
    if (race === undefined || this.isHarmful(race)) return;
    this.judged.set(race.id, (this.judged.get(race.id) ?? 0) + 1);
    let isSeen = false;
    const watch = new Overlaps(this.sought([race]), new Set(), () => {
      isSeen = true;
    });
    const final = followed(this.machine, witness, attempt, watch);
    const schedule = {
      choices: [...witness.choices, { kind: 'stop', at: witness.steps } as const],
      inputs: witness.inputs,
    };
    const again = replay(this.program, schedule);
    if (!isSeen || again.ending.kind === 'refused' || again.ending.kind === 'unmodelled') return;
    const nameOf = (number: number): readonly string[] => {
      const call = this.harness.calls.find((c) => c.number === number);
      return call === undefined ? [] : [call.through];
    };
    const harm = harmOf(this.machine, final, attempt);
    if (!this.isOpen(race) && harm.kind !== 'harmful') return;
    this.settled.set(witness.pair, {
      kind: 'confirmed',
      schedule: printSchedule(schedule),
      setUp: this.harness.setUps[attempt.setUp]!,
      calls: [attempt.first, attempt.second, attempt.other].flatMap(nameOf),
      harm,
    });
  }

  private tryAnywhere(race: NamedRace): void {
    const sought = this.sought([race]);
    const reached = new Set<number>();
    const failures = new Set<string>();
    let isComplete = true;
    let isMixed = false;
    for (const combination of race.functions)
      for (const { attempt, arrivals } of this.attempts(combination)) {
        const found = realise(this.machine, sought, attempt, reached, {
          arrivals,
          where: { tick: 'anywhere', other: 'anywhere' },
          mostSteps: STEPS_ANYWHERE,
          mostWitnesses: 1,
          isOver: this.options.isOver,
        });
        for (const witness of found.witnesses) this.confirm(witness, attempt, [race]);
        if (!this.isOpen(race)) return;
        isComplete &&= found.isComplete;
        isMixed ||= found.isMixed;
        for (const failure of found.failures) failures.add(failure);
        if (this.options.isOver()) return;
      }
    this.settled.set(
      race.id,
      unseen({ isComplete, isMixed, isReached: reached.size === sought.regions.length, failures }),
    );
  }

  /** The tick inside of a block, and another interrupt before it or in it: finds more, rules out nothing. */
  private tryWithInterrupts(race: NamedRace): void {
    const { tasks, fromIsr = [] } = this.description;
    const others = this.harness.calls.filter((call) => fromIsr.includes(call.api));
    for (const combination of race.functions) {
      if (!combination.every((name) => tasks.includes(name))) continue;
      for (const { attempt } of this.attempts(combination))
        for (const { number } of others) {
          if (!this.isOpen(race) || this.options.isOver()) return;
          const tried = { ...attempt, other: number };
          const { witnesses } = realise(this.machine, this.sought([race]), tried, new Set(), {
            arrivals: { tick: 1, other: 1 },
            where: { tick: 'inside', other: 'anywhere' },
            mostSteps: STEPS_INSIDE,
            mostWitnesses: 1,
            isOver: this.options.isOver,
          });
          for (const witness of witnesses) this.confirm(witness, tried, [race]);
        }
    }
  }
}

function isMetIn(race: FoundRace, [f, g]: Combination): boolean {
  return race.functions.some(([a, b]) => (a === f && b === g) || (a === g && b === f));
}

interface Searched {
  readonly isComplete: boolean;
  readonly isMixed: boolean;
  readonly isReached: boolean;
  readonly failures: ReadonlySet<string>;
}

/** A pair that was not seen is refuted only where the search could have shown it. */
function unseen({ isComplete, isMixed, isReached, failures }: Searched): PairConfirmation {
  const open = (because: string): PairConfirmation => ({ kind: 'open', because });
  if (!isReached) return open('no call of the set-up makes both accesses');
  if (!isMixed) return open('the set-up lets no call come into the middle of the other');
  for (const failure of failures) return open(`executions go wrong in the middle of it: ${failure}`);
  if (!isComplete) return open('there are too many executions');
  return { kind: 'refuted', bounds: 'the calls of the set-up with two tasks and one interrupt' };
}

const NO_CODE: RegionCode = { function: '', instructions: new Set(), users: new Set() };
