// Report → the data of the HTML file. The file must open in a moment however much was found, so there is a budget:
// executions are cut to what matters (cut.ts) and sources to the lines that are pointed at, until all of it fits. What
// was left out is said where it is missing.

import {
  actorOf,
  doesOf,
  entryActor,
  functionName,
  harmOf,
  interleavingOf,
  ruleOf,
  titleOf,
} from '../finding-words.js';
import { inert, inertData, printable } from '../inert.js';
import type { Report, ReportFinding, ReportPlace, Timeline, TimelineEntry } from '../report.js';
import { cutTimeline, type Gap, lengthOf } from './cut.js';
import {
  type HtmlAccess,
  type HtmlCandidate,
  type HtmlData,
  type HtmlEntry,
  type HtmlFinding,
  type HtmlModel,
  type HtmlTimeline,
  type PackedEntry,
  packEntry,
  type StringId,
} from './data.js';
import { shownSources } from './sources.js';

/** Characters of JSON. */
const BUDGET = 8_000_000;
const ROOM_FOR_SOURCES = 3_000_000;
/** Entries of one execution, all of which the overview shows. */
const MOST_ENTRIES = 2000;
const FEWEST_ENTRIES = 12;
/** Of all executions: about as many as fit. */
const ALL_ENTRIES = 200_000;

/** The data as JSON. `budget`: of its length, as far as it can be kept. */
export function encode(report: Report, budget = BUDGET): string {
  let most = Math.min(MOST_ENTRIES, Math.floor(ALL_ENTRIES / Math.max(1, report.findings.length)));
  for (;;) {
    most = Math.max(FEWEST_ENTRIES, most);
    const json = JSON.stringify(new Encoder(report, most).data());
    if (json.length <= budget || most === FEWEST_ENTRIES) return json;
    most = Math.floor(0.9 * most * (budget / json.length));
  }
}

class Encoder {
  private readonly strings = new Table<string>();
  private readonly places = new Table<readonly [number, number, number]>();
  private readonly entries = new Table<PackedEntry>();
  private readonly mentioned = new Map<string, Set<number>>();

  constructor(
    private readonly report: Report,
    private readonly mostEntries: number,
  ) {}

  data(): HtmlData {
    const { report } = this;
    const findings = report.findings.map((f) => this.finding(f));
    const model = modelOf(report);
    for (const { file, line } of [...model.contexts, ...model.operations])
      if (file !== undefined) this.mention(file, line);
    const { sources, leftOut } = shownSources(report.sources, this.mentioned, ROOM_FOR_SOURCES);
    const { command, verdicts, diagnostics, baseline, diff } = report;
    return {
      tool: inertData(report.tool),
      command: inert(command),
      wasInterrupted: report.wasInterrupted,
      model: inertData(model),
      verdicts: inertData(verdicts),
      diagnostics: inertData(diagnostics),
      statistics: report.statistics,
      ...(baseline === undefined ? {} : { baseline: inertData(baseline) }),
      ...(diff === undefined ? {} : { diff: inertData(diff) }),
      findings,
      candidates: inertData(report.candidates.map(candidateOf)),
      strings: this.strings.values,
      places: this.places.values,
      entries: this.entries.values,
      sources: sources.map(({ file, parts, lines }) => ({
        file: inert(file),
        lines,
        parts: parts.map(({ firstLine, text }) => ({ firstLine, text: printable(text) })),
      })),
      leftOut: leftOut.map(inert),
    };
  }

  private finding(f: ReportFinding): HtmlFinding {
    const { explanation } = f;
    if (explanation?.fix !== undefined) this.mention(explanation.fix.file, explanation.fix.firstLine);
    const harm = harmOf(f);
    return {
      fingerprint: f.fingerprint,
      kind: f.kind,
      ...(f.pattern === undefined ? {} : { pattern: f.pattern }),
      ...(f.waiting === undefined ? {} : { waiting: inertData(f.waiting) }),
      ...(f.harm === undefined ? {} : { harm: f.harm }),
      engine: f.engine,
      schedule: inert(f.schedule),
      status: f.status,
      ...(f.reason === undefined ? {} : { reason: inert(f.reason) }),
      ...(f.change === undefined ? {} : { change: f.change }),
      story: this.string(interleavingOf(f)),
      rule: this.string(capital(ruleOf(f))),
      variable: this.string(f.variable),
      // An assertion is about a condition; that it is one, its kind says.
      example: this.string(f.kind === 'assertion' ? titleOf(f).replace(/^assertion /, '') : f.example),
      accesses: f.accesses.map((_, n) => this.access(f, n)),
      ...(harm === undefined ? {} : { harmText: this.string(capital(harm)) }),
      ...(explanation === undefined ? {} : { timeline: this.timeline(explanation.timeline, f.example) }),
      ...(explanation?.fix === undefined
        ? {}
        : { fix: inertData({ ...explanation.fix, function: functionName(this.report, explanation.fix) }) }),
    };
  }

