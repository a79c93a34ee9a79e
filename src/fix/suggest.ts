// Which lines to put under a mask, for each finding: windows are tried, the smallest first, by really changing the
// source, compiling it and exploring the changed program within the same bounds. Suggested is only what makes the
// finding go away, brings no new one, leaves nothing open and is left again on every way. Costs are bounded by numbers
// of programs and steps, not by time: the same input gives the same fixes.

import type { Diagnostic } from '../base/diagnostic.js';
import { LimitReached, limitCheck } from '../base/limits.js';
import type { Result } from '../base/result.js';
import type { Progress } from '../engines/limits.js';
import { type Finding, isError } from '../findings/finding.js';
import type { Verdict } from '../findings/verdict.js';
import type { Context, Program } from '../model/program.js';
import { runsIsrsBeside } from '../model/threading.js';
import { type Candidate, candidatesFor } from './candidates.js';
import { type Change, changedText } from './change.js';
import type { Fix } from './fix.js';
import { type Mask, masksFor } from './masks.js';
import { type FixOptions, type FixOutcome, verify } from './verify.js';
import { SourceFile } from './windows.js';

export interface FixInput {
  readonly program: Program;
  readonly findings: readonly Finding[];
  readonly verdicts: readonly Verdict[];
  readonly diagnostics: readonly Diagnostic[];
  /** Visible steps that it took to find them. */
  readonly steps: number;
  /** As the findings were looked for. */
  readonly options: FixOptions;
  /** One character for each byte; undefined where it cannot be read. */
  readonly readSource: (file: string) => string | undefined;
  readonly revise: (file: string, text: string) => Promise<Result<Program>>;
}

/** Findings for which windows are looked for. */
const FINDINGS = 64;
/** Changed programs that are tried, for all findings and for one. */
const ATTEMPTS = 16;
const ATTEMPTS_FOR_ONE = 5;
/** Visible steps that are made for all of them besides as many as finding took: the added lines are steps as well. */
const STEPS = 20_000;

/** By id of the finding; none where nothing was found to help. */
export async function suggestFixes(input: FixInput): Promise<ReadonlyMap<string, Fix>> {
  // A mask is no way to keep threads apart: on several cores it does not.
  const { contexts, threading } = input.program;
  if (contexts.some((c) => c.kind === 'thread') || runsIsrsBeside(threading)) return new Map();
  return new Suggester(input).run();
}

interface Verified {
  readonly fix: Fix;
  /** Findings that are still there with it. */
  readonly left: ReadonlySet<string>;
  /** A variable that it declares. */
  readonly saved: string | undefined;
}

type Lines = Pick<Fix, 'file' | 'firstLine' | 'lastLine'>;

class Suggester {
  private readonly files = new Map<string, SourceFile | undefined>();
  private readonly tried = new Map<string, Verified | undefined>();
  private readonly suggested = new Map<string, Verified>();
  /** Masks that a file cannot use, by file. */
  private readonly unusable = new Map<string, Set<string>>();
  private readonly ids: ReadonlySet<string>;
  private progress: Progress = { phase: 'trying fixes', states: 0, sightings: 0 };
  private attempts = ATTEMPTS;
  private steps: number;

  constructor(private readonly input: FixInput) {
    this.ids = new Set(input.findings.map((f) => f.id));
    this.steps = input.steps + STEPS;
  }

