// From proofs to findings, for every engine that finds executions: which are asked for, how they are named, which of them is reported, and
// what a program has that keeps any verdict on it from being `holds`.

import { compareText } from '../base/order.js';
import type { Hit } from '../engines/explore/search.js';
import { printSchedule } from '../execution/schedule.js';
import type { Outcome } from '../machine/event.js';
import type { Machine } from '../machine/machine.js';
import { pieceOffsets } from '../machine/stepping/access.js';
import { effectsOfFunction } from '../model/known-calls.js';
import type { Program } from '../model/program.js';
import { type Finding, type FoundAccess, identityOf, type Property } from './finding.js';
import type { SiteId } from './history.js';
import type { Proof } from './proof.js';
import type { Sites } from './sites.js';

export interface Asked {
  readonly properties: readonly Property[];
  /** Show races that volatile, single-instruction accesses make harmless on one core. */
  readonly races: 'default' | 'all';
}

/** Does the program name anything that can fail as an assertion does? */
export function hasAssertions(program: Program): boolean {
  return [...program.module.functions.keys()].some(
    (name) =>
      /^llvm\.\w*trap/.test(name) ||
      effectsOfFunction(program.platform, name)?.some((e) => e.kind === 'assert' || e.kind === 'fail') === true,
  );
}

export function isAsked(machine: Machine, sites: Sites, { sighting }: Hit, options: Asked): boolean {
  switch (sighting.kind) {
    case 'atomicity':
      return options.properties.includes('atomicity');
    case 'torn-access':
      return options.properties.includes('race');
    case 'race':
      return options.properties.includes('race') && (options.races === 'all' || !isExempt(machine, sites, sighting));
    case 'failure':
      return options.properties.includes('assertion') && sighting.failure.kind === 'assertion';
  }
}

/** DESIGN §5: both atomic; or, an ISR against what it preempts, both volatile and indivisible. */
function isExempt(machine: Machine, sites: Sites, race: { readonly first: SiteId; readonly second: SiteId }): boolean {
  const { program } = machine;
  return [race.first, race.second].every((id) => {
    const { instruction: i, context } = sites.all[id]!;
    const access = program.accesses.find((a) => a.instruction === i && a.context === context);
    if (access?.atomic === true) return true;
    const isPlain = i.op === 'load' || i.op === 'store';
    return access?.volatile === true && isPlain && pieceOffsets(machine, i, access.size).length === 1;
  });
}

export function findingOf(program: Program, known: Sites, proof: Proof): Finding {
  const { hit, schedule, confirmed, difference } = proof;
  const { sighting } = hit;
  const sites =
    sighting.kind === 'atomicity'
      ? [sighting.match.o1, sighting.match.o2, sighting.match.o3]
      : sighting.kind === 'failure'
        ? [sighting.site]
        : [sighting.second, sighting.first];
  const accesses = sites.map((id, n): FoundAccess => {
    const site = known.all[id]!;
    const fn = program.module.functions.get(site.function)!;
    const place = program.module.units[fn.unit]?.debug.location(site.instruction.debug)?.place;
    const value = confirmed.values[n];
    const { operation, context, instruction } = site;
    return {
      operation,
      context,
      function: fn.sourceName,
      instruction,
      place,
      ...(value === undefined ? {} : { value }),
    };
  });
  const { variable, example } = hit;
  const kind: Finding['kind'] = sighting.kind === 'failure' ? 'assertion' : sighting.kind;
  const pattern = sighting.kind === 'atomicity' ? { pattern: sighting.match.pattern } : {};
  const harm: Pick<Finding, 'harm' | 'difference'> =
    difference !== undefined
      ? { harm: 'harmful', difference }
      : sighting.kind === 'atomicity'
        ? { harm: 'not-shown-harmful' }
        : {};
  const message = sighting.kind === 'failure' ? { message: sighting.failure.message } : {};
  const finding: Omit<Finding, 'id' | 'schedule'> = {
    kind,
    ...pattern,
    ...message,
    variable,
    example,
    ...harm,
    accesses,
  };
  return { id: identityOf(finding, (file) => file), ...finding, schedule: printSchedule(schedule) };
}

/** In the order of the report, each once: of several with one identity, one that is harmful. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const sorted = [...findings].sort(byWeight);
  return sorted.filter((f, n) => sorted.findIndex((g) => g.id === f.id) === n);
}

/** One report for each pair of places: a torn access before a race. */
export function withoutLesser(findings: readonly Finding[]): readonly Finding[] {
  const pair = (f: Finding): string =>
    f.accesses.map((a) => `${a.place?.file}:${a.place?.line}:${a.place?.column}`).join(' ');
  const torn = new Set(findings.filter((f) => f.kind === 'torn-access').map(pair));
  return findings.filter((f) => f.kind !== 'race' || !torn.has(pair(f)));
}

/** Harm first. */
function byWeight(a: Finding, b: Finding): number {
  const [p, q] = [a.accesses[0]?.place, b.accesses[0]?.place];
  const rank = (f: Finding): number => (f.harm === 'not-shown-harmful' ? 1 : 0);
  return (
    rank(a) - rank(b) ||
    compareText(p?.file ?? '', q?.file ?? '') ||
    (p?.line ?? 0) - (q?.line ?? 0) ||
    (p?.column ?? 0) - (q?.column ?? 0) ||
    compareText(a.id, b.id)
  );
}

export const propertyOf = (finding: Finding): Property => (finding.kind === 'torn-access' ? 'race' : finding.kind);

/** `reasons`: why something may have been missed. */
export function verdictFor(isViolated: boolean, reasons: readonly string[]) {
  const because = reasons.join('; ');
  if (isViolated) return { kind: 'violated', ...(because === '' ? {} : { incomplete: because }) } as const;
  return because === '' ? ({ kind: 'holds' } as const) : ({ kind: 'unknown', because } as const);
}

/** Where and what, for a verdict's reason. */
export function unmodelledText(program: Program, outcome: Extract<Outcome, { kind: 'unmodelled' }>): string {
  const fn = program.module.functions.get(outcome.function)!;
  const place = program.module.units[fn.unit]?.debug.location(outcome.instruction.debug)?.place;
  const where =
    place === undefined ? fn.sourceName : `${place.file.slice(place.file.lastIndexOf('/') + 1)}:${place.line}`;
  return `${outcome.what} is not modelled (${where})`;
}

/** What the model itself does not cover: threads, priorities that change. */
export function unmodelledInModel(program: Program): readonly string[] {
  const threads = program.contexts.filter((c) => c.kind === 'thread').map((c) => c.name);
  const reasons: string[] = threads.length === 0 ? [] : [`threads (${threads.join(', ')}) are not explored yet`];
  const runsOutside = ['llvm.global_ctors', 'llvm.global_dtors'].some((name) => program.module.globals.has(name));
  if (runsOutside) reasons.push('constructors and destructors are not run');
  if (program.module.assembly.length > 0) reasons.push('assembly outside of functions is not looked at');
  const priorities = program.diagnostics.filter((d) => d.code === 'priority-not-constant').map((d) => d.message);
  return [...reasons, ...priorities, ...(program.target.littleEndian ? [] : ['big-endian targets are not modelled'])];
}
