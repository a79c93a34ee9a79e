// `--engine kiss|schedule|threads`: the program is translated, the translation is checked by another engine, and what
// that finds guides an execution of the original, on which it is seen and replayed. What cannot be shown there is never
// reported. `kiss` may miss, and never says `holds`.

import { InternalError } from '../../base/internal-error.js';
import { LimitReached } from '../../base/limits.js';
import type { Result } from '../../base/result.js';
import { ModelObjects } from '../../execution/model-objects.js';
import { parseSchedule } from '../../execution/schedule.js';
import { ScheduleWriter } from '../../execution/schedule-writer.js';
import { isAsked } from '../../findings/asked.js';
import type { Finding, Property } from '../../findings/finding.js';
import { endingWith, hitIn } from '../../findings/hit.js';
import { PatternObserver, type Sighting } from '../../findings/pattern-observer.js';
import { Prover } from '../../findings/proof.js';
import { findingOf, inOrder, withoutLesser } from '../../findings/proven-finding.js';
import { Sites } from '../../findings/sites.js';
import { vacuous } from '../../findings/vacuous.js';
import { arrivalBound, reasonOf, verdictOf } from '../../findings/verdict.js';
import type { InstructionId } from '../../ir/instruction.js';
import { Machine } from '../../machine/machine.js';
import type { ContextId, Program } from '../../model/program.js';
import type { Checked, Engine, News, Questions } from '../engine.js';
import type { Limits } from '../limits.js';
import type { Backend } from './backend.js';
import { type DistinguishedVariable, mayAccess, watchedVariables } from './distinguished.js';
import { follow, project, projectionOf } from './guided.js';
import { startable } from './startable.js';
import type { TraceTable } from './trace-table.js';
import type { Translated } from './translation.js';

export interface SequentialEngine {
  readonly name: 'kiss' | 'schedule' | 'threads';
  /** Traced, in a dialect that our own engines know. */
  readonly translate: (arrivals: number, race: DistinguishedVariable | undefined) => Translated;
  /** The text of a translation as a program. */
  readonly load: (text: string) => Promise<Result<Program>>;
  /** Who checks it. */
  readonly checker: () => Promise<Engine>;
  /** Checks translations instead of `checker`. */
  readonly backend?: Backend | undefined;
  /** Races are looked for on these; absent: on every shared variable. */
  readonly variables?: readonly DistinguishedVariable[];
  /** Races of such an access are not told. */
  readonly isBenign?: (program: Program, access: InstructionId) => boolean;
  /** What a `holds` rests on besides. */
  readonly assumptions: readonly string[];
}

/** Why something may be missed by KISS, however far its search went. */
export const MAY_MISS = 'kiss may miss errors: it looks only at executions that one stack can make';

/** Why there may be more on a variable that has one. */
export const ONE_RACE = 'kiss tells one race on each variable';

/** Nothing that fails in a translation is told that the program itself does not do. */
const NOT_SHOWN = 'a failure of the translation could not be shown on the program';

export const sequentialEngine = (parts: SequentialEngine): Engine => ({
  name: parts.name,
  leaves: parts.name === 'kiss' ? ['atomicity', 'deadlock'] : ['atomicity', 'race', 'deadlock'],
  check: (program, questions, limits) => checkTranslated(parts, program, questions, limits),
});

