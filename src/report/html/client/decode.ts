// The tables of the embedded data back into what components show. A timeline is decoded when its finding is opened, and
// only then.

import type { Place } from '../../../base/diagnostic.js';
import { type HtmlData, type HtmlEntry, type HtmlFinding, type StringId, unpackEntry } from '../data.js';

/** One entry of a timeline. */
export interface ShownEntry {
  readonly kind: HtmlEntry['kind'];
  readonly step: number;
  readonly depth: number;
  readonly context: string;
  readonly function: string;
  readonly place: Place | undefined;
  readonly text: string;
  readonly operation: 'R' | 'W' | undefined;
  readonly variable: string | undefined;
  readonly value: string | undefined;
  readonly effects: readonly string[];
  readonly mark: number | undefined;
  readonly because: string | undefined;
  readonly changed: ReadonlyMap<string, string>;
  /** Locks that it took or gave back, with who holds them then; the empty text is nobody. */
  readonly locks: ReadonlyMap<string, string>;
  /** The lock that a thread waits for. */
  readonly awaited: string | undefined;
}

export interface ShownAccess {
  readonly operation: 'R' | 'W';
  readonly context: string;
  readonly priority: number;
  readonly function: string;
  readonly place: Place | undefined;
  readonly does: string;
}

export interface ShownFinding
  extends Omit<HtmlFinding, 'story' | 'rule' | 'variable' | 'example' | 'accesses' | 'harmText' | 'timeline'> {
  /** In the report, from 0 on. */
  readonly index: number;
  readonly interleaving: string;
  readonly rule: string;
  readonly variable: string;
  readonly example: string;
  readonly accesses: readonly ShownAccess[];
  readonly harmText: string | undefined;
  /** What the search looks through, in lower case. */
  readonly haystack: string;
}

export interface ShownTimeline {
  readonly initial: ReadonlyMap<string, string>;
  readonly entries: readonly ShownEntry[];
  /** Of the whole execution. */
  readonly length: number;
}

export class Decoder {
  readonly findings: readonly ShownFinding[];
  private readonly timelines = new Map<number, ShownTimeline | undefined>();

  constructor(readonly data: HtmlData) {
    this.findings = data.findings.map((f, index) => this.finding(f, index));
  }

  /** Undefined where the report has no replayed execution. */
  timeline(finding: ShownFinding): ShownTimeline | undefined {
    if (!this.timelines.has(finding.index)) this.timelines.set(finding.index, this.decode(finding.index));
    return this.timelines.get(finding.index);
  }

  private decode(index: number): ShownTimeline | undefined {
    const { timeline } = this.data.findings[index]!;
    if (timeline === undefined) return undefined;
    let step = 0;
    const entries = timeline.entries.map((id, n): ShownEntry => {
      const e = unpackEntry(this.data.entries[id]!);
      const variable = this.optional(e.variable);
      const value = this.optional(e.value);
      const own = variable === undefined || value === undefined ? [] : ([[variable, value]] as const);
      step += timeline.steps[n]!;
      return {
        kind: e.kind,
        step,
        depth: e.depth,
        context: this.text(e.context),
        function: this.text(e.function),
        place: this.place(e.place),
        text: this.optional(e.text) ?? `${e.operation} ${variable} = ${value}`,
        operation: e.operation,
        variable,
        value,
        effects: (e.effects ?? []).map((id) => this.text(id)),
        mark: e.mark,
        because: this.optional(e.because),
        changed: e.changed === 'own' ? new Map(own) : this.pairs(e.changed ?? []),
        locks: this.pairs(e.locks ?? []),
        awaited: this.optional(e.awaited),
      };
    });
    return { initial: this.pairs(timeline.initial), entries, length: timeline.length };
  }

  private finding(f: HtmlFinding, index: number): ShownFinding {
    const { story, rule, variable, example, accesses, harmText, timeline: _, ...same } = f;
    const decoded = accesses.map((a) => ({
      operation: a.operation,
      context: this.text(a.context),
      priority: a.priority,
      function: this.text(a.function),
      place: this.place(a.place),
      does: this.text(a.does),
    }));
    const words = decoded.flatMap((a) => [
      a.context,
      a.function,
      a.place === undefined ? '' : `${a.place.file}:${a.place.line}`,
    ]);
    return {
      ...same,
      index,
      interleaving: this.text(story),
      rule: this.text(rule),
      variable: this.text(variable),
      example: this.text(example),
      accesses: decoded,
      harmText: this.optional(harmText),
      haystack: [this.text(variable), this.text(example), this.text(story), f.kind, f.pattern ?? '', ...words]
        .join('\n')
        .toLowerCase(),
    };
  }

  private pairs(ids: readonly StringId[]): ReadonlyMap<string, string> {
    const pairs = new Map<string, string>();
    for (let n = 0; n < ids.length; n += 2) pairs.set(this.text(ids[n]!), this.text(ids[n + 1]!));
    return pairs;
  }

  private place(id: number | undefined): Place | undefined {
    if (id === undefined) return undefined;
    const [file, line, column] = this.data.places[id]!;
    return { file: this.text(file), line, column };
  }

  private text(id: StringId): string {
    return this.data.strings[id]!;
  }

  private optional(id: StringId | undefined): string | undefined {
    return id === undefined ? undefined : this.text(id);
  }
}