  async run(): Promise<ReadonlyMap<string, Fix>> {
    // Failed assertions do not say which accesses belong together: what helps against the others may help against them.
    const isAssertion = (f: Finding): boolean => f.kind === 'assertion';
    const findings = this.input.findings.filter(isError);
    const inOrder = [...findings.filter((f) => !isAssertion(f)), ...findings.filter(isAssertion)];
    for (const [done, finding] of inOrder.entries()) {
      this.progress = { phase: 'trying fixes', states: 0, sightings: 0, done, of: inOrder.length };
      if (done === FINDINGS || this.isOver) break;
      try {
        const found = (isAssertion(finding) ? this.known(finding) : undefined) ?? (await this.search(finding));
        if (found !== undefined) this.suggested.set(finding.id, found);
      } catch (thrown) {
        if (!(thrown instanceof LimitReached)) throw thrown;
        break;
      }
    }
    const chosen = inOrder.flatMap((f) => {
      const verified = this.widest(f);
      return verified === undefined ? [] : [[f.id, verified] as const];
    });
    const named = this.withNamesApart(chosen.map(([, verified]) => verified));
    return new Map(chosen.map(([id, verified]) => [id, named.get(verified)!]));
  }

  /** Whoever takes several suggestions must not get one variable twice. */
  private withNamesApart(chosen: readonly Verified[]): ReadonlyMap<Verified, Fix> {
    const used = new Set<string>();
    const named = new Map<Verified, Fix>();
    for (const verified of new Set(chosen)) {
      const { fix, saved } = verified;
      const scope = `${fix.file} ${fix.function}`;
      const name = saved && this.freshName(fix.file, saved.replace(/\d+$/, ''), (wish) => used.has(`${scope} ${wish}`));
      if (name !== undefined) used.add(`${scope} ${name}`);
      const renamed = (line: string): string =>
        saved === undefined ? line : line.replace(new RegExp(`\\b${saved}\\b`, 'g'), name!);
      named.set(verified, { ...fix, before: fix.before.map(renamed), after: fix.after.map(renamed) });
    }
    return named;
  }

  private freshName(file: string, wish: string, isTaken: (name: string) => boolean): string {
    for (let n = 1; ; n++) {
      const name = n === 1 ? wish : `${wish}${n}`;
      if (!isTaken(name) && !this.open(file)!.hasWord(name)) return name;
    }
  }

  private get isOver(): boolean {
    return this.attempts === 0 || this.steps <= 0 || this.input.options.isOver() !== undefined;
  }

  private known(finding: Finding): Verified | undefined {
    return [...this.suggested.values()].find((v) => !v.left.has(finding.id));
  }

  /** Two windows, one inside the other, would be two masks: the outer one serves both if it helps against both. */
  private widest(finding: Finding): Verified | undefined {
    let best = this.suggested.get(finding.id) ?? this.known(finding);
    if (best === undefined) return undefined;
    for (const other of this.suggested.values())
      if (!other.left.has(finding.id) && isInside(best.fix, other.fix)) best = other;
    return best;
  }

  private async search(finding: Finding): Promise<Verified | undefined> {
    const { program, options } = this.input;
    let left = ATTEMPTS_FOR_ONE;
    const candidates = candidatesFor(program, finding, (file) => this.open(file), limitCheck(options.isOver));
    const shared = [...this.suggested.values()].find(
      (v) => !v.left.has(finding.id) && candidates[0] !== undefined && isInside(candidates[0], v.fix),
    );
    if (shared !== undefined) return shared;
    for (const candidate of candidates) {
      for (const mask of this.masks(candidate)) {
        if (mask.declares && candidate.isBehindLabel) continue;
        const change = { ...candidate, before: mask.before, after: mask.after };
        const key = JSON.stringify([change.file, change.firstLine, change.lastLine, change.before]);
        if (!this.tried.has(key)) {
          if (left === 0 || this.isOver) return undefined;
          left--;
          this.attempts--;
          this.tried.set(key, await this.attempt(candidate, mask, change));
        }
        const verified = this.tried.get(key);
        if (verified !== undefined && !verified.left.has(finding.id)) return verified;
        if (!this.isUnusable(candidate.file, mask)) break;
      }
    }
    return undefined;
  }

