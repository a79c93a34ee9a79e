// `preempt inspect` for a person: the inferred model as tables, each fact with its reason.

import type { Place } from '../base/diagnostic.js';
import { compareText } from '../base/order.js';
import { forEachList } from '../model/accesses.js';
import type { Effect } from '../model/platform.js';
import type {
  Context,
  ContextId,
  InterruptionPoint,
  Operation,
  Program,
  Region,
  SharedVariable,
} from '../model/program.js';
import { guarded, printable } from './inert.js';
import { shownPlace } from './paths.js';
import { regionName } from './region-name.js';
import { fewNames, fewRows } from './shortened.js';
import { table } from './table.js';

export interface TextStyle {
  readonly base: string;
  readonly heading: (text: string) => string;
  /** Nothing is left out, however much it is. */
  readonly isWhole?: boolean;
}

export function inspectText(program: Program, style: TextStyle): string {
  const sections = [
    printable(machine(program)),
    section('Contexts', contexts(program), style),
    section(
      'May be handlers, but nothing says so: name those that are, as in --isr NAME',
      suggestions(program, style),
      style,
    ),
    section('Shared variables', shared(program), style),
    section('Device registers', deviceRegisters(program), style),
    section('Masks, locks and threads', operations(program, style), style),
    section(pointsTitle(program), points(program, style), style),
    section('Footprints', footprints(program, style), style),
    section(
      'Assumptions',
      program.assumptions.map((a) => a),
      style,
    ),
  ];
  return guarded(`${sections.filter((s) => s !== '').join('\n\n')}\n`);
}

function section(title: string, lines: readonly string[], style: TextStyle): string {
  if (lines.length === 0) return '';
  const shown = fewRows(lines, style.isWhole === true);
  return `${style.heading(printable(title))}\n${shown.map((l) => printable(`  ${l}`)).join('\n')}`;
}

function machine(program: Program): string {
  const { platform, target } = program;
  const nesting = {
    priority: 'a handler is preempted by higher priorities only',
    masked: 'a handler is preempted only after it opens the mask',
    none: 'handlers are never preempted',
  }[platform.nesting.kind];
  const mask = {
    absent: 'no global mask',
    open: 'the global mask is open at start',
    closed: 'the global mask is closed at start',
  }[platform.globalMask];
  return [
    `Platform  ${platform.name}: ${platform.title} (${target.evidence})`,
    `Target    ${target.triple}: pointers of ${target.pointerBytes} bytes, accesses up to ${bytes(target.atomicBytes)} are indivisible`,
    `Nesting   ${nesting}; ${mask}`,
  ].join('\n');
}

function bytes(count: number): string {
  return count === 1 ? '1 byte' : `${count} bytes`;
}

function contexts(program: Program): readonly string[] {
  return table(
    ['name', 'kind', 'irq', 'priority', 'at start', 'because'],
    program.contexts.map((c) => [
      c.name,
      c.kind,
      c.irq === undefined ? '-' : String(c.irq),
      priority(c),
      initially(c),
      because(c),
    ]),
  );
}

function priority(c: Context): string {
  return c.hardwarePriority === undefined ? String(c.priority) : `${c.priority} (NVIC ${c.hardwarePriority})`;
}

function initially(c: Context): string {
  return c.initially === undefined ? '-' : c.initially.enabled ? 'on' : 'off';
}

/** Evidence for the context, and for what it is at the start. */
function because(c: Context): string {
  return c.initially === undefined ? c.evidence : `${c.evidence}; at start: ${c.initially.because}`;
}

function suggestions(program: Program, { base }: TextStyle): readonly string[] {
  return program.suggestions.length === 0
    ? []
    : table(
        ['function', 'place', 'because'],
        program.suggestions.map((s) => [s.function, shownPlace(s.place, base), s.because]),
      );
}

/** What models keep for themselves; what they keep in objects of the program is the program's. */
function isOfModel({ module, objects }: Program, { object }: SharedVariable): boolean {
  return module.units[module.globals.get(objects[object]!.symbol)?.unit ?? -1]?.isModel === true;
}

function shared(program: Program): readonly string[] {
  const own = program.shared.filter((v) => !isOfModel(program, v));
  if (own.length === 0) return ['none'];
  return table(
    ['variable', 'bytes', 'volatile', 'read by', 'written by'],
    own.map((v) => [
      v.name,
      sizeOf(v.region),
      v.volatile ? 'yes' : 'no',
      names(program, v.readers),
      names(program, v.writers),
    ]),
  );
}

function sizeOf(region: Region): string {
  return Number.isFinite(region.size) ? String(region.size) : '?';
}

function names(program: Program, ids: readonly ContextId[]): string {
  return ids.length === 0 ? '-' : ids.map((id) => program.contexts[id]!.name).join(', ');
}

