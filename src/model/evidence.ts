// Why a function is believed to be an interrupt handler: attributes, annotations, vector tables, names. Each piece of
// evidence is shown to the user.

import { type Diagnostic, noteAt } from '../base/diagnostic.js';
import type { GlobalVariable, IrFunction, IrModule } from '../ir/module.js';
import type { Constant } from '../ir/value.js';
import { annotationsOf } from './annotations.js';
import { functionName } from './known-calls.js';
import type { Platform } from './platform.js';
import type { References } from './references.js';

export interface Evidence {
  readonly function: string;
  readonly because: string;
  readonly irq?: number;
  /** In the numbering of the platform's hardware. */
  readonly priority?: number;
  /** The priority is above all configurable ones (NMI), by this many levels. */
  readonly above?: number;
}

export interface FoundHandlers {
  readonly evidence: readonly Evidence[];
  /** Handlers of faults and default handlers: neither ISRs nor worth a suggestion. */
  readonly excluded: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

export function findHandlers(module: IrModule, platform: Platform, references: References): FoundHandlers {
  const excluded = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  const evidence: Evidence[] = [];
  for (const fn of module.functions.values()) if (fn.blocks.length > 0) evidence.push(...attributeEvidence(fn));
  evidence.push(...annotationEvidence(module, platform));
  for (const table of module.globals.values())
    evidence.push(...tableEvidence(module, platform, table, excluded, diagnostics));
  for (const fn of module.functions.values()) {
    if (fn.blocks.length === 0 || !isPlainHandler(fn) || references.called.has(fn.name)) continue;
    for (const handler of platform.handlers) {
      const match = new RegExp(handler.pattern).exec(fn.sourceName);
      if (match === null) continue;
      if (handler.fault) excluded.add(fn.name);
      else evidence.push(nameEvidence(module, platform, fn, handler, match));
      break;
    }
  }
  return { evidence: evidence.filter((e) => !excluded.has(e.function)), excluded, diagnostics };
}

function attributeEvidence(fn: IrFunction): Evidence[] {
  const because = (what: string, irq?: number): Evidence[] => [
    { function: fn.name, because: what, ...(irq === undefined ? {} : { irq }) },
  ];
  const convention = fn.callingConvention;
  if (
    convention === 'msp430_intrcc' ||
    convention === 'x86_intrcc' ||
    convention === 'avr_intrcc' ||
    convention === 'avr_signalcc'
  ) {
    const number = Number(fn.attributes.get('interrupt'));
    const irq = convention === 'msp430_intrcc' && Number.isInteger(number) ? number : undefined;
    return because(`calling convention ${convention}`, irq);
  }
  if (fn.attributes.has('signal')) return because('attribute signal');
  const kind = fn.attributes.get('interrupt');
  if (kind !== undefined) return because(kind === '' ? 'attribute interrupt' : `attribute interrupt("${kind}")`);
  return [];
}

/**
 * `__attribute__((annotate("preempt.isr:4")))`, which the rewriting of dialects puts where `interrupt 4` or `#pragma
 * vector = 4` stood.
 */
function annotationEvidence(module: IrModule, platform: Platform): Evidence[] {
  const annotations = annotationsOf(module).filter((a) => (module.functions.get(a.symbol)?.blocks.length ?? 0) > 0);
  return annotations.flatMap(({ symbol, text, argument }): Evidence[] => {
    const match = /^preempt\.isr(?::(-?\d+))?$/.exec(text);
    if (match === null) return [];
    const others = annotations.filter((a) => a.symbol === symbol).map((a) => a.text);
    const level = others.map((other) => /^preempt\.priority:(\d+)$/.exec(other)?.[1]).find((n) => n !== undefined);
    const irq = match[1] === undefined ? argument : Number(match[1]);
    const vector = irq === undefined ? '' : ` of vector ${irq}`;
    const nested = others.includes('preempt.nested') ? ' that others may interrupt' : '';
    return [
      {
        function: symbol,
        because: `declared as ${irq === undefined ? 'an' : 'the'} interrupt function${vector}${nested}`,
        ...(irq === undefined ? {} : { irq }),
        ...(level === undefined ? {} : { priority: hardwarePriority(platform, Number(level)) }),
      },
    ];
  });
}

/** The level, larger is more urgent, in the numbering of the platform's hardware. */
function hardwarePriority(platform: Platform, level: number): number {
  const { order, bits } = platform.priorities;
  return order === 'inverted' ? 2 ** bits - level : level;
}

function tableEvidence(
  module: IrModule,
  platform: Platform,
  table: GlobalVariable,
  excluded: Set<string>,
  diagnostics: Diagnostic[],
): Evidence[] {
  const rules = platform.vectorTables;
  if (rules === undefined || table.initializer === undefined || table.section === undefined) return [];
  if (!rules.sections.some((pattern) => new RegExp(pattern, 'i').test(table.section!))) return [];
  const slots = flatten(table.initializer).map((c) => functionName(module, c));
  const uses = new Map<string, number>();
  for (const fn of slots) if (fn !== undefined) uses.set(fn, (uses.get(fn) ?? 0) + 1);
  return slots.flatMap((fn, slot): Evidence[] => {
    if (fn === undefined || module.functions.get(fn)!.blocks.length === 0) return [];
    if (rules.reset.includes(slot) || rules.faults.includes(slot)) {
      excluded.add(fn);
      return [];
    }
    if (uses.get(fn)! > 1) {
      if (!excluded.has(fn)) {
        const message = `${fn} fills ${uses.get(fn)} slots of ${table.sourceName}: taken for the default handler, not for an ISR`;
        diagnostics.push(noteAt('default-handler', message));
      }
      excluded.add(fn);
      return [];
    }
    return [
      {
        function: fn,
        because: `slot ${slot} of the vector table ${table.sourceName} (section ${table.section})`,
        irq: rules.firstIrq + slot,
      },
    ];
  });
}

function nameEvidence(
  module: IrModule,
  platform: Platform,
  fn: IrFunction,
  handler: Platform['handlers'][number],
  match: RegExpExecArray,
): Evidence {
  const numberOf = (value: number | '$1' | undefined): number | undefined =>
    value === '$1' ? Number(match[1]) : value;
  const irq = numberOf(handler.irq) ?? enumeratorIrq(module, fn);
  const priority = numberOf(handler.priority);
  const vector = irq === undefined ? undefined : platform.vectors[String(irq)];
  const because =
    vector === undefined || fn.sourceName.includes(vector)
      ? `its name, ${fn.sourceName}`
      : `its name, ${fn.sourceName} (${vector}_vect)`;
  return {
    function: fn.name,
    because,
    ...(irq === undefined ? {} : { irq }),
    ...(priority === undefined ? {} : priority < 0 ? { above: -priority } : { priority }),
  };
}

/** CMSIS headers number the interrupts in an enumeration: `TIM2_IRQn` belongs to `TIM2_IRQHandler`. */
function enumeratorIrq(module: IrModule, fn: IrFunction): number | undefined {
  const match = /^(\w+?)(?:_IRQHandler|_Handler)$/.exec(fn.sourceName);
  if (match === null) return undefined;
  for (const unit of module.units) {
    const value = unit.debug.enumerator(`${match[1]}_IRQn`);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns nothing and takes nothing: how hardware calls a handler. */
export function isPlainHandler(fn: IrFunction): boolean {
  return fn.type.returns.kind === 'void' && fn.type.parameters.length === 0;
}

function flatten(constant: Constant): readonly Constant[] {
  return constant.kind === 'aggregate' ? constant.elements.flatMap(flatten) : [constant];
}