async function* checkTranslated(
  parts: SequentialEngine,
  program: Program,
  questions: Questions,
  limits: Limits,
): AsyncGenerator<News, Checked> {
  const { name } = parts;
  const search = new Search(parts, program, questions, limits);
  const reasons = new Map<Property, Set<string>>(questions.properties.map((p) => [p, new Set()]));
  const findings: Finding[] = [];
  const statistics: Record<string, number> = {};
  for (const property of questions.properties) {
    const missed = reasons.get(property)!;
    if (name === 'kiss') missed.add(MAY_MISS);
    if (property === 'assertion') yield* search.one(undefined, missed, findings, statistics);
    else if (property === 'race' && name === 'kiss')
      for (const variable of parts.variables ?? watchedVariables(program))
        yield* search.one(variable, missed, findings, statistics);
    else missed.add(`${name} has no answer to ${property}`);
  }
  const started = name === 'kiss' ? undefined : startable(program, questions.arrivals);
  if (name !== 'kiss')
    for (const c of program.contexts)
      if (c.kind === 'isr' && started?.has(c.id as ContextId) !== true)
        for (const missed of reasons.values()) missed.add(`it is not known whether ${c.name} ever starts`);
  const bounds = { arrivals: arrivalBound(questions.arrivals) };
  const ordered = inOrder(findings);
  const others = parts.backend === undefined ? [] : [await parts.backend.assumption()];
  const assumptions = [...parts.assumptions, ...others, `${name} does not tell which code of the handlers is reached`];
  return {
    verdicts: questions.properties.map((p) =>
      verdictOf(program, p, ordered, {
        engine: name,
        bounds,
        started,
        unreached: [],
        openBranches: [],
        undefinedBehaviour: undefined,
        reasons: [...reasons.get(p)!],
        assumptions,
      }),
    ),
    findings: withoutLesser(ordered),
    statistics,
    isComplete: [...reasons.values()].every((r) => r.size === 0),
  };
}

/** One translation after the other, for one program. */
class Search {
  private readonly sites = new Sites();
  private readonly seen = new Set<string>();
  private readonly prover: Prover;

  constructor(
    private readonly parts: SequentialEngine,
    private readonly program: Program,
    private readonly questions: Questions,
    private readonly limits: Limits,
  ) {
    this.prover = new Prover(program, this.sites, questions, () => limits.isOver() !== undefined);
  }

  async *one(
    race: DistinguishedVariable | undefined,
    missed: Set<string>,
    findings: Finding[],
    statistics: Record<string, number>,
  ): AsyncGenerator<News, void> {
    const over = this.limits.isOver();
    if (over !== undefined) return void missed.add(over);
    const translated = this.parts.translate(this.questions.arrivals, race);
    if (translated.kind === 'refused') {
      const { place, because } = translated;
      const where = place === undefined ? '' : ` (${place.file.slice(place.file.lastIndexOf('/') + 1)}:${place.line})`;
      return void missed.add(`${because} has no sequential form${where}`);
    }
    const { text, trace } = translated.translation;
    if (this.parts.backend !== undefined) {
      statistics.translations = (statistics.translations ?? 0) + 1;
      return yield* this.askOther(this.parts.backend, text, trace, race, missed, findings);
    }
    const loaded = await this.loadWithin(text);
    if (typeof loaded === 'string') return void missed.add(loaded);
    if (loaded.kind === 'failed')
      throw new InternalError(
        `a translation does not compile: ${loaded.diagnostics.map((d) => d.detail ?? d.message).join('; ')}`,
      );
    const checker = await this.parts.checker();
    const questions: Questions = { ...this.questions, properties: ['assertion'], arrivals: 1 };
    const inner = checker.check(loaded.value, questions, this.limits);
    let checked: Checked | undefined;
    while (checked === undefined) {
      const { done, value } = await inner.next();
      if (done === true) checked = value;
      else if (value.kind === 'pause') yield value;
      else if (race !== undefined && value.finding.kind === 'assertion') {
        // One race on a variable is what the paper's checker tells.
        const before = findings.length;
        this.show(loaded.value, value.finding, trace, race, findings);
        for (const finding of findings.slice(before)) yield { kind: 'finding', finding };
        if (findings.length === before) continue;
        await inner.return({ verdicts: [], findings: [], statistics: {}, isComplete: false });
        statistics.translations = (statistics.translations ?? 0) + 1;
        return void missed.add(ONE_RACE);
      }
    }
    for (const [key, number] of Object.entries(checked.statistics)) statistics[key] = (statistics[key] ?? 0) + number;
    statistics.translations = (statistics.translations ?? 0) + 1;
    const [verdict] = checked.verdicts;
    const because = verdict === undefined ? 'nothing was checked' : reasonOf(verdict);
    const alone = vacuous(loaded.value, new Set());
    const rest = because === undefined || alone === undefined ? because : because.replace(alone, '').replace(/^; /, '');
    if (rest !== undefined && rest !== '') missed.add(rest);
    for (const found of checked.findings) {
      if (found.kind !== 'assertion') continue;
      const before = findings.length;
      this.show(loaded.value, found, trace, race, findings);
      if (findings.length === before && this.wasNew) statistics.unshown = (statistics.unshown ?? 0) + 1;
      if (this.wasNew && findings.length === before) missed.add(NOT_SHOWN);
      for (const finding of findings.slice(before)) yield { kind: 'finding', finding };
    }
  }

