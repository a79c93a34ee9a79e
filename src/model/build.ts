// module → Program. Contexts and pointers depend on each other (a thread's entry may be a pointer, and what a pointer
// holds depends on the threads), so both are computed until nothing new is found.

import { type Diagnostic, hasErrors, noteAt, warningAt } from '../base/diagnostic.js';
import { type CheckLimits, noLimits } from '../base/limits.js';
import { failed, ok, type Result } from '../base/result.js';
import type { Instruction } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import { instructionPlace } from '../ir/instruction-place.js';
import { nullUndefinedWeak } from '../ir/link/undefined-weak.js';
import type { IrModule } from '../ir/module.js';
import { collectAccesses } from './accesses.js';
import { applyAnnotations } from './apply-annotations.js';
import { withAtomicFunctions } from './atomic-functions.js';
import type { ChosenPlatform } from './choose-platform.js';
import { hasDestructors, runConstructors } from './constructors.js';
import {
  addStarted,
  type ContextOptions,
  calledByOthers,
  type Draft,
  draftContexts,
  entryRequests,
  finishContexts,
} from './contexts.js';
import { forDevice } from './device-variant.js';
import { addEntries, type Entries } from './entries.js';
import { environmentAssumptions } from './environment.js';
import { findHandlers } from './evidence.js';
import { givenAway } from './given-away.js';
import { inPlaceAssumptions, updatesInPlace } from './in-place.js';
import { interruptionPoints } from './interruption-points.js';
import { effectsOfFunction, externalSummary } from './known-calls.js';
import { KnownValues } from './known-value.js';
import { objectEnds } from './object-ends.js';
import { collectOperations, type Operations } from './operations.js';
import { callOutputHooks } from './output-hooks.js';
import type { Platform } from './platform.js';
import { analysePointers, type PointsTo, type Root } from './points-to.js';
import { preempters, withReentry } from './preemption.js';
import { groupingOf, matters } from './priority-grouping.js';
import { privateObjects } from './private-objects.js';
import { forCore } from './processor-core.js';
import { type CallGraph, type Context, type ContextId, MAIN, type Operation, type Program } from './program.js';
import { withProjectAssertions } from './project-assertions.js';
import { collectReferences, type References } from './references.js';
import { registerName } from './registers.js';
import { footprints, nonPrivate, sharedVariables } from './shared.js';
import { lookUp } from './similar-names.js';
import { suggest } from './suggestions.js';
import { unsharedThreadLocals } from './thread-locals.js';
import { threadingAssumptions, withPriorities } from './thread-priorities.js';
import { threadingOf } from './threading.js';
import { withVectorNumbers } from './vector-names.js';

const OPENED_BEFORE_MAIN =
  'nothing in the sources opens the global mask: start-up code that was not given opens it before main';

const WHOLE_OBJECTS =
  'in a program of this size, functions without a body call back only what they are given by its name, calls through pointers reach only functions whose parameters fit, and arithmetic on numbers narrower than a pointer makes no pointer';