  private access(f: ReportFinding, n: number): HtmlAccess {
    const a = f.accesses[n]!;
    return {
      operation: a.operation,
      context: this.string(actorOf(a)),
      priority: a.priority,
      function: this.string(functionName(this.report, a)),
      ...this.placed(a.place),
      ...(a.value === undefined ? {} : { value: this.string(a.value) }),
      does: this.string(doesOf(f, n)),
    };
  }

  private timeline(timeline: Timeline, variable: string): HtmlTimeline {
    const shown = cutTimeline(timeline, variable, this.mostEntries);
    let before = 0;
    const steps = shown.map(({ step }) => {
      const added = step - before;
      before = step;
      return added;
    });
    return {
      initial: this.pairs(timeline.initial),
      entries: shown.map((e) => this.entryId(packEntry(e.kind === 'gap' ? this.gap(e) : this.entry(e)))),
      steps,
      length: lengthOf(timeline),
    };
  }

  private entry(e: TimelineEntry): HtmlEntry {
    const isPlain = e.text === `${e.operation} ${e.variable} = ${e.value}`;
    return {
      kind: e.kind,
      depth: e.depth,
      context: this.string(entryActor(e)),
      function: this.string(functionName(this.report, e)),
      ...this.placed(e.place),
      ...(e.operation === undefined ? {} : { operation: e.operation }),
      ...(e.variable === undefined ? {} : { variable: this.string(e.variable) }),
      ...(e.value === undefined ? {} : { value: this.string(e.value) }),
      ...(isPlain ? {} : { text: this.string(e.text) }),
      ...this.changed(e.changed, e),
      ...(e.mark === undefined ? {} : { mark: e.mark }),
      ...(e.effects.length === 0 ? {} : { effects: e.effects.map((text) => this.string(text)) }),
      ...(e.because === undefined ? {} : { because: this.string(e.because) }),
      ...this.locks(e.locks),
      ...(e.wait?.lock === undefined ? {} : { awaited: this.string(e.wait.lock) }),
    };
  }

  private gap(e: Gap): HtmlEntry {
    return {
      kind: 'gap',
      depth: e.depth,
      context: this.string(e.context),
      function: this.string(e.function),
      text: this.string(e.count === 1 ? '1 event left out' : `${e.count} events left out`),
      ...this.changed(e.changed),
      ...this.locks(e.locks),
    };
  }

  private locks(held: TimelineEntry['locks']): Pick<HtmlEntry, 'locks'> {
    const pairs = Object.entries(held ?? {});
    if (pairs.length === 0) return {};
    return { locks: pairs.flatMap(([lock, holder]) => [this.string(lock), this.string(holder ?? '')]) };
  }

  private changed(
    values: Readonly<Record<string, string>>,
    { variable, value }: Partial<TimelineEntry> = {},
  ): Pick<HtmlEntry, 'changed'> {
    const names = Object.keys(values);
    if (names.length === 0) return {};
    if (names.length === 1 && names[0] === variable && values[variable!] === value) return { changed: 'own' };
    return { changed: this.pairs(values) };
  }

  private pairs(values: Readonly<Record<string, string>>): StringId[] {
    return Object.entries(values).flatMap(([name, value]) => [this.string(name), this.string(value)]);
  }

  private placed(place: ReportPlace | undefined): { readonly place?: number } {
    if (place === undefined) return {};
    const { file, line, column } = place;
    this.mention(file, line);
    const packed = [this.string(file), line, column] as const;
    return { place: this.places.idOf(packed.join(), () => packed) };
  }

  private mention(file: string, line: number | undefined): void {
    const lines = this.mentioned.get(file);
    if (lines === undefined) this.mentioned.set(file, new Set([line ?? 1]));
    else lines.add(line ?? 1);
  }

  private entryId(packed: PackedEntry): number {
    return this.entries.idOf(JSON.stringify(packed), () => packed);
  }

  private string(text: string): StringId {
    return this.strings.idOf(text, inert);
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Numbers values, the same number for the same key. */
class Table<Value> {
  readonly values: Value[] = [];
  private readonly ids = new Map<string, number>();

  /** `make`: the value of a key that is new. */
  idOf(key: string, make: (key: string) => Value): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.ids.set(key, this.values.length);
    return this.values.push(make(key)) - 1;
  }
}

function modelOf({ program }: Report): HtmlModel {
  const { platform, target, nesting, globalMask, contexts, shared, operations, assumptions, suggestions } = program;
  const points = { operations: program.interruptionPoints.operations, locations: program.interruptionPoints.locations };
  return { platform, target, nesting, globalMask, contexts, shared, operations, assumptions, suggestions, points };
}

function candidateOf(f: ReportFinding): HtmlCandidate {
  return {
    title: titleOf(f),
    message: f.message ?? '',
    accesses: f.accesses.map((a, n) => ({
      does: `${actorOf(a)} ${doesOf(f, n)}`,
      ...(a.place === undefined ? {} : { file: a.place.file, line: a.place.line }),
    })),
  };
}
