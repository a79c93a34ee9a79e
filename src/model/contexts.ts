// The contexts of a program: main, its ISRs and its threads, from what the user says and from the evidence in the
// module. What the user says wins; an ISR is never assumed without evidence.

import { type Diagnostic, errorAt, warningAt } from '../base/diagnostic.js';
import { isTerminator, successors } from '../ir/control-flow.js';
import type { CallInstruction, Instruction } from '../ir/instruction.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import type { ContextEntry, EntryRequest } from './entries.js';
import type { FoundHandlers } from './evidence.js';
import { initialFlag, isUnnumbered, unclaimedIrqs } from './initial-flags.js';
import { type Platform, reaches } from './platform.js';
import type { Instance, Started } from './points-to-state.js';
import { Priorities } from './priorities.js';
import { type Context, type ContextId, type Harness, MAIN, type Operation } from './program.js';
import type { References } from './references.js';
import { lookUp, nearby } from './similar-names.js';
import type { ThreadingOptions } from './threading.js';
import type { Evidence } from './vector-tables.js';

export interface NamedIsr {
  readonly function: string;
  readonly irq?: number;
  /** Preempt's numbering: higher is more urgent. */
  readonly priority?: number;
}

export interface ContextOptions {
  readonly entry?: string;
  readonly isrs: readonly NamedIsr[];
  readonly interrupts?: 'on' | 'off';
  readonly threading?: ThreadingOptions;
  /** What runs the program, where that has no beginning of its own. */
  readonly harness?: Harness;
}

/** A context before priorities and initial flags are known. */
export interface Draft {
  readonly kind: Context['kind'];
  readonly function: string;
  readonly evidence: readonly string[];
  readonly irq?: number;
  readonly given?: number;
  readonly hardware?: number;
  readonly above?: number;
  readonly multiple?: boolean;
  /** Of threads: what they begin with, where all that starts them says what they are called with. */
  readonly begins?: readonly string[];
  /** It is a context only while no other calls the function. */
  readonly unlessCalled?: boolean;
  /** Nothing says that it is about interrupts. */
  readonly isAssumed?: boolean;
}

export interface Drafts {
  readonly drafts: readonly Draft[];
  readonly diagnostics: readonly Diagnostic[];
}

export function draftContexts(module: IrModule, options: ContextOptions, found: FoundHandlers): Drafts {
  const diagnostics: Diagnostic[] = [];
  const entry = options.entry ?? options.harness?.entry ?? 'main';
  const main = lookUp(module, entry);
  if (main === undefined) {
    diagnostics.push(
      options.entry === undefined
        ? errorAt(
            'no-entry',
            `no function main; name the entry with --entry, or have functions called with --drive${nearby(module, undefined)}`,
          )
        : errorAt('unknown-entry', `--entry ${entry}: no such function with a body${nearby(module, entry)}`),
    );
  }
  const drafts = new Map<string, Draft>();
  for (const isr of options.isrs) {
    const fn = lookUp(module, isr.function);
    if (fn === undefined) {
      diagnostics.push(
        errorAt('unknown-isr', `--isr ${isr.function}: no such function with a body${nearby(module, isr.function)}`),
      );
    } else if (fn === main) {
      diagnostics.push(errorAt('isr-is-entry', `--isr ${isr.function}: it is also the entry`));
    } else {
      drafts.set(fn.name, {
        kind: 'isr',
        function: fn.name,
        evidence: ['named by the user'],
        ...(isr.irq === undefined ? {} : { irq: isr.irq }),
        ...(isr.priority === undefined ? {} : { given: isr.priority }),
      });
    }
  }
  // What a list of dispatch routines names is called by that: no name makes a handler of it.
  const dispatched = new Set(options.harness?.kind === 'dispatch' ? options.harness.calls : []);
  for (const evidence of found.evidence)
    if (evidence.function !== main?.name && !dispatched.has(evidence.function)) merge(drafts, evidence);
  const list: Draft[] =
    main === undefined
      ? []
      : [
          {
            kind: 'main',
            function: main.name,
            evidence: [entryEvidence(options)],
          },
        ];
  return { drafts: inOrder([...list, ...drafts.values()]), diagnostics };
}