/** `checkLimits` may throw. */
export function buildProgram(
  parsed: IrModule,
  chosen: ChosenPlatform,
  options: ContextOptions,
  checkLimits: CheckLimits = noLimits,
): Result<Program> {
  const device = withVectorNumbers(parsed, forCore(parsed, chosen.target, forDevice(parsed, chosen.platform)));
  const atReset = withProjectAssertions(parsed, device);
  const isKnown = (name: string): boolean =>
    effectsOfFunction(atReset, name) !== undefined || externalSummary(name) !== undefined;
  const { module: linked, names: weakNames } = nullUndefinedWeak(parsed, isKnown);
  const entry = lookUp(linked, options.entry ?? options.harness?.entry ?? 'main')?.name ?? '';
  const printing = callOutputHooks(runConstructors(applyAnnotations(withAtomicFunctions(linked), atReset), entry));
  const annotated = printing.module;
  const references = collectReferences(annotated, checkLimits);
  const handlers = findHandlers(annotated, atReset, references);
  const first = draftContexts(annotated, options, handlers);
  if (hasErrors(first.diagnostics)) return failed(...first.diagnostics);
  const { module, entries, drafts, pointsTo, collected } = settle(
    annotated,
    atReset,
    references,
    first.drafts,
    checkLimits,
  );
  const platform = afterStartUp(atReset, collected.operations);
  const finished = finishContexts(module, platform, drafts, collected.operations, pointsTo.started, entries, options);
  const prioritised = withPriorities(module, finished.contexts, options.threading ?? {});
  const problems = [...finished.diagnostics, ...prioritised.diagnostics];
  if (hasErrors(problems)) return failed(...problems);

  const { operations } = collected;
  const grouping = groupingOf(platform, operations);
  const threading = threadingOf(options.threading ?? {});
  const contexts = withReentry(prioritised.contexts, preempters(platform, prioritised.contexts, operations));
  const preemptedBy = preempters(platform, contexts, operations);
  const isPrivate = privateObjects(pointsTo, contexts, checkLimits);
  const accesses = nonPrivate(
    pointsTo.objects,
    contexts,
    collectAccesses(module, platform, pointsTo, checkLimits),
    isPrivate,
    unsharedThreadLocals(module),
  );
  const ends = objectEnds(platform, pointsTo, checkLimits);
  const shared = sharedVariables(platform, pointsTo.objects, contexts, accesses, isPrivate, ends, checkLimits);
  const callGraph = graphOf(module, platform, pointsTo, checkLimits);
  const values = new KnownValues(module, references);
  const inPlace = updatesInPlace(module, platform, pointsTo.objects, accesses, shared, values);
  return ok({
    hash: [
      ...module.units.map((u) => `${u.hash}${u.isUnoptimised ? ' -O0' : ''}`),
      platform.name,
      chosen.target,
      JSON.stringify(options),
    ].join(' '),
    module,
    platform,
    target: {
      triple: chosen.target,
      pointerBytes: module.layout.pointerSize(0),
      atomicBytes: platform.atomicBytes === 0 ? module.layout.pointerSize(0) : platform.atomicBytes,
      littleEndian: module.layout.littleEndian,
      evidence: chosen.evidence,
    },
    threading,
    ...(grouping !== undefined && matters(grouping, contexts, operations) ? { grouping } : {}),
    contexts,
    suggestions: suggest(annotated, contexts, references, callGraph, handlers.excluded),
    callGraph,
    objects: pointsTo.objects,
    accesses,
    operations: operations.filter(
      ({ effect }) => !['nothing', 'wait-for-interrupt', 'nondet', 'at-exit'].includes(effect.kind),
    ),
    shared,
    ends,
    inPlace,
    footprints: footprints(contexts, accesses, preemptedBy),
    givenAway: givenAway(module, platform, pointsTo, checkLimits),
    interruptionPoints: interruptionPoints(module, contexts, accesses, operations, shared, preemptedBy, checkLimits),
    ...(options.harness === undefined ? {} : { harness: options.harness }),
    assumptions: [
      ...(options.harness?.assumptions ?? []),
      ...(platform === atReset ? [] : [OPENED_BEFORE_MAIN]),
      ...assumptionsOf(callGraph, module),
      ...(pointsTo.isCoarse ? [WHOLE_OBJECTS] : []),
      ...inPlaceAssumptions(module, inPlace, (address) => registerName(platform, address)),
      ...printing.assumptions,
      ...[...entries.values()].flatMap((e) => e.assumptions),
      ...weakAssumptions(weakNames),
      ...environmentAssumptions(module, pointsTo),
      ...endAssumptions(module, entry, operations),
      ...threadingAssumptions(threading, contexts),
      ...pendingAssumptions(contexts),
    ],
    diagnostics: [
      ...module.diagnostics,
      ...first.diagnostics,
      ...handlers.diagnostics,
      ...collected.diagnostics,
      ...finished.diagnostics,
      ...bodyProblems(module, pointsTo),
      ...callbackNotes(module, pointsTo),
      ...unknownPointers(module, pointsTo, checkLimits),
      ...unseenCode(module, platform, pointsTo, operations, contexts),
    ],
  });
}

interface Settled {
  readonly module: IrModule;
  readonly entries: Entries['entries'];
  readonly drafts: readonly Draft[];
  readonly pointsTo: PointsTo;
  readonly collected: Operations;
}

/** Contexts, what their handlers are called with, and what pointers hold: until nothing changes any more. */
function settle(
  annotated: IrModule,
  platform: Platform,
  references: References,
  first: readonly Draft[],
  checkLimits: CheckLimits,
): Settled {
  const values = new KnownValues(annotated, references, platform.encoders);
  const withdrawn = new Set<string>();
  let drafts = first;
  let requests = entryRequests(annotated, references, drafts, []);
  let added = addEntries(annotated, requests);
  let pointsTo: PointsTo | undefined;
  for (;;) {
    const { module, entries } = added;
    pointsTo = analysePointers(module, platform, references, roots(drafts, entries), checkLimits, pointsTo);
    const collected = collectOperations(module, platform, pointsTo, values, checkLimits);
    const more = addStarted(annotated, references, drafts, pointsTo.started, collected.operations, withdrawn);
    const called = more === undefined ? calledByOthers(drafts, pointsTo.instances) : [];
    const needed = entryRequests(annotated, references, more ?? drafts, pointsTo.started);
    const isSame = JSON.stringify(needed) === JSON.stringify(requests);
    if (more === undefined && called.length === 0 && isSame) return { module, entries, drafts, pointsTo, collected };
    for (const fn of called) withdrawn.add(fn);
    drafts = (more ?? drafts).filter((d) => !withdrawn.has(d.function));
    const wanted = needed.filter((r) => !withdrawn.has(r.function));
    if (JSON.stringify(wanted) !== JSON.stringify(requests)) added = addEntries(annotated, wanted);
    requests = wanted;
  }
}

