// `preempt inspect --format json`: the same facts as the text, for programs. Schema 1; fields are added, never renamed.

import type { Diagnostic, Place } from '../base/diagnostic.js';
import type { ContextId, Program, Region } from '../model/program.js';
import { countPoints } from './inspect-text.js';
import { shownPath } from './paths.js';
import { regionName } from './region-name.js';

export function inspectJson(
  program: Program,
  diagnostics: readonly Diagnostic[],
  statistics: Readonly<Record<string, number>>,
  base: string,
): string {
  const report = {
    schema: 1,
    program: programJson(program, base),
    diagnostics: diagnostics.map((d) => diagnosticJson(d, base)),
    statistics,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** The model alone. */
export function modelJson(program: Program, base: string): string {
  return JSON.stringify({ schema: 1, program: programJson(program, base) }, null, 2);
}

export type ProgramJson = ReturnType<typeof programJson>;
export type DiagnosticJson = ReturnType<typeof diagnosticJson>;

/** The model. */
export function programJson(program: Program, base: string) {
  const at = (place: Place | undefined) =>
    place === undefined ? {} : { file: shownPath(place.file, base), line: place.line, column: place.column };
  const name = (id: ContextId) => program.contexts[id]!.name;
  const region = (r: Region) => ({
    variable: regionName(program, r),
    offset: r.stride === 0 ? r.offset : r.low,
    ...(r.stride === 0 ? {} : { stride: r.stride, count: Math.ceil((r.high - r.low) / r.stride) }),
    size: Number.isFinite(r.size) ? r.size : null,
  });
  return {
    platform: program.platform.name,
    target: program.target,
    nesting: program.platform.nesting,
    globalMask: program.platform.globalMask,
    ...contextsJson(program, base),
    suggestions: program.suggestions.map((s) => ({ function: s.function, because: s.because, ...at(s.place) })),
    shared: program.shared.map((v) => ({
      variable: v.name,
      object: program.objects[v.object]!.name,
      size: Number.isFinite(v.region.size) ? v.region.size : null,
      volatile: v.volatile,
      readers: v.readers.map(name),
      writers: v.writers.map(name),
    })),
    operations: program.operations.map((o) => ({
      context: name(o.context),
      function: o.function,
      effect: o.effect.kind,
      irq: o.irq ?? null,
      ...(o.value === undefined ? {} : { value: o.value }),
      text: o.text,
      ...at(o.place),
    })),
    accesses: program.accesses.map((a) => ({
      context: name(a.context),
      function: a.function,
      operation: a.operation,
      size: Number.isFinite(a.size) ? a.size : null,
      volatile: a.volatile,
      atomic: a.atomic,
      external: a.external,
      variables: [...new Set(a.regions.map((r) => regionName(program, r)))].sort(),
      ...at(a.place),
    })),
    footprints: program.footprints.map((f) => ({
      context: name(f.context),
      reads: f.reads.map(region),
      writes: f.writes.map(region),
      nestedReads: f.nestedReads.map(region),
      nestedWrites: f.nestedWrites.map(region),
    })),
    interruptionPoints: {
      ...countPoints(program.interruptionPoints),
      points: program.interruptionPoints.map((p) => ({
        context: name(p.context),
        function: p.function,
        operation: p.operation,
        relevant: p.relevant.map(name),
        locations: p.locations.length,
        ...at(p.place),
      })),
    },
    assumptions: program.assumptions,
  };
}

/** A report without a program: only why there is none. */
export function refusalJson(diagnostics: readonly Diagnostic[], base: string): string {
  return `${JSON.stringify({ schema: 1, diagnostics: diagnostics.map((d) => diagnosticJson(d, base)) }, null, 2)}\n`;
}

export function diagnosticJson(d: Diagnostic, base: string) {
  const place =
    d.place === undefined ? {} : { file: shownPath(d.place.file, base), line: d.place.line, column: d.place.column };
  const json: {
    readonly code: string;
    readonly severity: Diagnostic['severity'];
    readonly message: string;
    readonly file?: string;
    readonly line?: number;
    readonly column?: number;
  } = { code: d.code, severity: d.severity, message: d.message, ...place };
  return json;
}

/** The part of a program that every report starts with. */
export function contextsJson(program: Program, base: string) {
  const at = (place: Place | undefined) =>
    place === undefined ? {} : { file: shownPath(place.file, base), line: place.line, column: place.column };
  return {
    contexts: program.contexts.map((c) => ({
      name: c.name,
      kind: c.kind,
      function: program.module.functions.get(c.function)!.sourceName,
      irq: c.irq ?? null,
      priority: c.priority,
      ...(c.hardwarePriority === undefined ? {} : { hardwarePriority: c.hardwarePriority }),
      priorityEvidence: c.priorityEvidence,
      evidence: c.evidence,
      ...(c.initially === undefined ? {} : { initially: c.initially }),
      ...at(c.place),
    })),
    interruptsInitially: Object.fromEntries(
      program.contexts.flatMap((c) =>
        c.initially === undefined ? [] : [[c.name, c.initially.enabled ? 'on' : 'off']],
      ),
    ),
  };
}