function entryEvidence({ entry, harness }: ContextOptions): string {
  if (entry !== undefined) return 'named by the user';
  if (harness === undefined) return 'the function main';
  if (harness.kind === 'dispatch') return 'the harness of dispatch routines';
  return harness.kind === 'drive' ? 'driven: the harness of --drive' : "setup and loop, called as Arduino's core does";
}

/** Adds the threads and handlers that calls start; undefined when there is nothing new. */
export function addStarted(
  module: IrModule,
  references: References,
  drafts: readonly Draft[],
  started: readonly Started[],
  operations: readonly Operation[],
  withdrawn: ReadonlySet<string>,
): readonly Draft[] | undefined {
  const result = new Map(drafts.map((d) => [d.function, d]));
  let changed = false;
  for (const s of inOrderOfCalls(started)) {
    if (s.kind === 'callback' || withdrawn.has(s.function)) continue;
    const known = result.get(s.function);
    const irq = operations.find((o) => (o.instruction as unknown) === s.site && o.irq !== undefined)?.irq;
    const isAssumed = s.given === 'assumed-isr';
    const unlessCalled = isAssumed || s.given === 'likely-isr';
    const evidence = `${verbOf(s)} ${s.by}${isAssumed ? ', which nothing says to be about interrupts' : ''}`;
    const threads = started.filter((t) => t.function === s.function && t.kind === 'thread');
    const multiple =
      s.kind === 'thread' && (threads.length > 1 || s.caller.context !== MAIN || isRepeated(module, references, s));
    const begins = beginsOf(threads);
    if (known === undefined) {
      result.set(s.function, {
        kind: s.kind,
        function: s.function,
        evidence: [evidence],
        ...(typeof irq === 'number' ? { irq } : {}),
        ...(multiple ? { multiple } : {}),
        ...(begins === undefined ? {} : { begins }),
        ...(unlessCalled ? { unlessCalled } : {}),
        ...(isAssumed ? { isAssumed } : {}),
      });
      changed = true;
    } else if (
      known.kind === s.kind &&
      (!known.evidence.includes(evidence) ||
        (multiple && known.multiple !== true) ||
        (s.kind === 'thread' && begins?.join() !== known.begins?.join()))
    ) {
      const { begins: _, ...same } = known;
      result.set(s.function, {
        ...same,
        ...(multiple ? { multiple } : {}),
        ...(begins === undefined ? {} : { begins }),
        evidence: [...new Set([...known.evidence, evidence])],
        unlessCalled: known.unlessCalled === true && unlessCalled,
        isAssumed: known.isAssumed === true && isAssumed,
        ...(known.irq === undefined && typeof irq === 'number' ? { irq } : {}),
      });
      changed = true;
    }
  }
  return changed ? inOrder([...result.values()]) : undefined;
}

/** As the calls stand in the program, not as the analysis came across them. */
function inOrderOfCalls(started: readonly Started[]): readonly Started[] {
  const ids = ({ site, caller }: Started): readonly number[] => [...caller.calls.map((call) => call.id), site.id];
  return started.toSorted((a, b) => {
    const [left, right] = [ids(a), ids(b)];
    const n = left.findIndex((id, at) => id !== right[at]);
    return a.caller.context - b.caller.context || (n === -1 ? 0 : left[n]! - (right[n] ?? 0));
  });
}

/** Undefined where something starts the thread that does not say how it is called. */
function beginsOf(threads: readonly Started[]): readonly string[] | undefined {
  const names = threads.map((t) => t.begins);
  return names.length === 0 || names.includes(undefined) ? undefined : [...new Set(names as string[])];
}

/** Those that are contexts only while no other calls them, and that one calls. */
export function calledByOthers(drafts: readonly Draft[], instances: readonly Instance[]): readonly string[] {
  const mine = new Map<string, number>();
  for (const [id, draft] of drafts.entries()) if (draft.unlessCalled === true) mine.set(draft.function, id);
  if (mine.size === 0) return [];
  const others = instances.filter((i) => mine.has(i.function.name) && mine.get(i.function.name) !== i.context);
  return [...new Set(others.map((i) => i.function.name))];
}

/** What is needed to call the ISRs: with how many arguments each may be registered. */
export function entryRequests(
  module: IrModule,
  references: References,
  drafts: readonly Draft[],
  started: readonly Started[],
): readonly EntryRequest[] {
  return drafts.flatMap((draft) => {
    if (draft.kind !== 'isr') return [];
    const sites = started.filter((s) => s.function === draft.function && s.cookie !== undefined);
    const isMany = sites.length > 1 || sites.some((s) => isRepeated(module, references, s));
    return [{ function: draft.function, slots: isMany ? MAX_GIVEN : sites.length }];
  });
}

