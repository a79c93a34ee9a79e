// From proofs to findings: how they are named, in which order they are reported, and which of several stands for the
// others.

import { compareText } from '../base/order.js';
import { printSchedule } from '../execution/schedule.js';
import type { Instruction, InstructionId } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import { instructionPlace } from '../ir/instruction-place.js';
import { isAssertion } from '../model/known-calls.js';
import type { Program } from '../model/program.js';
import { sitesOf } from './acting-threads.js';
import { notedIfAssumed } from './assumed-context.js';
import { type Finding, type FoundAccess, identityOf } from './finding.js';
import { foundAt } from './found-access.js';
import type { Hit } from './hit.js';
import { hoistedBy } from './hoisted-read.js';
import type { Sighting } from './pattern-observer.js';
import type { Proof } from './proof.js';
import { raceKind } from './race-kind.js';
import type { Sites } from './sites.js';

/** `engine` is who found it. */
export function findingOf(program: Program, known: Sites, proof: Proof, engine: string): Finding {
  const { hit, schedule, confirmed } = proof;
  const { sighting, example } = hit;
  const { kind, variable, accesses: seen, ...pattern } = identified(program, known, hit);
  const accesses = seen.map((access, n): FoundAccess => ({ ...access, ...confirmed.accesses[n] }));
  const said = sighting.kind === 'failure' ? sighting.failure.message : confirmed.message;
  const message = said === undefined ? {} : { message: said };
  const finding = notedIfAssumed<Omit<Finding, 'id' | 'schedule'>>(program, schedule, {
    kind,
    ...pattern,
    ...message,
    ...(sighting.kind === 'failure' && sighting.failure.isMisuse === true ? { isMisuse: true as const } : {}),
    ...(sighting.kind === 'failure' && sighting.failure.kind !== 'assertion' ? { isUndefined: true as const } : {}),
    ...(confirmed.waiting === undefined ? {} : { waiting: confirmed.waiting }),
    ...blockFields(program, known, proof),
    ...(sighting.kind === 'deadlock' && sighting.wait.doubt !== undefined ? { isCandidate: true as const } : {}),
    variable,
    example,
    ...(kind === 'missing-volatile' ? volatileFields(program, variable, accesses) : harmFields(proof)),
    engine,
    accesses,
  });
  return { id: identityOf(finding, (file) => file, program.contexts), ...finding, schedule: printSchedule(schedule) };
}

function blockFields(program: Program, { all }: Sites, { hit, confirmed }: Proof): Pick<Finding, 'block' | 'entry'> {
  if (hit.sighting.kind !== 'block') return {};
  const { name, mistake, entry, second } = hit.sighting.match;
  const block = { name, mistake };
  return entry === second ? { block } : { block, entry: { ...foundAt(program, all[entry.site]!), ...confirmed.entry } };
}

function harmFields({ harm }: Proof): Pick<Finding, 'harm' | 'difference' | 'harmReason' | 'isUnjudged' | 'isUpdate'> {
  if (harm === undefined) return {};
  const isUpdate = harm.isUpdate === true ? { isUpdate: true as const } : {};
  return harm.kind === 'harmful'
    ? { harm: 'harmful', difference: harm.difference, ...isUpdate }
    : {
        harm: 'not-shown-harmful',
        harmReason: harm.because,
        ...(harm.isUnjudged === true ? { isUnjudged: true } : {}),
        ...isUpdate,
      };
}

/** What the finding will be called that a hit becomes. */
export function identityOfHit(program: Program, known: Sites, hit: Hit): string {
  return identityOf(identified(program, known, hit), (file) => file, program.contexts);
}

function identified(
  program: Program,
  known: Sites,
  { sighting, variable }: Hit,
): Pick<Finding, 'kind' | 'pattern' | 'variable' | 'accesses'> {
  const accesses = sitesOf(sighting, known).map((site): FoundAccess => {
    const seen = foundAt(program, site);
    return sighting.kind === 'failure' ? { ...seen, ...ordinalOf(program, site.instruction) } : seen;
  });
  const kind: Finding['kind'] = kindOf(program, known, sighting);
  return { kind, ...(sighting.kind === 'atomicity' ? { pattern: sighting.match.pattern } : {}), variable, accesses };
}

