// Why a function is believed to be an interrupt handler: attributes, annotations, vector tables, names. Each piece of
// evidence is shown to the user.

import type { Diagnostic } from '../base/diagnostic.js';
import { followAlias } from '../ir/alias.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import { annotationsOf } from './annotations.js';
import { isDefaultName, isForHandlers, isHandlerName, isHookName } from './handler-names.js';
import type { Platform } from './platform.js';
import type { References } from './references.js';
import { type Evidence, isIdle, MAX_SLOTS, tableEvidence } from './vector-tables.js';

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
  const known = new Set(evidence.map((e) => e.function));
  const hasVectors = [...module.functions.values()].some(isVectorsOwn);
  for (const fn of module.functions.values()) {
    if (fn.blocks.length === 0 || fn.type.returns.kind !== 'void') continue;
    if (isHookName(fn.sourceName) && fn.linkage === 'external')
      evidence.push({
        function: fn.name,
        because: `its name, ${fn.sourceName}: a library calls it`,
        unlessCalled: true,
      });
    else if (!references.called.has(fn.name)) named(fn, known.has(fn.name));
  }
  evidence.push(...aliasEvidence(module, platform));
  return {
    evidence: withoutContradictions(evidence.filter((e) => !excluded.has(e.function))),
    excluded,
    diagnostics,
  };

  function named(fn: IrFunction, isKnown: boolean): void {
    // Linked with the rest of the library, and nobody uses the device.
    if (hasVectors && isForHandlers(fn.sourceName)) return;
    for (const handler of isPlainHandler(fn) ? platform.handlers : []) {
      const match = new RegExp(handler.pattern).exec(fn.sourceName);
      if (match === null) continue;
      if (handler.fault) excluded.add(fn.name);
      else evidence.push(nameEvidence(module, platform, fn, handler, match));
      return;
    }
    // Where its address is taken, whoever takes it may call it.
    if (isKnown || references.addressTaken.has(fn.name) || !hasHandlerShape(fn) || !isHandlerName(fn.sourceName))
      return;
    evidence.push({ function: fn.name, because: `its name, ${fn.sourceName}` });
  }
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

/** `ISR(PCINT1_vect, ISR_ALIASOF(PCINT0_vect));`: the function has the alias's vector, too. */
function aliasEvidence(module: IrModule, platform: Platform): Evidence[] {
  const found: Evidence[] = [];
  for (const { name } of module.aliases.values()) {
    const target = followAlias(module, name);
    const fn = target?.offset === 0 ? module.functions.get(target.name) : undefined;
    if (fn === undefined || !isPlainHandler(fn) || isDefaultName(fn.sourceName) || isIdle(fn.blocks)) continue;
    for (const handler of platform.handlers) {
      const match = new RegExp(handler.pattern).exec(name);
      if (match === null) continue;
      const { because, ...known } = nameEvidence(module, platform, { ...fn, sourceName: name }, handler, match);
      if (!handler.fault) found.push({ ...known, because: because.replace('its name', 'its alias') });
      break;
    }
  }
  const counts = new Map<string, number>();
  for (const { function: fn } of found) counts.set(fn, (counts.get(fn) ?? 0) + 1);
  return found.filter((e) => counts.get(e.function)! <= MAX_SLOTS);
}

/** A function with several numbers starts by each of them: it has none of its own. */
function withoutContradictions(evidence: readonly Evidence[]): readonly Evidence[] {
  const numbers = new Map<string, Set<number>>();
  for (const { function: fn, irq } of evidence)
    if (irq !== undefined) numbers.set(fn, (numbers.get(fn) ?? new Set()).add(irq));
  return evidence.map((each) => {
    if ((numbers.get(each.function)?.size ?? 0) < 2) return each;
    const { irq: _, ...rest } = each;
    return rest;
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

/** As `isPlainHandler`, or with one parameter: the frame that was interrupted, the number of the interrupt. */
export function hasHandlerShape({ type, byValue }: IrFunction): boolean {
  const [first, ...others] = type.parameters;
  if (type.returns.kind !== 'void' || type.variadic || others.length > 0 || (byValue?.size ?? 0) > 0) return false;
  return first === undefined || first.kind === 'pointer' || first.kind === 'int';
}

/** Does CMSIS name a vector so, and is it defined? */
function isVectorsOwn({ sourceName, blocks }: IrFunction): boolean {
  return blocks.length > 0 && /_IRQHandler$/.test(sourceName) && !isForHandlers(sourceName);
}

/** Returns nothing and takes nothing: how hardware calls a handler. */
export function isPlainHandler(fn: IrFunction): boolean {
  return fn.type.returns.kind === 'void' && fn.type.parameters.length === 0;
}
