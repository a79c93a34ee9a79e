// module → Program. Contexts and pointers depend on each other (a thread's entry may be a pointer, and what a pointer
// holds depends on the threads), so both are computed until nothing new is found.

import { type Diagnostic, hasErrors, noteAt, warningAt } from '../base/diagnostic.js';
import { type CheckLimits, noLimits } from '../base/limits.js';
import { failed, ok, type Result } from '../base/result.js';
import type { Instruction } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import { instructionPlace } from '../ir/instruction-place.js';
import type { IrModule } from '../ir/module.js';
import { collectAccesses } from './accesses.js';
import { applyAnnotations } from './apply-annotations.js';
import type { ChosenPlatform } from './choose-platform.js';
import { addStarted, type ContextOptions, type Draft, draftContexts, finishContexts, suggest } from './contexts.js';
import { findHandlers } from './evidence.js';
import { interruptionPoints } from './interruption-points.js';
import { effectsOfFunction, externalSummary, functionName } from './known-calls.js';
import { KnownValues } from './known-value.js';
import { collectOperations } from './operations.js';
import type { Platform } from './platform.js';
import { analysePointers, type PointsTo, type Root } from './points-to.js';
import { preempters } from './preemption.js';
import { type CallGraph, type Context, type ContextId, MAIN, type Operation, type Program } from './program.js';
import { collectReferences } from './references.js';
import { footprints, nonPrivate, sharedVariables } from './shared.js';

/** `checkLimits` may throw. */
export function buildProgram(
  parsed: IrModule,
  chosen: ChosenPlatform,
  options: ContextOptions,
  checkLimits: CheckLimits = noLimits,
): Result<Program> {
  const { platform } = chosen;
  const module = applyAnnotations(parsed, platform);
  const references = collectReferences(module, checkLimits);
  const values = new KnownValues(module, references);
  const handlers = findHandlers(module, platform, references);
  const first = draftContexts(module, options, handlers);
  if (hasErrors(first.diagnostics)) return failed(...first.diagnostics);

  let drafts = first.drafts;
  let pointsTo = analysePointers(module, platform, references, roots(module, drafts), checkLimits);
  let collected = collectOperations(module, platform, pointsTo, values, checkLimits);
  for (
    let more = addStarted(module, references, drafts, pointsTo.started, collected.operations);
    more !== undefined;
  ) {
    drafts = more;
    pointsTo = analysePointers(module, platform, references, roots(module, drafts), checkLimits);
    collected = collectOperations(module, platform, pointsTo, values, checkLimits);
    more = addStarted(module, references, drafts, pointsTo.started, collected.operations);
  }
  const finished = finishContexts(module, platform, drafts, collected.operations, pointsTo.started, options);
  if (hasErrors(finished.diagnostics)) return failed(...finished.diagnostics);

  const { contexts } = finished;
  const { operations } = collected;
  const preemptedBy = preempters(platform, contexts, operations);
  const accesses = nonPrivate(pointsTo.objects, collectAccesses(module, platform, pointsTo, checkLimits));
  const shared = sharedVariables(pointsTo.objects, contexts, accesses, checkLimits);
  const callGraph = graphOf(module, platform, pointsTo, checkLimits);
  return ok({
    hash: [...module.units.map((u) => u.hash), platform.name, chosen.target, JSON.stringify(options)].join(' '),
    module,
    platform,
    target: {
      triple: chosen.target,
      pointerBytes: module.layout.pointerSize(0),
      atomicBytes: platform.atomicBytes === 0 ? module.layout.pointerSize(0) : platform.atomicBytes,
      littleEndian: module.layout.littleEndian,
      evidence: chosen.evidence,
    },
    contexts,
    suggestions: suggest(module, contexts, references, handlers.excluded),
    callGraph,
    objects: pointsTo.objects,
    accesses,
    operations: operations.filter((o) => o.effect.kind !== 'nothing' && o.effect.kind !== 'nondet'),
    shared,
    footprints: footprints(contexts, accesses, preemptedBy),
    interruptionPoints: interruptionPoints(module, contexts, accesses, operations, shared, preemptedBy, checkLimits),
    assumptions: assumptionsOf(callGraph),
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

function roots(module: IrModule, drafts: readonly Draft[]): readonly Root[] {
  return [
    ...startAndEnd(module).map((fn) => ({ context: MAIN, function: fn })),
    ...drafts.map((d, context) => ({ context: context as ContextId, function: d.function })),
  ];
}

/** Constructors and destructors run in main's context, before and after main. */
function startAndEnd(module: IrModule): readonly string[] {
  return ['llvm.global_ctors', 'llvm.global_dtors'].flatMap((name) => {
    const list = module.globals.get(name)?.initializer;
    if (list?.kind !== 'aggregate') return [];
    return list.elements.flatMap((entry) => {
      const fn = entry.kind === 'aggregate' ? functionName(module, entry.elements[1]!) : undefined;
      return fn === undefined ? [] : [fn];
    });
  });
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
          if (isKnown || externalSummary(name) !== undefined) continue;
          if (fn === undefined || fn.blocks.length === 0) external.set(name, (external.get(name) ?? new Set()).add(i));
          else targets.set(i, (targets.get(i) ?? new Set()).add(name));
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

function assumptionsOf(callGraph: CallGraph): readonly string[] {
  const names = [...callGraph.external.keys()].sort();
  if (names.length === 0) return [];
  return [
    `functions without a body (${names.join(', ')}) write nothing but what their arguments reach, and change no mask`,
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
  for (const instance of pointsTo.instances) {
    checkLimits();
    for (const block of instance.function.blocks) {
      for (const i of block.instructions) {
        if ((i.op !== 'load' && i.op !== 'store') || i.address.kind === 'null' || i.address.kind === 'undef') continue;
        const pointers = pointsTo.pointers(instance, i.address);
        if (pointers.length > 0 && !pointers.some((p) => pointsTo.objects[p.object]!.kind === 'unknown')) continue;
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
    for (const block of instance.function.blocks) {
      for (const i of block.instructions) {
        if (
          (i.op !== 'call' && i.op !== 'invoke') ||
          i.callee.kind === 'assembly' ||
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
  const opens = operations.some((o) => o.effect.kind === 'open-mask' || o.effect.kind === 'write-mask');
  if (platform.globalMask === 'closed' && !opens && contexts.some((c) => c.kind === 'isr')) {
    found.set(
      platform,
      warningAt('mask-never-opened', 'no ISR can ever start: the global mask is closed at first and nothing opens it'),
    );
  }
  return [...found.values()];
}