function roots(drafts: readonly Draft[], entries: Entries['entries']): readonly Root[] {
  return drafts.flatMap((d, id) => {
    const of = { context: id as ContextId, isIsr: d.kind === 'isr' };
    if (d.begins !== undefined) return d.begins.map((fn) => ({ ...of, function: fn, startedAs: d.function }));
    return [{ ...of, function: entries.get(d.function)?.symbol ?? d.function }];
  });
}

function weakAssumptions(names: readonly string[]): readonly string[] {
  // Hooks of models for each other.
  const own = names.filter((name) => !name.startsWith('preempt_'));
  return own.length === 0 ? [] : [`weak names that nothing defines (${own.join(', ')}) are null`];
}

/** Firmware does not end: where it may, that is worth saying. */
function endAssumptions(module: IrModule, entry: string, operations: readonly Operation[]): readonly string[] {
  const isKept = hasDestructors(module) || operations.some((o) => o.effect.kind === 'at-exit');
  const returns = module.functions.get(entry)?.blocks.some((b) => b.instructions.at(-1)?.op === 'ret') === true;
  if (!isKept || !(returns || operations.some((o) => o.effect.kind === 'exit'))) return [];
  return ['destructors and functions given to atexit do not run when the program ends'];
}

function graphOf(module: IrModule, platform: Platform, pointsTo: PointsTo, checkLimits: CheckLimits): CallGraph {
  const targets = new Map<Instruction, Set<string>>();
  const reachable = new Map<ContextId, Set<string>>();
  const external = new Map<string, Set<Instruction>>();
  for (const instance of pointsTo.instances) {
    checkLimits();
    const set = reachable.get(instance.context) ?? new Set();
    reachable.set(instance.context, set.add(instance.function.name));
    for (const block of instance.function.blocks) {
      for (const i of block.instructions) {
        if (!isCall(i)) continue;
        for (const name of pointsTo.callees(instance, i)) {
          const fn = module.functions.get(name);
          const isKnown =
            name.startsWith('llvm.') ||
            /^mem(?:cpy|move|set)$/.test(name) ||
            effectsOfFunction(platform, name) !== undefined;
          const hasBody = fn !== undefined && fn.blocks.length > 0;
          if (isKnown || (!hasBody && externalSummary(name) !== undefined)) continue;
          if (hasBody) targets.set(i, (targets.get(i) ?? new Set()).add(name));
          else external.set(name, (external.get(name) ?? new Set()).add(i));
        }
      }
    }
  }
  return {
    targets: (site) => [...(targets.get(site) ?? [])],
    reachable: (context) => reachable.get(context) ?? new Set(),
    external: new Map([...external].map(([name, sites]) => [name, [...sites]])),
  };
}

/** A device may raise what the program pends, too; a system exception has no device. */
function pendingAssumptions(contexts: readonly Context[]): readonly string[] {
  return contexts
    .filter((c) => c.softwarePended === true && (c.irq ?? 0) >= 0)
    .map((c) => `${c.name} starts only after the program has pended it, and no device raises it as well`);
}

function assumptionsOf(callGraph: CallGraph, { functions }: IrModule): readonly string[] {
  const names = [...callGraph.external.keys()].sort();
  if (names.length === 0) return [];
  const constant = names.filter((name) => (functions.get(name)?.constPointees?.size ?? 0) > 0);
  return [
    `functions without a body (${names.join(', ')}) write nothing but what their arguments reach, and change no mask`,
    ...(constant.length === 0 ? [] : [`they only read what is declared constant for them (${constant.join(', ')})`]),
  ];
}

/** Text in reachable bodies that the parser did not understand. */
function bodyProblems(module: IrModule, pointsTo: PointsTo): readonly Diagnostic[] {
  const reached = new Set(pointsTo.instances.map((i) => i.function));
  const problems = [...reached].flatMap((fn) => fn.problems);
  const unreached = [...module.functions.values()].filter((fn) => !reached.has(fn)).flatMap((fn) => fn.problems);
  return [...problems, ...unreached.map((p) => ({ ...p, severity: 'note' as const }))];
}

