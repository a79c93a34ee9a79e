// From proofs to findings: how they are named, in which order they are reported, and which of several stands for the
// others.

import { compareText } from '../base/order.js';
import { printSchedule } from '../execution/schedule.js';
import { instructionPlace } from '../ir/instruction-place.js';
import type { Program } from '../model/program.js';
import { type Finding, type FoundAccess, identityOf } from './finding.js';
import type { Proof } from './proof.js';
import type { Sites } from './sites.js';

/** `engine` is who found it. */
export function findingOf(program: Program, known: Sites, proof: Proof, engine: string): Finding {
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
    const place = instructionPlace(program.module, site.instruction);
    const { operation, context, instruction } = site;
    return {
      operation,
      context,
      function: fn.sourceName,
      instruction,
      place,
      ...confirmed.accesses[n],
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
    engine,
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