function deviceRegisters(program: Program): readonly string[] {
  const users = new Map<string, { reads: Set<ContextId>; writes: Set<ContextId> }>();
  const registersIn = forEachList((regions) => {
    const devices = regions.filter((r) => program.objects[r.object]!.kind === 'device');
    return new Set(devices.map((r) => regionName(program, r)));
  });
  const doneOf = forEachList(() => new Set<string>());
  for (const { regions, context, operation } of program.accesses) {
    const done = doneOf(regions);
    if (done.has(`${context} ${operation}`)) continue;
    done.add(`${context} ${operation}`);
    for (const name of registersIn(regions)) {
      const entry = users.get(name) ?? { reads: new Set(), writes: new Set() };
      users.set(name, entry);
      if (operation !== 'W') entry.reads.add(context);
      if (operation !== 'R') entry.writes.add(context);
    }
  }
  if (users.size === 0) return [];
  const ordered = [...users].sort(([a], [b]) => (a < b ? -1 : 1));
  return table(
    ['register', 'read by', 'written by'],
    ordered.map(([name, u]) => [name, names(program, sorted(u.reads)), names(program, sorted(u.writes))]),
  );
}

function byPlace(a: Place | undefined, b: Place | undefined): number {
  return (
    compareText(a?.file ?? '', b?.file ?? '') || (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0)
  );
}

function sorted(ids: ReadonlySet<ContextId>): ContextId[] {
  return [...ids].sort((a, b) => a - b);
}

const hidden: readonly Effect['kind'][] = [
  'allocate',
  'free',
  'assume',
  'assert',
  'fail',
  'exit',
  'self',
  'in-isr',
  'exception-number',
  'by-priority',
];

/** How models do what they do is not what the program does. */
const inner: readonly Effect['kind'][] = [
  'atomic-begin',
  'atomic-end',
  'block',
  'misuse',
  'unmodelled',
  'thread-exit',
  'thread-priority',
  'read-thread-priority',
  'unknown-thread-priority',
  'yield',
  'sleep',
];

function isInModel({ module }: Program, { function: fn }: Operation): boolean {
  return module.units[module.functions.get(fn)?.unit ?? -1]?.isModel === true;
}

function operations(program: Program, { base }: TextStyle): readonly string[] {
  const seen = new Set<string>();
  const rows = program.operations
    .filter((o) => !hidden.includes(o.effect.kind) && !(isInModel(program, o) && inner.includes(o.effect.kind)))
    .filter((o) => typeof o.irq !== 'number' || program.contexts.some((c) => c.irq === o.irq))
    .sort((a, b) => a.context - b.context || byPlace(a.place, b.place))
    .map((o) => [
      shownPlace(o.place, base),
      program.contexts[o.context]!.name,
      o.text,
      o.effect.kind.replaceAll('-', ' '),
    ])
    .filter((row) => !seen.has(row.join('\0')) && seen.add(row.join('\0')));
  return rows.length === 0 ? [] : table(['place', 'context', 'operation', 'effect'], rows);
}

/** Operations at load/store granularity, and the paper's control-flow locations behind them. */
export function countPoints(points: readonly InterruptionPoint[]): {
  readonly operations: number;
  readonly locations: number;
} {
  return {
    operations: points.length,
    locations: new Set(points.flatMap((p) => p.locations.map((l) => `${p.context} ${l}`))).size,
  };
}

function pointsTitle(program: Program): string {
  const { operations: count, locations } = countPoints(program.interruptionPoints);
  return `Interruption points: ${count} ${count === 1 ? 'operation' : 'operations'}, ${locations} control-flow ${locations === 1 ? 'location' : 'locations'}`;
}

function points(program: Program, { base }: TextStyle): readonly string[] {
  if (program.interruptionPoints.length === 0) return ['none'];
  return table(
    ['place', 'context', 'after', 'locations', 'relevant ISRs'],
    program.interruptionPoints.map((p) => [
      shownPlace(p.place, base),
      program.contexts[p.context]!.name,
      p.operation,
      String(p.locations.length),
      names(program, p.relevant),
    ]),
  );
}

function footprints(program: Program, { isWhole = false }: TextStyle): readonly string[] {
  const listed = (regions: readonly Region[]): string => fewNames(namesOf(program, regions), isWhole) || '-';
  return program.footprints.flatMap((f) => {
    const name = program.contexts[f.context]!.name;
    const indent = ' '.repeat(name.length);
    const lines = [`${name} reads ${listed(f.reads)}`, `${indent} writes ${listed(f.writes)}`];
    const own = new Set(namesOf(program, f.writes));
    const added = namesOf(program, f.nestedWrites).filter((n) => !own.has(n));
    return added.length === 0
      ? lines
      : [...lines, `${indent} and what preempts it also writes ${fewNames(added, isWhole)}`];
  });
}

function namesOf(program: Program, regions: readonly Region[]): readonly string[] {
  const kept = new Set(program.contexts.flatMap((c) => c.given?.symbol ?? []));
  const visible = regions.filter(({ object }) => {
    const { kind, symbol } = program.objects[object]!;
    return kind !== 'local' && !kept.has(symbol);
  });
  return [...new Set(visible.map((r) => regionName(program, r)))].sort();
}