function callbackNotes(module: IrModule, pointsTo: PointsTo): readonly Diagnostic[] {
  const notes = new Map<string, Diagnostic>();
  for (const s of pointsTo.started) {
    if (s.kind !== 'callback' || externalSummary(s.by) !== undefined) continue;
    const place = instructionPlace(module, s.site.id);
    const message = `${s.function} is passed to ${s.by}, which has no body: it is taken to be called at once, by the same context. If it is an interrupt handler, say --isr ${s.function}`;
    notes.set(`${s.function} ${s.by}`, noteAt('callback', message, place));
  }
  return [...notes.values()];
}

/**
 * Accesses whose target the analysis does not know: through extern pointers, results of unknown functions, or pointers
 * that nothing sets.
 */
function unknownPointers(module: IrModule, pointsTo: PointsTo, checkLimits: CheckLimits): readonly Diagnostic[] {
  const warned = new Map<Instruction, Diagnostic>();
  const unknown = new Map<unknown, boolean>();
  for (const instance of pointsTo.instances) {
    checkLimits();
    // Models are given pointers that may be null, and look.
    if (module.units[instance.function.unit]?.isModel === true) continue;
    for (const block of instance.function.blocks) {
      for (const i of block.instructions) {
        if ((i.op !== 'load' && i.op !== 'store') || i.address.kind === 'null' || i.address.kind === 'undef') continue;
        const pointers = pointsTo.pointers(instance, i.address);
        let isUnknown = unknown.get(pointers);
        if (isUnknown === undefined) {
          isUnknown = pointers.length === 0 || pointers.some((p) => pointsTo.objects[p.object]!.kind === 'unknown');
          unknown.set(pointers, isUnknown);
        }
        if (!isUnknown) continue;
        const place = instructionPlace(module, i.id);
        const what = i.op === 'load' ? 'read' : 'write';
        warned.set(
          i,
          warningAt('unknown-pointer', `this ${what} goes through a pointer that nothing in the program sets`, place),
        );
      }
    }
  }
  return [...warned.values()];
}

/**
 * What could change the picture and is not seen: calls without a known target, file-level assembly, a mask that nothing
 * opens.
 */
function unseenCode(
  module: IrModule,
  platform: Platform,
  pointsTo: PointsTo,
  operations: readonly Operation[],
  contexts: readonly Context[],
): readonly Diagnostic[] {
  const found = new Map<unknown, Diagnostic>();
  for (const instance of pointsTo.instances) {
    if (module.units[instance.function.unit]?.isModel === true) continue;
    for (const block of instance.function.blocks) {
      for (const i of block.instructions) {
        if (
          (i.op !== 'call' && i.op !== 'invoke') ||
          i.callee.kind === 'assembly' ||
          i.callee.kind === 'null' ||
          pointsTo.callees(instance, i).size > 0
        )
          continue;
        const place = instructionPlace(module, i.id);
        found.set(
          i,
          warningAt('unknown-call', 'nothing in the program sets the function pointer that is called here', place),
        );
      }
    }
  }
  for (const text of module.assembly) {
    found.set(
      text,
      warningAt(
        'module-assembly',
        `assembly outside of functions is not looked at: "${text.trim().replace(/\s+/g, ' ').slice(0, 60)}"`,
      ),
    );
  }
  if (platform.globalMask === 'closed' && !opensMask(operations) && contexts.some((c) => c.kind === 'isr')) {
    found.set(
      platform,
      warningAt('mask-never-opened', 'no ISR can ever start: the global mask is closed at first and nothing opens it'),
    );
  }
  return [...found.values()];
}

function opensMask(operations: readonly Operation[]): boolean {
  return operations.some((o) => o.effect.kind === 'open-mask' || o.effect.kind === 'write-mask');
}

/** Code that runs before main and is rarely given, since it is assembly. What main puts back is no opening. */
function afterStartUp(platform: Platform, operations: readonly Operation[]): Platform {
  const { globalMask, startUpOpensMask } = platform;
  const mainOpens = operations.some(({ context, effect, value }) => {
    if (context !== MAIN) return false;
    if (effect.kind === 'open-mask')
      return effect.where === undefined || (value !== undefined && isBitSet(value, effect.where.bit));
    return (
      effect.kind === 'write-mask' && value !== undefined && isBitSet(value, effect.bit) === (effect.openWhen === 1)
    );
  });
  if (globalMask !== 'closed' || startUpOpensMask !== true || mainOpens) return platform;
  return { ...platform, globalMask: 'open' };
}

function isBitSet(value: number, bit: number): boolean {
  return Math.floor(value / 2 ** bit) % 2 === 1;
}