/** Different arguments that one handler is registered with. */
const MAX_GIVEN = 4;

function verbOf({ kind, effect }: Started): string {
  if (kind === 'thread') return 'started by';
  return effect?.kind === 'arrive' ? ARRIVES : 'registered by';
}

const ARRIVES = 'arrives at';

/**
 * What starts an ISR, and nowhere else, by the names of its arrival points; none if it starts anywhere. Where pointers
 * are not known well enough to tell which ISR a call names, those of the candidates that are ISRs anyway are taken to
 * start anywhere.
 */
function arrivalPoints({ function: fn, evidence }: Draft, started: readonly Started[]): readonly string[] {
  const points = started.filter((s) => s.effect?.kind === 'arrive' && s.function === fn);
  const isOnly = (s: Started): boolean => started.every((o) => o === s || o.site !== s.site || o.caller !== s.caller);
  const isCertain = evidence.every((e) => e.startsWith(ARRIVES)) || points.some(isOnly);
  return isCertain ? [...new Set(points.map((s) => s.by))] : [];
}

/**
 * Does the call, or one that leads to it, stand in a loop? The calls that are known may be only the innermost: those
 * that lead to the outermost of them are looked for by name, and where there are several, each may start a thread.
 */
function isRepeated(module: IrModule, references: References, s: Started): boolean {
  const calls = [s.site as CallInstruction, ...s.caller.calls.toReversed()];
  if (calls.some((call) => standsInLoop(module, references, call))) return true;
  const seen = new Set<string>();
  for (let fn = references.container.get(calls.at(-1)!); fn !== undefined; ) {
    const leading: readonly Instruction[] = references.callsOf.get(fn) ?? [];
    if (references.addressTaken.has(fn) || leading.length > 1 || seen.has(fn)) return true;
    seen.add(fn);
    const [call] = leading;
    if (call !== undefined && standsInLoop(module, references, call)) return true;
    fn = call === undefined ? undefined : references.container.get(call);
  }
  return false;
}

function standsInLoop(module: IrModule, references: References, call: Instruction): boolean {
  const fn = module.functions.get(references.container.get(call) ?? '');
  const block = fn?.blocks.findIndex((b) => b.instructions.includes(call)) ?? -1;
  return fn !== undefined && block >= 0 && comesBack(fn, block);
}

/** Can control come back to a block? */
function comesBack(fn: IrFunction, start: number): boolean {
  const seen = new Set<number>();
  const work = [start];
  for (let block = work.pop(); block !== undefined; block = work.pop()) {
    const last = fn.blocks[block]!.instructions.at(-1);
    for (const next of last !== undefined && isTerminator(last) ? successors(last) : []) {
      if (next === start) return true;
      if (!seen.has(next)) work.push(next);
      seen.add(next);
    }
  }
  return false;
}