  private masks({ file, span }: Candidate): readonly Mask[] {
    const { program } = this.input;
    const isrs = span.isrs.map((id) => program.contexts[id]!);
    const freshName = (wish: string): string => this.freshName(file, wish, () => false);
    return masksFor(program.platform, isrs, freshName).filter((mask) => !this.isUnusable(file, mask));
  }

  private isUnusable(file: string, mask: Mask): boolean {
    return this.unusable.get(file)?.has(shapeOf(mask)) === true;
  }

  private async attempt(candidate: Candidate, mask: Mask, change: Change): Promise<Verified | undefined> {
    const { input } = this;
    const { program } = input;
    const options = { ...input.options, pause: async () => input.options.pause?.(this.progress) };
    if (options.isPauseDue?.() === true) await options.pause();
    const text = changedText(this.open(candidate.file)!.text, change);
    const revised = await input.revise(candidate.file, text);
    const isUndeclared = (d: Diagnostic): boolean =>
      d.code.startsWith('implicit-') && !input.diagnostics.some((e) => e.code === d.code && e.message === d.message);
    if (revised.kind === 'failed' || revised.diagnostics.some(isUndeclared)) {
      const known = this.unusable.get(candidate.file) ?? new Set();
      this.unusable.set(candidate.file, known.add(shapeOf(mask)));
      return undefined;
    }
    const isrs = candidate.span.isrs;
    const opens = mask.restores ? undefined : mask.closes === 'mask' ? 'mask' : isrs;
    const outcome: FixOutcome = await verify(asInitially(revised.value, program), {
      change,
      opens,
      options,
      steps: this.steps,
      before: this.ids,
      verdicts: input.verdicts,
    });
    this.steps -= outcome.steps;
    if (outcome.kind === 'refused') return undefined;
    const fn = program.module.functions.get(candidate.function)!;
    return {
      left: outcome.left,
      saved: mask.saved,
      fix: {
        context: program.contexts[candidate.span.from.context]!.name,
        function: fn.sourceName,
        file: change.file,
        firstLine: change.firstLine,
        lastLine: change.lastLine,
        before: change.before,
        after: change.after,
        keepsOut: keptOut(program, candidate, mask).map((isr) => isr.name),
        verified: outcome.verified,
      },
    };
  }

  private open(file: string): SourceFile | undefined {
    if (!this.files.has(file)) {
      const text = this.input.readSource(file);
      this.files.set(file, text === undefined ? undefined : new SourceFile(text));
    }
    return this.files.get(file);
  }
}

/** Masks are alike if they call the same functions. */
function shapeOf({ before, after }: Mask): string {
  return [...before, ...after].flatMap((line) => line.match(/\w+(?=\()|\b[A-Z]\w+/g) ?? []).join(' ');
}

/** What is enabled at first is guessed from what the program enables: the added lines must not change the guess. */
function asInitially(revised: Program, original: Program): Program {
  const contexts = revised.contexts.map((c) => {
    const initially = original.contexts.find((o) => o.function === c.function && o.kind === c.kind)?.initially;
    return initially === undefined ? c : { ...c, initially };
  });
  return { ...revised, contexts };
}

function keptOut(program: Program, { span }: Candidate, mask: Mask): readonly Context[] {
  if (mask.closes === 'flags') return span.isrs.map((id) => program.contexts[id]!);
  const unit = program.contexts[span.from.context]!;
  const byPriority = program.platform.nesting.kind === 'priority';
  const mayCome = (c: Context): boolean =>
    c.id === unit.id ? span.isrs.includes(c.id) : !byPriority || c.priority > unit.priority;
  return program.contexts.filter((c) => c.kind === 'isr' && c.nonMaskable !== true && mayCome(c));
}

function isInside(inner: Lines, outer: Lines): boolean {
  if (inner.file !== outer.file) return false;
  const isWider = outer.lastLine - outer.firstLine > inner.lastLine - inner.firstLine;
  return isWider && outer.firstLine <= inner.firstLine && inner.lastLine <= outer.lastLine;
}