  private async *askOther(
    backend: Backend,
    text: string,
    trace: TraceTable,
    race: DistinguishedVariable | undefined,
    missed: Set<string>,
    findings: Finding[],
  ): AsyncGenerator<News, void> {
    const answer = await backend.ask(text, () => this.limits.isOver());
    if (answer.kind === 'no answer') return void missed.add(answer.because);
    if (answer.incomplete !== undefined) missed.add(answer.incomplete);
    if (answer.kind === 'no failure') return;
    for (const steps of answer.traces) {
      const before = findings.length;
      this.guide(projectionOf(steps, trace), trace.steps(), race, findings);
      if (this.wasNew && findings.length === before) missed.add(NOT_SHOWN);
      for (const finding of findings.slice(before)) yield { kind: 'finding', finding };
    }
  }

  /** A reason, where a limit was reached on the way. */
  private async loadWithin(text: string): Promise<Result<Program> | string> {
    try {
      return await this.parts.load(text);
    } catch (thrown) {
      if (thrown instanceof LimitReached) return thrown.because;
      throw thrown;
    }
  }

  /** An execution of the original, as something found in its translation says. */
  private show(
    translation: Program,
    found: Finding,
    trace: TraceTable,
    race: DistinguishedVariable | undefined,
    findings: Finding[],
  ): void {
    const parsed = parseSchedule(found.schedule);
    if (parsed.kind === 'problem') throw new InternalError(`no schedule: ${found.schedule}`);
    this.guide(project(translation, parsed.schedule, trace), trace.steps(), race, findings);
  }

  /** Other races, met on the way to one on the distinguished variable, are not what was asked for. */
  private isOn(race: DistinguishedVariable, sighting: Sighting): boolean {
    if (sighting.kind !== 'race' && sighting.kind !== 'torn-access') return false;
    return [sighting.first, sighting.second].every((id) => {
      const { instruction } = this.sites.all[id]!;
      if (this.parts.isBenign?.(this.program, instruction) === true) return false;
      const accesses = this.program.accesses.filter((a) => a.instruction.id === instruction);
      return mayAccess(this.program, accesses, race);
    });
  }

  /** The last guided execution showed nothing, not even what is known already. */
  private wasNew = false;

  private guide(
    projection: Parameters<typeof follow>[1],
    steps: Parameters<typeof follow>[2],
    race: DistinguishedVariable | undefined,
    findings: Finding[],
  ): void {
    const { program, questions, sites, seen } = this;
    // A translation tells of an access at all its addresses, also where no other context has the byte.
    const machine = new Machine(program, { ...questions, arrivals: Number.POSITIVE_INFINITY, steps });
    const objects = new ModelObjects(machine);
    const writer = new ScheduleWriter(program);
    const inputs: bigint[] = [];
    this.wasNew = true;
    const properties: readonly Property[] = race === undefined ? ['assertion'] : ['race'];
    const patterns = PatternObserver.begin({ machine, rules: questions, sites, objects }, (state, sighting) => {
      if (!isAsked(machine, sites, sighting, { ...questions, properties })) return;
      if (race !== undefined && !this.isOn(race, sighting)) return;
      this.wasNew = false;
      if (seen.has(sighting.key)) return;
      seen.add(sighting.key);
      const hit = hitIn(state, sighting, objects);
      const proof = this.prover.prove([[hit, { choices: endingWith(hit, writer.choices), inputs: [...inputs] }]]);
      if (proof === undefined) throw new InternalError(`a finding does not replay: ${sighting.key}`);
      findings.push(findingOf(program, sites, proof, this.parts.name));
    });
    const { state, ending } = follow(machine, projection, steps, () => [writer, patterns], inputs);
    if (ending.kind === 'failed') patterns.failed(state, ending.failure);
  }
}