function kindOf(program: Program, sites: Sites, sighting: Sighting): Finding['kind'] {
  if (sighting.kind === 'failure') return 'assertion';
  if (sighting.kind === 'blocked') return 'deadlock';
  if (sighting.kind === 'block') return 'atomicity';
  if (sighting.kind !== 'race') return sighting.kind;
  return raceKind(program, sites, sighting) === 'missing-volatile' ? 'missing-volatile' : 'race';
}

/** The machine does both at once; what the compiler makes of them is another matter. */
function volatileFields(
  program: Program,
  variable: string,
  accesses: readonly FoundAccess[],
): Pick<Finding, 'harm' | 'difference' | 'harmReason'> {
  const waits = accesses.some((a) => a.operation === 'R' && hoistedBy(program, a.instruction) !== undefined);
  return waits
    ? { harm: 'harmful', difference: `the compiler may read ${variable} once, before the loop, and never again` }
    : {
        harm: 'not-shown-harmful',
        harmReason:
          'the machine does both at once, and nothing waits for it in a loop; the compiler may reorder, join or leave out such accesses',
      };
}

/** Which it is of the assertions that stand at one position of a function; the first needs no number. */
function ordinalOf({ module, platform }: Program, id: InstructionId): Pick<FoundAccess, 'ordinal'> {
  const fn = module.functions.get(module.owners[id]!)!;
  const at = instructionPlace(module, id);
  const isHere = (i: Instruction): boolean => {
    const place = instructionPlace(module, i.id);
    return place?.file === at?.file && place?.line === at?.line && place?.column === at?.column;
  };
  const alike = fn.blocks
    .flatMap((block) => block.instructions)
    .filter((i) => isCall(i) && isAssertion({ module, platform }, i) && isHere(i));
  const ordinal = alike.findIndex((i) => i.id === id) + 1;
  return ordinal > 1 ? { ordinal } : {};
}

/** In the order of the report, each once: of several with one identity, one that is harmful. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const sorted = [...findings].sort(byWeight);
  return sorted.filter((f, n) => sorted.findIndex((g) => g.id === f.id) === n);
}

/**
 * One report for each pair of places: a torn access before a race, a race before a missing volatile; and for three: a
 * block that is meant to be atomic before accesses that only look so. Of two threads, either may come first, and what
 * both write says more than what one of them reads.
 */
export function withoutLesser(findings: readonly Finding[]): readonly Finding[] {
  const places = (f: Finding): string[] =>
    f.accesses.map((a) => `${a.place?.file}:${a.place?.line}:${a.place?.column}`);
  const pair = (f: Finding): string => places(f).join(' ');
  const torn = new Set(findings.filter((f) => f.kind === 'torn-access').map(pair));
  const races = new Set(findings.filter((f) => f.kind === 'race').map(pair));
  const broken = new Set(findings.filter((f) => f.block !== undefined).map(pair));
  const betweenThreads = new Map<string, Finding>();
  const unordered = (f: Finding): string => [f.variable, ...places(f).sort(compareText)].join(' ');
  for (const f of findings.filter(isBetweenThreads)) {
    const known = betweenThreads.get(unordered(f));
    if (known === undefined || writesOf(f) > writesOf(known)) betweenThreads.set(unordered(f), f);
  }
  return findings.filter((f) => {
    if (f.kind === 'atomicity') return f.block !== undefined || !broken.has(pair(f));
    if (f.kind !== 'race' && f.kind !== 'missing-volatile') return true;
    if (torn.has(pair(f)) || (f.kind !== 'race' && races.has(pair(f)))) return false;
    return !isBetweenThreads(f) || betweenThreads.get(unordered(f)) === f;
  });
}

function isBetweenThreads({ kind, accesses }: Finding): boolean {
  return kind === 'race' && accesses.every((a) => a.thread !== undefined);
}

function writesOf({ accesses }: Finding): number {
  return accesses.filter((a) => a.operation === 'W').length;
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