export function finishContexts(
  module: IrModule,
  platform: Platform,
  drafts: readonly Draft[],
  operations: readonly Operation[],
  started: readonly Started[],
  entries: ReadonlyMap<string, ContextEntry>,
  options: ContextOptions,
): { readonly contexts: readonly Context[]; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [...duplicateIrqs(drafts)];
  const unclaimed = unclaimedIrqs(drafts, operations);
  const priorities = new Priorities(platform, drafts, operations);
  const contexts = drafts.map((draft, id): Context => {
    const possibleIrqs = isUnnumbered(draft) ? unclaimed : [];
    const fn = module.functions.get(draft.function)!;
    const place = module.units[fn.unit]?.debug.subprogram(fn.debug)?.place;
    const points = draft.kind === 'isr' ? arrivalPoints(draft, started) : [];
    const evidence =
      points.length === 0
        ? draft.evidence
        : [...draft.evidence.filter((e) => !e.startsWith(ARRIVES)), `it starts only at ${points.join(' and ')}`];
    const number = /^__vector_(\d+)$/.exec(fn.sourceName)?.[1];
    const common = {
      id: id as ContextId,
      kind: draft.kind,
      name: (number === undefined ? undefined : platform.vectors[number]) ?? fn.sourceName,
      function: draft.function,
      evidence: evidence.join('; '),
      ...(draft.irq === undefined ? {} : { irq: draft.irq }),
      ...(draft.multiple === undefined ? {} : { multiple: draft.multiple }),
      ...(place === undefined ? {} : { place }),
    };
    if (draft.kind !== 'isr')
      return {
        ...common,
        priority: 0,
        priorityEvidence: draft.kind === 'main' ? 'the lowest' : 'threads run at the level of main',
      };
    const softwarePended = operations.some(
      (o) => o.effect.kind === 'pend' && draft.irq !== undefined && o.irq === draft.irq,
    );
    return {
      ...common,
      ...priorities.of(draft, diagnostics),
      ...(possibleIrqs.length === 0 ? {} : { possibleIrqs }),
      initially: initialFlag(platform, draft, possibleIrqs, operations, options.interrupts),
      ...(points.length === 0 ? {} : { startsAt: 'calls' }),
      ...(softwarePended ? { softwarePended } : {}),
      ...(draft.isAssumed === true ? { isAssumed: true as const } : {}),
      ...entryOf(draft, entries, started),
      ...(draft.above === undefined ? {} : { nonMaskable: true }),
    };
  });
  for (const context of contexts) {
    const mine = ({ irq }: Operation): boolean =>
      irq === 'all' || (irq !== undefined && (irq === context.irq || context.possibleIrqs?.includes(irq) === true));
    const enabled =
      context.initially?.enabled === true ||
      context.evidence.startsWith('registered by ') ||
      operations.some(
        (o) => o.effect.kind === 'enable' && (mine(o) || (o.irq === undefined && reaches(o.effect, context.irq))),
      );
    if (context.kind === 'isr' && !enabled) {
      diagnostics.push(
        warningAt(
          'isr-never-enabled',
          `${context.name} can never start: it is off at first and nothing enables it`,
          context.place,
        ),
      );
    }
  }
  return { contexts, diagnostics };
}

function entryOf(
  { function: fn }: Draft,
  entries: ReadonlyMap<string, ContextEntry>,
  started: readonly Started[],
): Pick<Context, 'entry' | 'given' | 'registeredAt'> {
  const entry = entries.get(fn);
  const sites = started.filter((s) => s.kind === 'isr' && s.given !== undefined && s.function === fn);
  return {
    ...(entry === undefined ? {} : { entry: entry.symbol }),
    ...(entry?.given === undefined ? {} : { given: entry.given }),
    ...(sites.length === 0 ? {} : { registeredAt: [...new Set(sites.map((s) => s.site.id))] }),
  };
}

/** main first, then the ISRs by irq, then the threads: the order of the context ids. */
function inOrder(drafts: readonly Draft[]): readonly Draft[] {
  const rank = { main: 0, isr: 1, thread: 2 };
  return [...drafts].sort((a, b) => rank[a.kind] - rank[b.kind] || (a.irq ?? UNNUMBERED) - (b.irq ?? UNNUMBERED));
}

const UNNUMBERED = 2 ** 31;

function duplicateIrqs(drafts: readonly Draft[]): Diagnostic[] {
  const seen = new Map<number, string>();
  return drafts.flatMap((d) => {
    if (d.kind !== 'isr' || d.irq === undefined) return [];
    const other = seen.get(d.irq);
    seen.set(d.irq, d.function);
    return other === undefined
      ? []
      : [
          errorAt(
            'duplicate-irq',
            `${other} and ${d.function} both have irq ${d.irq}; give one of them another number with --isr NAME:IRQ`,
          ),
        ];
  });
}

function merge(drafts: Map<string, Draft>, evidence: Evidence): void {
  const known = drafts.get(evidence.function);
  const irq = known?.irq ?? evidence.irq;
  const hardware = known?.hardware ?? evidence.priority;
  const above = known?.above ?? evidence.above;
  drafts.set(evidence.function, {
    kind: 'isr',
    function: evidence.function,
    evidence: [...(known?.evidence ?? []), evidence.because],
    ...(irq === undefined ? {} : { irq }),
    ...(known?.given === undefined ? {} : { given: known.given }),
    ...(hardware === undefined ? {} : { hardware }),
    ...(above === undefined ? {} : { above }),
    ...(evidence.unlessCalled === true && (known === undefined || known.unlessCalled === true)
      ? { unlessCalled: true }
      : {}),
  });
}
